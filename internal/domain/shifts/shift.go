// Package shifts is the courier's bag: the cash that a courier is given, takes and gives as change during a shift, the
// orders taken along, and what is counted at the end.
package shifts

import (
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/cash"
	"dawa/internal/domain/orders"
)

// State is how far a shift has come.
type State string

// The states of a shift. One that was counted is open again when something is added to it; a closed one never changes.
const (
	Open    State = "open"
	Counted State = "counted"
	Closed  State = "closed"
)

// Kind says what a movement is.
type Kind string

// The kinds of movements.
const (
	Float       Kind = "float"
	Taken       Kind = "taken"
	Delivered   Kind = "delivered"
	Received    Kind = "received"
	ChangeGiven Kind = "change"
	Undelivered Kind = "undelivered"
	Returned    Kind = "returned"
	CountMade   Kind = "counted"
	Difference  Kind = "difference"
	SignedOff   Kind = "signed_off"
)

// Shift is a courier's bag from the float to the close-out.
type Shift struct {
	ID string
	// StoreID is a store, or roles.House.
	StoreID string
	// StoreName is the name of a store that still exists, in Arabic where the store has one.
	StoreName text.Pair
	Courier   Person
	State     State
	OpenedBy  Person
	OpenedAt  time.Time
	// Expected is what has to be in the bag: the float and what was received, without the change that was given.
	Expected cash.Amount
	// Count is what was counted; it holds unless the state is Open.
	Count Count
	// SignedBy is the second person, never the courier.
	SignedBy Person
	ClosedAt time.Time
	// Movements is how many there are.
	Movements int
	// Orders are those taken along, in the order in which they were.
	Orders []Carried
	// Log are the movements, oldest first; lists leave it out.
	Log []Movement
}

// Person is somebody with a name, which is empty once they are gone.
type Person struct{ ID, Name string }

// Count is what was counted in the bag. Expected + Difference = Amount.
type Count struct {
	Amount, Difference cash.Amount
	Reason             string
	By                 Person
	At                 time.Time
}

// CarriedState is what became of an order that was taken along.
type CarriedState string

// The states of an order in a bag.
const (
	Out       CarriedState = "out"
	WasHanded CarriedState = "delivered"
	CameBack  CarriedState = "undelivered"
)

// Carried is a fulfilment that a courier took along.
type Carried struct {
	OrderID string
	Place   int
	State   CarriedState
	// Due is what has to be collected: dollars, or pounds, at the rate that the order froze. It is 0 when it is paid.
	Due cash.Bill
	// Order is the order as it is now; nil in lists.
	Order *orders.Order
}

// FulfilmentID names the fulfilment.
func (c *Carried) FulfilmentID() string { return orders.FulfilmentID(c.OrderID, c.Place) }

// Movement is one entry of a shift. Movements are only ever added.
type Movement struct {
	Number int
	// Key was made by the device that sent it; Request is a hash of what it sent.
	Key, Request string
	Kind         Kind
	OrderID      string
	Place        int
	ProductID    string
	Pieces       int
	Amount       cash.Amount
	// Rate is the one that the order froze.
	Rate   int64
	Reason string
	By     Person
	// MadeAt is when it happened by the device's clock, At when it arrived.
	MadeAt, At time.Time
}

// effect is what a movement changes in the bag.
func (m *Movement) effect() cash.Amount {
	switch m.Kind {
	case Float, Received:
		return m.Amount
	case ChangeGiven:
		return minus(cash.Amount{}, m.Amount)
	}
	return cash.Amount{}
}

// Expect adds up what has to be in the bag after these movements.
func Expect(log []Movement) cash.Amount {
	var sum cash.Amount
	for i := range log {
		sum = plus(sum, log[i].effect())
	}
	return sum
}

// Collected is what was received for a fulfilment and what was given as change.
func (s *Shift) Collected(orderID string, place int) (received, change cash.Amount) {
	for i := range s.Log {
		m := &s.Log[i]
		if m.OrderID != orderID || m.Place != place {
			continue
		}
		switch m.Kind {
		case Received:
			received = plus(received, m.Amount)
		case ChangeGiven:
			change = plus(change, m.Amount)
		}
	}
	return received, change
}

func (s *Shift) carried(orderID string, place int) *Carried {
	for i := range s.Orders {
		if c := &s.Orders[i]; c.OrderID == orderID && c.Place == place {
			return c
		}
	}
	return nil
}

// out tells whether an order is neither delivered nor brought back.
func (s *Shift) out() bool {
	for i := range s.Orders {
		if s.Orders[i].State == Out {
			return true
		}
	}
	return false
}

func plus(a, b cash.Amount) cash.Amount {
	return cash.Amount{Cents: a.Cents + b.Cents, Pounds: a.Pounds + b.Pounds}
}

func minus(a, b cash.Amount) cash.Amount {
	return cash.Amount{Cents: a.Cents - b.Cents, Pounds: a.Pounds - b.Pounds}
}

// The most that a movement may hold: far above what fits into a bag.
const (
	maxCents  money.Cents  = 100_000_00
	maxPounds money.Pounds = 10_000_000_000
)
