package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"dawa/internal/domain/reconcile"
)

// Reconciliation keeps the comparisons of payments. It implements reconcile.Store.
type Reconciliation struct{ db *DB }

// NewReconciliation makes the store over an open database.
func NewReconciliation(db *DB) *Reconciliation { return &Reconciliation{db} }

const selectRuns = "SELECT id, source, from_at, until_at, created_at, done_at, checked, differences FROM reconcile_runs"

func scanRun(row interface{ Scan(...any) error }) (reconcile.Run, error) {
	var r reconcile.Run
	var from, until, at, done int64
	var differences string
	err := row.Scan(&r.ID, &r.Source, &from, &until, &at, &done, &r.Checked, &differences)
	if err != nil {
		return r, err
	}
	r.From, r.Until, r.At = Time(from), Time(until), Time(at)
	if done > 0 {
		r.DoneAt = Time(done)
	}
	return r, json.Unmarshal([]byte(differences), &r.Differences)
}

// AddRun adds a run unless it is there.
func (s *Reconciliation) AddRun(ctx context.Context, r reconcile.Run) error {
	return s.write(ctx, `
		INSERT INTO reconcile_runs (id, done_at, checked, found, differences, source, from_at, until_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`, r, string(r.Source), Millis(r.From),
		Millis(r.Until), Millis(r.At))
}

// FinishRun writes the outcome of a run that waits.
func (s *Reconciliation) FinishRun(ctx context.Context, r reconcile.Run) error {
	return s.write(ctx, `
		UPDATE reconcile_runs SET done_at = $2, checked = $3, found = $4, differences = $5
		WHERE id = $1 AND done_at = 0`, r)
}

func (s *Reconciliation) write(ctx context.Context, query string, r reconcile.Run, more ...any) error {
	if r.Differences == nil {
		r.Differences = []reconcile.Difference{}
	}
	differences, err := asText(r.Differences)
	if err != nil {
		return err
	}
	args := append([]any{r.ID, millisOrZero(r.DoneAt), r.Checked, len(r.Differences), differences}, more...)
	err = s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("writing a comparison of payments: %w", err)
	}
	return nil
}

// WaitingRun is the oldest that waits.
func (s *Reconciliation) WaitingRun(ctx context.Context) (r reconcile.Run, ok bool, err error) {
	found, err := readAll(ctx, s.db, "looking for a comparison of payments", scanRun,
		selectRuns+" WHERE done_at = 0 ORDER BY created_at, id LIMIT 1")
	if err != nil || len(found) == 0 {
		return r, false, err
	}
	return found[0], true, nil
}

// Runs lists the latest.
func (s *Reconciliation) Runs(ctx context.Context, limit int) ([]reconcile.Run, error) {
	return readAll(ctx, s.db, "listing comparisons of payments", scanRun,
		selectRuns+" ORDER BY created_at DESC, id LIMIT $1", limit)
}

// LatestDifferences is how many differences the latest comparison found that is done.
func (s *Reconciliation) LatestDifferences(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, `
		SELECT COALESCE((SELECT found FROM reconcile_runs WHERE done_at > 0 ORDER BY done_at DESC, id LIMIT 1), 0)`,
	).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("counting differences of payments: %w", s.db.public(err))
	}
	return n, nil
}

// selectBooked reads attempts with the numbers of their orders.
func (s *Reconciliation) selectBooked() string {
	return `SELECT a.id, a.user_id, a.gateway, a.hosted, a.state, a.reason, a.amount_cents, a.currency,
		a.handoff, a.captured_cents, a.refunded_cents, a.expires_at, a.looked_at, a.lookups, a.rate, ` + s.db.Now() + `,
		COALESCE(o.number, '') FROM payment_attempts a LEFT JOIN orders o ON o.id = a.id`
}

// withNumber reads an order's number behind the columns of an attempt.
type withNumber struct {
	row    interface{ Scan(...any) error }
	number *string
}

func (w withNumber) Scan(into ...any) error { return w.row.Scan(append(into, w.number)...) }

func scanBooked(row interface{ Scan(...any) error }) (b reconcile.Booked, err error) {
	b.Attempt, err = scanAttempt(withNumber{row, &b.Order})
	return b, err
}

// Payments lists those that were begun in a period and are over. Whether money is still on its way is nobody's
// difference.
func (s *Reconciliation) Payments(ctx context.Context, gateway string, from,
	until time.Time) ([]reconcile.Booked, error) {
	return readAll(ctx, s.db, "listing payments", scanBooked, s.selectBooked()+`
		WHERE a.gateway = $1 AND a.created_at >= $2 AND a.created_at < $3 AND a.state <> 'open'
		ORDER BY a.created_at, a.id`, gateway, Millis(from), Millis(until))
}

// PaymentsByKey reads payments by their keys or by the numbers of their orders.
func (s *Reconciliation) PaymentsByKey(ctx context.Context, gateway string,
	keys []string) (map[string]reconcile.Booked, error) {
	found := map[string]reconcile.Booked{}
	for _, key := range keys {
		some, err := readAll(ctx, s.db, "reading a payment", scanBooked,
			s.selectBooked()+" WHERE a.gateway = $1 AND (a.id = $2 OR o.number = $2)", gateway, key)
		if err != nil {
			return nil, err
		}
		for _, b := range some {
			found[key] = b
		}
	}
	return found, nil
}
