// Package ledger keeps the money between the shop and its stores. Every entry moves an amount from one account to
// another, so that all accounts together are always zero.
package ledger

import (
	"context"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/refunds"
)

// Account is where money is booked to or from.
type Account string

// The accounts that are no store's.
const (
	// Customers is the other side of what customers pay and get back.
	Customers Account = "customers"
	// House is what the shop earns: its commission.
	House Account = "house"
	// Bank is the other side of what the shop pays stores and they pay it.
	Bank Account = "bank"
)

// StoreAccount is what the shop owes a store; below zero the store owes the shop.
func StoreAccount(storeID string) Account { return Account("store:" + storeID) }

// Kind says why money was booked.
type Kind string

// The kinds of entries, in the order in which a statement sums them up.
const (
	// Sale is the price of what was delivered, and Fee the store's share of the delivery fee.
	Sale Kind = "sale"
	Fee  Kind = "fee"
	// Commission is what the shop keeps of a sale.
	Commission Kind = "commission"
	// Cash is what the store's own people took at the customer's door: the shop does not owe it.
	Cash   Kind = "cash"
	Refund Kind = "refund"
	// Payout is what the shop paid the store, or the store the shop.
	Payout     Kind = "payout"
	Adjustment Kind = "adjustment"
)

// Kinds lists them all.
var Kinds = []Kind{Sale, Fee, Commission, Cash, Refund, Payout, Adjustment}

// other is the account that a kind moves money from or to, beside the store's.
func (k Kind) other() Account {
	switch k {
	case Commission, Adjustment:
		return House
	case Payout:
		return Bank
	}
	return Customers
}

// Entry is one movement. Amount is above zero when it adds to what the store is owed.
type Entry struct {
	ID      string
	StoreID string
	Kind    Kind
	Amount  money.Cents
	// OrderID and Place name the fulfilment that it is for; empty for payouts and adjustments.
	OrderID string
	Place   int
	// OrderNumber is the order's, for lists.
	OrderNumber string
	Note        string
	// By is the id of whoever made it and ByName the username; empty for what the shop booked by itself.
	By, ByName string
	At         time.Time
}

// Accounts are the two accounts of an entry, and how much moves from the first to the second.
func (e Entry) Accounts() (from, to Account, amount money.Cents) {
	from, to, amount = e.Kind.other(), StoreAccount(e.StoreID), e.Amount
	if amount < 0 {
		from, to, amount = to, from, -amount
	}
	return from, to, amount
}

// BasisPoints are hundredths of a percent.
type BasisPoints int

// maxCommission is the whole price.
const maxCommission BasisPoints = 10_000

// String is the percentage, as 12.50.
func (b BasisPoints) String() string { return money.Cents(b).String() }

// of is the part of an amount, rounded half up to the cent.
func (b BasisPoints) of(amount money.Cents) money.Cents {
	return (amount*money.Cents(b) + money.Cents(maxCommission)/2) / money.Cents(maxCommission)
}

// Basis is what the entries of a fulfilment follow from.
type Basis struct {
	Order *orders.Order
	Part  *orders.Fulfilment
	// Refunds are those that were given back beside the status of the order.
	Refunds []refunds.Refund
	// Commission was agreed when the fulfilment was first booked.
	Commission BasisPoints
	// Booked is what the entries of each kind add up to.
	Booked map[Kind]money.Cents
}

// Balance is what the shop owes a store, with the commission that holds for its next sales.
type Balance struct {
	StoreID    string
	StoreName  text.Pair
	Amount     money.Cents
	Commission BasisPoints
	// LastPayout is when the last payout was recorded; zero is never.
	LastPayout time.Time
}

// Statement is a period of a store's account.
type Statement struct {
	// Opening and Closing are the balances before the period and at its end.
	Opening, Closing money.Cents
	// Sums are what the entries of each kind in the period add up to.
	Sums map[Kind]money.Cents
	// Entries are a page of the period, oldest first; Total counts them all.
	Entries []Entry
	Total   int
}

// Period is a part of an account. From is inclusive, Until exclusive.
type Period struct {
	StoreID       string
	From, Until   time.Time
	Limit, Offset int
}

// Store keeps the ledger. Entries are added and never changed. Every method that writes is one transaction. A
// database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Book reads what the entries of an order's fulfilments follow from, lets decide say for each store's which are
	// missing, and adds them. An order that does not exist has none.
	Book(ctx context.Context, orderID string, decide func(Basis) []Entry) error
	// Pay adds an entry that somebody makes, with what the audit log says of it. One with the same id is not added
	// again. decide is given the store's balance. Code: StoreNotFound.
	Pay(ctx context.Context, e Entry, event audit.Event, decide func(balance money.Cents) error) error
	// SetCommission sets what the shop keeps of sales that are booked from now on. Code: StoreNotFound.
	SetCommission(ctx context.Context, storeID string, to BasisPoints, event audit.Event) error
	// Balances lists the stores that sell or have entries, by name.
	Balances(ctx context.Context) ([]Balance, error)
	// Statement reads a period. Code: StoreNotFound.
	Statement(ctx context.Context, p Period) (Statement, error)
	// Accounts adds up every account: together they are zero.
	Accounts(ctx context.Context) (map[Account]money.Cents, error)
}
