package sqlstore

import (
	"fmt"
	"maps"
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
)

// placedOrder is a decided order with what is stored beside it.
type placedOrder struct {
	*orders.Order
	// cartID is the cart that it empties; nothing when it was taken from a caller.
	cartID string
	// checkoutID and key keep it from being placed twice.
	checkoutID, key, hash string
	network               string
	// taken is what it takes from the stock.
	taken     []catalog.StockMove
	email     outbox.Job
	tellHouse bool
}

// newOrder makes the order of a draft.
func newOrder(a orders.Attempt, stored storedCart, draft orders.Draft, found *checkoutState) placedOrder {
	order := orderOf(a.ID, a.Number, a.UserID, a.Payment, draft, a.At)
	order.CallFirst = a.Taken == nil && a.Limits.NeedsCall(a.Payment.Method, found.customer)
	placed := placedOrder{
		Order: order, cartID: stored.ID, checkoutID: stored.CheckoutID, key: a.Key, hash: a.Hash, network: a.Network,
		taken: orders.StockTaken(draft.Lines), email: a.Email, tellHouse: a.TellHouse,
	}
	if a.Taken != nil {
		placed.key = "" // it is the staff's; the id of the checkout holds it
		order.TakenBy = a.Taken.By
		order.Events = []orders.Event{placedEvent(order)}
		order.Replay()
	}
	return placed
}

// addTakenStock takes what orders are made of from the stock and from the carts.
func addTakenStock(b *batch, tx *Tx, placed ...placedOrder) {
	pieces := map[string]int{}
	var ledger []any
	var carts []string
	for _, o := range placed {
		for _, m := range o.taken {
			pieces[m.ID] += m.By
		}
		ledger = ledgerRows(ledger, o.ID, orders.StockChange{Reason: orders.StockSold, Moves: o.taken}, o.PlacedAt)
		if o.cartID != "" {
			carts = append(carts, o.cartID)
		}
	}
	moves := make([]catalog.StockMove, 0, len(pieces))
	for _, id := range slices.Sorted(maps.Keys(pieces)) {
		moves = append(moves, catalog.StockMove{ID: id, By: pieces[id]})
	}
	addStockTaken(b, tx, moves, placed[0].PlacedAt)
	addLedgerRows(b, ledger)
	if len(carts) > 0 {
		in, args := In(1, carts)
		b.add("emptying carts", "DELETE FROM cart_lines WHERE cart_id IN ("+in+")", args...)
	}
}

// addOrders queues orders with everything that belongs to them.
func addOrders(b *batch, tx *Tx, placed ...placedOrder) error {
	var rows, lines, parts []any
	var jobs []outbox.Job
	for _, p := range placed {
		address, err := asText(addressRow(p.Address))
		if err != nil {
			return err
		}
		rows = append(rows, p.ID, p.Number, keyOf(p.UserID), p.checkoutID, keyOf(p.key), p.hash, string(p.Status),
			int64(p.Totals.Subtotal), int64(p.Totals.Fee), int64(p.Totals.Total), string(p.Payment.Method),
			p.Payment.TransactionID, p.Payment.Last4, p.Payment.Brand, p.Address.Phone, address, p.Note,
			p.Version, Millis(p.PlacedAt), nameFold(p.Address), p.Frozen.Rate, int64(p.Frozen.Total),
			string(p.Cash.With), int64(p.Cash.HandsCents), int64(p.Cash.HandsPounds), p.network,
			int64(p.Payment.Charged), p.Partly, p.TakenBy, p.CallFirst)
		if lines, err = orderLineRows(lines, p.Order); err != nil {
			return err
		}
		parts = fulfilmentRows(parts, tx, p.Order)
		staff, err := orders.StaffJobs(p.Order, p.tellHouse)
		if err != nil {
			return err
		}
		jobs = append(append(jobs, p.email), staff...)
	}
	b.addRows(manyRows{
		doing: "writing an order",
		before: `
		INSERT INTO orders (id, number, user_id, checkout_id, idempotency_key, request_hash, status,
			subtotal_cents, fee_cents, total_cents, method, transaction_id, last4, card_brand, phone, address, note,
			version, placed_at, name_fold, lbp_per_usd, total_lbp, pay_with, hands_usd_cents, hands_lbp, network,
			charged_lbp, partly, taken_by, call_first, updated_at)`,
		row: rowForm{columns: 30, write: func(first int) string {
			return "(" + list(first, 30) + ", " + tx.Now() + ")"
		}},
		check: tx.orderWritten,
	}, rows)
	b.addRows(manyRows{
		doing: "writing an order's lines",
		before: `
		INSERT INTO order_lines (order_id, place, product_id, code, english_name, arabic_name, brand,
			price_cents, discount, unit_price_cents, quantity, images, fulfilment, vat_rate, vat_cents)`,
		row: plainRow(15),
	}, lines)
	b.addRows(manyRows{
		doing: "writing an order's fulfilments",
		before: `
		INSERT INTO fulfilments (order_id, place, store_id, status, subtotal_cents, fee_cents, total_cents, placed_at,
			updated_at, promised_from, promised_to)`,
		row: plainRow(11),
	}, parts)
	addJobs(b, tx, jobs)
	return nil
}

// orderWritten looks at what became of an INSERT of orders.
func (tx *Tx) orderWritten(_ int64, err error) error {
	switch {
	case IsForeignKey(err):
		return apperr.Wrap(apperr.SessionEnded, err) // the user is gone
	case tx.db.IsUnique(err, "orders", "id"), tx.db.IsUnique(err, "orders", "checkout_id"),
		tx.db.IsUnique(err, "orders", "user_id", "idempotency_key"):
		return fmt.Errorf("%w: %w", errCartChanged, err) // an earlier call has left one
	}
	return err
}

// orderLineRows appends the columns of an order's lines.
func orderLineRows(rows []any, o *orders.Order) ([]any, error) {
	for i, l := range o.Lines {
		images, err := asText(imageRows(l.Images))
		if err != nil {
			return nil, err
		}
		rows = append(rows, o.ID, i+1, l.ProductID, l.Code, l.Name.English, l.Name.Arabic, l.Brand,
			int64(l.Price), l.Discount, int64(l.UnitPrice), l.Quantity, images, l.Fulfilment,
			l.VATRate, int64(l.VAT))
	}
	return rows, nil
}

// fulfilmentRows appends the columns of an order's fulfilments and has their stores told.
func fulfilmentRows(rows []any, tx *Tx, o *orders.Order) []any {
	for i := range o.Fulfilments {
		f := &o.Fulfilments[i]
		rows = append(rows, o.ID, f.Place, f.StoreID, string(f.Status), int64(f.Totals.Subtotal), int64(f.Totals.Fee),
			int64(f.Totals.Total), Millis(o.PlacedAt), Millis(o.PlacedAt), Millis(f.Promised.From),
			Millis(f.Promised.To))
		notifyOrders(tx, f)
	}
	return rows
}
