package orders

import (
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/payments"
)

func product(id string, price money.Cents, discount, stock int) *catalog.Product {
	return &catalog.Product{
		ID: id, Code: "C-" + id, Name: text.Pair{English: "Name " + id, Arabic: "اسم " + id}, Brand: "dove",
		Price: price, Discount: discount, Stock: stock, Status: catalog.Approved,
		Images: []catalog.Image{{Hash: "one"}, {Hash: "two"}},
	}
}

func productsByID(list ...*catalog.Product) map[string]*catalog.Product {
	found := map[string]*catalog.Product{}
	for _, p := range list {
		found[p.ID] = p
	}
	return found
}

func filled(lines ...cart.Line) cart.Cart { return cart.Cart{ID: "c", CheckoutID: "x", Lines: lines} }

func TestDecide_PricesFromTheCatalogue(t *testing.T) {
	draft, err := Decide(filled(cart.Line{ProductID: "a", Quantity: 3, SeenPrice: 1},
		cart.Line{ProductID: "b", Quantity: 1}),
		productsByID(product("a", 333, 50, 5), product("b", 1000, 0, 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	// 3.33 at half price is 1.67, rounded before it is multiplied.
	if want := (money.Totals{Subtotal: 3*167 + 1000, Fee: 200, Total: 3*167 + 1200}); draft.Totals != want {
		t.Errorf("totals %+v, want %+v", draft.Totals, want)
	}
	want := Line{
		ProductID: "a", Code: "C-a", Name: text.Pair{English: "Name a", Arabic: "اسم a"}, Brand: "dove",
		Price: 333, Discount: 50, UnitPrice: 167, Quantity: 3, Images: []catalog.Image{{Hash: "one"}},
		Fulfilment: 1,
	}
	if !reflect.DeepEqual(draft.Lines[0], want) {
		t.Errorf("line %+v, want %+v", draft.Lines[0], want)
	}
}

func TestDecide_NamesWhatCannotBeOrdered(t *testing.T) {
	hidden, limited := product("hidden", 100, 0, 9), product("limited", 100, 0, 9)
	hidden.Status, limited.MaxPerOrder = catalog.Rejected, 2
	products := productsByID(product("good", 100, 0, 9), product("few", 100, 0, 1), product("none", 100, 0, 0), hidden,
		limited)
	for name, c := range map[string]struct {
		cart     cart.Cart
		expected money.Cents
		code     apperr.Code
		products []string
	}{
		"an empty cart": {cart: filled(), code: apperr.CartEmpty},
		"too many": {cart: filled(cart.Line{ProductID: "none", Quantity: 1}, cart.Line{ProductID: "good", Quantity: 9},
			cart.Line{ProductID: "few", Quantity: 2},
			cart.Line{ProductID: "hidden", Quantity: 1}, cart.Line{ProductID: "limited", Quantity: 3},
			cart.Line{ProductID: "gone", Quantity: 1}),
			code: apperr.StockShort, products: []string{"few", "gone", "hidden", "limited", "none"}},
		"another total": {
			cart: filled(cart.Line{ProductID: "good", Quantity: 1}), expected: 299, code: apperr.CartChanged,
		},
	} {
		var expected *money.Cents
		if c.expected > 0 {
			expected = &c.expected
		}
		_, err := Decide(c.cart, products, expected)
		if apperr.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
		if got, _ := apperr.From(err).Details["products"].([]string); !slices.Equal(got, c.products) {
			t.Errorf("%s names %v, want %v", name, got, c.products)
		}
	}
	right := money.Cents(300)
	if _, err := Decide(filled(cart.Line{ProductID: "good", Quantity: 1}), products, &right); err != nil {
		t.Errorf("the total that was seen: %v", err)
	}
}

func TestMove_OnlyContractTransitions(t *testing.T) {
	for _, from := range contract.Shop().Orders.Statuses {
		for _, to := range append(slices.Clone(contract.Shop().Orders.Statuses), "lost", "") {
			o := Order{Status: Status(from), Version: 1, Fulfilments: []Fulfilment{{Place: 1, Status: Status(from)}}}
			err := o.Move(Event{ID: "e", Fulfilment: 1, Status: Status(to)})
			switch {
			case !Status(to).Known():
				if apperr.CodeOf(err) != apperr.StatusInvalid {
					t.Errorf("%s to %q: %v", from, to, err)
				}
			case slices.Contains(contract.Shop().Orders.Transitions[from], to):
				if err != nil || o.Status != Status(to) || len(o.History) != 1 || o.Version != 2 {
					t.Errorf("%s to %s: %v, %+v", from, to, err, o)
				}
			default:
				if apperr.CodeOf(err) != apperr.OrderTransition || o.Status != Status(from) || len(o.History) != 0 {
					t.Errorf("%s to %s: %v, %+v", from, to, err, o)
				}
			}
		}
	}
	for status, want := range map[Status]bool{
		"placed": true, "confirmed": true, "preparing": false, "out_for_delivery": false, "delivered": false,
		"cancelled": false, "delivery_failed": false, "returned": false,
	} {
		o := &Order{Fulfilments: []Fulfilment{{Status: Cancelled}, {Status: status}}}
		if got := o.Cancellable(); got != want {
			t.Errorf("%s cancellable: %v", status, got)
		}
	}
}

func TestRemaining_LinesAddedDuringPaymentStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := []string{"a", "b", "c", "d"}
		var lines []cart.Line
		var ordered []Line
		want := map[string]int{}
		for _, id := range ids {
			in, out := rapid.IntRange(0, 10).Draw(t, "in"), rapid.IntRange(0, 10).Draw(t, "out")
			if in > 0 {
				lines = append(lines, cart.Line{ProductID: id, Quantity: in})
			}
			if out > 0 {
				ordered = append(ordered, Line{ProductID: id, Quantity: out})
			}
			if in > out {
				want[id] = in - out
			}
		}
		got := map[string]int{}
		for _, l := range Leftover(lines, ordered) {
			got[l.ProductID] = l.Quantity
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v left, want %v", got, want)
		}
	})
}

func TestNumber_ShortAndUnambiguous(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		n := newNumber()
		if !regexp.MustCompile(`^[1-9][0-9]{8}$`).MatchString(n) {
			t.Fatalf("number %s", n)
		}
		seen[n] = true
	}
	if len(seen) < 990 {
		t.Errorf("%d numbers of 1000 differ", len(seen))
	}
	early, late := newID(time.UnixMilli(1_700_000_000_000)), newID(time.UnixMilli(1_800_000_000_000))
	if early >= late {
		t.Errorf("ids do not sort by time: %s, %s", early, late)
	}
	moment := time.UnixMilli(1_700_000_000_000)
	if first, second := newID(moment.Add(time.Microsecond)), newID(moment.Add(2*time.Microsecond)); first >= second {
		t.Errorf("ids of one millisecond do not sort by time: %s, %s", first, second)
	}
}

func TestRequestHash_DistinguishesRequestsWithoutCardData(t *testing.T) {
	floor := money.Cents(500)
	base := func() Request {
		return Request{
			UserID: "u", Address: &AddressInput{Street: "Hamra", Floor: "1"},
			Payment: &PaymentInput{Method: payments.ByCard, CardNumber: "4242 4242 4242 4242", CVV: "123"},
		}
	}
	same := base()
	same.Payment.CVV, same.Payment.CardNumber = "999", "5555 5555 5555 4242"
	first := base()
	if first.hash() != same.hash() {
		t.Error("the fingerprint knows more of a card than its last four digits")
	}
	seen := map[string]string{first.hash(): "the first"}
	for name, change := range map[string]func(*Request){
		"note":     func(r *Request) { r.Note = "ring twice" },
		"total":    func(r *Request) { r.Expected = &floor },
		"address":  func(r *Request) { r.Address.Floor = "2" },
		"save":     func(r *Request) { r.SaveAddress = true },
		"cash":     func(r *Request) { r.Payment = &PaymentInput{Method: payments.Cash} },
		"card":     func(r *Request) { r.Payment.CardNumber = "4000000000000002" },
		"saved":    func(r *Request) { r.Payment.CardNumber = "•••• •••• •••• 4242" },
		"literal":  func(r *Request) { r.Payment = nil },
		"favoured": func(r *Request) { r.Address = nil },
	} {
		r := base()
		change(&r)
		if other, there := seen[r.hash()]; there {
			t.Errorf("%s is the same as %s", name, other)
		}
		seen[r.hash()] = name
	}
}
