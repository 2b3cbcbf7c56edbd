package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"dawa/internal/domain/accounts"
)

// errMustWait undoes the transaction in which a later try was refused.
var errMustWait = errors.New("a try has to wait")

// Attempt counts tries by the database's clock, so that servers with different clocks agree.
func (s *Accounts) Attempt(ctx context.Context, tries []accounts.Try) (counts []int, wait time.Duration, err error) {
	// A glance without a lock first: those who are turned away must not queue with those who write.
	if wait, err = s.waitOf(ctx, s.db, tries...); err != nil || wait > 0 {
		return nil, wait, err
	}
	err = s.db.Write(ctx, func(tx *Tx) error {
		counts, wait = make([]int, 0, len(tries)), 0
		for _, try := range tries {
			n, err := count(ctx, tx, try)
			if errors.Is(err, sql.ErrNoRows) {
				if wait, err = s.waitOf(ctx, tx, try); err == nil {
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
func (s *Accounts) Wait(ctx context.Context, try accounts.Try) (time.Duration, error) {
	return s.waitOf(ctx, s.db, try)
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// waitOf is how long the slowest of the tries has to wait still.
func (s *Accounts) waitOf(ctx context.Context, q queryer, tries ...accounts.Try) (time.Duration, error) {
	var which []string
	var args []any
	for _, try := range tries {
		which = append(which, fmt.Sprintf("scope = $%d AND subject = $%d", len(args)+1, len(args)+2))
		args = append(args, try.Scope, try.Subject)
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
func count(ctx context.Context, tx *Tx, try accounts.Try) (n int, err error) {
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
		try.Scope, try.Subject, try.Limit.Free, try.Limit.First.Milliseconds(), try.Limit.Most.Milliseconds(),
		try.Limit.Forget.Milliseconds()).Scan(&n)
	return n, err
}

// Forgive takes the last count of each try back.
func (s *Accounts) Forgive(ctx context.Context, tries []accounts.Try) error {
	return s.db.Write(ctx, func(tx *Tx) error { return (&accountTx{Tx: tx}).Forgive(ctx, tries...) })
}

// Forgive takes the last count of each try back and halves its delay.
func (tx *accountTx) Forgive(ctx context.Context, tries ...accounts.Try) error {
	for _, try := range tries {
		_, err := tx.ExecContext(ctx, `
			UPDATE tries SET count = CASE WHEN count > 0 THEN count - 1 ELSE 0 END, delay_ms = delay_ms / 2
			WHERE scope = $1 AND subject = $2`, try.Scope, try.Subject)
		if err != nil {
			return fmt.Errorf("forgiving a try: %w", err)
		}
	}
	return nil
}

// Clear forgets tries.
func (tx *accountTx) Clear(ctx context.Context, tries ...accounts.Try) error {
	for _, try := range tries {
		_, err := tx.ExecContext(ctx, "DELETE FROM tries WHERE scope = $1 AND subject = $2", try.Scope, try.Subject)
		if err != nil {
			return fmt.Errorf("forgetting tries: %w", err)
		}
	}
	return nil
}

func sweepTries(ctx context.Context, tx *Tx) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM tries WHERE tried_at < "+tx.Now()+" - CAST($1 AS BIGINT)", accounts.LongestForget.Milliseconds())
	if err != nil {
		return fmt.Errorf("sweeping tries: %w", err)
	}
	return nil
}
