package refunds

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// delivered is an order of up to five stores that was paid and delivered long ago.
func delivered(t *rapid.T, method payments.Method) Basis {
	o := &orders.Order{ID: "o", Number: "1", Status: orders.Delivered, Payment: orders.Payment{Method: method}}
	for place := range rapid.IntRange(1, 5).Draw(t, "stores") {
		f := orders.Fulfilment{Place: place + 1, Status: orders.Delivered}
		for range rapid.IntRange(1, 3).Draw(t, "lines") {
			line := orders.Line{
				ProductID: string(rune('a' + len(o.Lines))), Fulfilment: f.Place,
				UnitPrice: money.Cents(rapid.Int64Range(1, 5_000).Draw(t, "price")),
				Quantity:  rapid.IntRange(1, 4).Draw(t, "quantity"),
			}
			f.Totals.Subtotal += line.Total()
			o.Lines = append(o.Lines, line)
		}
		f.Totals.Fee = money.Cents(rapid.Int64Range(0, 300).Draw(t, "fee"))
		f.Totals.Total = f.Totals.Subtotal + f.Totals.Fee
		o.Totals.Total += f.Totals.Total
		o.Fulfilments = append(o.Fulfilments, f)
	}
	b := Basis{Order: o}
	if method == payments.ByCard {
		b.Attempt = payments.Attempt{
			Key: "o", State: payments.Confirmed, Captured: o.Totals.Total, Currency: payments.Dollars,
		}
	}
	return b
}

func anyWish(t *rapid.T, b Basis) Wish {
	w := Wish{Reason: "damaged", Place: rapid.IntRange(0, len(b.Order.Fulfilments)).Draw(t, "place")}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		w.All = true
	case 1:
		w.Amount = money.Cents(rapid.Int64Range(1, 8_000).Draw(t, "amount"))
	case 2:
		w.Delivery = true
	default:
		line := rapid.SampledFrom(b.Order.Lines).Draw(t, "line")
		w.Lines = []Line{{ProductID: line.ProductID, Quantity: rapid.IntRange(1, 4).Draw(t, "pieces")}}
		w.Delivery = rapid.Bool().Draw(t, "fee too")
	}
	return w
}

// Promise: whatever stores and the house give back, in whatever order, the parts of each refund add up to it, no
// fulfilment gives back more than was paid for it, and what is left of the fulfilments is what is left of the order.
func TestDecide_FulfilmentsAddUpToTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		method := rapid.SampledFrom([]payments.Method{payments.ByCard, payments.Cash}).Draw(t, "method")
		b, now := delivered(t, method), time.Now()
		for range rapid.IntRange(1, 12).Draw(t, "wishes") {
			w := anyWish(t, b)
			r, err := Decide(b, w, now)
			if err != nil {
				continue
			}
			var parts money.Cents
			for place, amount := range r.Parts {
				parts += amount
				if w.Place != 0 && place != w.Place {
					t.Fatalf("a refund for part %d is for %v", w.Place, r.Parts)
				}
			}
			if parts != r.Amount || w.Place == 0 && method == payments.Cash {
				t.Fatalf("%+v gave %+v", w, r)
			}
			b.Earlier = append(b.Earlier, r)
			if method == payments.ByCard {
				b.Attempt.Refunded += r.Amount
			}
			var left, fees money.Cents
			for i := range b.Order.Fulfilments {
				f := &b.Order.Fulfilments[i]
				own := b.LeftFor(f.Place, now)
				if own < 0 || own > f.Totals.Total || own != b.balance(f) {
					t.Fatalf("%d is left of %+v after %+v", own, f, b.Earlier)
				}
				left += own
				fees += b.FeeLeft(f.Place)
			}
			if fees != b.FeeLeft(0) || method == payments.ByCard && left != b.Left() {
				t.Fatalf("%d and %d are left of the parts, %d and %d of the order", left, fees, b.Left(), b.FeeLeft(0))
			}
		}
	})
}

func TestDecide_FeeGoesBackOnceForEachFulfilment(t *testing.T) {
	part := func(place int) orders.Fulfilment {
		return orders.Fulfilment{
			Place: place, Status: orders.Delivered, Totals: money.Totals{Subtotal: 500, Fee: 100, Total: 600},
		}
	}
	b := Basis{
		Order: &orders.Order{
			Status: orders.Delivered, Payment: orders.Payment{Method: payments.ByCard},
			Fulfilments: []orders.Fulfilment{part(1), part(2)},
		},
		Attempt: payments.Attempt{Key: "o", State: payments.Confirmed, Captured: 1200},
	}
	fee := func(place int) (Refund, error) {
		return Decide(b, Wish{Place: place, Delivery: true, Reason: "late"}, time.Now())
	}
	first, err := fee(1)
	if err != nil || first.Amount != 100 {
		t.Fatalf("the fee of a part: %+v, %v", first, err)
	}
	b.Earlier, b.Attempt.Refunded = []Refund{first}, 100
	if again, err := fee(1); apperr.CodeOf(err) != apperr.RefundTooMuch {
		t.Errorf("the same fee again: %+v, %v", again, err)
	}
	rest, err := fee(0)
	if err != nil || rest.Amount != 100 || rest.Parts[2] != 100 {
		t.Errorf("the house gives the other fee back: %+v, %v", rest, err)
	}
}

func TestDecide_CashGoesBackOnceItWasPaid(t *testing.T) {
	now := time.Now()
	b := Basis{Order: &orders.Order{
		Status: orders.Delivered, Payment: orders.Payment{Method: payments.Cash},
		Fulfilments: []orders.Fulfilment{{Place: 1, Totals: money.Totals{Subtotal: 500, Total: 500}}},
	}}
	wish := Wish{Place: 1, Amount: 500, Reason: "damaged"}
	for _, status := range []orders.Status{orders.Placed, orders.OutForDelivery, orders.Cancelled, orders.Returned} {
		b.Order.Fulfilments[0].Status = status
		if r, err := Decide(b, wish, now); apperr.CodeOf(err) != apperr.RefundImpossible {
			t.Errorf("%s: %+v, %v", status, r, err)
		}
	}
	b.Order.Fulfilments[0].Status = orders.Delivered
	staff := orders.Actor{Kind: orders.Admin, UserID: "s"}
	b.Order.Events = []orders.Event{
		{ID: "1", Fulfilment: 1, Status: orders.OutForDelivery, At: now.Add(-time.Hour), Actor: staff},
		{ID: "2", Fulfilment: 1, Status: orders.Delivered, At: now.Add(-time.Second), Actor: staff},
	}
	if r, err := Decide(b, wish, now); apperr.CodeOf(err) != apperr.RefundImpossible || b.LeftFor(1, now) != 0 {
		t.Errorf("while the delivery can be undone: %+v, %v", r, err)
	}
	r, err := Decide(b, wish, now.Add(time.Minute))
	if err != nil || r.State != Manual || r.Amount != 500 || r.Currency != payments.Dollars {
		t.Errorf("after that: %+v, %v", r, err)
	}
}

// pieces is what a line should be, kept apart from how refunds are stored.
type pieces struct{ paid, refunded int }

// Promise: whatever is refunded, taken off and lowered in whatever order before an order leaves, a piece and a fee go
// back once, and the shop holds what the rest was paid with.
func TestSettlement_PieceGoesBackOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, now := delivered(t, payments.ByCard), time.Now()
		b.Order.Status = orders.Preparing
		model, fees := make([]pieces, len(b.Order.Lines)), make([]money.Cents, len(b.Order.Fulfilments))
		for i := range b.Order.Lines {
			model[i].paid = b.Order.Lines[i].Quantity
		}
		for i := range b.Order.Fulfilments {
			b.Order.Fulfilments[i].Status = orders.Preparing
			fees[i] = b.Order.Fulfilments[i].Totals.Fee
		}
		add := func(r Refund) {
			b.Earlier = append(b.Earlier, r)
			b.Attempt.Refunded += r.Amount
		}
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			i := rapid.IntRange(0, len(b.Order.Lines)-1).Draw(t, "line")
			line, m := &b.Order.Lines[i], &model[i]
			f := b.Order.Part(line.Fulfilment)
			n := rapid.IntRange(1, 4).Draw(t, "pieces")
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				w := Wish{Place: f.Place, Reason: "missing", Lines: []Line{{ProductID: line.ProductID, Quantity: n}}}
				r, err := Decide(b, w, now)
				if (err == nil) != (n <= m.paid) {
					t.Fatalf("%d of %+v: %+v, %v", n, m, r, err)
				}
				if err == nil {
					add(r)
					m.paid, m.refunded = m.paid-n, m.refunded+n
				}
			case 1:
				n = min(n, line.Left())
				line.Removed += n
				f.Totals.Subtotal -= line.UnitPrice.Times(n)
				gone := min(n, m.refunded)
				m.refunded, m.paid = m.refunded-gone, m.paid-(n-gone)
			case 2:
				if r, err := Decide(b, Wish{Place: f.Place, Delivery: true, Reason: "late"}, now); err == nil {
					add(r)
					fees[f.Place-1] = 0
				}
			default:
				fee := money.Cents(rapid.Int64Range(0, int64(f.Totals.Fee)).Draw(t, "fee"))
				f.FeeCut += f.Totals.Fee - fee
				f.Totals.Fee = fee
				fees[f.Place-1] = min(fees[f.Place-1], fee)
			}
			f.Totals.Total = f.Totals.Subtotal + f.Totals.Fee
			if r := settlement(b, now); r.ID != "" {
				add(r)
			}
			var held money.Cents
			for i := range model {
				if left := b.PiecesLeft(0)[b.Order.Lines[i].ProductID]; left != model[i].paid {
					t.Fatalf("%d pieces are left of %+v", left, model[i])
				}
				held += b.Order.Lines[i].UnitPrice.Times(model[i].paid)
			}
			for _, fee := range fees {
				held += fee
			}
			if b.held() != held || b.Left() != held {
				t.Fatalf("%d is held and %d left, what stands was paid with %d", b.held(), b.Left(), held)
			}
		}
	})
}

func TestDecide_NoFulfilmentPaysForWhatAnotherGaveBackTooMuch(t *testing.T) {
	part := func(place int) orders.Fulfilment {
		return orders.Fulfilment{
			Place: place, Status: orders.Preparing, Totals: money.Totals{Subtotal: 3000, Total: 3000},
		}
	}
	b := Basis{
		Order: &orders.Order{
			Number: "1", Status: orders.Preparing, Payment: orders.Payment{Method: payments.ByCard},
			Fulfilments: []orders.Fulfilment{part(1), part(2)},
		},
		Attempt: payments.Attempt{Key: "o", State: payments.Confirmed, Captured: 6000, Refunded: 2500},
		Earlier: []Refund{{State: Done, Amount: 2500, Parts: map[int]money.Cents{1: 2500}}},
	}
	// A piece of 10 dollars is taken off the part of which 25 of 30 went back.
	b.Order.Fulfilments[0].Totals = money.Totals{Subtotal: 2000, Total: 2000}
	if got := b.owed(); got != 500 {
		t.Errorf("%d goes back, 500 was left of the part", got)
	}
}
