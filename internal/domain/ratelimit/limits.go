package ratelimit

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"dawa/internal/base/apperr"
)

// The limits of what is not part of an account. The one per network is wide, because a whole town can
// share one address.
var (
	limitContactIP      = Limit{Free: 5, First: 30 * time.Second, Max: 30 * time.Minute, Forget: 2 * time.Hour}
	limitRestockIP      = Limit{Free: 30, First: 30 * time.Second, Max: 30 * time.Minute, Forget: 2 * time.Hour}
	limitRestock        = Limit{Free: 10, First: time.Minute, Max: 2 * time.Hour, Forget: 24 * time.Hour}
	limitUpload         = Limit{Free: 100, First: time.Second, Max: 30 * time.Second, Forget: 30 * time.Minute}
	limitInvite         = Limit{Free: 20, First: 30 * time.Second, Max: 30 * time.Minute, Forget: 24 * time.Hour}
	limitExport         = Limit{Free: 20, First: 30 * time.Second, Max: 15 * time.Minute, Forget: 2 * time.Hour}
	limitMail           = Limit{Free: 5, First: time.Hour, Max: 12 * time.Hour, Forget: 24 * time.Hour}
	limitPaymentNetwork = Limit{Free: 40, First: 30 * time.Second, Max: 5 * time.Minute, Forget: 2 * time.Hour}
	limitPayment        = Limit{Free: 10, First: 30 * time.Second, Max: 15 * time.Minute, Forget: 2 * time.Hour}
)

// AllowContactMessage counts a message to the shop against the network it comes from. Code: RateLimited.
func (l *Limiter) AllowContactMessage(ctx context.Context, from netip.Addr) error {
	_, err := l.Allow(ctx, l.AttemptFrom("contact_ip", from, limitContactIP))
	return err
}

// AllowRestockAlert counts a wish to be told of a product against the address that the mail would go to and the network
// it comes from. Code: RateLimited.
func (l *Limiter) AllowRestockAlert(ctx context.Context, email string, from netip.Addr) error {
	_, err := l.Allow(ctx, l.Attempt("restock", strings.ToLower(email), limitRestock),
		l.AttemptFrom("restock_ip", from, limitRestockIP))
	return err
}

// AllowInvitation counts an invitation by mail against the user who sends it. Code: RateLimited.
func (l *Limiter) AllowInvitation(ctx context.Context, userID string) error {
	_, err := l.Allow(ctx, l.Attempt("invite", userID, limitInvite))
	return err
}

// AllowExport counts a file of orders, products, shifts or money against whoever asks for it, so that a stolen session
// does not carry the shop away. Code: RateLimited.
func (l *Limiter) AllowExport(ctx context.Context, userID string) error {
	_, err := l.Allow(ctx, l.Attempt("files", userID, limitExport))
	return err
}

// AllowMail counts an email of one kind against the address that gets it, whoever makes the shop send it. False means
// that it must not be sent.
func (l *Limiter) AllowMail(ctx context.Context, kind, to string) (bool, error) {
	_, err := l.Allow(ctx, l.Attempt("mail_"+kind, strings.ToLower(to), limitMail))
	if apperr.CodeOf(err) == apperr.RateLimited {
		return false, nil
	}
	return err == nil, err
}

// GiveMailBack takes the last count of AllowMail back: the email was not sent.
func (l *Limiter) GiveMailBack(ctx context.Context, kind, to string) error {
	return l.store.Undo(ctx, []Attempt{l.Attempt("mail_"+kind, strings.ToLower(to), limitMail)})
}

// AllowUpload counts a picture, or a product with pictures, against the user who sends it. Code:
// RateLimited.
func (l *Limiter) AllowUpload(ctx context.Context, userID string) error {
	_, err := l.Allow(ctx, l.Attempt("upload", userID, limitUpload))
	return err
}

// AllowPayment refuses a user, or a network named by NetworkKey, who had too many cards declined, so that nobody finds
// out here which stolen cards still work. It counts nothing. Code: RateLimited.
func (l *Limiter) AllowPayment(ctx context.Context, userID, network string) error {
	for _, attempt := range l.payment(userID, network) {
		wait, err := l.store.Wait(ctx, attempt)
		if err != nil {
			return err
		}
		if wait > 0 {
			return apperr.New(apperr.RateLimited).WithRetryAfter(wait)
		}
	}
	return nil
}

// payment are what a declined card counts against: the user, and the network, so that many accounts try no more cards
// than one.
func (l *Limiter) payment(userID, network string) []Attempt {
	attempts := []Attempt{l.Attempt("payment", userID, limitPayment)}
	if network != "" {
		attempts = append(attempts, l.Attempt("payment_network", network, limitPaymentNetwork))
	}
	return attempts
}

// PaymentDeclined counts a card that the bank declined.
func (l *Limiter) PaymentDeclined(ctx context.Context, userID, network string) error {
	_, _, err := l.store.Count(ctx, l.payment(userID, network))
	return err
}
