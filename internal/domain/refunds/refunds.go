// Package refunds gives money back for orders: all of it or a part, for a reason, and never more than was taken. What
// was paid by card goes back through the gateway; of cash it records what a store handed over.
package refunds

import (
	"context"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// State is how far a refund has come.
type State string

// The states of a refund. A failed one moved no money and counts for nothing.
const (
	Pending State = "pending"
	Done    State = "done"
	Failed  State = "failed"
	// Manual was given back by hand: what was paid in cash, and what the gateway could not give back.
	Manual State = "manual"
)

// Counts tells whether a refund in this state takes part of what was captured.
func (s State) Counts() bool { return s != Failed }

// Refund is money that goes back for an order.
type Refund struct {
	ID          string
	OrderID     string
	OrderNumber string
	Amount      money.Cents
	Currency    string
	Reason      string
	// Lines are the products that it is for; none is a refund of an amount.
	Lines []Line
	// Delivery tells whether the delivery fee is part of it.
	Delivery bool
	// Parts says how much of it is for which fulfilment of the order, by the fulfilment's place.
	Parts map[int]money.Cents
	// Automatic follows from a cancelled or returned fulfilment; nobody decided it.
	Automatic bool
	State     State
	// Round counts how often it was begun: what the gateway refused is asked for under another name.
	Round int
	// Tries is how often the gateway was asked in this round.
	Tries int
	// Problem is what the gateway said of a failed one.
	Problem string
	// By is the id of whoever decided it, ByName the username.
	By, ByName  string
	At, EndedAt time.Time
	// LookAt is when the gateway is asked again; the zero time is never.
	LookAt time.Time
	// Followed tells whether the Follower knows of it.
	Followed bool
}

// Line is a product of the order with what goes back for it.
type Line struct {
	ProductID string      `json:"product"`
	Quantity  int         `json:"quantity"`
	Amount    money.Cents `json:"amount"`
	// Of is how many pieces the order had then: more may be taken off it later. Older refunds do not say.
	Of int `json:"of,omitempty"`
}

// Basis is what a decision about a refund rests on. Nobody changes it meanwhile.
type Basis struct {
	Order   *orders.Order
	Attempt payments.Attempt
	Earlier []Refund
}

// Change is what becomes of a refund, and what follows from it.
type Change struct {
	Refund Refund
	Jobs   []outbox.Job
	Audit  *audit.Event
}

// Store keeps refunds. Every method that writes is one transaction. A database that cannot serve gives
// apperr.Unavailable.
type Store interface {
	// AddRefund writes the refund that decide makes of an order, and counts it as given back of a card payment unless
	// it has failed already. One with the same id is given instead; decide may also make none. Codes: OrderNotFound,
	// RefundTooMuch.
	AddRefund(ctx context.Context, which orders.OrderKey, id string, decide func(Basis) (Change, error)) (Refund, error)
	// RefundBasis reads what refunds of an order rest on, as it is now. Code: OrderNotFound.
	RefundBasis(ctx context.Context, which orders.OrderKey) (Basis, error)
	// RecordPaid records what the gateway says was taken and given back, unless more is recorded already.
	RecordPaid(ctx context.Context, orderID string, captured, refunded money.Cents) error
	// ChangeRefund changes one. Codes: RefundNotFound, RefundTooMuch.
	ChangeRefund(ctx context.Context, id string, change func(Refund) (Change, error)) (Refund, error)
	// ReviseRefund changes one by what its order is now, which nobody changes meanwhile. Codes: RefundNotFound,
	// RefundTooMuch.
	ReviseRefund(ctx context.Context, id string, change func(Basis, Refund) (Change, error)) (Refund, error)
	// HastenRefunds makes the gateway be asked about every pending one at once.
	HastenRefunds(ctx context.Context, now time.Time) error
	// DueRefunds lists those whose gateway has to be asked by now, and those that the Follower does not know of.
	DueRefunds(ctx context.Context, now time.Time, limit int) ([]Refund, error)
}

// Follower is told of every refund that is done, at least once and until it succeeds: a ledger books it by its id.
type Follower interface {
	Refunded(ctx context.Context, r Refund) error
}
