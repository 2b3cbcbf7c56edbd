package orders

import (
	"context"
	"errors"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// ErrNumberTaken says that another order has the number; nothing was written.
var ErrNumberTaken = errors.New("the order number is taken")

// Attempt is one try to make an order of a user's cart.
type Attempt struct {
	// ID names the attempt for good: it is the id of the reservation and of the order that it
	// becomes, and the gateway's key.
	ID     string
	UserID string
	Key    string // the client's; may be empty
	Hash   string
	At     time.Time
	// Reserve only takes the stock, because a payment must come first.
	Reserve bool
	// Gateway, Hosted and Expires say where and until when it can be paid.
	Gateway string
	Hosted  bool
	Expires time.Time
	// Currency is the one that is asked for.
	Currency string
	// Network is where it comes from, as a keyed hash; empty when nobody knows.
	Network string
	// Phone is the number that the order is for: what was taken for it counts among the customer's orders.
	Phone  string
	Limits Limits
	// Taken is set for an order that the staff takes from a caller; it is made of its lines, not of a cart.
	Taken *Taken
	// Number, Payment and Email complete an order that is placed at once.
	Number  string
	Payment Payment
	Email   outbox.Job
	// TellHouse sends the shop's own people a mail, as stores get one.
	TellHouse bool
}

// Started is what became of an attempt. One of the two is set.
type Started struct {
	// Order is the order that was placed now, or that an earlier call placed.
	Order *Order
	// Reservation is this attempt's, or that of an earlier call whose payment is under way.
	Reservation *Reservation
}

// Reservation is stock that is held for an order whose payment is not settled.
type Reservation struct {
	ID         string
	UserID     string
	CheckoutID string
	Hash       string
	Key        string
	Method     payments.Method
	Last4      string
	Brand      string
	Draft      Draft
	At         time.Time
	Network    string
}

// Completion is what turns a reservation into an order.
type Completion struct {
	Number        string
	TransactionID string
	At            time.Time
	Email         outbox.Job
	// Captured is what the gateway has taken; Last4 and Brand are the card's where the gateway tells.
	Captured money.Cents
	Last4    string
	Brand    string
	// Jobs follow from the payment.
	Jobs []outbox.Job
	// TellHouse sends the shop's own people a mail, as stores get one.
	TellHouse bool
}

// Ending is how a reservation ends without an order.
type Ending struct {
	At     time.Time
	Reason payments.Reason
	// LookAgain is when, by the database's clock, the gateway is asked again whether it was paid after all; the zero
	// time is never.
	LookAgain time.Time
}

// Change is what is written with an order that somebody changed.
type Change struct {
	// Events are the steps that were taken; they are in the order already.
	Events []Event
	// Undone is the event that was taken back, if one was.
	Undone string
	// Jobs follow from the change.
	Jobs []outbox.Job
	// Drop are jobs that must not be done any more. When one has begun already, nothing is changed: UndoLate.
	Drop []string
	// Stock is what leaves the stock or comes back.
	Stock []StockChange
	// Actor is who changed it, and At when.
	Actor Actor
	At    time.Time
	// Audit names what the staff did in the audit log; empty for customers.
	Audit string
	// Edits are the values that the staff changed, besides the status.
	Edits []Edit
}

// Edit is a value before and after a change.
type Edit struct{ Field, Old, New string }

// StockChange is pieces that leave the stock or come back, each for a reason.
type StockChange struct {
	Reason StockReason
	// Event is what made them move: the same one moves them once.
	Event string
	Moves []catalog.StockMove
}

// StockReason says why pieces moved.
type StockReason string

// Why pieces move. Those that are quarantined come back from the customer but not into the stock.
const (
	StockSold        StockReason = "taken"
	StockReleased    StockReason = "released"
	StockBack        StockReason = "returned"
	StockRemoved     StockReason = "removed"
	StockQuarantined StockReason = "quarantined"
)

// Store reads and writes orders: one small port for each use. Every method that writes is one transaction, and
// one whose COMMIT was never answered is looked up by the ids it was given before anything is said about it. A
// database that cannot serve gives apperr.Unavailable.
type Store interface {
	CheckoutStore
	ReservationStore
	OrderReader
	OrderMover
	DeskReader
	StaffReader
	PaymentAttempts
}

// CheckoutStore starts orders.
type CheckoutStore interface {
	// Begin makes an order of the user's cart, or reserves its pieces. An earlier order or
	// reservation of the same key, or of the same filling of the cart, is given back instead; one
	// that was asked for differently is IdempotencyReused or PaymentPending. decide is given the rate that holds
	// in the transaction (0: none) and may run more than once. A number that is taken is ErrNumberTaken.
	Begin(ctx context.Context, a Attempt,
		decide func(c cart.Cart, products map[string]*catalog.Product, rate int64) (Draft, error)) (Started, error)
	// CallerAccount finds the account that a caller names: a username or an email address, verified, with the phone
	// number that they call for. None is the empty id.
	CallerAccount(ctx context.Context, name, phone string) (userID string, err error)
	// Earlier finds what an earlier call with the user's key left; none is the zero Begun.
	Earlier(ctx context.Context, userID, key string) (Started, string, error)
}

// ReservationStore ends what a card payment reserved.
type ReservationStore interface {
	// Confirm makes the order of a reservation; one that is done already gives its order, one
	// that was released gives PaymentTimeout.
	Confirm(ctx context.Context, reservationID string, c Completion) (*Order, error)
	// Release brings the pieces of a reservation back; one that is gone already is no error. It gives the state
	// that holds now: Confirmed when it has become an order meanwhile.
	Release(ctx context.Context, reservationID string, e Ending) (payments.State, error)
	// Open tells whether a reservation is still there.
	Open(ctx context.Context, reservationID string) (bool, error)
	// Stale lists reservations that are older than that, by the store's clock: a server whose own clock is wrong
	// would end what others are about to pay.
	Stale(ctx context.Context, age time.Duration, limit int) ([]Reservation, error)
}

// OrderReader reads orders and who placed them.
type OrderReader interface {
	// Order reads one by its number. Code: OrderNotFound.
	Order(ctx context.Context, number string) (*Order, error)
	// OrderByID reads one by its id. Code: OrderNotFound.
	OrderByID(ctx context.Context, id string) (*Order, error)
	// OrderForEmail reads what a mail about an order needs: number, status, total, method and lines, and who
	// ordered; a buyer who is gone is the zero Buyer. earlier counts the buyer's orders that reached the status in
	// the Day before this one did. Code: OrderNotFound.
	OrderForEmail(ctx context.Context, id string, about Status) (order *Order, buyer Buyer, earlier int, err error)
	// List reads orders, newest first, and counts all that pass the filter.
	List(ctx context.Context, f Filter) (found []*Order, total int, err error)
	// Buyers reads who ordered, by user id; those who are gone are missing.
	Buyers(ctx context.Context, userIDs []string) (map[string]Buyer, error)
}

// OrderMover changes orders.
type OrderMover interface {
	// Move reads an order, lets change decide and writes the outcome. The id names the change: one that was made
	// already is not made again. Codes: OrderNotFound, UndoLate, StockShort.
	Move(ctx context.Context, which OrderKey, id string, change func(o *Order) (Change, error)) (*Order, error)
}

// OrderKey names an order: by its number or by its id, one of the two.
type OrderKey struct{ Number, ID string }

// PaymentAttempts keeps the attempts to pay for reservations. Confirm and Release of Store end them.
type PaymentAttempts interface {
	// PaymentAttempt reads one. Code: AttemptNotFound.
	PaymentAttempt(ctx context.Context, key string) (payments.Attempt, error)
	// DueAttempts lists those of a gateway that have to be looked up by now, the longest due first.
	DueAttempts(ctx context.Context, gateway string, limit int) ([]payments.Attempt, error)
	// AttemptBegun records where the shopper was sent, and until when.
	AttemptBegun(ctx context.Context, key string, h payments.Handoff) error
	// AttemptLooked records when the gateway was asked, by the database's clock, and when to ask again; the zero time
	// closes an attempt that was released.
	AttemptLooked(ctx context.Context, key string, at, again time.Time) error
	// AttemptCaptured records that the money was taken.
	AttemptCaptured(ctx context.Context, key string, amount money.Cents) error
	// AttemptRefunded records what has gone back in all, unless more is recorded already.
	AttemptRefunded(ctx context.Context, key string, amount money.Cents) error
}

// Filter narrows a list of orders down; empty fields do not.
type Filter struct {
	UserID string
	Status Status
	// Part is a part of the number or of the phone.
	Part string
	// From is inclusive, Until exclusive.
	From, Until   time.Time
	Limit, Offset int
}

// AddressBooks reads a user's addresses.
type AddressBooks interface {
	Book(ctx context.Context, userID string) (addresses.Book, error)
}

// Cards gives the card that pays.
type Cards interface {
	// Saved opens the user's saved card. Codes: CardNotFound, CardUnreadable.
	Saved(ctx context.Context, userID string) (payments.Card, error)
	// Check reads a card that was typed. Code: InvalidFields.
	Check(ctx context.Context, typed PaymentInput) (payments.Card, error)
	// Save saves a card that paid.
	Save(ctx context.Context, userID string, card payments.Card) error
}
