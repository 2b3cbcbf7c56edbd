package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
)

// Orders is the store of orders. It implements orders.Store.
//
// Locks are always taken in the same order, so that no two transactions wait for each other: the user, then
// the cart, then the reservation, then the products by id. Signing in takes user and cart in this order, too.
type Orders struct{ db *DB }

var _ orders.Store = (*Orders)(nil)

// NewOrders makes the store over an open database.
func NewOrders(db *DB) *Orders { return &Orders{db: db} }

// retryUnknownCommit runs a transaction that can be looked up by the ids in it. When its COMMIT was sent and
// never answered, it runs once more: it then finds what the first one left, or does the work. The
// locks that it takes first make it wait until the database is done with the first one.
func (s *Orders) retryUnknownCommit(ctx context.Context, work func(tx *Tx) error) error {
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		err := s.db.Write(ctx, work)
		if !errors.Is(err, ErrCommitUnknown) {
			return err
		}
		// The way to the database is broken; what happened is found out as soon as it is open again.
		for !s.reachable(ctx) {
			if !sleep(ctx, pause) {
				return err
			}
			pause = min(2*pause, time.Second)
		}
	}
}

func (s *Orders) reachable(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.db.Ping(ctx) == nil
}

func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// Begin makes an order of the user's cart, or reserves its pieces.
func (s *Orders) Begin(ctx context.Context, a orders.Attempt, decide func(cart.Cart, map[string]*catalog.Product) (orders.Draft, error)) (orders.Started, error) {
	var started orders.Started
	err := s.retryUnknownCommit(ctx, func(tx *Tx) (err error) {
		started, err = begin(ctx, tx, a, decide)
		return err
	})
	if err != nil {
		return orders.Started{}, s.refusal(err)
	}
	return started, nil
}

// refusal tells a number that is taken from what is wrong otherwise.
func (s *Orders) refusal(err error) error {
	if s.db.IsUnique(err, "orders", "number") {
		return fmt.Errorf("%w: %w", orders.ErrNumberTaken, err)
	}
	return err
}

func begin(ctx context.Context, tx *Tx, a orders.Attempt, decide func(cart.Cart, map[string]*catalog.Product) (orders.Draft, error)) (orders.Started, error) {
	if err := lockUser(ctx, tx, a.UserID); err != nil {
		return orders.Started{}, err
	}
	stored, found, err := lockCart(ctx, tx, cart.Owner{UserID: a.UserID})
	if err != nil {
		return orders.Started{}, err
	}
	earlier, err := findEarlierOrder(ctx, tx, a, stored)
	if err != nil || earlier != (orders.Started{}) {
		return earlier, err
	}
	if !found || len(stored.Lines) == 0 {
		return findRepeatedOrder(ctx, tx, a)
	}
	products, err := lockProducts(ctx, tx, stored.Lines)
	if err != nil {
		return orders.Started{}, err
	}
	draft, err := decide(stored.Cart, products)
	if err != nil {
		return orders.Started{}, err
	}
	if err := moveStock(ctx, tx, orders.StockTaken(draft.Lines), a.At); err != nil {
		return orders.Started{}, err
	}
	if err := writeLedger(ctx, tx, a.ID, "taken", orders.StockTaken(draft.Lines), a.At); err != nil {
		return orders.Started{}, err
	}
	if a.Reserve {
		r, err := addReservation(ctx, tx, a, stored, draft)
		return orders.Started{Reservation: r}, err
	}
	if err := RenewCart(ctx, tx, stored.ID, a.At); err != nil {
		return orders.Started{}, err
	}
	order, err := addOrder(ctx, tx, orderOf(a.ID, a.Number, a.UserID, a.Payment, draft, a.At), stored.CheckoutID, a.Key, a.Hash, draft.SaveAddress, a.Email)
	return orders.Started{Order: order}, err
}

// findEarlierOrder finds what an earlier call left for the same key, the same attempt or the same filling
// of the cart.
func findEarlierOrder(ctx context.Context, tx *Tx, a orders.Attempt, stored storedCart) (orders.Started, error) {
	var id, hash string
	var key sql.NullString
	var reserved bool
	err := tx.QueryRowContext(ctx, `
		SELECT id, request_hash, idempotency_key, FALSE FROM orders
		WHERE id = $1 OR checkout_id = $2 OR user_id = $3 AND idempotency_key = $4
		UNION ALL
		SELECT id, request_hash, idempotency_key, TRUE FROM reservations
		WHERE id = $1 OR checkout_id = $2 OR user_id = $3 AND idempotency_key = $4
		LIMIT 1`, a.ID, stored.CheckoutID, a.UserID, keyOf(a.Key)).Scan(&id, &hash, &key, &reserved)
	if errors.Is(err, sql.ErrNoRows) {
		return orders.Started{}, nil
	}
	if err != nil {
		return orders.Started{}, fmt.Errorf("looking for an earlier order: %w", err)
	}
	switch {
	case a.Key != "" && key.String == a.Key && hash != a.Hash:
		return orders.Started{}, apperr.New(apperr.IdempotencyReused)
	case reserved && hash != a.Hash:
		return orders.Started{}, apperr.New(apperr.PaymentPending)
	case reserved:
		return orders.Started{Reservation: &orders.Reservation{ID: id, UserID: a.UserID}}, nil
	}
	order, err := readOrder(ctx, tx, "id = $1", id)
	return orders.Started{Order: order}, err
}

// findRepeatedOrder answers a call without a key that finds its cart empty: when the cart is untouched
// since an order that was asked for in the same words, that order is the answer.
func findRepeatedOrder(ctx context.Context, tx *Tx, a orders.Attempt) (orders.Started, error) {
	if a.Key != "" {
		return orders.Started{}, apperr.New(apperr.CartEmpty)
	}
	order, err := readOrder(ctx, tx, `id = (
		SELECT o.id FROM orders o JOIN carts c ON c.user_id = o.user_id
		WHERE o.user_id = $1 AND o.request_hash = $2 AND o.idempotency_key IS NULL AND o.placed_at = c.updated_at
		ORDER BY o.placed_at DESC, o.id DESC LIMIT 1)`, a.UserID, a.Hash)
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return orders.Started{}, apperr.New(apperr.CartEmpty)
	}
	return orders.Started{Order: order}, err
}

// lockProducts reads a cart's products, in the order of their ids, and keeps them as they are.
func lockProducts(ctx context.Context, tx *Tx, lines []cart.Line) (map[string]*catalog.Product, error) {
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.ProductID
	}
	in, args := In(1, ids)
	rows, err := tx.QueryContext(ctx, selectProducts+" WHERE id IN ("+in+") ORDER BY id"+tx.ForUpdate(), args...)
	if err != nil {
		return nil, fmt.Errorf("reading what is ordered: %w", err)
	}
	defer func() { _ = rows.Close() }()
	found := make(map[string]*catalog.Product, len(lines))
	for rows.Next() {
		p, err := scanProduct(rows, nil)
		if err != nil {
			return nil, fmt.Errorf("reading what is ordered: %w", err)
		}
		found[p.ID] = p
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading what is ordered: %w", err)
	}
	return found, nil
}

func orderOf(id, number, userID string, payment orders.Payment, d orders.Draft, at time.Time) *orders.Order {
	return &orders.Order{
		ID: id, Number: number, UserID: userID, Status: orders.Placed, Lines: d.Lines, Totals: d.Totals, Address: d.Address,
		Payment: payment, Note: d.Note, PlacedAt: at, Version: 1,
		History: []orders.Event{{ID: id, Status: orders.Placed, At: at, Actor: orders.Actor{Kind: orders.Customer, UserID: userID}}},
	}
}

// addOrder writes an order with everything that belongs to it.
func addOrder(ctx context.Context, tx *Tx, o *orders.Order, checkoutID, key, hash string, toBook bool, email outbox.Job) (*orders.Order, error) {
	address, err := asText(addressRow(o.Address))
	if err != nil {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO orders (id, number, user_id, checkout_id, idempotency_key, request_hash, status, subtotal_cents, fee_cents, total_cents,
			method, transaction_id, last4, card_brand, phone, address, note, version, placed_at, updated_at)
		VALUES (`+list(1, 19)+`, `+tx.Now()+`)`,
		o.ID, o.Number, keyOf(o.UserID), checkoutID, keyOf(key), hash, string(o.Status),
		int64(o.Totals.Subtotal), int64(o.Totals.Fee), int64(o.Totals.Total),
		string(o.Payment.Method), o.Payment.TransactionID, o.Payment.Last4, o.Payment.Brand, o.Address.Phone, address, o.Note, o.Version, Millis(o.PlacedAt))
	if IsForeignKey(err) {
		return nil, apperr.Wrap(apperr.SessionEnded, err) // the user is gone
	}
	if err != nil {
		return nil, fmt.Errorf("writing an order: %w", err)
	}
	if err := addLines(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := addEvent(ctx, tx, o.ID, 1, o.History[0]); err != nil {
		return nil, err
	}
	if toBook && o.UserID != "" {
		if err := saveAddress(ctx, tx, o); err != nil {
			return nil, err
		}
	}
	return o, enqueue(ctx, tx, []outbox.Job{email})
}

func addLines(ctx context.Context, tx *Tx, o *orders.Order) error {
	const columns = 12
	args := make([]any, 0, columns*len(o.Lines))
	for i, l := range o.Lines {
		images, err := asText(imageRows(l.Images))
		if err != nil {
			return err
		}
		args = append(args, o.ID, i+1, l.ProductID, l.Code, l.Name.English, l.Name.Arabic, l.Brand,
			int64(l.Price), l.Discount, int64(l.UnitPrice), l.Quantity, images)
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO order_lines (order_id, place, product_id, code, english_name, arabic_name, brand, price_cents, discount, unit_price_cents, quantity, images)
		VALUES `+tuples(len(o.Lines), columns), args...)
	if err != nil {
		return fmt.Errorf("writing an order's lines: %w", err)
	}
	return nil
}

func addEvent(ctx context.Context, tx *Tx, orderID string, place int, e orders.Event) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO order_history (id, order_id, place, status, at, actor_kind, actor_id, note) VALUES (`+list(1, 8)+`)`,
		e.ID, orderID, place, string(e.Status), Millis(e.At), string(e.Actor.Kind), e.Actor.UserID, e.Note)
	if err != nil {
		return fmt.Errorf("writing an order's history: %w", err)
	}
	return nil
}

// saveAddress saves the order's address in the user's book. A full book does not stop an order.
func saveAddress(ctx context.Context, tx *Tx, o *orders.Order) error {
	_, err := updateBook(ctx, tx, o.UserID, o.PlacedAt, func(b *addresses.Book) error {
		address := o.Address.ForBook()
		address.ID = newID()
		if err := b.Add(address); apperr.CodeOf(err) != apperr.AddressLimit {
			return err
		}
		return nil
	})
	return err
}

// writeLedger writes down what left the stock or came back. The same move cannot be written twice.
func writeLedger(ctx context.Context, tx *Tx, orderID, reason string, moves []catalog.StockMove, at time.Time) error {
	args := make([]any, 0, 5*len(moves))
	for _, m := range moves {
		args = append(args, orderID, m.ID, reason, m.By, Millis(at))
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO stock_ledger (order_id, product_id, reason, pieces, at) VALUES "+tuples(len(moves), 5), args...)
	if err != nil {
		return fmt.Errorf("writing the stock's ledger: %w", err)
	}
	return nil
}

// keyOf keeps an empty text as NULL: it names nothing.
func keyOf(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
