// Package sandbox is the two gateways that move no money: one that takes cards on the shop's own page, and one with
// a page of its own.
package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
)

// The sandbox's cards; docs/payments.md lists them for people. Any other number that a card can
// have is approved.
const (
	CardApproved = "4242424242424242"
	CardDeclined = "4000000000000002"
	CardTimesOut = "4000000000000119"
	CardSlow     = "4000000000000077"
)

const (
	// timeoutDelay is how long the card that times out keeps people waiting.
	timeoutDelay = 2 * time.Second
	// slowDelay is how long the slow card takes to be approved.
	slowDelay = 5 * time.Second
)

// Ledger is where the sandbox remembers its payments: like a bank it must still know them after
// the shop was killed.
type Ledger interface {
	// Record records the outcome of a key unless it has one, and gives the one that holds.
	Record(ctx context.Context, key string, amount money.Cents, outcome payments.Payment) (payments.Payment, error)
	// Payment reads a key; None when it has no outcome.
	Payment(ctx context.Context, key string) (payments.Payment, error)
	// Void marks a key as voided, whether it had an outcome or not.
	Void(ctx context.Context, key string) error
	// Refund records a refund of an approved key once for each id.
	Refund(ctx context.Context, key, id string, amount money.Cents) error
}

// Gateway is a gateway that moves no money.
type Gateway struct {
	ledger Ledger
	pause  func(ctx context.Context, d time.Duration) error
}

var _ payments.CardGateway = (*Gateway)(nil)

// Currency is the one in which the sandbox moves no money.
const Currency = "USD"

// New makes a sandbox over its ledger. pause waits; nil waits on the clock.
func New(ledger Ledger, pause func(ctx context.Context, d time.Duration) error) *Gateway {
	if pause == nil {
		pause = sleep
	}
	return &Gateway{ledger: ledger, pause: pause}
}

// Capabilities says what the sandbox can do.
func (s *Gateway) Capabilities() payments.Capabilities {
	return payments.Capabilities{
		Name: "sandbox", Sandbox: true, VoidsCaptured: true, VoidIsFinal: true, PartRefunds: true,
	}
}

// Authorise answers as the card's number says.
func (s *Gateway) Authorise(ctx context.Context, key string, amount money.Cents,
	card payments.Card) (payments.Payment, error) {
	outcome := payments.Payment{
		Outcome: payments.Approved, TransactionID: transactionID(key), Amount: amount, Currency: Currency,
		Captured: amount,
	}
	switch card.Number {
	case CardTimesOut:
		if err := s.pause(ctx, timeoutDelay); err != nil {
			return payments.Payment{}, fmt.Errorf("%w: %w", payments.ErrTimeout, err)
		}
		return payments.Payment{}, payments.ErrTimeout
	case CardSlow:
		if err := s.pause(ctx, slowDelay); err != nil {
			return payments.Payment{}, fmt.Errorf("%w: %w", payments.ErrTimeout, err)
		}
	case CardDeclined:
		outcome = payments.Payment{Outcome: payments.Declined}
	}
	settled, err := s.ledger.Record(ctx, key, amount, outcome)
	if err != nil {
		return payments.Payment{}, fmt.Errorf("%w: %w", payments.ErrTimeout, err)
	}
	return settled, nil
}

// Lookup tells what became of a key.
func (s *Gateway) Lookup(ctx context.Context, key string) (payments.Payment, error) {
	return s.ledger.Payment(ctx, key)
}

// Capture does nothing: an approved payment is captured.
func (s *Gateway) Capture(context.Context, string, money.Cents) error { return nil }

// Refund gives a part of a payment back.
func (s *Gateway) Refund(ctx context.Context, key string, r payments.RefundRequest) (payments.RefundState, error) {
	if err := s.ledger.Refund(ctx, key, r.ID, r.Amount); err != nil {
		return "", err
	}
	return payments.RefundDone, nil
}

// Void gives a payment back.
func (s *Gateway) Void(ctx context.Context, key string) error { return s.ledger.Void(ctx, key) }

// transactionID is the same for the same key, and unmistakably the sandbox's.
func transactionID(key string) string {
	sum := sha256.Sum256([]byte("sandbox:" + key))
	return "SANDBOX-" + base32.StdEncoding.EncodeToString(sum[:])[:12]
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
