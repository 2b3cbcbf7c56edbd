package app

import (
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/accounts"
	"dawa/internal/catalog"
)

// buildInfo is a metric that is always 1 and says by its labels what is running.
func buildInfo() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name:        "dawa_build_info",
		Help:        "The build that is running.",
		ConstLabels: prometheus.Labels{"revision": revision(), "go": runtime.Version()},
	}, func() float64 { return 1 })
}

func catalogueSize(live *catalog.Live) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "dawa_catalogue_products", Help: "Products that are listed.",
	}, func() float64 { return float64(live.Snapshot().Len()) })
}

func catalogueAge(live *catalog.Live) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "dawa_catalogue_age_seconds", Help: "Time since the catalogue in memory was last known to be up to date.",
	}, func() float64 { return time.Since(live.SyncedAt()).Seconds() })
}

func passwordChecks(p *accounts.Passwords) prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "dawa_password_checks_total", Help: "Passwords that were compared.",
	}, func() float64 { return float64(p.Checks()) })
}
