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
	// CriticalMessages screens need no messages beyond those that every page loads.
	CriticalMessages bool
	// Personal pages show somebody's own data and are never cached by browsers or proxies.
	Personal bool
	// Rendered screens arrive as HTML: everyone may see them, and they show nobody's own data.
	Rendered bool
	// Unlisted pages are for people, not for search engines.
	Unlisted bool
	// query are the parameters that change what is shown, in the order of the canonical address; all others are
	// ignored.
	query []string
	// data reads what the first screen shows; nil when there is nothing public.
	data func(*Site, *request) screen
}

// productPath is the path of a product's page.
const productPath = "/product/{id}"

// What narrows and sorts a list.
var (
	listParameters = []string{
		"page", "brands", "min_price", "max_price", "sort", "concern", "form", "suits", "in_stock",
	}
	searchParameters = append(append([]string{"q"}, listParameters...), "category")
)

var routes = []Route{
	{
		Path: "/", Rendered: true, CriticalMessages: true, Title: "page.home", Source: "src/routes/home.tsx",
		data: (*Site).home,
	},
	{Path: "/user/signup", Title: "page.signup", Source: "src/routes/user/signup.tsx", Personal: true},
	{Path: "/user/login", Title: "page.login", Source: "src/routes/user/login.tsx", Personal: true},
	{Path: "/user/cart", Title: "page.cart", Source: "src/routes/user/cart.tsx", Personal: true},
	{Path: "/user/checkout/return", Title: "page.checkout_return", Source: "src/routes/user/checkout-return.tsx",
		Personal: true},
	{Path: "/user/checkout", Title: "page.checkout", Source: "src/routes/user/checkout.tsx", Personal: true},
	{Path: "/user/wishlist", Title: "page.wishlist", Source: "src/routes/user/wishlist.tsx", Personal: true},
	{Path: "/wishlist", Title: "page.wishlist", Source: "src/routes/wishlist.tsx", Personal: true},
	{Path: "/user/addresses", Title: "page.addresses", Source: "src/routes/user/addresses.tsx", Personal: true},
	{Path: "/user/add-address", Title: "page.add_address", Source: "src/routes/user/add-address.tsx", Personal: true},
	{Path: "/user/address/{index}", Title: "page.address", Source: "src/routes/user/address.tsx", Personal: true},
	{Path: "/user/account", Title: "page.account", Source: "src/routes/user/account.tsx", Personal: true},
	{Path: "/user/card", Title: "page.card", Source: "src/routes/user/card.tsx", Personal: true},
	{
		Path: "/user/order-history", Title: "page.order_history", Source: "src/routes/user/order-history.tsx",
		Personal: true,
	},
	{Path: "/user/stores", Title: "page.stores", Source: "src/routes/user/stores.tsx", Personal: true},
	{
		Path: "/product/category/{category}", Rendered: true, query: listParameters, CriticalMessages: true,
		Title: "page.category", Source: "src/routes/product/category.tsx", data: (*Site).category,
	},
	{
		Path: "/product/discounts", Rendered: true, query: listParameters, CriticalMessages: true,
		Title: "page.discounts", Source: "src/routes/product/discounts.tsx", data: (*Site).discounts,
	},
	{Path: "/product/edit/{id}", Title: "page.edit_product", Source: "src/routes/product/edit.tsx", Personal: true},
	{
		Path: "/product/notify/{id}", Title: "product.notify", Source: "src/routes/product/notify.tsx", Personal: true,
	},
	{
		Path: productPath, Rendered: true, CriticalMessages: true, Title: "page.product",
		Source: "src/routes/product/detail.tsx", data: (*Site).product,
	},
	{Path: "/addstore", Title: "page.add_store", Source: "src/routes/addstore.tsx"},
	{Path: "/admin/product/new", Title: "page.add_product", Source: "src/routes/admin/product-new.tsx", Personal: true},
	{Path: "/order/{orderNb}", Title: "page.order", Source: "src/routes/order/detail.tsx", Personal: true},
	{
		Path: "/search-results", Rendered: true, Unlisted: true, query: searchParameters, CriticalMessages: true,
		Title: "page.search", Source: "src/routes/search-results.tsx", data: (*Site).search,
	},
	{Path: "/contact", Rendered: true, Title: "page.contact", Source: "src/routes/contact.tsx"},
	{
		Path: "/brand/{brand}", Rendered: true, query: listParameters, CriticalMessages: true, Title: "page.brand",
		Source: "src/routes/brand.tsx", data: (*Site).brand,
	},
	{
		Path: "/concern/{key}", Rendered: true, query: listParameters, CriticalMessages: true, Title: "page.concern",
		Source: "src/routes/concern.tsx", data: (*Site).concern,
	},
	{Path: "/store/{id}", Title: "page.store", Source: "src/routes/store/detail.tsx"},
	{Path: "/store/{id}/edit", Title: "page.edit_store", Source: "src/routes/store/edit.tsx", Personal: true},
	{
		Path: "/store/{id}/add-product", Title: "page.add_product", Source: "src/routes/store/add-product.tsx",
		Personal: true,
	},
	{Path: "/store/{id}/orders", Title: "page.store_orders", Source: "src/routes/store/orders.tsx", Personal: true},
	{Path: "/store/{id}/phone-order", Title: "page.phone_order", Source: "src/routes/store/phone-order.tsx",
		Personal: true},
	{
		Path: "/store/{id}/products", Title: "page.store_products", Source: "src/routes/store/products.tsx",
		Personal: true,
	},
	{Path: "/store/{id}/shift", Title: "page.my_shift", Source: "src/routes/store/my-shift.tsx", Personal: true},
	{Path: "/store/{id}/shifts", Title: "page.shifts", Source: "src/routes/store/shifts.tsx", Personal: true},
	{Path: "/store/{id}/print/{fid}", Title: "page.print_order", Source: "src/routes/store/print.tsx", Personal: true},
	{Path: "/store/{id}/money", Title: "page.store_money", Source: "src/routes/store/money.tsx", Personal: true},
	{Path: "/store/{id}/people", Title: "page.people", Source: "src/routes/store/people.tsx", Personal: true},
	{Path: "/join/{token}", Title: "page.join", Source: "src/routes/join.tsx", Personal: true},
	{Path: "/about", Rendered: true, Title: "page.about", Source: "src/routes/about.tsx"},
	{Path: "/pharmacy-owners", Rendered: true, Title: "page.pharmacy_owners", Source: "src/routes/pharmacy-owners.tsx"},
	{Path: "/app", Rendered: true, Title: "page.app", Source: "src/routes/app.tsx"},
	{Path: "/secure-payment", Rendered: true, Title: "page.secure_payment", Source: "src/routes/secure-payment.tsx"},
	{Path: "/privacy", Rendered: true, Title: "page.privacy", Source: "src/routes/privacy.tsx", data: (*Site).privacy},
	{Path: "/terms", Rendered: true, Title: "page.terms", Source: "src/routes/terms.tsx", data: (*Site).terms},
	{Path: "/admin", Title: "page.admin", Source: "src/routes/admin/index.tsx", Personal: true},
	{Path: "/admin/orders", Title: "page.admin_orders", Source: "src/routes/admin/orders.tsx", Personal: true},
	{Path: "/admin/products", Title: "page.admin_products", Source: "src/routes/admin/products.tsx", Personal: true},
	{Path: "/admin/approvals", Title: "page.admin_approvals", Source: "src/routes/admin/approvals.tsx", Personal: true},
	{Path: "/admin/customers", Title: "page.admin_customers", Source: "src/routes/admin/customers.tsx", Personal: true},
	{
		Path: "/admin/customers/{id}", Title: "page.admin_customer", Source: "src/routes/admin/customer.tsx",
		Personal: true,
	},
	{Path: "/admin/stores", Title: "page.admin_stores", Source: "src/routes/admin/stores.tsx", Personal: true},
	{Path: "/admin/stores/{id}", Title: "page.admin_store", Source: "src/routes/admin/store.tsx", Personal: true},
	{Path: "/admin/import", Title: "page.admin_import", Source: "src/routes/admin/import.tsx", Personal: true},
	{
		Path: "/admin/translations", Title: "page.admin_translations", Source: "src/routes/admin/translations.tsx",
		Personal: true,
	},
	{Path: "/admin/searches", Title: "page.admin_searches", Source: "src/routes/admin/searches.tsx", Personal: true},
	{Path: "/admin/advice", Title: "page.admin_advice", Source: "src/routes/admin/advice.tsx", Personal: true},
	{Path: "/admin/prices", Title: "page.admin_prices", Source: "src/routes/admin/prices.tsx", Personal: true},
	{Path: "/admin/balances", Title: "page.admin_balances", Source: "src/routes/admin/balances.tsx", Personal: true},
	{Path: "/admin/signals", Title: "page.admin_signals", Source: "src/routes/admin/signals.tsx", Personal: true},
	{Path: "/admin/payments", Title: "page.admin_payments", Source: "src/routes/admin/payments.tsx", Personal: true},
	{Path: "/admin/mail", Title: "page.admin_mail", Source: "src/routes/admin/mail.tsx", Personal: true},
	{Path: "/admin/notice/{name}", Title: "page.admin_notice", Source: "src/routes/admin/content.tsx", Personal: true},
	{Path: "/admin/people", Title: "page.admin_people", Source: "src/routes/admin/people.tsx", Personal: true},
	{Path: "/admin/audit", Title: "page.admin_audit", Source: "src/routes/admin/audit.tsx", Personal: true},
	{
		Path: "/verify-email/{email}/{token}", Title: "page.verify_email", Source: "src/routes/verify-email.tsx",
		Personal: true,
	},
	{
		Path: "/order-answer/{part}/{token}", Title: "page.order_answer", Source: "src/routes/order/answer.tsx",
		Personal: true,
	},
	{Path: "/unsubscribe/{token}", Title: "page.unsubscribe", Source: "src/routes/unsubscribe.tsx", Personal: true},
	{Path: "/email-change/{token}", Title: "page.email_change", Source: "src/routes/email-change.tsx", Personal: true},
	{
		Path: "/resetpassword/{userID}/{token}", Title: "page.reset_password", Source: "src/routes/reset-password.tsx",
		Personal: true,
	},
}

// later tells whether the frontend knows the address from its table of later screens.
func (r *Route) later() bool {
	return !r.CriticalMessages || r.Path == missing.Path
}

// missing is shown for every other address: Home, with a note that the page was
// not found, and the status that says so to machines.
var missing = Route{
	Path: "*", Rendered: true, Unlisted: true, CriticalMessages: true,
	Title: "page.not_found", Source: "src/routes/home.tsx", data: (*Site).home,
}

// ListedPaths are the addresses without parameters that search engines may show.
func ListedPaths() []string {
	var paths []string
	for _, route := range routes {
		if route.Rendered && !route.Unlisted && !strings.Contains(route.Path, "{") {
			paths = append(paths, route.Path)
		}
	}
	return paths
}

// patterns are the paths of routes, cut into steps.
var patterns = func() [][]string {
	out := make([][]string, len(routes))
	for i, route := range routes {
		out[i] = split(route.Path)
	}
	return out
}()

// find matches an address with the table. A slash at the end makes no difference.
func find(address *url.URL) (*Route, map[string]string, bool) {
	steps := split(address.EscapedPath())
	for i, pattern := range patterns {
		if values, ok := match(pattern, steps); ok {
			return &routes[i], values, true
		}
	}
	return &missing, nil, false
}

// canonical is the one spelling of an address: the route's path with its values, and the parameters that change
// what is shown, in their order.
func (r *Route) canonical(values map[string]string, query url.Values) (path, search string) {
	if r.Path == missing.Path {
		return "/not-found", ""
	}
	path = r.Path
	for name, value := range values {
		path = strings.Replace(path, "{"+name+"}", component(value), 1)
	}
	var b strings.Builder
	for _, name := range r.query {
		if value := query.Get(name); value != "" {
			b.WriteByte("?&"[min(b.Len(), 1)])
			b.WriteString(name + "=" + component(value))
		}
	}
	return path, b.String()
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
