package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/domain/retention"
)

// Retention is for how many days the shop stores what it could do without; 0 is for ever.
type Retention struct {
	KeepAudit          int `help:"${help_keep_audit}" default:"730" env:"DAWA_KEEP_AUDIT" placeholder:"DAYS"`
	KeepStatistics     int `help:"${help_keep_stats}" default:"1095" env:"DAWA_KEEP_STATISTICS" placeholder:"DAYS"`
	KeepSearchCounts   int `help:"${help_keep_search}" default:"180" env:"DAWA_KEEP_SEARCH_COUNTS" placeholder:"DAYS"`
	KeepFailedMail     int `help:"${help_keep_mail}" default:"90" env:"DAWA_KEEP_FAILED_MAIL" placeholder:"DAYS"`
	KeepComparisons    int `help:"${help_keep_compared}" default:"400" env:"DAWA_KEEP_COMPARISONS" placeholder:"DAYS"`
	KeepOrderNetworks  int `help:"${help_keep_networks}" default:"90" env:"DAWA_KEEP_ORDER_NETWORKS" placeholder:"DAYS"`
	KeepRestockAlerts  int `help:"${help_keep_restock}" default:"180" env:"DAWA_KEEP_RESTOCK_ALERTS" placeholder:"DAYS"`
	KeepOrphanedOrders int `help:"${help_keep_orphans}" default:"3650" env:"DAWA_KEEP_ORPHANED_ORDERS"`
}

var retentionHelp = map[string]string{
	"help_keep_audit": "Days for which the audit log is kept. 0: for ever. What is too old goes every night, on one " +
		"server, a little at a time.",
	"help_keep_stats":    "Days for which daily figures are kept. 0: for ever.",
	"help_keep_search":   "Days for which it is counted what people did not find and browsers refused. 0: for ever.",
	"help_keep_mail":     "Days for which mail that could not be delivered is kept. 0: for ever.",
	"help_keep_compared": "Days for which comparisons with the payment gateway are kept. 0: for ever.",
	"help_keep_networks": "Days after which a finished order forgets which network it came from. 0: never.",
	"help_keep_restock":  "Days for which people wait to be told that a product is back. 0: for ever.",
	"help_keep_orphans": "Days for which finished orders of people who deleted their accounts are kept, nameless. " +
		"0: for ever.",
}

// keepAtMost bounds the settings: a century.
const keepAtMost = 36_500

func (r Retention) days() map[string]int {
	return map[string]int{
		"--keep-audit": r.KeepAudit, "--keep-statistics": r.KeepStatistics, "--keep-search-counts": r.KeepSearchCounts,
		"--keep-failed-mail": r.KeepFailedMail, "--keep-comparisons": r.KeepComparisons,
		"--keep-order-networks": r.KeepOrderNetworks, "--keep-orphaned-orders": r.KeepOrphanedOrders,
		"--keep-restock-alerts": r.KeepRestockAlerts,
	}
}

func (r Retention) checkRetention() error {
	for name, days := range r.days() {
		if days < 0 || days > keepAtMost {
			return settings.Invalid(name, "must be a number of days; 0 is for ever", nil)
		}
	}
	return nil
}

func (r Retention) rules() retention.Rules {
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	return retention.Rules{
		retention.AuditEvents: days(r.KeepAudit), retention.Statistics: days(r.KeepStatistics),
		retention.SearchCounts: days(r.KeepSearchCounts), retention.BuriedJobs: days(r.KeepFailedMail),
		retention.Comparisons: days(r.KeepComparisons), retention.OrderNetworks: days(r.KeepOrderNetworks),
		retention.OrphanedOrders: days(r.KeepOrphanedOrders),
		retention.PolicyReports:  days(r.KeepSearchCounts),
		retention.RestockAlerts:  days(r.KeepRestockAlerts),
	}
}

// newSweeper makes what removes old rows every night.
func (a *App) newSweeper() *retention.Sweeper {
	return retention.New(sqlstore.NewRetention(a.storage.DB), a.cfg.rules(), a.log)
}

// sweepFigures tells what was removed, and when a server of the shop last began to.
type sweepFigures struct {
	sweeper *retention.Sweeper
	store   *sqlstore.Retention
	removed *prometheus.Desc
	begun   *prometheus.Desc
}

func newSweepFigures(sweeper *retention.Sweeper, db *sqlstore.DB) *sweepFigures {
	return &sweepFigures{
		sweeper: sweeper, store: sqlstore.NewRetention(db),
		removed: prometheus.NewDesc("dawa_retention_removed_total",
			"Rows that this server removed because they were too old.", []string{"what"}, nil),
		begun: prometheus.NewDesc("dawa_retention_last_timestamp_seconds",
			"When a server of the shop last began to remove what is too old; 0 before the first time.", nil, nil),
	}
}

// Describe names the figures.
func (f *sweepFigures) Describe(out chan<- *prometheus.Desc) {
	out <- f.removed
	out <- f.begun
}

// Collect looks.
func (f *sweepFigures) Collect(out chan<- prometheus.Metric) {
	for _, kind := range retention.Kinds {
		out <- prometheus.MustNewConstMetric(f.removed, prometheus.CounterValue, float64(f.sweeper.Removed(kind)),
			string(kind))
	}
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	at, err := f.store.LastBegun(ctx)
	if err != nil {
		return // dawa_database_up tells
	}
	seconds := 0.0
	if !at.IsZero() && at.Unix() > 0 {
		seconds = float64(at.Unix())
	}
	out <- prometheus.MustNewConstMetric(f.begun, prometheus.GaugeValue, seconds)
}
