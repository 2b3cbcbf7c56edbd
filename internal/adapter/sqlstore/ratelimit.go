package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"dawa/internal/domain/ratelimit"
)

// RateLimits stores how often something was tried. It implements accounts.LimitStore.
type RateLimits struct{ db *DB }

var _ ratelimit.Store = (*RateLimits)(nil)

// NewRateLimits makes the store over an open database.
func NewRateLimits(db *DB) *RateLimits { return &RateLimits{db: db} }

// errMustWait undoes the transaction in which a later try was refused.
var errMustWait = errors.New("a try has to wait")

// Count counts tries by the database's clock, so that servers with different clocks agree.
func (s *RateLimits) Count(ctx context.Context,
	attempts []ratelimit.Attempt) (counts []int, wait time.Duration, err error) {
	// A glance without a lock first: those who are turned away must not queue with those who write.
	if wait, err = s.waitOf(ctx, s.db, attempts...); err != nil || wait > 0 {
		return nil, wait, err
	}
	err = s.db.Write(ctx, func(tx *Tx) error {
		counts, wait = make([]int, 0, len(attempts)), 0
		for _, attempt := range attempts {
			n, err := count(ctx, tx, attempt)
			if errors.Is(err, sql.ErrNoRows) {
				if wait, err = s.waitOf(ctx, tx, attempt); err == nil {
					wait, err = max(wait, time.Second), errMustWait
				}
			}
			if err != nil {
				return err
			}
			counts = append(counts, n)
		}
		return nil
	})
	if errors.Is(err, errMustWait) {
		return nil, wait, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("counting a try: %w", err)
	}
	return counts, 0, nil
}

// Wait is how long a try must wait still.
func (s *RateLimits) Wait(ctx context.Context, attempt ratelimit.Attempt) (time.Duration, error) {
	return s.waitOf(ctx, s.db, attempt)
}

type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// waitOf is how long the slowest of the tries has to wait still.
func (s *RateLimits) waitOf(ctx context.Context, q rowQuerier, attempts ...ratelimit.Attempt) (time.Duration, error) {
	var which []string
	var args []any
	for _, attempt := range attempts {
		which = append(which, fmt.Sprintf("scope = $%d AND subject = $%d", len(args)+1, len(args)+2))
		args = append(args, attempt.Scope, attempt.Subject)
	}
	var ms int64
	err := q.QueryRowContext(ctx, "SELECT coalesce(max(tried_at + delay_ms - "+s.db.Now()+"), 0) FROM tries WHERE "+
		strings.Join(which, " OR "), args...).Scan(&ms)
	if err != nil {
		return 0, fmt.Errorf("looking up a limit: %w", s.db.public(err))
	}
	return max(0, time.Duration(ms)*time.Millisecond), nil
}

// count is one upsert: it counts the try and sets the delay of the next, or touches nothing and
// returns no row while the delay of the last one runs.
func count(ctx context.Context, tx *Tx, attempt ratelimit.Attempt) (n int, err error) {
	now := tx.Now()
	const forgotten = "tries.tried_at + CAST($6 AS BIGINT) <= "
	err = tx.QueryRowContext(ctx, `
		INSERT INTO tries (scope, subject, count, delay_ms, tried_at)
		VALUES ($1, $2, 1, CASE WHEN CAST($3 AS BIGINT) > 1 THEN 0 ELSE CAST($4 AS BIGINT) END, `+now+`)
		ON CONFLICT (scope, subject) DO UPDATE SET
			count = CASE WHEN `+forgotten+now+` THEN 1 ELSE tries.count + 1 END,
			delay_ms = CASE
				WHEN `+forgotten+now+` OR tries.count + 1 < CAST($3 AS BIGINT) THEN 0
				WHEN tries.delay_ms = 0 THEN CAST($4 AS BIGINT)
				WHEN tries.delay_ms * 2 > CAST($5 AS BIGINT) THEN CAST($5 AS BIGINT)
				ELSE tries.delay_ms * 2 END,
			tried_at = `+now+`
		WHERE tries.tried_at + tries.delay_ms <= `+now+`
		RETURNING count`,
		attempt.Scope, attempt.Subject, attempt.Limit.Free, attempt.Limit.First.Milliseconds(),
		attempt.Limit.Max.Milliseconds(), attempt.Limit.Forget.Milliseconds()).Scan(&n)
	return n, err
}

// Undo takes the last count of each try back.
func (s *RateLimits) Undo(ctx context.Context, attempts []ratelimit.Attempt) error {
	return s.db.Write(ctx, func(tx *Tx) error { return (&accountTx{Tx: tx}).Undo(ctx, attempts...) })
}

// Undo takes the last count of each try back and halves its delay.
func (tx *accountTx) Undo(ctx context.Context, attempts ...ratelimit.Attempt) error {
	for _, attempt := range ratelimit.WithWider(attempts) {
		_, err := tx.ExecContext(ctx, `
			UPDATE tries SET count = CASE WHEN count > 0 THEN count - 1 ELSE 0 END, delay_ms = delay_ms / 2
			WHERE scope = $1 AND subject = $2`, attempt.Scope, attempt.Subject)
		if err != nil {
			return fmt.Errorf("forgiving a try: %w", err)
		}
	}
	return nil
}

// Reset forgets tries.
func (tx *accountTx) Reset(ctx context.Context, attempts ...ratelimit.Attempt) error {
	for _, attempt := range ratelimit.WithWider(attempts) {
		_, err := tx.ExecContext(ctx, "DELETE FROM tries WHERE scope = $1 AND subject = $2", attempt.Scope,
			attempt.Subject)
		if err != nil {
			return fmt.Errorf("forgetting tries: %w", err)
		}
	}
	return nil
}

// Sweep removes counts that no limit looks at any more.
func (s *RateLimits) Sweep(ctx context.Context) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM tries WHERE tried_at < "+tx.Now()+" - CAST($1 AS BIGINT)",
			ratelimit.LongestForget.Milliseconds())
		return err
	})
	if err != nil {
		return fmt.Errorf("sweeping rate limits: %w", err)
	}
	return nil
}
