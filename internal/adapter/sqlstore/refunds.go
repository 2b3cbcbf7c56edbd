package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	r.followed, r.parts, r.automatic
	FROM refunds r JOIN orders o ON o.id = r.order_id LEFT JOIN users u ON u.id = r.actor_id`

func scanRefund(row interface{ Scan(...any) error }) (refunds.Refund, error) {
	var r refunds.Refund
	var lines, parts string
	var at, ended, look int64
	err := row.Scan(&r.ID, &r.OrderID, &r.OrderNumber, &r.Amount, &r.Currency, &r.Reason, &lines, &r.Delivery, &r.State,
		&r.Round, &r.Tries, &r.Problem, &r.By, &r.ByName, &at, &ended, &look, &r.Followed,
		&parts, &r.Automatic)
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
	return r, errors.Join(json.Unmarshal([]byte(lines), &r.Lines), json.Unmarshal([]byte(parts), &r.Parts))
}

// millisOrZero is a moment as it is stored; the zero time is 0.
func millisOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return Millis(t)
}

// AddRefund decides about a refund while nobody else can, and counts it as given back of a card payment.
func (s *Refunds) AddRefund(ctx context.Context, which orders.OrderKey, id string,
	decide func(refunds.Basis) (refunds.Change, error)) (refunds.Refund, error) {
	var made refunds.Refund
	err := s.orders.retryUnknownCommit(ctx, func(tx *Tx) error {
		made = refunds.Refund{}
		b, err := lockRefundBasis(ctx, tx, which)
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
		r := c.Refund
		if r.ID == "" {
			return nil // nothing to give back
		}
		if r.State.Counts() && b.Attempt.Key != "" { // cash has no payment to count it on
			if err := countRefund(ctx, tx, r.OrderID, r.Amount); err != nil {
				return err
			}
		}
		lines, linesErr := linesText(r)
		parts, partsErr := asText(r.Parts)
		if err := errors.Join(linesErr, partsErr); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO refunds (id, order_id, amount_cents, currency, reason, lines, delivery, state, round, actor_id,
				created_at, look_at, parts, automatic, problem, ended_at, followed)
			VALUES (`+list(1, 17)+`)`,
			r.ID, r.OrderID, int64(r.Amount), r.Currency, r.Reason, lines, r.Delivery, string(r.State), r.Round, r.By,
			Millis(r.At), millisOrZero(r.LookAt), parts, r.Automatic, r.Problem, millisOrZero(r.EndedAt), r.Followed)
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

// linesText is how the lines of a refund are stored.
func linesText(r refunds.Refund) (string, error) {
	if r.Lines == nil {
		r.Lines = []refunds.Line{}
	}
	return asText(r.Lines)
}

// lockRefundBasis reads what a refund rests on and holds it: the order first, as whoever moves it does.
func lockRefundBasis(ctx context.Context, tx *Tx, which orders.OrderKey) (refunds.Basis, error) {
	order, err := lockOrder(ctx, tx, which)
	if err != nil {
		return refunds.Basis{}, err
	}
	return refundBasis(ctx, tx, order, tx.ForUpdate())
}

// refundBasis reads the payment of an order and what went back of it.
func refundBasis(ctx context.Context, tx *Tx, order *orders.Order, lock string) (b refunds.Basis, err error) {
	b.Order = order
	b.Attempt, err = scanAttempt(tx.QueryRowContext(ctx, selectAttempts(tx.Now())+" WHERE id = $1"+lock, order.ID))
	if errors.Is(err, sql.ErrNoRows) {
		b.Attempt, err = payments.Attempt{}, nil // paid in cash
	}
	if err != nil {
		return b, err
	}
	b.Earlier, err = refundsOf(ctx, tx, order.ID)
	return b, err
}

// RefundBasis reads what refunds of an order rest on, as it is now.
func (s *Refunds) RefundBasis(ctx context.Context, which orders.OrderKey) (b refunds.Basis, err error) {
	where, arg := orderWhere(which)
	err = s.db.Read(ctx, func(tx *Tx) error {
		order, err := readOrder(ctx, tx, where, arg)
		if err != nil {
			return err
		}
		b, err = refundBasis(ctx, tx, order, "")
		return err
	})
	if err != nil {
		return refunds.Basis{}, fmt.Errorf("reading refunds: %w", err)
	}
	return b, nil
}

// RecordPaid records what the gateway says was taken and given back, unless more is recorded already.
func (s *Refunds) RecordPaid(ctx context.Context, orderID string, captured, refunded money.Cents) error {
	if err := s.orders.AttemptCaptured(ctx, orderID, captured); err != nil {
		return err
	}
	return s.orders.AttemptRefunded(ctx, orderID, refunded)
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
	return s.writeRefund(ctx, id, func(tx *Tx) (old refunds.Refund, c refunds.Change, err error) {
		if err := lockRefund(ctx, tx, id); err != nil {
			return old, c, err
		}
		if old, err = scanRefund(tx.QueryRowContext(ctx, selectRefunds+" WHERE r.id = $1", id)); err != nil {
			return old, c, err
		}
		c, err = change(old)
		return old, c, err
	})
}

// ReviseRefund changes one by what its order is now. It locks the order, then the refund, then the payment, so that it
// and those who lock two of them never wait for each other.
func (s *Refunds) ReviseRefund(ctx context.Context, id string,
	change func(refunds.Basis, refunds.Refund) (refunds.Change, error)) (refunds.Refund, error) {
	return s.writeRefund(ctx, id, func(tx *Tx) (old refunds.Refund, c refunds.Change, err error) {
		of, err := texts(tx.QueryContext(ctx, "SELECT order_id FROM refunds WHERE id = $1", id))
		if err == nil && len(of) == 0 {
			err = apperr.New(apperr.RefundNotFound)
		}
		if err != nil {
			return old, c, err
		}
		order, err := lockOrder(ctx, tx, orders.OrderKey{ID: of[0]})
		if err == nil {
			err = lockRefund(ctx, tx, id)
		}
		if err != nil {
			return old, c, err
		}
		b, err := refundBasis(ctx, tx, order, tx.ForUpdate())
		if err != nil {
			return old, c, err
		}
		old = b.Earlier[slices.IndexFunc(b.Earlier, func(r refunds.Refund) bool { return r.ID == id })]
		c, err = change(b, old)
		return old, c, err
	})
}

func lockRefund(ctx context.Context, tx *Tx, id string) error {
	held, err := texts(tx.QueryContext(ctx, "SELECT id FROM refunds WHERE id = $1"+tx.ForUpdate(), id))
	if err == nil && len(held) == 0 {
		err = apperr.New(apperr.RefundNotFound)
	}
	return err
}

// writeRefund writes what becomes of a refund, and counts it if it begins or ends to count.
func (s *Refunds) writeRefund(ctx context.Context, id string,
	change func(tx *Tx) (old refunds.Refund, c refunds.Change, err error)) (now refunds.Refund, err error) {
	err = s.db.Write(ctx, func(tx *Tx) error {
		old, c, err := change(tx)
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
		lines, err := linesText(now)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			UPDATE refunds SET state = $2, round = $3, tries = $4, problem = $5, ended_at = $6, look_at = $7,
				followed = $8, lines = $9
			WHERE id = $1`, id, string(now.State), now.Round, now.Tries, now.Problem, millisOrZero(now.EndedAt),
			millisOrZero(now.LookAt), now.Followed, lines)
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

// HastenRefunds makes every pending refund due.
func (s *Refunds) HastenRefunds(ctx context.Context, now time.Time) error {
	err := s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE refunds SET look_at = $1 WHERE state = 'pending' AND look_at > $1",
			Millis(now))
		return err
	})
	if err != nil {
		return fmt.Errorf("hastening refunds: %w", err)
	}
	return nil
}

// DueRefunds lists what has to be asked about, and what is not in the ledger yet.
func (s *Refunds) DueRefunds(ctx context.Context, now time.Time, limit int) ([]refunds.Refund, error) {
	return readAll(ctx, s.db, "listing refunds", scanRefund, selectRefunds+`
		WHERE r.look_at > 0 AND r.look_at <= $1 OR r.ended_at > 0 AND NOT r.followed AND r.state IN ('done', 'manual')
		ORDER BY r.created_at, r.id LIMIT $2`, Millis(now), limit)
}
