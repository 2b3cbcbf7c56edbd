package refunds

import (
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// balance is what was paid for a fulfilment and has not gone back for it.
func (b Basis) balance(f *orders.Fulfilment) money.Cents {
	left := f.Totals.Total
	for _, r := range b.Earlier {
		if r.State.Counts() {
			left -= partsOf(b.Order, r)[f.Place]
		}
	}
	return left
}

// standing is what was paid for the fulfilments that were neither cancelled nor returned, less what went back for
// them.
func (b Basis) standing() (sum money.Cents) {
	for i := range b.Order.Fulfilments {
		if f := &b.Order.Fulfilments[i]; !f.Off() {
			sum += b.balance(f)
		}
	}
	return sum
}

// paidForOff is what was paid for the fulfilments that were cancelled or returned, less what went back for them.
func (b Basis) paidForOff() (sum money.Cents) {
	for i := range b.Order.Fulfilments {
		if f := &b.Order.Fulfilments[i]; f.Off() {
			sum += max(0, b.balance(f))
		}
	}
	return sum
}

// held is what was taken and has not gone back.
func (b Basis) held() money.Cents { return b.Attempt.Captured - b.Attempt.Refunded }

// Left is what staff can still give back: what is held, without what goes back by itself because a fulfilment was
// cancelled, returned or reduced.
func (b Basis) Left() money.Cents { return max(0, min(b.held(), b.standing())) }

// LeftFor is what the staff can still give back for the fulfilment at a place: what was paid for it, less what went
// back for it.
func (b Basis) LeftFor(place int, now time.Time) money.Cents {
	if !b.refundable(place, now) {
		return 0
	}
	left := b.balance(b.Order.Part(place))
	if b.Order.Payment.Method == payments.ByCard {
		left = min(left, b.Left())
	}
	return max(0, left)
}

// owed is what has to go back because a fulfilment was cancelled, returned or reduced.
func (b Basis) owed() money.Cents { return min(b.held(), max(0, b.held()-b.standing())) }

// share shares an amount out among the fulfilments that are meant, by what is left of each.
func (b Basis) share(parts map[int]money.Cents, amount money.Cents, meant func(*orders.Fulfilment) bool) {
	var places []int
	var weights []money.Cents
	for i := range b.Order.Fulfilments {
		if f := &b.Order.Fulfilments[i]; meant(f) {
			places, weights = append(places, f.Place), append(weights, max(0, b.balance(f)))
		}
	}
	if len(places) == 0 {
		parts[0] += amount // for what the order has no longer
		return
	}
	for i, share := range money.Split(amount, weights) {
		parts[places[i]] += share
	}
}

// partsOf is how much of a refund is for which fulfilment. Those from before parts were recorded are read from their
// lines; the rest of them is borne by each fulfilment by what it cost.
func partsOf(o *orders.Order, r Refund) map[int]money.Cents {
	if len(r.Parts) > 0 {
		return r.Parts
	}
	parts, rest := map[int]money.Cents{}, r.Amount
	for _, wanted := range r.Lines {
		if line := lineOf(o, wanted.ProductID); line != nil {
			parts[line.Fulfilment] += wanted.Amount
			rest -= wanted.Amount
		}
	}
	weights := make([]money.Cents, len(o.Fulfilments))
	for i, f := range o.Fulfilments {
		if weights[i] = f.Totals.Total; r.Delivery {
			weights[i] = f.Totals.Fee
		}
	}
	for i, share := range money.Split(max(0, rest), weights) {
		parts[o.Fulfilments[i].Place] += share
	}
	return parts
}

// For is how much of a refund is for one fulfilment of its order.
func (r Refund) For(o *orders.Order, place int) money.Cents { return partsOf(o, r)[place] }

// Of is what of a refund concerns one fulfilment: its lines and its share; ok is false when nothing does. Why money
// went back is left out where it went back for others, too.
func (r Refund) Of(o *orders.Order, place int) (own Refund, ok bool) {
	own = r
	own.Amount, own.Lines = r.For(o, place), nil
	for _, line := range r.Lines {
		if of := lineOf(o, line.ProductID); of != nil && of.Fulfilment == place {
			own.Lines = append(own.Lines, line)
		}
	}
	if own.Amount != r.Amount {
		own.Reason, own.Problem = "", ""
	}
	return own, own.Amount > 0
}
