package refunds

import (
	"context"
	"slices"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
)

// Retry asks the gateway again for a refund that failed, or at once for one that waits. Codes: RefundNotFound,
// RefundTooMuch, RefundImpossible.
func (s *Service) Retry(ctx context.Context, id, staffID string) (Refund, error) {
	now := s.now()
	return s.revise(ctx, id, func(b Basis, r Refund) (Change, error) {
		if r.State != Failed && r.State != Pending {
			return Change{}, apperr.New(apperr.RefundImpossible)
		}
		r, err := s.again(b, r, now)
		return Change{Refund: r, Audit: event("order_refund_retry", r, staffID, now)}, err
	})
}

// RetryFor does the same for the people of a store, for a refund that is for their fulfilment alone. One that has gone
// back meanwhile is given as it is: asking twice gives back once. To others the refund does not exist. Codes:
// OrderNotFound, RefundNotFound, RefundTooMuch, RefundImpossible.
func (s *Service) RetryFor(ctx context.Context, storeID, fulfilmentID, id, staffID string) (Refund, error) {
	orderID, place, ok := orders.ParseFulfilmentID(fulfilmentID)
	if !ok {
		return Refund{}, apperr.New(apperr.OrderNotFound)
	}
	now := s.now()
	return s.revise(ctx, id, func(b Basis, r Refund) (Change, error) {
		if r.OrderID != orderID {
			return Change{}, apperr.New(apperr.RefundNotFound)
		}
		if err := checkStore(b, storeID, place); err != nil {
			return Change{}, err
		}
		if !r.ownedBy(b.Order, place) {
			return Change{}, apperr.New(apperr.RefundNotFound)
		}
		if r.State == Done || r.State == Manual {
			return Change{Refund: r}, nil
		}
		if err := s.checkRetry(b, r, place, now); err != nil {
			return Change{}, err
		}
		r, err := s.again(b, r, now)
		return Change{Refund: r, Audit: storeEvent("order_refund_retry", r, b.Order.Part(place), staffID, now)}, err
	})
}

// MayRetry tells whether the people of the store that has the fulfilment at a place can ask again for a refund that
// failed.
func (s *Service) MayRetry(b Basis, r Refund, place int) bool {
	return r.State == Failed && r.ownedBy(b.Order, place) && s.checkRetry(b, r, place, s.now()) == nil
}

// revise changes a refund by what its order is now, and asks the gateway for it.
func (s *Service) revise(ctx context.Context, id string, change func(Basis, Refund) (Change, error)) (Refund, error) {
	r, err := s.o.Store.ReviseRefund(ctx, id, change)
	if err != nil {
		return Refund{}, err
	}
	return s.ask(context.WithoutCancel(ctx), r), nil
}

// again begins another round of a refund that failed; one that waits is due at once. Others may have been given for the
// same since it failed, so it must still fit.
func (s *Service) again(b Basis, r Refund, now time.Time) (Refund, error) {
	if r.State == Failed {
		if err := s.checkAgain(b, r); err != nil {
			return r, err
		}
		r.State, r.Problem, r.Tries, r.EndedAt = Pending, "", 0, time.Time{}
		r.Lines = b.anew(r.Lines)
		r.Round++
	}
	r.LookAt = now
	return r, nil
}

// checkRetry holds the people of a store to the rules of a new refund: what was cancelled or returned goes back by
// itself.
func (s *Service) checkRetry(b Basis, r Refund, place int, now time.Time) error {
	if !r.Automatic && !b.refundable(place, now) {
		return apperr.New(apperr.RefundImpossible)
	}
	if r.State != Failed {
		return nil
	}
	return s.checkAgain(b, r)
}

func (s *Service) checkAgain(b Basis, r Refund) error {
	switch {
	case !s.takes(b.Attempt): // another gateway took the money
		return apperr.New(apperr.RefundImpossible)
	case !b.fits(r):
		return apperr.New(apperr.RefundTooMuch)
	}
	return nil
}

// anew are the lines of a refund that counted for nothing until now, with the pieces that the order has by now.
func (b Basis) anew(lines []Line) []Line {
	lines = slices.Clone(lines)
	for i := range lines {
		if line := lineOf(b.Order, lines[i].ProductID); line != nil {
			lines[i].Of = line.Left()
		}
	}
	return lines
}

// ownedBy tells whether a refund is for the fulfilment at a place alone.
func (r Refund) ownedBy(o *orders.Order, place int) bool {
	return r.Amount > 0 && r.For(o, place) == r.Amount
}

// fits tells whether a refund that counts for nothing could be given now: neither its pieces nor its fee nor the money
// of its fulfilments went back since.
func (b Basis) fits(r Refund) bool {
	if r.Automatic {
		return r.Amount <= b.owed()
	}
	r.Parts = partsOf(b.Order, r)
	if r.Amount > b.held() || !b.covers(r) {
		return false
	}
	given, lines := b.piecesGivenBack(), linesOf(b.Order, r)
	for _, wanted := range r.Lines {
		line := lineOf(b.Order, wanted.ProductID)
		if line == nil || given[wanted.ProductID]+wanted.Quantity > line.Left() {
			return false
		}
	}
	for i := range b.Order.Fulfilments {
		f := &b.Order.Fulfilments[i]
		if fee := r.Parts[f.Place] > lines[f.Place]; r.Delivery && fee && b.feeGivenBack(f) {
			return false
		}
	}
	return true
}
