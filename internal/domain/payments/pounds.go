package payments

import (
	"context"
	"fmt"

	"dawa/internal/base/money"
)

// The codes of the currencies: Dollars is that of the books, Pounds the Lebanese pound.
const (
	Dollars = "USD"
	Pounds  = "LBP"
)

// ChargeRate is the rate at which a total is charged in pounds: the shop's, rounded down to hundreds. Every cent is
// then a whole number of pounds, and what parts are charged or given back adds up without rounding. 0 is no rate.
func ChargeRate(rate int64) int64 { return max(rate, 0) / 100 * 100 }

// Charge is what a total of the books is charged in pounds at a rate that ChargeRate gave.
func Charge(total money.Cents, rate int64) money.Pounds {
	return money.Pounds(int64(total) * (rate / 100))
}

// ChargeRates knows at which rate a payment is charged in pounds.
type ChargeRates interface {
	// ChargeRate is 0 for a payment that is charged in the currency of the books, and for one that nobody knows.
	ChargeRate(ctx context.Context, key string) (int64, error)
}

// Exchange is a gateway whose account may be in pounds, seen by a shop whose books are not: it asks for pounds at the
// rate of each payment, and tells what became of it in the currency of the books. The rate belongs to the payment:
// neither a new rate nor another account changes what was charged.
type Exchange struct {
	HostedGateway
	rates ChargeRates
	books string
}

var _ HostedGateway = (*Exchange)(nil)

// NewExchange makes an Exchange. books is the currency of the books.
func NewExchange(gateway HostedGateway, rates ChargeRates, books string) *Exchange {
	return &Exchange{HostedGateway: gateway, rates: rates, books: books}
}

// Begin opens a session for the payment in the currency that it is charged in.
func (e *Exchange) Begin(ctx context.Context, r BeginRequest) (Handoff, error) {
	rate, err := e.rate(ctx, r.Key)
	if err != nil {
		return Handoff{}, err
	}
	if rate > 0 {
		r.Amount, r.Currency = inPounds(r.Amount, rate), Pounds
	}
	return e.HostedGateway.Begin(ctx, r)
}

// Lookup tells what became of a key, in the currency of the books. A payment of another amount than the rate can give
// stays as the gateway tells it, and so matches nothing that was asked for.
func (e *Exchange) Lookup(ctx context.Context, key string) (Payment, error) {
	rate, err := e.rate(ctx, key)
	if err != nil {
		return Payment{}, err
	}
	p, err := e.HostedGateway.Lookup(ctx, key)
	if err != nil {
		return Payment{}, err
	}
	return p.FromPounds(rate, e.books), nil
}

// Capture takes an amount of the books.
func (e *Exchange) Capture(ctx context.Context, key string, amount money.Cents) error {
	rate, err := e.rate(ctx, key)
	if err != nil {
		return err
	}
	if rate > 0 {
		amount = inPounds(amount, rate)
	}
	return e.HostedGateway.Capture(ctx, key, amount)
}

// Refund gives a part back. One in the currency of the books goes back as it was charged.
func (e *Exchange) Refund(ctx context.Context, key string, r RefundRequest) (RefundState, error) {
	rate, err := e.rate(ctx, key)
	if err != nil {
		return "", err
	}
	if rate > 0 && r.Currency == e.books {
		r.Amount, r.Currency = inPounds(r.Amount, rate), Pounds
	}
	return e.HostedGateway.Refund(ctx, key, r)
}

func (e *Exchange) rate(ctx context.Context, key string) (int64, error) {
	rate, err := e.rates.ChargeRate(ctx, key)
	if err != nil {
		return 0, fmt.Errorf("reading the rate of a payment: %w", err)
	}
	return rate, nil
}

// FromPounds is the payment in the currency of the books, when it is in pounds and every amount of it is one of the
// books at the rate; otherwise it is as it was. A rate of 0 is a payment that was not charged in pounds.
func (p Payment) FromPounds(rate int64, books string) Payment {
	if rate == 0 || p.Currency != Pounds {
		return p
	}
	amounts := [...]*money.Cents{&p.Amount, &p.Captured, &p.Refunded}
	for _, amount := range amounts {
		if int64(*amount)%rate != 0 {
			return p
		}
	}
	for _, amount := range amounts {
		*amount /= money.Cents(rate)
	}
	p.Currency = books
	return p
}

// inPounds is an amount of the books in hundredths of a pound, as amounts of every currency are counted here.
func inPounds(amount money.Cents, rate int64) money.Cents { return amount * money.Cents(rate) }
