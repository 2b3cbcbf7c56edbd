package orders

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/roles"
)

// Fulfilment is the part of an order that one store prepares and delivers; the house is a store, too. It moves on by
// itself, and the order's status follows.
type Fulfilment struct {
	ID string
	// Place is its number within the order, from 1.
	Place int
	// StoreID is the store's id, or roles.House.
	StoreID string
	// StoreName is the name of a store that still exists, in Arabic where the store has one.
	StoreName text.Pair
	Status    Status
	// Totals are of its lines, with its share of the delivery fee.
	Totals money.Totals
	// Address is where it goes: the order's, unless the staff replaced it.
	Address Address
	// StaffNote is what the staff wrote down about it; the customer never sees it.
	StaffNote string
	// FeeCut is what the staff took off its share of the delivery fee.
	FeeCut money.Cents
	// Question is the last reduction that the customer was asked about.
	Question Question
	// AnswerTime is how long its store waits for the customer's answer; zero is as long as the shop does.
	AnswerTime time.Duration
	// Promised is when it arrives, as the customer was told when ordering.
	Promised Promise
	Version  int64
}

// Promise is when a fulfilment arrives: between From and To, or at any time until To when From is zero. The zero value
// promises nothing.
type Promise struct{ From, To time.Time }

// FulfilmentID is the id of a fulfilment: whoever knows the order's knows those of its parts.
func FulfilmentID(orderID string, place int) string { return orderID + "-" + strconv.Itoa(place) }

// ParseFulfilmentID tells which part of which order an id names; ok is false for what cannot be one.
func ParseFulfilmentID(id string) (orderID string, place int, ok bool) {
	orderID, digits, found := strings.Cut(id, "-")
	place, err := strconv.Atoi(digits)
	return orderID, place, found && err == nil && place > 0 && orderID != "" && strconv.Itoa(place) == digits
}

// InHouse tells whether the house itself fulfils it.
func (f *Fulfilment) InHouse() bool { return f.StoreID == roles.House }

// Off tells whether nothing has to be paid for it any more.
func (f *Fulfilment) Off() bool { return f.Status == Cancelled || f.Status == Returned }

// divide makes one fulfilment for each store, in the order in which the cart names them, and tells each line which
// one is its own. The fee is shared by what the lines cost, to the cent.
func divide(lines []Line, stores []string, fee money.Cents) []Fulfilment {
	var parts []Fulfilment
	for i := range lines {
		store := stores[i]
		if store == "" {
			store = roles.House
		}
		at := slices.IndexFunc(parts, func(f Fulfilment) bool { return f.StoreID == store })
		if at < 0 {
			at = len(parts)
			parts = append(parts, Fulfilment{Place: at + 1, StoreID: store, Status: Placed, Version: 1})
		}
		lines[i].Fulfilment = at + 1
		parts[at].Totals.Subtotal += lines[i].Total()
	}
	weights := make([]money.Cents, len(parts))
	for i, f := range parts {
		weights[i] = f.Totals.Subtotal
	}
	for i, share := range money.Split(fee, weights) {
		parts[i].Totals.Fee, parts[i].Totals.Total = share, parts[i].Totals.Subtotal+share
	}
	return parts
}

// LinesOf are the lines of the fulfilment at a place.
func (o *Order) LinesOf(place int) []Line {
	var lines []Line
	for _, l := range o.Lines {
		if l.Fulfilment == place {
			lines = append(lines, l)
		}
	}
	return lines
}

// Part is the fulfilment at a place, nil when there is none.
func (o *Order) Part(place int) *Fulfilment {
	if place < 1 || place > len(o.Fulfilments) {
		return nil
	}
	return &o.Fulfilments[place-1]
}

// Due is what the customer owes or has paid for what was neither cancelled nor returned.
func (o *Order) Due() money.Cents {
	var due money.Cents
	for i := range o.Fulfilments {
		if f := &o.Fulfilments[i]; !f.Off() {
			due += f.Totals.Total
		}
	}
	return due
}

// add sums the fulfilments up: the order is never anything else.
func (o *Order) add() {
	o.Totals = money.Totals{}
	for _, f := range o.Fulfilments {
		o.Totals.Subtotal += f.Totals.Subtotal
		o.Totals.Fee += f.Totals.Fee
		o.Totals.Total += f.Totals.Total
	}
}

// progress is how far a status is on the way to the customer.
var progress = []Status{Placed, Confirmed, Preparing, DeliveryFailed, OutForDelivery, Delivered}

// derive is the status of an order whose fulfilments have these: that of the one that is furthest behind. What was
// cancelled counts only when all is, what was returned only when nothing else was delivered.
func derive(statuses []Status) Status {
	behind, returned := -1, false
	for _, s := range statuses {
		returned = returned || s == Returned
		if at := slices.Index(progress, s); at >= 0 && (behind < 0 || at < behind) {
			behind = at
		}
	}
	switch {
	case behind >= 0:
		return progress[behind]
	case returned:
		return Returned
	}
	return Cancelled
}

// Replay works the order's status and history out from its fulfilments and their events.
func (o *Order) Replay() {
	statuses := make([]Status, len(o.Fulfilments))
	for i := range statuses {
		statuses[i] = Placed
	}
	o.History = nil
	for _, e := range o.Events {
		if e.Undone {
			continue
		}
		for i := range statuses {
			if e.Fulfilment == 0 || e.Fulfilment == i+1 {
				statuses[i] = e.Status
			}
		}
		status := derive(statuses)
		if len(o.History) == 0 || o.History[len(o.History)-1].Status != status {
			e.Status = status
			o.History = append(o.History, e)
		}
	}
	for i, f := range o.Fulfilments {
		statuses[i] = f.Status
	}
	o.Status = derive(statuses)
}

// EventsOf are the steps of the fulfilment at a place that still count, oldest first.
func (o *Order) EventsOf(place int) []Event {
	var found []Event
	for _, e := range o.Events {
		if !e.Undone && (e.Fulfilment == 0 || e.Fulfilment == place) {
			found = append(found, e)
		}
	}
	return found
}

// Next lists where the order's fulfilments may go.
func (o *Order) Next() []Status {
	next := []Status{}
	for _, f := range o.Fulfilments {
		for _, to := range f.Status.Next() {
			if o.checkCall(to) != nil {
				continue
			}
			if !slices.Contains(next, to) {
				next = append(next, to)
			}
		}
	}
	return next
}
