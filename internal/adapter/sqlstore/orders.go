package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/regulation"
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
func (s *Orders) Begin(ctx context.Context, a orders.Attempt,
	decide decideFunc) (orders.Started, error) {
	if a.Taken != nil {
		return s.beginTaken(ctx, a, decide)
	}
	var started orders.Started
	var emptied storedCart
	recent, found := s.db.carts.take("user_id", a.UserID)
	err := s.retryUnknownCommit(ctx, func(tx *Tx) (err error) {
		if found {
			found = false // when this is run again, the cart is read
			started, emptied, err = beginWith(ctx, tx, a, recent, decide)
			return err
		}
		started, emptied, err = begin(ctx, tx, a, decide)
		return err
	})
	if err != nil {
		return orders.Started{}, s.refusal(err)
	}
	if emptied.ID != "" {
		s.db.carts.put("user_id", a.UserID, emptied)
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

// begin reads the cart without a lock and then claims it, which fails when somebody else has changed or ordered it
// meanwhile: errCartChanged lets the transaction run again. It gives the emptied cart of an order.
func begin(ctx context.Context, tx *Tx, a orders.Attempt, decide decideFunc) (orders.Started, storedCart, error) {
	stored, err := readCart(ctx, tx, "user_id", a.UserID)
	if err != nil {
		return orders.Started{}, storedCart{}, err
	}
	var b batch
	found := addFindEarlier(&b, tx, a, stored)
	if err := b.run(ctx, tx); err != nil {
		return orders.Started{}, storedCart{}, err
	}
	if found.earlier {
		started, err := findEarlierOrder(ctx, tx, a, stored)
		return started, storedCart{}, err
	}
	if len(stored.Lines) == 0 {
		started, err := findRepeatedOrder(ctx, tx, a)
		return started, storedCart{}, err
	}
	if err := a.Limits.CheckOpen(found.open); err != nil {
		return orders.Started{}, storedCart{}, err
	}
	var claim batch
	emptied := addClaim(&claim, stored, a)
	products := addLockProducts(&claim, tx, stored.Lines)
	if err := claim.run(ctx, tx); err != nil {
		return orders.Started{}, storedCart{}, err
	}
	started, err := writeOrder(ctx, tx, a, stored, products, found, decide)
	return started, emptied, err
}

// beginWith is begin with a cart that this server wrote a moment ago: what begin asks one after the other travels
// together. When an earlier order is there or the cart has changed, errCartChanged undoes all of it and begin decides.
func beginWith(ctx context.Context, tx *Tx, a orders.Attempt, stored storedCart, decide decideFunc) (
	orders.Started, storedCart, error,
) {
	if len(stored.Lines) == 0 {
		return begin(ctx, tx, a, decide)
	}
	var b batch
	found := addFindEarlier(&b, tx, a, stored)
	emptied := addClaim(&b, stored, a)
	products := addLockProducts(&b, tx, stored.Lines)
	if err := b.run(ctx, tx); err != nil {
		return orders.Started{}, storedCart{}, err
	}
	if found.earlier {
		return orders.Started{}, storedCart{}, errCartChanged
	}
	if err := a.Limits.CheckOpen(found.open); err != nil {
		return orders.Started{}, storedCart{}, err
	}
	started, err := writeOrder(ctx, tx, a, stored, products, found, decide)
	return started, emptied, err
}

// writeOrder decides on a claimed cart and its locked products, and writes the order or the reservation.
func writeOrder(ctx context.Context, tx *Tx, a orders.Attempt, stored storedCart, products map[string]*catalog.Product,
	found *checkoutState, decide decideFunc) (orders.Started, error) {
	draft, err := decide(stored.Cart, products, found.rate)
	if err != nil {
		return orders.Started{}, err
	}
	if err := checkMedicines(a, stored.Cart, products, found); err != nil {
		return orders.Started{}, err
	}
	var b batch
	taken := orders.StockTaken(draft.Lines)
	addStockTaken(&b, tx, taken, a.At)
	addLedger(&b, a.ID, orders.StockChange{Reason: orders.StockSold, Moves: taken}, a.At)
	if a.Reserve {
		r, err := addReservation(&b, tx, a, stored, draft)
		if err != nil {
			return orders.Started{}, err
		}
		return orders.Started{Reservation: r}, b.run(ctx, tx)
	}
	order := orderOf(a.ID, a.Number, a.UserID, a.Payment, draft, a.At)
	order.CallFirst = a.Taken == nil && a.Limits.NeedsCall(a.Payment.Method, found.customer)
	key := a.Key
	if a.Taken == nil {
		b.add("emptying a cart", "DELETE FROM cart_lines WHERE cart_id = $1", stored.ID)
	} else {
		key = "" // it is the staff's; the id of the checkout holds it
		order.TakenBy = a.Taken.By
		order.Events = []orders.Event{placedEvent(order)}
		order.Replay()
	}
	if err := addOrder(&b, tx, order, stored.CheckoutID, key, a.Hash, a.Network, a.Email, a.TellHouse); err != nil {
		return orders.Started{}, err
	}
	if err := b.run(ctx, tx); err != nil {
		return orders.Started{}, err
	}
	if draft.SaveAddress {
		return orders.Started{Order: order}, saveAddress(ctx, tx, order)
	}
	return orders.Started{Order: order}, nil
}

type decideFunc = func(cart.Cart, map[string]*catalog.Product, int64) (orders.Draft, error)

// checkoutState is what is found out before an order is decided.
type checkoutState struct {
	// earlier says that an earlier call has left something.
	earlier bool
	// rate is pounds per dollar, 0 in a shop without one.
	rate int64
	// open is what the customer and the network have ordered and not received; the limits look at it.
	open orders.Open
	// customer is what the shop knows of who orders.
	customer orders.Known
	// medicines are the lines of the day with a medicine, packed into one text so that no further statement is needed;
	// null when nobody looked for them, because the cart held no medicine.
	medicines sql.NullString
}

// checkMedicines lets the domain decide with what the customer bought within the day.
func checkMedicines(a orders.Attempt, c cart.Cart, products map[string]*catalog.Product,
	found *checkoutState) error {
	if !orders.HasMedicine(products) {
		return nil
	}
	if !found.medicines.Valid {
		return errCartChanged // a product has become a medicine since
	}
	var bought []orders.Bought
	if a.Limits.MedicinesPerDay {
		var err error
		if bought, err = readBought(found.medicines); err != nil {
			return err
		}
	}
	return orders.CheckMedicines(c, products, bought)
}

// fieldEnd and lineEnd separate the packed lines; no stored text holds them.
const fieldEnd, lineEnd = "\x1f", "\x1e"

// boughtToday packs a customer's medicines of the day; whose is the condition on the order d. The parameters from first
// on are boughtTodayArgs.
func boughtToday(whose string, first int) string {
	arg := func(i int) string { return "CAST($" + strconv.Itoa(first+i) + " AS TEXT)" }
	return `coalesce((SELECT string_agg(p.id || ` + arg(0) + ` || p.regulation || ` + arg(0) + ` ||
			CAST(coalesce(p.max_per_order, 0) AS TEXT) || ` + arg(0) + ` || CAST(l.quantity AS TEXT) ||
			` + arg(0) + ` || p.active_ingredients, ` + arg(1) + `)
		FROM orders d JOIN order_lines l ON l.order_id = d.id JOIN products p ON p.id = l.product_id
		WHERE ` + whose + ` AND d.placed_at > $` + strconv.Itoa(first+2) + ` AND d.status <> ` + arg(3) + `
			AND p.regulation <> ` + arg(4) + `), '')`
}

func boughtTodayArgs(at time.Time) []any {
	return []any{fieldEnd, lineEnd, Millis(at.Add(-orders.Day)), string(orders.Cancelled), string(regulation.None)}
}

// readBought reads what boughtToday packed.
func readBought(packed sql.NullString) (bought []orders.Bought, err error) {
	if packed.String == "" {
		return nil, nil
	}
	for line := range strings.SplitSeq(packed.String, lineEnd) {
		f := strings.Split(line, fieldEnd)
		if len(f) != 5 {
			return nil, errors.New("reading the medicines of the day: a line is damaged")
		}
		p := &catalog.Product{ID: f[0], Regulation: regulation.Class(f[1])}
		quantity := 0
		if p.MaxPerOrder, err = strconv.Atoi(f[2]); err == nil {
			quantity, err = strconv.Atoi(f[3])
		}
		if err == nil {
			p.Ingredients, err = readIngredients(f[4])
		}
		if err != nil {
			return nil, fmt.Errorf("reading the medicines of the day: %w", err)
		}
		bought = append(bought, orders.Bought{Product: p, Quantity: quantity})
	}
	return bought, nil
}

// errCartChanged says that a cart is no longer what it was when it was read.
var errCartChanged = fmt.Errorf("%w: the cart has changed", errRunAgain)

// placedOrCalled are the orders d of the user $3 and those that were taken for the phone number $6.
const placedOrCalled = "(d.user_id = $3 OR d.taken_by <> '' AND d.phone = $6 AND d.phone <> '')"

// addFindEarlier looks whether an earlier call with the same key, or for the same filling of the cart, has left
// something, which rate holds and what the limits look at. It locks the user, as signing in does before it changes a
// cart. An order that another call commits while this one waits for that lock is noticed by addClaim: the cart was
// read before.
//
// It looks no further than it must: a customer may have ordered for years.
func addFindEarlier(b *batch, tx *Tx, a orders.Attempt, stored storedCart) *checkoutState {
	found := &checkoutState{}
	args := []any{a.ID, stored.CheckoutID, a.UserID, keyOf(a.Key), a.Network, a.Phone, stored.ID}
	bought := boughtToday(placedOrCalled, len(args)+1)
	args = append(args, boughtTodayArgs(a.At)...)
	final, finals := In(len(args)+1, orders.FinalStatuses())
	open := " AND d.status NOT IN (" + final + ")"
	b.addQuery("looking for an earlier order", func(row scanner) error {
		return row.Scan(&found.earlier, &found.rate, &found.open.Customer, &found.open.Network,
			&found.customer.VerifiedEmail, &found.customer.Delivered, &found.medicines)
	}, `
		SELECT EXISTS (SELECT 1 FROM orders WHERE id = $1)
			OR EXISTS (SELECT 1 FROM orders WHERE checkout_id = $2)
			OR EXISTS (SELECT 1 FROM orders WHERE user_id = $3 AND idempotency_key = $4)
			OR EXISTS (SELECT 1 FROM reservations WHERE id = $1)
			OR EXISTS (SELECT 1 FROM reservations WHERE checkout_id = $2)
			OR EXISTS (SELECT 1 FROM reservations WHERE user_id = $3 AND idempotency_key = $4),
			coalesce((SELECT lbp_per_usd FROM rates ORDER BY number DESC LIMIT 1), 0),
			`+countUpTo(a.Limits.OpenPerCustomer, placedOrCalled+open)+`,
			`+countUpTo(a.Limits.OpenPerNetwork, "d.network = $5 AND d.network <> ''"+open)+`,
			email_verified, EXISTS (SELECT 1 FROM orders WHERE user_id = $3 AND status = 'delivered'),
			CASE WHEN EXISTS (SELECT 1 FROM cart_lines c JOIN products p ON p.id = c.product_id
				WHERE c.cart_id = $7 AND p.regulation <> 'none') THEN `+bought+` END
		FROM users WHERE id = $3`+tx.ForNoKeyUpdate(),
		append(args, finals...)...)
	b.last().check = func(rows int64, err error) error {
		if err == nil && rows == 0 {
			return apperr.New(apperr.SessionEnded) // the user is gone
		}
		return err
	}
	return found
}

// countUpTo counts orders d, no further than to a limit, which does not change while the shop runs.
func countUpTo(limit int, which string) string {
	some := "SELECT 1 FROM orders d WHERE " + which + " LIMIT " + strconv.Itoa(limit)
	return "(SELECT count(*) FROM (" + some + ") AS open)"
}

// addClaim keeps others from changing a cart until the transaction ends. A cart that becomes an order at once is
// renewed: its next filling is another order. It gives the cart as it is after such an order.
func addClaim(b *batch, stored storedCart, a orders.Attempt) (emptied storedCart) {
	claimed := func(rows int64, err error) error {
		if err == nil && rows == 0 {
			return errCartChanged
		}
		return err
	}
	next, stamp, updated := stored.CheckoutID, newID(), stored.updatedAt
	if !a.Reserve {
		next, updated = newID(), Millis(a.At)
		emptied = storedCart{Cart: cart.Cart{ID: stored.ID, CheckoutID: next}, places: map[string]int{},
			stamp: stamp, updatedAt: updated}
	}
	b.addChecked("claiming a cart", claimed, `
		UPDATE carts SET stamp = $2, checkout_id = $3, updated_at = $4 WHERE id = $1 AND stamp = $5
		AND updated_at = $6`,
		stored.ID, stamp, next, updated, stored.stamp, stored.updatedAt)
	return emptied
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
		return orders.Started{}, errCartChanged // it was there a moment ago: a reservation that was released
	}
	if err != nil {
		return orders.Started{}, fmt.Errorf("looking for an earlier order: %w", err)
	}
	switch {
	case a.Key != "" && key.String == a.Key && hash != a.Hash:
		return orders.Started{}, apperr.New(apperr.IdempotencyReused)
	case reserved && hash != a.Hash:
		return orders.Started{}, apperr.New(apperr.PaymentPending).WithDetail("attempt", id)
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

// addLockProducts reads a cart's products, in the order of their ids, and keeps them as they are.
func addLockProducts(b *batch, tx *Tx, lines []cart.Line) map[string]*catalog.Product {
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.ProductID
	}
	in, args := In(1, ids)
	found := make(map[string]*catalog.Product, len(lines))
	b.addQuery("reading what is ordered", func(row scanner) error {
		p, err := scanProduct(row)
		if err == nil {
			found[p.ID] = p
		}
		return err
	}, selectProducts+" WHERE id IN ("+in+") ORDER BY id"+tx.ForNoKeyUpdate(), args...)
	return found
}

func orderOf(id, number, userID string, payment orders.Payment, d orders.Draft, at time.Time) *orders.Order {
	o := &orders.Order{
		ID: id, Number: number, UserID: userID, Lines: d.Lines, Fulfilments: slices.Clone(d.Fulfilments),
		Totals: d.Totals, Frozen: d.Frozen, Cash: d.Cash, Address: d.Address, Payment: payment, Note: d.Note,
		Partly: d.Partly, PlacedAt: at, Version: 1,
	}
	for i := range o.Fulfilments {
		o.Fulfilments[i].ID, o.Fulfilments[i].Address = orders.FulfilmentID(id, i+1), d.Address
	}
	o.Events = []orders.Event{placedEvent(o)}
	o.Replay()
	return o
}

// placedEvent is the first step of every order; it is not written, because the order says all of it.
func placedEvent(o *orders.Order) orders.Event {
	by := orders.Actor{Kind: orders.Customer, UserID: o.UserID}
	if o.TakenBy != "" {
		by = orders.Actor{Kind: orders.Admin, UserID: o.TakenBy}
	}
	return orders.Event{ID: o.ID, Status: orders.Placed, At: o.PlacedAt, Actor: by}
}

// addOrder queues an order with everything that belongs to it.
func addOrder(b *batch, tx *Tx, o *orders.Order, checkoutID, key, hash, network string, email outbox.Job,
	tellHouse bool) error {
	address, err := asText(addressRow(o.Address))
	if err != nil {
		return err
	}
	known := func(_ int64, err error) error {
		if IsForeignKey(err) {
			return apperr.Wrap(apperr.SessionEnded, err) // the user is gone
		}
		return err
	}
	b.addChecked("writing an order", known, `
		INSERT INTO orders (id, number, user_id, checkout_id, idempotency_key, request_hash, status,
			subtotal_cents, fee_cents, total_cents, method, transaction_id, last4, card_brand, phone, address, note,
			version, placed_at, name_fold, lbp_per_usd, total_lbp, pay_with, hands_usd_cents, hands_lbp, network,
			charged_lbp, partly, taken_by, call_first, updated_at)
		VALUES (`+list(1, 30)+`, `+tx.Now()+`)`,
		o.ID, o.Number, keyOf(o.UserID), checkoutID, keyOf(key), hash, string(o.Status),
		int64(o.Totals.Subtotal), int64(o.Totals.Fee), int64(o.Totals.Total), string(o.Payment.Method),
		o.Payment.TransactionID, o.Payment.Last4, o.Payment.Brand, o.Address.Phone, address, o.Note,
		o.Version, Millis(o.PlacedAt), nameFold(o.Address), o.Frozen.Rate, int64(o.Frozen.Total), string(o.Cash.With),
		int64(o.Cash.HandsCents), int64(o.Cash.HandsPounds), network,
		int64(o.Payment.Charged), o.Partly, o.TakenBy, o.CallFirst)
	if err := addOrderLines(b, o); err != nil {
		return err
	}
	addFulfilments(b, tx, o)
	staff, err := orders.StaffJobs(o, tellHouse)
	if err != nil {
		return err
	}
	addJobs(b, tx, append([]outbox.Job{email}, staff...))
	return nil
}

func addOrderLines(b *batch, o *orders.Order) error {
	const columns = 15
	args := make([]any, 0, columns*len(o.Lines))
	for i, l := range o.Lines {
		images, err := asText(imageRows(l.Images))
		if err != nil {
			return err
		}
		args = append(args, o.ID, i+1, l.ProductID, l.Code, l.Name.English, l.Name.Arabic, l.Brand,
			int64(l.Price), l.Discount, int64(l.UnitPrice), l.Quantity, images, l.Fulfilment,
			l.VATRate, int64(l.VAT))
	}
	b.add("writing an order's lines", `
		INSERT INTO order_lines (order_id, place, product_id, code, english_name, arabic_name, brand,
			price_cents, discount, unit_price_cents, quantity, images, fulfilment, vat_rate, vat_cents)
		VALUES `+tuples(len(o.Lines), columns), args...)
	return nil
}

func addEvent(b *batch, orderID string, place int, e orders.Event) {
	b.add("writing an order's history", `
		INSERT INTO order_history (id, order_id, place, status, at, actor_kind, actor_id, note, fulfilment)
		VALUES (`+list(1, 9)+`)`,
		e.ID, orderID, place, string(e.Status), Millis(e.At), string(e.Actor.Kind), e.Actor.UserID, e.Note,
		e.Fulfilment)
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

// addLedger queues what left the stock or came back. The same move cannot be written twice.
func addLedger(b *batch, orderID string, c orders.StockChange, at time.Time) {
	args := make([]any, 0, 6*len(c.Moves))
	for _, m := range c.Moves {
		args = append(args, orderID, m.ID, string(c.Reason), m.By, Millis(at), c.Event)
	}
	b.add("writing the stock's ledger",
		"INSERT INTO stock_ledger (order_id, product_id, reason, pieces, at, event) VALUES "+tuples(len(c.Moves), 6),
		args...)
}

// keyOf stores an empty text as NULL: it names nothing.
func keyOf(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
