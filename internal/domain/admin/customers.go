package admin

import (
	"context"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/orders"
)

// Customer is somebody with an account, and what their orders come to.
type Customer struct {
	ID            string
	FullName      string
	Username      string
	Email         string
	EmailVerified bool
	Phone         string
	Language      text.Lang
	Since         time.Time
	// Orders counts all of them, OpenOrders those that are neither delivered nor cancelled.
	Orders, OpenOrders int
	// Spent is what the orders cost without those that were cancelled or returned.
	Spent money.Cents
	// LastOrder is the zero time before the first.
	LastOrder time.Time
}

// CustomerFilter narrows the list of customers down.
type CustomerFilter struct {
	// Part is a part of a name, of a phone number or of an email address, in lower case; Typed is the same as it was
	// typed, for names whose capitals a database does not know.
	Part, Typed   string
	Limit, Offset int
}

// CustomerRefund is money that went back, or goes back, to a customer.
type CustomerRefund struct {
	Order  string
	Amount money.Cents
	State  string
	At     time.Time
	Reason string
}

// CustomerNote is what staff noted on an order of a customer.
type CustomerNote struct {
	Order string
	Note  string
	At    time.Time
}

// CustomerRecord is a customer with what is known from their orders.
type CustomerRecord struct {
	Customer
	// Addresses are where the latest orders went, each once, the latest first.
	Addresses []orders.Address
	Refunds   []CustomerRefund
	Notes     []CustomerNote
}

// CustomerReader reads customers.
type CustomerReader interface {
	// Customers lists people with an account, newest first, and counts all that pass the filter.
	Customers(ctx context.Context, f CustomerFilter) (found []Customer, total int, err error)
	// Customer reads one. Code: NotFound.
	Customer(ctx context.Context, id string) (CustomerRecord, error)
}

// Customers lists people with an account, newest first.
func (s *Service) Customers(ctx context.Context, part string, limit, offset int) ([]Customer, int, error) {
	typed := text.FoldDigits(validate.Clean(part))
	if strings.Trim(typed, "+0123456789 -") == "" {
		// Phone numbers are stored without spaces and without the country's prefix.
		typed = strings.NewReplacer(" ", "", "-", "").Replace(typed)
		typed = strings.TrimPrefix(strings.TrimPrefix(typed, "+961"), "00961")
	}
	return s.store.Customers(ctx, CustomerFilter{
		Part: strings.ToLower(typed), Typed: typed, Limit: limit, Offset: offset,
	})
}

// Customer reads one with what is known from their orders. Code: NotFound.
func (s *Service) Customer(ctx context.Context, id string) (CustomerRecord, error) {
	return s.store.Customer(ctx, id)
}
