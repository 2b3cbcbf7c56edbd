// Package orders_test measures what an order costs: against a bare loop of the same durable
// transaction on the same engine, and as the shop grows old.
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
	"dawa/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	shoppers = 16
	products = 200
	lines    = 3
	// budget is the least part of the bare loop's pace that the shop must keep.
	budget = 0.5
)

// market is a database with products and people who order.
type market struct {
	b     *testing.B
	db    *sqlstore.DB
	shop  *orders.Service
	users int
}

func open(b *testing.B, target string) *market {
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
			Images: []catalog.Image{{Hash: fmt.Sprintf("%032x", i)}}, CreatedAt: time.Now(), UpdatedAt: time.Now(),
		})
	}
	_, err = sqlstore.NewProducts(db).Save(b.Context(), all, catalog.Keep)
	check(b, err)
	return &market{b: b, db: db, shop: orders.New(orders.Options{
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

func (m *market) run(queries ...string) {
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
func (m *market) fill(n int) {
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

func (p *pace) add(q pace) {
	p.things, p.clock, p.processor = p.things+q.things, p.clock+q.clock, p.processor+q.processor
}

func (p pace) perSecond() float64 { return float64(p.things) / p.clock.Seconds() }

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

func (m *market) place(ctx context.Context, i int) error {
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

// bare does what an order writes, with everything decided before and nothing read.
func (m *market) bare(ctx context.Context, round, i int) error {
	id := fmt.Sprintf("b%d-%d", round, i)
	return m.db.Write(ctx, func(tx *sqlstore.Tx) error {
		exec := func(query string, args ...any) error {
			_, err := tx.ExecContext(ctx, query, args...)
			return err
		}
		for l := range lines {
			product := fmt.Sprintf("p%03d", (i+l)%products)
			if err := exec("UPDATE products SET stock = stock - 1, version = version + 1, updated_at = $2 WHERE id = "+
				"$1 AND stock >= 1", product, 1); err != nil {
				return err
			}
			if err := exec("INSERT INTO product_changes (mark, product_id, changed_at) VALUES ($1, $2, 1)",
				int64(1)<<50+int64(round)<<32+int64(i), product); err != nil {
				return err
			}
			if err := exec("INSERT INTO stock_ledger (order_id, product_id, reason, pieces, at) VALUES ($1, $2, "+
				"'taken', -1, 1)", id, product); err != nil {
				return err
			}
		}
		if err := exec(`INSERT INTO orders (id, number, user_id, checkout_id, idempotency_key, request_hash, status,
			subtotal_cents, fee_cents, total_cents, method, transaction_id, phone, address, placed_at, updated_at)
			VALUES ($1, $1, $2, $1, $1, 'h', 'placed', 1, 2, 3, 'cash', 't', '03123456',
			'{"street":"Hamra","city":"Beirut"}', 1, 1)`, id, fmt.Sprint("u", i)); err != nil {
			return err
		}
		for l := range lines {
			if err := exec(`INSERT INTO order_lines (order_id, place, product_id, code, english_name, arabic_name,
				brand, price_cents, discount, unit_price_cents, quantity)
				VALUES ($1, $2, 'p', 'p', 'Panadol Extra', 'بنادول إكسترا', 'panadol', 425, 15, 361, 1)`,
				id, l); err != nil {
				return err
			}
		}
		if err := exec("INSERT INTO order_history (id, order_id, place, status, at, actor_kind) VALUES ($1, $1, 1, "+
			"'placed', 1, 'customer')", id); err != nil {
			return err
		}
		if err := exec("INSERT INTO outbox (id, kind, payload, created_at, run_at) VALUES ($1, 'x', '{}', 1, 1)",
			id); err != nil {
			return err
		}
		if err := exec("DELETE FROM cart_lines WHERE cart_id = $1", fmt.Sprint("c", i)); err != nil {
			return err
		}
		return exec("UPDATE carts SET checkout_id = $2, updated_at = 1 WHERE id = $1", fmt.Sprint("c", i), "x"+id)
	})
}

func eachEngine(b *testing.B, run func(b *testing.B, target string)) {
	b.Run("sqlite", func(b *testing.B) { run(b, b.TempDir()) })
	b.Run("postgres", func(b *testing.B) { run(b, pgtest.New(b)) })
}

// BenchmarkOrders compares the shop with a bare loop of the same durable transaction, by many short
// turns, so that whatever else the machine does meets both. It prints the ratio by the clock and by
// the processor's time. SQLite works inside this process, so the budget is held by the processor's
// time there, which a busy machine does not change; PostgreSQL works elsewhere: by the clock.
func BenchmarkOrders(b *testing.B) {
	eachEngine(b, func(b *testing.B, target string) {
		m := open(b, target)
		const n, turns = 160, 8
		for b.Loop() {
			var shop, bare pace
			for turn := range turns {
				m.fill(n)
				shop.add(race(b, n, func(i int) error { return m.place(b.Context(), i) }))
				m.fill(n)
				bare.add(race(b, n, func(i int) error { return m.bare(b.Context(), turn, i) }))
			}
			byClock, byProcessor := shop.perSecond()/bare.perSecond(), bare.processor.Seconds()/shop.processor.Seconds()
			b.ReportMetric(shop.perSecond(), "orders/s")
			b.ReportMetric(bare.perSecond(), "bare/s")
			b.ReportMetric(byClock, "ratio")
			b.ReportMetric(byProcessor, "ratio-by-processor")
			held := byClock
			if m.db.Engine() == "sqlite" {
				held = byProcessor
			}
			if held < budget {
				b.Errorf("%.0f orders a second beside the bare loop's %.0f: %.2f, the budget is %.2f", shop.perSecond(),
					bare.perSecond(), held, budget)
			}
		}
	})
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
func (m *market) age(from, to int) {
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
