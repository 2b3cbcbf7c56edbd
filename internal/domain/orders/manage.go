package orders

import (
	"context"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// History lists a user's orders, newest first.
func (s *Service) History(ctx context.Context, userID string, limit,
	offset int) (found []*Order, total int, err error) {
	return s.reader.List(ctx, Filter{UserID: userID, Limit: limit, Offset: offset})
}

// Of reads an order for its owner or an admin; for anybody else it does not exist. Code:
// OrderNotFound.
func (s *Service) Of(ctx context.Context, number, userID string, admin bool) (*Order, error) {
	order, err := s.reader.Order(ctx, number)
	if err != nil {
		return nil, err
	}
	if !admin && (userID == "" || order.UserID != userID) {
		return nil, apperr.New(apperr.OrderNotFound)
	}
	return order, nil
}

// List lists orders for admins, newest first, with who ordered.
func (s *Service) List(ctx context.Context, f Filter) (found []*Order, buyers map[string]Buyer, total int, err error) {
	f.Part = text.FoldDigits(validate.Clean(f.Part))
	found, total, err = s.reader.List(ctx, f)
	if err != nil {
		return nil, nil, 0, err
	}
	buyers, err = s.buyers(ctx, found...)
	return found, buyers, total, err
}

// BuyerOf reads who ordered; one who is gone is the zero Buyer.
func (s *Service) BuyerOf(ctx context.Context, o *Order) (Buyer, error) {
	found, err := s.buyers(ctx, o)
	return found[o.UserID], err
}

func (s *Service) buyers(ctx context.Context, orders ...*Order) (map[string]Buyer, error) {
	ids := make([]string, 0, len(orders))
	for _, o := range orders {
		if o.UserID != "" {
			ids = append(ids, o.UserID)
		}
	}
	if len(ids) == 0 {
		return map[string]Buyer{}, nil
	}
	return s.reader.Buyers(ctx, ids)
}

// Cancel calls an order off for its owner; calling it off twice is no error. Codes: OrderNotFound,
// OrderNotCancelable.
func (s *Service) Cancel(ctx context.Context, number, userID string, admin bool) (*Order, error) {
	order, err := s.Of(ctx, number, userID, admin)
	if err != nil {
		return nil, err
	}
	if order.Status == Cancelled {
		return order, nil
	}
	kind := Customer
	if order.UserID != userID {
		kind = Admin
	}
	order, err = s.move(ctx, number, Cancelled, Actor{Kind: kind, UserID: userID}, "")
	if apperr.CodeOf(err) == apperr.OrderTransition {
		return nil, apperr.Wrap(apperr.OrderNotCancelable, err)
	}
	return order, err
}

// Move takes an order to another status for an admin. Codes: OrderNotFound, StatusInvalid,
// OrderTransition, InvalidFields.
func (s *Service) Move(ctx context.Context, number string, to Status, adminID, note string) (*Order, error) {
	note = validate.Clean(note)
	if utf8.RuneCountInString(note) > maxNote {
		return nil, apperr.Invalid(map[string]string{"note": "reason_max"})
	}
	return s.move(ctx, number, to, Actor{Kind: Admin, UserID: adminID}, note)
}

func (s *Service) move(ctx context.Context, number string, to Status, by Actor, note string) (*Order, error) {
	now := s.now()
	event := Event{ID: newID(now), Status: to, At: now, Actor: by, Note: note}
	return s.mover.Move(ctx, number, event.ID, func(o *Order) (Change, error) {
		if err := o.Move(event); err != nil {
			return Change{}, err
		}
		change := Change{Event: event}
		if to == Cancelled {
			change.Return = StockReturned(o.Lines)
		}
		if to == Cancelled && o.Payment.Method == payments.ByCard {
			job, err := outbox.New(RefundJob, paymentJob{Key: o.ID})
			if err != nil {
				return Change{}, err
			}
			change.Jobs = append(change.Jobs, job)
		}
		if sendsEmail(to) {
			job, err := newEmail(o.ID, to)
			if err != nil {
				return Change{}, err
			}
			change.Jobs = append(change.Jobs, job)
		}
		return change, nil
	})
}
