package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/shifts"
)

const (
	shiftColumns = `s.id, s.store_id, COALESCE(st.name, ''), COALESCE(st.arabic_name, ''), s.courier_id,
	COALESCE(c.username, ''), s.state, s.opened_by, COALESCE(o.username, ''), s.opened_at, s.movements,
	s.expected_usd_cents, s.expected_lbp, s.counted_usd_cents, s.counted_lbp, s.difference_usd_cents,
	s.difference_lbp, s.reason, s.counted_by, COALESCE(n.username, ''), s.counted_at, s.signed_by,
	COALESCE(g.username, ''), s.closed_at`
	shiftTables = ` FROM shifts s LEFT JOIN stores st ON st.id = s.store_id LEFT JOIN users c ON c.id = s.courier_id
	LEFT JOIN users o ON o.id = s.opened_by LEFT JOIN users n ON n.id = s.counted_by
	LEFT JOIN users g ON g.id = s.signed_by`
	selectShifts = "SELECT " + shiftColumns + shiftTables
)

func scanShift(row interface{ Scan(...any) error }, more ...any) (shifts.Shift, error) {
	var s shifts.Shift
	var opened, counted, closed int64
	err := row.Scan(append([]any{
		&s.ID, &s.StoreID, &s.StoreName.English, &s.StoreName.Arabic, &s.Courier.ID, &s.Courier.Name, &s.State,
		&s.OpenedBy.ID, &s.OpenedBy.Name, &opened, &s.Movements,
		(*int64)(&s.Expected.Cents), (*int64)(&s.Expected.Pounds),
		(*int64)(&s.Count.Amount.Cents), (*int64)(&s.Count.Amount.Pounds), (*int64)(&s.Count.Difference.Cents),
		(*int64)(&s.Count.Difference.Pounds), &s.Count.Reason, &s.Count.By.ID, &s.Count.By.Name, &counted,
		&s.SignedBy.ID, &s.SignedBy.Name, &closed,
	}, more...)...)
	s.OpenedAt = Time(opened)
	if counted > 0 {
		s.Count.At = Time(counted)
	}
	if closed > 0 {
		s.ClosedAt = Time(closed)
	}
	return s, err
}

// Shift reads a shift of a store with its movements and orders.
func (s *Shifts) Shift(ctx context.Context, storeID, id string) (*shifts.Shift, error) {
	var found *shifts.Shift
	err := s.db.Read(ctx, func(tx *Tx) (err error) {
		if found, err = readShift(ctx, tx, id); err != nil {
			return err
		}
		if found.StoreID != storeID {
			return apperr.New(apperr.ShiftNotFound)
		}
		return readCarriedOrders(ctx, tx, found)
	})
	if err != nil {
		return nil, fmt.Errorf("reading a shift: %w", err)
	}
	return found, nil
}

// Running finds the shift of a courier that is not closed.
func (s *Shifts) Running(ctx context.Context, storeID, courierID string) (*shifts.Shift, error) {
	var found *shifts.Shift
	err := s.db.Read(ctx, func(tx *Tx) error {
		id, err := findRunning(ctx, tx, storeID, courierID)
		if err != nil {
			return err
		}
		if found, err = readShift(ctx, tx, id); err != nil {
			return err
		}
		return readCarriedOrders(ctx, tx, found)
	})
	if err != nil {
		return nil, fmt.Errorf("reading a courier's shift: %w", err)
	}
	return found, nil
}

func findRunning(ctx context.Context, tx *Tx, storeID, courierID string) (string, error) {
	found, err := texts(tx.QueryContext(ctx, `
		SELECT id FROM shifts WHERE store_id = $1 AND courier_id = $2 AND state <> 'closed'`, storeID, courierID))
	if err == nil && len(found) == 0 {
		err = apperr.New(apperr.ShiftNotFound)
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// readShift reads a shift with its movements and which orders it has.
func readShift(ctx context.Context, tx *Tx, id string) (*shifts.Shift, error) {
	s, err := scanShift(tx.QueryRowContext(ctx, selectShifts+" WHERE s.id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		err = apperr.New(apperr.ShiftNotFound)
	}
	if err != nil {
		return nil, err
	}
	if err := readMovements(ctx, tx, &s); err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT order_id, place, state, due_cents, due_lbp, lbp_per_usd FROM shift_orders b WHERE shift_id = $1
		ORDER BY (SELECT max(number) FROM shift_movements m WHERE m.shift_id = b.shift_id AND m.kind = 'taken'
			AND m.order_id = b.order_id AND m.place = b.place)`, id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c shifts.Carried
		err := rows.Scan(&c.OrderID, &c.Place, &c.State, (*int64)(&c.Due.Total), (*int64)(&c.Due.Pounds), &c.Due.Rate)
		if err != nil {
			return nil, err
		}
		s.Orders = append(s.Orders, c)
	}
	return &s, rows.Err()
}

func readMovements(ctx context.Context, tx *Tx, s *shifts.Shift) error {
	rows, err := tx.QueryContext(ctx, `
		SELECT m.number, m.key, m.request, m.kind, m.order_id, m.place, m.product_id, m.pieces, m.usd_cents, m.lbp,
			m.lbp_per_usd, m.reason, m.actor_id, COALESCE(u.username, ''), m.made_at, m.at
		FROM shift_movements m LEFT JOIN users u ON u.id = m.actor_id WHERE m.shift_id = $1 ORDER BY m.number`, s.ID)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m shifts.Movement
		var made, at int64
		err := rows.Scan(&m.Number, &m.Key, &m.Request, &m.Kind, &m.OrderID, &m.Place, &m.ProductID, &m.Pieces,
			(*int64)(&m.Amount.Cents), (*int64)(&m.Amount.Pounds), &m.Rate, &m.Reason, &m.By.ID, &m.By.Name, &made, &at)
		if err != nil {
			return err
		}
		m.MadeAt, m.At = Time(made), Time(at)
		s.Log = append(s.Log, m)
	}
	return rows.Err()
}

func readCarriedOrders(ctx context.Context, tx *Tx, s *shifts.Shift) error {
	ids := make([]string, 0, len(s.Orders))
	for i := range s.Orders {
		ids = append(ids, s.Orders[i].OrderID)
	}
	byID, err := ordersByID(ctx, tx, ids)
	if err != nil {
		return err
	}
	for i := range s.Orders {
		s.Orders[i].Order = byID[s.Orders[i].OrderID]
	}
	return nil
}

// shiftsWhere is the condition of a filter.
func shiftsWhere(f shifts.Filter) (where string, args []any) {
	parts := []string{"1 = 1"}
	add := func(condition string, value any) {
		args = append(args, value)
		parts = append(parts, fmt.Sprintf(condition, len(args)))
	}
	if f.StoreID != "" {
		add("s.store_id = $%d", f.StoreID)
	}
	if f.CourierID != "" {
		add("s.courier_id = $%d", f.CourierID)
	}
	if f.State != "" {
		add("s.state = $%d", string(f.State))
	}
	if !f.From.IsZero() {
		add("s.opened_at >= $%d", Millis(f.From))
	}
	if !f.Until.IsZero() {
		add("s.opened_at < $%d", Millis(f.Until))
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

// List reads shifts without their movements, newest first.
func (s *Shifts) List(ctx context.Context, f shifts.Filter) (found []shifts.Shift, total int, err error) {
	where, args := shiftsWhere(f)
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM shifts s"+where, args...).Scan(&total)
	if err != nil {
		return nil, 0, fmt.Errorf("counting shifts: %w", s.db.public(err))
	}
	one := func(row interface{ Scan(...any) error }) (shifts.Shift, error) { return scanShift(row) }
	found, err = readAll(ctx, s.db, "listing shifts", one, fmt.Sprintf(selectShifts+where+
		" ORDER BY s.opened_at DESC, s.id DESC LIMIT $%d OFFSET $%d", len(args)+1, len(args)+2),
		append(args, f.Limit, f.Offset)...)
	return found, total, err
}

// Report adds up the movements of shifts, oldest first.
func (s *Shifts) Report(ctx context.Context, f shifts.Filter) ([]shifts.Sums, error) {
	where, args := shiftsWhere(f)
	one := func(row interface{ Scan(...any) error }) (sums shifts.Sums, err error) {
		sums.Shift, err = scanShift(row, (*int64)(&sums.Float.Cents), (*int64)(&sums.Float.Pounds),
			(*int64)(&sums.Received.Cents), (*int64)(&sums.Received.Pounds), (*int64)(&sums.Change.Cents),
			(*int64)(&sums.Change.Pounds))
		return sums, err
	}
	var columns strings.Builder
	for _, kind := range []shifts.Kind{shifts.Float, shifts.Received, shifts.ChangeGiven} {
		for _, column := range []string{"usd_cents", "lbp"} {
			fmt.Fprintf(&columns, `, (SELECT CAST(COALESCE(sum(m.%s), 0) AS BIGINT) FROM shift_movements m
				WHERE m.shift_id = s.id AND m.kind = '%s')`, column, kind)
		}
	}
	return readAll(ctx, s.db, "adding shifts up", one,
		"SELECT "+shiftColumns+columns.String()+shiftTables+where+" ORDER BY s.opened_at, s.id", args...)
}
