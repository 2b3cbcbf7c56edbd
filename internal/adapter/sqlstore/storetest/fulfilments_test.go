package storetest

import (
	"context"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/roles"
)

// sells makes a store sell a product.
func (m *ordersFixture) sells(t *testing.T, store, product string) {
	t.Helper()
	_, err := update(t.Context(), m.products, product, func(p *catalog.Product) error { p.StoreID = store; return nil })
	must(t, err)
}

func step(o *orders.Order, place int, to orders.Status, by string) orders.MoveRequest {
	f := o.Part(place)
	return orders.MoveRequest{StoreID: f.StoreID, ID: f.ID, To: to, By: by, Version: f.Version}
}

func TestFulfilments_OneForEachStoreMovesByItself(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 3, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		me, staff := people[0], people[1]
		m.sells(t, "", "p0")
		m.sells(t, "s1", "p1")
		m.sells(t, "", "p2")
		m.fill(t, people[:1], 1, "p0", "p1", "p2")
		placed, err := m.orders.Place(ctx, payCash(me, ""))
		must(t, err)
		o, err := m.orders.Of(ctx, placed.Number, me, false)
		must(t, err)
		if len(o.Fulfilments) != 2 || o.Fulfilments[0].StoreID != roles.House || o.Fulfilments[1].StoreID != "s1" ||
			len(o.LinesOf(1)) != 2 || len(o.LinesOf(2)) != 1 {
			t.Fatalf("the parts are %+v", o.Fulfilments)
		}
		addsUp(t, o)
		o, err = m.orders.MoveFulfilment(ctx, step(o, 2, orders.Confirmed, staff))
		must(t, err)
		if o.Status != orders.Placed || o.Part(2).Status != orders.Confirmed || len(o.History) != 1 {
			t.Errorf("the order is %s, its parts %+v", o.Status, o.Fulfilments)
		}
		// Another store's people, and those who saw an older version, change nothing.
		stranger := step(o, 2, orders.Preparing, staff)
		stranger.StoreID = "s2"
		_, err = m.orders.MoveFulfilment(ctx, stranger)
		wantCode(t, err, apperr.OrderNotFound)
		stale := step(o, 2, orders.Preparing, staff)
		stale.Version--
		_, err = m.orders.MoveFulfilment(ctx, stale)
		wantCode(t, err, apperr.OrderChanged)
		o, err = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Confirmed, staff))
		must(t, err)
		if o.Status != orders.Confirmed || len(o.History) != 2 {
			t.Errorf("the order is %s, its history %+v", o.Status, o.History)
		}
		o, err = m.orders.MoveFulfilment(ctx, step(o, 2, orders.Cancelled, staff))
		must(t, err)
		if o.Status != orders.Confirmed || o.Due() != o.Part(1).Totals.Total || m.stock(t, "p1") != 20 {
			t.Errorf("the order is %s and %d is due", o.Status, o.Due())
		}
		// The customer can still call the rest off, until it is prepared.
		o, err = m.orders.Move(ctx, o.Number, orders.Preparing, staff, "")
		must(t, err)
		_, err = m.orders.Cancel(ctx, o.Number, me, false)
		wantCode(t, err, apperr.OrderNotCancelable)
		read, err := m.orders.Of(ctx, o.Number, me, false)
		must(t, err)
		if read.Status != orders.Preparing || read.Part(1).Status != orders.Preparing {
			t.Errorf("read %s", read.Status)
		}
		addsUp(t, read)
	})
}

// addsUp checks that an order is the sum of its parts, and they of their lines.
func addsUp(t *testing.T, o *orders.Order) {
	t.Helper()
	var sum money.Totals
	for i := range o.Fulfilments {
		f := &o.Fulfilments[i]
		var lines money.Cents
		for _, l := range o.LinesOf(f.Place) {
			lines += l.Total()
		}
		if f.Totals.Subtotal != lines || f.Totals.Total != lines+f.Totals.Fee {
			t.Errorf("part %d is %+v, its lines are %d", f.Place, f.Totals, lines)
		}
		sum.Subtotal += f.Totals.Subtotal
		sum.Fee += f.Totals.Fee
		sum.Total += f.Totals.Total
	}
	if sum != o.Totals {
		t.Errorf("the parts add up to %+v, the order is %+v", sum, o.Totals)
	}
}

func TestUndo_TakesTheStepAndItsMailBack(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 3)
		me, staff := people[0], people[1]
		m.fill(t, people[:1], 4, "p0")
		o, err := m.orders.Place(ctx, payCard(me, "", sandbox.CardApproved))
		must(t, err)
		jobs := func() int {
			return m.count(t, "SELECT count(*) FROM outbox WHERE id LIKE '%.%'")
		}
		o, err = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Cancelled, staff))
		must(t, err)
		event, _, ok := m.orders.Undoable(o, 1)
		if !ok || jobs() != 2 || m.stock(t, "p0") != 20 {
			t.Fatalf("undoable %t, %d jobs, %d in stock", ok, jobs(), m.stock(t, "p0"))
		}
		due, err := sqlstore.NewOutbox(m.db).Take(ctx, []string{orders.RefundJob}, 9, time.Minute)
		must(t, err)
		if len(due) != 0 {
			t.Error("the refund did not wait")
		}
		_, err = m.orders.Undo(ctx, o.Part(1).StoreID, o.Part(1).ID, event.ID, people[2])
		wantCode(t, err, apperr.UndoLate) // it was somebody else's step
		o, err = m.orders.Undo(ctx, o.Part(1).StoreID, o.Part(1).ID, event.ID, staff)
		must(t, err)
		if o.Status != orders.Placed || len(o.History) != 1 || jobs() != 0 || m.stock(t, "p0") != 16 {
			t.Errorf("the order is %s, %d jobs, %d in stock", o.Status, jobs(), m.stock(t, "p0"))
		}
		m.balanced(t, "p0", 20)
		_, err = m.orders.Undo(ctx, o.Part(1).StoreID, o.Part(1).ID, event.ID, staff)
		wantCode(t, err, apperr.UndoLate)
		// Once the mail is on its way, the step stays.
		o, err = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Cancelled, staff))
		must(t, err)
		event, _, _ = m.orders.Undoable(o, 1)
		m.exec(t, "UPDATE outbox SET attempt = 1")
		_, err = m.orders.Undo(ctx, o.Part(1).StoreID, o.Part(1).ID, event.ID, staff)
		wantCode(t, err, apperr.UndoLate)
		if got, err := m.orders.Of(ctx, o.Number, me, false); err != nil || got.Status != orders.Cancelled {
			t.Errorf("the order is %s, %v", got.Status, err)
		}
		m.balanced(t, "p0", 20)
	})
}

func (m *ordersFixture) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	must(t, m.db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	}))
}

func TestDeliveryFailed_PiecesComeBackOrAreQuarantined(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		staff := people[1]
		m.fill(t, people[:1], 3, "p0")
		o, err := m.orders.Place(ctx, payCash(people[0], ""))
		must(t, err)
		for _, to := range []orders.Status{
			orders.Confirmed, orders.Preparing, orders.OutForDelivery, orders.DeliveryFailed, orders.Preparing,
			orders.OutForDelivery, orders.DeliveryFailed,
		} {
			o, err = m.orders.MoveFulfilment(ctx, step(o, 1, to, staff))
			must(t, err)
		}
		found, total, err := m.store.List(ctx, orders.Filter{Status: orders.DeliveryFailed, Limit: 9})
		must(t, err)
		if total != 1 || found[0].Status != orders.DeliveryFailed {
			t.Errorf("%d found", total)
		}
		cancel := step(o, 1, orders.Cancelled, staff)
		cancel.Stock.Quarantine = true
		expect := func(quarantined int) {
			t.Helper()
			aside := m.count(t, "SELECT coalesce(sum(pieces), 0) FROM stock_ledger WHERE reason = 'quarantined'")
			if m.stock(t, "p0") != 17 || aside != quarantined {
				t.Errorf("%d in stock, %d quarantined", m.stock(t, "p0"), aside)
			}
			m.whereabouts(t, "p0", 20)
		}
		o, err = m.orders.MoveFulfilment(ctx, cancel)
		must(t, err)
		expect(3)
		// Undone, the order has the pieces that were set aside; it takes no others.
		event, _, _ := m.orders.Undoable(o, 1)
		o, err = m.orders.Undo(ctx, o.Part(1).StoreID, o.Part(1).ID, event.ID, staff)
		must(t, err)
		expect(0)
		cancel.Version = o.Part(1).Version
		_, err = m.orders.MoveFulfilment(ctx, cancel)
		must(t, err)
		expect(3)
	})
}

func TestReturned_PartOfACardPaymentGoesBack(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		ctx := context.WithoutCancel(t.Context())
		people := m.people(t, 2)
		staff := people[1]
		m.sells(t, "s1", "p1")
		m.fill(t, people[:1], 2, "p0", "p1")
		o, err := m.orders.Place(ctx, payCard(people[0], "", sandbox.CardApproved))
		must(t, err)
		for _, to := range []orders.Status{
			orders.Confirmed, orders.Preparing, orders.OutForDelivery, orders.Delivered, orders.Returned,
		} {
			o, err = m.orders.MoveFulfilment(ctx, step(o, 2, to, staff))
			must(t, err)
		}
		if o.Status != orders.Placed || o.Due() != o.Part(1).Totals.Total || m.stock(t, "p1") != 20 {
			t.Errorf("the order is %s, %d is due", o.Status, o.Due())
		}
		m.exec(t, "UPDATE outbox SET run_at = 0")
		leases, err := sqlstore.NewOutbox(m.db).Take(ctx, []string{orders.RefundJob}, 9, time.Minute)
		must(t, err)
		if len(leases) != 1 {
			t.Fatalf("%d refunds", len(leases))
		}
		for range 2 { // a job may be done twice
			must(t, m.refundsThrough(m.gateway).Settle(ctx, leases[0].Job))
		}
		paid, err := m.gateway.Lookup(ctx, o.ID)
		must(t, err)
		if paid.Outcome != payments.Approved || paid.Captured-paid.Refunded != o.Due() {
			t.Errorf("the gateway holds %d of %d", paid.Captured-paid.Refunded, o.Due())
		}
	})
}

// Past orders are divided by the stores that sell their products today, and the parts add up to the cent.
func TestMigrate_DividesPastOrdersByStore(t *testing.T) {
	t.Parallel()
	eachMigratedTo(t, 31, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) (err error) {
			write := func(query string, args ...any) {
				if err == nil {
					_, err = tx.ExecContext(ctx, query, args...)
				}
			}
			for id, store := range map[string]any{"a": nil, "b": "s1", "c": "s2"} {
				write(`INSERT INTO products (id, code, english_name, arabic_name, english_description,
					arabic_description, brand, category, price_cents, store_id, status, created_at, updated_at)
					VALUES ($1, $1, 'x', 'x', 'x', 'x', 'b', 'colds', 100, $2, 'approved', 1, 1)`, id, store)
			}
			for id, status := range map[string]string{"split": "preparing", "plain": "delivered"} {
				write(`INSERT INTO orders (id, number, checkout_id, request_hash, status, subtotal_cents, fee_cents,
					total_cents, method, transaction_id, address, placed_at, updated_at)
					VALUES ($1, $1, $1, '', $2, 300, 200, 500, 'cash', 't', '{}', 1, 1)`, id, status)
				write(`INSERT INTO order_history (id, order_id, place, status, at, actor_kind)
					VALUES ($1, $2, 1, 'placed', 1, 'customer')`, id+"1", id)
				write(`INSERT INTO order_history (id, order_id, place, status, at, actor_kind)
					VALUES ($1, $2, 2, $3, 2, 'admin')`, id+"2", id, status)
			}
			line := `INSERT INTO order_lines (order_id, place, product_id, code, english_name, arabic_name, brand,
				price_cents, discount, unit_price_cents, quantity)
				VALUES ($1, $2, $3, 'c', 'x', 'x', 'b', 100, 0, 100, $4)`
			write(line, "split", 1, "b", 1)
			write(line, "split", 2, "a", 1)
			write(line, "split", 3, "c", 1)
			write(line, "plain", 1, "gone", 3)
			return err
		}))
		_, err := db.Migrate(ctx)
		must(t, err)
		store := sqlstore.NewOrders(db)
		for id, want := range map[string]struct {
			parts  int
			status orders.Status
		}{"split": {3, orders.Preparing}, "plain": {1, orders.Delivered}} {
			o, err := store.OrderByID(ctx, id)
			must(t, err)
			addsUp(t, o)
			if len(o.Fulfilments) != want.parts || o.Status != want.status || o.Totals.Fee != 200 ||
				len(o.History) != 2 || o.Part(1).StoreID != roles.House {
				t.Errorf("%s: %s, %+v after %+v", id, o.Status, o.Fulfilments, o.History)
			}
		}
	})
}
