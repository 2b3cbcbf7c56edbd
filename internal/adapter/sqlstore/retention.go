package sqlstore

import (
	"context"
	"fmt"
	"time"

	"dawa/internal/domain/orders"
	"dawa/internal/domain/retention"
)

// Retention removes old rows. It implements retention.Store.
type Retention struct{ db *DB }

var _ retention.Store = (*Retention)(nil)

// NewRetention makes the store over an open database.
func NewRetention(db *DB) *Retention { return &Retention{db: db} }

const dayMillis = 24 * 60 * 60 * 1000

// moneyJobs are the kinds of jobs that move money or say what becomes of an order: one that was set aside waits for
// somebody to repair what it failed of, however long that takes.
const moneyJobs = "'" + orders.RefundJob + "', '" + orders.CaptureJob + "', '" + orders.BookJob + "', '" +
	orders.AnswerJob + "'"

// finished finds the orders that are open no more, in the words of the partial index orders_networks_by_time: with
// placeholders neither engine would use that.
const finished = "status IN ('delivered', 'cancelled')"

// Begin claims the sweep of this night by the database's clock.
func (s *Retention) Begin(ctx context.Context, hour int) (bool, error) {
	var begun bool
	err := s.db.Write(ctx, func(tx *Tx) error {
		// The night began at the last full day plus the hour, or a day earlier before that hour.
		offset := int64(hour) * time.Hour.Milliseconds()
		night := fmt.Sprintf("((%s - %d) / %d * %d + %d)", tx.Now(), offset, dayMillis, dayMillis, offset)
		result, err := tx.ExecContext(ctx,
			"UPDATE sweeps SET begun_at = "+tx.Now()+" WHERE name = 'retention' AND begun_at < "+night)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		begun = n == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("beginning a sweep: %w", err)
	}
	return begun, nil
}

// LastBegun is when the last sweep began.
func (s *Retention) LastBegun(ctx context.Context) (time.Time, error) {
	var at int64
	err := s.db.QueryRowContext(ctx, "SELECT begun_at FROM sweeps WHERE name = 'retention'").Scan(&at)
	if err != nil {
		return time.Time{}, fmt.Errorf("looking up the last sweep: %w", s.db.public(err))
	}
	return Time(at), nil
}

// Remove removes a chunk of what is too old.
func (s *Retention) Remove(ctx context.Context, kind retention.Kind, keep time.Duration,
	limit int) (removed int, err error) {
	day, err := s.dayBefore(ctx, keep)
	if err != nil {
		return 0, err
	}
	err = s.db.Write(ctx, func(tx *Tx) error {
		removed, err = removeOld(ctx, tx, kind, keep, day, limit)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("removing old %s: %w", kind, err)
	}
	return removed, nil
}

func removeOld(ctx context.Context, tx *Tx, kind retention.Kind, keep time.Duration, day string, limit int) (int,
	error) {
	// $1 is how long rows are kept or the first day that is kept, $2 how many go at once.
	old := func(column string) string { return column + " < " + tx.Now() + " - CAST($1 AS BIGINT)" }
	chunkOf := func(table, key, where string) string {
		return fmt.Sprintf("DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s WHERE %s LIMIT $2)", table, key, key, table,
			where)
	}
	change := func(statement string, args ...any) (int, error) {
		result, err := tx.ExecContext(ctx, statement, args...)
		if err != nil {
			return 0, err
		}
		n, err := result.RowsAffected()
		return int(n), err
	}
	millis := keep.Milliseconds()
	switch kind {
	case retention.AuditEvents:
		return change(chunkOf("audit", "id", old("at")), millis, limit)
	case retention.BuriedJobs:
		return change(chunkOf("outbox", "id", "buried AND kind NOT IN ("+moneyJobs+") AND "+old("created_at")),
			millis, limit)
	case retention.RestockAlerts:
		return change(chunkOf("restock_alerts", "id", old("asked_at")+" AND "+old("sent_at")), millis, limit)
	case retention.Comparisons:
		return change(chunkOf("reconcile_runs", "id", "done_at <> 0 AND "+old("created_at")), millis, limit)
	case retention.Statistics:
		return change(chunkOf("daily_sums", "day, event", "day < $1"), day, limit)
	case retention.PolicyReports:
		return change(chunkOf("policy_reports", "day, directive, blocked, page", "day < $1"), day, limit)
	case retention.SearchCounts:
		return change(chunkOf("search_misses", "day, query, match", "day < $1"), day, limit)
	case retention.OrderNetworks:
		return change(`UPDATE orders SET network = '' WHERE id IN (SELECT id FROM orders WHERE network <> '' AND `+
			finished+` AND `+old("placed_at")+` LIMIT $2)`, millis, limit)
	case retention.OrphanedOrders:
		// The pieces of the order left with it: what the stock was is not counted from these rows.
		which := "SELECT id FROM orders WHERE user_id IS NULL AND " + finished + " AND " + old("placed_at") +
			" ORDER BY placed_at, id LIMIT $2"
		for _, table := range []string{
			"stock_ledger WHERE order_id", "payment_attempts WHERE id", "shift_orders WHERE order_id",
		} {
			if _, err := change("DELETE FROM "+table+" IN ("+which+")", millis, limit); err != nil {
				return 0, err
			}
		}
		return change("DELETE FROM orders WHERE id IN ("+which+")", millis, limit)
	}
	return 0, fmt.Errorf("nothing is known of the kind %q", kind)
}

// dayBefore is the day so long ago, by the database's clock.
func (s *Retention) dayBefore(ctx context.Context, keep time.Duration) (string, error) {
	var now int64
	if err := s.db.QueryRowContext(ctx, "SELECT "+s.db.Now()).Scan(&now); err != nil {
		return "", fmt.Errorf("reading the database's clock: %w", s.db.public(err))
	}
	return Time(now).Add(-keep).Format(time.DateOnly), nil
}
