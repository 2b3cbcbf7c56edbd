package page

import (
	"net/url"
	"strings"
)

// Route is one address a browser can open. The table mirrors the one of the
// frontend; a test compares them.
type Route struct {
	Path string
	// Title is the message key of the document's title.
	Title string
	// Source is the module of the screen, loaded ahead together with the entry.
	Source string
	// FirstTexts screens say nothing beyond the texts that come with every page.
	FirstTexts bool
	// Personal pages show somebody's own things and are never kept by a cache.
	Personal bool
	// Data fetches what the first screen shows; nil when there is nothing public.
	data func(*Site, *request) answer
}

var routes = []Route{
	{Path: "/", FirstTexts: true, Title: "page.home", Source: "src/routes/home.tsx", data: (*Site).home},
	{Path: "/user/signup", Title: "page.signup", Source: "src/routes/user/signup.tsx", Personal: true},
	{Path: "/user/login", Title: "page.login", Source: "src/routes/user/login.tsx", Personal: true},
	{Path: "/user/cart", Title: "page.cart", Source: "src/routes/user/cart.tsx", Personal: true},
	{Path: "/user/checkout", Title: "page.checkout", Source: "src/routes/user/checkout.tsx", Personal: true},
	{Path: "/user/wishlist", Title: "page.wishlist", Source: "src/routes/user/wishlist.tsx", Personal: true},
	{Path: "/user/addresses", Title: "page.addresses", Source: "src/routes/user/addresses.tsx", Personal: true},
	{Path: "/user/add-address", Title: "page.add_address", Source: "src/routes/user/add-address.tsx", Personal: true},
	{Path: "/user/address/{index}", Title: "page.address", Source: "src/routes/user/address.tsx", Personal: true},
	{Path: "/user/account", Title: "page.account", Source: "src/routes/user/account.tsx", Personal: true},
	{Path: "/user/card", Title: "page.card", Source: "src/routes/user/card.tsx", Personal: true},
	{Path: "/user/order-history", Title: "page.order_history", Source: "src/routes/user/order-history.tsx", Personal: true},
	{Path: "/user/stores", Title: "page.stores", Source: "src/routes/user/stores.tsx", Personal: true},
	{Path: "/product/category/{category}", FirstTexts: true, Title: "page.category", Source: "src/routes/product/category.tsx", data: (*Site).category},
	{Path: "/product/discounts", FirstTexts: true, Title: "page.discounts", Source: "src/routes/product/discounts.tsx", data: (*Site).discounts},
	{Path: "/product/edit/{id}", Title: "page.edit_product", Source: "src/routes/product/edit.tsx", Personal: true},
	{Path: "/product/{id}", FirstTexts: true, Title: "page.product", Source: "src/routes/product/detail.tsx", data: (*Site).product},
	{Path: "/addstore", Title: "page.add_store", Source: "src/routes/addstore.tsx"},
	{Path: "/admin/product/new", Title: "page.add_product", Source: "src/routes/admin/product-new.tsx", Personal: true},
	{Path: "/order/{orderNb}", Title: "page.order", Source: "src/routes/order/detail.tsx", Personal: true},
	{Path: "/search-results", FirstTexts: true, Title: "page.search", Source: "src/routes/search-results.tsx", data: (*Site).search},
	{Path: "/contact", Title: "page.contact", Source: "src/routes/contact.tsx"},
	{Path: "/brand/{brand}", FirstTexts: true, Title: "page.brand", Source: "src/routes/brand.tsx", data: (*Site).brand},
	{Path: "/store/{id}", Title: "page.store", Source: "src/routes/store/detail.tsx"},
	{Path: "/store/{id}/edit", Title: "page.edit_store", Source: "src/routes/store/edit.tsx", Personal: true},
	{Path: "/store/{id}/add-product", Title: "page.add_product", Source: "src/routes/store/add-product.tsx", Personal: true},
	{Path: "/about", Title: "page.about", Source: "src/routes/about.tsx"},
	{Path: "/pharmacy-owners", Title: "page.pharmacy_owners", Source: "src/routes/pharmacy-owners.tsx"},
	{Path: "/app", Title: "page.app", Source: "src/routes/app.tsx"},
	{Path: "/secure-payment", Title: "page.secure_payment", Source: "src/routes/secure-payment.tsx"},
	{Path: "/privacy", Title: "page.privacy", Source: "src/routes/privacy.tsx"},
	{Path: "/terms", Title: "page.terms", Source: "src/routes/terms.tsx"},
	{Path: "/admin", Title: "page.admin", Source: "src/routes/admin/index.tsx", Personal: true},
	{Path: "/admin/orders", Title: "page.admin_orders", Source: "src/routes/admin/orders.tsx", Personal: true},
	{Path: "/verify-email/{email}/{token}", Title: "page.verify_email", Source: "src/routes/verify-email.tsx", Personal: true},
	{Path: "/resetpassword/{userID}/{token}", Title: "page.reset_password", Source: "src/routes/reset-password.tsx", Personal: true},
}

// missing is shown for every other address: Home, with a note that the page was
// not found, and the status that says so to machines.
var missing = Route{Path: "*", FirstTexts: true, Title: "page.not_found", Source: "src/routes/home.tsx", data: (*Site).home}

// find matches an address with the table. A slash at the end makes no difference.
func find(address *url.URL) (Route, map[string]string, bool) {
	steps := split(address.EscapedPath())
	for _, route := range routes {
		if values, ok := match(split(route.Path), steps); ok {
			return route, values, true
		}
	}
	return missing, nil, false
}

func split(path string) []string {
	path = strings.Trim(path, "/")
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}

func match(pattern, steps []string) (map[string]string, bool) {
	if len(pattern) != len(steps) {
		return nil, false
	}
	var values map[string]string
	for i, want := range pattern {
		got, err := url.PathUnescape(steps[i])
		if err != nil {
			return nil, false
		}
		if name, ok := strings.CutPrefix(want, "{"); ok {
			if got == "" {
				return nil, false
			}
			if values == nil {
				values = map[string]string{}
			}
			values[strings.TrimSuffix(name, "}")] = got
			continue
		}
		if got != want {
			return nil, false
		}
	}
	return values, true
}
