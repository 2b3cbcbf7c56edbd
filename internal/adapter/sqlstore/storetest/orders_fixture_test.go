package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
)

// size picks how much a test tries: a little with -short, everything with DAWA_LONG=1.
func size(short, normal, full int) int {
	switch {
	case os.Getenv("DAWA_LONG") == "1":
		return full
	case testing.Short():
		return short
	}
	return normal
}

// ordersFixture is a shop that takes orders.
type ordersFixture struct {
	*shop
	store   *sqlstore.Orders
	orders  *orders.Service
	gateway *fickle
}

// refundsThrough gives money back through a gateway, at a time when nothing can be undone any more.
func (m *ordersFixture) refundsThrough(gateway payments.Gateway) *refunds.Service {
	return refunds.New(refunds.Options{
		Store: sqlstore.NewRefunds(m.db), Orders: m.store, Gateway: gateway, BaseURL: "http://shop.test",
		Now: func() time.Time { return time.Now().Add(time.Hour) }, Log: slog.New(slog.DiscardHandler),
	})
}

// sameCard is a card vault in which everybody has the same saved card.
type sameCard struct{ number string }

func (p sameCard) Saved(context.Context, string) (payments.Card, error) {
	if p.number == "" {
		return payments.Card{}, apperr.New(apperr.CardNotFound)
	}
	return payments.Card{Number: p.number, Last4: p.number[12:], Brand: "visa"}, nil
}

func (p sameCard) Check(_ context.Context, in orders.PaymentInput) (payments.Card, error) {
	return payments.Card{Number: in.CardNumber, CVV: in.CVV, Last4: in.CardNumber[12:], Brand: "visa"}, nil
}

func (p sameCard) Save(context.Context, string, payments.Card) error { return nil }

// fickle is the sandbox behind a connection that can fail in every way.
type fickle struct {
	payments.CardGateway
	mu        sync.Mutex
	before    error // the question never arrives
	after     error // it arrives, and the answer is lost
	lookup    error
	authorise func() // runs before every question
	asked     int
}

func (f *fickle) state() (authorise func(), before, after, lookup error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.authorise, f.before, f.after, f.lookup
}

func (f *fickle) Authorise(ctx context.Context, key string, amount money.Cents,
	card payments.Card) (payments.Payment, error) {
	hook, before, after, _ := f.state()
	f.mu.Lock()
	f.asked++
	f.mu.Unlock()
	if hook != nil {
		hook()
	}
	if before != nil {
		return payments.Payment{}, before
	}
	p, err := f.CardGateway.Authorise(ctx, key, amount, card)
	if after != nil {
		return payments.Payment{}, after
	}
	return p, err
}

func (f *fickle) Lookup(ctx context.Context, key string) (payments.Payment, error) {
	if _, _, _, lookup := f.state(); lookup != nil {
		return payments.Payment{}, lookup
	}
	return f.CardGateway.Lookup(ctx, key)
}

func (f *fickle) Void(ctx context.Context, key string) error {
	if _, _, _, lookup := f.state(); lookup != nil {
		return lookup
	}
	return f.CardGateway.Void(ctx, key)
}

func eachOrdersFixture(t *testing.T, products int, test func(t *testing.T, m *ordersFixture)) {
	t.Helper()
	eachShop(t, products, func(t *testing.T, s *shop) { test(t, newOrdersFixture(s, s.db)) })
}

func newOrdersFixture(s *shop, db *sqlstore.DB) *ordersFixture {
	noWait := func(context.Context, time.Duration) error { return nil }
	m := &ordersFixture{shop: s, store: sqlstore.NewOrders(db)}
	m.gateway = &fickle{CardGateway: sandbox.New(sqlstore.NewSandboxLedger(db), noWait)}
	m.orders = orders.New(orders.Options{
		Store: m.store, Addresses: addresses.NewService(sqlstore.NewAddresses(db), nil),
		Cards: sameCard{sandbox.CardApproved}, Carts: s.carts, Catalogue: s.live, Gateway: m.gateway,
		BaseURL: "http://shop.test", Log: slog.New(slog.DiscardHandler),
		AnswerToken: func(subject string) string { return "signed " + subject },
	})
	return m
}

// people adds users u0, u1, … in one go.
func (m *ordersFixture) people(t *testing.T, n int) []string {
	t.Helper()
	ids := make([]string, n)
	must(t, m.accounts.Write(t.Context(), func(tx accounts.Tx) error {
		for i := range n {
			u := person(fmt.Sprintf("u%d", i))
			ids[i] = u.ID
			if err := tx.AddUser(t.Context(), u); err != nil {
				return err
			}
		}
		return nil
	}))
	return ids
}

// fill puts the products into everybody's cart, in their order.
func (m *ordersFixture) fill(t *testing.T, users []string, quantity int, products ...string) {
	t.Helper()
	must(t, m.db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		for _, user := range users {
			var id string
			err := tx.QueryRowContext(t.Context(), "SELECT id FROM carts WHERE user_id = $1", user).Scan(&id)
			if errors.Is(err, sql.ErrNoRows) {
				id = "cart-" + user
				_, err = tx.ExecContext(t.Context(),
					"INSERT INTO carts (id, user_id, checkout_id, updated_at) VALUES ($1, $2, $3, 1)", id, user,
					"checkout-"+user)
			}
			if err != nil {
				return err
			}
			// Whoever changes a cart's lines changes its stamp.
			_, err = tx.ExecContext(t.Context(), "UPDATE carts SET stamp = $2 WHERE id = $1", id, rand.Text())
			if err != nil {
				return err
			}
			for i, p := range products {
				_, err := tx.ExecContext(t.Context(), `INSERT INTO cart_lines (cart_id, product_id, quantity,
					seen_price_cents, place, added_at) VALUES ($1, $2, $3, 1, $4, 1)
					ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity`, id, p, quantity, i)
				if err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// remember makes this server the last one to have changed everybody's cart, so that it knows them without reading.
func (m *ordersFixture) remember(t *testing.T, users []string) {
	t.Helper()
	for _, user := range users {
		_, err := m.carts.Update(t.Context(), mine(user), time.Now(), func(*cart.Cart) error { return nil })
		must(t, err)
	}
}

func (m *ordersFixture) setStock(t *testing.T, id string, n int) {
	t.Helper()
	_, err := update(t.Context(), m.products, id, func(p *catalog.Product) error { p.Stock = n; return nil })
	must(t, err)
}

func (m *ordersFixture) stock(t *testing.T, id string) int {
	t.Helper()
	p, err := m.products.Product(t.Context(), id)
	must(t, err)
	return p.Stock
}

func (m *ordersFixture) count(t *testing.T, query string, args ...any) (n int) {
	t.Helper()
	must(t, m.db.QueryRowContext(t.Context(), query, args...).Scan(&n))
	return n
}

// balanced checks the invariant of the stock: what is there and what is sold is what there was, the
// ledger says the same, and nothing is held for anybody.
func (m *ordersFixture) balanced(t *testing.T, product string, initial int) {
	t.Helper()
	stock := m.stock(t, product)
	sold := m.count(t, `SELECT coalesce(sum(l.quantity), 0) FROM order_lines l JOIN orders o ON o.id = l.order_id
		WHERE l.product_id = $1 AND o.status <> 'cancelled'`, product)
	ledger := m.count(t, "SELECT coalesce(sum(pieces), 0) FROM stock_ledger WHERE product_id = $1", product)
	if stock < 0 || stock+sold != initial || initial+ledger != stock {
		t.Errorf("%s: %d there, %d sold, %d by the ledger, %d in the beginning", product, stock, sold, ledger, initial)
	}
	if held := m.count(t, "SELECT count(*) FROM reservations"); held != 0 {
		t.Errorf("%d reservations were left", held)
	}
}

func home() *orders.AddressInput {
	return &orders.AddressInput{Street: "Hamra", City: "Beirut", Building: "Blue", Floor: "٣", Phone: "03 123 456"}
}

func payCash(user, key string) orders.Request {
	return orders.Request{UserID: user, Key: key, Address: home(), Payment: &orders.PaymentInput{Method: payments.Cash}}
}

func payCard(user, key, number string) orders.Request {
	return orders.Request{
		UserID: user, Key: key, Address: home(),
		Payment: &orders.PaymentInput{Method: payments.ByCard, CardNumber: number, CVV: "123"},
	}
}

func mine(user string) cart.Owner { return cart.Owner{UserID: user} }
