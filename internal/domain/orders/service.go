package orders

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"dawa/contract"
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
	desk           DeskReader
	staff          StaffReader
	attempts       PaymentAttempts
	addresses      AddressBooks
	cards          Cards
	carts          cart.Store
	catalogue      cart.Catalogue
	gateway        payments.Gateway
	onPage         payments.CardGateway
	hosted         payments.HostedGateway
	currency       string
	health         gatewayHealth
	paymentLimiter PaymentLimiter
	now            func() time.Time
	log            *slog.Logger
	baseURL        string
	undoWindow     time.Duration
	poundsStep     int64
	chargesPounds  bool
	limits         Limits
	houseMail      string
	answerTime     time.Duration
	answerToken    func(subject string) string
	promise        func(storeID string, at time.Time) Promise
}

// Options is what a Service is made of.
type Options struct {
	Store     Store
	Addresses AddressBooks
	Cards     Cards
	Carts     cart.Store
	Catalogue cart.Catalogue
	// Gateway takes cards, on the page or on its own; nil is a shop that takes cash only.
	Gateway payments.Gateway
	// Sealer seals the addresses of gateways' pages; nil leaves them readable.
	Sealer Sealer
	// PaymentLimiter slows down who tries out cards; nil lets everyone try.
	PaymentLimiter PaymentLimiter
	// PoundsStep is what totals in pounds are rounded up to; 0 is the step of contract/shop.json.
	PoundsStep int64
	// ChargesPounds charges cards in pounds at the order's rate.
	ChargesPounds bool
	// Limits keep one customer or network from emptying the shelves.
	Limits Limits
	// Promise is when what is ordered from a store now arrives; nil promises nothing.
	Promise func(storeID string, at time.Time) Promise
	// BaseURL is scheme and host of the links in mails.
	BaseURL string
	// UndoWindow is how long a step of the staff can be taken back; 0 is UndoWindow, less is not at all.
	UndoWindow time.Duration
	// HouseMail is the mailbox that is told of new orders of the house; empty is nobody.
	HouseMail string
	// AnswerTime is how long a customer has to answer a reduction where the store says nothing else; 0 is AnswerTime.
	AnswerTime time.Duration
	// AnswerToken signs the links by which customers answer; nil is a shop that sends none.
	AnswerToken func(subject string) string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	Log *slog.Logger
}

// New makes a Service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.PoundsStep <= 0 {
		o.PoundsStep = contract.Shop().Pounds.Step
	}
	if o.UndoWindow == 0 {
		o.UndoWindow = UndoWindow
	}
	if o.AnswerTime <= 0 {
		o.AnswerTime = AnswerTime
	}
	if o.Promise == nil {
		o.Promise = func(string, time.Time) Promise { return Promise{} }
	}
	onPage, _ := o.Gateway.(payments.CardGateway)
	hosted, _ := o.Gateway.(payments.HostedGateway)
	var attempts PaymentAttempts = o.Store
	if o.Sealer != nil {
		attempts = sealedAttempts{o.Store, o.Sealer}
	}
	return &Service{
		onPage: onPage, hosted: hosted, currency: contract.Shop().Currency.Code, attempts: attempts,
		checkout: o.Store, reservations: o.Store, reader: o.Store, mover: o.Store, desk: o.Store, staff: o.Store,
		addresses: o.Addresses, cards: o.Cards, carts: o.Carts, catalogue: o.Catalogue,
		gateway: o.Gateway, paymentLimiter: o.PaymentLimiter, now: func() time.Time {
			return o.Now().UTC().Truncate(time.Millisecond)
		}, log: o.Log, baseURL: o.BaseURL, undoWindow: max(o.UndoWindow, 0),
		poundsStep: o.PoundsStep, chargesPounds: o.ChargesPounds, limits: o.Limits, houseMail: o.HouseMail,
		answerTime: o.AnswerTime, answerToken: o.AnswerToken, promise: o.Promise,
	}
}

// Place makes an order of the user's cart. Asking again with the same key, or pressing twice, gives
// the first answer. After an error nothing has changed: cart and stock are as they were. Codes:
// IdempotencyInvalid, IdempotencyReused, InvalidInput, InvalidFields, CartEmpty, StockShort (detail
// "products"), MedicineLimit, OrderLimit, CartChanged, AddressMissing, CardMissing, CVVMissing, CardExpired,
// CardUnreadable, PaymentMethod, PaymentDeclined, PaymentTimeout, PaymentUnavailable, PaymentPending, SessionEnded.
func (s *Service) Place(ctx context.Context, r Request) (*Order, error) {
	outcome, err := s.Checkout(ctx, r)
	if err == nil && outcome.Order == nil {
		return nil, apperr.New(apperr.PaymentPending)
	}
	return outcome.Order, err
}

// Outcome is what a checkout leads to: an order, or the gateway's page on which it has to be paid first.
type Outcome struct {
	Order   *Order
	Attempt *payments.Attempt
}

// Checkout is Place for whoever can be sent to a gateway's page.
func (s *Service) Checkout(ctx context.Context, r Request) (Outcome, error) {
	if err := r.check(); err != nil {
		return Outcome{}, err
	}
	hash := r.hash()
	address, card, err := s.prepare(ctx, r)
	if err != nil && r.Key != "" && r.Taken == nil {
		// An order that was placed stays the answer, even when its card or address is gone by now.
		if outcome, done, earlierErr := s.findEarlier(ctx, r, hash); done {
			return outcome, earlierErr
		}
	}
	if err != nil {
		return Outcome{}, err
	}
	decide := func(c cart.Cart, products map[string]*catalog.Product, rate int64) (Draft, error) {
		if err := r.Taken.mayAdd(c, products); err != nil {
			return Draft{}, err
		}
		priceMedicines(products, rate)
		draft, err := Decide(c, products, r.Expected)
		if err == nil {
			err = draft.freeze(rate, s.poundsStep, r.ExpectedRate)
		}
		if err == nil && card != nil && s.chargesPounds {
			draft.ChargeRate = payments.ChargeRate(rate)
			if draft.ChargeRate == 0 {
				err = apperr.New(apperr.PaymentUnavailable) // nobody has set a rate
			}
		}
		if r.Payment != nil && r.Payment.Method == payments.Cash {
			draft.Cash = r.Cash
		}
		for i := range draft.Fulfilments {
			draft.Fulfilments[i].Promised = s.promise(draft.Fulfilments[i].StoreID, s.now())
		}
		draft.Address, draft.Note, draft.SaveAddress = address, r.Note, r.SaveAddress && r.Address != nil
		draft.Partly = r.Partly
		return draft, err
	}
	for attempt := 1; ; attempt++ {
		outcome, err := s.attempt(ctx, r, hash, address.Phone, card, decide)
		if !isNumberTaken(err) || attempt == numberAttempts {
			return outcome, err
		}
	}
}

// numberAttempts is how often a number is drawn: one in a thousand is taken when there are a million.
const numberAttempts = 8

type decision func(c cart.Cart, products map[string]*catalog.Product, rate int64) (Draft, error)

// attempt is one try with one order number. A nil card pays cash.
func (s *Service) attempt(ctx context.Context, r Request, hash, phone string, card *payments.Card,
	decide decision) (Outcome, error) {
	now := s.now()
	a := Attempt{ID: newID(now), UserID: r.UserID, Key: r.Key, Hash: hash, At: now, Network: r.Network,
		Phone: phone, Taken: r.Taken, Limits: s.limits, TellHouse: s.houseMail != ""}
	if card == nil {
		a.Number = newNumber()
		a.Payment = Payment{Method: payments.Cash, TransactionID: "CASH-" + a.Number}
		email, err := newEmail(a.ID, Placed, 0)
		if err != nil {
			return Outcome{}, err
		}
		a.Email = email
	} else {
		a.Reserve = true
		a.Payment = Payment{Method: payments.ByCard, Last4: card.Last4, Brand: card.Brand}
		able := s.gateway.Capabilities()
		a.Gateway, a.Currency, a.Hosted, a.Expires = able.Name, s.currency, s.hosted != nil, now.Add(StaleAfter)
		if a.Hosted {
			a.Expires = now.Add(able.SessionLife)
		}
	}
	started, err := s.checkout.Begin(ctx, a, decide)
	switch {
	case err != nil:
		return Outcome{}, fmt.Errorf("placing an order: %w", err)
	case started.Order != nil:
		return Outcome{Order: started.Order}, nil
	case started.Reservation.ID != a.ID:
		return s.rejoin(ctx, r, *started.Reservation)
	case s.hosted != nil:
		return s.beginHosted(ctx, r, *started.Reservation)
	}
	order, err := s.payOnce(ctx, *started.Reservation, *card, r.UserID)
	if err == nil && r.Payment != nil && r.Payment.SaveCard && !r.Payment.savedCard() {
		// The order stands whether or not the card could be saved.
		if err := s.cards.Save(ctx, r.UserID, *card); err != nil {
			s.log.Warn("orders: saving a card", "error", err)
		}
	}
	return Outcome{Order: order}, err
}

// rejoin gives whoever asks again what the call that holds the reservation gets.
func (s *Service) rejoin(ctx context.Context, r Request, held Reservation) (Outcome, error) {
	if s.hosted != nil {
		return s.rejoinHosted(ctx, r, held.ID)
	}
	order, err := s.await(ctx, r.UserID, held)
	return Outcome{Order: order}, err
}

// findEarlier answers a call whose key is known.
func (s *Service) findEarlier(ctx context.Context, r Request, hash string) (outcome Outcome, done bool, err error) {
	started, was, err := s.checkout.Earlier(ctx, r.UserID, r.Key)
	switch {
	case err != nil:
		return Outcome{}, true, fmt.Errorf("looking for an earlier order: %w", err)
	case started == (Started{}):
		return Outcome{}, false, nil
	case was != hash:
		return Outcome{}, true, apperr.New(apperr.IdempotencyReused)
	case started.Order != nil:
		return Outcome{Order: started.Order}, true, nil
	}
	outcome, err = s.rejoin(ctx, r, *started.Reservation)
	return outcome, true, err
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
	case s.hosted != nil:
		return &payments.Card{}, nil // it is typed on the gateway's page
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
		clean, errs := validate.Form("card", map[string]string{"card_number": card.Number, "cvv": in.CVV})
		cvv, code := clean["cvv"], errs["cvv"]
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
