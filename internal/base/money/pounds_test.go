package money

import (
	"math/rand/v2"
	"testing"
)

func TestInPounds_RoundsUpToTheStep(t *testing.T) {
	for _, c := range []struct {
		cents      Cents
		rate, step int64
		want       Pounds
	}{
		{0, 89_500, 1000, 0}, {1, 89_500, 1000, 1000}, {100, 89_500, 1000, 90_000}, {200, 89_500, 1000, 179_000},
		{1000, 89_500, 1000, 895_000}, {1001, 89_500, 1000, 896_000}, {1234, 89_500, 1, 1_104_430},
		{1235, 89_501, 1, 1_105_338}, {500, 0, 1000, 0}, {500, 89_500, 0, 0},
		{100_000_000, 89_500, 5000, 89_500_000_000},
	} {
		if got := InPounds(c.cents, c.rate, c.step); got != c.want {
			t.Errorf("InPounds(%d, %d, %d) = %d, want %d", c.cents, c.rate, c.step, got, c.want)
		}
	}
}

func TestPoundsGrouped_CommasBetweenThousands(t *testing.T) {
	for p, want := range map[Pounds]string{
		0: "0", 999: "999", 1000: "1,000", 89_500: "89,500", 1_234_000: "1,234,000", -5000: "-5,000",
	} {
		if got := p.Grouped(); got != want {
			t.Errorf("%d is written %q, want %q", int64(p), got, want)
		}
	}
}

func TestVATIn_IsThePartOfTheAmount(t *testing.T) {
	for _, c := range []struct {
		total   Cents
		percent int
		want    Cents
	}{{1110, 11, 110}, {1000, 11, 99}, {1000, 0, 0}, {1, 11, 0}, {5, 11, 0}, {6, 11, 1}, {200, 100, 100}} {
		if got := VATIn(c.total, c.percent); got != c.want {
			t.Errorf("VATIn(%d, %d) = %d, want %d", c.total, c.percent, got, c.want)
		}
	}
}

// The way from the official price to the shelf and back: never above it, and less than the rounding step away. The
// rounding step is the shop's, or a cent where that is worth more. Official prices that are multiples of a step that
// is worth a cent or more come back exactly.
func TestInCents_WayBackDiffersByLessThanTheRoundingStep(t *testing.T) {
	random := rand.New(rand.NewPCG(22, 1))
	for range 200_000 {
		rate := 1 + random.Int64N(200_000)
		step := []int64{1, 250, 1000, 5000}[random.IntN(4)]
		official := Pounds(1 + random.Int64N(200_000_000))
		if random.IntN(2) == 0 {
			official = max(1, official/Pounds(step)) * Pounds(step)
		}
		shelf := InCents(official, rate)
		if shelf > 1 && int64(shelf)*rate > int64(official)*100 {
			t.Fatalf("%d pounds at %d cost %d cents, which is more", official, rate, shelf)
		}
		back := InPounds(shelf, rate, step)
		rounding := max(Pounds(step), Pounds((rate+99)/100))
		if diff := max(back-official, official-back); diff >= rounding && shelf > 1 {
			t.Fatalf("%d pounds at %d: %d cents, back %d, which is %d away (step %d)",
				official, rate, shelf, back, diff, step)
		}
		if int64(official)%step == 0 && step*100 >= rate && shelf > 1 && back != official {
			t.Fatalf("%d pounds at %d (step %d) come back as %d", official, rate, step, back)
		}
	}
}
