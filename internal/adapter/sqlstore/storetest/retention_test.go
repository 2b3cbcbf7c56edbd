package storetest

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/cash"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/retention"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/shifts"
)

const day = 24 * time.Hour

func change(t *testing.T, db *sqlstore.DB, statement string, args ...any) {
	t.Helper()
	must(t, db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(t.Context(), statement, args...)
		return err
	}))
}

func rows(t *testing.T, db *sqlstore.DB, from string) (n int) {
	t.Helper()
	must(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM "+from).Scan(&n))
	return n
}

func TestRetention_RemovesWhatIsTooOldAndNothingElse(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		now := time.Now().UTC()
		ago := func(age time.Duration) int64 { return sqlstore.Millis(now.Add(-age)) }
		for i, age := range []time.Duration{time.Hour, 9 * day, 11 * day, 400 * day} {
			id := string(rune('a' + i))
			date := now.Add(-age).Format(time.DateOnly)
			change(t, db, "INSERT INTO audit (id, at, action) VALUES ($1, $2, 'test')", id, ago(age))
			change(t, db, "INSERT INTO daily_sums (day, event, count, total) VALUES ($1, 'e', 1, 1)", date)
			change(t, db, "INSERT INTO search_misses (day, query, match, count) VALUES ($1, 'q', 'none', 1)", date)
			change(t, db, `INSERT INTO outbox (id, kind, payload, created_at, run_at, buried)
				VALUES ($1, 'k', '', $2, 0, TRUE)`, id, ago(age))
			change(t, db, `INSERT INTO outbox (id, kind, payload, created_at, run_at, buried)
				VALUES ($1, 'k', '', $2, 0, FALSE)`, "waiting-"+id, ago(age))
			change(t, db, `INSERT INTO reconcile_runs (id, source, from_at, until_at, created_at, done_at)
				VALUES ($1, 'file', 0, 0, $2, 1)`, id, ago(age))
			for _, status := range []string{"delivered", "placed"} {
				order := id + status
				change(t, db, `INSERT INTO orders (id, number, checkout_id, request_hash, status, subtotal_cents,
					fee_cents, total_cents, method, transaction_id, address, placed_at, updated_at, network)
					VALUES ($1, $1, $1, '', $2, 0, 0, 0, 'cash', '', '{}', $3, $3, 'n')`, order, status, ago(age))
				change(t, db, `INSERT INTO stock_ledger (order_id, product_id, reason, pieces, at)
					VALUES ($1, 'p', 'taken', -1, $2)`, order, ago(age))
			}
		}
		rules := retention.Rules{retention.OrphanedOrders: 100 * day}
		for _, kind := range retention.Kinds {
			if kind != retention.OrphanedOrders {
				rules[kind] = 10 * day
			}
		}
		sweeper := retention.New(sqlstore.NewRetention(db), rules, slog.New(slog.DiscardHandler))
		must(t, sweeper.Sweep(t.Context()))
		for from, want := range map[string]int{
			"audit": 2, "daily_sums": 2, "search_misses": 2, "outbox WHERE buried": 2, "outbox WHERE NOT buried": 4,
			"reconcile_runs": 2, "orders": 7, "stock_ledger": 7,
			"orders WHERE network = '' AND status = 'delivered'": 1, "orders WHERE network = 'n'": 6,
		} {
			if got := rows(t, db, from); got != want {
				t.Errorf("%s: %d left, want %d", from, got, want)
			}
		}
		if sweeper.Removed(retention.AuditEvents) != 2 || sweeper.Removed(retention.OrphanedOrders) != 1 {
			t.Errorf("counted %d and %d", sweeper.Removed(retention.AuditEvents),
				sweeper.Removed(retention.OrphanedOrders))
		}
		must(t, retention.New(sqlstore.NewRetention(db), nil, slog.New(slog.DiscardHandler)).Sweep(t.Context()))
		if got := rows(t, db, "audit"); got != 2 {
			t.Errorf("without rules %d were left", got)
		}
	})
}

// A job that moves money and was set aside waits for somebody to repair what it failed of.
func TestRetention_KeepsJobsAboutMoney(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		old := sqlstore.Millis(time.Now().Add(-100 * day))
		for _, kind := range []string{
			orders.EmailJob, orders.RefundJob, orders.CaptureJob, orders.BookJob, orders.AnswerJob,
		} {
			change(t, db, `INSERT INTO outbox (id, kind, payload, created_at, run_at, buried)
				VALUES ($1, $1, '{}', $2, 0, TRUE)`, kind, old)
		}
		n, err := sqlstore.NewRetention(db).Remove(t.Context(), retention.BuriedJobs, 90*day, 500)
		if left := rows(t, db, "outbox"); err != nil || n != 1 || left != 4 {
			t.Errorf("removed %d, left %d, %v", n, left, err)
		}
	})
}

// An order that a courier carried leaves as any other; the cash stays in the shift.
func TestRetention_RemovesOrdersThatACourierCarried(t *testing.T) {
	t.Parallel()
	eachShiftsFixture(t, 1, func(t *testing.T, m *shiftsFixture) {
		parcel := m.prepared(t, 1)[0]
		s := m.open(t, m.people[0], cash.Amount{})
		m.must(t, s, shifts.Request{Key: "take-one", Kind: shifts.Take, Fulfilment: parcel})
		s = m.must(t, s, shifts.Request{
			Key: "deliver-one", Kind: shifts.Deliver, Fulfilment: parcel, Amount: dollars(100_00),
		})
		m.exec(t, "UPDATE orders SET user_id = NULL, placed_at = $1", sqlstore.Millis(time.Now().Add(-4000*day)))
		n, err := sqlstore.NewRetention(m.db).Remove(t.Context(), retention.OrphanedOrders, 3650*day, 500)
		if left := rows(t, m.db, "orders"); err != nil || n != 1 || left != 0 {
			t.Errorf("removed %d, left %d, %v", n, left, err)
		}
		shown, err := m.shifts.Of(t.Context(), roles.House, s.ID)
		if err != nil || shown.Expected != s.Expected || len(shown.Orders) != 0 {
			t.Errorf("the shift is %+v, %v", shown, err)
		}
	})
}

func TestRetention_RemovesInBoundedPieces(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewRetention(db)
		for _, id := range []string{"a", "b", "c", "d", "e"} {
			change(t, db, "INSERT INTO audit (id, at, action) VALUES ($1, 1, 'test')", id)
		}
		for _, want := range []int{2, 2, 1, 0} {
			if n, err := store.Remove(t.Context(), retention.AuditEvents, day, 2); err != nil || n != want {
				t.Errorf("removed %d, %v, want %d", n, err, want)
			}
		}
	})
}

func TestRetention_OneServerSweepsANight(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		store := sqlstore.NewRetention(db)
		for night := range 2 {
			var begun atomic.Int32
			var servers sync.WaitGroup
			for range 4 {
				servers.Go(func() {
					for range 2 {
						mine, err := store.Begin(t.Context(), retention.Hour)
						if err != nil {
							t.Error(err)
						}
						if mine {
							begun.Add(1)
						}
					}
				})
			}
			servers.Wait()
			if begun.Load() != 1 {
				t.Errorf("night %d was begun %d times", night, begun.Load())
			}
			change(t, db, "UPDATE sweeps SET begun_at = begun_at - $1", day.Milliseconds())
		}
		if at, err := store.LastBegun(t.Context()); err != nil || time.Since(at) < 23*time.Hour {
			t.Errorf("last begun at %v, %v", at, err)
		}
	})
}
