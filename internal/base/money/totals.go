package money

import "dawa/contract"

// Line is one line of a cart, as the totals need it.
type Line struct {
	Price    Cents
	Discount int
	Quantity int
}

// Totals is what a cart costs.
type Totals struct {
	Subtotal Cents
	Fee      Cents
	Total    Cents
}

// DeliveryFee is what delivery adds to an order that is not empty.
func DeliveryFee() Cents { return Cents(contract.Shop().DeliveryFeeCents) }

// Total adds up a cart: each unit price is discounted and rounded first, then multiplied.
// An empty cart costs nothing, delivery included.
func Total(lines []Line) Totals {
	var t Totals
	for _, line := range lines {
		t.Subtotal += Discounted(line.Price, line.Discount).Times(line.Quantity)
	}
	if len(lines) > 0 {
		t.Fee = DeliveryFee()
	}
	t.Total = t.Subtotal + t.Fee
	return t
}
