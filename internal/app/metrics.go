package app

import (
	"context"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/catalog"
)

// registerMetrics adds the figures of all parts to those of the edge.
func (a *App) registerMetrics() {
	registry := a.api.Metrics().Registry
	if a.renderer != nil {
		registry.MustRegister(engineMetrics(a.renderer)...)
	}
	registry.MustRegister(a.site.Metrics()...)
	disk := newDiskFigures(a.storage.DB, a.cfg.Storage)
	a.api.TellTrouble(func() string {
		if disk.canWrite() {
			return ""
		}
		return "the database cannot be written: its disk is full or read-only"
	})
	registry.MustRegister(buildInfo(), catalogueSize(a.live), catalogueAge(a.live), passwordChecks(a.passwords),
		unfitCardKeys(a.unfitKeys), newStoreFigures(a.storage.DB), disk,
		newSweepFigures(a.sweeper, a.storage.DB))
	registry.MustRegister(signalFigures(a.signals)...)
	registry.MustRegister(replicaReads(a.replica)...)
}

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

func unfitCardKeys(count int) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "dawa_card_keys_unfit", Help: "Keys of saved cards that were missing or wrong when the server started.",
	}, func() float64 { return float64(count) })
}

// probeTime bounds what a look at the figures may cost the database.
const probeTime = 2 * time.Second

// storeFigures asks the database, whenever somebody looks at the figures, whether it answers and what
// waits in the outbox.
type storeFigures struct {
	db                                               *sqlstore.DB
	up, waiting, oldest, buried, used, limit, waited *prometheus.Desc
	differences                                      *prometheus.Desc
}

func newStoreFigures(db *sqlstore.DB) prometheus.Collector {
	figure := func(name, help string) *prometheus.Desc { return prometheus.NewDesc(name, help, nil, nil) }
	return &storeFigures{
		db:      db,
		up:      figure("dawa_database_up", "1 when the database answers, else 0."),
		waiting: figure("dawa_outbox_waiting", "Jobs that are due: mails, refunds, pictures."),
		oldest:  figure("dawa_outbox_oldest_seconds", "How long the oldest due job has been waiting."),
		buried:  figure("dawa_outbox_buried", "Jobs that were set aside after too many failures."),
		used:    figure("dawa_database_connections_used", "Connections of the pool that are in use."),
		limit:   figure("dawa_database_connections_most", "Connections that the pool may open."),
		waited:  figure("dawa_database_wait_seconds_total", "Time spent waiting for a connection."),
		differences: figure("dawa_payment_differences",
			"Card payments about which the latest comparison found that the gateway says otherwise."),
	}
}

// Describe names the figures.
func (f *storeFigures) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		f.up, f.waiting, f.oldest, f.buried, f.used, f.limit, f.waited, f.differences,
	} {
		out <- d
	}
}

// Collect asks. Without an answer the outbox is left out and the database is down.
func (f *storeFigures) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	gauge := func(d *prometheus.Desc, v float64) { out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v) }
	used, limit, waited := f.db.Connections()
	gauge(f.used, float64(used))
	gauge(f.limit, float64(limit))
	out <- prometheus.MustNewConstMetric(f.waited, prometheus.CounterValue, waited.Seconds())
	box := sqlstore.NewOutbox(f.db)
	waiting, oldest, err := box.Waiting(ctx)
	if err != nil {
		gauge(f.up, 0)
		return
	}
	buried, err := box.Buried(ctx)
	if err != nil {
		gauge(f.up, 0)
		return
	}
	differences, err := sqlstore.NewReconciliation(f.db).LatestDifferences(ctx)
	if err != nil {
		gauge(f.up, 0)
		return
	}
	gauge(f.up, 1)
	gauge(f.differences, float64(differences))
	gauge(f.waiting, float64(waiting))
	gauge(f.oldest, oldest.Seconds())
	gauge(f.buried, float64(buried))
}
