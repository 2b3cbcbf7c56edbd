package storetest

import (
	"fmt"
	"sync"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/rates"
	"dawa/internal/domain/regulation"
)

func newRates(db *sqlstore.DB) *rates.Service {
	return rates.New(sqlstore.NewRates(db), rates.Settings{Step: 1000}, nil)
}

func TestRates_AreAddedAndTheNewestHolds(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, _ *sqlstore.Products) {
		ctx := t.Context()
		service, other := newRates(db), newRates(db)
		if got := service.Current(); got.Known() || service.Pounds(100) != 0 {
			t.Fatalf("a new shop has the rate %+v", got)
		}
		for _, rate := range []int64{89_500, 90_000, 88_000} {
			set, err := service.Set(ctx, rate, "somebody", false)
			must(t, err)
			if got := service.Current(); got.PoundsPerDollar != rate || got.Number != set.Number ||
				got.Since != set.Since {
				t.Fatalf("%d was set, %+v holds", rate, got)
			}
		}
		must(t, other.Refresh(ctx))
		if other.Current() != service.Current() {
			t.Errorf("another server has %+v, not %+v", other.Current(), service.Current())
		}
		if got := service.Pounds(1001); got != 881_000 {
			t.Errorf("$10.01 are %d pounds", got)
		}
		list, err := service.List(ctx)
		must(t, err)
		if len(list) != 3 || list[0].PoundsPerDollar != 88_000 || list[2].PoundsPerDollar != 89_500 {
			t.Errorf("the rates are %+v", list)
		}
		for wrong, code := range map[int64]apperr.Code{
			0: apperr.InvalidFields, 999: apperr.InvalidFields, 10_000_001: apperr.InvalidFields,
			8_800: apperr.RateSuspicious,
		} {
			if _, err := service.Set(ctx, wrong, "somebody", false); apperr.CodeOf(err) != code {
				t.Errorf("%d gave %v, want %s", wrong, err, code)
			}
		}
		_, err = service.Set(ctx, 8_800, "somebody", true)
		must(t, err)
		var audited int
		must(t, db.QueryRowContext(ctx, "SELECT count(*) FROM audit WHERE action = 'rate_set'").Scan(&audited))
		if audited != 4 {
			t.Errorf("%d rates are in the audit log", audited)
		}
	})
}

func TestRates_SetAtOnceAreAllThere(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, _ *sqlstore.Products) {
		const n = 20
		var work sync.WaitGroup
		for i := range n {
			work.Go(func() {
				if _, err := newRates(db).Set(t.Context(), 89_000+int64(i), "somebody", false); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		list, err := newRates(db).List(t.Context())
		must(t, err)
		if len(list) != n || list[0].Number != n {
			t.Errorf("%d rates, the newest is %+v", len(list), list[0])
		}
	})
}

// The rate changes again and again while 200 people check out, each with the rate that they were shown. Every order
// has exactly that rate, or its shopper is told the new rate and total, looks and orders at it. The first attempts of
// every shopper ask for a change that runs beside them; later ones do not, or the last shopper could be told for ever.
func TestCheckout_RateChangesMeanwhile(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		const changing = 10
		ctx := t.Context()
		people := size(60, 200, 200)
		users := m.people(t, people)
		m.setStock(t, "p0", 10*people)
		m.setStock(t, "p1", 10*people)
		m.fill(t, users, 2, "p0", "p1")
		setter := newRates(m.db)
		_, err := setter.Set(ctx, 89_500, "admin", false)
		must(t, err)
		change, done := make(chan struct{}, 1), make(chan struct{})
		go func() {
			defer close(done)
			next := int64(89_500)
			for range change {
				next++
				if _, err := setter.Set(ctx, next, "admin", false); err != nil {
					t.Error(err)
				}
			}
		}()
		told := 0
		var mu sync.Mutex
		var work sync.WaitGroup
		for i, user := range users {
			work.Go(func() {
				server := newRates(m.db)
				if err := server.Refresh(ctx); err != nil {
					t.Error(err)
					return
				}
				shown := server.Current().PoundsPerDollar
				for attempt := range changing * people {
					if attempt < changing {
						select {
						case change <- struct{}{}:
						default: // one is waiting already
						}
					}
					request := payCash(user, fmt.Sprint("key-", i, "-", attempt))
					if i%2 == 1 {
						request = payCard(user, request.Key, "4242424242424242")
					}
					request.ExpectedRate = &shown
					order, err := m.orders.Place(ctx, request)
					if apperr.CodeOf(err) == apperr.RateChanged {
						detail := apperr.From(err).Details
						now, ok := detail["rate"].(int64)
						total, _ := detail["total"].(money.Cents)
						if !ok || detail["totalLbp"] != money.InPounds(total, now, 1000) || now == shown {
							t.Errorf("told of %v while %d was shown", detail, shown)
							return
						}
						shown = now
						mu.Lock()
						told++
						mu.Unlock()
						continue
					}
					if err != nil {
						t.Error(err)
						return
					}
					want := orders.Frozen{Rate: shown, Total: money.InPounds(order.Totals.Total, shown, 1000)}
					stored, err := m.store.Order(ctx, order.Number)
					if err != nil || stored.Frozen != want || order.Frozen != want {
						t.Errorf("shown %+v, ordered %+v, stored %+v (%v)", want, order.Frozen, stored.Frozen, err)
					}
					return
				}
				t.Errorf("%s never got an order", user)
			})
		}
		work.Wait()
		close(change)
		<-done
		if n := m.count(t, "SELECT count(*) FROM orders WHERE lbp_per_usd > 0"); n != people {
			t.Errorf("%d orders with a rate, want %d", n, people)
		}
		if told == 0 {
			t.Error("nobody was told of a new rate: the checkouts ran beside no change")
		}
		t.Logf("%d checkouts, %d were told that the rate had changed", people, told)
	})
}

func TestOrder_FreezesRateVATAndWhatWasSaidAboutCash(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		users := m.people(t, 2)
		m.fill(t, users, 3, "p0")
		must(t, m.db.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE products SET vat_rate = 11, version = version + 1 WHERE id = 'p0'")
			return err
		}))
		without, err := m.orders.Place(ctx, payCash(users[0], "a"))
		must(t, err)
		if without.Frozen != (orders.Frozen{}) {
			t.Errorf("a shop without a rate froze %+v", without.Frozen)
		}
		service := newRates(m.db)
		_, err = service.Set(ctx, 89_500, "admin", false)
		must(t, err)
		request := payCash(users[1], "b")
		request.Cash = orders.Cash{With: orders.PayBoth, HandsCents: 10_000, HandsPounds: 50_000}
		placed, err := m.orders.Place(ctx, request)
		must(t, err)
		_, err = service.Set(ctx, 95_000, "admin", false)
		must(t, err)
		stored, err := m.store.Order(ctx, placed.Number)
		must(t, err)
		line := stored.Lines[0]
		if stored.Frozen.Rate != 89_500 || stored.Frozen.Total != money.InPounds(stored.Totals.Total, 89_500, 1000) ||
			stored.Cash != request.Cash || line.VATRate != 11 || line.VAT != money.VATIn(line.Total(), 11) {
			t.Errorf("the order is %+v, its line %+v", stored, line)
		}
		request = payCash(users[1], "c")
		request.Cash = orders.Cash{With: orders.PayDollars, HandsPounds: 50_000}
		if _, err := m.orders.Place(ctx, request); apperr.CodeOf(err) != apperr.InvalidFields {
			t.Errorf("pounds in hand although dollars were said: %v", err)
		}
	})
}

// Promise: an order that is frozen at a rate has its medicines at their official price, also in the moment after the
// rate was set, when the shelf still has the price at the one before.
func TestRates_MedicineIsSoldAtTheRateOfItsOrder(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		me := m.people(t, 1)[0]
		m.exec(t, "INSERT INTO rates (number, lbp_per_usd, since, set_by) VALUES (1, 100000, 1, '')")
		_, err := update(t.Context(), m.products, "p0", func(p *catalog.Product) error {
			p.Regulation, p.OfficialPrice.Pounds, p.Discount = regulation.OTC, 450_000, 0
			return nil
		})
		must(t, err)
		for _, c := range []struct {
			rate int64
			want money.Cents
		}{{100_000, 450}, {90_000, 500}} {
			m.exec(t, "UPDATE rates SET lbp_per_usd = $1", c.rate) // and nothing is repriced
			m.fill(t, []string{me}, 1, "p0", "p1")
			old, err := m.products.Product(t.Context(), "p1")
			must(t, err)
			o, err := m.orders.Place(t.Context(), payCash(me, ""))
			must(t, err)
			for _, line := range o.Lines {
				want := map[string]money.Cents{"p0": c.want, "p1": old.Price}[line.ProductID]
				if line.Price != want || line.ProductID == "p0" && line.UnitPrice != want {
					t.Errorf("at %d pounds %s costs %v, want %v", c.rate, line.ProductID, line.UnitPrice, want)
				}
			}
			if o.Frozen.Rate != c.rate {
				t.Errorf("the order is frozen at %d", o.Frozen.Rate)
			}
		}
	})
}
