// Package orders is what people bought: the decision whether a cart can become an order, the
// order with everything as it was at that moment, how it is paid, and how it moves on.
package orders

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/payments"
)

// Order is an order as it was placed, and how far it has come.
type Order struct {
	ID string
	// Number is what people say on the phone: digits only, so that it reads the same way in a
	// line of Arabic.
	Number string
	// UserID is empty once the account was deleted, and for a caller without one.
	UserID string
	// TakenBy is the id of who took the order from a caller; empty is an order that the customer placed.
	TakenBy string
	// Status follows from those of the fulfilments.
	Status Status
	Lines  []Line
	// Fulfilments are the parts that one store each prepares, in the order of their places; they add up to the order.
	Fulfilments []Fulfilment
	Totals      money.Totals
	Frozen      Frozen
	Cash        Cash
	Address     Address
	Payment     Payment
	Note        string
	// Partly allows the stores to send fewer pieces when the customer does not answer in time.
	Partly bool
	// CallFirst holds the order back until somebody has called the customer, or the customer's email is verified.
	CallFirst bool
	PlacedAt  time.Time
	// Events are all steps of all fulfilments, oldest first.
	Events []Event
	// History is when the order's own status changed.
	History []Event
	// Version grows with every change.
	Version int64
}

// Line is a product as it was when it was ordered.
type Line struct {
	ProductID string
	Code      string
	Name      text.Pair
	Brand     string
	// Price and Discount are the product's; UnitPrice is what one piece cost.
	Price     money.Cents
	Discount  int
	UnitPrice money.Cents
	Quantity  int
	// Removed are the pieces of it that the customer does without, because the store has too few.
	Removed int
	// VATRate is the percentage of VAT that the price includes, VAT the VAT in the line's total.
	VATRate int
	VAT     money.Cents
	Images  []catalog.Image
	// Fulfilment is the place of the fulfilment that the line belongs to.
	Fulfilment int
}

// Left is how many pieces the customer gets.
func (l Line) Left() int { return l.Quantity - l.Removed }

// Total is what the line costs.
func (l Line) Total() money.Cents { return l.UnitPrice.Times(l.Left()) }

// Address is where the order goes and whom to call there.
type Address struct {
	FirstName string
	LastName  string
	Street    string
	City      string
	State     string
	Building  string
	Floor     int
	Phone     string
	ExtraInfo string
}

// Payment is how the order is paid.
type Payment struct {
	Method        payments.Method
	TransactionID string
	Last4         string
	Brand         string
	// Charged is what the card was charged in pounds; 0 is in the currency of the books.
	Charged money.Pounds
}

// Event is one step of a fulfilment, or of a whole order.
type Event struct {
	ID string
	// Fulfilment is the place of the one that moved; 0 is all of them.
	Fulfilment int
	Status     Status
	At         time.Time
	Actor      Actor
	// ActorName is the username of a user who still exists.
	ActorName string
	Note      string
	// Undone is a step that whoever took it took back at once.
	Undone bool
}

// Actor is who moved an order.
type Actor struct {
	Kind   ActorKind
	UserID string
}

// ActorKind says in which role somebody acted.
type ActorKind string

// Who can move an order. Admin is anybody of the staff, of the house or of the store.
const (
	Customer ActorKind = "customer"
	Admin    ActorKind = "admin"
	System   ActorKind = "system"
)

// Buyer is what the shop knows of whoever ordered; empty when the account was deleted.
type Buyer struct {
	FullName string
	Username string
	Email    string
	Phone    string
	Language text.Lang
}

// newID makes an id that nobody can guess and that sorts by the moment it was made, so that a table of a million
// orders is written at its end. Moments are stored in milliseconds; the id orders what one millisecond holds.
func newID(now time.Time) string {
	return fmt.Sprintf("%011x%05x", now.UnixMilli(), now.Nanosecond()%int(time.Millisecond)) +
		strings.ToLower(rand.Text()[:15])
}

// Numbers have nine digits, the first not a zero: short enough for the phone, too many to count
// the shop's orders by.
const (
	lowestNumber  = 100_000_000
	highestNumber = 999_999_999
)

// newNumber draws an order's number. It may be taken already: the store says so.
func newNumber() string {
	n, err := rand.Int(rand.Reader, big.NewInt(highestNumber-lowestNumber+1))
	if err != nil {
		panic(err) // the system's source of randomness does not fail
	}
	return n.Add(n, big.NewInt(lowestNumber)).String()
}
