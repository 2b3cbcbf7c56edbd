package cart

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

var today = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// shelfOf is a catalogue of a few products.
type productsOf map[string]*catalog.Item

func (s productsOf) Product(id string) (*catalog.Item, bool) {
	item, ok := s[id]
	return item, ok
}

func item(id string, price money.Cents, discount, stock, maxPerOrder int, ingredients ...string) *catalog.Item {
	it := &catalog.Item{
		ID: id, Price: price, Discount: discount, Discounted: money.Discounted(price, discount),
		Stock: stock, MaxPerOrder: maxPerOrder, Traits: &catalog.Traits{},
	}
	for _, name := range ingredients {
		it.Ingredients = append(it.Ingredients, catalog.Ingredient{Name: text.Pair{English: name}})
	}
	return it
}

func productsByID(items ...*catalog.Item) productsOf {
	s := productsOf{}
	for _, it := range items {
		s[it.ID] = it
	}
	return s
}

func TestChange_AppliesLineLimitsAndNamesThem(t *testing.T) {
	goods := productsByID(item("plenty", 100, 0, 50, 0), item("few", 100, 0, 3, 0), item("bound", 100, 0, 50, 2),
		item("both", 100, 0, 2, 2), item("ten", 100, 0, 10, 10), item("none", 100, 0, 0, 0))
	for _, c := range []struct {
		product      string
		holds, delta int
		want         int
		by           Clamp
	}{
		{"plenty", 0, 1, 1, ""},
		{"plenty", 0, 10, 10, ""},
		{"plenty", 9, 1, 10, ""},
		{"plenty", 10, 1, 10, ClampMaximum},
		{"plenty", 9, 5, 10, ClampMaximum},
		{"plenty", 2, -1, 1, ""},
		{"plenty", 1, -1, 1, ClampMinimum},
		{"plenty", 3, -10, 1, ClampMinimum},
		{"few", 0, 3, 3, ""},
		{"few", 0, 10, 3, ClampStock},
		{"few", 8, -1, 3, ClampStock}, // the stock fell after it was added
		{"bound", 1, 1, 2, ""},
		{"bound", 2, 1, 2, ClampMaxPerOrder},
		{"both", 2, 1, 2, ClampMaxPerOrder},
		{"ten", 10, 1, 10, ClampMaximum},
		{"none", 4, -1, 3, ""}, // sold out: it waits, and may still be lowered
		{"gone", 4, -1, 3, ""},
	} {
		cart := Cart{}
		if c.holds > 0 {
			cart.Lines = []Line{{ProductID: c.product, Quantity: c.holds}}
		}
		got, err := cart.Change(goods, c.product, c.delta, today)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if got != (Changed{c.product, c.want, c.by}) || cart.Lines[0].Quantity != c.want {
			t.Errorf("%+v: got %+v, the line holds %d", c, got, cart.Lines[0].Quantity)
		}
	}
}

func TestChange_RefusedChangeAltersNothing(t *testing.T) {
	goods := productsByID(item("here", 100, 0, 5, 0), item("empty", 100, 0, 0, 0))
	held := []Line{
		{ProductID: "here", Quantity: 2}, {ProductID: "empty", Quantity: 2}, {ProductID: "gone", Quantity: 2},
	}
	for _, c := range []struct {
		product string
		delta   int
		code    apperr.Code
	}{
		{"here", 0, apperr.BadQuantity},
		{"empty", 1, apperr.OutOfStock},
		{"gone", 1, apperr.ProductUnlisted},
		{"never", 1, apperr.ProductNotFound},
		{"never", -1, apperr.NotInCart},
	} {
		cart := Cart{Lines: slices.Clone(held)}
		if _, err := cart.Change(goods, c.product, c.delta, today); apperr.CodeOf(err) != c.code {
			t.Errorf("%+v: %v", c, err)
		}
		if !slices.Equal(cart.Lines, held) {
			t.Errorf("%+v changed the cart to %v", c, cart.Lines)
		}
	}
}

func TestChange_FullCartRefusesNewProducts(t *testing.T) {
	goods := productsOf{}
	cart := Cart{}
	for i := range MaxLines + 1 {
		id := fmt.Sprint(i)
		goods[id] = item(id, 100, 0, 5, 0)
		_, err := cart.Change(goods, id, 1, today)
		if want := map[bool]apperr.Code{true: apperr.CartFull}[i == MaxLines]; apperr.CodeOf(err) != want {
			t.Fatalf("line %d: %v", i+1, err)
		}
	}
	if _, err := cart.Change(goods, "7", 1, today); err != nil {
		t.Errorf("one more of what is there: %v", err)
	}
}

func TestMerge_AddsUpAndLosesNothing(t *testing.T) {
	goods := productsByID(item("a", 100, 0, 50, 0), item("b", 100, 0, 4, 0), item("c", 100, 0, 50, 2),
		item("d", 100, 0, 0, 0), item("e", 100, 0, 50, 0))
	user := Cart{
		ID: "u", CheckoutID: "k", Lines: []Line{{"a", 7, 90, today}, {"b", 3, 100, today}, {"c", 1, 100, today},
			{"d", 2, 100, today}, {"only", 9, 100, today}},
	}
	visitor := Cart{
		ID: "v", Lines: []Line{{"e", 6, 100, today}, {"d", 9, 100, today}, {"c", 2, 100, today}, {"b", 3, 100, today},
			{"a", 7, 100, today}, {"gone", 3, 100, today}},
	}
	got := Merge(user, visitor, goods)
	want := []Line{
		{"a", 10, 100, today}, // at most ten; the price is the one this browser showed
		{"b", 4, 100, today},  // at most the stock
		{"c", 2, 100, today},  // at most max_per_order
		{"d", 10, 100, today}, // sold out, yet there
		{"only", 9, 100, today},
		{"e", 6, 100, today},
		{"gone", 3, 100, today}, // no longer sold, yet there
	}
	if got.ID != "u" || got.CheckoutID != "k" || !slices.Equal(got.Lines, want) {
		t.Errorf("got %+v", got)
	}
	if user.Lines[0].Quantity != 7 {
		t.Error("the user's cart was changed in place")
	}
	if again := Merge(got, Cart{}, goods); !slices.Equal(again.Lines, want) {
		t.Errorf("merging nothing changed it to %v", again.Lines)
	}
}

func TestPrice_CountsOrderableLinesAndMarksTheRest(t *testing.T) {
	goods := productsByID(item("fine", 995, 10, 50, 0), item("dearer", 500, 0, 50, 0), item("few", 100, 0, 3, 0),
		item("bound", 100, 0, 50, 2), item("empty", 100, 0, 0, 0))
	gone := map[string]*catalog.Product{"gone": {ID: "gone", Price: 700, Discount: 50, Stock: 9}}
	view := Price(Cart{Lines: []Line{
		{"fine", 3, 896, today}, {"dearer", 2, 450, today}, {"few", 4, 100, today}, {"bound", 3, 100, today},
		{"empty", 1, 90, today}, {"gone", 2, 350, today}, {"vanished", 1, 1, today},
	}}, goods, gone)
	type shown struct {
		id          string
		unit, total money.Cents
		limit       int
		available   bool
		notices     string
	}
	want := []shown{
		{"fine", 896, 2688, 10, true, "[]"},
		{"dearer", 500, 1000, 10, true, "[{price_changed 0 4.50}]"},
		{"few", 100, 400, 3, false, "[{only_left 3 0.00}]"},
		{"bound", 100, 300, 2, false, "[{limited 2 0.00}]"},
		{"empty", 100, 100, 0, false, "[{out_of_stock 0 0.00}]"},
		{"gone", 350, 700, 0, false, "[{unlisted 0 0.00}]"},
	}
	var got []shown
	for _, l := range view.Lines {
		got = append(got, shown{l.ProductID, l.UnitPrice, l.Total, l.Limit, l.Available, fmt.Sprint(l.Notices)})
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%v, want\n%v", got, want)
	}
	if view.Totals != (money.Totals{Subtotal: 3688, Fee: 200, Total: 3888}) {
		t.Errorf("totals %+v", view.Totals)
	}
	if empty := Price(Cart{Lines: []Line{{"empty", 1, 100, today}}}, goods, nil); empty.Totals != (money.Totals{}) {
		t.Errorf("nothing can be ordered, yet it costs %+v", empty.Totals)
	}
}

func TestSharedIngredients_NamedWithTheirProducts(t *testing.T) {
	goods := productsByID(
		item("panadol", 100, 0, 9, 0, "Paracetamol"),
		item("flu", 100, 0, 9, 0, "  PARACETAMOL ", "Phenylephrine hydrochloride"),
		item("us", 100, 0, 9, 0, "Acetaminophen", "Caffeine"),
		item("nose", 100, 0, 9, 0, "Phenylephrine"),
		item("gel", 100, 0, 0, 0, "Diclofenac diethylamine"),
		item("tablet", 100, 0, 9, 0, "Diclofenac Sodium"),
		item("salt", 100, 0, 9, 0, "Sodium chloride"),
		item("twice", 100, 0, 9, 0, "Zinc", "zinc"),
	)
	var lines []Line
	for _, id := range []string{"panadol", "flu", "us", "nose", "gel", "tablet", "salt", "twice"} {
		lines = append(lines, Line{ProductID: id, Quantity: 1})
	}
	view := Price(Cart{Lines: lines}, goods, nil)
	got := map[string][]string{}
	for _, s := range view.Shared {
		got[s.Name.English] = s.Products
	}
	want := map[string][]string{
		"Paracetamol":                 {"panadol", "flu", "us"},
		"Phenylephrine hydrochloride": {"flu", "nose"},
		"Diclofenac diethylamine":     {"gel", "tablet"},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSharedIngredients_ComparesArabicNames(t *testing.T) {
	arabic := func(id, name string) *catalog.Item {
		it := item(id, 100, 0, 5, 0)
		it.Ingredients = []catalog.Ingredient{{Name: text.Pair{Arabic: name}}}
		return it
	}
	goods := productsByID(arabic("a", "إيبوبروفين"), arabic("b", "ايبوبروفين"), item("c", 100, 0, 5, 0, "Ibuprofen"))
	view := Price(
		Cart{Lines: []Line{{ProductID: "a", Quantity: 1}, {ProductID: "b", Quantity: 1},
			{ProductID: "c", Quantity: 1}}}, goods, nil)
	if len(view.Shared) != 1 || len(view.Shared[0].Products) != 3 {
		t.Errorf("got %+v", view.Shared)
	}
}

func TestChange_LimitsADifferenceBeyondWhatALineHolds(t *testing.T) {
	goods := productsByID(item("plenty", 100, 0, 50, 0), item("few", 100, 0, 5, 0))
	for _, c := range []struct {
		product     string
		holds       int
		delta, want int
		by          Clamp
	}{
		{"plenty", 0, 20, 10, ClampMaximum},
		{"plenty", 3, 20, 10, ClampMaximum},
		{"few", 0, 20, 5, ClampStock},
		{"plenty", 10, -20, 1, ClampMinimum},
		{"plenty", 1, math.MaxInt, 10, ClampMaximum},
		{"plenty", 5, math.MinInt, 1, ClampMinimum},
	} {
		cart := Cart{}
		if c.holds > 0 {
			cart.Lines = []Line{{ProductID: c.product, Quantity: c.holds}}
		}
		got, err := cart.Change(goods, c.product, c.delta, today)
		if err != nil || got != (Changed{c.product, c.want, c.by}) {
			t.Errorf("%+v: got %+v, %v", c, got, err)
		}
	}
}
