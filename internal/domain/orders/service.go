package orders

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/payments"
)

// Service places orders and moves them on.
type Service struct {
	checkout       CheckoutStore
	reservations   ReservationStore
	reader         OrderReader
	mover          OrderMover
	addresses      AddressBooks
	cards          Cards
	carts          cart.Store
	catalogue      cart.Catalogue
	gateway        payments.Gateway
	paymentLimiter PaymentLimiter
	now            func() time.Time
	log            *slog.Logger
	baseURL        string
}

// Options is what a Service is made of.
type Options struct {
	Store     Store
	Addresses AddressBooks
	Cards     Cards
	Carts     cart.Store
	Catalogue cart.Catalogue
	// Gateway takes cards; nil is a shop that takes cash only.
	Gateway payments.Gateway
	// PaymentLimiter slows down who tries out cards; nil lets everyone try.
	PaymentLimiter PaymentLimiter
	// BaseURL is scheme and host of the links in mails.
	BaseURL string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	Log *slog.Logger
}

// New makes a Service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Service{
		checkout: o.Store, reservations: o.Store, reader: o.Store, mover: o.Store,
		addresses: o.Addresses, cards: o.Cards, carts: o.Carts, catalogue: o.Catalogue,
		gateway: o.Gateway, paymentLimiter: o.PaymentLimiter, now: func() time.Time {
			return o.Now().UTC().Truncate(time.Millisecond)
		}, log: o.Log, baseURL: o.BaseURL,
	}
}

// Place makes an order of the user's cart. Asking again with the same key, or pressing twice, gives
// the first answer. After an error nothing has changed: cart and stock are as they were. Codes:
// IdempotencyInvalid, IdempotencyReused, InvalidInput, InvalidFields, CartEmpty, StockShort (detail
// "products"), CartChanged, AddressMissing, CardMissing, CVVMissing, CardExpired, CardUnreadable,
// PaymentMethod, PaymentDeclined, PaymentTimeout, PaymentUnavailable, PaymentPending, SessionEnded.
func (s *Service) Place(ctx context.Context, r Request) (*Order, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	hash := r.hash()
	address, card, err := s.prepare(ctx, r)
	if err != nil && r.Key != "" {
		// An order that was placed stays the answer, even when its card or address is gone by now.
		if order, done, earlierErr := s.findEarlier(ctx, r, hash); done {
			return order, earlierErr
		}
	}
	if err != nil {
		return nil, err
	}
	decide := func(c cart.Cart, products map[string]*catalog.Product) (Draft, error) {
		draft, err := Decide(c, products, r.Expected)
		draft.Address, draft.Note, draft.SaveAddress = address, r.Note, r.SaveAddress && r.Address != nil
		return draft, err
	}
	for attempt := 1; ; attempt++ {
		order, err := s.attempt(ctx, r, hash, card, decide)
		if !isNumberTaken(err) || attempt == numberAttempts {
			return order, err
		}
	}
}

// numberAttempts is how often a number is drawn: one in a thousand is taken when there are a million.
const numberAttempts = 8

type decision func(c cart.Cart, products map[string]*catalog.Product) (Draft, error)

// attempt is one try with one order number. A nil card pays cash.
func (s *Service) attempt(ctx context.Context, r Request, hash string, card *payments.Card,
	decide decision) (*Order, error) {
	now := s.now()
	a := Attempt{ID: newID(now), UserID: r.UserID, Key: r.Key, Hash: hash, At: now}
	if card == nil {
		a.Number = newNumber()
		a.Payment = Payment{Method: payments.Cash, TransactionID: "CASH-" + a.Number}
		email, err := newEmail(a.ID, Placed)
		if err != nil {
			return nil, err
		}
		a.Email = email
	} else {
		a.Reserve = true
		a.Payment = Payment{Method: payments.ByCard, Last4: card.Last4, Brand: card.Brand}
	}
	started, err := s.checkout.Begin(ctx, a, decide)
	switch {
	case err != nil:
		return nil, fmt.Errorf("placing an order: %w", err)
	case started.Order != nil:
		return started.Order, nil
	case started.Reservation.ID != a.ID:
		return s.await(ctx, r.UserID, *started.Reservation)
	}
	order, err := s.payOnce(ctx, *started.Reservation, *card, r.UserID)
	if err == nil && r.Payment != nil && r.Payment.SaveCard && !r.Payment.savedCard() {
		// The order stands whether or not the card could be kept.
		if err := s.cards.Save(ctx, r.UserID, *card); err != nil {
			s.log.Warn("orders: keeping a card", "error", err)
		}
	}
	return order, err
}

// findEarlier answers a call whose key is known.
func (s *Service) findEarlier(ctx context.Context, r Request, hash string) (order *Order, done bool, err error) {
	started, was, err := s.checkout.Earlier(ctx, r.UserID, r.Key)
	switch {
	case err != nil:
		return nil, true, fmt.Errorf("looking for an earlier order: %w", err)
	case started == (Started{}):
		return nil, false, nil
	case was != hash:
		return nil, true, apperr.New(apperr.IdempotencyReused)
	case started.Order != nil:
		return started.Order, true, nil
	}
	order, err = s.await(ctx, r.UserID, *started.Reservation)
	return order, true, err
}

// prepare finds out where the order goes and what pays; a nil card is cash.
func (s *Service) prepare(ctx context.Context, r Request) (Address, *payments.Card, error) {
	address, err := s.address(ctx, r)
	if err != nil {
		return Address{}, nil, err
	}
	card, err := s.card(ctx, r)
	return address, card, err
}

// address is where the order goes.
func (s *Service) address(ctx context.Context, r Request) (Address, error) {
	if r.Address != nil && r.Address.named() {
		return checkAddress(*r.Address, Buyer{})
	}
	buyers, err := s.reader.Buyers(ctx, []string{r.UserID})
	if err != nil {
		return Address{}, fmt.Errorf("reading the buyer: %w", err)
	}
	buyer, known := buyers[r.UserID]
	if !known {
		return Address{}, apperr.New(apperr.SessionEnded)
	}
	if r.Address != nil {
		return checkAddress(*r.Address, buyer)
	}
	book, err := s.addresses.Book(ctx, r.UserID)
	if err != nil {
		return Address{}, fmt.Errorf("reading addresses: %w", err)
	}
	return favourite(book, buyer)
}

// card is what pays; nil is cash.
func (s *Service) card(ctx context.Context, r Request) (*payments.Card, error) {
	in := r.Payment
	switch {
	case in != nil && in.Method == payments.Cash:
		return nil, nil
	case in != nil && in.Method != payments.ByCard, s.gateway == nil:
		return nil, apperr.New(apperr.PaymentMethod)
	case !in.savedCard():
		card, err := s.cards.Check(ctx, *in)
		if err != nil {
			return nil, err
		}
		return &card, nil
	}
	card, err := s.cards.Saved(ctx, r.UserID)
	if apperr.CodeOf(err) == apperr.CardNotFound {
		return nil, apperr.Wrap(apperr.CardMissing, err)
	}
	if err != nil {
		return nil, err
	}
	if in != nil { // only a call without a payment step may leave the CVV out
		cvv, code := validate.Field("card", "cvv", in.CVV)
		switch {
		case cvv == "":
			return nil, apperr.New(apperr.CVVMissing).WithFields(map[string]string{"cvv": "cvv_required"})
		case code != "":
			return nil, apperr.Invalid(map[string]string{"cvv": code})
		}
		card.CVV = cvv
	}
	return &card, nil
}
