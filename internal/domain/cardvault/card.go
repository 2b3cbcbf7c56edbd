package cardvault

import (
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
)

// Mask stands for the digits of a number that nobody may read back.
const Mask = "•••• •••• •••• "

// Card is a payment card as its owner may see it again.
type Card struct {
	Name    string
	Last4   string
	Brand   string // visa, mastercard, amex or empty
	ExpDate string // MM/YY
}

// MaskedNumber is the number as it is shown: all but the last four digits hidden.
func (c Card) MaskedNumber() string { return Mask + c.Last4 }

// Input is what the card form sends. There is no CVV here on purpose: it is checked at the edge and
// forgotten there.
type Input struct {
	Name    string
	Number  string
	ExpDate string
}

// checked is a card that passed every rule.
type checked struct {
	name, number, expDate string
}

// check applies what the form's rules cannot know: the check digit and today's date. The fields were
// cleaned by the form's rules before.
func check(in Input, now time.Time) (checked, error) {
	bad := map[string]string{}
	if !validate.Luhn(in.Number) {
		bad["card_number"] = "card_number_luhn"
	} else if BrandOf(in.Number) == "" {
		bad["card_number"] = "card_brand"
	}
	month, year, ok := validate.ParseExpiry(in.ExpDate)
	switch {
	case !ok:
		bad["exp_date"] = "exp_date_format"
	case expired(month, year, now):
		bad["exp_date"] = "card_expired"
	}
	if len(bad) > 0 {
		return checked{}, apperr.Invalid(bad)
	}
	return checked{name: in.Name, number: in.Number, expDate: expiry(month, year)}, nil
}

// Check tells whether a card could pay: its number, its brand and its date. The fields were cleaned by
// the form's rules before. Code: InvalidFields.
func Check(in Input, now time.Time) error {
	_, err := check(in, now)
	return err
}

// expired tells whether the month printed on the card is over everywhere.
func expired(month, year int, now time.Time) bool {
	end := time.Date(year, time.Month(month)+1, 1, 0, 0, 0, 0, time.UTC)
	return now.After(end.Add(12 * time.Hour))
}

func expiry(month, year int) string {
	return twoDigits(month) + "/" + twoDigits(year%100)
}

func twoDigits(n int) string {
	return string([]byte{byte('0' + n/10), byte('0' + n%10)})
}

// BrandOf tells the brand by how a number begins; empty for one that the shop does not take.
func BrandOf(number string) string {
	begins := func(low, high string) bool {
		return len(number) >= len(low) && number[:len(low)] >= low && number[:len(low)] <= high
	}
	switch {
	case begins("4", "4"):
		return "visa"
	case begins("51", "55"), begins("2221", "2720"):
		return "mastercard"
	case validate.IsAmex(number):
		return "amex"
	}
	return ""
}

// isMasked tells a form that was sent back with the mask it was shown.
func isMasked(number string) bool { return strings.Contains(number, "•") }
