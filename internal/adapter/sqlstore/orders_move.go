package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/orders"
)

// Move reads an order, lets change decide and writes the outcome.
func (s *Orders) Move(ctx context.Context, which orders.OrderKey, id string,
	change func(o *orders.Order) (orders.Change, error)) (*orders.Order, error) {
	var order *orders.Order
	err := s.retryUnknownCommit(ctx, func(tx *Tx) error {
		o, err := lockOrder(ctx, tx, which)
		if err != nil {
			return err
		}
		order = o
		if done, err := changeWritten(ctx, tx, o, id); err != nil || done {
			return err // the COMMIT that nobody answered had been done
		}
		before := slices.Clone(o.Fulfilments)
		events := len(o.Events)
		c, err := change(o)
		if err != nil {
			return err
		}
		return writeMove(ctx, tx, o, before, events, id, c)
	})
	if err != nil {
		return nil, err
	}
	return order, nil
}

// changeWritten tells whether a change of the order was committed already.
func changeWritten(ctx context.Context, tx *Tx, o *orders.Order, id string) (done bool, err error) {
	err = tx.QueryRowContext(ctx, "SELECT last_change = $2 FROM orders WHERE id = $1", o.ID, id).Scan(&done)
	if err != nil {
		return false, fmt.Errorf("looking for an earlier change: %w", err)
	}
	return done, nil
}

// lockOrder reads an order and keeps others from moving it. The row is held before it is read:
// what waited for the lock must see what the one before it wrote.
func lockOrder(ctx context.Context, tx *Tx, which orders.OrderKey) (*orders.Order, error) {
	where, arg := orderWhere(which)
	held, err := texts(tx.QueryContext(ctx, "SELECT id FROM orders WHERE "+where+tx.ForUpdate(), arg))
	if err != nil {
		return nil, fmt.Errorf("holding an order: %w", err)
	}
	if len(held) == 0 {
		return nil, apperr.New(apperr.OrderNotFound)
	}
	return readOrder(ctx, tx, "id = $1", held[0])
}

// orderWhere is the condition that finds an order.
func orderWhere(which orders.OrderKey) (where, arg string) {
	if which.ID != "" {
		return "id = $1", which.ID
	}
	return "number = $1", which.Number
}

// writeMove writes what has become of an order: its own row, the fulfilments that changed, and the steps after the
// first so many that were there before.
func writeMove(ctx context.Context, tx *Tx, o *orders.Order, before []orders.Fulfilment, events int, id string,
	c orders.Change) error {
	if c.Undone != "" {
		if err := refuseInBag(ctx, tx, o, c.Undone); err != nil {
			return err
		}
		aside, err := endQuarantine(ctx, tx, o.ID, c.Undone)
		if err != nil {
			return err
		}
		if aside {
			c.Stock = nil // its pieces go to the customer again, and none of the stock
		}
	}
	for _, change := range c.Stock {
		if change.Reason == orders.StockQuarantined {
			continue
		}
		if err := moveStock(ctx, tx, change.Moves, c.At); err != nil {
			return err
		}
	}
	var b batch
	status, detail := statusColumns(o.Status)
	b.add("changing an order", `
		UPDATE orders SET status = $2, status_detail = $3, subtotal_cents = $4, fee_cents = $5, total_cents = $6,
			version = $7, last_change = $8, call_first = $9, updated_at = `+tx.Now()+` WHERE id = $1`,
		o.ID, status, detail, int64(o.Totals.Subtotal), int64(o.Totals.Fee), int64(o.Totals.Total), o.Version, id,
		o.CallFirst)
	for i := range o.Fulfilments {
		if f := &o.Fulfilments[i]; f.Version != before[i].Version {
			if err := addFulfilmentChange(&b, tx, o, f); err != nil {
				return err
			}
		}
	}
	for i, e := range o.Events[events:] {
		addEvent(&b, o.ID, events+i+1, e)
	}
	if c.Undone != "" {
		b.add("undoing a step", "UPDATE order_history SET undone = TRUE WHERE id = $1", c.Undone)
	}
	for _, change := range c.Stock {
		addLedger(&b, o.ID, change, c.At)
	}
	addDroppedJobs(&b, c.Drop)
	addJobs(&b, tx, c.Jobs)
	if err := b.run(ctx, tx); err != nil {
		return err
	}
	if o.UserID == "" && o.TakenBy == "" && !o.Status.Open() {
		// Its account was deleted while it was on its way: now nobody needs the address any more.
		if err := anonymise(ctx, tx, "id = $1", o.ID); err != nil {
			return err
		}
	}
	if c.Audit == "" {
		return nil
	}
	event := audit.NewEvent(audit.Action(c.Audit), c.Actor.UserID, o.ID, o.Number, c.At)
	event.SubjectKind = "order"
	for _, edit := range c.Edits {
		event.Changes = append(event.Changes, audit.Change(edit))
	}
	for i, f := range o.Fulfilments {
		if was := before[i].Status; was != f.Status {
			event.Changes = append(event.Changes,
				audit.Change{Field: "status", Old: string(was), New: string(f.Status)})
		}
	}
	return recordAudit(ctx, tx, event)
}

// refuseInBag refuses to take an order back from the road that a courier has taken along since: it would be delivered
// and paid while the desk prepares it. Code: UndoLate.
func refuseInBag(ctx context.Context, tx *Tx, o *orders.Order, event string) error {
	at := slices.IndexFunc(o.Events, func(e orders.Event) bool { return e.ID == event })
	if at < 0 || o.Events[at].Status != orders.OutForDelivery {
		return nil
	}
	var held bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM shift_orders
		WHERE order_id = $1 AND place = $2 AND state = 'out')`, o.ID, o.Events[at].Fulfilment).Scan(&held)
	if err != nil {
		return fmt.Errorf("looking into couriers' bags: %w", err)
	}
	if held {
		return apperr.New(apperr.UndoLate)
	}
	return nil
}

// endQuarantine forgets what a step set aside, because the step is undone. It tells whether there was anything.
func endQuarantine(ctx context.Context, tx *Tx, orderID, event string) (bool, error) {
	done, err := tx.ExecContext(ctx, "DELETE FROM stock_ledger WHERE order_id = $1 AND event = $2 AND reason = $3",
		orderID, event, string(orders.StockQuarantined))
	if err != nil {
		return false, fmt.Errorf("ending a quarantine: %w", err)
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

// statusColumns are the two columns of an order's status: the first knows those of the first version only.
func statusColumns(s orders.Status) (status, detail string) {
	switch s {
	case orders.DeliveryFailed:
		return string(orders.OutForDelivery), string(s)
	case orders.Returned:
		return string(orders.Delivered), string(s)
	}
	return string(s), ""
}

// addDroppedJobs queues the removal of jobs that must not be done any more. One that has begun cannot be dropped.
func addDroppedJobs(b *batch, ids []string) {
	if len(ids) == 0 {
		return
	}
	in, args := In(1, ids)
	all := func(rows int64, err error) error {
		if err == nil && rows != int64(len(ids)) {
			return apperr.New(apperr.UndoLate)
		}
		return err
	}
	b.addChecked("dropping jobs", all, "DELETE FROM outbox WHERE attempt = 0 AND id IN ("+in+")", args...)
}

// anonymise takes out of orders what tells who ordered.
func anonymise(ctx context.Context, tx *Tx, where string, args ...any) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE orders SET phone = '', address = '{}', note = '', last4 = '', card_brand = '', name_fold = '',
			network = '', idempotency_key = NULL
		WHERE `+where, args...)
	if err != nil {
		return fmt.Errorf("making orders anonymous: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		UPDATE fulfilments SET address = '', staff_note = ''
		WHERE order_id IN (SELECT id FROM orders WHERE `+where+`)`, args...)
	if err != nil {
		return fmt.Errorf("making fulfilments anonymous: %w", err)
	}
	return nil
}

// AnonymiseUser is the hook of accounts for a user who leaves: the orders stay for the books, without a
// name. One that is still on its way keeps its address until it has arrived.
func (s *Orders) AnonymiseUser(ctx context.Context, tx *Tx, userID string) error {
	final, finals := In(2, orders.FinalStatuses())
	err := anonymise(ctx, tx, "user_id = $1 AND status IN ("+final+")", append([]any{userID}, finals...)...)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
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
		UPDATE orders SET user_id = NULL, taken_by = '', idempotency_key = NULL, version = version + 1,
			updated_at = `+tx.Now()+`
		WHERE user_id = $1`, userID)
	if err != nil {
		return fmt.Errorf("parting orders from their user: %w", err)
	}
	return nil
}
