package sandbox

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
	"dawa/internal/domain/payments"
)

// book is a ledger in memory; the one in the database is tested in storetest.
type book struct {
	mu   sync.Mutex
	rows map[string]payments.Payment
}

func (b *book) Record(_ context.Context, key string, _ money.Cents, p payments.Payment) (payments.Payment, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if old, ok := b.rows[key]; ok {
		return old, nil
	}
	b.rows[key] = p
	return p, nil
}

func (b *book) Payment(_ context.Context, key string) (payments.Payment, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p, ok := b.rows[key]; ok {
		return p, nil
	}
	return payments.Payment{Outcome: payments.None}, nil
}

func (b *book) Void(_ context.Context, key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.rows[key]
	p.Outcome = payments.Voided
	b.rows[key] = p
	return nil
}

func (b *book) Refund(_ context.Context, key, _ string, amount money.Cents) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.rows[key]
	p.Refunded += amount
	b.rows[key] = p
	return nil
}

func TestSandbox_OutcomeFollowsTheTestCard(t *testing.T) {
	var waited time.Duration
	gateway := New(&book{rows: map[string]payments.Payment{}}, func(_ context.Context, d time.Duration) error {
		waited = d
		return nil
	})
	ctx := t.Context()
	for number, want := range map[string]struct {
		outcome payments.Outcome
		err     error
		waits   bool
	}{
		CardApproved:       {outcome: payments.Approved},
		CardDeclined:       {outcome: payments.Declined},
		CardTimesOut:       {err: payments.ErrTimeout, waits: true},
		CardSlow:           {outcome: payments.Approved, waits: true},
		"5555555555554444": {outcome: payments.Approved},
	} {
		if !validate.Luhn(number) {
			t.Errorf("%s is no card number", number)
		}
		waited = 0
		p, err := gateway.Authorise(ctx, number, 100, payments.Card{Number: number})
		if !errors.Is(err, want.err) || p.Outcome != want.outcome || waited > 0 != want.waits {
			t.Errorf("%s: %+v, %v after %v", number, p, err, waited)
		}
		if p.Outcome == payments.Approved && !strings.HasPrefix(p.TransactionID, "SANDBOX-") {
			t.Errorf("%s could be taken for a real payment: %s", number, p.TransactionID)
		}
		after, err := gateway.Lookup(ctx, number)
		if err != nil || want.err == nil && after != p || want.err != nil && after.Outcome != payments.None {
			t.Errorf("%s looked up: %+v, %v; answered %+v", number, after, err, p)
		}
	}
}

func TestSandbox_RepeatedKeyReturnsFirstOutcome(t *testing.T) {
	gateway := New(&book{rows: map[string]payments.Payment{}}, nil)
	ctx := t.Context()
	first, err := gateway.Authorise(ctx, "k", 100, payments.Card{Number: CardApproved})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := gateway.Authorise(ctx, "k", 100, payments.Card{Number: CardDeclined}); err != nil ||
		again != first {
		t.Errorf("asked again: %+v, %v, want %+v", again, err, first)
	}
	if err := gateway.Void(ctx, "k"); err != nil {
		t.Fatal(err)
	}
	if p, _ := gateway.Lookup(ctx, "k"); p.Outcome != payments.Voided {
		t.Errorf("voided, but %+v", p)
	}
	if err := gateway.Void(ctx, "late"); err != nil {
		t.Fatal(err)
	}
	if p, err := gateway.Authorise(ctx, "late", 100, payments.Card{Number: CardApproved}); err != nil ||
		p.Outcome != payments.Voided {
		t.Errorf("a voided key was approved afterwards: %+v, %v", p, err)
	}
}

func TestCard_NeverPrinted(t *testing.T) {
	card := payments.Card{Number: CardApproved, CVV: "987", Name: "Layla"}
	for _, said := range []string{
		fmt.Sprint(card), fmt.Sprintf("%+v", card), fmt.Sprintf("%#v", card), card.LogValue().String(),
	} {
		if said != "card" {
			t.Errorf("printed as %s", said)
		}
	}
}
