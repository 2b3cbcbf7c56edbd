package orders

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

const (
	// RefundJob is the kind of the jobs that give the payment of what was cancelled or returned back.
	RefundJob = "order_refund"
	// CaptureJob is the kind of the jobs that take the money of a placed order from a gateway that captures later.
	CaptureJob = "payment_capture"
)

// ErrUndoable says that a cancellation or a return can still be undone: what is due is not settled, and the job comes
// again.
var ErrUndoable = errors.New("a step can still be undone")

// paymentJob names the payment that a job is about.
type paymentJob struct {
	Key string `json:"key"`
}

// PaymentOf reads which payment a RefundJob or a CaptureJob is about.
func PaymentOf(job outbox.Job) (string, error) {
	var p paymentJob
	if err := json.Unmarshal(job.Payload, &p); err != nil || p.Key == "" {
		return "", outbox.PermanentError{Reason: fmt.Errorf("reading a job about a payment: %w", err)}
	}
	return p.Key, nil
}

// Capture does a CaptureJob. An order that was cancelled meanwhile is not charged.
func (s *Service) Capture(ctx context.Context, job outbox.Job) error {
	key, err := PaymentOf(job)
	if err != nil {
		return err
	}
	if s.gateway == nil {
		return errors.New("there is no gateway to take a payment through")
	}
	order, err := s.reader.OrderByID(ctx, key)
	if apperr.CodeOf(err) == apperr.OrderNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if order.MayStandAgain(s.undoWindow, s.now()) {
		return ErrUndoable
	}
	if order.Due() == 0 {
		return nil
	}
	paid, err := s.gateway.Lookup(ctx, key)
	if err != nil {
		return fmt.Errorf("looking up what to capture: %w", err)
	}
	if paid.Outcome != payments.Approved {
		return fmt.Errorf("the payment of order %s is %s: it cannot be captured", order.Number, paid.Outcome)
	}
	if paid.Captured == 0 {
		if err := s.gateway.Capture(ctx, key, order.Due()); err != nil {
			return fmt.Errorf("capturing a payment: %w", err)
		}
		// Somebody else may have captured another amount meanwhile.
		if paid, err = s.gateway.Lookup(ctx, key); err != nil {
			return fmt.Errorf("looking up what was captured: %w", err)
		}
	}
	return s.attempts.AttemptCaptured(ctx, key, paid.Captured)
}

// giveBack makes sure that the gateway holds no money for a payment without an order, and that nobody can pay it
// any more where the gateway can see to that. Doing it twice is no error.
func (s *Service) giveBack(ctx context.Context, key string) error {
	paid, err := s.gateway.Lookup(ctx, key)
	if err != nil {
		return fmt.Errorf("looking up what to give back: %w", err)
	}
	if paid.Captured == 0 || s.gateway.Capabilities().VoidsCaptured {
		if paid.Outcome == payments.Voided {
			return nil
		}
		err := s.gateway.Void(ctx, key)
		if !errors.Is(err, payments.ErrCaptured) {
			return err
		}
		if paid, err = s.gateway.Lookup(ctx, key); err != nil {
			return fmt.Errorf("looking up what to give back: %w", err)
		}
	}
	rest := paid.Captured - paid.Refunded
	if rest <= 0 {
		return nil
	}
	// The amount is part of the name: what is left after another refund is another refund.
	state, err := s.gateway.Refund(ctx, key, payments.RefundRequest{
		ID: key + "-rest-" + strconv.FormatInt(int64(rest), 10), Amount: rest, Currency: paid.Currency,
	})
	if err == nil && state == payments.RefundFailed {
		err = errors.New("the gateway did not give the payment back")
	}
	return err
}

// BookJob is the kind of the jobs that bring the ledger up to date with an order of a store.
const BookJob = "ledger_order"

// booked tells whether the step that brought the fulfilment to its status moves money between the shop and a store.
func (f *Fulfilment) booked() bool {
	return !f.InHouse() && (f.Status == Delivered || f.Status == Returned)
}

// OrderToBook reads the id of the order that a BookJob is about.
func OrderToBook(job outbox.Job) (string, error) { return PaymentOf(job) }
