package storetest

import (
	"context"
	"reflect"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

func TestOrders_KeepProductsAndAddressAsOrdered(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 3, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p1", "p0")
		r := payCash(me, "first")
		r.Note, r.SaveAddress = "  ring twice ", true
		placed, err := m.orders.Place(ctx, r)
		must(t, err)
		_, err = update(ctx, m.products, "p0", func(p *catalog.Product) error {
			p.Name.English, p.Price, p.Discount, p.Images = "Another", 1, 0, nil
			return nil
		})
		must(t, err)
		got, err := m.orders.Of(ctx, placed.Number, me, false)
		must(t, err)
		placed.History[0].ActorName = got.History[0].ActorName // only read, never kept
		placed.Events[0].ActorName = got.Events[0].ActorName
		if !reflect.DeepEqual(got, placed) {
			t.Errorf("read %+v, placed %+v", got, placed)
		}
		unit := money.Discounted(425, 15)
		if got.Totals != (money.Totals{Subtotal: 4 * unit, Fee: 200, Total: 4*unit + 200}) ||
			got.Lines[0].ProductID != "p1" || got.Lines[1].Name.English != "Panadol Extra" ||
			got.Lines[1].UnitPrice != unit {
			t.Errorf("the order is %+v", got)
		}
		if got.Note != "ring twice" || got.Address.Floor != 3 || got.Address.Phone != "03123456" ||
			got.Payment.Method != payments.Cash || got.Status != orders.Placed {
			t.Errorf("the order is %+v", got)
		}
		if lines := m.quantities(t, mine(me)); len(lines) != 0 {
			t.Errorf("the cart still holds %v", lines)
		}
		book, err := sqlstore.NewAddresses(m.db).Book(ctx, me)
		must(t, err)
		if len(book.Addresses) != 1 || book.Addresses[0].City != "Beirut" || book.Addresses[0].State != "" {
			t.Errorf("the book is %+v", book)
		}
		m.balanced(t, "p0", 20)
		if jobs := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1", orders.EmailJob); jobs != 1 {
			t.Errorf("%d emails", jobs)
		}
		_, err = m.orders.Of(ctx, placed.Number, "somebody", false)
		wantCode(t, err, apperr.OrderNotFound)
		_, err = m.orders.Of(ctx, "000000000", me, false)
		wantCode(t, err, apperr.OrderNotFound)
	})
}

func TestPlaceOrder_RefusedChangesNothing(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		_, err := m.orders.Place(ctx, payCash(me, ""))
		wantCode(t, err, apperr.CartEmpty)
		m.fill(t, []string{me}, 3, "p0", "p1")
		m.setStock(t, "p1", 2)
		_, err = m.orders.Place(ctx, payCash(me, "k"))
		wantCode(t, err, apperr.StockShort)
		m.setStock(t, "p1", 20)
		wrong := money.Cents(5)
		r := payCash(me, "k")
		r.Expected = &wrong
		_, err = m.orders.Place(ctx, r)
		wantCode(t, err, apperr.CartChanged)
		r = payCash(me, "k")
		r.Address = nil
		_, err = m.orders.Place(ctx, r)
		wantCode(t, err, apperr.AddressMissing)
		r = payCash(me, "k")
		r.Address.Street = ""
		_, err = m.orders.Place(ctx, r)
		wantCode(t, err, apperr.InvalidFields)
		r = payCard(me, "k", "")
		r.Payment.CVV = ""
		_, err = m.orders.Place(ctx, r)
		wantCode(t, err, apperr.CVVMissing)
		_, err = m.orders.Place(ctx, payCash(me, "\n"))
		wantCode(t, err, apperr.IdempotencyInvalid)
		_, err = m.orders.Place(ctx, payCash("nobody", ""))
		wantCode(t, err, apperr.SessionEnded)
		if lines := m.quantities(t, mine(me)); lines["p0"] != 3 || lines["p1"] != 3 {
			t.Errorf("the cart holds %v", lines)
		}
		m.balanced(t, "p0", 20)
		// A key that ended in an error is free again.
		if _, err := m.orders.Place(ctx, payCash(me, "k")); err != nil {
			t.Error(err)
		}
	})
}

func TestCheckout_EmptyBodyUsesSavedCardAndFavouriteAddress(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 1, "p0")
		first := payCash(me, "")
		first.SaveAddress = true
		_, err := m.orders.Place(ctx, first)
		must(t, err)
		m.fill(t, []string{me}, 1, "p0")
		order, err := m.orders.Place(ctx, orders.Request{UserID: me})
		must(t, err)
		if order.Payment.Method != payments.ByCard || order.Payment.Last4 != "4242" ||
			order.Payment.TransactionID == "" || order.Address.Street != "Hamra" {
			t.Errorf("the order is %+v", order)
		}
		m.balanced(t, "p0", 20)
	})
}

func TestMoveOrder_WritesHistory(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 2)
		me, admin := people[0], people[1]
		m.fill(t, people[:1], 2, "p0")
		order, err := m.orders.Place(ctx, payCash(me, ""))
		must(t, err)
		for _, to := range []orders.Status{"confirmed", "preparing", "out_for_delivery", "delivered"} {
			_, err = m.orders.Move(ctx, order.Number, to, admin, "note on "+string(to))
			must(t, err)
			_, err = m.orders.Move(ctx, order.Number, to, admin, "")
			wantCode(t, err, apperr.OrderTransition)
		}
		_, err = m.orders.Cancel(ctx, order.Number, me, false)
		wantCode(t, err, apperr.OrderNotCancelable)
		_, err = m.orders.Move(ctx, order.Number, "lost", admin, "")
		wantCode(t, err, apperr.StatusInvalid)
		got, err := m.orders.Of(ctx, order.Number, admin, true)
		must(t, err)
		if len(got.History) != 5 || got.History[1].ActorName != "u1" || got.History[1].Note != "note on confirmed" ||
			got.History[0].Actor.Kind != orders.Customer {
			t.Errorf("the history is %+v", got.History)
		}
		if n := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1", orders.EmailJob); n != 3 {
			t.Errorf("%d emails, want placed, out for delivery and delivered", n)
		}
		m.balanced(t, "p0", 20)
	})
}

func TestCancelOrder_RestoresStockAndRefundsOnce(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 4, "p0", "p1")
		order, err := m.orders.Place(ctx, payCard(me, "", sandbox.CardApproved))
		must(t, err)
		_, err = m.orders.Cancel(ctx, order.Number, "somebody", false)
		wantCode(t, err, apperr.OrderNotFound)
		errs := make([]error, 8)
		together(len(errs), func(i int) { _, errs[i] = m.orders.Cancel(ctx, order.Number, me, false) })
		for _, err := range errs {
			if code := apperr.CodeOf(err); code != "" && code != apperr.OrderNotCancelable {
				t.Error(err)
			}
		}
		if got := m.stock(t, "p0"); got != 20 {
			t.Errorf("%d in stock after cancelling", got)
		}
		m.balanced(t, "p1", 20)
		if n := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1", orders.RefundJob); n != 1 {
			t.Errorf("%d refunds", n)
		}
		leases, err := sqlstore.NewOutbox(m.db).Take(ctx, []string{orders.RefundJob}, 1, time.Minute)
		must(t, err)
		must(t, m.refundsThrough(m.gateway).Settle(ctx, leases[0].Job))
		if p, err := m.gateway.Lookup(ctx, order.ID); err != nil || p.HoldsMoney() || p.Refunded != order.Totals.Total {
			t.Errorf("the payment is %+v, %v", p, err)
		}
	})
}

func TestOrderAgain_FillsTheCartAsFarAsPossible(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 4, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 3, "p0", "p1", "p2", "p3")
		order, err := m.orders.Place(ctx, payCash(me, ""))
		must(t, err)
		m.fill(t, []string{me}, 10, "p3")
		m.setStock(t, "p1", 0)
		m.setStock(t, "p0", 2)
		_, err = update(ctx, m.products, "p2", func(p *catalog.Product) error {
			p.Status = catalog.Rejected
			return nil
		})
		must(t, err)
		must(t, m.live.Load(ctx))
		done, err := m.orders.Reorder(ctx, order.Number, me)
		must(t, err)
		reasons := map[string]orders.SkipReason{}
		for _, s := range done.Skipped {
			reasons[s.Line.ProductID] = s.Reason
		}
		if done.Added != 1 || !reflect.DeepEqual(reasons, map[string]orders.SkipReason{
			"p1": "out_of_stock", "p2": "unlisted", "p3": "limit",
		}) {
			t.Errorf("%d added, %v skipped", done.Added, reasons)
		}
		if len(done.Limited) != 1 || done.Limited[0].Line.ProductID != "p0" || done.Limited[0].Added != 2 {
			t.Errorf("limited are %+v, want two of the three p0", done.Limited)
		}
		if got := m.quantities(t, mine(me)); got["p0"] != 2 {
			t.Errorf("the cart is %v", got)
		}
		_, err = m.orders.Reorder(ctx, order.Number, "somebody")
		wantCode(t, err, apperr.OrderNotFound)
	})
}

func TestAdminOrders_FindOrders(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 3)
		var all []*orders.Order
		for i, user := range people {
			m.fill(t, []string{user}, 1, "p0")
			r := payCash(user, "")
			r.Address.Phone = "7000000" + string(rune('1'+i))
			o, err := m.orders.Place(ctx, r)
			must(t, err)
			all = append(all, o)
			time.Sleep(2 * time.Millisecond)
		}
		_, err := m.orders.Move(ctx, all[1].Number, "confirmed", people[0], "")
		must(t, err)
		for name, c := range map[string]struct {
			f    orders.Filter
			want []string
		}{
			"newest first": {orders.Filter{}, []string{all[2].Number, all[1].Number, all[0].Number}},
			"status":       {orders.Filter{Status: "confirmed"}, []string{all[1].Number}},
			"number":       {orders.Filter{Part: all[0].Number[2:]}, []string{all[0].Number}},
			"phone":        {orders.Filter{Part: " ٠٠٠٠٠٣ "}, []string{all[2].Number}},
			"nobody's":     {orders.Filter{Part: "%"}, nil},
			"from":         {orders.Filter{From: all[1].PlacedAt}, []string{all[2].Number, all[1].Number}},
			"until":        {orders.Filter{Until: all[1].PlacedAt}, []string{all[0].Number}},
		} {
			c.f.Limit = 10
			found, buyers, total, err := m.orders.List(ctx, c.f)
			must(t, err)
			var got []string
			for _, o := range found {
				got = append(got, o.Number)
				if buyers[o.UserID].Username == "" || len(o.Lines) != 1 || len(o.History) == 0 {
					t.Errorf("%s: %+v by %+v", name, o, buyers[o.UserID])
				}
			}
			if !reflect.DeepEqual(got, c.want) || total != len(c.want) {
				t.Errorf("%s: %v of %d, want %v", name, got, total, c.want)
			}
		}
		found, total, err := m.orders.History(ctx, people[1], 10, 0)
		must(t, err)
		if total != 1 || len(found) != 1 || found[0].Number != all[1].Number {
			t.Errorf("the history of one: %d", total)
		}
	})
}

func TestDeleteUser_ErasesPersonalDataInOrders(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		m.accounts = sqlstore.NewAccounts(m.db, sqlstore.AccountHooks{
			OnDelete: []func(context.Context, *sqlstore.Tx, string) error{m.store.AnonymiseUser},
		})
		people := m.people(t, 2)
		me, admin := people[0], people[1]
		place := func() *orders.Order {
			m.fill(t, people[:1], 1, "p0")
			o, err := m.orders.Place(ctx, payCash(me, ""))
			must(t, err)
			return o
		}
		done, open, back := place(), place(), place()
		_, err := m.orders.Cancel(ctx, done.Number, me, false)
		must(t, err)
		for _, to := range []orders.Status{"confirmed", "preparing", "out_for_delivery", "delivered", "returned"} {
			_, err = m.orders.Move(ctx, back.Number, to, admin, "")
			must(t, err)
		}
		must(t, m.accounts.Write(ctx, func(tx accounts.Tx) error { return tx.DeleteUser(ctx, me) }))
		got, err := m.orders.Of(ctx, done.Number, admin, true)
		must(t, err)
		if got.UserID != "" || got.Address != (orders.Address{}) || got.History[0].Actor.UserID != "" ||
			got.Totals != done.Totals || len(got.Lines) != 1 {
			t.Errorf("a finished order is %+v", got)
		}
		if got, err = m.orders.Of(ctx, back.Number, admin, true); err != nil || got.Address != (orders.Address{}) {
			t.Errorf("an order that was brought back is %+v, %v", got, err)
		}
		got, err = m.orders.Of(ctx, open.Number, admin, true)
		must(t, err)
		if got.UserID != "" || got.Address.Street != "Hamra" {
			t.Errorf("an order on its way is %+v", got)
		}
		for _, to := range []orders.Status{"confirmed", "preparing", "out_for_delivery", "delivered"} {
			_, err = m.orders.Move(ctx, open.Number, to, admin, "")
			must(t, err)
		}
		got, err = m.orders.Of(ctx, open.Number, admin, true)
		must(t, err)
		if got.Address != (orders.Address{}) {
			t.Errorf("after it arrived: %+v", got.Address)
		}
		_, err = m.orders.Of(ctx, open.Number, "", false)
		wantCode(t, err, apperr.OrderNotFound)
		if _, _, err := m.orders.Email(ctx, emailAbout(t, m, open.ID)); err != nil {
			t.Error(err)
		}
	})
}
