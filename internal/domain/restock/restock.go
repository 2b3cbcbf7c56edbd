// Package restock tells people by mail, once, that a product is in stock again.
package restock

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/outbox"
)

// EmailJob is the kind of the jobs that tell of a product. The transaction that brings the stock queues them.
const EmailJob = "restock_email"

// Payload is what such a job holds. It is written by SQL, too.
type Payload struct {
	Alert string `json:"alert"`
}

// Request is what somebody asks for.
type Request struct {
	ProductID string
	UserID    string // "" is a visitor
	Email     string
	Language  text.Lang
}

// Alert is what somebody asked for and when.
type Alert struct {
	ID, Token string
	Request
	AskedAt time.Time
}

// Due is an alert whose mail can be sent.
type Due struct {
	Alert
	Product text.Pair
}

// Store reads and writes alerts. A database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Add stores an alert of a product that is on sale and out of stock; a second one for the same address changes
	// nothing while the first waits. Codes: ProductNotFound, InStock.
	Add(ctx context.Context, alert Alert) error
	// Due gives an alert that was queued, addressed to where the user's mail goes now. False means that there is
	// nothing to send: it was taken back or sent, or the product is gone again and the alert waits on.
	Due(ctx context.Context, id string) (Due, bool, error)
	// Sent records that the mail has left.
	Sent(ctx context.Context, id string, now time.Time) error
	// Unsubscribe removes every alert of the address that the token was sent to.
	Unsubscribe(ctx context.Context, token string) error
	// Waiting lists what a user waits for, last asked first.
	Waiting(ctx context.Context, userID string) ([]Alert, error)
}

// RateLimit refuses an address or a network that asks too often. Code: RateLimited.
type RateLimit func(ctx context.Context, email string, from netip.Addr) error

// Service takes requests and gives the mails that answer them.
type Service struct {
	store    Store
	throttle RateLimit
	address  string
	now      func() time.Time
}

// New makes the service. address is the shop's own, for links.
func New(store Store, throttle RateLimit, address string, now func() time.Time) *Service {
	return &Service{store: store, throttle: throttle, address: address, now: now}
}

// Ask stores that somebody wants to know; whoever may open the shop may call it. The answer does not tell whether the
// address asked before. Codes: InvalidFields, RateLimited, ProductNotFound, InStock.
func (s *Service) Ask(ctx context.Context, from netip.Addr, r Request) error {
	if r.UserID == "" {
		clean, wrong := validate.Form("restock_alert", map[string]string{"email": r.Email})
		if len(wrong) > 0 {
			return apperr.New(apperr.InvalidFields).WithFields(wrong)
		}
		r.Email = clean["email"]
	}
	if err := s.throttle(ctx, r.Email, from); err != nil {
		return err
	}
	return s.store.Add(ctx, Alert{ID: rand.Text(), Token: rand.Text(), Request: r, AskedAt: s.now().UTC()})
}

// Unsubscribe ends every alert of the address that got the link; whoever has the link may call it. A link that is no
// longer known has nothing left to end.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	return s.store.Unsubscribe(ctx, token)
}

// Waiting lists what a user waits for.
func (s *Service) Waiting(ctx context.Context, userID string) ([]Alert, error) {
	return s.store.Waiting(ctx, userID)
}

// Email is a mail that tells of a product.
type Email struct {
	Due
	// Link leads to the product, Unsubscribe to the page that ends alerts; OneClick is where mail programs post to.
	Link, Unsubscribe, OneClick string
}

// Email gives the mail of a job; false means that there is nothing to send.
func (s *Service) Email(ctx context.Context, job outbox.Job) (Email, bool, error) {
	var p Payload
	if err := json.Unmarshal(job.Payload, &p); err != nil {
		return Email{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading a restock job: %w", err)}
	}
	due, ok, err := s.store.Due(ctx, p.Alert)
	if err != nil || !ok {
		return Email{}, false, err
	}
	return Email{
		Due:         due,
		Link:        s.address + "/product/" + url.PathEscape(due.ProductID),
		Unsubscribe: s.address + "/unsubscribe/" + due.Token,
		OneClick:    s.address + "/api/unsubscribe/" + due.Token,
	}, true, nil
}

// Sent records that the mail of an alert has left.
func (s *Service) Sent(ctx context.Context, id string) error {
	return s.store.Sent(ctx, id, s.now().UTC())
}
