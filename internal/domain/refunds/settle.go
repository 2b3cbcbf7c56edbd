package refunds

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// Settle does an orders.RefundJob: it gives back what was paid for what an order has no longer: cancelled and returned
// fulfilments, and pieces and fees that the staff took off.
// Money that was only reserved for an order of which nothing is left is voided; what was taken becomes a refund like
// those of the staff, so that everything that goes back is counted in one place. Doing it twice is no error.
func (s *Service) Settle(ctx context.Context, job outbox.Job) error {
	key, err := orders.PaymentOf(job)
	if err != nil {
		return err
	}
	which := orders.OrderKey{ID: key}
	b, err := s.o.Store.RefundBasis(ctx, which)
	if err != nil {
		return fmt.Errorf("reading what to give back: %w", err)
	}
	if b.Order.MayStandAgain(orders.UndoWindow, s.now()) {
		return orders.ErrUndoable // somebody else cancelled the rest
	}
	problem := ""
	if s.takes(b.Attempt) {
		voided, err := s.readPaid(ctx, b)
		if err != nil || voided {
			return err
		}
	} else {
		problem = "another gateway took this payment"
	}
	now := s.now()
	made, err := s.o.Store.AddRefund(ctx, which, "", func(b Basis) (Change, error) {
		if b.Order.MayStandAgain(orders.UndoWindow, now) {
			return Change{}, orders.ErrUndoable
		}
		r := settlement(b, now)
		if r.ID == "" || problem == "" {
			return Change{Refund: r}, nil
		}
		r.State, r.Problem = Failed, problem
		return s.ended(r, now)
	})
	if err != nil || made.ID == "" {
		return err
	}
	if problem != "" {
		s.o.Log.Error("refunds: a payment must be given back by hand", "refund", made.ID, "problem", problem)
	}
	s.ask(ctx, made)
	return nil
}

// takes tells whether the shop's gateway is the one that took a payment.
func (s *Service) takes(a payments.Attempt) bool {
	return s.o.Gateway != nil && s.o.Gateway.Capabilities().Name == a.Gateway
}

// errNotCaptured says that what goes back is not known before the money is taken: the job comes again.
var errNotCaptured = errors.New("the money of an order that stands is not taken yet")

// readPaid records what the gateway says was taken and given back. Money that is only reserved for nothing is voided.
func (s *Service) readPaid(ctx context.Context, b Basis) (voided bool, err error) {
	key := b.Attempt.Key
	paid, err := s.o.Gateway.Lookup(ctx, key)
	if err != nil {
		return false, fmt.Errorf("looking up what to give back: %w", err)
	}
	if paid.Captured == 0 && paid.Outcome != payments.Voided {
		if b.Order.Due() > 0 {
			return false, errNotCaptured
		}
		err := s.o.Gateway.Void(ctx, key)
		if err == nil || !errors.Is(err, payments.ErrCaptured) {
			return err == nil, err
		}
		if paid, err = s.o.Gateway.Lookup(ctx, key); err != nil {
			return false, fmt.Errorf("looking up what to give back: %w", err)
		}
	}
	if paid.Outcome == payments.Voided {
		return true, s.o.Store.RecordPaid(ctx, key, 0, b.Attempt.Captured)
	}
	return false, s.o.Store.RecordPaid(ctx, key, paid.Captured, paid.Refunded)
}

// settlement is the refund that an order's cancelled, returned and reduced fulfilments ask for; without an id there is
// nothing to give back.
func settlement(b Basis, now time.Time) Refund {
	amount := b.owed()
	if amount <= 0 {
		return Refund{}
	}
	r := Refund{
		// What is owed after other refunds is another refund.
		ID:      refundID(b.Order.Number, "automatic "+strconv.Itoa(len(b.Earlier))),
		OrderID: b.Order.ID, OrderNumber: b.Order.Number, Currency: b.Attempt.Currency, Amount: amount, State: Pending,
		Round: 1, Automatic: true, At: now, LookAt: now, Parts: map[int]money.Cents{},
	}
	off := min(amount, b.paidForOff())
	if off > 0 {
		b.share(r.Parts, off, (*orders.Fulfilment).Off)
	}
	if rest := amount - off; rest > 0 {
		r.Parts[0] += rest // for pieces and fees that no fulfilment has any more
	}
	return r
}

// Of reads what went back for an order and what can still be given back. Code: OrderNotFound.
func (s *Service) Of(ctx context.Context, orderID string) (Basis, error) {
	return s.o.Store.RefundBasis(ctx, orders.OrderKey{ID: orderID})
}

// OfFulfilment reads the same for the people of a store that fulfils a part of the order. To another store's people it
// does not exist. Code: OrderNotFound.
func (s *Service) OfFulfilment(ctx context.Context, storeID, fulfilmentID string) (Basis, *orders.Fulfilment, error) {
	orderID, place, ok := orders.ParseFulfilmentID(fulfilmentID)
	if !ok {
		return Basis{}, nil, apperr.New(apperr.OrderNotFound)
	}
	b, err := s.Of(ctx, orderID)
	if err == nil {
		err = checkStore(b, storeID, place)
	}
	if err != nil {
		return Basis{}, nil, err
	}
	return b, b.Order.Part(place), nil
}
