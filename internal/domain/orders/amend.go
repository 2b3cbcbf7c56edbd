package orders

import (
	"context"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/outbox"
)

// amendable tells whether fee and address can still be changed: it is not delivered and not off.
func (f *Fulfilment) amendable() bool { return f.Status.Open() && f.Status != OutForDelivery }

// Amendable tells whether the staff can still change lines, fee or address of the fulfilment.
func (f *Fulfilment) Amendable() bool { return f.Reducible() || f.amendable() }

// amend changes one fulfilment that has not left the store.
func (s *Service) amend(ctx context.Context, storeID, fulfilmentID string, version int64, userID, audit string,
	change func(o *Order, f *Fulfilment, c *Change, id string) error) (*Order, error) {
	now := s.now()
	id := newID(now)
	return s.changePart(ctx, storeID, fulfilmentID, id, func(o *Order, f *Fulfilment) (Change, error) {
		if version != 0 && version != f.Version {
			return Change{}, apperr.New(apperr.OrderChanged)
		}
		if !f.amendable() {
			return Change{}, apperr.New(apperr.OrderTransition).WithDetail("status", f.Status).
				WithDetail("next", f.Status.Next())
		}
		c := Change{Actor: Actor{Kind: Admin, UserID: userID}, At: now, Audit: audit}
		if err := change(o, f, &c, id); err != nil {
			return Change{}, err
		}
		o.changed(f)
		return c, nil
	})
}

// LowerFee lowers the delivery fee of a fulfilment; it never raises it. What was paid by card goes back. Codes:
// OrderNotFound, OrderChanged, OrderTransition, InvalidFields.
func (s *Service) LowerFee(ctx context.Context, storeID, fulfilmentID string, fee money.Cents, version int64,
	userID string) (*Order, error) {
	return s.amend(ctx, storeID, fulfilmentID, version, userID, "order_fee",
		func(o *Order, f *Fulfilment, c *Change, id string) (err error) {
			if fee < 0 || fee >= f.Totals.Fee {
				return apperr.Invalid(map[string]string{"fee": "fee_lower"})
			}
			c.Edits = append(c.Edits, Edit{Field: "fee", Old: f.Totals.Fee.String(), New: fee.String()})
			f.FeeCut += f.Totals.Fee - fee
			f.Totals.Fee, f.Totals.Total = fee, f.Totals.Subtotal+fee
			c.Jobs, err = s.giveBackJobs(o, id)
			return err
		})
}

// ReplaceAddress sends a fulfilment somewhere else in the same city: the fee was for delivering there. The customer is
// told. Codes: OrderNotFound, OrderChanged, OrderTransition, InvalidFields.
func (s *Service) ReplaceAddress(ctx context.Context, storeID, fulfilmentID string, to AddressInput, version int64,
	userID string) (*Order, error) {
	address, err := checkAddress(to, Buyer{})
	if err != nil {
		return nil, err
	}
	return s.amend(ctx, storeID, fulfilmentID, version, userID, "order_address",
		func(o *Order, f *Fulfilment, c *Change, id string) error {
			if !to.named() {
				address.FirstName, address.LastName = f.Address.FirstName, f.Address.LastName
			}
			if address.State == "" {
				address.State = f.Address.State
			}
			if !addresses.SamePlace(address.City, f.Address.City) ||
				!addresses.SamePlace(address.State, f.Address.State) {
				return apperr.Invalid(map[string]string{"city": "city_zone"})
			}
			if f.Address == address {
				return nil
			}
			f.Address = address
			c.Edits = append(c.Edits, Edit{Field: "address"})
			job, err := outbox.New(EmailJob, emailPayload{OrderID: o.ID, Status: AboutAddress, Fulfilment: f.Place})
			job.ID = jobID(id, 0)
			c.Jobs = append(c.Jobs, job)
			return err
		})
}
