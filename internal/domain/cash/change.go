// Package cash is about paying the courier in dollars, in pounds, or in both.
package cash

import (
	"cmp"
	"slices"
	"sync"

	"dawa/contract"
	"dawa/internal/base/money"
)

// Currency is one of the two that people pay in.
type Currency string

// The currencies, as the wire names them.
const (
	Dollars Currency = "usd"
	Pounds  Currency = "lbp"
)

// Amount is cash of both currencies.
type Amount struct {
	Cents  money.Cents
	Pounds money.Pounds
}

// Bill is what has to be paid: the total, the rate that the order froze, and the total in pounds.
type Bill struct {
	Total  money.Cents
	Rate   int64
	Pounds money.Pounds
}

// Stack is some notes of one kind. Note is its value in whole dollars or pounds.
type Stack struct {
	Currency Currency
	Note     int64
	Count    int
}

// Proposal is the change that a courier should carry for an order.
type Proposal struct {
	Change Amount
	// Notes is the smallest set of notes that makes it, the largest first.
	Notes []Stack
	// Short says that the customer hands over less than the order costs; there is no change then.
	Short bool
}

// Changer knows the notes in circulation.
type Changer struct {
	dollars, pounds purse
}

const (
	// The most that change is proposed for, in the smallest units of each currency: far above what a bag holds.
	maxUnits = 400_000
)

// NewChanger makes a Changer for notes in whole dollars and pounds.
func NewChanger(dollars, pounds []int64) *Changer {
	return &Changer{dollars: newPurse(dollars), pounds: newPurse(pounds)}
}

// Shop is the Changer for the notes of contract/shop.json.
var Shop = sync.OnceValue(func() *Changer {
	notes := contract.Shop().Cash.Notes
	return NewChanger(notes.Dollars, notes.Pounds)
})

// purse knows the fewest notes for every amount of one currency.
type purse struct {
	notes []int64 // the largest first
	unit  int64   // divides every note; 0 without notes
	// last is the note that the smallest set for so many units ends with: 0 for none, -1 when there is no set. count
	// is how many notes it has.
	last  []int64
	count []int32
}

func newPurse(notes []int64) purse {
	p := purse{notes: slices.Clone(notes)}
	slices.SortFunc(p.notes, func(a, b int64) int { return cmp.Compare(b, a) })
	for _, n := range p.notes {
		p.unit = gcd(p.unit, n)
	}
	p.last, p.count = []int64{0}, []int32{0}
	if p.unit == 0 {
		return p
	}
	p.last, p.count = make([]int64, maxUnits+1), make([]int32, maxUnits+1)
	for i := 1; i <= maxUnits; i++ {
		p.last[i] = -1
		for _, n := range p.notes {
			if before := i - int(n/p.unit); before >= 0 && p.last[before] >= 0 &&
				(p.last[i] < 0 || p.count[before]+1 < p.count[i]) {
				p.last[i], p.count[i] = n, p.count[before]+1
			}
		}
	}
	return p
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// fewest is the number of notes for an amount; false when no notes make it.
func (p purse) fewest(amount int64) (int32, bool) {
	if amount == 0 {
		return 0, true
	}
	if p.unit == 0 || amount%p.unit != 0 || amount/p.unit >= int64(len(p.last)) || p.last[amount/p.unit] < 0 {
		return 0, false
	}
	return p.count[amount/p.unit], true
}

// stacks are the notes for an amount that fewest knows.
func (p purse) stacks(currency Currency, amount int64) []Stack {
	counts := map[int64]int{}
	for amount > 0 {
		note := p.last[amount/p.unit]
		counts[note]++
		amount -= note
	}
	var all []Stack
	for _, n := range p.notes {
		if counts[n] > 0 {
			all = append(all, Stack{Currency: currency, Note: n, Count: counts[n]})
		}
	}
	return all
}

// Change proposes what to give back to a customer who hands over an amount for a bill. Who pays in pounds alone is
// given pounds; everybody else is given whole dollars and pounds, whichever takes the fewest notes. There are no coins:
// what is given back is rounded down, by less than the smallest note in pounds. The second result is false when the
// bill has no rate, or the notes cannot make it.
func (c *Changer) Change(bill Bill, hands Amount) (Proposal, bool) {
	if bill.Rate <= 0 {
		return Proposal{}, false
	}
	if hands.Cents == 0 {
		back := hands.Pounds - bill.Pounds
		if back < 0 {
			return Proposal{Short: true}, true
		}
		if _, ok := c.pounds.fewest(int64(back)); !ok {
			return Proposal{}, false
		}
		return Proposal{Change: Amount{Pounds: back}, Notes: c.pounds.stacks(Pounds, int64(back))}, true
	}
	// In hundredths of a pound nothing is rounded.
	back := int64(hands.Cents-bill.Total)*bill.Rate + int64(hands.Pounds)*100
	if back < 0 {
		return Proposal{Short: true}, true
	}
	best, found := Amount{}, false
	var fewest int32
	for dollars := back / (100 * bill.Rate); dollars >= 0; dollars-- {
		rest := (back - dollars*100*bill.Rate) / 100
		if c.pounds.unit > 0 {
			rest -= rest % c.pounds.unit
		} else {
			rest = 0
		}
		inDollars, ok := c.dollars.fewest(dollars)
		inPounds, also := c.pounds.fewest(rest)
		if ok && also && (!found || inDollars+inPounds < fewest) {
			best = Amount{Cents: money.Cents(dollars * 100), Pounds: money.Pounds(rest)}
			found, fewest = true, inDollars+inPounds
		}
		if c.pounds.unit == 0 || rest/c.pounds.unit > maxUnits {
			break // with fewer dollars there are only more pounds
		}
	}
	if !found {
		return Proposal{}, false
	}
	return Proposal{
		Change: best,
		Notes: append(c.dollars.stacks(Dollars, int64(best.Cents)/100),
			c.pounds.stacks(Pounds, int64(best.Pounds))...),
	}, true
}

// Net is what is left of an amount after change, in hundredths of a pound at a rate.
func Net(received, change Amount, rate int64) int64 {
	return int64(received.Cents-change.Cents)*rate + int64(received.Pounds-change.Pounds)*100
}
