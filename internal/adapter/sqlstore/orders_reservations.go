package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

func addReservation(
	b *batch, tx *Tx, a orders.Attempt, stored storedCart, d orders.Draft,
) (*orders.Reservation, error) {
	draft, err := draftText(d)
	if err != nil {
		return nil, err
	}
	b.add("reserving", `
		INSERT INTO reservations (id, user_id, cart_id, checkout_id, idempotency_key, request_hash,
			method, last4, card_brand, draft, network, created_at)
		VALUES (`+list(1, 11)+`, `+tx.Now()+`)`,
		a.ID, a.UserID, stored.ID, stored.CheckoutID, keyOf(a.Key), a.Hash,
		string(a.Payment.Method), a.Payment.Last4, a.Payment.Brand, draft, a.Network)
	addAttempt(b, tx, a, d)
	return &orders.Reservation{
		ID: a.ID, UserID: a.UserID, CheckoutID: stored.CheckoutID, Hash: a.Hash, Key: a.Key,
		Method: a.Payment.Method, Last4: a.Payment.Last4, Brand: a.Payment.Brand, Draft: d, At: a.At,
		Network: a.Network,
	}, nil
}

const selectReservations = `SELECT id, user_id, cart_id, checkout_id, idempotency_key, request_hash, method, last4, ` +
	`card_brand, draft, created_at, network FROM reservations`

// reservationRow is a reservation with the cart it came from.
type reservationRow struct {
	orders.Reservation
	cartID string
}

func scanReservation(row interface{ Scan(...any) error }) (reservationRow, error) {
	var r reservationRow
	var key sql.NullString
	var method, draft string
	var at int64
	err := row.Scan(&r.ID, &r.UserID, &r.cartID, &r.CheckoutID, &key, &r.Hash, &method, &r.Last4, &r.Brand, &draft, &at,
		&r.Network)
	if err != nil {
		return r, err
	}
	r.Key, r.Method, r.At = key.String, payments.Method(method), Time(at)
	r.Draft, err = readDraft(draft)
	return r, err
}

// claimReservation locks the user and the cart of a reservation, as whoever begins an order does first, then
// the reservation, and removes it.
func claimReservation(ctx context.Context, tx *Tx, id string) (r reservationRow, found bool, err error) {
	var userID, cartID string
	err = tx.QueryRowContext(ctx, "SELECT user_id, cart_id FROM reservations WHERE id = $1", id).Scan(&userID, &cartID)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("holding a reservation: %w", err)
	}
	// A user who deleted the account meanwhile leaves the reservation to be ended.
	if err := lockUser(ctx, tx, userID); err != nil && apperr.CodeOf(err) != apperr.SessionEnded {
		return r, false, err
	}
	err = tx.QueryRowContext(ctx, "SELECT id FROM carts WHERE id = $1"+tx.ForUpdate(), cartID).Scan(new(string))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return r, false, fmt.Errorf("holding a cart: %w", err)
	}
	r, err = scanReservation(tx.QueryRowContext(ctx, selectReservations+" WHERE id = $1"+tx.ForUpdate(), id))
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("holding a reservation: %w", err)
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM reservations WHERE id = $1", id); err != nil {
		return r, false, fmt.Errorf("ending a reservation: %w", err)
	}
	return r, true, nil
}

// Confirm makes the order of a reservation.
func (s *Orders) Confirm(ctx context.Context, id string, c orders.Completion) (*orders.Order, error) {
	var order *orders.Order
	err := s.retryUnknownCommit(ctx, func(tx *Tx) error {
		r, found, err := claimReservation(ctx, tx, id)
		if err != nil {
			return err
		}
		if !found {
			order, err = readOrder(ctx, tx, "id = $1", id)
			if apperr.CodeOf(err) == apperr.OrderNotFound {
				return apperr.Wrap(apperr.PaymentTimeout, err)
			}
			return err
		}
		userID, err := existingUser(ctx, tx, r.UserID)
		if err != nil {
			return err
		}
		if err := removeFromCart(ctx, tx, r, c.At); err != nil {
			return err
		}
		payment := orders.Payment{Method: r.Method, TransactionID: c.TransactionID, Last4: r.Last4, Brand: r.Brand,
			Charged: payments.Charge(r.Draft.Totals.Total, r.Draft.ChargeRate)}
		if c.Last4 != "" {
			payment.Last4, payment.Brand = c.Last4, c.Brand
		}
		order = orderOf(r.ID, c.Number, userID, payment, r.Draft, c.At)
		var b batch
		err = addOrders(&b, tx, placedOrder{Order: order, checkoutID: r.CheckoutID, key: r.Key, hash: r.Hash,
			network: r.Network, email: c.Email, tellHouse: c.TellHouse})
		if err != nil {
			return err
		}
		confirmAttempt(&b, r.ID, c)
		addJobs(&b, tx, c.Jobs)
		if err := b.run(ctx, tx); err != nil || !r.Draft.SaveAddress || userID == "" {
			return err
		}
		return saveAddress(ctx, tx, order)
	})
	if err != nil {
		return nil, s.refusal(err)
	}
	return order, nil
}

// existingUser gives the user's id, or none when the account was deleted while the payment was under way.
func existingUser(ctx context.Context, tx *Tx, userID string) (string, error) {
	err := tx.QueryRowContext(ctx, "SELECT id FROM users WHERE id = $1", userID).Scan(&userID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("looking for the buyer: %w", err)
	}
	return userID, nil
}

// removeFromCart removes what was ordered from the cart it came from and leaves what was added since.
func removeFromCart(ctx context.Context, tx *Tx, r reservationRow, now time.Time) error {
	stored, err := readCart(ctx, tx, "id", r.cartID)
	if err != nil {
		return err
	}
	if stored.ID == "" || stored.CheckoutID != r.CheckoutID {
		return nil
	}
	var b batch
	stored.stamp = addRenewal(&b, stored.ID, now)
	w := cartWrite{next: stored}
	for _, line := range orders.Leftover(stored.Lines, r.Draft.Lines) {
		w.addLine(&b, line)
	}
	return b.run(ctx, tx)
}

// Release brings the pieces of a reservation back, and tells which state holds now.
func (s *Orders) Release(ctx context.Context, id string, e orders.Ending) (payments.State, error) {
	state := payments.Closed
	err := s.retryUnknownCommit(ctx, func(tx *Tx) error {
		r, found, err := claimReservation(ctx, tx, id)
		if err != nil {
			return err
		}
		if !found {
			state, err = readAttemptState(ctx, tx, id)
			return err
		}
		if state = payments.Closed; !e.LookAgain.IsZero() {
			state = payments.Released
		}
		moves := orders.StockReturned(r.Draft.Lines)
		if err := moveStock(ctx, tx, moves, e.At); err != nil {
			return err
		}
		var b batch
		addLedger(&b, id, orders.StockChange{Reason: orders.StockReleased, Moves: moves}, e.At)
		releaseAttempt(&b, id, e)
		return b.run(ctx, tx)
	})
	return state, err
}

// readAttemptState reads the state of an attempt whose reservation has ended. One from before attempts were
// recorded is closed.
func readAttemptState(ctx context.Context, tx *Tx, id string) (payments.State, error) {
	state := payments.Closed
	err := tx.QueryRowContext(ctx, "SELECT state FROM payment_attempts WHERE id = $1", id).Scan(&state)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return state, fmt.Errorf("reading an attempt to pay: %w", err)
	}
	return state, nil
}

// Open tells whether a reservation is still there.
func (s *Orders) Open(ctx context.Context, id string) (bool, error) {
	var open bool
	err := s.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM reservations WHERE id = $1)", id).Scan(&open)
	if err != nil {
		return false, fmt.Errorf("looking for a reservation: %w", s.db.public(err))
	}
	return open, nil
}

// Stale lists reservations that are older than that, by the database's clock.
func (s *Orders) Stale(ctx context.Context, age time.Duration, limit int) ([]orders.Reservation, error) {
	one := func(row interface{ Scan(...any) error }) (orders.Reservation, error) {
		held, err := scanReservation(row)
		return held.Reservation, err
	}
	return readAll(ctx, s.db, "listing reservations", one,
		selectReservations+" WHERE created_at < "+s.db.Now()+" - CAST($1 AS BIGINT) ORDER BY created_at, id LIMIT $2",
		age.Milliseconds(), limit)
}

// Earlier finds what an earlier call with the user's key left, and how it was asked for.
func (s *Orders) Earlier(ctx context.Context, userID, key string) (started orders.Started, hash string, err error) {
	var id string
	var reserved bool
	err = s.db.QueryRowContext(ctx, `
		SELECT id, request_hash, FALSE FROM orders WHERE user_id = $1 AND idempotency_key = $2
		UNION ALL SELECT id, request_hash, TRUE FROM reservations WHERE user_id = $1 AND idempotency_key = $2`,
		userID, key).Scan(&id, &hash, &reserved)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return orders.Started{}, "", nil
	case err != nil:
		return orders.Started{}, "", s.db.public(err)
	case reserved:
		return orders.Started{Reservation: &orders.Reservation{ID: id, UserID: userID}}, hash, nil
	}
	started.Order, err = s.OrderByID(ctx, id)
	return started, hash, err
}
