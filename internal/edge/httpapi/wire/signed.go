package wire

import (
	"strings"

	"dawa/internal/base/money"
)

// SignedCents are dollars with two decimals that may be below zero: what is missing from a bag. Requests hold none.
type SignedCents money.Cents

// MarshalJSON writes the amount as a number.
func (c SignedCents) MarshalJSON() ([]byte, error) { return money.Cents(c).MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *SignedCents) UnmarshalJSON(data []byte) error {
	digits, below := strings.CutPrefix(string(data), "-")
	var amount money.Cents
	if err := amount.UnmarshalJSON([]byte(digits)); err != nil {
		return err
	}
	if below {
		amount = -amount
	}
	*c = SignedCents(amount)
	return nil
}
