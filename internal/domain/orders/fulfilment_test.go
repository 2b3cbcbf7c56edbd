package orders

import (
	"testing"

	"pgregory.net/rapid"

	"dawa/internal/base/money"
	"dawa/internal/domain/roles"
)

// Whatever is in a cart, its parts add up to the order, to the cent.
func TestDivide_PartsAddUpToTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []Line
		var stores []string
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			lines = append(lines, Line{
				UnitPrice: money.Cents(rapid.Int64Range(0, 100_000).Draw(t, "price")),
				Quantity:  rapid.IntRange(1, 10).Draw(t, "quantity"),
			})
			stores = append(stores, rapid.SampledFrom([]string{"", "a", "b", "c", "d"}).Draw(t, "store"))
		}
		fee := money.Cents(rapid.Int64Range(0, 1000).Draw(t, "fee"))
		o := Order{Lines: lines, Fulfilments: divide(lines, stores, fee)}
		o.add()
		var subtotal money.Cents
		for i, l := range lines {
			subtotal += l.Total()
			want := stores[i]
			if want == "" {
				want = roles.House
			}
			if part := o.Part(l.Fulfilment); part == nil || part.StoreID != want {
				t.Fatalf("line %d of %q is in part %+v", i, stores[i], part)
			}
		}
		if o.Totals != (money.Totals{Subtotal: subtotal, Fee: fee, Total: subtotal + fee}) {
			t.Fatalf("the parts add up to %+v, the lines to %d and the fee is %d", o.Totals, subtotal, fee)
		}
		for i, f := range o.Fulfilments {
			if f.Place != i+1 || f.Totals.Fee < 0 || f.Totals.Total != f.Totals.Subtotal+f.Totals.Fee {
				t.Fatalf("part %d is %+v", i, f)
			}
		}
	})
}

func TestSplit_LargestRemaindersTakeWhatIsLeft(t *testing.T) {
	for _, c := range []struct {
		amount        money.Cents
		weights, want []money.Cents
	}{
		{200, []money.Cents{1, 1, 1}, []money.Cents{67, 67, 66}},
		{200, []money.Cents{100, 899}, []money.Cents{20, 180}},
		{1, []money.Cents{1, 3}, []money.Cents{0, 1}},
		{200, []money.Cents{0, 0}, []money.Cents{200, 0}},
		{0, []money.Cents{5, 7}, []money.Cents{0, 0}},
	} {
		got := money.Split(c.amount, c.weights)
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("Split(%d, %v) = %v, want %v", c.amount, c.weights, got, c.want)
				break
			}
		}
	}
}

func TestDerive_StatusOfTheOrderFollowsItsParts(t *testing.T) {
	for _, c := range []struct {
		parts []Status
		want  Status
	}{
		{[]Status{Placed}, Placed},
		{[]Status{Delivered, Preparing}, Preparing},
		{[]Status{Cancelled, OutForDelivery}, OutForDelivery},
		{[]Status{Cancelled, Cancelled}, Cancelled},
		{[]Status{Delivered, Returned}, Delivered},
		{[]Status{Returned, Cancelled}, Returned},
		{[]Status{DeliveryFailed, OutForDelivery}, DeliveryFailed},
		{[]Status{DeliveryFailed, Confirmed}, Confirmed},
	} {
		if got := derive(c.parts); got != c.want {
			t.Errorf("%v: %s, want %s", c.parts, got, c.want)
		}
	}
}

func TestParseFulfilmentID_ReadsOnlyWhatItWrote(t *testing.T) {
	if id, place, ok := ParseFulfilmentID(FulfilmentID("abc", 12)); !ok || id != "abc" || place != 12 {
		t.Errorf("%q, %d, %t", id, place, ok)
	}
	for _, id := range []string{"", "abc", "abc-", "abc-0", "abc-01", "abc-+1", "-1", "abc-1-1"} {
		if _, _, ok := ParseFulfilmentID(id); ok {
			t.Errorf("%q is no id", id)
		}
	}
}
