package cash

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dawa/contract"
	"dawa/internal/base/money"
)

func (p Proposal) notes() (n int) {
	for _, s := range p.Notes {
		n += s.Count
	}
	return n
}

// checkNotes checks that the notes add up to the change and are all listed.
func checkNotes(t *testing.T, p Proposal, dollars, pounds []int64) {
	t.Helper()
	var sum Amount
	for _, s := range p.Notes {
		listed := dollars
		if s.Currency == Pounds {
			listed = pounds
			sum.Pounds += money.Pounds(s.Note * int64(s.Count))
		} else {
			sum.Cents += money.Cents(s.Note * 100 * int64(s.Count))
		}
		if !slices.Contains(listed, s.Note) || s.Count < 1 {
			t.Fatalf("%+v uses a note that the shop does not list", p)
		}
	}
	if sum != p.Change {
		t.Fatalf("the notes of %+v make %+v", p, sum)
	}
}

// Σ(received − change), valued at the order's rate, is the total and less than the rounding more: the shop's step
// where pounds alone were paid, else the smallest note in pounds.
func TestChange_PaysTheTotalForRandomPayments(t *testing.T) {
	notes := contract.Shop().Cash.Notes
	c := Shop()
	random := rand.New(rand.NewPCG(22, 6))
	step := contract.Shop().Pounds.Step
	for range 100_000 {
		rate := 80_000 + random.Int64N(40_000)
		bill := Bill{Total: money.Cents(200 + random.Int64N(30_000)), Rate: rate}
		bill.Pounds = money.InPounds(bill.Total, rate, step)
		var hands Amount
		switch random.IntN(3) {
		case 0:
			hands.Cents = (bill.Total/100 + 1 + money.Cents(random.Int64N(100))) * 100
		case 1:
			hands.Pounds = bill.Pounds + money.Pounds(random.Int64N(100)*1000)
		default:
			hands.Cents = max(100, bill.Total/200*100)
			hands.Pounds = money.InPounds(bill.Total-min(bill.Total, hands.Cents), rate, step) +
				money.Pounds(random.Int64N(50)*1000)
		}
		p, ok := c.Change(bill, hands)
		if !ok || p.Short {
			t.Fatalf("%+v for %+v gives %+v, %v", hands, bill, p, ok)
		}
		checkNotes(t, p, notes.Dollars, notes.Pounds)
		rounding := max(step, slices.Min(notes.Pounds))
		over := Net(hands, p.Change, rate) - int64(bill.Total)*rate
		if over < 0 || over >= rounding*100 {
			t.Fatalf("%+v for %+v with change %+v is %d hundredths over", hands, bill, p.Change, over)
		}
	}
}

// bruteForce tries every set of notes that gives back the value, rounded down by less than the unit.
func bruteForce(back, rate, unit int64, dollars, pounds []int64) (fewest int) {
	fewest = -1
	var try func(left int64, values []int64, used int)
	try = func(left int64, values []int64, used int) {
		if fewest >= 0 && used >= fewest {
			return
		}
		if left < unit*100 {
			fewest = used
			return
		}
		for i, v := range values {
			if v <= left {
				try(left-v, values[i:], used+1)
			}
		}
	}
	values := make([]int64, 0, len(dollars)+len(pounds))
	for _, d := range dollars {
		values = append(values, d*100*rate)
	}
	for _, p := range pounds {
		values = append(values, p*100)
	}
	slices.SortFunc(values, func(a, b int64) int { return int(b - a) })
	try(back, values, 0)
	return fewest
}

func TestChange_IsMinimalAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 7))
	sets := []struct{ dollars, pounds []int64 }{
		{contract.Shop().Cash.Notes.Dollars, contract.Shop().Cash.Notes.Pounds},
		{[]int64{1, 5}, []int64{10_000, 50_000}},
		{[]int64{1, 3, 4}, []int64{5_000, 15_000, 20_000, 100_000}}, // the largest note first is not best here
		{[]int64{20}, []int64{10_000, 100_000}},
	}
	for _, set := range sets {
		c := NewChanger(set.dollars, set.pounds)
		unit := slices.Min(set.pounds)
		for range 150 {
			rate := 85_000 + random.Int64N(10_000)
			bill := Bill{Total: money.Cents(200 + random.Int64N(1500)), Rate: rate}
			hands := Amount{Cents: (bill.Total/100 + 1 + money.Cents(random.Int64N(9))) * 100}
			p, ok := c.Change(bill, hands)
			if !ok {
				t.Fatalf("no change of %+v for %+v", hands, bill)
			}
			checkNotes(t, p, set.dollars, set.pounds)
			back := int64(hands.Cents-bill.Total) * rate
			if want := bruteForce(back, rate, unit, set.dollars, set.pounds); p.notes() != want {
				t.Fatalf("%+v for %+v: %d notes %+v, brute force needs %d", hands, bill, p.notes(), p, want)
			}
		}
	}
}

func TestChange_ShortWithoutRateAndExact(t *testing.T) {
	c := Shop()
	bill := Bill{Total: 1000, Rate: 89_500, Pounds: 895_000}
	if p, ok := c.Change(bill, Amount{Cents: 500}); !ok || !p.Short || p.Notes != nil {
		t.Errorf("too little gives %+v, %v", p, ok)
	}
	if p, ok := c.Change(bill, Amount{Pounds: 894_000}); !ok || !p.Short {
		t.Errorf("too few pounds give %+v, %v", p, ok)
	}
	if p, ok := c.Change(bill, Amount{Cents: 1000}); !ok || p.Short || p.Notes != nil {
		t.Errorf("the exact amount gives %+v, %v", p, ok)
	}
	if _, ok := c.Change(Bill{Total: 1000}, Amount{Cents: 2000}); ok {
		t.Error("without a rate there is a proposal")
	}
}
