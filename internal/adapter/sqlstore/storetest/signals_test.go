package storetest

import (
	"fmt"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/signals"
)

func TestSignals_NoticeWhoStandsOutAndNobodyElse(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		now := time.Now().UTC()
		ago := func(age time.Duration) int64 { return sqlstore.Millis(now.Add(-age)) }
		for _, user := range []string{"often", "once", "before"} {
			change(t, db, `INSERT INTO users (id, username, username_fold, full_name, phone_nb, email, email_fold,
				password_hash, language, created_at, updated_at)
				VALUES ($1, $1, $1, 'x', '03123456', $1, $1, 'x', 'english', 1, 1)`, user)
		}
		event := func(id, action, user string, age time.Duration) {
			change(t, db, `INSERT INTO audit (id, at, action, actor_id, subject_kind, subject)
				VALUES ($1, $2, $3, '', 'user', $4)`, id, ago(age), action, user)
		}
		event("1", "email_changed", "often", 2*time.Hour)
		event("2", "password_reset", "often", time.Hour)
		event("3", "password_reset", "once", 3*time.Hour) // the reset came first
		event("4", "email_changed", "once", time.Hour)
		event("5", "email_changed", "before", 9*day)
		event("6", "password_reset", "before", 8*day)
		for i := range 25 {
			user, age := "often", time.Hour
			if i >= 5 {
				user, age = "before", 2*day
			}
			if i < 4 {
				addDecline(t, db, fmt.Sprint("once", i), "once", ago(age))
			}
			addDecline(t, db, fmt.Sprint(i), user, ago(age))
			if i < 3 {
				addCancelled(t, db, fmt.Sprint("o", i), "often", "customer", ago(age))
				addCancelled(t, db, fmt.Sprint("s", i), "once", "admin", ago(age))
			}
		}
		for network, count := range map[string]int{"crowd": 20, "home": 19} {
			change(t, db, `INSERT INTO tries (scope, subject, count, delay_ms, tried_at)
				VALUES ('register_ip', $1, $2, 0, $3)`, network, count, ago(time.Hour))
		}
		store := sqlstore.NewSignals(db)
		for kind, want := range map[signals.Kind]string{
			signals.Takeovers: "often 1", signals.Declines: "often 5", signals.OrderLoops: "often 3",
			signals.NewAccounts: "crowd 20",
		} {
			found, err := store.Signals(t.Context(), kind, signals.Thresholds[kind], 10)
			must(t, err)
			if len(found) != 1 || fmt.Sprint(found[0].Subject, " ", found[0].Count) != want ||
				found[0].LastAt.UnixMilli() != ago(time.Hour) {
				t.Errorf("%s: %+v, want %s", kind, found, want)
			}
		}
	})
}

func addDecline(t *testing.T, db *sqlstore.DB, id, user string, at int64) {
	t.Helper()
	change(t, db, `INSERT INTO payment_attempts (id, user_id, gateway, hosted, state, reason, amount_cents, currency,
		expires_at, lookup_at, created_at, updated_at)
		VALUES ($1, $2, 'sandbox', FALSE, 'released', 'declined', 1, 'USD', 0, 0, $3, $3)`, id, user, at)
}

func addCancelled(t *testing.T, db *sqlstore.DB, id, user, by string, at int64) {
	t.Helper()
	change(t, db, `INSERT INTO orders (id, number, user_id, checkout_id, request_hash, status, subtotal_cents,
		fee_cents, total_cents, method, transaction_id, address, placed_at, updated_at)
		VALUES ($1, $1, $2, $1, '', 'cancelled', 0, 0, 0, 'cash', '', '{}', $3, $3)`, id, user, at)
	change(t, db, `INSERT INTO order_history (id, order_id, place, status, at, actor_kind)
		VALUES ($1, $1, 1, 'cancelled', $2, $3)`, id, at, by)
}

func TestSignals_ViolationsAreCountedUpToANumberOfDifferentOnes(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewSignals(db)
		violation := func(blocked string, count int64) signals.Violation {
			return signals.Violation{
				Day: "2026-11-16", Directive: "script-src", Blocked: blocked, Page: "home", Count: count,
			}
		}
		must(t, store.AddViolations(t.Context(), []signals.Violation{violation("a", 1), violation("b", 5)}, 2))
		must(t, store.AddViolations(t.Context(), []signals.Violation{violation("a", 2), violation("c", 9)}, 2))
		found, err := store.Violations(t.Context(), "2026-11-10", 10)
		must(t, err)
		if len(found) != 2 || found[0] != violation("b", 5) || found[1] != violation("a", 3) {
			t.Errorf("stored are %+v", found)
		}
		if found, err = store.Violations(t.Context(), "2026-11-17", 10); err != nil || len(found) != 0 {
			t.Errorf("later: %+v, %v", found, err)
		}
	})
}
