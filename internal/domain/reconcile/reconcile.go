// Package reconcile compares what the shop has written down about card payments with what the gateway says, so that
// money that is somewhere else than the books say is found by the next morning.
package reconcile

import (
	"context"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
)

// Kind says what differs.
type Kind string

// What can differ.
const (
	// Missing: an order counts as paid, and the gateway holds no money for it.
	Missing Kind = "missing"
	// Unexpected: the gateway holds money for which there is no order.
	Unexpected Kind = "unexpected"
	// Captured: another amount was taken than is written down.
	Captured Kind = "captured"
	// Currency: the money is in another currency.
	Currency Kind = "currency"
	// Refunded: another amount went back than is written down.
	Refunded Kind = "refunded"
	// Unanswered: the gateway did not say.
	Unanswered Kind = "unanswered"
	// Unknown: a line of the gateway's file is about no payment of ours.
	Unknown Kind = "unknown"
)

// Difference is one payment about which the two disagree.
type Difference struct {
	Key string `json:"key"`
	// Order is the number of the order; empty when there is none.
	Order  string      `json:"order"`
	Kind   Kind        `json:"kind"`
	Ours   money.Cents `json:"ours"`
	Theirs money.Cents `json:"theirs"`
}

// Booked is a payment as the shop has written it down.
type Booked struct {
	payments.Attempt
	Order string
}

// Source says where the gateway's side comes from.
type Source string

// The sources of a run.
const (
	ByLookup Source = "gateway"
	ByFile   Source = "file"
)

// Run is one comparison.
type Run struct {
	ID          string
	Source      Source
	From, Until time.Time
	At          time.Time
	// DoneAt is the zero time while it waits or runs.
	DoneAt      time.Time
	Checked     int
	Differences []Difference
}

// Store keeps runs and reads what they compare. A database that cannot serve gives apperr.Unavailable.
type Store interface {
	// AddRun adds a run; one with the same id is left as it is.
	AddRun(ctx context.Context, r Run) error
	// FinishRun writes the outcome of a run that waits.
	FinishRun(ctx context.Context, r Run) error
	// WaitingRun is the oldest run that waits; ok is false when none does.
	WaitingRun(ctx context.Context) (r Run, ok bool, err error)
	// Runs lists the latest, the newest first.
	Runs(ctx context.Context, limit int) ([]Run, error)
	// Payments lists the payments of a gateway that were begun in a period and are over.
	Payments(ctx context.Context, gateway string, from, until time.Time) ([]Booked, error)
	// PaymentsByKey reads payments by their keys, or by the numbers of their orders.
	PaymentsByKey(ctx context.Context, gateway string, keys []string) (map[string]Booked, error)
}

// Compare says in what a payment differs from what the gateway says of it; ok is true when in nothing.
func Compare(b Booked, p payments.Payment) (d Difference, ok bool) {
	d = Difference{Key: b.Key, Order: b.Order}
	if b.State != payments.Confirmed {
		if !p.HoldsMoney() {
			return d, true
		}
		d.Kind, d.Theirs = Unexpected, p.Captured-p.Refunded
		if p.Captured == 0 {
			d.Theirs = p.Amount
		}
		return d, false
	}
	theirs := p.Captured
	if p.Outcome == payments.Voided {
		theirs = 0
	}
	switch {
	case p.Outcome == payments.Voided && b.Refunded == b.Captured, p.Outcome == payments.Approved && matches(b, p):
		return d, true
	case p.Outcome != payments.Approved:
		d.Kind, d.Ours = Missing, b.Captured-b.Refunded
	case p.Currency != b.Currency:
		d.Kind, d.Ours, d.Theirs = Currency, b.Captured, theirs
	case theirs != b.Captured:
		d.Kind, d.Ours, d.Theirs = Captured, b.Captured, theirs
	default:
		d.Kind, d.Ours, d.Theirs = Refunded, b.Refunded, p.Refunded
	}
	return d, false
}

func matches(b Booked, p payments.Payment) bool {
	return p.Captured == b.Captured && p.Refunded == b.Refunded && p.Currency == b.Currency
}
