package orders_test

import (
	"path"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/orders"
)

// BenchmarkGrowth is how much larger the database is after a thousand orders of three lines each, from the
// checkout to the delivery. Emails are left
// out: they go when they were sent.
func BenchmarkGrowth(b *testing.B) {
	size := map[string]string{
		"sqlite":   "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
		"postgres": "SELECT pg_database_size(current_database())",
	}
	eachEngine(b, func(b *testing.B, target string) {
		m := open(b, target)
		const round, rounds = 400, 5
		m.fill(round)
		query := size[path.Base(b.Name())]
		bytes := func() (n int64) {
			check(b, m.db.Write(b.Context(), func(tx *sqlstore.Tx) error {
				_, err := tx.ExecContext(b.Context(), "DELETE FROM outbox")
				return err
			}))
			check(b, m.db.QueryRowContext(b.Context(), query).Scan(&n))
			return n
		}
		for b.Loop() {
			race(b, round, func(i int) error { return m.place(b.Context(), i) })
			before := bytes() // the first round made the pages that every shop has
			for range rounds {
				m.fill(round)
				race(b, round, func(i int) error { return m.place(b.Context(), i) })
				m.deliver()
			}
			b.ReportMetric(float64(bytes()-before)/round/rounds/1024*1000, "KiB/1000-orders")
		}
	})
}

// deliver moves every order on until it is delivered.
func (m *ordersBench) deliver() {
	rows, err := m.db.QueryContext(m.b.Context(), "SELECT number FROM orders WHERE status = 'placed'")
	check(m.b, err)
	defer func() { _ = rows.Close() }()
	var numbers []string
	for rows.Next() {
		var number string
		check(m.b, rows.Scan(&number))
		numbers = append(numbers, number)
	}
	check(m.b, rows.Err())
	race(m.b, len(numbers), func(i int) error {
		for _, status := range []orders.Status{"confirmed", "preparing", "out_for_delivery", "delivered"} {
			if _, err := m.shop.Move(m.b.Context(), numbers[i-1], status, "u1", ""); err != nil {
				return err
			}
		}
		return nil
	})
}
