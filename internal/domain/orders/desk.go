package orders

import (
	"context"
	"time"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
)

// DeskFilter says which fulfilments of a store are looked at; empty fields narrow nothing down.
type DeskFilter struct {
	StoreID string
	Status  Status
	// Open leaves out what nobody has to work on any more.
	Open bool
	// Part is a part of the number, of the phone or of the customer's name.
	Part string
	// From is inclusive, Until exclusive.
	From, Until   time.Time
	Limit, Offset int
}

// DeskPage is a page of the fulfilments of a store, newest first.
type DeskPage struct {
	Found []DeskOrder
	// Total counts all that pass the filter, Sum is what they cost without those that were cancelled or returned.
	Total int
	Sum   money.Cents
	// Counts counts the open fulfilments of the store by status, whatever the filter.
	Counts map[Status]int
}

// DeskOrder is a fulfilment with the order it belongs to.
type DeskOrder struct {
	Order *Order
	Part  *Fulfilment
	// Earlier is how many other orders of the customer the store has had; it is counted for a single order only.
	Earlier int
}

// DeskReader reads what the people of a store work on.
type DeskReader interface {
	// Desk reads a page of the fulfilments of a store.
	Desk(ctx context.Context, f DeskFilter) (DeskPage, error)
	// EarlierOrders counts the orders that a store has had of who placed an order, without that one: those of the
	// account, and of a caller without one those of the phone number.
	EarlierOrders(ctx context.Context, storeID string, o *Order) (int, error)
	// Caller reads what a desk knows of a phone number.
	Caller(ctx context.Context, place, phone string) (found Caller, known bool, err error)
	// WatchOrders gives a channel that holds a value whenever a fulfilment of the store has changed.
	WatchOrders(storeID string) (changed <-chan struct{}, end func())
}

// Desk reads what the people of a store work on.
func (s *Service) Desk(ctx context.Context, f DeskFilter) (DeskPage, error) {
	f.Part = text.FoldDigits(validate.Clean(f.Part))
	return s.desk.Desk(ctx, f)
}

// Fulfilment reads one fulfilment of a store. Code: OrderNotFound.
func (s *Service) Fulfilment(ctx context.Context, storeID, fulfilmentID string) (DeskOrder, error) {
	orderID, place, ok := ParseFulfilmentID(fulfilmentID)
	if !ok {
		return DeskOrder{}, apperr.New(apperr.OrderNotFound)
	}
	order, err := s.reader.OrderByID(ctx, orderID)
	if err != nil {
		return DeskOrder{}, err
	}
	part := order.Part(place)
	if part == nil || part.StoreID != storeID {
		return DeskOrder{}, apperr.New(apperr.OrderNotFound)
	}
	found := DeskOrder{Order: order, Part: part}
	if order.UserID != "" || order.TakenBy != "" {
		found.Earlier, err = s.desk.EarlierOrders(ctx, storeID, order)
	}
	return found, err
}

// WatchOrders tells whoever looks at a store's orders when one has changed, on any server.
func (s *Service) WatchOrders(storeID string) (changed <-chan struct{}, end func()) {
	return s.desk.WatchOrders(storeID)
}

// SetStaffNote writes down what the staff should know about a fulfilment; the customer never sees it. Codes:
// OrderNotFound, InvalidFields.
func (s *Service) SetStaffNote(ctx context.Context, storeID, fulfilmentID, note, userID string) (*Order, error) {
	note = validate.Clean(note)
	if utf8.RuneCountInString(note) > maxNote {
		return nil, apperr.Invalid(map[string]string{"note": "reason_max"})
	}
	now := s.now()
	return s.changePart(ctx, storeID, fulfilmentID, newID(now), func(o *Order, f *Fulfilment) (Change, error) {
		f.StaffNote = note
		o.changed(f)
		return Change{Actor: Actor{Kind: Admin, UserID: userID}, At: now}, nil
	})
}
