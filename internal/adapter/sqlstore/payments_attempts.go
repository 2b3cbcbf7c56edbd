package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// selectAttempts reads attempts together with the present by the database's clock.
func selectAttempts(now string) string {
	return `SELECT id, user_id, gateway, hosted, state, reason, amount_cents, currency, handoff, captured_cents, ` +
		`refunded_cents, expires_at, looked_at, lookups, rate, ` + now + ` FROM payment_attempts`
}

// addAttempt queues the attempt to pay of a new reservation. It lives by the database's clock; the first look comes
// when a call that died would have ended.
func addAttempt(b *batch, tx *Tx, a orders.Attempt, d orders.Draft) {
	lookup := "0"
	if a.Hosted {
		lookup = tx.Now() + " + " + strconv.FormatInt(orders.StaleAfter.Milliseconds(), 10)
	}
	b.add("recording an attempt to pay", `
		INSERT INTO payment_attempts (id, user_id, gateway, hosted, state, amount_cents, currency, expires_at,
			lookup_at, created_at, updated_at, rate)
		VALUES ($1, $2, $3, $4, 'open', $5, $6, `+tx.Now()+` + CAST($7 AS BIGINT), `+lookup+`, $8, $8, $9)`,
		a.ID, a.UserID, a.Gateway, a.Hosted, int64(d.Totals.Total), a.Currency, a.Expires.Sub(a.At).Milliseconds(),
		Millis(a.At), d.ChargeRate)
}

// confirmAttempt records in the transaction that makes the order that it is paid.
func confirmAttempt(b *batch, id string, c orders.Completion) {
	b.add("confirming an attempt to pay", `
		UPDATE payment_attempts SET state = 'confirmed', reason = '', handoff = '', captured_cents = $2, lookup_at = 0,
			updated_at = $3
		WHERE id = $1`, id, int64(c.Captured), Millis(c.At))
}

// releaseAttempt records in the transaction that returns the stock that there will be no order.
func releaseAttempt(b *batch, id string, e orders.Ending) {
	state, lookup := payments.Closed, int64(0)
	if !e.LookAgain.IsZero() {
		state, lookup = payments.Released, Millis(e.LookAgain)
	}
	b.add("releasing an attempt to pay", `
		UPDATE payment_attempts SET state = $2, reason = $3, handoff = '', lookup_at = $4, lookups = 0, updated_at = $5
		WHERE id = $1 AND state = 'open'`, id, string(state), string(e.Reason), lookup, Millis(e.At))
}

func scanAttempt(row interface{ Scan(...any) error }) (payments.Attempt, error) {
	var a payments.Attempt
	var handoff string
	var expires, looked, read int64
	err := row.Scan(&a.Key, &a.UserID, &a.Gateway, &a.Hosted, &a.State, &a.Reason, &a.Amount, &a.Currency, &handoff,
		&a.Captured, &a.Refunded, &expires, &looked, &a.Lookups, &a.Rate, &read)
	if err != nil {
		return a, err
	}
	a.Expires, a.ReadAt = Time(expires), Time(read)
	if looked > 0 {
		a.LookedAt = Time(looked)
	}
	if handoff != "" {
		err = json.Unmarshal([]byte(handoff), &a.Handoff)
	}
	return a, err
}

// PaymentAttempt reads one.
func (s *Orders) PaymentAttempt(ctx context.Context, key string) (payments.Attempt, error) {
	a, err := scanAttempt(s.db.QueryRowContext(ctx, selectAttempts(s.db.Now())+" WHERE id = $1", key))
	if errors.Is(err, sql.ErrNoRows) {
		return a, apperr.New(apperr.AttemptNotFound)
	}
	if err != nil {
		return a, fmt.Errorf("reading an attempt to pay: %w", s.db.public(err))
	}
	return a, nil
}

// ChargeRate is the rate at which a payment is charged in pounds; 0 is none.
func (s *Orders) ChargeRate(ctx context.Context, key string) (rate int64, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT rate FROM payment_attempts WHERE id = $1", key).Scan(&rate)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("reading the rate of an attempt to pay: %w", s.db.public(err))
	}
	return rate, nil
}

// DueAttempts lists those of a gateway that have to be looked up.
func (s *Orders) DueAttempts(ctx context.Context, gateway string, limit int) ([]payments.Attempt, error) {
	return readAll(ctx, s.db, "listing attempts to pay", scanAttempt, selectAttempts(s.db.Now())+`
		WHERE gateway = $1 AND lookup_at > 0 AND lookup_at <= `+s.db.Now()+` ORDER BY lookup_at, id LIMIT $2`,
		gateway, limit)
}

// AttemptBegun records where the shopper was sent, and until when.
func (s *Orders) AttemptBegun(ctx context.Context, key string, h payments.Handoff) error {
	page, err := asText(h)
	if err != nil {
		return err
	}
	return s.changeAttempt(ctx, "recording a gateway's page",
		"UPDATE payment_attempts SET handoff = $2, expires_at = $3 WHERE id = $1 AND state = 'open'",
		key, page, Millis(h.Expires))
}

// AttemptLooked records that the gateway was asked, and when to ask again. An order or a release that was written
// meanwhile has settled when to ask: only the state that was looked at is changed.
func (s *Orders) AttemptLooked(ctx context.Context, key string, at, again time.Time) error {
	if again.IsZero() {
		return s.changeAttempt(ctx, "closing an attempt to pay", `
			UPDATE payment_attempts SET state = 'closed', lookup_at = 0, looked_at = $2, updated_at = $2
			WHERE id = $1 AND state = 'released'`, key, Millis(at))
	}
	return s.changeAttempt(ctx, "recording a look at a payment", `
		UPDATE payment_attempts SET lookup_at = $2, looked_at = $3, lookups = lookups + 1
		WHERE id = $1 AND state IN ('open', 'released')`, key, Millis(again), Millis(at))
}

// AttemptCaptured records that the money was taken.
func (s *Orders) AttemptCaptured(ctx context.Context, key string, amount money.Cents) error {
	return s.changeAttempt(ctx, "recording a capture",
		"UPDATE payment_attempts SET captured_cents = $2 WHERE id = $1 AND captured_cents < $2", key, int64(amount))
}

// AttemptRefunded records what has gone back in all, unless more is recorded already.
func (s *Orders) AttemptRefunded(ctx context.Context, key string, amount money.Cents) error {
	return s.changeAttempt(ctx, "recording what went back", `
		UPDATE payment_attempts SET refunded_cents = CASE WHEN $2 < captured_cents THEN $2 ELSE captured_cents END
		WHERE id = $1 AND refunded_cents < $2`, key, int64(amount))
}

func (s *Orders) changeAttempt(ctx context.Context, what, query string, args ...any) error {
	err := s.retryUnknownCommit(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
