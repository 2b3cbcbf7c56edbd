package app

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
)

func add(id string, quantity int) string {
	return fmt.Sprintf(`{"productId":%q,"quantity":%d}`, id, quantity)
}

func (p *shopper) cart() wire.Cart {
	p.t.Helper()
	var c wire.Cart
	p.into(&c, "GET", "/api/user/cart", "")
	return c
}

// held is the cart in short: id×quantity.
func held(lines []wire.CartLine) string {
	out := ""
	for _, l := range lines {
		out += fmt.Sprintf("%s×%d ", l.Product.ID, l.Quantity)
	}
	return out
}

// Products of the stock: item-NN costs NN+1 dollars, NN%5 are in stock; every third is discounted by
// 10+NN percent; item-07 has 9 and a bound of 2 in one order.
func TestCart_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		me := s.visitor()
		if c := me.cart(); len(c.Cart) != 0 || c.Total != 0 || c.DeliveryFee != 0 || c.SharedIngredients == nil {
			t.Errorf("a new visitor has %+v", c)
		}
		for _, step := range []struct {
			id       string
			delta    int
			quantity int
			by       wire.ClampReason
			code     string
		}{
			{"item-04", 1, 1, "", "added_to_cart"},
			{"item-04", 10, 4, wire.ClampReasonStock, "added_to_cart"},
			{"item-04", 20, 4, wire.ClampReasonStock, "added_to_cart"},
			{"item-04", -1, 3, "", "cart_updated"},
			{"item-04", -10, 1, wire.ClampReasonMinimum, "cart_updated"},
			{"item-07", 5, 2, wire.ClampReasonMaxPerOrder, "added_to_cart"},
			{"item-03", 3, 3, "", "added_to_cart"},
		} {
			var got wire.CartChanged
			me.into(&got, "PUT", "/api/user/cart", add(step.id, step.delta))
			by := wire.ClampReason("")
			if got.ClampedBy != nil {
				by = *got.ClampedBy
			}
			if got.ProductID != step.id || got.Quantity != step.quantity || got.Clamped != (step.by != "") ||
				by != step.by || got.Code != step.code {
				t.Errorf("%+v: got %d, clamped %v by %q, %s", step, got.Quantity, got.Clamped, by, got.Code)
			}
		}
		// 5.00 + 2 × 8.00 + 3 × 3.48 (4.00 less 13 %).
		cart := me.cart()
		if held(cart.Cart) != "item-04×1 item-07×2 item-03×3 " || cart.TotalPrice != 500+1600+1044 ||
			cart.DeliveryFee != 200 || cart.Total != 3344 {
			t.Errorf("the cart is %s, %v + %v = %v", held(cart.Cart), cart.TotalPrice, cart.DeliveryFee, cart.Total)
		}
		if line := cart.Cart[2]; line.UnitPrice != 348 || line.LineTotal != 1044 || line.MaxQuantity != 3 ||
			!line.Available || line.Notices != nil {
			t.Errorf("a line is %+v", line)
		}
		var status wire.Status
		if me.into(&status, "GET", "/api/user/status", ""); status.CartLength != 3 || status.Authenticated {
			t.Errorf("the badge shows %d", status.CartLength)
		}

		for range 2 { // pressed twice
			me.must("DELETE", "/api/user/cart?productId=item-04", "")
			me.must("DELETE", "/api/user/cart", `{"productId":"item-03"}`)
		}
		if got := held(me.cart().Cart); got != "item-07×2 " {
			t.Errorf("after removing: %s", got)
		}
		for _, c := range []struct {
			status       int
			code         apperr.Code
			method, body string
		}{
			{400, apperr.BadQuantity, "PUT", add("item-04", 0)},
			{400, apperr.BadQuantity, "PUT", `{"productId":"item-04"}`},
			{400, apperr.InvalidInput, "PUT", `{"quantity":1}`},
			{400, apperr.InvalidInput, "PUT", `{"productId":"item-04","quantity":1.5}`},
			{400, apperr.InvalidInput, "PUT", `{"productId":"item-04","quantity":"1"}`},
			{400, apperr.InvalidInput, "PUT", `{"productId":"item-04","quantity":99999999999999999999}`},
			{404, apperr.ProductNotFound, "PUT", add("nothing", 1)},
			{404, apperr.ProductNotFound, "PUT", add("secret", 1)}, // waits for approval
			{404, apperr.NotInCart, "PUT", add("item-01", -1)},
			{409, apperr.OutOfStock, "PUT", add("item-05", 1)},
			{404, apperr.NotInCart, "DELETE", `{"productId":"nothing"}`},
			{400, apperr.InvalidInput, "DELETE", ""},
			{400, apperr.InvalidInput, "DELETE", "{}"},
		} {
			me.refused(c.status, c.code, c.method, "/api/user/cart", c.body)
		}
		nonsense(t, me, "PUT", "/api/user/cart")
		nonsense(t, me, "DELETE", "/api/user/cart")
		if got := held(me.cart().Cart); got != "item-07×2 " {
			t.Errorf("after nonsense: %s", got)
		}
		forged := me.tab()
		forged.token = "forged"
		for method, path := range map[string]string{"PUT": "/api/user/cart", "DELETE": "/api/user/cart"} {
			forged.refused(403, apperr.CSRF, method, path, add("item-04", 1))
		}
		forged.refused(403, apperr.CSRF, "PUT", "/api/user/clearCart", "")
		if other := s.visitor(); len(other.cart().Cart) != 0 {
			t.Error("another visitor sees the cart")
		}
		for range 2 {
			var empty wire.Cart
			if me.into(&empty, "PUT", "/api/user/clearCart", ""); len(empty.Cart) != 0 || empty.Total != 0 {
				t.Errorf("cleared: %+v", empty)
			}
		}
	})
}

func TestCart_ConcurrentTabsFillOneCart(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		if err := s.service.MoveStock(t.Context(), catalog.StockMove{ID: "item-01", By: 99}); err != nil {
			t.Fatal(err)
		}
		me := s.customer("layla")
		var clamped atomic.Int32
		together(30, func(int) {
			var got wire.CartChanged
			if me.tab().into(&got, "PUT", "/api/user/cart", add("item-01", 1)); got.Clamped {
				clamped.Add(1)
			}
		})
		if got := held(me.cart().Cart); got != "item-01×10 " || clamped.Load() != 20 {
			t.Errorf("thirty clicks: %s, %d held back", got, clamped.Load())
		}
	})
}

func TestCart_StaysWithItsOwnerOnSignInAndSignOut(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		phone := s.visitor()
		phone.must("PUT", "/api/user/cart", add("item-04", 3))
		phone.must("PUT", "/api/user/cart", add("item-07", 1))
		phone.signUp("layla")
		if got := held(phone.cart().Cart); got != "item-04×3 item-07×1 " {
			t.Fatalf("after signing up: %s", got)
		}
		laptop := s.visitor()
		laptop.must("PUT", "/api/user/cart", add("item-04", 3)) // 6 together, 4 in stock
		laptop.must("PUT", "/api/user/cart", add("item-08", 2))
		laptop.must("PUT", "/api/user/cart", add("item-09", 2))
		// sold out meanwhile
		if err := s.service.MoveStock(t.Context(), catalog.StockMove{ID: "item-08", By: -3}); err != nil {
			t.Fatal(err)
		}
		// and taken off sale
		if _, err := s.service.SetStatus(t.Context(), "item-09", catalog.Rejected, ""); err != nil {
			t.Fatal(err)
		}
		before := laptop.tab()
		laptop.signIn("layla")
		want := "item-04×4 item-07×1 item-08×2 item-09×2 "
		for name, device := range map[string]*shopper{"laptop": laptop, "phone": phone} {
			if got := held(device.cart().Cart); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
		// The form was sent twice: the second finds nothing left to bring along.
		before.must("POST", "/api/user/login", fmt.Sprintf(`{"username":"layla","password":%q}`, testPassword))
		if got := held(phone.cart().Cart); got != want {
			t.Errorf("after a second sign-in: %s", got)
		}
		notices := map[string]wire.CartNoticeCode{}
		cart := laptop.cart()
		for _, l := range cart.Cart {
			if l.Available != (len(l.Notices) == 0) {
				t.Errorf("%s: available %v with %v", l.Product.ID, l.Available, l.Notices)
			}
			for _, n := range l.Notices {
				notices[l.Product.ID] = n.Code
			}
		}
		if len(notices) != 2 || notices["item-08"] != wire.CartNoticeCodeOutOfStock ||
			notices["item-09"] != wire.CartNoticeCodeUnlisted {
			t.Errorf("notices %v", notices)
		}
		if cart.TotalPrice != 4*500+800 {
			t.Errorf("what cannot be ordered costs: %v", cart.TotalPrice)
		}
		laptop.refused(409, apperr.ProductUnlisted, "PUT", "/api/user/cart", add("item-09", 1))
		laptop.must("PUT", "/api/user/cart", add("item-09", -1))
		laptop.must("DELETE", "/api/user/cart", `{"productId":"item-09"}`)

		var status wire.Status
		laptop.into(&status, "GET", "/api/user/status", "")
		if status.User == nil || len(status.User.Cart) != 3 || status.CartLength != 3 ||
			status.User.Cart[0] != (wire.CartEntry{Product: "item-04", Quantity: 4}) {
			t.Errorf("the status has %+v", status)
		}
		laptop.must("POST", "/api/user/logout", "")
		laptop.renew()
		if got := laptop.cart().Cart; len(got) != 0 {
			t.Errorf("signed out, the cart still shows %s", held(got))
		}
		if got := held(phone.cart().Cart); got != "item-04×4 item-07×1 item-08×2 " {
			t.Errorf("elsewhere: %s", got)
		}
	})
}

func TestCart_ShowsWhatChangedSinceAdding(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	me := s.visitor()
	me.must("PUT", "/api/user/cart", add("item-04", 4))
	me.must("PUT", "/api/user/cart", add("item-13", 3))
	change := func(id string, do func(p *catalog.Product)) {
		t.Helper()
		if _, err := s.service.Update(t.Context(), id, 0, func(p *catalog.Product) error {
			do(p)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	change("item-04", func(p *catalog.Product) { p.Stock, p.Price = 2, 450 })
	change("item-13", func(p *catalog.Product) { p.MaxPerOrder = 1 })
	cart := me.cart()
	first, second := cart.Cart[0].Notices, cart.Cart[1].Notices
	if len(first) != 2 || first[0].Code != wire.CartNoticeCodeOnlyLeft || *first[0].Left != 2 ||
		first[1].Code != wire.CartNoticeCodePriceChanged || *first[1].OldPrice != 500 {
		t.Errorf("first line: %+v", first)
	}
	if len(second) != 1 || second[0].Code != wire.CartNoticeCodeLimited || *second[0].Left != 1 ||
		cart.Cart[1].MaxQuantity != 1 {
		t.Errorf("second line: %+v", second)
	}
	if cart.Total != 0 {
		t.Errorf("nothing can be ordered as it is, yet it costs %v", cart.Total)
	}
	// Touching the line takes the stock and the new price for known.
	me.must("PUT", "/api/user/cart", add("item-04", -1))
	if line := me.cart().Cart[0]; line.Quantity != 2 || len(line.Notices) != 0 || !line.Available {
		t.Errorf("after a touch: %+v", line)
	}
}

func TestCart_SharedIngredientsNameBothProducts(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	for _, id := range []string{"item-01", "item-02"} {
		_, err := s.service.Update(t.Context(), id, 0, func(p *catalog.Product) error {
			p.Ingredients = []catalog.Ingredient{
				{Name: text.Pair{English: "Paracetamol", Arabic: "باراسيتامول"}, Strength: "500 mg"},
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	me := s.visitor()
	me.must("PUT", "/api/user/cart", add("item-01", 1))
	var got wire.CartChanged
	me.into(&got, "PUT", "/api/user/cart", add("item-02", 1))
	if len(got.SharedIngredients) != 1 || got.SharedIngredients[0].Name != "Paracetamol" ||
		*got.SharedIngredients[0].ArabicName != "باراسيتامول" ||
		fmt.Sprint(got.SharedIngredients[0].Products) != "[item-01 item-02]" {
		t.Errorf("got %+v", got.SharedIngredients)
	}
}

func TestWishlist_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		visitor := s.visitor()
		visitor.refused(401, apperr.NotSignedIn, "GET", "/api/user/wishlist", "")
		visitor.refused(401, apperr.NotSignedIn, "PUT", "/api/user/addToWishlist", `{"productID":"item-01"}`)
		visitor.refused(401, apperr.NotSignedIn, "DELETE", "/api/user/wishlist?productID=item-01", "")
		visitor.refused(401, apperr.NotSignedIn, "PUT", "/api/user/clearWishlist", "")

		me, other := s.customer("layla"), s.customer("karim")
		for i, id := range []string{"item-01", "item-02", "item-02", "item-05"} {
			var got wire.WishlistChanged
			if me.into(&got, "PUT", "/api/user/addToWishlist",
				fmt.Sprintf(`{"productID":%q}`, id)); got.WishlistLength != []int{1, 2, 2, 3}[i] ||
				got.Message != "Added to wishlist" {
				t.Errorf("adding %s: %+v", id, got)
			}
		}
		list := func(p *shopper) (ids []string) {
			var got wire.Wishlist
			p.into(&got, "GET", "/api/user/wishlist", "")
			for _, product := range got.Wishlist {
				ids = append(ids, product.ID)
			}
			return ids
		}
		if got := list(me); fmt.Sprint(got) != "[item-05 item-02 item-01]" {
			t.Errorf("the list is %v", got)
		}
		if got := list(other); len(got) != 0 {
			t.Errorf("somebody else sees %v", got)
		}
		for person, want := range map[*shopper]bool{me: true, other: false, visitor: false} {
			var got wire.ProductDetail
			if person.into(&got, "GET", "/api/product/item-02", ""); got.AddedToWishlist != want {
				t.Errorf("added to the wishlist: %v, want %v", got.AddedToWishlist, want)
			}
			res, _ := person.do("GET", "/api/product/item-02", "", "Cookie", person.cookie)
			if cache := res.Header.Get("Cache-Control"); cache != map[bool]string{true: "private, no-cache",
				false: "public, no-cache"}[want] {
				t.Errorf("on a wishlist: %v, Cache-Control %q", want, cache)
			}
		}
		var status wire.Status
		if me.into(&status, "GET", "/api/user/status", ""); status.WishlistLength != 3 ||
			fmt.Sprint(status.User.Wishlist) != "[item-05 item-02 item-01]" {
			t.Errorf("the status has %+v", status)
		}
		for range 2 { // pressed twice
			var got wire.WishlistChanged
			if me.into(&got, "DELETE", "/api/user/wishlist", `{"productID":"item-02"}`); got.WishlistLength != 2 {
				t.Errorf("removing: %+v", got)
			}
		}
		me.must("DELETE", "/api/user/wishlist?productID=item-05", "")
		me.refused(404, apperr.NotInWishlist, "DELETE", "/api/user/wishlist?productID=nothing", "")
		me.refused(404, apperr.ProductNotFound, "PUT", "/api/user/addToWishlist", `{"productID":"secret"}`)
		me.refused(400, apperr.InvalidInput, "DELETE", "/api/user/wishlist", "")
		nonsense(t, me, "PUT", "/api/user/addToWishlist")
		nonsense(t, me, "DELETE", "/api/user/wishlist")
		if got := list(me); fmt.Sprint(got) != "[item-01]" {
			t.Errorf("the list is %v", got)
		}
		together(20, func(i int) {
			me.tab().must("PUT", "/api/user/addToWishlist", fmt.Sprintf(`{"productID":"item-1%d"}`, i%4))
		})
		if got := list(me); len(got) != 5 {
			t.Errorf("after many tabs: %v", got)
		}
		var got wire.WishlistChanged
		if me.into(&got, "PUT", "/api/user/clearWishlist", ""); got.WishlistLength != 0 || len(list(me)) != 0 {
			t.Errorf("cleared: %+v", got)
		}
	})
}

// Somebody whose session ended elsewhere is told so by every call, and nothing happens.
func TestSessions_EndedSessionChangesNothing(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	me := s.customer("layla")
	me.must("PUT", "/api/user/addToWishlist", `{"productID":"item-01"}`)
	old := me.tab()
	me.must("POST", "/api/user/logout", "")
	for _, c := range [][3]string{
		{"GET", "/api/user/wishlist", ""}, {"PUT", "/api/user/addToWishlist", `{"productID":"item-02"}`},
		{"PUT", "/api/user/clearWishlist", ""}, {"GET", "/api/user/get-addresses", ""},
		{"POST", "/api/user/add-address", address("Hamra", "3")}, {"PUT", "/api/set-address", `{"address":0}`},
		{"DELETE", "/api/user/delete-address/0", ""}, {"GET", "/api/user/address-form", ""},
		{"GET", "/api/user/payment-form", ""}, {"POST", "/api/user/add-card", card("4242424242424242")},
		{"PUT", "/api/user/delete-card", ""},
	} {
		if status, got := old.call(c[0], c[1], c[2]); status != http.StatusUnauthorized {
			t.Errorf("%s %s: %d %s", c[0], c[1], status, got)
		}
	}
	// A cart anybody may fill; but this token belongs to a session that is gone.
	old.refused(403, apperr.CSRF, "PUT", "/api/user/cart", add("item-04", 1))
	old.renew()
	old.must("PUT", "/api/user/cart", add("item-04", 1))
	old.signIn("layla")
	if got := held(old.cart().Cart); got != "item-04×1 " {
		t.Errorf("signed in again, the cart is %s", got)
	}
}
