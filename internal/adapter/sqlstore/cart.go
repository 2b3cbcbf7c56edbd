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
type Carts struct {
	db *DB
	// changes writes carts to PostgreSQL together that are changed at the same time.
	changes callGroups[cartWrite]
}

var _ cart.Store = (*Carts)(nil)

// NewCarts makes the store over an open database.
func NewCarts(db *DB) *Carts {
	s := &Carts{db: db}
	// A second group keeps the database busy while the first waits for the disk.
	s.changes = callGroups[cartWrite]{atOnce: 2, run: s.writeTogether}
	return s
}

// storedCart is a cart with what only the tables know of it.
type storedCart struct {
	cart.Cart
	// places order the lines; a line keeps its place as long as it is there.
	places map[string]int
	// stamp and updatedAt are those of the cart that was read: when they have changed, the cart has.
	stamp     string
	updatedAt int64
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
		SELECT c.id, c.checkout_id, c.stamp, c.updated_at, l.product_id, l.quantity, l.seen_price_cents, l.place,
		l.added_at
		FROM carts c LEFT JOIN cart_lines l ON l.cart_id = c.id
		WHERE c.`+column+` = CAST($1 AS TEXT) ORDER BY l.place, l.product_id`, id)
	if err != nil {
		return stored, fmt.Errorf("reading a cart: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var product sql.NullString
		var quantity, price, place, added sql.NullInt64
		err := rows.Scan(&stored.ID, &stored.CheckoutID, &stored.stamp, &stored.updatedAt,
			&product, &quantity, &price, &place, &added)
		if err != nil {
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

// optimisticAttempts is how often a change is decided without a lock. Only somebody who changes one cart from
// several places at once ever needs the second.
const optimisticAttempts = 3

// Update lets change decide on a cart and writes the outcome. The cart is the one that this server wrote last, or is
// read, without a lock; if it has changed by the time of writing, change decides again.
func (s *Carts) Update(
	ctx context.Context, owner cart.Owner, now time.Time, change func(c *cart.Cart) error,
) (cart.Cart, error) {
	column, id := cartOf(owner)
	stored, known := s.db.carts.take(column, id)
	if !known && owner.UserID == "" {
		// Most visitors whose cart nobody here has seen have none yet: making one finds out.
		stored, known = storedCart{places: map[string]int{}}, true
	}
	if known {
		// A refusal counts only for a cart that was read.
		if w, err := decideCart(stored, owner, now, change); err == nil && w != nil {
			if written, err := s.write(ctx, column, id, w); written || err != nil {
				return w.next.Cart, err
			}
		}
	}
	for range optimisticAttempts {
		stored, err := readCart(ctx, s.db, column, id)
		if err != nil {
			return cart.Cart{}, s.db.public(err)
		}
		w, err := decideCart(stored, owner, now, change)
		if err != nil || w == nil {
			return stored.Cart, err
		}
		if written, err := s.write(ctx, column, id, w); written || err != nil {
			return w.next.Cart, err
		}
	}
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

// write writes a decided change; written is false when the cart had changed meanwhile.
func (s *Carts) write(ctx context.Context, column, id string, w *cartWrite) (written bool, err error) {
	if !s.db.hasOneWriter() {
		if err := s.changes.join(ctx, w); err != nil {
			return false, s.db.public(err)
		}
	}
	if !w.done {
		w.err = s.writeAlone(ctx, w)
	}
	if w.err != nil || w.stale {
		return false, w.err
	}
	s.db.carts.put(column, id, w.next)
	return true, nil
}

func (s *Carts) writeAlone(ctx context.Context, w *cartWrite) error {
	var b batch
	w.addTo(&b, s.db)
	return s.db.WriteBatch(ctx, &b)
}

// updateCart is Update within a transaction that locks the cart.
func updateCart(
	ctx context.Context, tx *Tx, owner cart.Owner, now time.Time, change func(c *cart.Cart) error,
) (cart.Cart, error) {
	for {
		stored, _, err := lockCart(ctx, tx, owner)
		if err != nil {
			return cart.Cart{}, err
		}
		w, err := decideCart(stored, owner, now, change)
		if err != nil || w == nil {
			return stored.Cart, err
		}
		var b batch
		w.addTo(&b, tx.db)
		if err := b.run(ctx, tx); err != nil {
			return cart.Cart{}, err
		}
		if !w.stale {
			return w.next.Cart, nil
		}
		// Somebody else made the cart a moment earlier: decide again with what they put into it.
	}
}

// cartWrite is a decided change of a cart. It applies only to the cart that was read.
type cartWrite struct {
	owner cart.Owner
	// was is the cart that was read, with nothing in it when there was none; next is the cart once this is written.
	was, next storedCart
	expires   time.Time
	// changed are the lines of next that differ from before, removed the products whose lines are gone.
	changed []cart.Line
	removed []string
	// stale is set when the cart had changed meanwhile; nothing was written then.
	stale bool

	// done tells that a group has written it, or that err is known; otherwise it goes alone.
	done bool
	err  error
}

// decideCart lets change decide on a cart that was read, and prepares what to write. It gives nil when there is nothing
// to write: a cart comes into being with its first line.
func decideCart(
	stored storedCart, owner cart.Owner, now time.Time, change func(c *cart.Cart) error,
) (*cartWrite, error) {
	w := &cartWrite{owner: owner, was: stored}
	before := slices.Clone(stored.Lines)
	if err := change(&stored.Cart); err != nil {
		return nil, err
	}
	if stored.ID == "" {
		if len(stored.Lines) == 0 {
			return nil, nil
		}
		stored.ID, stored.CheckoutID = newID(), newID()
	}
	if owner.UserID == "" {
		w.expires = now.Add(contract.Shop().RememberFor())
	}
	stored.stamp, stored.updatedAt = newID(), Millis(now)
	w.next = stored
	w.compare(before)
	return w, nil
}

// compare finds the lines that differ from before, and gives a new line the last place.
func (w *cartWrite) compare(before []cart.Line) {
	last := 0
	for _, line := range before {
		last = max(last, w.next.places[line.ProductID])
	}
	left := map[string]bool{}
	for _, line := range w.next.Lines {
		left[line.ProductID] = true
		if slices.Contains(before, line) {
			continue
		}
		if _, placed := w.next.places[line.ProductID]; !placed {
			last++
			w.next.places[line.ProductID] = last
		}
		w.changed = append(w.changed, line)
	}
	for _, line := range before {
		if !left[line.ProductID] {
			delete(w.next.places, line.ProductID)
			w.removed = append(w.removed, line.ProductID)
		}
	}
}

// addTo queues the change of one cart.
func (w *cartWrite) addTo(b *batch, on *DB) {
	claimed := func(rows int64, err error) error {
		if IsForeignKey(err) {
			return apperr.Wrap(apperr.SessionEnded, err) // the user is gone
		}
		w.stale = rows == 0
		return err
	}
	var args arguments
	claim := w.claim(&args)
	if on.engine.chainsWrites && len(w.changed) == 1 && len(w.removed) == 0 {
		// What most people do, one statement instead of two.
		query := "WITH claimed AS (" + claim + " RETURNING id) " + w.line(&args, w.changed[0], "claimed")
		b.addChecked("changing a cart", claimed, query, args...)
		return
	}
	b.addChecked("changing a cart", claimed, claim, args...)
	for _, line := range w.changed {
		w.addLine(b, line)
	}
	w.addRemoved(b)
}

// addLine queues a line of the cart that has been claimed.
func (w *cartWrite) addLine(b *batch, line cart.Line) {
	var args arguments
	query := w.line(&args, line, "carts WHERE id = "+args.add(w.next.ID)+" AND stamp = "+args.add(w.next.stamp))
	b.add("writing a line", query, args...)
}

// claim writes the statement that makes the cart, or marks the one that was read as changed.
func (w *cartWrite) claim(args *arguments) string {
	if w.was.ID == "" {
		column, owner := cartOf(w.owner)
		return "INSERT INTO carts (id, " + column + ", checkout_id, updated_at, expires_at, stamp) VALUES (" +
			args.list(w.next.ID, owner, w.next.CheckoutID, w.next.updatedAt, Millis(w.expires), w.next.stamp) +
			") ON CONFLICT (" + column + ") DO NOTHING"
	}
	return "UPDATE carts SET stamp = " + args.add(w.next.stamp) + ", updated_at = " + args.add(w.next.updatedAt) +
		", expires_at = " + args.add(Millis(w.expires)) +
		" WHERE id = " + args.add(w.next.ID) + " AND stamp = " + args.add(w.was.stamp) +
		" AND updated_at = " + args.add(w.was.updatedAt)
}

// line writes the statement that puts a line into the cart whose id is found in from.
func (w *cartWrite) line(args *arguments, line cart.Line, from string) string {
	return `
		INSERT INTO cart_lines (cart_id, product_id, quantity, seen_price_cents, place, added_at)
		SELECT id, CAST(` + args.add(line.ProductID) + ` AS TEXT), CAST(` + args.add(line.Quantity) + ` AS BIGINT),
			CAST(` + args.add(int64(line.SeenPrice)) + ` AS BIGINT),
			CAST(` + args.add(w.next.places[line.ProductID]) + ` AS BIGINT),
			CAST(` + args.add(Millis(line.AddedAt)) + ` AS BIGINT)
		FROM ` + from + `
		ON CONFLICT (cart_id, product_id)
		DO UPDATE SET quantity = excluded.quantity, seen_price_cents = excluded.seen_price_cents`
}

func (w *cartWrite) addRemoved(b *batch) {
	for _, product := range w.removed {
		b.add("removing a line", `
			DELETE FROM cart_lines WHERE cart_id = $1 AND product_id = $2
			AND EXISTS (SELECT 1 FROM carts WHERE id = $1 AND stamp = $3)`, w.next.ID, product, w.next.stamp)
	}
}

// MergeOnSignIn is the hook of accounts that brings a visitor's cart along when they sign in or up. It
// runs in the transaction of the sign-in; a second time it finds nothing left to bring.
func (s *Carts) MergeOnSignIn(catalogue cart.Catalogue, now func() time.Time) func(ctx context.Context, tx *Tx,
	visitorSession, userID string) error {
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

// addRenewal empties a cart whose content became an order; the next filling is another order. It gives the stamp of the
// emptied cart.
func addRenewal(b *batch, cartID string, now time.Time) (stamp string) {
	stamp = newID()
	b.add("emptying a cart", "DELETE FROM cart_lines WHERE cart_id = $1", cartID)
	b.add("renewing a cart", "UPDATE carts SET checkout_id = $2, stamp = $2, updated_at = $3 WHERE id = $1",
		cartID, stamp, Millis(now))
	return stamp
}

// sweepRows bounds what one transaction of a sweep removes, so that nobody waits long for it.
const sweepRows = 200

// Sweep removes visitors' carts that have expired.
func (s *Carts) Sweep(ctx context.Context, now time.Time) (removed int, err error) {
	for {
		n := 0
		err := s.db.Write(ctx, func(tx *Tx) error {
			ids, err := texts(tx.QueryContext(ctx, `
				SELECT id FROM carts WHERE visitor_id IS NOT NULL AND expires_at <= $1 ORDER BY expires_at
				LIMIT $2`+tx.SkipLocked(),
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
