package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/cart"
)

// Carts is the store of carts. It implements cart.Store.
type Carts struct{ db *DB }

var _ cart.Store = (*Carts)(nil)

// NewCarts makes the store over an open database.
func NewCarts(db *DB) *Carts { return &Carts{db: db} }

// storedCart is a cart with what only the tables know of it.
type storedCart struct {
	cart.Cart
	// places order the lines; a line keeps its place as long as it is there.
	places map[string]int
}

// cartOf gives the column and the value that name an owner's cart.
func cartOf(owner cart.Owner) (column, id string) {
	if owner.UserID != "" {
		return "user_id", owner.UserID
	}
	return "visitor_id", owner.Visitor
}

// Cart reads a cart.
func (s *Carts) Cart(ctx context.Context, owner cart.Owner) (cart.Cart, error) {
	column, id := cartOf(owner)
	stored, err := readCart(ctx, s.db, column, id)
	if err != nil {
		return cart.Cart{}, s.db.public(err)
	}
	return stored.Cart, nil
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// readCart reads a cart and its lines in one statement, so that it is of one moment.
func readCart(ctx context.Context, from querier, column, id string) (storedCart, error) {
	stored := storedCart{places: map[string]int{}}
	rows, err := from.QueryContext(ctx, `
		SELECT c.id, c.checkout_id, l.product_id, l.quantity, l.seen_price_cents, l.place, l.added_at
		FROM carts c LEFT JOIN cart_lines l ON l.cart_id = c.id
		WHERE c.`+column+` = $1 ORDER BY l.place, l.product_id`, id)
	if err != nil {
		return stored, fmt.Errorf("reading a cart: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var product sql.NullString
		var quantity, price, place, added sql.NullInt64
		if err := rows.Scan(&stored.ID, &stored.CheckoutID, &product, &quantity, &price, &place, &added); err != nil {
			return stored, fmt.Errorf("reading a cart: %w", err)
		}
		if !product.Valid {
			continue // a cart without lines
		}
		stored.places[product.String] = int(place.Int64)
		stored.Lines = append(stored.Lines, cart.Line{
			ProductID: product.String, Quantity: int(quantity.Int64),
			SeenPrice: money.Cents(price.Int64), AddedAt: Time(added.Int64),
		})
	}
	if err := rows.Err(); err != nil {
		return stored, fmt.Errorf("reading a cart: %w", err)
	}
	return stored, nil
}

// lockCart reads a cart and keeps others from changing it until the transaction ends.
func lockCart(ctx context.Context, tx *Tx, owner cart.Owner) (stored storedCart, found bool, err error) {
	column, id := cartOf(owner)
	// The row of the cart stands for its lines: whoever changes them holds it.
	err = tx.QueryRowContext(ctx, "SELECT id FROM carts WHERE "+column+" = $1"+tx.ForUpdate(), id).Scan(new(string))
	if errors.Is(err, sql.ErrNoRows) {
		return storedCart{places: map[string]int{}}, false, nil
	}
	if err != nil {
		return storedCart{}, false, fmt.Errorf("holding a cart: %w", err)
	}
	stored, err = readCart(ctx, tx, column, id)
	return stored, err == nil, err
}

// Update reads a cart, lets change decide and writes the outcome.
func (s *Carts) Update(ctx context.Context, owner cart.Owner, now time.Time, change func(c *cart.Cart) error) (cart.Cart, error) {
	var out cart.Cart
	err := s.db.Write(ctx, func(tx *Tx) (err error) {
		out, err = updateCart(ctx, tx, owner, now, change)
		return err
	})
	if err != nil {
		return cart.Cart{}, err
	}
	return out, nil
}

// updateCart is Update within a transaction. A cart comes into being with its first line.
func updateCart(ctx context.Context, tx *Tx, owner cart.Owner, now time.Time, change func(c *cart.Cart) error) (cart.Cart, error) {
	for {
		stored, found, err := lockCart(ctx, tx, owner)
		if err != nil {
			return cart.Cart{}, err
		}
		before := slices.Clone(stored.Lines)
		if err := change(&stored.Cart); err != nil {
			return cart.Cart{}, err
		}
		if !found && len(stored.Lines) == 0 {
			return stored.Cart, nil
		}
		if !found {
			made, err := makeCart(ctx, tx, owner, &stored.Cart, now)
			if err != nil {
				return cart.Cart{}, err
			}
			if !made {
				continue // somebody else was quicker: decide again with what they left
			}
		}
		return stored.Cart, writeCart(ctx, tx, stored, before, owner, now)
	}
}

func makeCart(ctx context.Context, tx *Tx, owner cart.Owner, c *cart.Cart, now time.Time) (made bool, err error) {
	column, id := cartOf(owner)
	c.ID, c.CheckoutID = newID(), newID()
	result, err := tx.ExecContext(ctx, `
		INSERT INTO carts (id, `+column+`, checkout_id, updated_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (`+column+`) DO NOTHING`, c.ID, id, c.CheckoutID, Millis(now))
	if IsForeignKey(err) {
		return false, apperr.Wrap(apperr.SessionEnded, err) // the user is gone
	}
	if err != nil {
		return false, fmt.Errorf("making a cart: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// writeCart writes the lines that differ from before.
func writeCart(ctx context.Context, tx *Tx, stored storedCart, before []cart.Line, owner cart.Owner, now time.Time) error {
	old := make(map[string]cart.Line, len(before))
	last := 0
	for _, line := range before {
		old[line.ProductID] = line
		last = max(last, stored.places[line.ProductID])
	}
	for _, line := range stored.Lines {
		was, there := old[line.ProductID]
		delete(old, line.ProductID)
		if there && was == line {
			continue
		}
		place, placed := stored.places[line.ProductID]
		if !placed {
			last++
			place = last
		}
		if err := writeLine(ctx, tx, stored.ID, line, place); err != nil {
			return err
		}
	}
	for productID := range old {
		if _, err := tx.ExecContext(ctx, "DELETE FROM cart_lines WHERE cart_id = $1 AND product_id = $2", stored.ID, productID); err != nil {
			return fmt.Errorf("removing a line: %w", err)
		}
	}
	expires := time.Time{}
	if owner.UserID == "" {
		expires = now.Add(contract.Shop().RememberFor())
	}
	if _, err := tx.ExecContext(ctx, "UPDATE carts SET updated_at = $2, expires_at = $3 WHERE id = $1", stored.ID, Millis(now), Millis(expires)); err != nil {
		return fmt.Errorf("changing a cart: %w", err)
	}
	return nil
}

func writeLine(ctx context.Context, tx *Tx, cartID string, line cart.Line, place int) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO cart_lines (cart_id, product_id, quantity, seen_price_cents, place, added_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity, seen_price_cents = excluded.seen_price_cents`,
		cartID, line.ProductID, line.Quantity, int64(line.SeenPrice), place, Millis(line.AddedAt))
	if IsForeignKey(err) {
		return apperr.Wrap(apperr.ProductNotFound, err)
	}
	if err != nil {
		return fmt.Errorf("writing a line: %w", err)
	}
	return nil
}

// MergeOnSignIn is the hook of accounts that brings a visitor's cart along when they sign in or up. It
// runs in the transaction of the sign-in; a second time it finds nothing left to bring.
func (s *Carts) MergeOnSignIn(catalogue cart.Catalogue, now func() time.Time) func(ctx context.Context, tx *Tx, visitorSession, userID string) error {
	return func(ctx context.Context, tx *Tx, visitorSession, userID string) error {
		visitor, found, err := lockCart(ctx, tx, cart.Owner{Visitor: visitorSession})
		if err != nil || !found {
			return err
		}
		products := catalogue.Snapshot()
		_, err = updateCart(ctx, tx, cart.Owner{UserID: userID}, now(), func(c *cart.Cart) error {
			*c = cart.Merge(*c, visitor.Cart, products)
			return nil
		})
		if err != nil {
			return err
		}
		return dropCarts(ctx, tx, visitor.ID)
	}
}

func dropCarts(ctx context.Context, tx *Tx, ids ...string) error {
	in, args := In(1, ids)
	if _, err := tx.ExecContext(ctx, "DELETE FROM carts WHERE id IN ("+in+")", args...); err != nil {
		return fmt.Errorf("removing carts: %w", err)
	}
	return nil
}

// RenewCart empties a cart whose content became an order; the next filling is another order.
func RenewCart(ctx context.Context, tx *Tx, cartID string, now time.Time) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM cart_lines WHERE cart_id = $1", cartID); err != nil {
		return fmt.Errorf("emptying a cart: %w", err)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE carts SET checkout_id = $2, updated_at = $3 WHERE id = $1", cartID, newID(), Millis(now)); err != nil {
		return fmt.Errorf("renewing a cart: %w", err)
	}
	return nil
}

// sweepRows bounds what one transaction of a sweep removes, so that nobody waits long for it.
const sweepRows = 200

// Sweep removes visitors' carts that have expired.
func (s *Carts) Sweep(ctx context.Context, now time.Time) (removed int, err error) {
	for {
		n := 0
		err := s.db.Write(ctx, func(tx *Tx) error {
			ids, err := texts(tx.QueryContext(ctx, `
				SELECT id FROM carts WHERE visitor_id IS NOT NULL AND expires_at <= $1 ORDER BY expires_at LIMIT $2`+tx.SkipLocked(),
				Millis(now), sweepRows))
			n = len(ids)
			if err != nil || n == 0 {
				return err
			}
			return dropCarts(ctx, tx, ids...)
		})
		if err != nil {
			return removed, fmt.Errorf("sweeping carts: %w", err)
		}
		if removed += n; n < sweepRows {
			return removed, nil
		}
	}
}

// texts reads the one column of a query.
func texts(rows *sql.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := []string{}
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		found = append(found, s)
	}
	return found, rows.Err()
}

// newID makes an id that nobody can guess.
func newID() string { return strings.ToLower(rand.Text()) }
