// Package payments is how an order is paid: cash to whoever delivers, or a card through a gateway. The gateway is
// a port. What a browser or a notification says about a payment is a hint: only Lookup decides.
package payments

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
)

// Method is a way to pay, one of contract/shop.json.
type Method string

// The ways to pay.
const (
	ByCard Method = "card"
	Cash   Method = "cash"
)

// Card is what a gateway that takes cards on the page needs of a card. It is handed through and never stored;
// printed or logged it says nothing.
type Card struct {
	Name    string
	Number  string
	ExpDate string
	// CVV is empty only when a saved card pays for the call without a payment step.
	CVV   string
	Last4 string
	Brand string
}

// String hides the card.
func (Card) String() string { return "card" }

// GoString hides the card.
func (Card) GoString() string { return "card" }

// LogValue hides the card.
func (Card) LogValue() slog.Value { return slog.StringValue("card") }

// Outcome is what a gateway knows of a payment.
type Outcome string

// What can have become of a payment. None is a key that the gateway has never seen; Pending can still become
// Approved.
const (
	None     Outcome = "none"
	Pending  Outcome = "pending"
	Approved Outcome = "approved"
	Declined Outcome = "declined"
	Voided   Outcome = "voided"
)

// Payment is a payment as the gateway records it. Of one that is not approved only the outcome is certain to be set.
type Payment struct {
	Outcome       Outcome
	TransactionID string
	Amount        money.Cents
	Currency      string
	Merchant      string
	// Captured is what was taken, Refunded what of it was given back, refunds on their way included.
	Captured money.Cents
	Refunded money.Cents
	Last4    string
	Brand    string
}

// HoldsMoney tells whether the shopper's money is reserved or taken and not given back.
func (p Payment) HoldsMoney() bool {
	return p.Outcome == Approved && (p.Captured == 0 || p.Refunded < p.Captured)
}

var (
	// ErrTimeout says that the gateway did not answer in time: whether it did what it was asked is not known and
	// has to be looked up.
	ErrTimeout = errors.New("the gateway did not answer in time")
	// ErrCaptured says that a payment cannot be voided because its money was taken; it can be refunded.
	ErrCaptured = errors.New("the payment was captured")
	// ErrForged says that a notification does not come from the gateway.
	ErrForged = errors.New("the notification is not the gateway's")
)

// Capabilities is what a gateway can do and what it is called.
type Capabilities struct {
	// Name is the gateway's in the database, in metrics and in the address of its notifications.
	Name string
	// Merchant is the account that payments must be made to; empty when the gateway names none.
	Merchant string
	// Sandbox is a gateway that moves no money.
	Sandbox bool
	// CapturesLater is a gateway that only reserves the money when the shopper pays.
	CapturesLater bool
	// VoidsCaptured is a gateway that can void what it has captured.
	VoidsCaptured bool
	// VoidIsFinal is a gateway at which nothing can be approved any more once Void has succeeded.
	VoidIsFinal bool
	// PartRefunds is a gateway that gives back a part.
	PartRefunds bool
	// SessionLife is how long the shopper has on the gateway's page.
	SessionLife time.Duration
}

// Gateway is what every gateway can do. Every payment has a key of its own, and asking again with the same key is
// no error and has no further effect. After an error the outcome is unknown until Lookup says it.
type Gateway interface {
	Capabilities() Capabilities
	// Lookup tells what became of a key.
	Lookup(ctx context.Context, key string) (Payment, error)
	// Capture takes the money of an approved payment.
	Capture(ctx context.Context, key string, amount money.Cents) error
	// Void ends what can be ended: a session in which nobody has paid, or an approval whose money was not taken.
	// ErrCaptured says that it has to be refunded instead.
	Void(ctx context.Context, key string) error
	// Refund gives a part back, or all. RefundPending is an answer: Lookup of the refund tells how it ended.
	Refund(ctx context.Context, key string, r RefundRequest) (RefundState, error)
}

// CardGateway takes cards that were typed into the shop's own page.
type CardGateway interface {
	Gateway
	// Authorise asks for the amount. Approved and Declined are answers, not errors.
	Authorise(ctx context.Context, key string, amount money.Cents, card Card) (Payment, error)
}

// HostedGateway takes cards on a page of its own, to which the shopper is sent.
type HostedGateway interface {
	Gateway
	// Begin opens a session for a payment.
	Begin(ctx context.Context, r BeginRequest) (Handoff, error)
	// Notification reads which payment a notification is about. It is a hint: nothing else in it is believed.
	// One that the gateway did not send is ErrForged; one that is about no payment has an empty key.
	Notification(header func(name string) string, body []byte) (key string, err error)
}

// BeginRequest is what a session is opened for.
type BeginRequest struct {
	Key      string
	Amount   money.Cents
	Currency string
	// ReturnURL is where the shopper comes back to, whatever happened.
	ReturnURL string
	Language  text.Lang
	// Expires is when the session must end, Now the present, both by the clock that the shop goes by.
	Expires, Now time.Time
}

// Handoff is how the browser gets to the gateway's page: a link, or a form when it has fields.
type Handoff struct {
	URL    string            `json:"url"`
	Fields map[string]string `json:"fields,omitempty"`
	// Expires is when the gateway ends the session.
	Expires time.Time `json:"expires"`
}

// RefundRequest is one refund; its id makes it happen once.
type RefundRequest struct {
	ID       string
	Amount   money.Cents
	Currency string
}

// RefundState is how far a refund has come.
type RefundState string

// How far a refund can come.
const (
	RefundPending RefundState = "pending"
	RefundDone    RefundState = "done"
	RefundFailed  RefundState = "failed"
)
