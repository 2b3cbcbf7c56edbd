// Package analytics stores what browsers report as sums of a day. Nothing in it is about a person or
// about what somebody bought: how often, and how much in all.
package analytics

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Sum is how often something happened on a day, and the total of what was measured with it: cents of
// a sale, thousandths of a vital.
type Sum struct {
	Day   string // as 2026-11-15, in UTC
	Event string
	Count int64
	Total int64
}

// Max is the largest sum: what would be more stays there.
const Max = 1 << 62

// saturate adds two sums, neither of them negative.
func saturate(a, b int64) int64 {
	if a > Max-b {
		return Max
	}
	return a + b
}

// Store adds up the sums.
type Store interface {
	// AddDailySums adds to what the days hold already, all or nothing. No sum becomes more than Max.
	AddDailySums(ctx context.Context, sums []Sum) error
}

const (
	// writeEvery is how long reports gather before they are written: a busy shop writes once a minute,
	// not once a visitor.
	writeEvery = time.Minute
	// lastTime is how long the last write may take when the shop closes.
	lastTime = 5 * time.Second
)

// Counter gathers reports in memory and writes their sums now and then. What a crash takes with it is
// at most a minute of figures. It is safe for concurrent use; nil counts nothing.
type Counter struct {
	store Store
	now   func() time.Time
	mu    sync.Mutex
	sums  map[[2]string]Sum // by day and event
}

// NewCounter makes an empty one; a nil now is the clock.
func NewCounter(store Store, now func() time.Time) *Counter {
	if now == nil {
		now = time.Now
	}
	return &Counter{store: store, now: now, sums: map[[2]string]Sum{}}
}

// Add counts one event. The caller bounds the names; a negative total counts as none.
func (t *Counter) Add(event string, total int64) {
	if t == nil {
		return
	}
	total = min(max(0, total), Max)
	t.put(Sum{Day: t.now().UTC().Format(time.DateOnly), Event: event, Count: 1, Total: total})
}

func (t *Counter) put(sums ...Sum) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range sums {
		key := [2]string{s.Day, s.Event}
		held := t.sums[key]
		s.Count, s.Total = saturate(s.Count, held.Count), saturate(s.Total, held.Total)
		t.sums[key] = s
	}
}

// Write stores what has gathered. What cannot be written stays for the next time.
func (t *Counter) Write(ctx context.Context) error {
	t.mu.Lock()
	gathered := make([]Sum, 0, len(t.sums))
	for _, s := range t.sums {
		gathered = append(gathered, s)
	}
	clear(t.sums)
	t.mu.Unlock()
	if len(gathered) == 0 {
		return nil
	}
	err := t.store.AddDailySums(ctx, gathered)
	if err != nil {
		t.put(gathered...)
	}
	return err
}

// Run writes every minute until ctx ends, and once more then.
func (t *Counter) Run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	write := func(ctx context.Context) {
		if err := t.Write(ctx); err != nil {
			log.Warn("the daily figures wait to be written", slog.Any("cause", err))
		}
	}
	for {
		select {
		case <-tick.C:
			write(ctx)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTime)
			defer cancel()
			write(last)
			return
		}
	}
}
