package ledger

import (
	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
)

// Wanted is what the entries of a fulfilment must add up to, by kind. It follows from the order alone and not from how
// it got there: whoever books it twice, late or after an undo books the same.
func Wanted(b Basis) map[Kind]money.Cents {
	f := b.Part
	if f.Status != orders.Delivered && f.Status != orders.Returned {
		return nil
	}
	goods, fee := refunded(b)
	if f.Status == orders.Returned {
		goods, fee = f.Totals.Subtotal, f.Totals.Fee
	}
	wanted := map[Kind]money.Cents{
		Sale:       f.Totals.Subtotal,
		Fee:        f.Totals.Fee,
		Refund:     -(goods + fee),
		Commission: -b.Commission.of(f.Totals.Subtotal - goods),
	}
	if b.Order.Payment.Method == payments.Cash {
		wanted[Cash] = -(f.Totals.Total - goods - fee)
	}
	return wanted
}

// Missing are the entries that bring a fulfilment to what is wanted.
func Missing(b Basis) []Entry {
	wanted := Wanted(b)
	var missing []Entry
	for _, kind := range Kinds {
		if diff := wanted[kind] - b.Booked[kind]; diff != 0 {
			missing = append(missing, Entry{
				StoreID: b.Part.StoreID, Kind: kind, Amount: diff, OrderID: b.Order.ID, Place: b.Part.Place,
			})
		}
	}
	return missing
}

// refunded is the part of the order's refunds that falls on a fulfilment: what was given back for its lines and its
// share of the fee, and its share of amounts that are for no line. It is never more than was paid.
func refunded(b Basis) (goods, fee money.Cents) {
	for _, r := range b.Refunds {
		if r.State != refunds.Done && r.State != refunds.Manual {
			continue
		}
		rest := r.Amount
		for _, line := range r.Lines {
			rest -= line.Amount
			if placeOf(b.Order, line.ProductID) == b.Part.Place {
				goods += line.Amount
			}
		}
		if r.Delivery {
			rest -= b.Order.Totals.Fee
			fee += b.Part.Totals.Fee
		}
		goods += share(b.Order, b.Part.Place, rest)
	}
	over := max(0, goods-b.Part.Totals.Subtotal)
	return goods - over, min(fee+over, b.Part.Totals.Fee)
}

// share divides an amount among the fulfilments that were not cancelled, by what they cost, to the cent.
func share(o *orders.Order, place int, amount money.Cents) money.Cents {
	if amount <= 0 {
		return 0
	}
	weights := make([]money.Cents, len(o.Fulfilments))
	for i := range o.Fulfilments {
		if o.Fulfilments[i].Status != orders.Cancelled {
			weights[i] = o.Fulfilments[i].Totals.Total
		}
	}
	return money.Split(amount, weights)[place-1]
}

func placeOf(o *orders.Order, productID string) int {
	for _, l := range o.Lines {
		if l.ProductID == productID {
			return l.Fulfilment
		}
	}
	return 0
}
