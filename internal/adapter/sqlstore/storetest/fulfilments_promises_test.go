package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
)

// whereabouts checks that no piece of a product was lost: on hand, with customers and quarantined are all there were.
func (m *ordersFixture) whereabouts(t *testing.T, product string, received int) {
	t.Helper()
	onHand := m.stock(t, product)
	quarantined := m.count(t, `SELECT coalesce(sum(pieces), 0) FROM stock_ledger
		WHERE product_id = $1 AND reason = 'quarantined'`, product)
	with := m.count(t, `SELECT coalesce(sum(l.quantity - l.removed), 0) FROM order_lines l
		JOIN fulfilments f ON f.order_id = l.order_id AND f.place = l.fulfilment
		WHERE l.product_id = $1 AND f.status NOT IN ('cancelled', 'returned')`, product)
	ledger := m.count(t, "SELECT coalesce(sum(pieces), 0) FROM stock_ledger WHERE product_id = $1", product)
	if onHand < 0 || onHand+with+quarantined != received || -ledger != with {
		t.Errorf("%s: %d on hand, %d with customers (%d by the ledger), %d quarantined, %d received", product, onHand,
			with, -ledger, quarantined, received)
	}
}

// Hundreds of people buy from several stores while orders are cancelled, taken back, undone and fail to be delivered.
func TestFulfilments_NoPieceIsLostWhileBuyersAndStaffWorkAtOnce(t *testing.T) {
	t.Parallel()
	const stores, received = 4, 200
	eachOrdersFixture(t, stores+1, func(t *testing.T, m *ordersFixture) {
		ctx := context.WithoutCancel(t.Context())
		buyers := m.people(t, size(30, 80, 500))
		products := make([]string, stores+1)
		for i := range products {
			products[i] = fmt.Sprint("p", i)
			store := ""
			if i > 0 {
				store = fmt.Sprint("s", i)
			}
			m.sells(t, store, products[i])
			m.setStock(t, products[i], received)
		}
		var placed sync.Map
		together(len(buyers), func(i int) {
			random := rand.New(rand.NewPCG(uint64(i), 7))
			var wanted []string
			for _, p := range products {
				if random.IntN(2) == 0 {
					wanted = append(wanted, p)
				}
			}
			if len(wanted) == 0 {
				wanted = products[:1]
			}
			m.fill(t, buyers[i:i+1], 1+random.IntN(3), wanted...)
			o, err := m.orders.Place(ctx, payCash(buyers[i], ""))
			if err != nil {
				if apperr.CodeOf(err) != apperr.StockShort {
					t.Error(err)
				}
				return
			}
			placed.Store(o.Number, true)
			for range 12 {
				m.randomStep(ctx, t, random, o.Number, buyers[i])
			}
		})
		count := 0
		placed.Range(func(number, _ any) bool {
			o, err := m.orders.Of(ctx, number.(string), "", true)
			must(t, err)
			addsUp(t, o)
			count++
			return true
		})
		if count == 0 {
			t.Error("nobody ordered anything")
		}
		for _, p := range products {
			m.whereabouts(t, p, received)
		}
		twice := m.count(t, `SELECT count(*) FROM (SELECT order_id FROM order_lines GROUP BY order_id, product_id
			HAVING count(*) > 1) doubled`)
		if twice != 0 {
			t.Errorf("%d lines are there twice", twice)
		}
	})
}

// randomStep does something that staff or the customer may do with an order, or tries to.
func (m *ordersFixture) randomStep(ctx context.Context, t *testing.T, random *rand.Rand, number, user string) {
	o, err := m.orders.Of(ctx, number, "", true)
	if err != nil {
		t.Error(err)
		return
	}
	f := o.Part(1 + random.IntN(len(o.Fulfilments)))
	next := f.Status.Next()
	switch kind := random.IntN(14); {
	case kind == 10 || kind == 11:
		_, err = m.orders.Reduce(ctx, randomReduction(random, o, f, user))
	case kind == 12:
		_, err = m.orders.AnswerOn(ctx, number, f.ID, user, random.IntN(3) > 0)
	case kind == 13:
		err = m.orders.EndQuestion(ctx, endOf(t, f))
	case kind == 0:
		_, err = m.orders.Cancel(ctx, number, user, false)
	case kind == 1:
		if event, _, ok := m.orders.Undoable(o, f.Place); ok {
			_, err = m.orders.Undo(ctx, f.StoreID, f.ID, event.ID, event.Actor.UserID)
		}
	case len(next) > 0:
		_, err = m.orders.MoveFulfilment(ctx, orders.MoveRequest{
			StoreID: f.StoreID, ID: f.ID, To: next[random.IntN(len(next))], By: user, Version: f.Version,
			Stock: orders.Stock{Quarantine: random.IntN(3) == 0},
		})
	}
	switch apperr.CodeOf(err) {
	case "", apperr.OrderChanged, apperr.OrderTransition, apperr.OrderNotCancelable, apperr.UndoLate, apperr.StockShort,
		apperr.InvalidFields, apperr.OrderAsking, apperr.AnswerGiven:
	default:
		if !errors.Is(err, orders.ErrUndoable) {
			t.Error(err)
		}
	}
}

// randomReduction takes some pieces off a random line.
func randomReduction(random *rand.Rand, o *orders.Order, f *orders.Fulfilment, user string) orders.Reduction {
	lines := o.LinesOf(f.Place)
	line := lines[random.IntN(len(lines))]
	return orders.Reduction{
		StoreID: f.StoreID, ID: f.ID, By: user, Version: f.Version,
		Lines: []orders.ReducedLine{{ProductID: line.ProductID, Left: random.IntN(line.Left() + 1)}},
		Stock: orders.Stock{Quarantine: random.IntN(2) == 0},
	}
}

// The customer cancels while two of the staff move the order on: exactly one wins, and the customer is told once.
func TestFulfilments_RacingStepsHaveOneWinner(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := context.WithoutCancel(t.Context())
		rounds := size(5, 10, 200)
		people := m.people(t, 3)
		m.setStock(t, "p0", rounds)
		for range rounds {
			m.exec(t, "DELETE FROM outbox")
			m.fill(t, people[:1], 1, "p0")
			o, err := m.orders.Place(ctx, payCash(people[0], ""))
			must(t, err)
			m.exec(t, "DELETE FROM outbox")
			errs := make([]error, 4)
			together(len(errs), func(i int) {
				switch i {
				case 0:
					_, errs[i] = m.orders.Cancel(ctx, o.Number, people[0], false)
				case 1:
					_, errs[i] = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Cancelled, people[1]))
				default:
					_, errs[i] = m.orders.MoveFulfilment(ctx, step(o, 1, orders.Confirmed, people[i-1]))
				}
			})
			got, err := m.orders.Of(ctx, o.Number, "", true)
			must(t, err)
			told := m.count(t, "SELECT count(*) FROM outbox WHERE kind = $1", orders.EmailJob)
			cancelled := 0
			if got.Status == orders.Cancelled {
				cancelled = 1
			}
			won := 0
			for _, err := range errs[1:] {
				if err == nil {
					won++
				} else if code := apperr.CodeOf(err); code != apperr.OrderChanged && code != apperr.OrderTransition {
					t.Error(err)
				}
			}
			// All three of the staff saw the same version: one of them can win at most. The customer may cancel what
			// was just confirmed.
			if won > 1 || told != cancelled || len(got.Events)-1 > 2 {
				t.Errorf("%d of the staff won, the order is %s after %+v, %d mails", won, got.Status, got.Events, told)
			}
			m.whereabouts(t, "p0", rounds)
		}
	})
}

// Every order of a desk that reads its list after each hint is seen, even when the line was cut twice.
func TestDesk_NoOrderIsMissedAfterCuts(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := context.WithoutCancel(t.Context())
		total := size(20, 60, 1000)
		buyers := m.people(t, total)
		m.sells(t, "s1", "p0")
		m.setStock(t, "p0", total)
		m.fill(t, buyers, 1, "p0")
		seen := map[string]bool{}
		look := func() {
			for offset := 0; ; offset += 48 {
				page, err := m.orders.Desk(ctx, orders.DeskFilter{StoreID: "s1", Limit: 48, Offset: offset})
				must(t, err)
				for _, found := range page.Found {
					seen[found.Order.ID] = true
				}
				if len(page.Found) < 48 {
					return
				}
			}
		}
		for third := range 3 {
			changed, end := m.orders.WatchOrders("s1") // the line is open again
			from, until := third*total/3, (third+1)*total/3
			cut := from + (until-from)/2
			look()
			var placing sync.WaitGroup
			placing.Go(func() {
				together(cut-from, func(i int) {
					if _, err := m.orders.Place(ctx, payCash(buyers[from+i], "")); err != nil {
						t.Error(err)
					}
				})
			})
			for len(seen) < cut {
				<-changed
				look()
			}
			placing.Wait()
			end() // the line is cut, and orders come in meanwhile
			together(until-cut, func(i int) {
				if _, err := m.orders.Place(ctx, payCash(buyers[cut+i], "")); err != nil {
					t.Error(err)
				}
			})
		}
		look()
		if len(seen) != total {
			t.Errorf("%d of %d orders were seen", len(seen), total)
		}
	})
}
