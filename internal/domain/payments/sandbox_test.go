package payments

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/validate"
)

// book is a ledger in memory; the one in the database is tested in storetest.
type book struct {
	mu   sync.Mutex
	rows map[string]Payment
}

func (b *book) Settle(_ context.Context, key string, _ money.Cents, p Payment) (Payment, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if old, ok := b.rows[key]; ok {
		return old, nil
	}
	b.rows[key] = p
	return p, nil
}

func (b *book) Payment(_ context.Context, key string) (Payment, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p, ok := b.rows[key]; ok {
		return p, nil
	}
	return Payment{Outcome: None}, nil
}

func (b *book) Void(_ context.Context, key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.rows[key]
	p.Outcome = Voided
	b.rows[key] = p
	return nil
}

func TestTheSandboxAnswersAsItsCardsSay(t *testing.T) {
	var waited time.Duration
	gateway := NewSandbox(&book{rows: map[string]Payment{}}, func(_ context.Context, d time.Duration) error {
		waited = d
		return nil
	})
	ctx := t.Context()
	for number, want := range map[string]struct {
		outcome Outcome
		err     error
		waits   bool
	}{
		SandboxApproved:    {outcome: Approved},
		SandboxDeclined:    {outcome: Declined},
		SandboxTimesOut:    {err: ErrTimeout, waits: true},
		SandboxSlow:        {outcome: Approved, waits: true},
		"5555555555554444": {outcome: Approved},
	} {
		if !validate.Luhn(number) {
			t.Errorf("%s is no card number", number)
		}
		waited = 0
		p, err := gateway.Authorise(ctx, number, 100, Card{Number: number})
		if !errors.Is(err, want.err) || p.Outcome != want.outcome || waited > 0 != want.waits {
			t.Errorf("%s: %+v, %v after %v", number, p, err, waited)
		}
		if p.Outcome == Approved && !strings.HasPrefix(p.TransactionID, "SANDBOX-") {
			t.Errorf("%s could be taken for a real payment: %s", number, p.TransactionID)
		}
		after, err := gateway.Lookup(ctx, number)
		if err != nil || want.err == nil && after != p || want.err != nil && after.Outcome != None {
			t.Errorf("%s looked up: %+v, %v; answered %+v", number, after, err, p)
		}
	}
}

func TestAKeyKeepsItsFirstAnswer(t *testing.T) {
	gateway := NewSandbox(&book{rows: map[string]Payment{}}, nil)
	ctx := t.Context()
	first, err := gateway.Authorise(ctx, "k", 100, Card{Number: SandboxApproved})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := gateway.Authorise(ctx, "k", 100, Card{Number: SandboxDeclined}); err != nil || again != first {
		t.Errorf("asked again: %+v, %v, want %+v", again, err, first)
	}
	if err := gateway.Void(ctx, "k"); err != nil {
		t.Fatal(err)
	}
	if p, _ := gateway.Lookup(ctx, "k"); p.Outcome != Voided {
		t.Errorf("voided, but %+v", p)
	}
	if err := gateway.Void(ctx, "late"); err != nil {
		t.Fatal(err)
	}
	if p, err := gateway.Authorise(ctx, "late", 100, Card{Number: SandboxApproved}); err != nil || p.Outcome != Voided {
		t.Errorf("a voided key was approved afterwards: %+v, %v", p, err)
	}
}

func TestACardIsNeverPrinted(t *testing.T) {
	card := Card{Number: SandboxApproved, CVV: "987", Name: "Layla"}
	for _, said := range []string{fmt.Sprint(card), fmt.Sprintf("%+v", card), fmt.Sprintf("%#v", card), card.LogValue().String()} {
		if said != "card" {
			t.Errorf("printed as %s", said)
		}
	}
}
