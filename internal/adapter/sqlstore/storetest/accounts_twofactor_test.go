package storetest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
)

// changed runs work that answers whether it changed something.
func changed(t *testing.T, store *sqlstore.Accounts, work func(tx accounts.Tx) (bool, error)) bool {
	t.Helper()
	var did bool
	must(t, store.Write(t.Context(), func(tx accounts.Tx) (err error) {
		did, err = work(tx)
		return err
	}))
	return did
}

func TestTwoFactor_ConfirmedOnceAndDeletedWithItsUser(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla := addPerson(t, store, "layla")
		begin := func(secret string) bool {
			return changed(t, store, func(tx accounts.Tx) (bool, error) {
				return tx.BeginTwoFactor(ctx, accounts.TwoFactor{
					UserID: layla.ID, Secret: secret, BegunAt: accountTime,
				})
			})
		}
		confirm := func(s *accounts.TwoFactor) bool {
			return changed(t, store, func(tx accounts.Tx) (bool, error) {
				return tx.ConfirmTwoFactor(ctx, s, 7, accountTime.Add(time.Minute), []string{"one", "two"})
			})
		}
		_, err := store.TwoFactor(ctx, layla.ID)
		wantCode(t, err, apperr.NotFound)
		if !begin("first") {
			t.Fatal("not begun")
		}
		first, err := store.TwoFactor(ctx, layla.ID)
		must(t, err)
		if first.Secret != "first" || !first.BegunAt.Equal(accountTime) || !first.ConfirmedAt.IsZero() ||
			len(first.RecoveryCodes) != 0 {
			t.Errorf("begun is %+v", first)
		}
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			return tx.AddSession(ctx, session(layla, "a", accountTime))
		}))
		if _, state, err := store.Session(ctx, "a"); err != nil || state.TwoFactor {
			t.Errorf("begun stands as %+v, %v", state, err)
		}
		if !begin("second") || confirm(first) {
			t.Error("what was begun before another was confirmed")
		}
		must(t, store.Sweep(ctx, accountTime.Add(accounts.BeginLife-time.Second)))
		second, err := store.TwoFactor(ctx, layla.ID)
		must(t, err)
		if !confirm(second) || confirm(second) || begin("third") {
			t.Error("it must be confirmed once and not begun again")
		}
		must(t, store.Sweep(ctx, accountTime.Add(accounts.BeginLife)))
		second, err = store.TwoFactor(ctx, layla.ID)
		must(t, err)
		if !second.ConfirmedAt.Equal(accountTime.Add(time.Minute)) || len(second.RecoveryCodes) != 2 {
			t.Errorf("confirmed is %+v", second)
		}
		if _, state, err := store.Session(ctx, "a"); err != nil || !state.TwoFactor {
			t.Errorf("confirmed stands as %+v, %v", state, err)
		}
		must(t, store.Write(ctx, func(tx accounts.Tx) error {
			if on, err := tx.TwoFactorOn(ctx, layla.ID); err != nil || !on {
				t.Errorf("on: %v, %v", on, err)
			}
			return tx.AbandonTwoFactor(ctx, layla.ID)
		}))
		use := func(step int64) bool {
			return changed(t, store, func(tx accounts.Tx) (bool, error) { return tx.UseTOTPStep(ctx, second, step) })
		}
		if use(6) || use(7) || !use(8) || use(8) || use(7) || !use(9) {
			t.Error("a step must work once, and none before the last")
		}
		stale := *second
		stale.Secret = "first"
		if changed(t, store, func(tx accounts.Tx) (bool, error) { return tx.UseTOTPStep(ctx, &stale, 20) }) {
			t.Error("a code of another secret was taken")
		}
		must(t, store.Write(ctx, func(tx accounts.Tx) error { return tx.DeleteUser(ctx, layla.ID) }))
		for _, table := range []string{"second_steps", "recovery_codes"} {
			var left int
			must(t, db.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&left))
			if left != 0 {
				t.Errorf("%d rows of %s are left", left, table)
			}
		}
	})
}

func TestTwoFactor_OneOfManyUsesOfACodeWins(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla := addPerson(t, store, "layla")
		s := &accounts.TwoFactor{UserID: layla.ID, Secret: "sealed", BegunAt: accountTime}
		changed(t, store, func(tx accounts.Tx) (bool, error) { return tx.BeginTwoFactor(ctx, *s) })
		changed(t, store, func(tx accounts.Tx) (bool, error) {
			return tx.ConfirmTwoFactor(ctx, s, 1, accountTime, []string{"paper"})
		})
		for name, use := range map[string]func(tx accounts.Tx) (bool, error){
			"step":     func(tx accounts.Tx) (bool, error) { return tx.UseTOTPStep(ctx, s, 5) },
			"recovery": func(tx accounts.Tx) (bool, error) { return tx.UseRecoveryCode(ctx, s, "paper") },
		} {
			var won atomic.Int32
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					var mine bool
					err := store.Write(ctx, func(tx accounts.Tx) (err error) {
						mine, err = use(tx)
						return err
					})
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					if mine {
						won.Add(1)
					}
				})
			}
			all.Wait()
			if won.Load() != 1 {
				t.Errorf("%s: %d won", name, won.Load())
			}
		}
	})
}

func TestRemoveTwoFactor_ReportsWhetherItWasOn(t *testing.T) {
	t.Parallel()
	withAccounts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Accounts) {
		ctx := t.Context()
		layla := addPerson(t, store, "layla")
		s := &accounts.TwoFactor{UserID: layla.ID, Secret: "sealed", BegunAt: accountTime}
		begin := func(tx accounts.Tx) (bool, error) { return tx.BeginTwoFactor(ctx, *s) }
		drop := func(tx accounts.Tx) (bool, error) { return tx.DropTwoFactor(ctx, layla.ID) }
		if changed(t, store, drop) {
			t.Error("there was none")
		}
		changed(t, store, begin)
		if changed(t, store, drop) {
			t.Error("it was only begun")
		}
		changed(t, store, begin)
		must(t, store.Sweep(ctx, accountTime.Add(accounts.BeginLife)))
		_, err := store.TwoFactor(ctx, layla.ID)
		wantCode(t, err, apperr.NotFound)
		changed(t, store, begin)
		changed(t, store, func(tx accounts.Tx) (bool, error) {
			return tx.ConfirmTwoFactor(ctx, s, 1, accountTime, []string{"paper"})
		})
		if !changed(t, store, drop) || changed(t, store, drop) {
			t.Error("it was on, once")
		}
	})
}
