package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
)

// openReports opens the database that the admins' reports are read from: the standby when one is named,
// else the database itself. What people do and see of their own never reads from a standby.
func (a *App) openReports() error {
	a.reports = a.storage.DB
	if a.cfg.Replica == "" {
		return nil
	}
	reports, replica, err := a.storage.DB.Reports(a.cfg.Database, a.cfg.Replica)
	if err != nil {
		return settings.Unavailable("--replica", settings.OneLine(err), nil)
	}
	a.reports, a.replica = reports, replica
	return nil
}

func (a *App) closeReports() error {
	if a.replica == nil {
		return nil
	}
	return a.reports.Close()
}

// replicaReads counts where reports were read.
func replicaReads(r *sqlstore.Replica) []prometheus.Collector {
	count := func(where string, n func() int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name:        "dawa_report_reads_total",
			Help:        "Reports read from the standby, or from the primary when the standby was behind or down.",
			ConstLabels: prometheus.Labels{"from": where},
		}, func() float64 { return float64(n()) })
	}
	if r == nil {
		return nil
	}
	return []prometheus.Collector{
		count("standby", func() int64 { used, _ := r.Counts(); return used }),
		count("primary", func() int64 { _, passed := r.Counts(); return passed }),
	}
}
