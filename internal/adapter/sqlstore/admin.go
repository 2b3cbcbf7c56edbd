package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
)

// Admin reads the lists and figures that admins work with. It implements admin.Store.
type Admin struct {
	db       *DB
	products *Products
}

var _ admin.Store = (*Admin)(nil)

// NewAdmin makes the store over an open database.
func NewAdmin(db *DB) *Admin { return &Admin{db: db, products: NewProducts(db)} }

// Managed reads products with what only admins see.
func (s *Admin) Managed(ctx context.Context, ids []string) ([]admin.Managed, error) {
	products, err := s.products.Products(ctx, ids)
	if err != nil {
		return nil, err
	}
	var users, stores []string
	for _, p := range products {
		if p.SubmittedBy != "" && !slices.Contains(users, p.SubmittedBy) {
			users = append(users, p.SubmittedBy)
		}
		if p.StoreID != "" && !slices.Contains(stores, p.StoreID) {
			stores = append(stores, p.StoreID)
		}
	}
	usernames, err := s.namesOf(ctx, "SELECT id, username, '' FROM users", users)
	if err != nil {
		return nil, err
	}
	storeNames, err := s.namesOf(ctx, "SELECT id, name, arabic_name FROM stores", stores)
	if err != nil {
		return nil, err
	}
	managed := make([]admin.Managed, len(products))
	for i, p := range products {
		managed[i] = admin.Managed{
			Product: p, Submitter: usernames[p.SubmittedBy].English, StoreName: storeNames[p.StoreID],
		}
	}
	return managed, nil
}

// namesOf reads the names of ids, in English and in Arabic.
func (s *Admin) namesOf(ctx context.Context, query string, ids []string) (map[string]text.Pair, error) {
	found := map[string]text.Pair{}
	for part := range slices.Chunk(ids, MaxIn) {
		in, args := In(1, part)
		err := s.db.eachRow(ctx, "reading names", query+" WHERE id IN ("+in+")", args, func(rows *sql.Rows) error {
			var id string
			var name text.Pair
			err := rows.Scan(&id, &name.English, &name.Arabic)
			found[id] = name
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// Unlisted gives what lists need of the products that shoppers do not see, of a status or of all.
func (s *Admin) Unlisted(ctx context.Context, status catalog.Status) ([]*catalog.Product, error) {
	var found []*catalog.Product
	query := `SELECT id, code, english_name, arabic_name, brand, category,
		price_cents, discount, stock, concerns, status, version, created_at
		FROM products WHERE NOT (` + listed + ")"
	var args []any
	if status != "" {
		query, args = query+" AND status = $1", []any{string(status)}
	}
	err := s.db.eachRow(ctx, "reading unlisted products", query, args, func(rows *sql.Rows) error {
		p := &catalog.Product{}
		var price, created int64
		var concerns, status string
		err := rows.Scan(&p.ID, &p.Code, &p.Name.English, &p.Name.Arabic, &p.Brand, &p.Category, &price, &p.Discount,
			&p.Stock, &concerns, &status, &p.Version, &created)
		p.Price, p.Status, p.CreatedAt = money.Cents(price), catalog.Status(status), Time(created)
		p.Concerns = readKeys(concerns)
		found = append(found, p)
		return err
	})
	return found, err
}

// Sales sums up the orders that stand, by steps of time.
func (s *Admin) Sales(ctx context.Context, from, until time.Time, step time.Duration) (map[int64]admin.Sold, error) {
	sold := map[int64]admin.Sold{}
	err := s.db.eachRow(ctx, "summing up sales", `SELECT (placed_at - $1) / $3, count(*),
		CAST(sum(total_cents) AS BIGINT) FROM orders
		WHERE placed_at >= $1 AND placed_at < $2 AND status <> 'cancelled' GROUP BY 1`,
		[]any{Millis(from), Millis(until), step.Milliseconds()}, func(rows *sql.Rows) error {
			var number, total int64
			var count int
			err := rows.Scan(&number, &count, &total)
			sold[number] = admin.Sold{Orders: count, Total: money.Cents(total)}
			return err
		})
	return sold, err
}

// OpenOrders counts the orders that are neither delivered nor cancelled.
func (s *Admin) OpenOrders(ctx context.Context) (map[orders.Status]int, error) {
	counts := map[orders.Status]int{}
	err := s.db.eachRow(ctx, "counting open orders", `
		SELECT CASE WHEN status_detail = '' THEN status ELSE status_detail END, count(*) FROM orders
		WHERE status IN ('placed', 'confirmed', 'preparing', 'out_for_delivery')
		GROUP BY 1`, nil, func(rows *sql.Rows) error {
		var status string
		var count int
		err := rows.Scan(&status, &count)
		counts[orders.Status(status)] = count
		return err
	})
	return counts, err
}

// Pending counts the products and stores that wait for a decision.
func (s *Admin) Pending(ctx context.Context) (products, stores int, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM products WHERE status = 'pending'),
		(SELECT count(*) FROM stores WHERE status = 'pending')`).Scan(&products, &stores)
	if err != nil {
		return 0, 0, fmt.Errorf("counting what is pending: %w", s.db.public(err))
	}
	return products, stores, nil
}
