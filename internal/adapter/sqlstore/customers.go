package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/orders"
)

// customerColumns sums up a user's orders by the index of the orders of a user.
const customerColumns = `u.id, u.full_name, u.username, u.email, u.email_verified, u.phone_nb, u.language, u.created_at,
	(SELECT count(*) FROM orders o WHERE o.user_id = u.id),
	(SELECT count(*) FROM orders o WHERE o.user_id = u.id
		AND o.status IN ('placed', 'confirmed', 'preparing', 'out_for_delivery')),
	CAST(coalesce((SELECT sum(o.total_cents) FROM orders o WHERE o.user_id = u.id AND o.status <> 'cancelled'
		AND o.status_detail <> 'returned'), 0) AS BIGINT),
	coalesce((SELECT max(o.placed_at) FROM orders o WHERE o.user_id = u.id), 0)`

func scanCustomer(row interface{ Scan(...any) error }) (c admin.Customer, err error) {
	var lang string
	var since, spent, last int64
	err = row.Scan(&c.ID, &c.FullName, &c.Username, &c.Email, &c.EmailVerified, &c.Phone, &lang, &since,
		&c.Orders, &c.OpenOrders, &spent, &last)
	c.Language, c.Since, c.Spent = text.Lang(lang), Time(since), money.Cents(spent)
	if last > 0 {
		c.LastOrder = Time(last)
	}
	return c, err
}

// Customers lists people with an account, newest first.
func (s *Admin) Customers(ctx context.Context, f admin.CustomerFilter) (found []admin.Customer, total int, err error) {
	where, args := "", []any(nil)
	if f.Part != "" {
		args = []any{"%" + likeText(f.Part) + "%", "%" + likeText(f.Typed) + "%"}
		where = ` WHERE (u.email_fold LIKE $1 ESCAPE '\' OR u.phone_nb LIKE $1 ESCAPE '\'
			OR lower(u.full_name) LIKE $1 ESCAPE '\' OR u.full_name LIKE $2 ESCAPE '\')`
	}
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM users u"+where, args...).Scan(&total)
	if err != nil {
		return nil, 0, fmt.Errorf("counting customers: %w", s.db.public(err))
	}
	found, err = readAll(ctx, s.db, "listing customers", scanCustomer, "SELECT "+customerColumns+" FROM users u"+where+
		fmt.Sprintf(" ORDER BY u.created_at DESC, u.id DESC LIMIT $%d OFFSET $%d", len(args)+1, len(args)+2),
		append(args, f.Limit, f.Offset)...)
	return found, total, err
}

// The latest orders whose addresses a customer's page shows, and how many refunds and notes it shows.
const (
	ordersForAddresses = 50
	maxOfCustomer      = 20
)

// Customer reads one with what is known from their orders.
func (s *Admin) Customer(ctx context.Context, id string) (r admin.CustomerRecord, err error) {
	found, err := readAll(ctx, s.db, "reading a customer", scanCustomer,
		"SELECT "+customerColumns+" FROM users u WHERE u.id = $1", id)
	if err != nil {
		return r, err
	}
	if len(found) == 0 {
		return r, apperr.New(apperr.NotFound)
	}
	r.Customer = found[0]
	if r.Addresses, err = s.addressesUsed(ctx, id); err != nil {
		return r, err
	}
	r.Refunds, err = readAll(ctx, s.db, "reading a customer's refunds", scanCustomerRefund, `
		SELECT o.number, r.amount_cents, r.state, r.created_at, r.reason
		FROM refunds r JOIN orders o ON o.id = r.order_id
		WHERE o.user_id = $1 ORDER BY r.created_at DESC, r.id LIMIT $2`, id, maxOfCustomer)
	if err != nil {
		return r, err
	}
	r.Notes, err = readAll(ctx, s.db, "reading the notes on a customer's orders", scanCustomerNote, `
		SELECT o.number, f.staff_note, o.placed_at
		FROM orders o JOIN fulfilments f ON f.order_id = o.id
		WHERE o.user_id = $1 AND f.staff_note <> '' ORDER BY o.placed_at DESC, o.id, f.place LIMIT $2`,
		id, maxOfCustomer)
	return r, err
}

func (s *Admin) addressesUsed(ctx context.Context, userID string) (used []orders.Address, err error) {
	err = s.db.eachRow(ctx, "reading a customer's addresses",
		"SELECT address FROM orders WHERE user_id = $1 ORDER BY placed_at DESC, id DESC LIMIT $2",
		[]any{userID, ordersForAddresses}, func(rows *sql.Rows) error {
			var stored string
			if err := rows.Scan(&stored); err != nil {
				return err
			}
			var row addressRow
			if err := json.Unmarshal([]byte(stored), &row); err != nil {
				return fmt.Errorf("reading the address of an order: %w", err)
			}
			if address := orders.Address(row); !slices.Contains(used, address) {
				used = append(used, address)
			}
			return nil
		})
	return used, err
}

func scanCustomerRefund(row interface{ Scan(...any) error }) (r admin.CustomerRefund, err error) {
	var amount, at int64
	err = row.Scan(&r.Order, &amount, &r.State, &at, &r.Reason)
	r.Amount, r.At = money.Cents(amount), Time(at)
	return r, err
}

func scanCustomerNote(row interface{ Scan(...any) error }) (n admin.CustomerNote, err error) {
	var at int64
	err = row.Scan(&n.Order, &n.Note, &at)
	n.At = Time(at)
	return n, err
}
