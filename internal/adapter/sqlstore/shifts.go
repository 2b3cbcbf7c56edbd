package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/shifts"
)

// Shifts is the store of couriers' shifts. It implements shifts.Store. A shift is locked before the order that changes
// with it.
type Shifts struct {
	db     *DB
	orders *Orders
}

var _ shifts.Store = (*Shifts)(nil)

// NewShifts makes the store over an open database.
func NewShifts(db *DB) *Shifts { return &Shifts{db: db, orders: NewOrders(db)} }

// Begin writes a new shift. When somebody opened one at the same moment, the second look finds it.
func (s *Shifts) Begin(ctx context.Context, shift *shifts.Shift, c shifts.Change) (*shifts.Shift, error) {
	work := func(tx *Tx) error { return beginShift(ctx, tx, shift, c) }
	err := s.orders.retryUnknownCommit(ctx, work)
	if s.db.IsUnique(err, "shifts", "store_id", "courier_id") || s.db.IsUnique(err, "shifts", "id") {
		err = s.orders.retryUnknownCommit(ctx, work)
	}
	if err != nil {
		return nil, fmt.Errorf("opening a shift: %w", err)
	}
	return s.Shift(ctx, shift.StoreID, shift.ID)
}

func beginShift(ctx context.Context, tx *Tx, shift *shifts.Shift, c shifts.Change) error {
	// The shift that runs is looked for first: if it is this one, the request that opened it is found after it.
	running, err := findRunning(ctx, tx, shift.StoreID, shift.Courier.ID)
	if err != nil && apperr.CodeOf(err) != apperr.ShiftNotFound {
		return err
	}
	first := c.Movements[0]
	if done, err := movementWritten(ctx, tx, shift.ID, first.Key, first.Request); err != nil || done {
		return err
	}
	if running != "" {
		return apperr.New(apperr.ShiftExists)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO shifts (id, store_id, courier_id, state, opened_by, opened_at, movements, expected_usd_cents,
			expected_lbp)
		VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0)`,
		shift.ID, shift.StoreID, shift.Courier.ID, string(shifts.Open), shift.OpenedBy.ID, Millis(shift.OpenedAt))
	if err != nil {
		return err
	}
	return writeShift(ctx, tx, shift, 0, c)
}

// movementWritten tells whether a request is written already. Code: IdempotencyReused.
func movementWritten(ctx context.Context, tx *Tx, shiftID, key, request string) (bool, error) {
	var written string
	err := tx.QueryRowContext(ctx, `SELECT request FROM shift_movements WHERE shift_id = $1 AND key = $2 LIMIT 1`,
		shiftID, key).Scan(&written)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("looking for an earlier movement: %w", err)
	case written != request:
		return false, apperr.New(apperr.IdempotencyReused)
	}
	return true, nil
}

// Change changes a shift and the order that moves with it.
func (s *Shifts) Change(ctx context.Context, which shifts.Which,
	decide func(*shifts.Shift, shifts.Basis) (shifts.Change, error)) (*shifts.Shift, error) {
	err := s.orders.retryUnknownCommit(ctx, func(tx *Tx) error { return changeShift(ctx, tx, which, decide) })
	if err != nil {
		return nil, fmt.Errorf("changing a shift: %w", err)
	}
	return s.Shift(ctx, which.StoreID, which.ShiftID)
}

func changeShift(ctx context.Context, tx *Tx, which shifts.Which,
	decide func(*shifts.Shift, shifts.Basis) (shifts.Change, error)) error {
	// The row is held before it is read: what waited for the lock must see what the one before it wrote.
	held, err := texts(tx.QueryContext(ctx, `SELECT id FROM shifts
		WHERE id = $1 AND store_id = $2 AND ($3 = '' OR courier_id = $3)`+tx.ForUpdate(),
		which.ShiftID, which.StoreID, which.Courier))
	if err != nil {
		return err
	}
	if len(held) == 0 {
		return apperr.New(apperr.ShiftNotFound)
	}
	if done, err := movementWritten(ctx, tx, which.ShiftID, which.Key, which.Request); err != nil || done {
		return err // sent before
	}
	shift, err := readShift(ctx, tx, which.ShiftID)
	if err != nil {
		return err
	}
	var basis shifts.Basis
	var before []orders.Fulfilment
	events := 0
	if which.OrderID != "" {
		if basis, err = readBasis(ctx, tx, which); err != nil {
			return err
		}
		before, events = slices.Clone(basis.Order.Fulfilments), len(basis.Order.Events)
	}
	movements := shift.Movements
	c, err := decide(shift, basis)
	if err != nil {
		return err
	}
	if c.Order != nil {
		if err := writeMove(ctx, tx, basis.Order, before, events, which.ID, *c.Order); err != nil {
			return err
		}
	}
	return writeShift(ctx, tx, shift, movements, c)
}

func readBasis(ctx context.Context, tx *Tx, which shifts.Which) (b shifts.Basis, err error) {
	if b.Order, err = lockOrder(ctx, tx, orders.OrderKey{ID: which.OrderID}); err != nil {
		return b, err
	}
	holders, err := texts(tx.QueryContext(ctx, `
		SELECT shift_id FROM shift_orders WHERE order_id = $1 AND place = $2 AND state = 'out'`,
		which.OrderID, which.Place))
	if err != nil {
		return b, err
	}
	if len(holders) > 0 {
		b.HeldBy = holders[0]
	}
	return b, nil
}

// writeShift writes a shift that had so many movements before, unless it was closed or changed meanwhile.
func writeShift(ctx context.Context, tx *Tx, s *shifts.Shift, movements int, c shifts.Change) error {
	done, err := tx.ExecContext(ctx, `
		UPDATE shifts SET state = $3, movements = $4, expected_usd_cents = $5, expected_lbp = $6,
			counted_usd_cents = $7, counted_lbp = $8, difference_usd_cents = $9, difference_lbp = $10, reason = $11,
			counted_by = $12, counted_at = $13, signed_by = $14, closed_at = $15
		WHERE id = $1 AND movements = $2 AND state <> 'closed'`,
		s.ID, movements, string(s.State), s.Movements, int64(s.Expected.Cents), int64(s.Expected.Pounds),
		int64(s.Count.Amount.Cents), int64(s.Count.Amount.Pounds), int64(s.Count.Difference.Cents),
		int64(s.Count.Difference.Pounds), s.Count.Reason, s.Count.By.ID, millisOrZero(s.Count.At), s.SignedBy.ID,
		millisOrZero(s.ClosedAt))
	if err != nil {
		return fmt.Errorf("writing a shift: %w", err)
	}
	if n, err := done.RowsAffected(); err != nil || n != 1 {
		return errors.Join(err, apperr.New(apperr.ShiftClosed))
	}
	var b batch
	for _, m := range c.Movements {
		b.add("writing a movement", `
			INSERT INTO shift_movements (shift_id, number, key, request, kind, order_id, place, product_id, pieces,
				usd_cents, lbp, lbp_per_usd, reason, actor_id, made_at, at)
			VALUES (`+list(1, 16)+`)`,
			s.ID, m.Number, m.Key, m.Request, string(m.Kind), m.OrderID, m.Place, m.ProductID, m.Pieces,
			int64(m.Amount.Cents), int64(m.Amount.Pounds), m.Rate, m.Reason, m.By.ID, Millis(m.MadeAt), Millis(m.At))
	}
	if o := c.Carried; o != nil {
		b.add("writing an order of a shift", `
			INSERT INTO shift_orders (shift_id, order_id, place, state, due_cents, due_lbp, lbp_per_usd)
			VALUES (`+list(1, 7)+`)
			ON CONFLICT (shift_id, order_id, place) DO UPDATE SET state = excluded.state,
				due_cents = excluded.due_cents, due_lbp = excluded.due_lbp, lbp_per_usd = excluded.lbp_per_usd`,
			s.ID, o.OrderID, o.Place, string(o.State), int64(o.Due.Total), int64(o.Due.Pounds), o.Due.Rate)
	}
	if err := b.run(ctx, tx); err != nil {
		return err
	}
	if c.Audit != nil {
		return recordAudit(ctx, tx, *c.Audit)
	}
	return nil
}
