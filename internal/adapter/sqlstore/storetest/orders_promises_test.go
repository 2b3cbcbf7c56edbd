package storetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
)

// codes counts how calls ended.
type codes struct {
	mu    sync.Mutex
	count map[apperr.Code]int
}

func (c *codes) add(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count == nil {
		c.count = map[apperr.Code]int{}
	}
	c.count[apperr.CodeOf(err)]++
}

// want fails unless exactly these codes were seen; "" is success.
func (c *codes) want(t *testing.T, want map[apperr.Code]int) {
	t.Helper()
	if !maps.Equal(c.count, want) {
		t.Errorf("ended as %v, want %v", c.count, want)
	}
}

func TestPlaceOrder_LastPiecesAreSoldOnce(t *testing.T) {
	t.Parallel()
	buyers, repeats := size(60, 200, 500), size(2, 4, 20)
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		people := m.people(t, buyers)
		for round := range repeats {
			m.setStock(t, "p0", 10)
			m.fill(t, people, 1, "p0")
			if round%2 == 1 {
				m.remember(t, people)
			}
			var ended codes
			together(buyers, func(i int) {
				r := payCash(people[i], fmt.Sprint("round ", round))
				if i%3 == 0 { // some pay by card: their pieces are held meanwhile
					r = payCard(people[i], fmt.Sprint("round ", round), sandbox.CardApproved)
				}
				_, err := m.orders.Place(t.Context(), r)
				ended.add(err)
			})
			ended.want(t, map[apperr.Code]int{"": 10, apperr.StockShort: buyers - 10})
			m.balancedAfterRefill(t, "p0", 10*(round+1))
		}
	})
}

// balancedAfterRefill is balanced for a product whose stock was set anew before every round.
func (m *ordersFixture) balancedAfterRefill(t *testing.T, product string, sold int) {
	t.Helper()
	lines := m.count(t, "SELECT coalesce(sum(quantity), 0) FROM order_lines WHERE product_id = $1", product)
	ledger := m.count(t, "SELECT coalesce(sum(pieces), 0) FROM stock_ledger WHERE product_id = $1", product)
	held := m.count(t, "SELECT count(*) FROM reservations")
	if stock := m.stock(t, product); stock != 0 || lines != sold || ledger != -sold || held != 0 {
		t.Errorf("%d there, %d sold, %d by the ledger, %d held; want %d sold", stock, lines, ledger, held, sold)
	}
}

func TestPlaceOrder_CartsInOppositeOrderDoNotDeadlock(t *testing.T) {
	t.Parallel()
	clients := size(40, 100, 200)
	eachOrdersFixture(t, 4, func(t *testing.T, m *ordersFixture) {
		all := m.people(t, 2*clients)
		const stock = 30
		for known, products := range map[bool][2]string{false: {"p0", "p1"}, true: {"p2", "p3"}} {
			m.setStock(t, products[0], stock)
			m.setStock(t, products[1], stock)
			people := all[:clients]
			if known {
				people = all[clients:]
			}
			for i, user := range people {
				m.fill(t, []string{user}, 1, products[i%2], products[1-i%2])
			}
			if known {
				m.remember(t, people)
			}
			var ended codes
			together(clients, func(i int) {
				_, err := m.orders.Place(t.Context(), payCash(people[i], ""))
				ended.add(err)
			})
			want := map[apperr.Code]int{"": min(stock, clients)}
			if clients > stock {
				want[apperr.StockShort] = clients - stock
			}
			ended.want(t, want)
			m.balanced(t, products[0], stock)
			m.balanced(t, products[1], stock)
		}
	})
}

func TestPlaceOrder_SameCheckoutManyTimesIsOneOrder(t *testing.T) {
	t.Parallel()
	times := size(40, 100, 200)
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		people := m.people(t, 4)
		for i, request := range []orders.Request{
			payCash(people[0], "key"), payCash(people[1], ""),
			payCard(people[2], "key", sandbox.CardApproved), payCard(people[3], "", sandbox.CardApproved),
		} {
			m.fill(t, people[i:i+1], 2, "p0", "p1")
			m.remember(t, people[i:i+1])
			m.gateway.authorise = func() { time.Sleep(50 * time.Millisecond) } // long enough to be met under way
			numbers := make([]string, times)
			together(times, func(j int) {
				order, err := m.orders.Place(t.Context(), request)
				if err != nil {
					t.Errorf("request %d: %v", i, err)
					return
				}
				numbers[j] = order.Number
			})
			if distinct := slices.Compact(slices.Sorted(slices.Values(numbers))); len(distinct) != 1 {
				t.Errorf("request %d became the orders %v", i, distinct)
			}
			if _, total, err := m.orders.History(t.Context(), people[i], 10, 0); err != nil || total != 1 {
				t.Errorf("request %d: %d orders, %v", i, total, err)
			}
			if request.Key != "" {
				other := request
				other.Note = "something else"
				_, err := m.orders.Place(t.Context(), other)
				wantCode(t, err, apperr.IdempotencyReused)
			}
		}
		if m.gateway.asked != 2 {
			t.Errorf("the gateway was asked %d times", m.gateway.asked)
		}
		m.balanced(t, "p0", 20)
		m.balanced(t, "p1", 20)
	})
}

// A press in another tab with another way to pay, while the first payment is under way, waits
// its turn: there is never a second order of the same cart.
func TestPlaceOrder_TwoWaysToPayOneCartAreOneOrder(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		people := m.people(t, size(5, 20, 100))
		m.setStock(t, "p0", 1000)
		m.fill(t, people, 1, "p0")
		m.gateway.authorise = func() { time.Sleep(5 * time.Millisecond) }
		for _, user := range people {
			var ended codes
			together(6, func(i int) {
				r := payCard(user, fmt.Sprint("tab", i), sandbox.CardApproved)
				if i%2 == 0 {
					r = payCash(user, fmt.Sprint("tab", i))
				}
				_, err := m.orders.Place(t.Context(), r)
				if code := apperr.CodeOf(err); code != "" && code != apperr.PaymentPending && code != apperr.CartEmpty {
					t.Error(err)
				}
				ended.add(err)
			})
			if _, total, err := m.orders.History(t.Context(), user, 10, 0); err != nil || total != 1 ||
				ended.count[""] == 0 {
				t.Errorf("%d orders, %v; ended as %v", total, err, ended.count)
			}
		}
		m.balanced(t, "p0", 1000)
	})
}

// What the stock of one product does, as a register that can be taken from, given back to and read.
type stockInput struct {
	product string
	kind    string // take, give, read
	pieces  int
}

type stockOutput struct {
	ok    bool
	value int
}

// stockModel checks each product by itself: a history is linearizable when each part of it is.
var stockModel = porcupine.Model{
	Partition: func(history []porcupine.Operation) (parts [][]porcupine.Operation) {
		byProduct := map[string][]porcupine.Operation{}
		for _, op := range history {
			product := op.Input.(stockInput).product
			byProduct[product] = append(byProduct[product], op)
		}
		return slices.Collect(maps.Values(byProduct))
	},
	Init: func() any { return linearStock },
	Step: func(state, input, output any) (bool, any) {
		left, in, out := state.(int), input.(stockInput), output.(stockOutput)
		switch in.kind {
		case "take":
			if !out.ok {
				return left < in.pieces, left
			}
			return left >= in.pieces, left - in.pieces
		case "give":
			return true, left + in.pieces
		}
		return out.value == left, left
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v → %+v", input, output) },
}

const linearStock = 15

func TestStock_IsLinearizable(t *testing.T) {
	t.Parallel()
	const clients, kinds = 16, 5
	operations := size(400, 2000, 10_000)
	eachOrdersFixture(t, kinds, func(t *testing.T, m *ordersFixture) {
		people := m.people(t, clients)
		for i := range kinds {
			m.setStock(t, fmt.Sprint("p", i), linearStock)
		}
		var mu sync.Mutex
		var history []porcupine.Operation
		began := time.Now()
		// record runs one operation and notes when it was asked for and answered.
		record := func(client int, in stockInput, do func() stockOutput) {
			called := time.Since(began).Nanoseconds()
			out := do()
			returned := time.Since(began).Nanoseconds()
			mu.Lock()
			defer mu.Unlock()
			history = append(history, porcupine.Operation{
				ClientId: client, Input: in, Call: called, Output: out, Return: returned,
			})
		}
		together(clients, func(client int) {
			user, random := people[client], rand.New(rand.NewPCG(1, uint64(client)))
			var open []*orders.Order
			for range operations / clients {
				product, pieces := fmt.Sprint("p", random.IntN(kinds)), 1+random.IntN(10)
				switch choice := random.IntN(10); {
				case choice < 5:
					_, err := m.cart.Clear(t.Context(), mine(user))
					if err != nil {
						t.Errorf("clearing: %v", err)
					}
					m.fill(t, []string{user}, pieces, product)
					record(client, stockInput{product, "take", pieces}, func() stockOutput {
						order, err := m.orders.Place(t.Context(), payCash(user, ""))
						if err != nil && apperr.CodeOf(err) != apperr.StockShort {
							t.Errorf("placing: %v", err)
						}
						if err == nil {
							open = append(open, order)
						}
						return stockOutput{ok: err == nil}
					})
				case choice < 9 && len(open) > 0:
					order := open[0]
					open = open[1:]
					record(client, stockInput{order.Lines[0].ProductID, "give", order.Lines[0].Quantity},
						func() stockOutput {
							if _, err := m.orders.Cancel(t.Context(), order.Number, user, false); err != nil {
								t.Errorf("cancelling: %v", err)
							}
							return stockOutput{ok: true}
						})
				default:
					record(client, stockInput{product: product, kind: "read"}, func() stockOutput {
						return stockOutput{value: m.stock(t, product)}
					})
				}
			}
		})
		if len(history) < operations/clients*clients {
			t.Fatalf("only %d operations", len(history))
		}
		if result := porcupine.CheckOperationsTimeout(stockModel, history, 2*time.Minute); result != porcupine.Ok {
			t.Errorf("a history of %d operations is %s", len(history), result)
		}
		for i := range kinds {
			m.balanced(t, fmt.Sprint("p", i), linearStock)
		}
	})
}
