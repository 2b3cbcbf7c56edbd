// Package money counts in cents. Every price, total and fee of the shop is a whole number of
// US cents; fractions of a cent never exist outside the rounding of a discount.
package money

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"strings"
)

// Cents is an amount of money in US cents.
type Cents int64

// ErrAmount is what Parse returns for a text that is not an amount.
var ErrAmount = errors.New("not an amount of money")

// maxWholeDigits keeps parsed amounts exact in a JavaScript number too (below 2^53 cents).
const maxWholeDigits = 13

// Parse reads dollars written as "12", "12.5" or "12.34". Zeros after the second decimal are
// allowed, a third significant decimal is not; neither are signs, spaces and exponents.
func Parse(s string) (Cents, error) {
	whole, fraction, hasPoint := strings.Cut(s, ".")
	if whole == "" || (hasPoint && fraction == "") || !digitsOnly(whole) || !digitsOnly(fraction) {
		return 0, ErrAmount
	}
	fraction = strings.TrimRight(fraction, "0")
	whole = strings.TrimLeft(whole, "0")
	if len(whole) > maxWholeDigits || len(fraction) > 2 {
		return 0, ErrAmount
	}
	n, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		return 0, ErrAmount
	}
	return Cents(n), nil
}

func digitsOnly(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// String writes dollars with two decimals and no currency sign: "12.34".
func (c Cents) String() string {
	var buffer [24]byte // on the stack
	return string(c.AppendTo(buffer[:0]))
}

// AppendTo writes what String gives behind other text.
func (c Cents) AppendTo(text []byte) []byte {
	n := uint64(c)
	if c < 0 {
		text, n = append(text, '-'), -n
	}
	text = strconv.AppendUint(text, n/100, 10)
	return append(text, '.', byte('0'+n%100/10), byte('0'+n%10))
}

// Format writes the amount as the shop shows it: "$12.34".
func (c Cents) Format() string {
	if c < 0 {
		return "-$" + c.String()[1:]
	}
	return "$" + c.String()
}

// Times is the price of q pieces. It stops at the largest amount instead of overflowing.
func (c Cents) Times(q int) Cents {
	if c == 0 || q == 0 {
		return 0
	}
	p := c * Cents(q)
	if p/Cents(q) != c {
		if (c < 0) != (q < 0) {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	return p
}

// Discounted is the price less percent, rounded half-up to a cent. Percentages outside 0–100
// count as the nearest of the two.
func Discounted(price Cents, percent int) Cents {
	percent = min(max(percent, 0), 100)
	return (price*Cents(100-percent) + 50) / 100
}

// MarshalJSON writes a number of dollars with two decimals: 12.50.
func (c Cents) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalJSON reads a number of dollars, or the same in quotes.
func (c *Cents) UnmarshalJSON(data []byte) error {
	s := string(data)
	if s == "null" {
		return nil
	}
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	n, err := Parse(s)
	if err != nil {
		return err
	}
	*c = n
	return nil
}

// Signed is an amount that may be below zero, as balances are. Amounts that people send are Cents.
type Signed Cents

// MarshalJSON writes it as a number with two decimals.
func (s Signed) MarshalJSON() ([]byte, error) { return Cents(s).MarshalJSON() }

// UnmarshalJSON reads a number with at most two decimals, with or without a sign.
func (s *Signed) UnmarshalJSON(data []byte) error {
	digits, negative := bytes.CutPrefix(data, []byte("-"))
	var c Cents
	if err := c.UnmarshalJSON(digits); err != nil {
		return err
	}
	if negative {
		c = -c
	}
	*s = Signed(c)
	return nil
}

// Split shares an amount out by weights, to the cent: every share is rounded down and the cents that are left go to
// those that lost most by it, the first among equals. Without any weight the first takes all.
func Split(amount Cents, weights []Cents) []Cents {
	shares := make([]Cents, len(weights))
	var sum Cents
	for _, w := range weights {
		sum += w
	}
	if len(weights) == 0 {
		return shares
	}
	if sum <= 0 {
		shares[0] = amount
		return shares
	}
	left := amount
	rest := make([]Cents, len(weights))
	for i, w := range weights {
		shares[i], rest[i] = amount*w/sum, amount*w%sum
		left -= shares[i]
	}
	for ; left > 0; left-- {
		most := 0
		for i := range rest {
			if rest[i] > rest[most] {
				most = i
			}
		}
		shares[most]++
		rest[most] = -1
	}
	return shares
}
