package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/analytics"
)

// Several servers write their sums at once, in whatever order they have them: nothing is lost.
func TestAnalytics_DailySumsOfAllServersAddUp(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewDailySums(db)
		const servers, writes = 4, 10
		var all sync.WaitGroup
		for server := range servers {
			all.Go(func() {
				for range writes {
					sums := []analytics.Sum{
						{Day: "2026-11-15", Event: "purchase", Count: 2, Total: 300},
						{Day: "2026-11-16", Event: "purchase", Count: 1, Total: 10},
						{Day: "2026-11-15", Event: "view_item", Count: 5},
					}
					if server%2 == 1 {
						slices.Reverse(sums)
					}
					if err := store.AddDailySums(t.Context(), sums); err != nil {
						t.Error(fmt.Errorf("server %d: %w", server, err))
					}
				}
			})
		}
		all.Wait()
		got, err := store.DailySumsSince(t.Context(), "2026-11-15")
		if err != nil {
			t.Fatal(err)
		}
		want := []analytics.Sum{
			{Day: "2026-11-15", Event: "purchase", Count: 80, Total: 12_000},
			{Day: "2026-11-15", Event: "view_item", Count: 200},
			{Day: "2026-11-16", Event: "purchase", Count: 40, Total: 400},
		}
		if !slices.Equal(got, want) {
			t.Errorf("the days hold %v, want %v", got, want)
		}
	})
}

// A sum at the edge of what a number holds stays there: neither engine wraps around, refuses or makes it a fraction.
func TestAnalytics_DailySumsSaturate(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewDailySums(db)
		sum := analytics.Sum{Day: "2026-11-15", Event: "purchase", Count: analytics.Max - 1, Total: analytics.Max}
		for range 3 {
			if err := store.AddDailySums(t.Context(), []analytics.Sum{sum}); err != nil {
				t.Fatal(err)
			}
		}
		got, err := store.DailySumsSince(t.Context(), "2026-11-15")
		if err != nil || len(got) != 1 || got[0].Count != analytics.Max || got[0].Total != analytics.Max {
			t.Errorf("three times %+v is %+v, %v", sum, got, err)
		}
	})
}
