package orders

import (
	"slices"

	"dawa/contract"
	"dawa/internal/base/apperr"
)

// Status is how far an order has come; contract/shop.json lists them and the moves between them.
type Status string

// The statuses that the shop itself acts on.
const (
	Placed         Status = "placed"
	OutForDelivery Status = "out_for_delivery"
	Delivered      Status = "delivered"
	Cancelled      Status = "cancelled"
)

// Known tells whether s is one of the statuses.
func (s Status) Known() bool { return slices.Contains(contract.Shop().Orders.Statuses, string(s)) }

// Next lists where an order may go from s.
func (s Status) Next() []Status {
	next := []Status{}
	for _, to := range contract.Shop().Orders.Transitions[string(s)] {
		next = append(next, Status(to))
	}
	return next
}

// Final tells whether an order stays where it is.
func (s Status) Final() bool { return len(s.Next()) == 0 }

// Cancellable tells whether the order can still be called off.
func (o *Order) Cancellable() bool {
	return contract.Shop().MayMove(string(o.Status), string(Cancelled))
}

// Move takes the order to the next status and writes it down. Codes: StatusInvalid,
// OrderTransition.
func (o *Order) Move(event Event) error {
	if !event.Status.Known() {
		return apperr.New(apperr.StatusInvalid)
	}
	if !contract.Shop().MayMove(string(o.Status), string(event.Status)) {
		return apperr.New(apperr.OrderTransition).WithDetail("status", o.Status).WithDetail("next", o.Status.Next())
	}
	o.Status = event.Status
	o.History = append(o.History, event)
	o.Version++
	return nil
}
