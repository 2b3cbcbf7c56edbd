package refunds

import (
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/validate"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// maxReason bounds the text of a reason.
const maxReason = 500

// Wish is what staff wants to give back: whole lines or pieces of them, an amount, or all that is left.
type Wish struct {
	// Lines name a product and how many pieces of it.
	Lines    []Line
	Delivery bool
	// Amount is given back instead of lines; zero is none.
	Amount money.Cents
	// All gives back whatever is left.
	All    bool
	Reason string
}

// check reads what can be wrong whatever the order is.
func (w *Wish) check() error {
	w.Reason = validate.Clean(w.Reason)
	wrong := map[string]string{}
	switch {
	case w.Reason == "":
		wrong["reason"] = "refund_reason_required"
	case utf8.RuneCountInString(w.Reason) > maxReason:
		wrong["reason"] = "reason_max"
	}
	kinds := 0
	for _, given := range []bool{len(w.Lines) > 0 || w.Delivery, w.Amount != 0, w.All} {
		if given {
			kinds++
		}
	}
	if kinds != 1 || w.Amount < 0 {
		wrong["amount"] = "refund_amount_required"
	}
	if len(wrong) > 0 {
		return apperr.Invalid(wrong)
	}
	return nil
}

// Decide says how much goes back and for what. Codes: RefundImpossible, RefundTooMuch, InvalidFields.
func Decide(b Basis, w Wish) (Refund, error) {
	if err := w.check(); err != nil {
		return Refund{}, err
	}
	switch {
	case b.Order.Payment.Method != payments.ByCard, b.Order.Status == orders.Cancelled, b.Attempt.Captured == 0,
		b.Attempt.State != payments.Confirmed:
		return Refund{}, apperr.New(apperr.RefundImpossible)
	}
	r := Refund{
		OrderID: b.Order.ID, OrderNumber: b.Order.Number, Currency: b.Attempt.Currency, Reason: w.Reason,
		State: Pending, Round: 1, Amount: w.Amount,
	}
	if w.All {
		r.Amount = b.Left()
	}
	r.Parts = map[int]money.Cents{}
	if len(w.Lines) == 0 && !w.Delivery {
		b.spread(r.Parts, r.Amount)
	}
	if err := addLines(&r, b, w); err != nil {
		return Refund{}, err
	}
	if r.Amount <= 0 || r.Amount > b.Left() {
		return Refund{}, apperr.New(apperr.RefundTooMuch)
	}
	return r, nil
}

// addLines prices the lines that a wish names, by what was paid for them.
func addLines(r *Refund, b Basis, w Wish) error {
	given, fee := givenBack(b.Earlier)
	for _, wish := range w.Lines {
		line := lineOf(b.Order, wish.ProductID)
		// What was cancelled or returned goes back by itself.
		if line == nil || isOff(b.Order, line) || wish.Quantity < 1 ||
			given[wish.ProductID]+wish.Quantity > line.Left() {
			return apperr.New(apperr.RefundTooMuch).WithFields(map[string]string{"lines": "refund_line_quantity"})
		}
		given[wish.ProductID] += wish.Quantity
		amount := line.UnitPrice.Times(wish.Quantity)
		r.Lines = append(r.Lines, Line{ProductID: wish.ProductID, Quantity: wish.Quantity, Amount: amount})
		r.Amount += amount
		r.Parts[line.Fulfilment] += amount
	}
	if w.Delivery {
		if fee {
			return apperr.New(apperr.RefundTooMuch)
		}
		r.Delivery = true
		for i := range b.Order.Fulfilments {
			if f := &b.Order.Fulfilments[i]; !f.Off() {
				r.Amount += f.Totals.Fee
				r.Parts[f.Place] += f.Totals.Fee
			}
		}
	}
	return nil
}

// isOff tells whether a line was cancelled or returned.
func isOff(o *orders.Order, line *orders.Line) bool {
	f := o.Part(line.Fulfilment)
	return f != nil && f.Off()
}

// givenBack counts the pieces of each product that went back already, and whether the delivery fee did.
func givenBack(earlier []Refund) (pieces map[string]int, fee bool) {
	pieces = map[string]int{}
	for _, r := range earlier {
		if !r.State.Counts() {
			continue
		}
		fee = fee || r.Delivery
		for _, line := range r.Lines {
			pieces[line.ProductID] += line.Quantity
		}
	}
	return pieces, fee
}

func lineOf(o *orders.Order, productID string) *orders.Line {
	for i := range o.Lines {
		if o.Lines[i].ProductID == productID {
			return &o.Lines[i]
		}
	}
	return nil
}
