package app

import (
	"context"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/base/tracing"
)

// traced lets requests be followed by an OpenTelemetry collector when one is configured.
func (a *App) traced(shop http.Handler) http.Handler {
	if a.cfg.Traces == "" {
		return shop
	}
	tracer := tracing.New(a.cfg.Traces, a.cfg.TracesShare)
	a.api.Metrics().Trace()
	a.api.Metrics().Registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "dawa_traces_dropped_total", Help: "Spans that found no room or no collector.",
	}, func() float64 { return float64(tracer.Dropped()) }))
	a.background = append(a.background, func(ctx context.Context) { tracer.Run(ctx, a.log) })
	return tracer.Handler(shop)
}
