// Package retention removes what the shop has stored for long enough: every night, on one server of a shop, in pieces
// that hold nobody up.
package retention

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// Kind is something that is stored for a time.
type Kind string

// What is stored for a time that the shop decides. Sessions, links, counts of attempts, visitors' carts and files of
// imports have times of their own and are removed within the hour.
const (
	AuditEvents    Kind = "audit"
	Statistics     Kind = "statistics"
	SearchCounts   Kind = "search_counts"
	BuriedJobs     Kind = "buried_jobs"
	OrderNetworks  Kind = "order_networks"
	OrphanedOrders Kind = "orphaned_orders"
	Comparisons    Kind = "comparisons"
	PolicyReports  Kind = "policy_reports"
	RestockAlerts  Kind = "restock_alerts"
)

// Kinds are all of them, in the order in which they are swept.
var Kinds = []Kind{
	OrderNetworks, RestockAlerts, SearchCounts, BuriedJobs, PolicyReports, Comparisons, Statistics, AuditEvents,
	OrphanedOrders,
}

// Rules say how long each kind is stored; one that is missing or 0 is stored for ever.
type Rules map[Kind]time.Duration

// Store removes rows.
type Store interface {
	// Begin tells whether this server may sweep the night that began at the database's last hour: true once for
	// each night, whichever server asks.
	Begin(ctx context.Context, hour int) (bool, error)
	// Remove removes at most limit rows of a kind that are older than keep, by the database's clock.
	Remove(ctx context.Context, kind Kind, keep time.Duration, limit int) (int, error)
	// LastBegun is when the last sweep began, zero when there was none.
	LastBegun(ctx context.Context) (time.Time, error)
}

const (
	// chunk is how many rows one transaction removes.
	chunk = 500
	// rest is the pause between two, so that a night's sweep is never more than a fraction of the work.
	rest = 50 * time.Millisecond
	// lookEvery is how often a server asks whether the night's sweep is its own.
	lookEvery = 10 * time.Minute
	// Hour is when the night's sweep begins, in UTC: early morning in Lebanon.
	Hour = 1
)

// Sweeper removes what is too old.
type Sweeper struct {
	store   Store
	rules   Rules
	log     *slog.Logger
	rest    time.Duration
	removed map[Kind]*atomic.Int64
}

// New makes a sweeper.
func New(store Store, rules Rules, log *slog.Logger) *Sweeper {
	s := &Sweeper{store: store, rules: rules, log: log, rest: rest, removed: map[Kind]*atomic.Int64{}}
	for _, kind := range Kinds {
		s.removed[kind] = &atomic.Int64{}
	}
	return s
}

// Removed is how many rows of a kind this server has removed.
func (s *Sweeper) Removed(kind Kind) int64 { return s.removed[kind].Load() }

// Run sweeps once a night until ctx ends.
func (s *Sweeper) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := s.SweepIfDue(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("removing what is too old", slog.Any("cause", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// SweepIfDue sweeps when no server has done so this night.
func (s *Sweeper) SweepIfDue(ctx context.Context) error {
	due, err := s.store.Begin(ctx, Hour)
	if err != nil || !due {
		return err
	}
	return s.Sweep(ctx)
}

// Sweep removes everything that is too old, a chunk at a time. What is left when it is cut off goes the next night.
func (s *Sweeper) Sweep(ctx context.Context) error {
	for _, kind := range Kinds {
		keep := s.rules[kind]
		if keep <= 0 {
			continue
		}
		total := 0
		for {
			n, err := s.store.Remove(ctx, kind, keep, chunk)
			if err != nil {
				return err
			}
			s.removed[kind].Add(int64(n))
			total += n
			if n < chunk {
				break
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(s.rest):
			}
		}
		if total > 0 {
			s.log.Info("removed what was too old", slog.String("what", string(kind)), slog.Int("rows", total))
		}
	}
	return nil
}
