package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/domain/signals"
)

// signalFigures tell how many users and networks were noticed, and what browsers refused.
func signalFigures(s *signals.Service) []prometheus.Collector {
	var all []prometheus.Collector
	for _, kind := range signals.Kinds {
		all = append(all, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_signals", Help: "Users or networks that the admin screen 'Signals' lists.",
			ConstLabels: prometheus.Labels{"kind": string(kind)},
		}, func() float64 { return float64(s.Found(kind)) }))
	}
	return append(all,
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_policy_violations_total", Help: "What browsers refused because of our pages' policy.",
		}, func() float64 { return float64(s.Reported()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_policy_violations_dropped_total", Help: "Reports of browsers that were too many to count.",
		}, func() float64 { return float64(s.Dropped()) }))
}
