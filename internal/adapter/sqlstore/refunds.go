package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
)

// Refunds keeps the refunds of orders. It implements refunds.Store.
type Refunds struct {
	db     *DB
	orders *Orders
}

// NewRefunds makes the store over an open database.
func NewRefunds(db *DB) *Refunds { return &Refunds{db: db, orders: NewOrders(db)} }

const selectRefunds = `SELECT r.id, r.order_id, o.number, r.amount_cents, r.currency, r.reason, r.lines, r.delivery,
	r.state, r.round, r.tries, r.problem, r.actor_id, COALESCE(u.username, ''), r.created_at, r.ended_at, r.look_at,
	r.followed
	FROM refunds r JOIN orders o ON o.id = r.order_id LEFT JOIN users u ON u.id = r.actor_id`

func scanRefund(row interface{ Scan(...any) error }) (refunds.Refund, error) {
	var r refunds.Refund
	var lines string
	var at, ended, look int64
	err := row.Scan(&r.ID, &r.OrderID, &r.OrderNumber, &r.Amount, &r.Currency, &r.Reason, &lines, &r.Delivery, &r.State,
		&r.Round, &r.Tries, &r.Problem, &r.By, &r.ByName, &at, &ended, &look, &r.Followed)
	if err != nil {
		return r, err
	}
	r.At = Time(at)
	if ended > 0 {
		r.EndedAt = Time(ended)
	}
	if look > 0 {
		r.LookAt = Time(look)
	}
	return r, json.Unmarshal([]byte(lines), &r.Lines)
}

// millisOrZero is a moment as it is stored; the zero time is 0.
func millisOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return Millis(t)
}

// AddRefund decides about a refund while nobody else can, and counts it as given back.
func (s *Refunds) AddRefund(ctx context.Context, number, id string,
	decide func(refunds.Basis) (refunds.Change, error)) (refunds.Refund, error) {
	var made refunds.Refund
	err := s.orders.retryUnknownCommit(ctx, func(tx *Tx) error {
		b, err := refundBasis(ctx, tx, number)
		if err != nil {
			return err
		}
		for _, earlier := range b.Earlier {
			if earlier.ID == id {
				made = earlier // asked for before, or the COMMIT that nobody answered had been done
				return nil
			}
		}
		c, err := decide(b)
		if err != nil {
			return err
		}
		if err := countRefund(ctx, tx, c.Refund.OrderID, c.Refund.Amount); err != nil {
			return err
		}
		lines, err := asText(c.Refund.Lines)
		if err != nil {
			return err
		}
		r := c.Refund
		_, err = tx.ExecContext(ctx, `
			INSERT INTO refunds (id, order_id, amount_cents, currency, reason, lines, delivery, state, round, actor_id,
				created_at, look_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			r.ID, r.OrderID, int64(r.Amount), r.Currency, r.Reason, lines, r.Delivery, string(r.State), r.Round, r.By,
			Millis(r.At), millisOrZero(r.LookAt))
		if err != nil {
			return err
		}
		if err := followUp(ctx, tx, c); err != nil {
			return err
		}
		made, err = scanRefund(tx.QueryRowContext(ctx, selectRefunds+" WHERE r.id = $1", r.ID))
		return err
	})
	if err != nil {
		return refunds.Refund{}, fmt.Errorf("adding a refund: %w", err)
	}
	return made, nil
}

// refundBasis reads what a refund rests on and holds it: the order first, as whoever moves it does.
func refundBasis(ctx context.Context, tx *Tx, number string) (b refunds.Basis, err error) {
	if b.Order, err = lockOrder(ctx, tx, orders.OrderKey{Number: number}); err != nil {
		return b, err
	}
	b.Attempt, err = scanAttempt(tx.QueryRowContext(ctx, selectAttempts+" WHERE id = $1"+tx.ForUpdate(), b.Order.ID))
	if errors.Is(err, sql.ErrNoRows) {
		b.Attempt, err = payments.Attempt{}, nil // paid in cash
	}
	if err != nil {
		return b, err
	}
	b.Earlier, err = refundsOf(ctx, tx, b.Order.ID)
	return b, err
}

func refundsOf(ctx context.Context, q querier, orderID string) ([]refunds.Refund, error) {
	rows, err := q.QueryContext(ctx, selectRefunds+" WHERE r.order_id = $1 ORDER BY r.created_at, r.id", orderID)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var found []refunds.Refund
	for rows.Next() {
		r, err := scanRefund(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, rows.Err()
}

// countRefund adds to what was given back of a payment, or takes off it. The database refuses more than was taken.
func countRefund(ctx context.Context, tx *Tx, orderID string, amount money.Cents) error {
	done, err := tx.ExecContext(ctx, `
		UPDATE payment_attempts SET refunded_cents = refunded_cents + $2
		WHERE id = $1 AND refunded_cents + $2 BETWEEN 0 AND captured_cents`, orderID, int64(amount))
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, apperr.New(apperr.RefundTooMuch))
	}
	return nil
}

// followUp writes what follows from a change.
func followUp(ctx context.Context, tx *Tx, c refunds.Change) error {
	if c.Audit != nil {
		if err := recordAudit(ctx, tx, *c.Audit); err != nil {
			return err
		}
	}
	return enqueue(ctx, tx, c.Jobs)
}

// ChangeRefund changes one while nobody else can.
func (s *Refunds) ChangeRefund(ctx context.Context, id string,
	change func(refunds.Refund) (refunds.Change, error)) (refunds.Refund, error) {
	var now refunds.Refund
	err := s.db.Write(ctx, func(tx *Tx) error {
		held, err := texts(tx.QueryContext(ctx, "SELECT order_id FROM refunds WHERE id = $1"+tx.ForUpdate(), id))
		if err != nil {
			return err
		}
		if len(held) == 0 {
			return apperr.New(apperr.RefundNotFound)
		}
		old, err := scanRefund(tx.QueryRowContext(ctx, selectRefunds+" WHERE r.id = $1", id))
		if err != nil {
			return err
		}
		c, err := change(old)
		if err != nil {
			return err
		}
		now = c.Refund
		if old.State.Counts() != now.State.Counts() {
			amount := now.Amount
			if !now.State.Counts() {
				amount = -amount
			}
			if err := countRefund(ctx, tx, now.OrderID, amount); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `
			UPDATE refunds SET state = $2, round = $3, tries = $4, problem = $5, ended_at = $6, look_at = $7,
				followed = $8
			WHERE id = $1`, id, string(now.State), now.Round, now.Tries, now.Problem, millisOrZero(now.EndedAt),
			millisOrZero(now.LookAt), now.Followed)
		if err != nil {
			return err
		}
		return followUp(ctx, tx, c)
	})
	if err != nil {
		return refunds.Refund{}, fmt.Errorf("changing a refund: %w", err)
	}
	return now, nil
}

// Refunds lists those of an order and what was taken and given back.
func (s *Refunds) Refunds(ctx context.Context,
	orderID string) (found []refunds.Refund, captured, refunded money.Cents, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT captured_cents, refunded_cents FROM payment_attempts WHERE id = $1",
		orderID).Scan(&captured, &refunded)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, 0, 0, nil
	}
	if err == nil {
		found, err = refundsOf(ctx, s.db, orderID)
	}
	if err != nil {
		return nil, 0, 0, fmt.Errorf("reading refunds: %w", s.db.public(err))
	}
	return found, captured, refunded, nil
}

// DueRefunds lists what has to be asked about, and what is not in the ledger yet.
func (s *Refunds) DueRefunds(ctx context.Context, now time.Time, limit int) ([]refunds.Refund, error) {
	return readAll(ctx, s.db, "listing refunds", scanRefund, selectRefunds+`
		WHERE r.look_at > 0 AND r.look_at <= $1 OR r.ended_at > 0 AND NOT r.followed AND r.state IN ('done', 'manual')
		ORDER BY r.created_at, r.id LIMIT $2`, Millis(now), limit)
}
