package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
)

// openStatuses are those of fulfilments that somebody still has to work on.
const openStatuses = "('placed', 'confirmed', 'preparing', 'out_for_delivery', 'delivery_failed')"

// Desk reads a page of the fulfilments of a store.
func (s *Orders) Desk(ctx context.Context, f orders.DeskFilter) (orders.DeskPage, error) {
	page := orders.DeskPage{}
	err := s.db.Read(ctx, func(tx *Tx) error {
		page = orders.DeskPage{Found: []orders.DeskOrder{}, Counts: map[orders.Status]int{}}
		if err := countOpen(ctx, tx, f.StoreID, page.Counts); err != nil {
			return err
		}
		where, args := deskWhere(f)
		from := " FROM fulfilments f JOIN orders ON orders.id = f.order_id" + where
		var sum int64
		err := tx.QueryRowContext(ctx, `SELECT count(*), CAST(coalesce(sum(CASE WHEN f.status IN
			('cancelled', 'returned') THEN 0 ELSE f.total_cents END), 0) AS BIGINT)`+from, args...).
			Scan(&page.Total, &sum)
		if err != nil {
			return err
		}
		page.Sum = money.Cents(sum)
		ids, places, err := deskIDs(ctx, tx, fmt.Sprintf(`SELECT f.order_id, f.place%s
			ORDER BY f.placed_at DESC, f.order_id DESC LIMIT $%d OFFSET $%d`, from, len(args)+1, len(args)+2),
			append(args, f.Limit, f.Offset)...)
		if err != nil {
			return err
		}
		byID, err := ordersByID(ctx, tx, ids)
		if err != nil {
			return err
		}
		for i, id := range ids {
			if o := byID[id]; o != nil {
				page.Found = append(page.Found, orders.DeskOrder{Order: o, Part: o.Part(places[i])})
			}
		}
		return nil
	})
	if err != nil {
		return orders.DeskPage{}, fmt.Errorf("listing a store's orders: %w", err)
	}
	return page, nil
}

func countOpen(ctx context.Context, tx *Tx, storeID string, counts map[orders.Status]int) error {
	rows, err := tx.QueryContext(ctx, `SELECT status, count(*) FROM fulfilments
		WHERE store_id = $1 AND status IN `+openStatuses+` GROUP BY status`, storeID)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var status orders.Status
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			return err
		}
		counts[status] = n
	}
	return rows.Err()
}

func deskWhere(f orders.DeskFilter) (where string, args []any) {
	parts := []string{}
	add := func(condition string, value any) {
		args = append(args, value)
		parts = append(parts, strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(args))))
	}
	add("f.store_id = ?", f.StoreID)
	if f.Status != "" {
		add("f.status = ?", string(f.Status))
	}
	if f.Open {
		parts = append(parts, "f.status IN "+openStatuses)
	}
	if f.Part != "" {
		add(strings.ReplaceAll(matchCustomer, "address", "orders.address"),
			"%"+likeText(strings.ToLower(f.Part))+"%")
	}
	if !f.From.IsZero() {
		add("f.placed_at >= ?", Millis(f.From))
	}
	if !f.Until.IsZero() {
		add("f.placed_at < ?", Millis(f.Until))
	}
	return " WHERE " + strings.Join(parts, " AND "), args
}

func deskIDs(ctx context.Context, tx *Tx, query string, args ...any) (ids []string, places []int, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		var place int
		if err := rows.Scan(&id, &place); err != nil {
			return nil, nil, err
		}
		ids, places = append(ids, id), append(places, place)
	}
	return ids, places, rows.Err()
}

func ordersByID(ctx context.Context, tx *Tx, ids []string) (map[string]*orders.Order, error) {
	byID := map[string]*orders.Order{}
	if len(ids) == 0 {
		return byID, nil
	}
	in, args := In(1, ids)
	rows, err := tx.QueryContext(ctx, selectOrders+" WHERE id IN ("+in+")", args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []*orders.Order
	for rows.Next() {
		o, err := scanOrder(rows)
		if err != nil {
			return nil, err
		}
		byID[o.ID] = o
		list = append(list, o)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return byID, fillOrders(ctx, tx, list)
}

// EarlierOrders counts the orders that a store has had of who placed an order, without that one.
func (s *Orders) EarlierOrders(ctx context.Context, storeID string, order *orders.Order) (n int, err error) {
	whose, who := "o.user_id = $1", order.UserID
	if who == "" {
		whose, who = "o.phone = $1 AND o.phone <> ''", order.Address.Phone
	}
	err = s.db.eachRow(ctx, "counting a customer's orders", `
		SELECT count(*) FROM orders o JOIN fulfilments f ON f.order_id = o.id
		WHERE `+whose+` AND f.store_id = $2 AND o.id <> $3`,
		[]any{who, storeID, order.ID}, func(rows *sql.Rows) error { return rows.Scan(&n) })
	return n, err
}

// WatchOrders gives a channel that holds a value whenever a fulfilment of the store has changed.
func (s *Orders) WatchOrders(storeID string) (changed <-chan struct{}, end func()) {
	return s.db.Subscribe(ordersTopic(storeID))
}

// StoreStaff reads the people who prepare the orders of a store.
func (s *Orders) StoreStaff(ctx context.Context, storeID string) ([]orders.Buyer, error) {
	one := func(row interface{ Scan(...any) error }) (b orders.Buyer, err error) {
		err = row.Scan(&b.FullName, &b.Username, &b.Email, &b.Phone, &b.Language)
		return b, err
	}
	return readAll(ctx, s.db, "reading the staff of a store", one, `
		SELECT u.full_name, u.username, u.email, u.phone_nb, u.language
		FROM memberships m JOIN users u ON u.id = m.user_id
		WHERE m.store_id = $1 AND m.role IN ('owner', 'pharmacist', 'staff') ORDER BY u.id`, storeID)
}
