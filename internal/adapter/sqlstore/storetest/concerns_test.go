package storetest

import (
	"slices"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/concerns"
)

func TestConcerns_AddedWordsReachEveryServer(t *testing.T) {
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewConcerns(db)
		var learnt [2]map[string][]string
		var servers [2]*concerns.Service
		for i := range servers {
			servers[i] = concerns.NewService(store, store, func(words map[string][]string) { learnt[i] = words }, nil)
		}
		if err := servers[0].Add(t.Context(), "  Skhouniye ", "fever", "admin"); err != nil {
			t.Fatal(err)
		}
		if err := servers[1].Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range servers {
			if !slices.Equal(learnt[i]["fever"], []string{"skhouniye"}) {
				t.Errorf("server %d learnt %v", i, learnt[i])
			}
		}
		if err := servers[0].Add(t.Context(), "x", "no_such_concern", "admin"); err == nil {
			t.Error("a word was added to a concern that does not exist")
		}
		if err := servers[1].Remove(t.Context(), "skhouniye"); err != nil || len(learnt[1]) != 0 {
			t.Errorf("after removing: %v, %v", learnt[1], err)
		}
	})
}

func TestConcerns_MissesAreSummedPerQuery(t *testing.T) {
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewConcerns(db)
		now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
		counter := concerns.NewMissCounter(store, func() time.Time { return now })
		for _, query := range []string{"zzz", " ZZZ ", "qqq", "call me 71234567", "a@example.com"} {
			counter.Add(query, "none")
		}
		if err := counter.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(24 * time.Hour)
		counter.Add("zzz", "none")
		if err := counter.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, total, err := store.Misses(t.Context(), "2026-11-15", 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		want := []concerns.Miss{
			{Day: "2026-11-16", Query: "zzz", Match: "none", Count: 3},
			{Day: "2026-11-15", Query: "qqq", Match: "none", Count: 1},
		}
		if total != 2 || !slices.Equal(got, want) {
			t.Errorf("%d queries: %v", total, got)
		}
	})
}
