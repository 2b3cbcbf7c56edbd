package ratelimit

import (
	"context"
	"net/netip"
	"time"

	"dawa/internal/base/apperr"
)

// The limits of what is not part of an account. The one per network is wide, because a whole town can
// share one address.
var (
	limitContactIP = Limit{Free: 5, First: 30 * time.Second, Max: 30 * time.Minute, Forget: 2 * time.Hour}
	limitUpload    = Limit{Free: 100, First: time.Second, Max: 30 * time.Second, Forget: 30 * time.Minute}
	limitInvite    = Limit{Free: 20, First: 30 * time.Second, Max: 30 * time.Minute, Forget: 24 * time.Hour}
	limitPayment   = Limit{Free: 10, First: 30 * time.Second, Max: 15 * time.Minute, Forget: 2 * time.Hour}
)

// AllowContactMessage counts a message to the shop against the network it comes from. Code: RateLimited.
func (l *Limiter) AllowContactMessage(ctx context.Context, from netip.Addr) error {
	_, err := l.Allow(ctx, l.AttemptFrom("contact_ip", from, limitContactIP))
	return err
}

// AllowInvitation counts an invitation by mail against the user who sends it. Code: RateLimited.
func (l *Limiter) AllowInvitation(ctx context.Context, userID string) error {
	_, err := l.Allow(ctx, l.Attempt("invite", userID, limitInvite))
	return err
}

// AllowUpload counts a picture, or a product with pictures, against the user who sends it. Code:
// RateLimited.
func (l *Limiter) AllowUpload(ctx context.Context, userID string) error {
	_, err := l.Allow(ctx, l.Attempt("upload", userID, limitUpload))
	return err
}

// AllowPayment refuses a user who had too many cards declined, so that nobody finds out here which
// stolen cards still work. It counts nothing. Code: RateLimited.
func (l *Limiter) AllowPayment(ctx context.Context, userID string) error {
	wait, err := l.store.Wait(ctx, l.Attempt("payment", userID, limitPayment))
	if err == nil && wait > 0 {
		err = apperr.New(apperr.RateLimited).WithRetryAfter(wait)
	}
	return err
}

// PaymentDeclined counts a card that the bank declined.
func (l *Limiter) PaymentDeclined(ctx context.Context, userID string) error {
	_, _, err := l.store.Count(ctx, []Attempt{l.Attempt("payment", userID, limitPayment)})
	return err
}
