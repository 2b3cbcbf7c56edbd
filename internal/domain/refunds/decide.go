package refunds

import (
	"time"
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
	// Place is the fulfilment that it is for, 0 for the whole order.
	Place int
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
func Decide(b Basis, w Wish, now time.Time) (Refund, error) {
	if err := w.check(); err != nil {
		return Refund{}, err
	}
	if !b.refundable(w.Place, now) {
		return Refund{}, apperr.New(apperr.RefundImpossible)
	}
	left := b.Left()
	if w.Place > 0 {
		left = b.LeftFor(w.Place, now)
	}
	r := Refund{
		OrderID: b.Order.ID, OrderNumber: b.Order.Number, Currency: b.Attempt.Currency, Reason: w.Reason,
		State: Pending, Round: 1, Amount: w.Amount, Parts: map[int]money.Cents{},
	}
	if b.Order.Payment.Method == payments.Cash {
		// The store has the money: it hands it over, and the shop writes it down.
		r.State, r.Currency = Manual, payments.Dollars
	}
	if w.All {
		r.Amount = left
	}
	if len(w.Lines) == 0 && !w.Delivery {
		b.share(r.Parts, r.Amount, w.meant)
	}
	if err := addLines(&r, b, w); err != nil {
		return Refund{}, err
	}
	if r.Amount <= 0 || r.Amount > left || !b.covers(r) {
		return Refund{}, apperr.New(apperr.RefundTooMuch)
	}
	return r, nil
}

// covers tells whether no fulfilment would give back more than was paid for it.
func (b Basis) covers(r Refund) bool {
	for place, amount := range r.Parts {
		if part := b.Order.Part(place); part == nil || amount > b.balance(part) {
			return false
		}
	}
	return true
}

// refundable tells whether money was taken that the staff can give back: for a card when the gateway took it, in cash
// when the store of one fulfilment handed the goods over and nobody can take that step back.
func (b Basis) refundable(place int, now time.Time) bool {
	part := b.Order.Part(place)
	if place > 0 && (part == nil || part.Off()) {
		return false
	}
	switch b.Order.Payment.Method {
	case payments.ByCard:
		return b.Order.Status != orders.Cancelled && b.Attempt.Captured > 0 && b.Attempt.State == payments.Confirmed
	case payments.Cash:
		return part != nil && part.Status == orders.Delivered && !b.Order.MayUndo(place, orders.UndoWindow, now)
	}
	return false
}

// meant tells whether a wish is about a fulfilment: what was cancelled or returned goes back by itself.
func (w Wish) meant(f *orders.Fulfilment) bool {
	return !f.Off() && (w.Place == 0 || w.Place == f.Place)
}

// addLines prices the lines that a wish names, by what was paid for them.
func addLines(r *Refund, b Basis, w Wish) error {
	given := b.piecesGivenBack()
	for _, wish := range w.Lines {
		line := lineOf(b.Order, wish.ProductID)
		if line == nil || !b.isMeant(line, w) || wish.Quantity < 1 ||
			given[wish.ProductID]+wish.Quantity > line.Left() {
			return apperr.New(apperr.RefundTooMuch).WithFields(map[string]string{"lines": "refund_line_quantity"})
		}
		given[wish.ProductID] += wish.Quantity
		amount := line.UnitPrice.Times(wish.Quantity)
		r.Lines = append(r.Lines, Line{
			ProductID: wish.ProductID, Quantity: wish.Quantity, Amount: amount, Of: line.Left(),
		})
		r.Amount += amount
		r.Parts[line.Fulfilment] += amount
	}
	if !w.Delivery {
		return nil
	}
	r.Delivery = true
	before := r.Amount
	for i := range b.Order.Fulfilments {
		if f := &b.Order.Fulfilments[i]; w.meant(f) && !b.feeGivenBack(f) {
			r.Amount += f.Totals.Fee
			r.Parts[f.Place] += f.Totals.Fee
		}
	}
	if r.Amount == before {
		return apperr.New(apperr.RefundTooMuch) // every fee went back already
	}
	return nil
}

func (b Basis) isMeant(line *orders.Line, w Wish) bool {
	f := b.Order.Part(line.Fulfilment)
	return f != nil && w.meant(f)
}

// FeeLeft is the delivery fee that the staff can still give back, for a fulfilment or, with place 0, for the order.
func (b Basis) FeeLeft(place int) (fee money.Cents) {
	for i := range b.Order.Fulfilments {
		if f := &b.Order.Fulfilments[i]; (Wish{Place: place}).meant(f) && !b.feeGivenBack(f) {
			fee += f.Totals.Fee
		}
	}
	return fee
}

// PiecesLeft is how many pieces of each product the staff can still give back, for a fulfilment or, with place 0, for
// the order.
func (b Basis) PiecesLeft(place int) map[string]int {
	pieces, given := map[string]int{}, b.piecesGivenBack()
	for i := range b.Order.Lines {
		if line := &b.Order.Lines[i]; b.isMeant(line, Wish{Place: place}) {
			pieces[line.ProductID] = max(0, line.Left()-given[line.ProductID])
		}
	}
	return pieces
}

// feeGivenBack tells whether the delivery fee of a fulfilment went back already.
func (b Basis) feeGivenBack(f *orders.Fulfilment) bool {
	for _, r := range b.Earlier {
		if _, part := partsOf(b.Order, r)[f.Place]; part && r.Delivery && r.State.Counts() {
			return true
		}
	}
	return false
}

// piecesGivenBack counts the pieces of each product that the order still has and that went back already.
func (b Basis) piecesGivenBack() map[string]int {
	pieces, counting := map[string]int{}, b.counting()
	for _, r := range counting {
		for _, line := range r.Lines {
			pieces[line.ProductID] += line.Quantity
		}
	}
	for i := range b.Order.Lines {
		line := &b.Order.Lines[i]
		pieces[line.ProductID] -= piecesTakenOff(line, counting)
	}
	return pieces
}

func lineOf(o *orders.Order, productID string) *orders.Line {
	for i := range o.Lines {
		if o.Lines[i].ProductID == productID {
			return &o.Lines[i]
		}
	}
	return nil
}
