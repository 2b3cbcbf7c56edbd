package payments

import (
	"context"
	"errors"
	"testing"

	"dawa/internal/base/money"
)

// account is a gateway that records what it was asked for and answers what it was told to.
type account struct {
	HostedGateway
	asked    []money.Cents
	currency []string
	payment  Payment
}

func (a *account) note(amount money.Cents, currency string) {
	a.asked, a.currency = append(a.asked, amount), append(a.currency, currency)
}

func (a *account) Begin(_ context.Context, r BeginRequest) (Handoff, error) {
	a.note(r.Amount, r.Currency)
	return Handoff{}, nil
}

func (a *account) Lookup(context.Context, string) (Payment, error) { return a.payment, nil }

func (a *account) Capture(_ context.Context, _ string, amount money.Cents) error {
	a.note(amount, "")
	return nil
}

func (a *account) Refund(_ context.Context, _ string, r RefundRequest) (RefundState, error) {
	a.note(r.Amount, r.Currency)
	return RefundDone, nil
}

type fixedRate int64

func (r fixedRate) ChargeRate(context.Context, string) (int64, error) {
	if r < 0 {
		return 0, errors.New("the database is away")
	}
	return int64(r), nil
}

func TestExchange_AsksForPoundsAndTellsTheCurrencyOfTheBooks(t *testing.T) {
	ctx := t.Context()
	gateway := &account{}
	e := NewExchange(gateway, fixedRate(89_500), "USD")
	_, beginErr := e.Begin(ctx, BeginRequest{Key: "k", Amount: 12_34, Currency: "USD"})
	captureErr := e.Capture(ctx, "k", 12_34)
	_, refundErr := e.Refund(ctx, "k", RefundRequest{Amount: 1, Currency: "USD"})
	if err := errors.Join(beginErr, captureErr, refundErr); err != nil {
		t.Fatal(err)
	}
	// In hundredths of a pound: $12.34 is 1,104,430 pounds, a cent 895.
	for i, want := range []money.Cents{1_104_430_00, 1_104_430_00, 895_00} {
		if gateway.asked[i] != want {
			t.Errorf("call %d asked for %d, want %d", i, gateway.asked[i], want)
		}
	}
	if gateway.currency[0] != Pounds || gateway.currency[2] != Pounds {
		t.Errorf("asked in %v", gateway.currency)
	}
	gateway.payment = Payment{
		Outcome: Approved, Amount: 1_104_430_00, Captured: 1_104_430_00, Refunded: 895_00, Currency: Pounds,
	}
	p, err := e.Lookup(ctx, "k")
	if err != nil || p.Currency != "USD" || p.Amount != 12_34 || p.Captured != 12_34 || p.Refunded != 1 {
		t.Errorf("the gateway holds %+v, %v", p, err)
	}
}

func TestExchange_LeavesWhatWasNotChargedInPoundsAlone(t *testing.T) {
	ctx := t.Context()
	dollars := Payment{Outcome: Approved, Amount: 12_34, Currency: "USD"}
	odd := Payment{Outcome: Approved, Amount: 1_104_430_01, Currency: Pounds}
	for name, c := range map[string]struct {
		rate int64
		said Payment
	}{
		"a payment before the account was in pounds": {0, dollars},
		"dollars where pounds were asked for":        {89_500, dollars},
		"pounds that no amount of the books gives":   {89_500, odd},
	} {
		gateway := &account{payment: c.said}
		p, err := NewExchange(gateway, fixedRate(c.rate), "USD").Lookup(ctx, "k")
		if err != nil || p != c.said {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	gateway := &account{}
	// What does not match goes back as it came.
	_, err := NewExchange(gateway, fixedRate(89_500), "USD").Refund(ctx, "k",
		RefundRequest{Amount: odd.Amount, Currency: Pounds})
	if err != nil || gateway.asked[0] != odd.Amount {
		t.Errorf("asked to give back %v, %v", gateway.asked, err)
	}
}

func TestExchange_AsksNobodyWithoutTheRate(t *testing.T) {
	ctx := t.Context()
	gateway := &account{}
	e := NewExchange(gateway, fixedRate(-1), "USD")
	_, beginErr := e.Begin(ctx, BeginRequest{Amount: 1, Currency: "USD"})
	_, lookupErr := e.Lookup(ctx, "k")
	_, refundErr := e.Refund(ctx, "k", RefundRequest{Amount: 1, Currency: "USD"})
	for _, err := range []error{beginErr, lookupErr, refundErr, e.Capture(ctx, "k", 1)} {
		if err == nil || gateway.asked != nil {
			t.Errorf("asked for %v, %v", gateway.asked, err)
		}
	}
}

func TestChargeRate_MakesEveryCentAWholeNumberOfPounds(t *testing.T) {
	for rate, want := range map[int64]int64{89_500: 89_500, 89_517: 89_500, 99: 0, 0: 0, -5: 0} {
		if got := ChargeRate(rate); got != want {
			t.Errorf("%d is charged at %d, want %d", rate, got, want)
		}
	}
	if got := Charge(12_34, 89_500); got != 1_104_430 {
		t.Errorf("$12.34 is charged as %d", got)
	}
}
