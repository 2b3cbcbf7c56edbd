package app

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/base/tracing"
)

// traced sends the traces of requests to an OpenTelemetry collector when one is configured.
func (a *App) traced(shop http.Handler) (_ http.Handler, err error) {
	if a.cfg.Traces == "" {
		return shop, nil
	}
	if a.tracer, err = tracing.New(a.cfg.Traces, a.cfg.TracesShare, a.log); err != nil {
		return nil, err
	}
	a.api.Metrics().Trace()
	a.api.Metrics().Registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "dawa_traces_dropped_total", Help: "Spans that found no room or no collector.",
	}, func() float64 { return float64(a.tracer.Dropped()) }))
	return a.tracer.Handler(shop), nil
}
