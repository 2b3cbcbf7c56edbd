package payments

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"time"

	"dawa/internal/base/money"
)

// The sandbox's cards; docs/payments.md lists them for people. Any other number that a card can
// have is approved.
const (
	SandboxApproved = "4242424242424242"
	SandboxDeclined = "4000000000000002"
	SandboxTimesOut = "4000000000000119"
	SandboxSlow     = "4000000000000077"
)

const (
	// sandboxPatience is how long the card that times out keeps people waiting.
	sandboxPatience = 2 * time.Second
	// sandboxSlowness is how long the slow card takes to be approved.
	sandboxSlowness = 5 * time.Second
)

// Ledger is where the sandbox remembers its payments: like a bank it must still know them after
// the shop was killed.
type Ledger interface {
	// Settle records the outcome of a key unless it has one, and gives the one that holds.
	Settle(ctx context.Context, key string, amount money.Cents, outcome Payment) (Payment, error)
	// Payment reads a key; None when it has no outcome.
	Payment(ctx context.Context, key string) (Payment, error)
	// Void marks a key as voided, whether it had an outcome or not.
	Void(ctx context.Context, key string) error
}

// Sandbox is a gateway that moves no money.
type Sandbox struct {
	ledger Ledger
	pause  func(ctx context.Context, d time.Duration) error
}

var _ Gateway = (*Sandbox)(nil)

// NewSandbox makes a sandbox over its ledger. pause waits; nil waits on the clock.
func NewSandbox(ledger Ledger, pause func(ctx context.Context, d time.Duration) error) *Sandbox {
	if pause == nil {
		pause = wait
	}
	return &Sandbox{ledger: ledger, pause: pause}
}

// Authorise answers as the card's number says.
func (s *Sandbox) Authorise(ctx context.Context, key string, amount money.Cents, card Card) (Payment, error) {
	outcome := Payment{Outcome: Approved, TransactionID: transactionID(key)}
	switch card.Number {
	case SandboxTimesOut:
		if err := s.pause(ctx, sandboxPatience); err != nil {
			return Payment{}, fmt.Errorf("%w: %w", ErrTimeout, err)
		}
		return Payment{}, ErrTimeout
	case SandboxSlow:
		if err := s.pause(ctx, sandboxSlowness); err != nil {
			return Payment{}, fmt.Errorf("%w: %w", ErrTimeout, err)
		}
	case SandboxDeclined:
		outcome = Payment{Outcome: Declined}
	}
	settled, err := s.ledger.Settle(ctx, key, amount, outcome)
	if err != nil {
		return Payment{}, fmt.Errorf("%w: %w", ErrTimeout, err)
	}
	return settled, nil
}

// Lookup tells what became of a key.
func (s *Sandbox) Lookup(ctx context.Context, key string) (Payment, error) {
	return s.ledger.Payment(ctx, key)
}

// Void gives a payment back.
func (s *Sandbox) Void(ctx context.Context, key string) error { return s.ledger.Void(ctx, key) }

// transactionID is the same for the same key, and unmistakably the sandbox's.
func transactionID(key string) string {
	sum := sha256.Sum256([]byte("sandbox:" + key))
	return "SANDBOX-" + base32.StdEncoding.EncodeToString(sum[:])[:12]
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
