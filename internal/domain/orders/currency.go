package orders

import (
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
)

// Frozen is what an order keeps of the exchange rate: a new rate never changes an order. It is zero in a shop without
// a rate.
type Frozen struct {
	// Rate is pounds per dollar.
	Rate int64
	// Total is the order's total in pounds, rounded up to the shop's step.
	Total money.Pounds
}

// PayWith is the currency in which a customer means to pay the courier; empty is not said.
type PayWith string

// The currencies of cash.
const (
	PayDollars PayWith = "usd"
	PayPounds  PayWith = "lbp"
	PayBoth    PayWith = "both"
)

// Cash is how the customer means to pay in cash. The courier takes what is handed over, whatever was said.
type Cash struct {
	With PayWith
	// Hands is what the customer will hand over and needs change for; zero is not said.
	HandsCents  money.Cents
	HandsPounds money.Pounds
}

// The most that somebody may need change for: nobody's bag holds more.
const (
	maxHandsCents  = 1000_00
	maxHandsPounds = 100_000_000
)

// check refuses what no customer could mean. Code: InvalidFields.
func (c Cash) check() error {
	switch c.With {
	case "", PayDollars, PayPounds, PayBoth:
	default:
		return apperr.New(apperr.InvalidInput)
	}
	wrong := map[string]string{}
	if c.HandsCents < 0 || c.HandsCents > maxHandsCents || c.HandsCents > 0 && c.With == PayPounds {
		wrong["hands_usd"] = "change_for"
	}
	if c.HandsPounds < 0 || c.HandsPounds > maxHandsPounds || c.HandsPounds > 0 && c.With == PayDollars {
		wrong["hands_lbp"] = "change_for"
	}
	if len(wrong) > 0 {
		return apperr.Invalid(wrong)
	}
	return nil
}

// freeze gives the draft its rate and its total in pounds. seen is the rate that the shopper was shown; nil accepts
// any. Code: RateChanged with "rate", "total" and "totalLbp" as they are now.
func (d *Draft) freeze(rate, step int64, seen *int64) error {
	d.Frozen = Frozen{Rate: rate, Total: money.InPounds(d.Totals.Total, rate, step)}
	if seen != nil && *seen != rate {
		return apperr.New(apperr.RateChanged).WithDetail("rate", rate).WithDetail("total", d.Totals.Total).
			WithDetail("totalLbp", d.Frozen.Total)
	}
	return nil
}

// Charged is what an amount of the order is in pounds on a card that was charged in them; 0 on any other.
func (o *Order) Charged(amount money.Cents) money.Pounds {
	if o.Payment.Charged == 0 {
		return 0
	}
	return payments.Charge(amount, payments.ChargeRate(o.Frozen.Rate))
}

// TotalPounds is the order's total in pounds at its frozen rate. An order from which the store took pieces or a part
// of the fee costs less than when it was placed; its total in pounds follows, at the same rate, rounded up to the
// shop's step.
func (o *Order) TotalPounds(step int64) money.Pounds {
	cut := slices.ContainsFunc(o.Lines, func(l Line) bool { return l.Removed > 0 }) ||
		slices.ContainsFunc(o.Fulfilments, func(f Fulfilment) bool { return f.FeeCut > 0 })
	if cut {
		return min(o.Frozen.Total, money.InPounds(o.Totals.Total, o.Frozen.Rate, step))
	}
	return o.Frozen.Total
}

// PartPounds is what a fulfilment costs in pounds. An order of one part costs the pounds that the customer was told.
func (o *Order) PartPounds(f *Fulfilment, step int64) money.Pounds {
	if len(o.Fulfilments) == 1 {
		return o.TotalPounds(step)
	}
	return money.InPounds(f.Totals.Total, o.Frozen.Rate, step)
}
