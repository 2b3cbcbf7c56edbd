package storetest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/concerns"
)

func TestConcerns_AddedWordsReachEveryServer(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

func TestConcerns_AdviceIsReplacedByTheVersionThatWasSeen(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewConcerns(db)
		now := time.Date(2026, 11, 16, 6, 0, 0, 0, time.UTC)
		here := concerns.NewAdviceTexts(store, func() time.Time { return now })
		there := concerns.NewAdviceTexts(store, func() time.Time { return now })
		usual := concerns.DefaultAdvice("fever")
		if here.Of("fever") != usual || usual.English == "" {
			t.Fatalf("before any edit: %v", here.Of("fever"))
		}
		words := text.Pair{English: "Drink water.", Arabic: "اشرب الماء."}
		saved, err := here.Save(t.Context(), concerns.Advice{Concern: "fever", Text: words}, "boss")
		if err != nil || saved.Version != 1 || here.Of("fever") != words || here.Changes() != 1 {
			t.Fatalf("saved %+v, %v; now %v", saved, err, here.Of("fever"))
		}
		_, err = there.Save(t.Context(), concerns.Advice{Concern: "fever", Text: usual}, "other")
		if apperr.CodeOf(err) != apperr.NoticeChanged {
			t.Errorf("an edit of a version that is gone: %v", err)
		}
		if err := there.Refresh(t.Context()); err != nil || there.Of("fever") != words {
			t.Errorf("another server shows %v, %v", there.Of("fever"), err)
		}
		none, err := there.Save(t.Context(), concerns.Advice{Concern: "fever", Version: 1}, "other")
		if err != nil || none.Version != 2 || there.Of("fever") != (text.Pair{}) {
			t.Errorf("without advice: %+v, %v", none, err)
		}
		for field, bad := range map[string]concerns.Advice{
			"english": {Concern: "fever", Text: text.Pair{Arabic: "نعم"}, Version: 2},
			"arabic": {
				Concern: "fever", Text: text.Pair{English: "yes", Arabic: strings.Repeat("ا", 301)}, Version: 2,
			},
		} {
			_, err := here.Save(t.Context(), bad, "boss")
			if refused, ok := errors.AsType[*apperr.Error](err); !ok || refused.Fields[field] == "" {
				t.Errorf("%s: %v", field, err)
			}
		}
		_, err = here.Save(t.Context(), concerns.Advice{Concern: "nothing"}, "boss")
		if apperr.CodeOf(err) != apperr.NotFound {
			t.Errorf("an unknown concern: %v", err)
		}
		var events int
		const counted = "SELECT count(*) FROM audit WHERE action = 'advice_changed' AND subject = 'fever'"
		if err := db.QueryRowContext(t.Context(), counted).Scan(&events); err != nil || events != 2 {
			t.Errorf("%d audit events, %v", events, err)
		}
	})
}
