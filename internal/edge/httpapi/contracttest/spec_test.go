package contracttest

import (
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// promised is every call the shop was asked for: method, path, the members of the request (nested with a
// dot, a query parameter with ?), and the members of the answer ([] is an array of products or orders).
var promised = []struct{ call, request, answer string }{
	{"GET /api/user/status", "", "authenticated user"},
	{"GET /api/user/logout", "", ""},
	{"GET /api/autocomplete", "?name", "[]_id []images.[]url []english_name"},
	{"GET /api/search", "?name", "[]_id"},
	{"PUT /api/set-address", "address", ""},
	{"GET /api/user/cart", "", "success cart totalPrice cart.[]product cart.[]quantity"},
	{"PUT /api/user/cart", "productId quantity", "success"},
	{"DELETE /api/user/cart", "productId", ""},
	{"PUT /api/user/clearCart", "", "success"},
	{"GET /api/get-csrf-token", "", "csrfToken"},
	{"POST /api/product/details", "cart", "success populatedCart populatedCart.[]product populatedCart.[]quantity"},
	{"GET /api/product/all", "", "[]_id"},
	{"GET /api/product/discounted-products-home", "", "[]_id"},
	{"GET /api/product/discounted-count/", "", "count"},
	{"GET /api/product/discounted-products-page", "?page ?limit", "[]_id"},
	{"GET /api/product/category/{category}", "?page ?limit", "[]_id"},
	{"GET /api/product/category-count/{category}", "", "count"},
	{"GET /api/brand/{brand}", "?totalProducts", "[]_id"},
	{
		"GET /api/product/{id}", "", "product addedToWishlist product._id product.id product.english_name " +
			"product.arabic_name product.english_description product.arabic_description product.brand " +
			"product.category product.code product.price product.discount product.nb_in_stock product.in_stock " +
			"product.images.[]url",
	},
	{
		"PUT /api/product/{id}", "product.english_name product.arabic_name product.english_description " +
			"product.arabic_description product.category product.brand product.code product.price product.in_stock " +
			"product.discount product.nb_in_stock", "",
	},
	{
		"POST /api/product/new", "images product[english_name] product[arabic_name] product[english_description] " +
			"product[arabic_description] product[brand] product[price] product[code] product[quantity] " +
			"product[category] product[store]", "_id status",
	},
	{"POST /api/user/login", "username password remember", "success message"},
	{
		"POST /api/user/register", "user.full_name user.username user.phone_nb user.email user.type password",
		"success message",
	},
	{"POST /api/user/changePassEmail", "email", "message"},
	{"PUT /api/user/verify-email/{email}/{token}", "", "message"},
	{"GET /api/user/resetpassword/{token}", "", "success"},
	{"PUT /api/user/resetpassword/{userID}/{token}", "password", "success message"},
	{"POST /api/user/editAccount", "user.full_name user.username user.email", "success message"},
	{"GET /api/user/address-form", "", "user fav_address"},
	{"GET /api/user/payment-form", "", "decryptedCardName decryptedCardNumber decryptedCVV decryptedExpDate"},
	{
		"POST /api/user/checkout", "saveAddress data.address.street data.address.city data.address.state " +
			"data.address.building data.address.floor data.address.phone_nb data.address.extra_info",
		"success message order transactionId order._id order.number order.status order.date order.products.[]product " +
			"order.products.[]nb_ordered order.products.[]unit_price order.subtotal order.deliveryFee order.total " +
			"order.address order.payment.method order.payment.transactionId order.history.[]status order.history.[]at",
	},
	{"GET /api/user/wishlist", "", "success wishlist wishlist.[]_id"},
	{"PUT /api/user/addToWishlist", "productID", "success message"},
	{"DELETE /api/user/wishlist", "productID", ""},
	{"PUT /api/user/clearWishlist", "", ""},
	{"POST /api/user/add-card", "card_name card_number cvv exp_date", "success message"},
	{"PUT /api/user/update-card", "card_name card_number cvv exp_date", ""},
	{"PUT /api/user/delete-card", "", ""},
	{"GET /api/order/{orderNb}", "", "order order.number"},
	{"GET /api/user/order-history", "", "[]_id []number []status []date"},
	{
		"GET /api/user/get-addresses", "", "success addresses phoneNb addresses.[]_id addresses.[]city " +
			"addresses.[]street addresses.[]building addresses.[]state addresses.[]floor addresses.[]extra_info",
	},
	{"GET /api/user/get-address/{index}", "", "success address"},
	{
		"POST /api/user/add-address",
		"address.street address.state address.city address.building address.floor address.extra_info",
		"success message",
	},
	{
		"PUT /api/user/update-address/{index}", "address.street address.state address.city address.building " +
			"address.floor address.extra_info address._id", "success message",
	},
	{"DELETE /api/user/delete-address/{index}", "", "success message"},
	{"POST /api/store/add", "store.name store.street store.city store.building store.state store.phone_nb", ""},
	{"GET /api/user/stores", "", "stores stores.[]_id stores.[]name stores.[]description"},
	// Beyond the first list.
	{"POST /api/user/logout", "", "success"},
	{"GET /api/openapi.yaml", "", ""},
	{"PUT /api/admin/order/{orderNb}/status", "status", "success"},
	{"PUT /api/admin/store/{id}/status", "status", "success"},
	{"PUT /api/admin/product/{id}/status", "status", "success"},
	{"GET /api/admin/pending", "", "products stores"},
}

func TestContract_HasEveryRequiredCallAndMember(t *testing.T) {
	doc := mustLoad(t)
	for _, p := range promised {
		method, path, _ := strings.Cut(p.call, " ")
		i := slices.IndexFunc(doc.operations, func(op Operation) bool { return op.Method == method && op.Path == path })
		if i < 0 {
			t.Errorf("%s is not in the contract", p.call)
			continue
		}
		operation := route(doc.requests, doc.operations[i]).Operation
		for _, member := range strings.Fields(p.request) {
			if !takes(operation, member) {
				t.Errorf("%s does not take %s", p.call, member)
			}
		}
		if p.answer == "" {
			continue
		}
		answer := operation.Responses.Status(200).Value.Content["application/json"].Schema
		for _, member := range strings.Fields(p.answer) {
			if !promises(answer.Value, member) {
				t.Errorf("%s does not promise %s", p.call, member)
			}
		}
	}
}

func takes(operation *openapi3.Operation, member string) bool {
	if name, query := strings.CutPrefix(member, "?"); query {
		return slices.ContainsFunc(operation.Parameters, func(p *openapi3.ParameterRef) bool {
			return p.Value.In == "query" && p.Value.Name == name
		})
	}
	if operation.RequestBody == nil {
		return false
	}
	for _, media := range operation.RequestBody.Value.Content {
		schema := media.Schema.Value
		for _, name := range strings.Split(member, ".") {
			property := schema.Properties[name]
			if property == nil {
				return false
			}
			schema = property.Value
		}
	}
	return true
}

// promises says whether an answer always has the member: each step is required.
func promises(schema *openapi3.Schema, member string) bool {
	for _, name := range strings.Split(member, ".") {
		if after, list := strings.CutPrefix(name, "[]"); list {
			if schema.Items == nil {
				return false
			}
			schema, name = schema.Items.Value, after
		}
		if name == "" {
			continue
		}
		property := schema.Properties[name]
		if property == nil || !slices.Contains(schema.Required, name) {
			return false
		}
		schema = property.Value
	}
	return true
}
