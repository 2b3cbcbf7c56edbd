package sqlstore

import (
	"context"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/orders"
)

// Move reads an order, lets change decide and writes the outcome.
func (s *Orders) Move(ctx context.Context, number, eventID string,
	change func(o *orders.Order) (orders.Change, error)) (*orders.Order, error) {
	var order *orders.Order
	err := s.retryUnknownCommit(ctx, func(tx *Tx) error {
		o, err := lockOrder(ctx, tx, number)
		if err != nil {
			return err
		}
		order = o
		if last := o.History[len(o.History)-1]; last.ID == eventID {
			return nil // the COMMIT that nobody answered had been done
		}
		c, err := change(o)
		if err != nil {
			return err
		}
		return writeMove(ctx, tx, o, c)
	})
	if err != nil {
		return nil, err
	}
	return order, nil
}

// lockOrder reads an order and keeps others from moving it. The row is held before it is read:
// what waited for the lock must see what the one before it wrote.
func lockOrder(ctx context.Context, tx *Tx, number string) (*orders.Order, error) {
	held, err := texts(tx.QueryContext(ctx, "SELECT id FROM orders WHERE number = $1"+tx.ForUpdate(), number))
	if err != nil {
		return nil, fmt.Errorf("holding an order: %w", err)
	}
	if len(held) == 0 {
		return nil, apperr.New(apperr.OrderNotFound)
	}
	return readOrder(ctx, tx, "id = $1", held[0])
}

func writeMove(ctx context.Context, tx *Tx, o *orders.Order, c orders.Change) error {
	var b batch
	b.add("moving an order", "UPDATE orders SET status = $2, version = $3, updated_at = "+tx.Now()+" WHERE id = $1",
		o.ID, string(o.Status), o.Version)
	addEvent(&b, o.ID, len(o.History), c.Event)
	if len(c.Return) > 0 {
		if err := moveStock(ctx, tx, c.Return, c.Event.At); err != nil {
			return err
		}
		addLedger(&b, o.ID, "returned", c.Return, c.Event.At)
	}
	if err := b.run(ctx, tx); err != nil {
		return err
	}
	if o.UserID == "" && o.Status.Final() {
		// Its account was deleted while it was on its way: now nobody needs the address any more.
		if err := anonymise(ctx, tx, "id = $1", o.ID); err != nil {
			return err
		}
	}
	if c.Event.Actor.Kind == orders.Admin {
		event := audit.NewEvent("order_"+audit.Action(c.Event.Status), c.Event.Actor.UserID, o.ID, o.Number, c.Event.At)
		event.SubjectKind = "order"
		if err := recordAudit(ctx, tx, event); err != nil {
			return err
		}
	}
	return enqueue(ctx, tx, c.Jobs)
}

// anonymise takes out of orders what tells who ordered.
func anonymise(ctx context.Context, tx *Tx, where string, args ...any) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE orders SET phone = '', address = '{}', note = '', last4 = '', card_brand = '', idempotency_key = NULL
		WHERE `+where, args...)
	if err != nil {
		return fmt.Errorf("making orders anonymous: %w", err)
	}
	return nil
}

// AnonymiseUser is the hook of accounts for a user who leaves: the orders stay for the books, without a
// name. One that is still on its way keeps its address until it has arrived.
func (s *Orders) AnonymiseUser(ctx context.Context, tx *Tx, userID string) error {
	if err := anonymise(ctx, tx, "user_id = $1 AND status IN ('delivered', 'cancelled')", userID); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE order_history SET actor_id = '' WHERE actor_id = $1
		AND order_id IN (SELECT id FROM orders WHERE user_id = $1)`, userID)
	if err != nil {
		return fmt.Errorf("making the history of orders anonymous: %w", err)
	}
	_, err = tx.ExecContext(ctx, "UPDATE payment_attempts SET user_id = '' WHERE user_id = $1", userID)
	if err != nil {
		return fmt.Errorf("parting payments from their user: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE orders SET user_id = NULL, idempotency_key = NULL, version = version + 1, updated_at = `+tx.Now()+`
		WHERE user_id = $1`, userID)
	if err != nil {
		return fmt.Errorf("parting orders from their user: %w", err)
	}
	return nil
}
