package money

import (
	"math/big"
	"strconv"
)

// Pounds is a whole amount of Lebanese pounds.
type Pounds int64

// InPounds is an amount of cents at a rate (pounds per dollar), rounded up to a multiple of step. A rate or a step
// below 1 gives 0: the shop has no rate.
func InPounds(c Cents, rate, step int64) Pounds {
	if rate < 1 || step < 1 || c <= 0 {
		return 0
	}
	unit := new(big.Int).Mul(big.NewInt(100), big.NewInt(step))
	steps := new(big.Int).Mul(big.NewInt(int64(c)), big.NewInt(rate))
	steps.Add(steps, new(big.Int).Sub(unit, big.NewInt(1))).Div(steps, unit)
	return Pounds(steps.Int64() * step)
}

// InCents is an official price in pounds at a rate, rounded down to the cent, but at least a cent. Rounded down, the
// amount is never above the official price, and InPounds of it gives the official price back whenever that is a
// multiple of the step and a cent is worth no more than a step.
func InCents(p Pounds, rate int64) Cents {
	if rate < 1 || p <= 0 {
		return 0
	}
	return max(1, Cents(int64(p)/rate*100+int64(p)%rate*100/rate))
}

// Grouped writes the amount with commas between the thousands: 1,234,000.
func (p Pounds) Grouped() string {
	digits := strconv.FormatInt(int64(max(p, -p)), 10)
	var out []byte
	if p < 0 {
		out = append(out, '-')
	}
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// VATIn is the VAT that an amount includes, rounded half-up to a cent.
func VATIn(total Cents, percent int) Cents {
	if percent <= 0 || total <= 0 {
		return 0
	}
	whole := Cents(100 + percent)
	return (total*Cents(percent)*2 + whole) / (2 * whole)
}
