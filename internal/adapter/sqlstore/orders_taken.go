package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
)

// phoneSlots is how many rows phone_slots has.
const phoneSlots = 256

// phoneSlot is the row at which those who take orders for a number wait for each other.
func phoneSlot(phone string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(phone))
	return int(h.Sum32() % phoneSlots)
}

// beginTaken makes the order that somebody of the staff takes from a caller.
func (s *Orders) beginTaken(ctx context.Context, a orders.Attempt, decide decideFunc) (orders.Started, error) {
	var started orders.Started
	err := s.retryUnknownCommit(ctx, func(tx *Tx) (err error) {
		started, err = takeOrder(ctx, tx, a, decide)
		return err
	})
	if err != nil {
		return orders.Started{}, s.refusal(err)
	}
	return started, nil
}

// takeOrder is begin without a cart. It locks the number's slot, then the people, then the products; what it decides
// by is read after the locks are held.
func takeOrder(ctx context.Context, tx *Tx, a orders.Attempt, decide decideFunc) (orders.Started, error) {
	stored := storedCart{Cart: cart.Cart{CheckoutID: a.Taken.CheckoutID, Lines: a.Taken.Lines}}
	var b batch
	addLockCaller(&b, tx, a)
	found := addTakenState(&b, a)
	if err := b.run(ctx, tx); err != nil {
		return orders.Started{}, err
	}
	if found.earlier {
		return findTakenOrder(ctx, tx, a)
	}
	if err := a.Limits.CheckOpen(found.open); err != nil {
		return orders.Started{}, err
	}
	var lock batch
	products := addLockProducts(&lock, tx, stored.Lines)
	if err := lock.run(ctx, tx); err != nil {
		return orders.Started{}, err
	}
	started, err := writeOrder(ctx, tx, a, stored, products, found, decide)
	if err != nil {
		return orders.Started{}, err
	}
	event := audit.NewEvent("order_taken", a.Taken.By, started.Order.ID, started.Order.Number, a.At)
	event.SubjectKind = "order"
	return started, recordAudit(ctx, tx, event)
}

// addLockCaller locks the number's slot, and then who takes the order and whose account it is, by their ids.
func addLockCaller(b *batch, tx *Tx, a orders.Attempt) {
	b.addQuery("waiting for a phone number", func(row scanner) error {
		var slot int
		return row.Scan(&slot)
	}, "SELECT slot FROM phone_slots WHERE slot = $1"+tx.ForNoKeyUpdate(), phoneSlot(a.Phone))
	people := []string{a.Taken.By}
	if a.UserID != "" && a.UserID != a.Taken.By {
		people = append(people, a.UserID)
	}
	in, args := In(1, people)
	b.addQuery("holding who takes an order", func(row scanner) error {
		var id string
		return row.Scan(&id)
	}, "SELECT id FROM users WHERE id IN ("+in+") ORDER BY id"+tx.ForNoKeyUpdate(), args...)
	b.last().check = func(rows int64, err error) error {
		if err == nil && rows < int64(len(people)) {
			return apperr.New(apperr.SessionEnded) // one of them is gone
		}
		return err
	}
}

// ofCaller are the orders d of a caller's account and number, whoever placed them.
func ofCaller(args *arguments, a orders.Attempt) string {
	user, phone := args.add(keyOf(a.UserID)), args.add(a.Phone)
	return "(d.user_id = " + user + " OR d.phone = " + phone + " AND d.phone <> '')"
}

// addTakenState is addCheckoutState for a caller.
func addTakenState(b *batch, a orders.Attempt) *checkoutState {
	found := &checkoutState{}
	var args arguments
	id, checkout := args.add(a.ID), args.add(a.Taken.CheckoutID)
	query := `
		SELECT EXISTS (SELECT 1 FROM orders WHERE id = ` + id + `)
			OR EXISTS (SELECT 1 FROM orders WHERE checkout_id = ` + checkout + `),
			coalesce((SELECT lbp_per_usd FROM rates ORDER BY number DESC LIMIT 1), 0),
			` + countUpTo(&args, a, a.Limits.OpenPerCustomer, ofCaller)
	b.addQuery("looking for an order that was taken before", func(row scanner) error {
		return row.Scan(&found.earlier, &found.rate, &found.open.Customer)
	}, query, args...)
	return found
}

// findTakenOrder gives the order of an earlier call with the same key. Code: IdempotencyReused.
func findTakenOrder(ctx context.Context, tx *Tx, a orders.Attempt) (orders.Started, error) {
	var id, hash string
	err := tx.QueryRowContext(ctx, "SELECT id, request_hash FROM orders WHERE id = $1 OR checkout_id = $2",
		a.ID, a.Taken.CheckoutID).Scan(&id, &hash)
	if err != nil {
		return orders.Started{}, fmt.Errorf("looking for an order that was taken before: %w", err)
	}
	if hash != a.Hash {
		return orders.Started{}, apperr.New(apperr.IdempotencyReused)
	}
	order, err := readOrder(ctx, tx, "id = $1", id)
	return orders.Started{Order: order}, err
}

// CallerAccount finds the account that a caller names.
func (s *Orders) CallerAccount(ctx context.Context, name, phone string) (userID string, err error) {
	err = s.db.eachRow(ctx, "looking for a caller's account", `
		SELECT id FROM users WHERE (username_fold = $1 OR email_fold = $1) AND phone_nb = $2 AND email_verified`,
		[]any{name, phone}, func(rows *sql.Rows) error { return rows.Scan(&userID) })
	return userID, err
}

// Caller reads what a desk knows of a phone number.
func (s *Orders) Caller(ctx context.Context, place, phone string) (found orders.Caller, known bool, err error) {
	from, args := " FROM orders o WHERE o.phone = $1 AND o.phone <> ''", []any{phone}
	if place != roles.House {
		from += " AND EXISTS (SELECT 1 FROM fulfilments f WHERE f.order_id = o.id AND f.store_id = $2)"
		args = append(args, place)
	}
	err = s.db.Read(ctx, func(tx *Tx) error {
		found, known = orders.Caller{}, false
		var last string
		err := tx.QueryRowContext(ctx, `SELECT o.id, (SELECT count(*)`+from+`)`+from+`
			ORDER BY o.placed_at DESC, o.id DESC LIMIT 1`, args...).Scan(&last, &found.Orders)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		order, err := readOrder(ctx, tx, "id = $1", last)
		if err != nil {
			return err
		}
		known, found.Last, found.Address = true, order.PlacedAt, order.Address
		for _, f := range order.Fulfilments {
			if f.StoreID == place {
				found.Address = f.Address // it may have been replaced since
			}
		}
		return nil
	})
	if err != nil {
		return orders.Caller{}, false, fmt.Errorf("reading what is known of a phone number: %w", err)
	}
	return found, known, nil
}
