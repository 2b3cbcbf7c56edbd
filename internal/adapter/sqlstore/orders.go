package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/regulation"
)

// Orders is the store of orders. It implements orders.Store.
//
// Locks are always taken in the same order, so that no two transactions wait for each other: the user, then
// the cart, then the reservation, then the products by id. Signing in takes user and cart in this order, too.
type Orders struct {
	db *DB
	// checkouts places orders on PostgreSQL together that are asked for at the same time.
	checkouts callGroups[groupedCheckout]
}

var _ orders.Store = (*Orders)(nil)

// NewOrders makes the store over an open database.
func NewOrders(db *DB) *Orders {
	s := &Orders{db: db}
	// One group at a time: what orders share, their INSERTs, is worth more than a second transaction beside it.
	s.checkouts = callGroups[groupedCheckout]{atOnce: 1, run: s.placeTogether}
	return s
}

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
	recent, found := s.db.carts.take("user_id", a.UserID)
	if found && len(recent.Lines) > 0 && !a.Reserve && !s.db.hasOneWriter() {
		own := &groupedCheckout{attempt: a, cart: recent, decide: decide}
		if err := s.checkouts.join(ctx, own); err != nil {
			return orders.Started{}, s.db.public(err)
		}
		if own.done {
			return orders.Started{Order: own.placed.Order}, nil
		}
		found = false // whatever kept it from the group: alone, the cart is read
	}
	return s.beginAlone(ctx, a, recent, found, decide)
}

// beginAlone is Begin in a transaction of its own; recent counts when it was found.
func (s *Orders) beginAlone(ctx context.Context, a orders.Attempt, recent storedCart, found bool, decide decideFunc) (
	orders.Started, error,
) {
	var started orders.Started
	var emptied storedCart
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
	found := addCheckoutState(&b, tx, a, leftBehind(stored))
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
// together. When there may be an earlier order or the cart has changed, errCartChanged undoes all of it and begin
// decides.
func beginWith(ctx context.Context, tx *Tx, a orders.Attempt, stored storedCart, decide decideFunc) (
	orders.Started, storedCart, error,
) {
	if len(stored.Lines) == 0 {
		return begin(ctx, tx, a, decide)
	}
	var b batch
	found := addCheckoutState(&b, tx, a, reservedBefore)
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
	if err := checkMedicines(ctx, tx, a, stored.Cart, products); err != nil {
		return orders.Started{}, err
	}
	var b batch
	if a.Reserve {
		taken := orders.StockTaken(draft.Lines)
		addStockTaken(&b, tx, taken, a.At)
		addLedger(&b, a.ID, orders.StockChange{Reason: orders.StockSold, Moves: taken}, a.At)
		r, err := addReservation(&b, tx, a, stored, draft)
		if err != nil {
			return orders.Started{}, err
		}
		return orders.Started{Reservation: r}, b.run(ctx, tx)
	}
	placed := newOrder(a, stored, draft, found)
	addTakenStock(&b, tx, placed)
	if err := addOrders(&b, tx, placed); err != nil {
		return orders.Started{}, err
	}
	if err := b.run(ctx, tx); err != nil {
		return orders.Started{}, err
	}
	if draft.SaveAddress {
		return orders.Started{Order: placed.Order}, saveAddress(ctx, tx, placed.Order)
	}
	return orders.Started{Order: placed.Order}, nil
}

type decideFunc = func(cart.Cart, map[string]*catalog.Product, int64) (orders.Draft, error)

// checkoutState is what is found out before an order is decided.
type checkoutState struct {
	// earlier says that an earlier call has left something, or may have.
	earlier bool
	// rate is pounds per dollar, 0 in a shop without one.
	rate int64
	// open is what the customer and the network have ordered and not received; the limits look at it.
	open orders.Open
	// customer is what the shop knows of who orders.
	customer orders.Known
}

// checkMedicines lets the domain decide with what the customer bought within the day.
func checkMedicines(ctx context.Context, tx *Tx, a orders.Attempt, c cart.Cart,
	products map[string]*catalog.Product) error {
	if !orders.HasMedicine(products) {
		return nil
	}
	var b batch
	bought := addBoughtToday(&b, a)
	if err := b.run(ctx, tx); err != nil {
		return err
	}
	return orders.CheckMedicines(c, products, *bought)
}

// addBoughtToday reads a customer's medicines of the day, if the limits look at them.
func addBoughtToday(b *batch, a orders.Attempt) *[]orders.Bought {
	bought := &[]orders.Bought{}
	if !a.Limits.MedicinesPerDay {
		return bought
	}
	var args arguments
	var ordersOf condition = placedOrCalled
	if a.Taken != nil {
		ordersOf = ofCaller
	}
	query := `
		SELECT p.id, p.regulation, p.max_per_order, l.quantity - l.removed, p.active_ingredients
		FROM orders d JOIN order_lines l ON l.order_id = d.id JOIN products p ON p.id = l.product_id
			JOIN fulfilments f ON f.order_id = l.order_id AND f.place = l.fulfilment
		WHERE ` + ordersOf(&args, a) + ` AND d.placed_at > ` + args.add(Millis(a.At.Add(-orders.Day))) + `
			AND f.status <> ` + args.add(string(orders.Cancelled)) + `
			AND p.regulation <> ` + args.add(string(regulation.None))
	b.addQuery("reading the medicines of the day", func(row scanner) error {
		p := &catalog.Product{}
		var class, ingredients string
		var most sql.NullInt64
		var quantity int
		err := row.Scan(&p.ID, &class, &most, &quantity, &ingredients)
		if err != nil {
			return err
		}
		p.Regulation, p.MaxPerOrder = regulation.Class(class), int(most.Int64)
		if p.Ingredients, err = readIngredients(ingredients); err != nil {
			return err
		}
		*bought = append(*bought, orders.Bought{Product: p, Quantity: quantity})
		return nil
	}, query, args...)
	return bought
}

// errCartChanged says that a cart is no longer what it was when it was read.
var errCartChanged = fmt.Errorf("%w: the cart has changed", errRunAgain)

// condition writes a condition about an attempt, with its arguments.
type condition func(args *arguments, a orders.Attempt) string

// placedOrCalled are the customer's orders d and those that were taken for the same phone number.
func placedOrCalled(args *arguments, a orders.Attempt) string {
	phone := args.add(a.Phone)
	return "(d.user_id = " + args.add(a.UserID) + " OR d.taken_by <> '' AND d.phone = " + phone + " AND d.phone <> '')"
}

// ofNetwork are the orders d that came from the same network.
func ofNetwork(args *arguments, a orders.Attempt) string {
	return "d.network = " + args.add(a.Network) + " AND d.network <> ''"
}

// leftBehind is the condition that a call with the same key, the same attempt or for the same filling of the cart has
// left something.
func leftBehind(stored storedCart) condition {
	return func(args *arguments, a orders.Attempt) string {
		id, checkout := args.add(a.ID), args.add(stored.CheckoutID)
		key := args.add(a.UserID) + " AND idempotency_key = " + args.add(keyOf(a.Key))
		return `EXISTS (SELECT 1 FROM orders WHERE id = ` + id + `)
			OR EXISTS (SELECT 1 FROM orders WHERE checkout_id = ` + checkout + `)
			OR EXISTS (SELECT 1 FROM orders WHERE user_id = ` + key + `)
			OR EXISTS (SELECT 1 FROM reservations WHERE id = ` + id + `)
			OR EXISTS (SELECT 1 FROM reservations WHERE checkout_id = ` + checkout + `)
			OR EXISTS (SELECT 1 FROM reservations WHERE user_id = ` + key + `)`
	}
}

// reservedBefore is leftBehind for a cart that is known: an order with the same key or for the same filling would break
// a unique constraint, which makes the transaction run again. Reservations have constraints of their own.
func reservedBefore(args *arguments, a orders.Attempt) string {
	return "EXISTS (SELECT 1 FROM reservations WHERE user_id = " + args.add(a.UserID) + ")"
}

// addCheckoutState looks whether an earlier call has left something, which rate holds and what the limits look at. It
// locks the user, as signing in does before it changes a cart. An order that another call commits while this one waits
// for that lock is noticed by addClaim: the cart was read before.
//
// It looks no further than it must: a customer may have ordered for years.
func addCheckoutState(b *batch, tx *Tx, a orders.Attempt, earlier condition) *checkoutState {
	found := &checkoutState{earlier: true}
	var args arguments
	delivered := "TRUE"
	if a.Limits.CallFirst {
		delivered = "EXISTS (SELECT 1 FROM orders WHERE user_id = " + args.add(a.UserID) + " AND status = 'delivered')"
	}
	query := `
		SELECT ` + earlier(&args, a) + `,
			coalesce((SELECT lbp_per_usd FROM rates ORDER BY number DESC LIMIT 1), 0),
			` + countUpTo(&args, a, a.Limits.OpenPerCustomer, placedOrCalled) + `,
			` + countUpTo(&args, a, a.Limits.OpenPerNetwork, ofNetwork) + `,
			email_verified, ` + delivered + `
		FROM users WHERE id = ` + args.add(a.UserID) + tx.ForNoKeyUpdate()
	b.addQuery("looking for an earlier order", func(row scanner) error {
		return row.Scan(&found.earlier, &found.rate, &found.open.Customer, &found.open.Network,
			&found.customer.VerifiedEmail, &found.customer.Delivered)
	}, query, args...)
	b.last().check = func(rows int64, err error) error {
		if err == nil && rows == 0 {
			return apperr.New(apperr.SessionEnded) // the user is gone
		}
		return err
	}
	return found
}

// countUpTo counts open orders d, no further than to a limit, which does not change while the shop runs; 0 is none.
func countUpTo(args *arguments, a orders.Attempt, limit int, which condition) string {
	if limit == 0 {
		return "0"
	}
	final, finals := In(len(*args)+1, orders.FinalStatuses())
	*args = append(*args, finals...)
	return "(SELECT count(*) FROM (SELECT 1 FROM orders d WHERE " + which(args, a) + " AND d.status NOT IN (" + final +
		") LIMIT " + strconv.Itoa(limit) + ") AS open)"
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
		emptied = emptiedCart(stored, a)
		next, stamp, updated = emptied.CheckoutID, emptied.stamp, emptied.updatedAt
	}
	b.addChecked("claiming a cart", claimed, `
		UPDATE carts SET stamp = $2, checkout_id = $3, updated_at = $4 WHERE id = $1 AND stamp = $5
		AND updated_at = $6`,
		stored.ID, stamp, next, updated, stored.stamp, stored.updatedAt)
	return emptied
}

// emptiedCart is a cart after its content became an order.
func emptiedCart(stored storedCart, a orders.Attempt) storedCart {
	return storedCart{
		Cart:   cart.Cart{ID: stored.ID, CheckoutID: newID()},
		places: map[string]int{}, stamp: newID(), updatedAt: Millis(a.At),
	}
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
	slices.Sort(ids)
	in, args := In(1, slices.Compact(ids))
	found := make(map[string]*catalog.Product, len(lines))
	b.addQuery("reading what is ordered", func(row scanner) error {
		p, err := scanProduct(row)
		if err == nil {
			found[p.ID] = p
		}
		return err
	}, selectOrdered+" WHERE id IN ("+in+") ORDER BY id"+tx.ForNoKeyUpdate(), args...)
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
	addLedgerRows(b, ledgerRows(nil, orderID, c, at))
}

// ledgerRows appends the columns of a change's rows in the ledger.
func ledgerRows(rows []any, orderID string, c orders.StockChange, at time.Time) []any {
	for _, m := range c.Moves {
		rows = append(rows, orderID, m.ID, string(c.Reason), m.By, Millis(at), c.Event)
	}
	return rows
}

func addLedgerRows(b *batch, rows []any) {
	b.addRows(manyRows{
		doing:  "writing the stock's ledger",
		before: "INSERT INTO stock_ledger (order_id, product_id, reason, pieces, at, event)", row: plainRow(6),
	}, rows)
}

// keyOf stores an empty text as NULL: it names nothing.
func keyOf(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
