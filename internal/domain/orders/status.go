package orders

import (
	"slices"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/roles"
)

// Status is how far an order has come; contract/shop.json lists them and the moves between them.
type Status string

// The statuses that the shop itself acts on.
const (
	Placed         Status = "placed"
	Confirmed      Status = "confirmed"
	Preparing      Status = "preparing"
	OutForDelivery Status = "out_for_delivery"
	DeliveryFailed Status = "delivery_failed"
	Delivered      Status = "delivered"
	Cancelled      Status = "cancelled"
	Returned       Status = "returned"
)

// Known tells whether s is one of the statuses.
func (s Status) Known() bool { return slices.Contains(contract.Shop().Orders.Statuses, string(s)) }

// Next lists where a fulfilment may go from s.
func (s Status) Next() []Status {
	next := []Status{}
	for _, to := range contract.Shop().Orders.Transitions[string(s)] {
		next = append(next, Status(to))
	}
	return next
}

// Open tells whether somebody still has to work on an order with this status.
func (s Status) Open() bool { return s != Delivered && s != Cancelled && s != Returned }

// Action is what somebody must be allowed to do to bring a fulfilment to the status.
func (s Status) Action() roles.Action {
	switch s {
	case OutForDelivery, Delivered, DeliveryFailed:
		return roles.DeliverOrders
	case Returned:
		return roles.RefundOrders
	}
	return roles.PrepareOrders
}

// beforePreparing tells whether nobody has begun to prepare it.
func (s Status) beforePreparing() bool { return s == Placed || s == Confirmed }

// Cancellable tells whether the customer can still call the order off: nobody prepares any of it.
func (o *Order) Cancellable() bool {
	off := true
	for _, f := range o.Fulfilments {
		if f.Status != Cancelled && !f.Status.beforePreparing() {
			return false
		}
		off = off && f.Status == Cancelled
	}
	return !off
}

// Move takes a fulfilment to the next status and writes it down. Codes: StatusInvalid, OrderAsking,
// OrderCallFirst, OrderTransition.
func (o *Order) Move(event Event) error {
	f := o.Part(event.Fulfilment)
	if f == nil {
		return apperr.New(apperr.OrderNotFound)
	}
	if !event.Status.Known() {
		return apperr.New(apperr.StatusInvalid)
	}
	if f.Asking() && event.Status != Cancelled {
		return apperr.New(apperr.OrderAsking)
	}
	if !contract.Shop().MayMove(string(f.Status), string(event.Status)) {
		return apperr.New(apperr.OrderTransition).WithDetail("status", f.Status).WithDetail("next", f.Status.Next())
	}
	if err := o.checkCall(event.Status); err != nil {
		return err
	}
	f.Status = event.Status
	o.Events = append(o.Events, event)
	o.changed(f)
	return nil
}

// changed notes that a fulfilment is another now.
func (o *Order) changed(f *Fulfilment) {
	f.Version++
	o.Version++
	o.add()
	o.Replay()
}
