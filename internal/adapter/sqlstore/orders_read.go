package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

const selectOrders = `SELECT id, number, user_id, CASE WHEN status_detail = '' THEN status ELSE status_detail END,
	subtotal_cents, fee_cents, total_cents, method,
	transaction_id,
	last4, card_brand, address, note, version, placed_at,
	lbp_per_usd, total_lbp, pay_with, hands_usd_cents, hands_lbp, charged_lbp, partly, taken_by,
	call_first AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = orders.user_id AND users.email_verified),
	coalesce((SELECT username FROM users WHERE users.id =
		CASE WHEN taken_by = '' THEN orders.user_id ELSE taken_by END), '') FROM orders`

func scanOrder(row interface{ Scan(...any) error }) (*orders.Order, error) {
	var o orders.Order
	var user sql.NullString
	var subtotal, fee, total, placed int64
	var status, method, address, username string
	err := row.Scan(&o.ID, &o.Number, &user, &status, &subtotal, &fee, &total, &method, &o.Payment.TransactionID,
		&o.Payment.Last4, &o.Payment.Brand, &address, &o.Note, &o.Version, &placed,
		&o.Frozen.Rate, &o.Frozen.Total, &o.Cash.With, &o.Cash.HandsCents, &o.Cash.HandsPounds,
		&o.Payment.Charged, &o.Partly, &o.TakenBy, &o.CallFirst, &username)
	if err != nil {
		return nil, err
	}
	o.UserID, o.Status, o.Payment.Method, o.PlacedAt = user.String, orders.Status(status), payments.Method(
		method), Time(placed)
	o.Totals = money.Totals{Subtotal: money.Cents(subtotal), Fee: money.Cents(fee), Total: money.Cents(total)}
	var stored addressRow
	if err := json.Unmarshal([]byte(address), &stored); err != nil {
		return nil, fmt.Errorf("reading the address of an order: %w", err)
	}
	o.Address = orders.Address(stored)
	first := placedEvent(&o)
	first.ActorName = username
	o.Events = []orders.Event{first}
	return &o, nil
}

// readOrder reads one order with its lines and history.
func readOrder(ctx context.Context, tx *Tx, where string, args ...any) (*orders.Order, error) {
	o, err := scanOrder(tx.QueryRowContext(ctx, selectOrders+" WHERE "+where, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.OrderNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading an order: %w", err)
	}
	return o, fillOrders(ctx, tx, []*orders.Order{o})
}

// fillOrders reads the lines and the history of orders.
func fillOrders(ctx context.Context, tx *Tx, list []*orders.Order) error {
	if len(list) == 0 {
		return nil
	}
	byID := make(map[string]*orders.Order, len(list))
	ids := make([]string, len(list))
	for i, o := range list {
		byID[o.ID], ids[i] = o, o.ID
	}
	if err := readLines(ctx, tx, ids, byID); err != nil {
		return fmt.Errorf("reading the lines of orders: %w", err)
	}
	if err := readFulfilments(ctx, tx, ids, byID); err != nil {
		return fmt.Errorf("reading the fulfilments of orders: %w", err)
	}
	if err := readHistory(ctx, tx, ids, byID); err != nil {
		return fmt.Errorf("reading the history of orders: %w", err)
	}
	for _, o := range list {
		o.Replay()
	}
	return nil
}

func readLines(ctx context.Context, tx *Tx, ids []string, byID map[string]*orders.Order) error {
	in, args := In(1, ids)
	rows, err := tx.QueryContext(ctx, `
		SELECT order_id, product_id, code, english_name, arabic_name, brand, price_cents, discount, unit_price_cents,
		quantity, images, fulfilment, removed, vat_rate, vat_cents
		FROM order_lines WHERE order_id IN (`+in+`) ORDER BY order_id, place`, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var l orders.Line
		var id, images string
		var price, unit int64
		if err := rows.Scan(&id, &l.ProductID, &l.Code, &l.Name.English, &l.Name.Arabic, &l.Brand, &price, &l.Discount,
			&unit, &l.Quantity, &images, &l.Fulfilment, &l.Removed,
			&l.VATRate, &l.VAT); err != nil {
			return err
		}
		l.Price, l.UnitPrice = money.Cents(price), money.Cents(unit)
		if l.Images, err = readImages(images); err != nil {
			return err
		}
		byID[id].Lines = append(byID[id].Lines, l)
	}
	return rows.Err()
}

func readHistory(ctx context.Context, tx *Tx, ids []string, byID map[string]*orders.Order) error {
	in, args := In(1, ids)
	rows, err := tx.QueryContext(ctx, `
		SELECT h.order_id, h.id, h.status, h.at, h.actor_kind, h.actor_id, h.note, coalesce(u.username, ''),
			h.fulfilment, h.undone
		FROM order_history h LEFT JOIN users u ON u.id = h.actor_id
		WHERE h.order_id IN (`+in+`) ORDER BY h.order_id, h.place`, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e orders.Event
		var id string
		var at int64
		if err := rows.Scan(&id, &e.ID, &e.Status, &at, &e.Actor.Kind, &e.Actor.UserID, &e.Note,
			&e.ActorName, &e.Fulfilment, &e.Undone); err != nil {
			return err
		}
		e.At = Time(at)
		if e.Status == orders.Placed { // the version before wrote the first step, too
			byID[id].Events = byID[id].Events[:0]
		}
		byID[id].Events = append(byID[id].Events, e)
	}
	return rows.Err()
}

// Order reads one by its number.
func (s *Orders) Order(ctx context.Context, number string) (*orders.Order, error) {
	return s.one(ctx, "number = $1", number)
}

// OrderByID reads one by its id.
func (s *Orders) OrderByID(ctx context.Context, id string) (*orders.Order, error) {
	return s.one(ctx, "id = $1", id)
}

func (s *Orders) one(ctx context.Context, where, arg string) (o *orders.Order, err error) {
	err = s.db.Read(ctx, func(tx *Tx) (err error) {
		o, err = readOrder(ctx, tx, where, arg)
		return err
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

// OrderForEmail reads an order with its lines, without its history, and who ordered it, by one statement. A buyer who
// is gone is the zero Buyer.
func (s *Orders) OrderForEmail(ctx context.Context, id string, about orders.Status) (
	order *orders.Order, buyer orders.Buyer, earlier int, err error,
) {
	query := `
		SELECT o.number, coalesce(o.user_id, ''), o.status, o.total_cents, o.method, o.lbp_per_usd, o.total_lbp,
			coalesce(u.full_name, ''), coalesce(u.username, ''), coalesce(u.email, ''), coalesce(u.phone_nb, ''),
			coalesce(u.language, ''), l.product_id, l.code, l.english_name, l.arabic_name, l.unit_price_cents,
			l.quantity, l.removed, l.fulfilment, coalesce(f.total_cents, o.total_cents), coalesce(f.fee_cut_cents, 0),
			(SELECT count(*) FROM orders other JOIN order_history h ON h.order_id = other.id
			WHERE other.user_id = o.user_id AND h.status = mine.status AND h.id < mine.id
				AND h.at > mine.at - CAST($3 AS BIGINT))
			+ CASE WHEN $2 = CAST($4 AS TEXT) THEN (SELECT count(*) FROM orders other
				WHERE other.user_id = o.user_id AND other.id < o.id
				AND other.placed_at > o.placed_at - CAST($3 AS BIGINT)) ELSE 0 END
		FROM orders o LEFT JOIN users u ON u.id = o.user_id
			LEFT JOIN order_history mine ON mine.id = (SELECT min(first.id) FROM order_history first
				WHERE first.order_id = o.id AND first.status = $2)
			JOIN order_lines l ON l.order_id = o.id
			LEFT JOIN fulfilments f ON f.order_id = l.order_id AND f.place = l.fulfilment
		WHERE o.id = CAST($1 AS TEXT) ORDER BY l.place`
	// That an order was placed is not in its history.
	args := []any{id, string(about), orders.Day.Milliseconds(), string(orders.Placed)}
	err = s.db.eachRow(ctx, "reading an order for its email", query, args, func(rows *sql.Rows) error {
		if order == nil {
			order = &orders.Order{ID: id}
		}
		var l orders.Line
		var total, unit, partTotal, feeCut int64
		err := rows.Scan(&order.Number, &order.UserID, &order.Status, &total, &order.Payment.Method,
			&order.Frozen.Rate, &order.Frozen.Total,
			&buyer.FullName, &buyer.Username, &buyer.Email, &buyer.Phone, &buyer.Language,
			&l.ProductID, &l.Code, &l.Name.English, &l.Name.Arabic, &unit, &l.Quantity, &l.Removed, &l.Fulfilment,
			&partTotal, &feeCut, &earlier)
		for len(order.Fulfilments) < l.Fulfilment {
			order.Fulfilments = append(order.Fulfilments, orders.Fulfilment{Place: len(order.Fulfilments) + 1})
		}
		part := order.Part(l.Fulfilment)
		part.Totals.Total, part.FeeCut = money.Cents(partTotal), money.Cents(feeCut)
		order.Totals.Total, l.UnitPrice = money.Cents(total), money.Cents(unit)
		order.Lines = append(order.Lines, l)
		return err
	})
	if err == nil && order == nil {
		err = apperr.New(apperr.OrderNotFound)
	}
	return order, buyer, earlier, err
}

// List reads orders, newest first, and counts all that pass the filter.
func (s *Orders) List(ctx context.Context, f orders.Filter) (found []*orders.Order, total int, err error) {
	where, args := ordersWhere(f)
	err = s.db.Read(ctx, func(tx *Tx) error {
		found = []*orders.Order{}
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM orders"+where, args...).Scan(&total); err != nil {
			return err
		}
		page := fmt.Sprintf(" ORDER BY placed_at DESC, id DESC LIMIT $%d OFFSET $%d", len(args)+1, len(args)+2)
		rows, err := tx.QueryContext(ctx, selectOrders+where+page, append(args, f.Limit, f.Offset)...)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			o, err := scanOrder(rows)
			if err != nil {
				return err
			}
			found = append(found, o)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		return fillOrders(ctx, tx, found)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("listing orders: %w", err)
	}
	return found, total, nil
}

func ordersWhere(f orders.Filter) (where string, args []any) {
	var parts []string
	add := func(condition string, value any) {
		args = append(args, value)
		parts = append(parts, strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(args))))
	}
	if f.UserID != "" {
		add("user_id = ?", f.UserID)
	}
	switch f.Status {
	case "":
	case orders.DeliveryFailed, orders.Returned:
		add("status_detail = ?", string(f.Status))
	default:
		add("status = ? AND status_detail = ''", string(f.Status))
	}
	if f.Part != "" {
		add(matchCustomer, "%"+likeText(strings.ToLower(f.Part))+"%")
	}
	if !f.From.IsZero() {
		add("placed_at >= ?", Millis(f.From))
	}
	if !f.Until.IsZero() {
		add("placed_at < ?", Millis(f.Until))
	}
	if len(parts) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

// matchCustomer finds orders by a part of the number, the phone or the customer's name. Orders from before names were
// written down for it are found by the name as it was typed.
const matchCustomer = `(number LIKE ? ESCAPE '\' OR phone LIKE ? ESCAPE '\' OR name_fold LIKE ? ESCAPE '\'
	OR name_fold = '' AND lower(address) LIKE ? ESCAPE '\')`

// likeText keeps what people type from meaning anything to LIKE.
func likeText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(s)
}

// Buyers reads who ordered.
func (s *Orders) Buyers(ctx context.Context, userIDs []string) (map[string]orders.Buyer, error) {
	in, args := In(1, userIDs)
	rows, err := s.db.QueryContext(ctx,
		"SELECT id, full_name, username, email, phone_nb, language FROM users WHERE id IN ("+in+")", args...)
	if err != nil {
		return nil, fmt.Errorf("reading buyers: %w", err)
	}
	defer func() { _ = rows.Close() }()
	found := map[string]orders.Buyer{}
	for rows.Next() {
		var b orders.Buyer
		var id, lang string
		if err := rows.Scan(&id, &b.FullName, &b.Username, &b.Email, &b.Phone, &lang); err != nil {
			return nil, fmt.Errorf("reading buyers: %w", s.db.public(err))
		}
		b.Language = text.Lang(lang)
		found[id] = b
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading buyers: %w", s.db.public(err))
	}
	return found, nil
}
