package orders

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

const (
	// authoriseTime is how long the gateway may take.
	authoriseTime = 10 * time.Second
	// resolveTime is how long finding out and writing down may take afterwards.
	resolveTime = 8 * time.Second
	// StaleAfter is when a reservation's own call must have ended: what is older was left by a
	// server that died.
	StaleAfter = 30 * time.Second
	// pollEvery is how often somebody who waits for another call's payment looks again.
	pollEvery = 40 * time.Millisecond
	// sweepLimit bounds what one sweep takes on.
	sweepLimit = 100
)

// PaymentLimiter slows down who tries out cards. It is asked only when a new payment is about to be made:
// whoever asks again for an order that stands, or is under way, is never made to wait.
type PaymentLimiter interface {
	// AllowPayment refuses a user or a network with too many declined cards. Code: RateLimited.
	AllowPayment(ctx context.Context, userID, network string) error
	// PaymentDeclined notes that the bank declined a card.
	PaymentDeclined(ctx context.Context, userID, network string) error
}

// payOnce makes the one payment of a reservation, unless its owner has to wait.
func (s *Service) payOnce(ctx context.Context, r Reservation, card payments.Card, userID string) (*Order, error) {
	if s.paymentLimiter == nil {
		return s.pay(ctx, r, card)
	}
	if err := s.paymentLimiter.AllowPayment(ctx, userID, r.Network); err != nil {
		return nil, s.release(context.WithoutCancel(ctx), r, apperr.From(err), payments.ReasonCancelled)
	}
	order, err := s.pay(ctx, r, card)
	if apperr.CodeOf(err) == apperr.PaymentDeclined {
		if err := s.paymentLimiter.PaymentDeclined(context.WithoutCancel(ctx), userID, r.Network); err != nil {
			s.log.Warn("orders: counting a declined card", "error", err)
		}
	}
	return order, err
}

// pay takes the payment of a reservation and makes it an order, or brings everything back. From
// here on nobody may leave in the middle, not even the shopper.
func (s *Service) pay(ctx context.Context, r Reservation, card payments.Card) (*Order, error) {
	ctx = context.WithoutCancel(ctx)
	asking, cancel := context.WithTimeout(ctx, authoriseTime)
	defer cancel()
	paid, err := s.onPage.Authorise(asking, r.ID, r.Draft.Totals.Total, card)
	resolving, cancel := context.WithTimeout(ctx, resolveTime)
	defer cancel()
	refusal := apperr.New(apperr.PaymentTimeout)
	if err != nil {
		s.log.Warn("orders: a payment was not answered", "reservation", r.ID, "error", err)
		if !errors.Is(err, payments.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
			refusal = apperr.New(apperr.PaymentUnavailable)
		}
		return s.resolvePayment(resolving, r, refusal)
	}
	switch paid.Outcome {
	case payments.Approved:
		return s.confirm(resolving, r, paid)
	case payments.Declined:
		return nil, s.release(resolving, r, apperr.New(apperr.PaymentDeclined), payments.ReasonDeclined)
	}
	return s.resolvePayment(resolving, r, refusal)
}

// resolvePayment finds out what became of a payment and ends the reservation accordingly; otherwise is
// what to say when nothing was paid.
func (s *Service) resolvePayment(ctx context.Context, r Reservation, otherwise *apperr.Error) (*Order, error) {
	paid, err := s.gateway.Lookup(ctx, r.ID)
	if err != nil {
		return nil, apperr.Wrap(apperr.PaymentPending, fmt.Errorf("looking a payment up: %w", err))
	}
	switch paid.Outcome {
	case payments.Approved:
		return s.confirm(ctx, r, paid)
	case payments.Declined:
		return nil, s.release(ctx, r, apperr.New(apperr.PaymentDeclined), payments.ReasonDeclined)
	}
	// Voided first, released second: a payment that is still on its way must not arrive afterwards.
	if err := s.gateway.Void(ctx, r.ID); err != nil {
		return nil, apperr.Wrap(apperr.PaymentPending, fmt.Errorf("voiding a payment: %w", err))
	}
	return nil, s.release(ctx, r, otherwise, payments.ReasonExpired)
}

func (s *Service) confirm(ctx context.Context, r Reservation, paid payments.Payment) (*Order, error) {
	c := Completion{
		TransactionID: paid.TransactionID, At: s.now(), Captured: paid.Captured, Last4: paid.Last4, Brand: paid.Brand,
		TellHouse: s.houseMail != "",
	}
	var err error
	if c.Email, err = newEmail(r.ID, Placed, 0); err != nil {
		return nil, err
	}
	if paid.Captured < paid.Amount {
		job, err := outbox.New(CaptureJob, paymentJob{Key: r.ID})
		if err != nil {
			return nil, err
		}
		c.Jobs = append(c.Jobs, job)
	}
	for attempt := 1; ; attempt++ {
		c.Number = newNumber()
		order, err := s.reservations.Confirm(ctx, r.ID, c)
		switch {
		case err == nil:
			return order, nil
		case isNumberTaken(err) && attempt < numberAttempts:
			continue
		case apperr.CodeOf(err) == apperr.PaymentTimeout:
			// Somebody gave the pieces back meanwhile, so the money goes back too.
			if voidErr := s.giveBack(ctx, r.ID); voidErr != nil {
				s.log.Error("orders: a payment without an order could not be voided", "reservation", r.ID, "error",
					voidErr)
			}
			return nil, err
		}
		// It is paid: the sweeper makes the order as soon as the database serves again.
		return nil, apperr.Wrap(apperr.PaymentPending, fmt.Errorf("confirming a paid order: %w", err))
	}
}

func (s *Service) release(ctx context.Context, r Reservation, because *apperr.Error, why payments.Reason) error {
	if _, err := s.reservations.Release(ctx, r.ID, Ending{At: s.now(), Reason: why}); err != nil {
		// Nothing was charged and the sweeper will bring the pieces back.
		s.log.Warn("orders: a reservation waits for the sweeper", "reservation", r.ID, "error", err)
	}
	return because
}

// await waits for the call that holds the reservation, so that everybody who pressed twice gets
// the same answer.
func (s *Service) await(ctx context.Context, userID string, r Reservation) (*Order, error) {
	ctx, cancel := context.WithTimeout(ctx, authoriseTime+resolveTime)
	defer cancel()
	for {
		order, err := s.reader.OrderByID(ctx, r.ID)
		if err == nil {
			return order, nil
		}
		if apperr.CodeOf(err) != apperr.OrderNotFound {
			return nil, fmt.Errorf("waiting for a payment: %w", err)
		}
		open, err := s.reservations.Open(ctx, r.ID)
		if err != nil {
			return nil, fmt.Errorf("waiting for a payment: %w", err)
		}
		if !open {
			return s.ended(ctx, r)
		}
		timer := time.NewTimer(pollEvery)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, apperr.Wrap(apperr.PaymentPending, ctx.Err())
		case <-timer.C:
		}
	}
}

// ended tells what became of a reservation that is no more. It may have become an order between
// two looks.
func (s *Service) ended(ctx context.Context, r Reservation) (*Order, error) {
	order, err := s.reader.OrderByID(ctx, r.ID)
	if err == nil {
		return order, nil
	}
	if apperr.CodeOf(err) != apperr.OrderNotFound {
		return nil, fmt.Errorf("waiting for a payment: %w", err)
	}
	paid, err := s.gateway.Lookup(ctx, r.ID)
	if err == nil && paid.Outcome == payments.Declined {
		return nil, apperr.New(apperr.PaymentDeclined)
	}
	return nil, apperr.New(apperr.PaymentTimeout)
}

// Sweep ends the reservations that are older than that and that nobody ended: by what the
// gateway knows of their payment. It returns how many it ended.
func (s *Service) Sweep(ctx context.Context, age time.Duration) (ended int, err error) {
	if s.gateway == nil || s.hosted != nil {
		return 0, nil
	}
	stale, err := s.reservations.Stale(ctx, age, sweepLimit)
	if err != nil {
		return 0, fmt.Errorf("looking for left reservations: %w", err)
	}
	var errs []error
	for _, r := range stale {
		resolving, cancel := context.WithTimeout(context.WithoutCancel(ctx), resolveTime)
		_, err := s.resolvePayment(resolving, r, apperr.New(apperr.PaymentTimeout))
		cancel()
		switch apperr.CodeOf(err) {
		case "", apperr.PaymentTimeout, apperr.PaymentDeclined:
			ended++
			s.log.Info("orders: a left reservation was ended", "reservation", r.ID, "placed", err == nil)
		default:
			errs = append(errs, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return ended, errors.Join(errs...)
}

func isNumberTaken(err error) bool { return errors.Is(err, ErrNumberTaken) }
