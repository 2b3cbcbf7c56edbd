package sqlstore

import (
	"context"
	"fmt"

	"dawa/internal/domain/signals"
)

// Signals reads what may be an attack from what is stored anyway. It implements signals.Store.
type Signals struct{ db *DB }

var _ signals.Store = (*Signals)(nil)

// NewSignals makes the store over an open database.
func NewSignals(db *DB) *Signals { return &Signals{db: db} }

// query gives subject, count and the last time of each kind; $1 is within how many milliseconds.
func (s *Signals) query(kind signals.Kind) string {
	since := s.db.Now() + " - CAST($1 AS BIGINT)"
	switch kind {
	case signals.Declines:
		return `SELECT user_id AS subject, count(*) AS n, max(created_at) AS last_at FROM payment_attempts
			WHERE reason = 'declined' AND user_id <> '' AND created_at > ` + since + ` GROUP BY user_id`
	case signals.OrderLoops:
		return `SELECT o.user_id AS subject, count(*) AS n, max(h.at) AS last_at
			FROM orders o JOIN order_history h ON h.order_id = o.id
			WHERE o.status = 'cancelled' AND o.user_id IS NOT NULL AND o.updated_at > ` + since + `
				AND h.status = 'cancelled' AND h.actor_kind = 'customer' AND h.at > ` + since + ` GROUP BY o.user_id`
	case signals.Takeovers:
		return `SELECT c.subject AS subject, count(DISTINCT r.id) AS n, max(r.at) AS last_at FROM audit c
			JOIN audit r ON r.subject_kind = c.subject_kind AND r.subject = c.subject AND r.at >= c.at
				AND r.action IN ('password_reset', 'password_reset_requested')
			WHERE c.at > ` + since + ` AND c.action IN ('email_changed', 'email_change_requested')
			GROUP BY c.subject`
	case signals.NewAccounts:
		return `SELECT subject, max(count) AS n, max(tried_at) AS last_at FROM tries
			WHERE scope = 'register_ip' AND tried_at > ` + since + ` GROUP BY subject`
	}
	return ""
}

// Signals gives those of a kind, the latest first.
func (s *Signals) Signals(ctx context.Context, kind signals.Kind, t signals.Threshold,
	limit int) (found []signals.Signal, err error) {
	query := s.query(kind)
	if query == "" {
		return nil, fmt.Errorf("nothing is known of the kind %q", kind)
	}
	rows, err := s.db.QueryContext(ctx, "SELECT subject, n, last_at FROM ("+query+`) AS s
		WHERE n >= $2 ORDER BY last_at DESC, subject LIMIT $3`, t.Within.Milliseconds(), t.Count, limit)
	if err != nil {
		return nil, fmt.Errorf("looking for signals: %w", s.db.public(err))
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		signal, at := signals.Signal{Kind: kind}, int64(0)
		if err := rows.Scan(&signal.Subject, &signal.Count, &at); err != nil {
			return nil, fmt.Errorf("reading a signal: %w", s.db.public(err))
		}
		signal.LastAt = Time(at)
		found = append(found, signal)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading signals: %w", s.db.public(err))
	}
	return found, nil
}

// AddViolations counts what browsers refused.
func (s *Signals) AddViolations(ctx context.Context, seen []signals.Violation, limit int) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		for _, v := range seen {
			// A day that has enough different ones only counts those it has.
			_, err := tx.ExecContext(ctx, `
				INSERT INTO policy_reports (day, directive, blocked, page, count)
				SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
				WHERE (SELECT count(*) FROM policy_reports WHERE day = $1) < $6 OR EXISTS (
					SELECT 1 FROM policy_reports WHERE day = $1 AND directive = $2 AND blocked = $3 AND page = $4)
				ON CONFLICT (day, directive, blocked, page) DO UPDATE SET count = policy_reports.count + $5`,
				v.Day, v.Directive, v.Blocked, v.Page, v.Count, limit)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("counting violations: %w", err)
	}
	return nil
}

// Violations gives those since a day, the most frequent first.
func (s *Signals) Violations(ctx context.Context, since string, limit int) (found []signals.Violation, err error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT max(day), directive, blocked, page, sum(count) FROM policy_reports WHERE day >= $1
		GROUP BY directive, blocked, page ORDER BY 5 DESC, 2, 3, 4 LIMIT $2`, since, limit)
	if err != nil {
		return nil, fmt.Errorf("reading violations: %w", s.db.public(err))
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var v signals.Violation
		if err := rows.Scan(&v.Day, &v.Directive, &v.Blocked, &v.Page, &v.Count); err != nil {
			return nil, fmt.Errorf("reading a violation: %w", s.db.public(err))
		}
		found = append(found, v)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading violations: %w", s.db.public(err))
	}
	return found, nil
}
