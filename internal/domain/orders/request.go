package orders

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/base/validate"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/payments"
)

const (
	maxKey  = 200
	maxNote = 500
)

// Request is what somebody asks for when they place an order.
type Request struct {
	UserID string
	// Key is the client's own name for this order; empty when it sent none.
	Key string
	// Address is where to deliver; nil is the favourite one.
	Address     *AddressInput
	SaveAddress bool
	// Payment is how to pay; nil is the saved card, without its CVV.
	Payment *PaymentInput
	Note    string
	// Expected is the total that the shopper saw; nil accepts any.
	Expected *money.Cents
	// ExpectedRate is the rate that the shopper saw, 0 in a shop without one; nil accepts any.
	ExpectedRate *int64
	// Cash is how the customer means to pay the courier.
	Cash Cash
	// Partly allows the stores to send fewer pieces when the customer does not answer in time.
	Partly bool
	// Network is where the request comes from, as a keyed hash; it is no part of what is ordered.
	Network string
	// Taken is set for an order that the staff takes from a caller.
	Taken *Taken
	// Language is the one the shopper reads; it is no part of what is ordered.
	Language text.Lang
}

// AddressInput is the address form of the checkout. Without both names those of the account hold.
type AddressInput struct {
	FirstName, LastName                             *string
	Street, City, State, Building, Floor, ExtraInfo string
	Phone                                           string
}

// named tells whether the form says who receives the order.
func (in AddressInput) named() bool { return in.FirstName != nil || in.LastName != nil }

// PaymentInput is the payment form of the checkout. A number that is empty or a mask is the saved
// card's.
type PaymentInput struct {
	Method                             payments.Method
	CardName, CardNumber, CVV, ExpDate string
	SaveCard                           bool
}

// savedCard tells whether the form means the saved card.
func (p *PaymentInput) savedCard() bool {
	return p == nil || strings.TrimSpace(p.CardNumber) == "" || strings.Contains(p.CardNumber, "•")
}

// check refuses what no order could have. Codes: IdempotencyInvalid, InvalidFields.
func (r *Request) check() error {
	if len(r.Key) > maxKey || strings.ContainsFunc(r.Key, func(c rune) bool { return c < ' ' || c > '~' }) {
		return apperr.New(apperr.IdempotencyInvalid)
	}
	r.Note = validate.Clean(r.Note)
	if utf8.RuneCountInString(r.Note) > maxNote {
		return apperr.New(apperr.InvalidInput)
	}
	return r.Cash.check()
}

// hash is a fingerprint of what was asked, to tell a retry from another order under the same key.
// Of a card it holds the last four digits only: a fingerprint of the number could be undone.
func (r *Request) hash() string {
	fields := struct {
		Address     *AddressInput
		SaveAddress bool
		Payment     *PaymentInput
		Note        string
		Expected    *money.Cents
		Rate        *int64 `json:",omitempty"`
		Cash        *Cash  `json:",omitempty"`
		Partly      bool   `json:",omitempty"`
		Taken       *Taken `json:",omitempty"`
	}{r.Address, r.SaveAddress, nil, r.Note, r.Expected, r.ExpectedRate, nil, r.Partly, r.Taken}
	if r.Cash != (Cash{}) {
		fields.Cash = &r.Cash
	}
	if r.Payment != nil {
		fields.Payment = &PaymentInput{Method: r.Payment.Method, SaveCard: r.Payment.SaveCard}
		if !r.Payment.savedCard() {
			fields.Payment.CardNumber = lastFour(r.Payment.CardNumber)
		}
	}
	data, err := json.Marshal(fields)
	if err != nil {
		panic(err) // plain texts and numbers
	}
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func lastFour(number string) string {
	digits := strings.Join(strings.Fields(number), "")
	return digits[max(0, len(digits)-4):]
}

// checkAddress applies the rules of the checkout's form. Without names those of the account are
// taken as they are. Code: InvalidFields.
func checkAddress(in AddressInput, buyer Buyer) (Address, error) {
	first, last, _ := strings.Cut(buyer.FullName, " ")
	named := in.named()
	if named {
		first, last = deref(in.FirstName), deref(in.LastName)
	}
	clean, errs := validate.Form("checkout_address", map[string]string{
		"first_name": first, "last_name": last, "street": in.Street, "city": in.City, "state": in.State,
		"building": in.Building, "floor": in.Floor, "phone_nb": in.Phone, "extra_info": in.ExtraInfo,
	})
	if !named {
		delete(errs, "first_name")
		delete(errs, "last_name")
	}
	if len(errs) > 0 {
		return Address{}, apperr.Invalid(errs)
	}
	floor, err := strconv.Atoi(clean["floor"])
	if err != nil {
		return Address{}, apperr.Invalid(map[string]string{"floor": "floor_integer"})
	}
	return Address{
		FirstName: clean["first_name"], LastName: clean["last_name"], Street: clean["street"], City: clean["city"],
		State: clean["state"], Building: clean["building"], Floor: floor, Phone: clean["phone_nb"],
		ExtraInfo: clean["extra_info"],
	}, nil
}

// favourite is the address of a call that names none. Code: AddressMissing.
func favourite(book addresses.Book, buyer Buyer) (Address, error) {
	chosen, ok := book.Chosen()
	if !ok {
		return Address{}, apperr.New(apperr.AddressMissing)
	}
	first, last, _ := strings.Cut(buyer.FullName, " ")
	return Address{
		FirstName: first, LastName: strings.TrimSpace(last), Street: chosen.Street, City: chosen.City,
		State: chosen.State, Building: chosen.Building, Floor: chosen.Floor, Phone: buyer.Phone,
		ExtraInfo: chosen.ExtraInfo,
	}, nil
}

// ForBook is the address as the user's book stores it. The checkout does not ask for a state, so it may be
// empty.
func (a Address) ForBook() addresses.Address {
	return addresses.Address{
		Street: a.Street, State: a.State, City: a.City, Building: a.Building, Floor: a.Floor, ExtraInfo: a.ExtraInfo,
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
