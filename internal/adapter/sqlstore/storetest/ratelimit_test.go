package storetest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/ratelimit"
)

func try(subject string, free int, first time.Duration) ratelimit.Attempt {
	return ratelimit.Attempt{
		Scope: "test", Subject: subject, Limit: ratelimit.Limit{Free: free, First: first, Max: 4 * first,
			Forget: time.Hour},
	}
}

func TestRateLimit_DelayGrowsUpToABound(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, _ *sqlstore.Accounts) {
		store, ctx := sqlstore.NewRateLimits(db), t.Context()
		attempts := []ratelimit.Attempt{try("layla", 3, time.Minute)}
		for i := 1; i <= 3; i++ {
			counts, wait, err := store.Count(ctx, attempts)
			must(t, err)
			if wait != 0 || counts[0] != i {
				t.Fatalf("try %d: counted %v, wait %v", i, counts, wait)
			}
		}
		// Time passes for the database only: the row is made older.
		later := func(by time.Duration) {
			must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
				_, err := tx.ExecContext(ctx, "UPDATE tries SET tried_at = tried_at - $1", by.Milliseconds())
				return err
			}))
		}
		for i, want := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 4 * time.Minute} {
			_, wait, err := store.Count(ctx, attempts)
			must(t, err)
			if wait < want-10*time.Second || wait > want {
				t.Errorf("delay %d is %v, want about %v", i, wait, want)
			}
			later(want)
			if counts, wait, err := store.Count(ctx, attempts); err != nil || wait != 0 || counts[0] != 4+i {
				t.Fatalf("after the delay: %v %v %v", counts, wait, err)
			}
		}
		later(2 * time.Hour)
		if counts, wait, err := store.Count(ctx, attempts); err != nil || wait != 0 || counts[0] != 1 {
			t.Errorf("after a quiet time: %v %v %v", counts, wait, err)
		}
	})
}

func TestRateLimit_RefusedAttemptIsNotCounted(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, _ *sqlstore.Accounts) {
		store, ctx := sqlstore.NewRateLimits(db), t.Context()
		network, account := try("network", 100, time.Minute), try("account", 1, time.Minute)
		counts, wait, err := store.Count(ctx, []ratelimit.Attempt{network, account})
		must(t, err)
		if wait != 0 || counts[0] != 1 || counts[1] != 1 {
			t.Fatalf("first: %v %v", counts, wait)
		}
		for range 5 {
			if _, wait, err := store.Count(ctx, []ratelimit.Attempt{network, account}); err != nil || wait <= 0 {
				t.Fatalf("wait %v, %v", wait, err)
			}
		}
		counts, _, err = store.Count(ctx, []ratelimit.Attempt{network})
		must(t, err)
		if counts[0] != 2 {
			t.Errorf("the network counts %d", counts[0])
		}
	})
}

func TestRateLimit_ResetAndSweptAttempts(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, people *sqlstore.Accounts) {
		store, ctx := sqlstore.NewRateLimits(db), t.Context()
		a, b := try("a", 2, time.Minute), try("b", 2, time.Minute)
		for range 2 {
			_, _, err := store.Count(ctx, []ratelimit.Attempt{a, b})
			must(t, err)
		}
		must(t, store.Undo(ctx, []ratelimit.Attempt{a}))
		must(t, people.Write(ctx, func(tx accounts.Tx) error { return tx.Reset(ctx, b) }))
		_, wait, err := store.Count(ctx, []ratelimit.Attempt{a})
		must(t, err)
		if wait <= 0 || wait > 30*time.Second {
			t.Errorf("a forgiven try leaves half the delay, not %v", wait)
		}
		counts, wait, err := store.Count(ctx, []ratelimit.Attempt{b})
		must(t, err)
		if wait != 0 || counts[0] != 1 {
			t.Errorf("a cleared try: %v %v", counts, wait)
		}
	})
}

func TestRateLimit_ManyServersCountEachAttemptOnce(t *testing.T) {
	t.Parallel()
	EachTarget(t, func(t *testing.T, target string) {
		servers := make([]*sqlstore.RateLimits, 3)
		for i := range servers {
			servers[i] = sqlstore.NewRateLimits(Open(t, target))
		}
		attempts := []ratelimit.Attempt{try("layla", 5, time.Hour)}
		var let, refused atomic.Int32
		var group sync.WaitGroup
		for i := range 90 {
			group.Go(func() {
				_, wait, err := servers[i%3].Count(t.Context(), attempts)
				switch {
				case err != nil:
					t.Error(err)
				case wait > 0:
					refused.Add(1)
				default:
					let.Add(1)
				}
			})
		}
		group.Wait()
		if let.Load() != 5 || refused.Load() != 85 {
			t.Errorf("%d were let through, %d refused", let.Load(), refused.Load())
		}
	})
}

func TestSweep_RemovesOnlyWhatHasExpired(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		limits, ctx := sqlstore.NewRateLimits(db), t.Context()
		layla := addPerson(t, store, "layla")
		now := time.Now().UTC().Truncate(time.Millisecond)
		link := func(hash string, expires time.Time) accounts.Link {
			return accounts.Link{
				Hash: hash, Purpose: accounts.PurposeVerify, UserID: layla.ID, CreatedAt: expires.Add(-time.Hour),
				ExpiresAt: expires,
			}
		}
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			for _, err := range []error{
				tx.AddSession(ctx, session(layla, "old", now.Add(-13*time.Hour))),
				tx.AddSession(ctx, session(layla, "young", now.Add(-11*time.Hour))),
				tx.AddLink(ctx, link("old", now.Add(-31*24*time.Hour))),
				tx.AddLink(ctx, link("young", now.Add(-time.Hour))),
			} {
				if err != nil {
					return err
				}
			}
			return nil
		}))
		_, _, err := limits.Count(ctx, []ratelimit.Attempt{try("old", 5, time.Second)})
		must(t, err)
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE tries SET tried_at = tried_at - $1", (25 * time.Hour).Milliseconds())
			return err
		}))
		_, _, err = limits.Count(ctx, []ratelimit.Attempt{try("young", 5, time.Second)})
		must(t, err)
		must(t, store.Sweep(ctx, now))
		must(t, limits.Sweep(ctx))
		for id, want := range map[string]apperr.Code{"old": apperr.NotFound, "young": ""} {
			_, _, err := store.Session(ctx, id)
			wantCode(t, err, want)
			_, err = store.Link(ctx, id)
			wantCode(t, err, want)
			var n int
			must(t, db.QueryRowContext(ctx, "SELECT count(*) FROM tries WHERE subject = $1", id).Scan(&n))
			if (n == 0) != (want == apperr.NotFound) {
				t.Errorf("%d rows of %s tries", n, id)
			}
		}
	})
}
