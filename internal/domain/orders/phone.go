package orders

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/roles"
)

// Taken is what an order has that somebody of the staff takes from a caller: it is made of lines instead of a cart.
type Taken struct {
	// Place is the desk that takes it: a store, which sells what is its own, or the house, which sells everything.
	Place string
	// By is the user id of who takes it.
	By    string
	Lines []cart.Line
	// Account is the username or the email address that the caller names as theirs; empty is no account.
	Account string
	// CheckoutID follows from the client's key: asking again finds the first order.
	CheckoutID string
}

// TakeOrder places an order for a caller, paid in cash. The rules are those of Place; the limits count what was
// ordered for the phone number. Codes: those of Place that are not about cards, and ForeignProduct with the ids under
// the detail "products".
func (s *Service) TakeOrder(ctx context.Context, r Request) (*Order, error) {
	if r.Taken == nil || r.Key == "" {
		return nil, apperr.New(apperr.IdempotencyInvalid)
	}
	if r.Address == nil {
		return nil, apperr.New(apperr.AddressMissing)
	}
	taken := *r.Taken
	if err := taken.check(); err != nil {
		return nil, err
	}
	taken.CheckoutID = checkoutOf(taken.By, r.Key)
	address := *r.Address
	if !address.named() {
		address.FirstName = new(string) // there is no account whose name would hold
	}
	if _, err := checkAddress(address, Buyer{}); err != nil {
		return nil, err
	}
	number, err := callerNumber(address.Phone)
	if err != nil {
		return nil, err
	}
	r.Taken, r.Address, r.UserID, r.SaveAddress, r.Network = &taken, &address, "", false, ""
	r.Payment = &PaymentInput{Method: payments.Cash}
	if taken.Account != "" {
		if r.UserID, err = s.checkout.CallerAccount(ctx, taken.Account, number); err != nil {
			return nil, fmt.Errorf("looking for a caller's account: %w", err)
		}
		if r.UserID == "" {
			return nil, apperr.Invalid(map[string]string{"account": "account_phone"})
		}
	}
	return s.Place(ctx, r)
}

// check refuses lines that no cart could hold, and joins those of one product. Codes: CartEmpty, CartFull, BadQuantity.
func (t *Taken) check() error {
	t.Account = strings.ToLower(validate.Clean(t.Account))
	most := contract.Shop().Quantity.Max
	var lines []cart.Line
	for _, line := range t.Lines {
		if line.Quantity < 1 || line.Quantity > most {
			return apperr.New(apperr.BadQuantity)
		}
		at := slices.IndexFunc(lines, func(l cart.Line) bool { return l.ProductID == line.ProductID })
		if at < 0 {
			lines = append(lines, cart.Line{ProductID: line.ProductID, Quantity: line.Quantity})
			continue
		}
		if lines[at].Quantity += line.Quantity; lines[at].Quantity > most {
			return apperr.New(apperr.BadQuantity)
		}
	}
	switch {
	case len(lines) == 0:
		return apperr.New(apperr.CartEmpty)
	case len(lines) > cart.MaxLines:
		return apperr.New(apperr.CartFull)
	}
	t.Lines = lines
	return nil
}

// mayAdd refuses what the desk does not sell. An order that nobody took may hold everything. Code: ForeignProduct.
func (t *Taken) mayAdd(c cart.Cart, products map[string]*catalog.Product) error {
	if t == nil || t.Place == roles.House {
		return nil
	}
	var foreign []string
	for _, line := range c.Lines {
		if p := products[line.ProductID]; p != nil && p.StoreID != t.Place {
			foreign = append(foreign, line.ProductID)
		}
	}
	if len(foreign) == 0 {
		return nil
	}
	return apperr.New(apperr.ForeignProduct).WithDetail("products", foreign)
}

// checkoutOf names an order by who takes it and their key, instead of the filling of a cart.
func checkoutOf(userID, key string) string {
	sum := sha256.Sum256([]byte(userID + "\x00" + key))
	return "taken-" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// Caller is what a desk knows of a phone number from its own orders.
type Caller struct {
	// Orders counts its orders for the number; Last is when the last one was placed, Address where it went.
	Orders  int
	Last    time.Time
	Address Address
}

// Caller reads what a desk knows of a phone number; known is false when it has had no order for it. A store knows of
// its own orders only, the house of all. Code: InvalidFields.
func (s *Service) Caller(ctx context.Context, place, phone string) (
	number string, found Caller, known bool, err error,
) {
	if number, err = callerNumber(phone); err != nil {
		return "", Caller{}, false, err
	}
	found, known, err = s.desk.Caller(ctx, place, number)
	return number, found, known, err
}

// callerNumber is a phone number as the shop writes it. By it callers are known, so it is as strict as an account's.
// Code: InvalidFields.
func callerNumber(phone string) (string, error) {
	clean, errs := validate.Form("sign_up", map[string]string{"phone_nb": phone})
	if code := errs["phone_nb"]; code != "" {
		return "", apperr.Invalid(map[string]string{"phone_nb": code})
	}
	return clean["phone_nb"], nil
}
