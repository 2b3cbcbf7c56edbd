// Package orders_test measures what an order costs as the shop grows old. What it costs beside a bare program is
// measured by bench/writes.
//
//	go test -run '^$' -bench . -benchtime 1x ./bench/orders
//	BENCH_FULL=1 … with a million past orders
package orders_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/text"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/regulation"
	"dawa/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	shoppers = 16
	products = 200
	lines    = 3
)

// ordersBench is a database with products and people who order.
type ordersBench struct {
	b     *testing.B
	db    *sqlstore.DB
	shop  *orders.Service
	users int
}

func open(b *testing.B, target string) *ordersBench {
	b.Helper()
	db, err := sqlstore.Open(b.Context(), target, sqlstore.Options{})
	check(b, err)
	b.Cleanup(func() { _ = db.Close() })
	_, err = db.Migrate(b.Context())
	check(b, err)
	var all []*catalog.Product
	for i := range products {
		id := fmt.Sprintf("p%03d", i)
		all = append(all, &catalog.Product{
			ID: id, Code: id, Name: text.Pair{English: "Panadol Extra", Arabic: "بنادول إكسترا"},
			Description: text.Pair{English: "For headaches.", Arabic: "للصداع."}, Brand: "panadol",
			Category: "pain_killers", Price: 425, Discount: 15, Stock: 1_000_000, Status: catalog.Approved, Version: 1,
			Regulation: regulation.None,
			Images:     []catalog.Image{{Hash: fmt.Sprintf("%032x", i)}}, CreatedAt: time.Now(), UpdatedAt: time.Now(),
		})
	}
	_, err = sqlstore.NewProducts(db).Save(b.Context(), all, catalog.KeepExisting)
	check(b, err)
	return &ordersBench{b: b, db: db, shop: orders.New(orders.Options{
		Store: sqlstore.NewOrders(db), Addresses: addresses.NewService(sqlstore.NewAddresses(db), nil),
		Carts: sqlstore.NewCarts(db), Log: slog.New(slog.DiscardHandler),
	})}
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// each makes n rows by one statement that both engines read; $1 is n and i counts from 1.
func each(insert string) string {
	return insert[:indexOfSelect(insert)] +
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($1 AS INTEGER)) " +
		insert[indexOfSelect(insert):]
}

func indexOfSelect(s string) int {
	for i := range s {
		if len(s) >= i+6 && s[i:i+6] == "SELECT" {
			return i
		}
	}
	panic("no SELECT in " + s)
}

func (m *ordersBench) run(queries ...string) {
	m.b.Helper()
	check(m.b, m.db.Write(m.b.Context(), func(tx *sqlstore.Tx) error {
		for _, q := range queries {
			if _, err := tx.ExecContext(m.b.Context(), each(q), m.users); err != nil {
				return fmt.Errorf("%s: %w", q, err)
			}
		}
		return nil
	}))
}

// fill gives n people a cart of three different products each.
func (m *ordersBench) fill(n int) {
	if m.users == 0 {
		m.users = n
		m.run(`INSERT INTO users (id, username, username_fold, full_name, phone_nb, email, email_fold, password_hash,
			language, created_at, updated_at)
				SELECT 'u' || i, 'u' || i, 'u' || i, 'Layla Haddad', '03123456', 'u' || i || '@example.com',
				'u' || i || '@example.com', 'x', 'english', 1, 1 FROM n`,
			`INSERT INTO carts (id, user_id, checkout_id, updated_at) SELECT 'c' || i, 'u' || i, 'x' || i, 1 FROM n`)
	}
	var refill []string
	for l := range lines {
		refill = append(refill, fmt.Sprintf(`INSERT INTO cart_lines (cart_id, product_id, quantity, seen_price_cents,
			place, added_at)
			SELECT 'c' || i,
			'p' || substr('000' || ((i * 7 + %d) %% %d), -3 + length('000' || ((i * 7 + %d) %% %d)) + 1),
			1, 361, %d, 1 FROM n`, l*53, products, l*53, products, l))
	}
	m.run(refill...)
}

// pace is what a race took.
type pace struct {
	things    int
	clock     time.Duration
	processor time.Duration // of this process: all of SQLite, none of PostgreSQL
}

// race lets 16 shoppers do n things.
func race(b *testing.B, n int, do func(i int) error) pace {
	b.Helper()
	var next atomic.Int64
	var all sync.WaitGroup
	began, used := time.Now(), processorTime(b)
	for range shoppers {
		all.Go(func() {
			for {
				i := int(next.Add(1))
				if i > n {
					return
				}
				if err := do(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return pace{n, time.Since(began), processorTime(b) - used}
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	check(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (m *ordersBench) place(ctx context.Context, i int) error {
	first, last := "Layla", "Haddad"
	_, err := m.shop.Place(ctx, orders.Request{
		UserID: fmt.Sprint("u", i), Key: fmt.Sprint("k", time.Now().UnixNano(), i),
		Payment: &orders.PaymentInput{Method: payments.Cash},
		Address: &orders.AddressInput{
			FirstName: &first, LastName: &last, Street: "Hamra", City: "Beirut", Building: "Blue", Floor: "1",
			Phone: "03123456",
		},
	})
	return err
}

func eachEngine(b *testing.B, run func(b *testing.B, target string)) {
	b.Run("sqlite", func(b *testing.B) { run(b, b.TempDir()) })
	b.Run("postgres", func(b *testing.B) { run(b, pgtest.New(b)) })
}

// BenchmarkOldShop is the cost of an order beside so many past ones: it should stay flat.
func BenchmarkOldShop(b *testing.B) {
	sizes := []int{1_000, 10_000, 100_000}
	if os.Getenv("BENCH_FULL") == "1" {
		sizes = append(sizes, 1_000_000)
	}
	eachEngine(b, func(b *testing.B, target string) {
		m := open(b, target)
		const n = 400
		m.fill(n)
		past, first := 0, time.Duration(0)
		for _, size := range sizes {
			m.age(past, size)
			past = size
			b.Run(fmt.Sprint(size), func(b *testing.B) {
				for b.Loop() {
					took := race(b, n, func(i int) error { return m.place(b.Context(), i) })
					if first == 0 {
						first = took.clock
					}
					b.ReportMetric(took.clock.Seconds()*1000/n, "ms/order")
					b.ReportMetric(took.processor.Seconds()*1000/n, "cpu-ms/order")
					b.ReportMetric(took.clock.Seconds()/first.Seconds(), "times-the-first")
					m.fill(n)
				}
			})
		}
	})
}

// age adds past orders, from one count to another, with everything that belongs to them.
func (m *ordersBench) age(from, to int) {
	users := m.users
	m.users = to - from
	defer func() { m.users = users }()
	id := fmt.Sprintf("'a' || (i + %d)", from)
	m.run(`INSERT INTO orders (id, number, user_id, checkout_id, request_hash, status, subtotal_cents, fee_cents,
		total_cents, method, transaction_id, phone, address, placed_at, updated_at)
			SELECT `+id+`, CAST((CAST(i + `+fmt.Sprint(from)+` AS BIGINT) * 7919) % 900000000 + 1000000000 AS TEXT),
			'u' || (i % `+fmt.Sprint(users)+` + 1), `+id+`, 'h', 'delivered', 1, 2, 3, 'cash', 't', '03123456',
			'{"street":"Hamra"}', i + `+fmt.Sprint(from)+`, i + `+fmt.Sprint(from)+` FROM n`,
		`INSERT INTO order_lines (order_id, place, product_id, code, english_name, arabic_name, brand, price_cents,
		discount, unit_price_cents, quantity)
			SELECT `+id+`, 1, 'p', 'p', 'Panadol Extra', 'بنادول إكسترا', 'panadol', 425, 15, 361, 1 FROM n`,
		`INSERT INTO order_history (id, order_id, place, status, at, actor_kind) SELECT `+id+`, `+id+
			`, 1, 'placed', 1, 'customer' FROM n`,
		`INSERT INTO stock_ledger (order_id, product_id, reason, pieces, at) SELECT `+id+
			`, 'p001', 'taken', -1, i FROM n`)
}
