package ledger

import (
	"slices"

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

// refunded is what was given back for a fulfilment, parted into goods and delivery fee. It is never more than was paid.
func refunded(b Basis) (goods, fee money.Cents) {
	f := b.Part
	given := slices.DeleteFunc(slices.Clone(b.Refunds), func(r refunds.Refund) bool {
		return r.State != refunds.Done && r.State != refunds.Manual
	})
	for _, r := range given {
		amount := r.For(b.Order, f.Place)
		if r.Delivery {
			share := min(amount, f.Totals.Fee-fee)
			fee += share
			amount -= share
		}
		goods += amount
	}
	// What was taken off afterwards is not among what was sold: giving it back costs the store nothing more.
	goods = max(0, goods-refunds.TakenOff(b.Order, f, given))
	over := max(0, goods-f.Totals.Subtotal)
	return goods - over, min(fee+over, f.Totals.Fee)
}
