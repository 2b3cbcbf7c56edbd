package cart

import (
	"flag"
	"os"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
)

// histories is how many random histories are lived through: a few thousand, a fifth of them
// with -short, or as many as DAWA_HISTORIES says.
func histories(t *testing.T) {
	t.Helper()
	n := 3000
	if asked := os.Getenv("DAWA_HISTORIES"); asked != "" {
		var err error
		if n, err = strconv.Atoi(asked); err != nil {
			t.Fatalf("DAWA_HISTORIES: %v", err)
		}
	}
	before := flag.Lookup("rapid.checks").Value.String()
	if err := flag.Set("rapid.checks", strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = flag.Set("rapid.checks", before) })
}

// world is a shop with one shopper, who is sometimes signed in.
type world struct {
	*rapid.T
	goods         productsOf
	gone          map[string]*catalog.Product
	user, visitor Cart
}

var names = []string{"a", "b", "c", "d", "e", "f"}

// Random histories of shopping, with prices, stock and limits that change in between and
// products that come and go, never break what a cart promises.
func TestCart_RandomHistoriesHoldInvariants(t *testing.T) {
	histories(t)
	rapid.Check(t, func(t *rapid.T) {
		w := &world{T: t, goods: productsOf{}, gone: map[string]*catalog.Product{}}
		for _, name := range names {
			w.stock(name)
		}
		steps := rapid.IntRange(1, 40).Draw(t, "steps")
		for range steps {
			w.step()
			w.check(w.user)
			w.check(w.visitor)
		}
	})
}

func (w *world) step() {
	name := rapid.SampledFrom(names).Draw(w.T, "product")
	cart := &w.visitor
	if rapid.Bool().Draw(w.T, "signed in") {
		cart = &w.user
	}
	switch action := rapid.IntRange(0, 11).Draw(w.T, "action"); action {
	case 0:
		w.stock(name)
	case 1:
		w.unlist(name)
	case 2:
		before := cart.find(name) >= 0
		if cart.Remove(name) != before || cart.find(name) >= 0 {
			w.Fatalf("removing %s did something else", name)
		}
	case 3:
		if rapid.IntRange(0, 4).Draw(w.T, "clear") == 0 {
			cart.Clear()
		}
	case 4, 5:
		w.signIn()
	default:
		w.change(cart, name)
	}
}

// stock changes stock and price of a product.
func (w *world) stock(name string) {
	delete(w.gone, name)
	w.goods[name] = item(name,
		money.Cents(rapid.Int64Range(1, 10_000_000).Draw(w.T, "price")),
		rapid.IntRange(0, 100).Draw(w.T, "discount"),
		rapid.IntRange(0, 15).Draw(w.T, "stock"),
		rapid.IntRange(0, 12).Draw(w.T, "max per order"))
}

func (w *world) unlist(name string) {
	if it, ok := w.goods[name]; ok {
		w.gone[name] = &catalog.Product{ID: name, Price: it.Price, Discount: it.Discount, Stock: it.Stock}
		delete(w.goods, name)
	}
}

func (w *world) change(cart *Cart, name string) {
	before := slices.Clone(cart.Lines)
	held := 0
	if i := cart.find(name); i >= 0 {
		held = cart.Lines[i].Quantity
	}
	delta := rapid.IntRange(-11, 11).Draw(w.T, "delta")
	changed, err := cart.Change(w.goods, name, delta, today)
	if err != nil {
		if !slices.Equal(cart.Lines, before) {
			w.Fatalf("a refused change (%v) left %v, before %v", err, cart.Lines, before)
		}
		return
	}
	now := cart.Lines[cart.find(name)].Quantity
	if now != changed.Quantity {
		w.Fatalf("the answer says %d, the line holds %d", changed.Quantity, now)
	}
	if (changed.ClampedBy == "") != (now == held+delta) {
		w.Fatalf("%d%+d became %d, held back by %q", held, delta, now, changed.ClampedBy)
	}
	if it, listed := w.goods[name]; listed && it.InStock() && now > it.Limit() {
		w.Fatalf("%d pieces of %s where %d are allowed", now, name, it.Limit())
	}
	if delta > 0 && now < held && changed.ClampedBy == "" {
		w.Fatal("adding took away")
	}
	for _, l := range before {
		if i := cart.find(l.ProductID); i < 0 || l.ProductID != name && cart.Lines[i] != l {
			w.Fatalf("the change of %s touched %s", name, l.ProductID)
		}
	}
}

// signIn merges the visitor's cart into the user's, twice as a double click would.
func (w *world) signIn() {
	user, visitor := w.user, w.visitor
	w.user = Merge(user, visitor, w.goods)
	w.visitor = Cart{}
	for _, name := range names {
		mine, theirs, now := quantityOf(user, name), quantityOf(visitor, name), quantityOf(w.user, name)
		switch it, listed := w.goods[name]; {
		case (mine+theirs > 0) != (now > 0):
			w.Fatalf("%s: %d and %d became %d", name, mine, theirs, now)
		case theirs == 0 && now != mine:
			w.Fatalf("%s: the visitor had none, yet %d became %d", name, mine, now)
		case now > mine+theirs:
			w.Fatalf("%s: %d and %d became %d", name, mine, theirs, now)
		case theirs > 0 && listed && it.InStock() && now != min(mine+theirs, it.Limit()):
			w.Fatalf("%s: %d and %d became %d, at most %d are allowed", name, mine, theirs, now, it.Limit())
		case theirs > 0 && (!listed || !it.InStock()) && now != min(mine+theirs, 10):
			w.Fatalf("%s cannot be bought: %d and %d became %d", name, mine, theirs, now)
		}
	}
	if again := Merge(w.user, w.visitor, w.goods); !slices.Equal(again.Lines, w.user.Lines) {
		w.Fatal("merging twice is not merging once")
	}
}

func quantityOf(c Cart, name string) int {
	if i := c.find(name); i >= 0 {
		return c.Lines[i].Quantity
	}
	return 0
}

// check holds a cart and what is shown of it to the promises that hold at any time.
func (w *world) check(c Cart) {
	seen := map[string]bool{}
	for _, l := range c.Lines {
		if l.Quantity < 1 || l.Quantity > 10 {
			w.Fatalf("a line of %d pieces", l.Quantity)
		}
		if seen[l.ProductID] {
			w.Fatalf("%s is there twice", l.ProductID)
		}
		seen[l.ProductID] = true
	}
	view := Price(c, w.goods, w.gone)
	if len(view.Lines) != len(c.Lines) {
		w.Fatalf("%d lines, %d shown", len(c.Lines), len(view.Lines))
	}
	var sum money.Cents
	available := 0
	for _, l := range view.Lines {
		if l.Total != l.UnitPrice.Times(l.Quantity) {
			w.Fatalf("%d × %v is not %v", l.Quantity, l.UnitPrice, l.Total)
		}
		blocked := slices.ContainsFunc(l.Notices, func(n Notice) bool { return n.Code != PriceChanged })
		if l.Available == blocked {
			w.Fatalf("%s is available: %v, with the notices %v", l.ProductID, l.Available, l.Notices)
		}
		if !l.Available {
			continue
		}
		if l.Quantity > l.Item.Stock || l.Item.MaxPerOrder > 0 && l.Quantity > l.Item.MaxPerOrder {
			w.Fatalf("%d pieces of %s could be ordered with %d in stock and at most %d", l.Quantity, l.ProductID,
				l.Item.Stock, l.Item.MaxPerOrder)
		}
		available++
		sum += l.Total
	}
	fee := money.Cents(0)
	if available > 0 {
		fee = money.DeliveryFee()
	}
	if view.Totals != (money.Totals{Subtotal: sum, Fee: fee, Total: sum + fee}) {
		w.Fatalf("the lines add up to %v, the totals say %+v", sum, view.Totals)
	}
}
