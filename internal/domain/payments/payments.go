// Package payments is how an order is paid: cash to whoever delivers, or a card through a
// gateway. The gateway is a port; the sandbox behind it moves no money.
package payments

import (
	"context"
	"errors"
	"log/slog"

	"dawa/internal/base/money"
)

// Method is a way to pay, one of contract/shop.json.
type Method string

// The ways to pay.
const (
	ByCard Method = "card"
	Cash   Method = "cash"
)

// Card is what a gateway needs of a card. It is handed through and never kept; printed or
// logged it says nothing.
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

// What can have become of a payment. None is a key that the gateway has never seen.
const (
	None     Outcome = "none"
	Approved Outcome = "approved"
	Declined Outcome = "declined"
	Voided   Outcome = "voided"
)

// Payment is a payment as the gateway keeps it.
type Payment struct {
	Outcome       Outcome
	TransactionID string
}

// ErrTimeout says that the gateway did not answer in time: whether it took the payment is not
// known and has to be looked up.
var ErrTimeout = errors.New("the gateway did not answer in time")

// Gateway takes card payments. Every payment has a key of its own; whoever asks again with the
// same key gets the first answer. After an error the outcome is unknown until Lookup says it.
type Gateway interface {
	// Authorise asks for the amount. Approved and Declined are answers, not errors.
	Authorise(ctx context.Context, key string, amount money.Cents, card Card) (Payment, error)
	// Lookup tells what became of a key.
	Lookup(ctx context.Context, key string) (Payment, error)
	// Void gives an approved payment back. A key that the gateway has not seen can never be
	// approved afterwards. Doing it twice is no error.
	Void(ctx context.Context, key string) error
}
