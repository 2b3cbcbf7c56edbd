package refunds

import (
	"cmp"
	"slices"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// balance is what was paid for a fulfilment as it is now and has not gone back for it. Whoever gave back more than it
// costs now makes it negative.
func (b Basis) balance(f *orders.Fulfilment) money.Cents {
	counting := b.counting()
	left := f.Totals.Total + TakenOff(b.Order, f, counting)
	for _, r := range counting {
		left -= partsOf(b.Order, r)[f.Place]
	}
	return left
}

// counting are the refunds that moved money or will.
func (b Basis) counting() []Refund {
	return slices.DeleteFunc(slices.Clone(b.Earlier), func(r Refund) bool { return !r.State.Counts() })
}

// TakenOff is what refunds gave back for pieces and fees of a fulfilment that were taken off the order afterwards: its
// total no longer has them, so they must not be subtracted from it once more.
func TakenOff(o *orders.Order, f *orders.Fulfilment, given []Refund) (sum money.Cents) {
	var fee money.Cents
	for _, r := range given {
		if r.Delivery {
			fee += partsOf(o, r)[f.Place] - linesOf(o, r)[f.Place]
		}
	}
	sum = max(0, min(f.FeeCut, fee-f.Totals.Fee))
	for i := range o.Lines {
		if line := &o.Lines[i]; line.Fulfilment == f.Place && line.Removed > 0 {
			sum += line.UnitPrice.Times(piecesTakenOff(line, given))
		}
	}
	return sum
}

// piecesTakenOff counts the pieces of a line that went back and were taken off the order afterwards. A piece that went
// back is taken for one of those that the store took off later: why else would both be done before it left?
func piecesTakenOff(line *orders.Line, given []Refund) (pieces int) {
	var same []Line
	all := 0
	for _, r := range given {
		for _, l := range r.Lines {
			if l.ProductID == line.ProductID {
				same, all = append(same, l), all+l.Quantity
			}
		}
	}
	// The latest first: fewer pieces were taken off after it.
	slices.SortFunc(same, func(a, b Line) int { return cmp.Compare(a.Of, b.Of) })
	for _, l := range same {
		pieces += max(0, min(l.Quantity, l.Of-line.Left()-pieces))
	}
	// Of refunds from before Of was recorded, at least what is more than there is.
	return min(line.Removed, max(pieces, all-line.Left()))
}

// standing is what was paid for the fulfilments that were neither cancelled nor returned, less what went back for
// them. One that gave back more than it costs now takes nothing from the others.
func (b Basis) standing() (sum money.Cents) {
	for i := range b.Order.Fulfilments {
		if f := &b.Order.Fulfilments[i]; !f.Off() {
			sum += max(0, b.balance(f))
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
	parts, rest := linesOf(o, r), r.Amount
	for _, amount := range parts {
		rest -= amount
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

// linesOf is how much of a refund is for the pieces of which fulfilment.
func linesOf(o *orders.Order, r Refund) map[int]money.Cents {
	parts := map[int]money.Cents{}
	for _, wanted := range r.Lines {
		if line := lineOf(o, wanted.ProductID); line != nil {
			parts[line.Fulfilment] += wanted.Amount
		}
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
