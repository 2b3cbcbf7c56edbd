package orders

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/payments"
)

const (
	// ReturnPath is where shoppers come back to from a gateway's page.
	ReturnPath = "/user/checkout/return"
	// lookupTime bounds one question to the gateway on behalf of a shopper who waits for the answer.
	lookupTime = 6 * time.Second
	// lookupEvery is how often shoppers can make the shop ask the gateway about one attempt.
	lookupEvery = time.Second
	// firstLookAfterRelease is when a released attempt is looked at again.
	firstLookAfterRelease = 5 * time.Second
)

// beginHosted opens the gateway's page for a new reservation. A gateway that cannot be reached ends it: nobody has
// been told of a page to pay on.
func (s *Service) beginHosted(ctx context.Context, r Request, held Reservation) (Outcome, error) {
	ctx = context.WithoutCancel(ctx)
	attempt, err := s.attempts.PaymentAttempt(ctx, held.ID)
	if err != nil {
		return Outcome{}, fmt.Errorf("reading a payment that was begun: %w", err)
	}
	if s.paymentLimiter != nil {
		if err := s.paymentLimiter.AllowPayment(ctx, r.UserID, r.Network); err != nil {
			return Outcome{}, s.endUnbegun(ctx, attempt, payments.ReasonCancelled, apperr.From(err))
		}
	}
	return s.handOff(ctx, r, attempt)
}

// handOff opens a session at the gateway and remembers it.
func (s *Service) handOff(ctx context.Context, r Request, a payments.Attempt) (Outcome, error) {
	asking, cancel := context.WithTimeout(ctx, authoriseTime)
	defer cancel()
	handoff, err := s.hosted.Begin(asking, payments.BeginRequest{
		Key: a.Key, Amount: a.Amount, Currency: a.Currency, Language: r.Language, Expires: a.Expires, Now: a.ReadAt,
		ReturnURL: s.baseURL + ReturnPath + "?attempt=" + url.QueryEscape(a.Key),
	})
	s.health.note(err)
	if err != nil {
		s.log.Warn("orders: the gateway opened no page", "attempt", a.Key, "error", err)
		return Outcome{}, s.endUnbegun(ctx, a, payments.ReasonUnavailable, apperr.New(apperr.PaymentUnavailable))
	}
	if err := s.attempts.AttemptBegun(ctx, a.Key, handoff); err != nil {
		// Nobody has been sent there. The sweeper ends it with its session.
		return Outcome{}, apperr.Wrap(apperr.PaymentPending, fmt.Errorf("recording a gateway's page: %w", err))
	}
	a.Handoff, a.Expires = handoff, handoff.Expires
	return Outcome{Attempt: &a}, nil
}

// endUnbegun releases an attempt whose page nobody knows.
func (s *Service) endUnbegun(ctx context.Context, a payments.Attempt, why payments.Reason,
	because *apperr.Error) error {
	ending := Ending{At: s.now(), Reason: why, LookAgain: a.ReadAt.Add(firstLookAfterRelease)}
	if _, err := s.reservations.Release(ctx, a.Key, ending); err != nil {
		s.log.Warn("orders: a reservation waits for the sweeper", "reservation", a.Key, "error", err)
	}
	return because
}

// rejoinHosted sends whoever asks again to the page that was opened before: two tabs pay once.
func (s *Service) rejoinHosted(ctx context.Context, r Request, key string) (Outcome, error) {
	a, order, err := s.CheckPayment(ctx, key, r.UserID, payments.Notified)
	switch {
	case err != nil:
		return Outcome{}, err
	case order != nil:
		return Outcome{Order: order}, nil
	case a.State != payments.Open:
		return Outcome{}, refusalFor(a.Reason)
	case a.Handoff.URL == "":
		// The call that reserved died, or is still asking. The gateway gives the same session for the same key.
		return s.handOff(context.WithoutCancel(ctx), r, a)
	}
	return Outcome{Attempt: &a}, nil
}

// refusalFor says why an attempt did not become an order.
func refusalFor(why payments.Reason) *apperr.Error {
	switch why {
	case payments.ReasonDeclined:
		return apperr.New(apperr.PaymentDeclined)
	case payments.ReasonUnavailable:
		return apperr.New(apperr.PaymentUnavailable)
	}
	return apperr.New(apperr.PaymentTimeout)
}

// CheckPayment tells its owner what became of an attempt: it asks the gateway when that is not known yet, and
// makes or ends the order by the answer. When the gateway does not answer the attempt is as it was. The order is
// nil unless there is one. Code: AttemptNotFound, also for anybody else.
func (s *Service) CheckPayment(ctx context.Context, key, userID string,
	hint payments.Hint) (payments.Attempt, *Order, error) {
	a, err := s.attempts.PaymentAttempt(ctx, key)
	if err != nil {
		return payments.Attempt{}, nil, err
	}
	if userID == "" || a.UserID != userID {
		return payments.Attempt{}, nil, apperr.New(apperr.AttemptNotFound)
	}
	if a.State == payments.Open && s.hosted != nil && a.Gateway == s.hosted.Capabilities().Name &&
		(hint == payments.Abandoned || a.ReadAt.Sub(a.LookedAt) >= lookupEvery) {
		asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookupTime)
		defer cancel()
		if err := s.resolve(asking, a, hint); err != nil {
			s.log.Warn("orders: a payment could not be looked up", "attempt", key, "error", err)
		}
		if a, err = s.attempts.PaymentAttempt(ctx, key); err != nil {
			return payments.Attempt{}, nil, err
		}
	}
	if a.State != payments.Confirmed {
		return a, nil, nil
	}
	order, err := s.reader.OrderByID(ctx, key)
	return a, order, err
}

// Notify takes a notification of the gateway: a hint about one attempt. What is forged changes nothing and is
// payments.ErrForged; what is about nothing we know is no error.
func (s *Service) Notify(ctx context.Context, gateway string, header func(string) string, body []byte) error {
	if s.hosted == nil || s.hosted.Capabilities().Name != gateway {
		return apperr.New(apperr.NotFound)
	}
	key, err := s.hosted.Notification(header, body)
	if err != nil || key == "" {
		return err
	}
	a, err := s.attempts.PaymentAttempt(ctx, key)
	if apperr.CodeOf(err) == apperr.AttemptNotFound || err == nil && a.Gateway != gateway {
		return nil
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), resolveTime)
	defer cancel()
	return s.resolve(ctx, a, payments.Notified)
}

// SweepPayments looks up every attempt that is due, whether or not anybody hinted at it. It returns how many it
// asked about.
func (s *Service) SweepPayments(ctx context.Context) (asked int, err error) {
	if s.hosted == nil {
		return 0, nil
	}
	due, err := s.attempts.DueAttempts(ctx, s.hosted.Capabilities().Name, sweepLimit)
	if err != nil {
		return 0, fmt.Errorf("looking for payments to look up: %w", err)
	}
	var errs []error
	for _, a := range due {
		resolving, cancel := context.WithTimeout(context.WithoutCancel(ctx), resolveTime)
		err := s.resolve(resolving, a, payments.Swept)
		cancel()
		if err != nil {
			errs = append(errs, err)
		}
		if asked++; ctx.Err() != nil {
			break
		}
	}
	return asked, errors.Join(errs...)
}

// resolve asks the gateway about an attempt and does what follows. The database goes first: once it says that
// there will be no order, no other call can make one, and the money can be given back without a doubt. What fails
// after that is done by the next look.
func (s *Service) resolve(ctx context.Context, a payments.Attempt, hint payments.Hint) error {
	able, asked := s.hosted.Capabilities(), s.now()
	paid, err := s.hosted.Lookup(ctx, a.Key)
	s.health.note(err)
	if err != nil {
		return fmt.Errorf("looking a payment up: %w", err)
	}
	now := a.ReadAt.Add(s.now().Sub(asked)) // by the database's clock
	d := payments.Decide(a, paid, able.Merchant, hint, now)
	switch d.Action {
	case payments.Nothing:
		return nil
	case payments.Wait:
		return s.attempts.AttemptLooked(ctx, a.Key, now, d.Again)
	case payments.Close:
		return s.attempts.AttemptLooked(ctx, a.Key, now, time.Time{})
	case payments.Confirm:
		_, err := s.confirm(ctx, Reservation{ID: a.Key}, paid)
		if apperr.CodeOf(err) == apperr.PaymentTimeout {
			return nil // it was released meanwhile, and confirm gave the money back
		}
		return err
	}
	if d.Reason == payments.ReasonMismatch {
		s.log.Error("orders: the gateway holds another payment than was asked for", "attempt", a.Key,
			"amount", paid.Amount, "currency", paid.Currency, "asked", a.Amount)
	}
	state := a.State
	if state == payments.Open {
		ending := Ending{At: s.now(), Reason: d.Reason, LookAgain: now.Add(firstLookAfterRelease)}
		if state, err = s.reservations.Release(ctx, a.Key, ending); err != nil {
			return fmt.Errorf("ending an attempt: %w", err)
		}
	}
	if state == payments.Confirmed {
		return nil // somebody else found it paid, and the order stands
	}
	if err := s.giveBack(ctx, a.Key); err != nil {
		return err
	}
	if able.VoidIsFinal {
		return s.attempts.AttemptLooked(ctx, a.Key, now, time.Time{})
	}
	if a.State != payments.Open {
		return s.attempts.AttemptLooked(ctx, a.Key, now, now.Add(firstLookAfterRelease))
	}
	return nil
}

// Payment reads an attempt to pay, for whoever runs the shop. Code: AttemptNotFound.
func (s *Service) Payment(ctx context.Context, key string) (payments.Attempt, error) {
	return s.attempts.PaymentAttempt(ctx, key)
}
