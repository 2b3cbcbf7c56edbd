package analytics

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

type ledger struct {
	down bool
	sums []Sum
}

func (l *ledger) AddDailySums(_ context.Context, sums []Sum) error {
	if l.down {
		return errors.New("the database is down")
	}
	l.sums = append(l.sums, sums...)
	slices.SortFunc(l.sums, func(a, b Sum) int { return strings.Compare(a.Day+a.Event, b.Day+b.Event) })
	return nil
}

func TestCounter_SumsByDayAndLosesNoneDuringAnOutage(t *testing.T) {
	at := time.Date(2026, 11, 15, 23, 59, 0, 0, time.UTC)
	store := &ledger{down: true}
	counter := NewCounter(store, func() time.Time { return at })
	var everyone sync.WaitGroup
	for range 100 {
		everyone.Go(func() { counter.Add("purchase", 450) })
	}
	everyone.Wait()
	if err := counter.Write(t.Context()); err == nil {
		t.Fatal("writing to a database that is down went well")
	}
	at = at.Add(2 * time.Minute)
	counter.Add("purchase", 50)
	counter.Add("view_item", 0)
	store.down = false
	for range 2 { // what was written is not written again
		if err := counter.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	want := []Sum{
		{"2026-11-15", "purchase", 100, 45_000},
		{"2026-11-16", "purchase", 1, 50},
		{"2026-11-16", "view_item", 1, 0},
	}
	if !slices.Equal(store.sums, want) {
		t.Errorf("kept %v, want %v", store.sums, want)
	}
}

func TestCounter_FlushesAtShutdown(t *testing.T) {
	store := &ledger{}
	counter := NewCounter(store, nil)
	counter.Add("add_to_cart", 100)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	counter.Run(ctx, nil)
	if len(store.sums) != 1 || store.sums[0].Count != 1 {
		t.Errorf("kept %v", store.sums)
	}
}

func TestCounter_NilIsAllowed(_ *testing.T) {
	var none *Counter
	none.Add("purchase", 1)
}

func TestCounter_SumsSaturate(t *testing.T) {
	store := &ledger{}
	counter := NewCounter(store, func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) })
	counter.Add("purchase", -5)
	counter.Add("purchase", Max)
	counter.Add("purchase", Max)
	if err := counter.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []Sum{{"2026-11-15", "purchase", 3, Max}}; !slices.Equal(store.sums, want) {
		t.Errorf("kept %v, want %v", store.sums, want)
	}
}
