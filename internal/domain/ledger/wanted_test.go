package ledger

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"dawa/internal/base/money"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/refunds"
)

// history is an order of one to five stores, and what was booked for it.
type history struct {
	order      *orders.Order
	refunds    []refunds.Refund
	commission []BasisPoints
	entries    []Entry
}

func newHistory(r *rand.Rand) *history {
	h := &history{order: &orders.Order{ID: "o"}}
	h.order.Payment.Method = []payments.Method{payments.Cash, payments.ByCard}[r.IntN(2)]
	fee := money.Cents(r.IntN(500))
	var weights []money.Cents
	for place := 1; place <= 1+r.IntN(5); place++ {
		f := orders.Fulfilment{Place: place, StoreID: fmt.Sprint("s", place), Status: orders.Placed}
		for range 1 + r.IntN(3) {
			line := orders.Line{
				ProductID: fmt.Sprint("p", len(h.order.Lines)), UnitPrice: money.Cents(1 + r.IntN(5000)),
				Quantity: 1 + r.IntN(4), Fulfilment: place,
			}
			h.order.Lines = append(h.order.Lines, line)
			f.Totals.Subtotal += line.Total()
		}
		h.order.Fulfilments = append(h.order.Fulfilments, f)
		h.commission = append(h.commission, BasisPoints(r.IntN(3000)))
		weights = append(weights, f.Totals.Subtotal)
	}
	for i, share := range money.Split(fee, weights) {
		f := &h.order.Fulfilments[i]
		f.Totals.Fee, f.Totals.Total = share, f.Totals.Subtotal+share
		h.order.Totals.Fee += share
		h.order.Totals.Total += f.Totals.Total
	}
	return h
}

// book does what a job does; a job may be lost in a crash before it ends and be done again.
func (h *history) book() {
	for i := range h.order.Fulfilments {
		h.entries = append(h.entries, Missing(h.basis(i))...)
	}
}

func (h *history) basis(i int) Basis {
	b := Basis{
		Order: h.order, Part: &h.order.Fulfilments[i], Refunds: h.refunds, Commission: h.commission[i],
		Booked: map[Kind]money.Cents{},
	}
	for _, e := range h.entries {
		if e.Place == i+1 {
			b.Booked[e.Kind] += e.Amount
		}
	}
	return b
}

// change does one of the things that happen to an order.
func (h *history) change(r *rand.Rand) {
	f := &h.order.Fulfilments[r.IntN(len(h.order.Fulfilments))]
	switch f.Status {
	case orders.Placed:
		f.Status = []orders.Status{orders.OutForDelivery, orders.Cancelled}[r.IntN(4)/3]
	case orders.OutForDelivery:
		f.Status = orders.Delivered
	case orders.Delivered:
		switch r.IntN(6) {
		case 0:
			f.Status = orders.OutForDelivery // undone
		case 1:
			f.Status = orders.Returned
		default:
			line := h.order.Lines[r.IntN(len(h.order.Lines))]
			refund := refunds.Refund{State: []refunds.State{refunds.Done, refunds.Failed, refunds.Pending}[r.IntN(3)]}
			switch r.IntN(3) {
			case 0:
				refund.Amount = line.UnitPrice
				refund.Parts = map[int]money.Cents{line.Fulfilment: line.UnitPrice}
			case 1:
				refund.Delivery, refund.Amount, refund.Parts = true, h.order.Totals.Fee, map[int]money.Cents{}
				for _, f := range h.order.Fulfilments {
					refund.Parts[f.Place] = f.Totals.Fee
				}
			default:
				refund.Amount = money.Cents(1 + r.IntN(2000))
				refund.Parts = map[int]money.Cents{f.Place: refund.Amount}
			}
			h.refunds = append(h.refunds, refund)
		}
	case orders.Returned:
		f.Status = orders.Delivered // undone
	}
}

// Whatever happens to orders and however often and late it is booked: all accounts add up to zero, each store has what
// its orders say, and a store never owes more than it took at the door.
func TestMissing_RandomHistoriesStayBalanced(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 10_000 {
		h := newHistory(r)
		for range r.IntN(20) {
			h.change(r)
			if r.IntN(2) == 0 {
				h.book()
			}
		}
		h.book()
		before := len(h.entries)
		h.book()
		if len(h.entries) != before {
			t.Fatalf("history %d: booking twice added %v", n, h.entries[before:])
		}
		h.check(t, n)
	}
}

func (h *history) check(t *testing.T, n int) {
	t.Helper()
	accounts := map[Account]money.Cents{}
	for _, e := range h.entries {
		from, to, amount := e.Accounts()
		if amount <= 0 || from == to {
			t.Fatalf("history %d: the entry %+v moves %d from %s to %s", n, e, amount, from, to)
		}
		accounts[from] -= amount
		accounts[to] += amount
	}
	var sum money.Cents
	for _, balance := range accounts {
		sum += balance
	}
	if sum != 0 {
		t.Fatalf("history %d: the accounts add up to %d", n, sum)
	}
	for i := range h.order.Fulfilments {
		f, b := &h.order.Fulfilments[i], h.basis(i)
		kept := b.Booked[Sale] + b.Booked[Fee] + b.Booked[Refund]
		switch f.Status {
		case orders.Delivered:
			if b.Booked[Sale] != f.Totals.Subtotal || b.Booked[Fee] != f.Totals.Fee || kept < 0 {
				t.Fatalf("history %d: %+v of %+v", n, b.Booked, f.Totals)
			}
		default:
			if kept != 0 || b.Booked[Commission] != 0 || b.Booked[Cash] != 0 {
				t.Fatalf("history %d: %s has %+v", n, f.Status, b.Booked)
			}
		}
		if h.order.Payment.Method == payments.Cash && b.Booked[Cash] != -kept {
			t.Fatalf("history %d: the store took %d of %d", n, b.Booked[Cash], kept)
		}
		if -b.Booked[Commission] > kept {
			t.Fatalf("history %d: a commission of %d on %d", n, b.Booked[Commission], kept)
		}
	}
}

// A store gave its delivery fee back; then the house gave back a piece and the fees of the others in one refund.
func TestWanted_FeeThatWentBackIsNotTakenForGoods(t *testing.T) {
	f := orders.Fulfilment{
		Place: 1, StoreID: "s", Status: orders.Delivered, Totals: money.Totals{Subtotal: 1000, Fee: 200, Total: 1200},
	}
	b := Basis{
		Order: &orders.Order{Fulfilments: []orders.Fulfilment{f}}, Part: &f, Commission: 1000,
		Refunds: []refunds.Refund{
			{State: refunds.Done, Delivery: true, Amount: 200, Parts: map[int]money.Cents{1: 200}},
			{State: refunds.Done, Delivery: true, Amount: 700, Parts: map[int]money.Cents{1: 500, 2: 200}},
		},
	}
	if got := Wanted(b); got[Refund] != -700 || got[Commission] != -50 {
		t.Errorf("booked %v", got)
	}
}

func TestBasisPoints_RoundHalfUpToTheCent(t *testing.T) {
	for _, c := range []struct {
		bp           BasisPoints
		amount, want money.Cents
	}{{1000, 1005, 101}, {1000, 1004, 100}, {0, 999, 0}, {10_000, 999, 999}, {1250, 4, 1}, {1250, 3, 0}} {
		if got := c.bp.of(c.amount); got != c.want {
			t.Errorf("%s %% of %d is %d, not %d", c.bp, c.amount, got, c.want)
		}
	}
}

// A piece and the fee went back before the store took the piece off and lowered the fee: it sold what is left, and the
// refunds were not of that.
func TestWanted_WhatWasTakenOffAfterItWentBackCostsNothing(t *testing.T) {
	f := orders.Fulfilment{
		Place: 1, StoreID: "s", Status: orders.Delivered, FeeCut: 200,
		Totals: money.Totals{Subtotal: 1000, Fee: 100, Total: 1100},
	}
	b := Basis{
		Order: &orders.Order{
			Fulfilments: []orders.Fulfilment{f},
			Lines:       []orders.Line{{ProductID: "p", UnitPrice: 1000, Quantity: 2, Removed: 1, Fulfilment: 1}},
		},
		Part: &f, Commission: 1000,
		Refunds: []refunds.Refund{
			{
				State: refunds.Done, Amount: 1000, Parts: map[int]money.Cents{1: 1000},
				Lines: []refunds.Line{{ProductID: "p", Quantity: 1, Amount: 1000, Of: 2}},
			},
			{State: refunds.Done, Delivery: true, Amount: 300, Parts: map[int]money.Cents{1: 300}},
		},
	}
	if got := Wanted(b); got[Sale] != 1000 || got[Refund] != -100 || got[Commission] != -100 {
		t.Errorf("booked %v", got)
	}
}
