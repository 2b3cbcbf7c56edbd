package orders

import (
	"context"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/payments"
)

// Known is what the shop knows of a customer who orders.
type Known struct {
	// VerifiedEmail says that the customer opened a link that was sent to the address.
	VerifiedEmail bool
	// Delivered says that an earlier order reached the customer.
	Delivered bool
}

// NeedsCall tells whether somebody must call the customer before an order that is paid like this is prepared: with
// cash a stranger has given nothing away yet that could be theirs.
func (l Limits) NeedsCall(method payments.Method, customer Known) bool {
	return l.CallFirst && method == payments.Cash && !customer.VerifiedEmail && !customer.Delivered
}

// AwaitsCall tells whether the staff has to call the customer before the order can be prepared.
func (o *Order) AwaitsCall() bool { return o.CallFirst && o.Status.beforePreparing() }

// RecordCall notes that somebody of the staff reached the customer by phone; the order can be prepared now, by all of
// its stores. Noting it twice is no error. StoreID is empty for the house. Code: OrderNotFound.
func (s *Service) RecordCall(ctx context.Context, storeID, fulfilmentID, userID string) (*Order, error) {
	now := s.now()
	return s.changePart(ctx, storeID, fulfilmentID, newID(now), func(o *Order, f *Fulfilment) (Change, error) {
		change := Change{Actor: Actor{Kind: Admin, UserID: userID}, At: now}
		if o.CallFirst {
			o.CallFirst, change.Audit = false, "order_called"
			o.changed(f)
		}
		return change, nil
	})
}

// RecordCallOf is RecordCall for the house, by the order's number. Code: OrderNotFound.
func (s *Service) RecordCallOf(ctx context.Context, number, userID string) (*Order, error) {
	order, err := s.reader.Order(ctx, number)
	if err != nil {
		return nil, err
	}
	return s.RecordCall(ctx, "", FulfilmentID(order.ID, 1), userID)
}

// checkCall refuses to prepare an order whose customer nobody has called. Code: OrderCallFirst.
func (o *Order) checkCall(to Status) error {
	if o.CallFirst && to == Preparing {
		return apperr.New(apperr.OrderCallFirst)
	}
	return nil
}
