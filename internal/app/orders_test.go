package app

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
)

const toHamra = `"address":{"first_name":"Layla","last_name":"Haddad","street":"Hamra 12/3","city":"Beirut",` +
	`"state":"","building":"Blue","floor":"٢","phone_nb":"03 123 456","extra_info":"بعد الصيدلية"}`

const byCash = `{"data":{` + toHamra + `,"payment":{"method":"cash"}}}`

func byCard(number string) string {
	return fmt.Sprintf(`{"saveAddress":false,"data":{%s,"payment":{"method":"card","card_name":"Layla Haddad",`+
		`"card_number":%q,"cvv":"123","exp_date":"12/39"}}}`, toHamra, number)
}

// rehearsal is a shop that takes cards in the sandbox.
func rehearsal(t *testing.T, c Config) *stock {
	t.Helper()
	c.Payments = "sandbox"
	return stocked(t, c)
}

func (p *shopper) put(product string, n int) {
	p.t.Helper()
	p.must("PUT", "/api/user/cart", fmt.Sprintf(`{"productId":%q,"quantity":%d}`, product, n))
}

// buy places an order; key may be empty.
func (p *shopper) buy(body, key string) (int, wire.OrderPlaced, apperr.Code) {
	p.t.Helper()
	headers := []string{"CSRF-Token", p.token, "Cookie", p.cookie}
	if key != "" {
		headers = append(headers, "Idempotency-Key", key)
	}
	res, got := p.do("POST", "/api/user/checkout", body, headers...)
	var placed wire.OrderPlaced
	if err := json.Unmarshal(got, &placed); err != nil {
		p.t.Fatalf("checkout: %d %s: %v", res.StatusCode, got, err)
	}
	return res.StatusCode, placed, apperr.Code(placed.Code)
}

func (p *shopper) mustBuy(body, key string) wire.Order {
	p.t.Helper()
	status, placed, code := p.buy(body, key)
	if status != http.StatusOK {
		p.t.Fatalf("checkout %s: %d %s", body, status, code)
	}
	return placed.Order
}

func (p *shopper) cartLength() int {
	p.t.Helper()
	var got wire.Cart
	p.into(&got, "GET", "/api/user/cart", "")
	return len(got.Cart)
}

func (s *stock) admin(name string) *shopper {
	s.t.Helper()
	p := s.customer(name)
	if _, err := s.accounts.SetAdmin(s.t.Context(), name, true); err != nil {
		s.t.Fatal(err)
	}
	p.renew() // the grant ended the session
	p.signIn(name)
	return p
}

func (s *stock) left(product string) int {
	s.t.Helper()
	p, err := s.service.Product(s.t.Context(), product)
	if err != nil {
		s.t.Fatal(err)
	}
	return p.Stock
}

func TestOrders_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := rehearsal(t, c)
		s.visitor().refused(401, apperr.NotSignedIn, "POST", "/api/user/checkout", byCash)
		s.visitor().refused(401, apperr.NotSignedIn, "GET", "/api/user/order-history", "")
		me, other, admin := s.customer("layla"), s.customer("karim"), s.admin("boss")
		me.refused(400, apperr.CartEmpty, "POST", "/api/user/checkout", byCash)
		nonsense(t, me, "POST", "/api/user/checkout")
		me.put("item-07", 2)
		me.put("item-09", 1)
		order := me.mustBuy(`{"saveAddress":"yes","data":{`+toHamra+
			`,"payment":{"method":"cash"},"note":"ring twice","expectedTotal":`+s.total(me)+`}}`, "order-1")
		if order.Status != "placed" || len(order.Products) != 2 || order.Products[0].NbOrdered != 2 ||
			order.Payment.Method != "cash" || !order.Cancellable || order.Address.Floor != 2 ||
			order.Address.PhoneNb != "03123456" || order.Note == nil {
			t.Errorf("the order is %+v", order)
		}
		if order.Total != order.Subtotal+200 || order.Payment.TransactionID == "" || len(order.History) != 1 ||
			order.History[0].By != nil {
			t.Errorf("the order is %+v", order)
		}
		if n := me.cartLength(); n != 0 {
			t.Errorf("%d lines are left in the cart", n)
		}
		var list wire.AddressList
		me.into(&list, "GET", "/api/user/get-addresses", "")
		// The state was left empty and stays empty: the city does not stand in for it.
		if len(list.Addresses) != 1 || list.Addresses[0].Street != "Hamra 12/3" || list.Addresses[0].State != "" {
			t.Errorf("the address was not kept: %+v", list)
		}
		// Asked again, by key.
		if again := me.mustBuy(`{"saveAddress":"yes","data":{`+toHamra+
			`,"payment":{"method":"cash"},"note":"ring twice","expectedTotal":`+order.Total.String()+`}}`,
			"order-1"); again.Number != order.Number {
			t.Errorf("asked again: %s, not %s", again.Number, order.Number)
		}
		if status, _, code := me.buy(byCash, "order-1"); status != 422 || code != apperr.IdempotencyReused {
			t.Errorf("another body under the key: %d %s", status, code)
		}
		if status, _, code := me.buy(byCash, strings.Repeat("k", 201)); status != 400 ||
			code != apperr.IdempotencyInvalid {
			t.Errorf("a long key: %d %s", status, code)
		}
		// Who may see it.
		var one wire.OrderAnswer
		me.into(&one, "GET", "/api/order/"+order.Number, "")
		if one.Order.Number != order.Number {
			t.Errorf("one's own order: %+v", one)
		}
		for _, number := range []string{order.Number, "100000000", "x", "%F0%9F"} {
			other.refused(404, apperr.OrderNotFound, "GET", "/api/order/"+number, "")
		}
		other.refused(404, apperr.OrderNotFound, "POST", "/api/order/"+order.Number+"/cancel", "")
		other.refused(404, apperr.OrderNotFound, "POST", "/api/order/"+order.Number+"/again", "")
		other.refused(403, apperr.Forbidden, "GET", "/api/admin/orders", "")
		other.refused(403, apperr.Forbidden, "GET", "/api/admin/order/"+order.Number, "")
		other.refused(403, apperr.Forbidden, "PUT", "/api/admin/order/"+order.Number+"/status",
			`{"status":"confirmed"}`)
		admin.into(&one, "GET", "/api/order/"+order.Number, "")
		var history []wire.Order
		me.into(&history, "GET", "/api/user/order-history", "")
		if len(history) != 1 || history[0].Number != order.Number {
			t.Errorf("the history: %+v", history)
		}
		other.into(&history, "GET", "/api/user/order-history?page=1&limit=5", "")
		if len(history) != 0 {
			t.Errorf("somebody else's history: %+v", history)
		}
		me.refused(400, apperr.BadPage, "GET", "/api/user/order-history?page=0", "")
		// Again, then cancel.
		var re wire.Reordered
		me.into(&re, "POST", "/api/order/"+order.Number+"/again", "")
		if re.Added != 2 || len(re.Skipped) != 0 || me.cartLength() != 2 {
			t.Errorf("again: %+v", re)
		}
		before := s.left("item-07")
		me.must("POST", "/api/order/"+order.Number+"/cancel", "")
		me.must("POST", "/api/order/"+order.Number+"/cancel", "")
		if got := s.left("item-07"); got != before+2 {
			t.Errorf("%d in stock, want %d", got, before+2)
		}
		var export wire.AccountExport
		me.into(&export, "POST", "/api/user/export", `{"password":"`+testPassword+`"}`)
		if len(export.Orders) != 1 || export.Orders[0].Status != "cancelled" {
			t.Errorf("the export holds %+v", export.Orders)
		}
		me.must("DELETE", "/api/user/account", fmt.Sprintf(`{"password":%q}`, testPassword))
		var shown wire.AdminOrderAnswer
		admin.into(&shown, "GET", "/api/admin/order/"+order.Number, "")
		if shown.Order.Customer != (wire.Customer{}) || shown.Order.Order.Address.Street != "" ||
			len(shown.Order.Next) != 0 {
			t.Errorf("after the account went: %+v", shown.Order)
		}
	})
}

// total is what the shopper's cart would cost now.
func (s *stock) total(p *shopper) string {
	var got wire.Cart
	p.into(&got, "GET", "/api/user/cart", "")
	return got.Total.String()
}

func TestPayments_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := rehearsal(t, c)
		me := s.customer("layla")
		me.put("item-09", 2)
		for body, want := range map[string]struct {
			status int
			code   apperr.Code
		}{
			byCard(sandbox.CardDeclined):                                                 {400, apperr.PaymentDeclined},
			byCard(sandbox.CardTimesOut):                                                 {503, apperr.PaymentTimeout},
			byCard("4242424242424241"):                                                   {400, apperr.InvalidFields},
			`{"data":{` + toHamra + `,"payment":{"method":"card","cvv":"123"}}}`:         {400, apperr.CardMissing},
			`{"data":{` + toHamra + `}}`:                                                 {400, apperr.CardMissing},
			`{"saveAddress":false}`:                                                      {400, apperr.AddressMissing},
			`{"data":{` + toHamra + `,"payment":{"method":"cash"},"expectedTotal":1.5}}`: {409, apperr.CartChanged},
		} {
			if status, _, code := me.buy(body, ""); status != want.status || code != want.code {
				t.Errorf("%s: %d %s, want %d %s", body, status, code, want.status, want.code)
			}
			if me.cartLength() != 1 || s.left("item-09") != 4 {
				t.Errorf("%s: %d lines, %d in stock", body, me.cartLength(), s.left("item-09"))
			}
		}
		if status, got := me.call("POST", "/api/user/checkout",
			`{"data":{`+toHamra+`,"payment":{"method":"cheque"}}}`); status != 400 {
			t.Errorf("a cheque: %d %s", status, got)
		}
		// The new cart comes with the refusal.
		var changed struct {
			Cart  []wire.CartLine
			Total float64
		}
		_, got := me.call("POST", "/api/user/checkout",
			`{"data":{`+toHamra+`,"payment":{"method":"cash"},"expectedTotal":1.5}}`)
		if err := json.Unmarshal(got, &changed); err != nil || len(changed.Cart) != 1 || changed.Total == 0 {
			t.Errorf("the new cart: %s, %v", got, err)
		}
		order := me.mustBuy(strings.Replace(byCard("4242 4242 4242 4242"), `"cvv"`, `"saveCard":true,"cvv"`, 1), "k")
		if order.Payment.Method != "card" || *order.Payment.Last4 != "4242" || *order.Payment.Brand != "visa" ||
			!strings.HasPrefix(order.Payment.TransactionID, "SANDBOX-") {
			t.Errorf("the payment is %+v", order.Payment)
		}
		if f := me.payment(); f.Last4 != "4242" {
			t.Errorf("the card was not kept: %+v", f)
		}
		// The literal call of the spec: the favourite address and the saved card.
		me.put("item-09", 1)
		me.must("POST", "/api/user/add-address",
			`{"address":{"street":"Bliss","state":"Beirut","city":"Beirut","building":"A","floor":0}}`)
		literal := me.mustBuy(`{"saveAddress":false}`, "")
		if literal.Address.Street != "Bliss" || literal.Payment.Method != "card" ||
			literal.Address.FirstName != "Layla" {
			t.Errorf("the literal call: %+v", literal)
		}
		if again := me.mustBuy(`{"saveAddress":false}`, ""); again.Number != literal.Number {
			t.Errorf("pressed twice: %s, not %s", again.Number, literal.Number)
		}
		// With a payment step the CVV is asked each time.
		me.put("item-09", 1)
		me.refused(400, apperr.CVVMissing, "POST", "/api/user/checkout", `{"data":{"payment":{"method":"card"}}}`)
		me.mustBuy(`{"data":{"payment":{"method":"card","card_number":"•••• •••• •••• 4242","cvv":"٩٩٩"}}}`, "")
	})
}

// Pressing often is not trying out cards: all presses get the one order.
func TestCheckout_RepeatedCardRequestsAreOneOrder(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := rehearsal(t, c)
		me := s.customer("layla")
		me.put("item-09", 1)
		var mu sync.Mutex
		numbers := map[string]int{}
		together(40, func(int) {
			order := me.tab().mustBuy(byCard("4242424242424242"), "one press")
			mu.Lock()
			defer mu.Unlock()
			numbers[order.Number]++
		})
		if len(numbers) != 1 {
			t.Errorf("forty presses made %v", numbers)
		}
	})
}

func TestCheckout_LimitsCardAttempts(t *testing.T) {
	t.Parallel()
	s := rehearsal(t, testConfig(t))
	me := s.customer("layla")
	me.put("item-09", 1)
	for try := range 10 {
		if status, _, code := me.buy(byCard(sandbox.CardDeclined), ""); status != http.StatusBadRequest ||
			code != apperr.PaymentDeclined {
			t.Fatalf("try %d: %d %s", try, status, code)
		}
	}
	if status, _, code := me.buy(byCard(sandbox.CardDeclined), ""); status != http.StatusTooManyRequests ||
		code != apperr.RateLimited {
		t.Errorf("after ten declined cards: %d %s", status, code)
	}
	me.mustBuy(byCash, "") // who means to buy still can
	// Cards that are taken, and mistakes of typing, are never counted.
	other := s.customer("rana")
	other.put("item-09", 1)
	for range 12 {
		if _, _, code := other.buy(byCard("4242424242424241"), ""); code != apperr.InvalidFields {
			t.Fatal(code)
		}
	}
	other.mustBuy(byCard("4242424242424242"), "")
}

// Many accounts of one network try no more stolen cards than one network may.
func TestCheckout_LimitsCardAttemptsPerNetwork(t *testing.T) {
	t.Parallel()
	s := rehearsal(t, testConfig(t))
	declined := 0
	for i := range 6 {
		me := s.customer(fmt.Sprint("thief", i))
		me.put("item-09", 1)
		for range 9 {
			if _, _, code := me.buy(byCard(sandbox.CardDeclined), ""); code == apperr.PaymentDeclined {
				declined++
			}
		}
	}
	if declined < 40 || declined > 42 {
		t.Errorf("%d cards of six accounts were tried", declined)
	}
}

func TestCheckout_WithoutGatewayTakesCashOnly(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	me := s.customer("layla")
	me.put("item-09", 1)
	for _, body := range []string{byCard(sandbox.CardApproved), `{"data":{` + toHamra + `}}`} {
		me.refused(400, apperr.PaymentMethod, "POST", "/api/user/checkout", body)
	}
	me.mustBuy(byCash, "")
	c := testConfig(t)
	c.Payments = "magic"
	if err := c.Check(); err == nil {
		t.Error("a gateway that does not exist was accepted")
	}
}

func TestAdminOrders_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		me, admin := s.customer("layla"), s.admin("boss")
		tagOf := func(path, tag string) (int, string, []wire.AdminOrder, string) {
			headers := []string{"Cookie", admin.cookie}
			if tag != "" {
				headers = append(headers, "If-None-Match", tag)
			}
			res, got := s.get(path, headers...)
			var list []wire.AdminOrder
			if res.StatusCode == http.StatusOK {
				if err := json.Unmarshal(got, &list); err != nil {
					t.Fatal(err)
				}
			}
			return res.StatusCode, res.Header.Get("ETag"), list, res.Header.Get("X-Total-Count")
		}
		_, tag, list, _ := tagOf("/api/admin/orders", "")
		if len(list) != 0 {
			t.Errorf("an empty list shows %+v", list)
		}
		if status, _, _, _ := tagOf("/api/admin/orders", tag); status != 304 {
			t.Errorf("nothing new is %d", status)
		}
		me.put("item-07", 1)
		first := me.mustBuy(byCash, "")
		status, tag, list, total := tagOf("/api/admin/orders", tag)
		if status != 200 || len(list) != 1 || total != "1" || list[0].Order.Number != first.Number ||
			list[0].Customer.Username != "layla" || fmt.Sprint(list[0].Next) != "[confirmed cancelled]" {
			t.Errorf("a new order: %d %+v", status, list)
		}
		if status, _, _, _ := tagOf("/api/admin/orders?status=placed", tag); status != 200 {
			t.Errorf("another list with the same tag: %d", status)
		}
		path := "/api/admin/order/" + first.Number
		admin.refused(409, apperr.OrderTransition, "PUT", path+"/status", `{"status":"delivered"}`)
		if status, _ := admin.call("PUT", path+"/status", `{"status":"lost"}`); status != 400 {
			t.Errorf("an unknown status: %d", status)
		}
		nonsense(t, admin, "PUT", path+"/status")
		var saved wire.AdminOrderSaved
		admin.into(&saved, "PUT", path+"/status", `{"status":"confirmed","note":"on the phone"}`)
		if h := saved.Order.Order.History; len(h) != 2 || *h[1].By != "boss" || *h[1].Note != "on the phone" ||
			*h[0].By != "layla" {
			t.Errorf("the history is %+v", saved.Order.Order.History)
		}
		if status, _, list, _ := tagOf("/api/admin/orders", tag); status != 200 || list[0].Order.Status != "confirmed" {
			t.Errorf("after a move: %d", status)
		}
		today := today()
		for query, want := range map[string]int{
			"q=" + first.Number[3:]: 1, "q=3123": 1, "q=99999999999": 0, "status=confirmed": 1, "status=placed": 0,
			"from=" + today: 1, "to=" + today: 1, "from=2000-01-01&to=2000-01-02": 0, "page=2": 0,
		} {
			if _, _, list, _ := tagOf("/api/admin/orders?"+query, ""); len(list) != want {
				t.Errorf("%s: %d orders, want %d", query, len(list), want)
			}
		}
		for query, code := range map[string]apperr.Code{
			"status=lost": apperr.StatusInvalid, "page=0": apperr.BadPage, "limit=101": apperr.BadLimit,
		} {
			res, got := s.get("/api/admin/orders?"+query, "Cookie", admin.cookie)
			if res.StatusCode != http.StatusBadRequest || !strings.Contains(string(got), string(code)) {
				t.Errorf("%s: %d %s", query, res.StatusCode, got)
			}
		}
		admin.refused(404, apperr.OrderNotFound, "GET", "/api/admin/order/100000000", "")
	})
}

// The list of orders shows people as they are now, in every encoding, though none of the orders changed.
func TestAdminOrders_ShowARenamedCustomer(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		me, admin := s.customer("layla"), s.admin("boss")
		me.put("item-07", 1)
		me.mustBuy(byCash, "")
		res, _ := s.get("/api/admin/orders", "Cookie", admin.cookie, "Accept-Encoding", "gzip")
		tag := res.Header.Get("ETag")
		if status, got := me.call("POST", "/api/user/editAccount",
			`{"user":{"full_name":"Layla Renamed","username":"layla","email":"layla@example.com"}}`,
		); status != 200 {
			t.Fatalf("renaming: %d %s", status, got)
		}
		for _, encoding := range []string{"gzip", "identity"} {
			res, got := s.get("/api/admin/orders", "Cookie", admin.cookie, "Accept-Encoding", encoding, "If-None-Match",
				tag)
			if res.StatusCode != http.StatusOK {
				t.Errorf("%s: the list with the old name is still good: %d", encoding, res.StatusCode)
			}
			if res.Header.Get("Content-Encoding") == "gzip" {
				z, err := gzip.NewReader(bytes.NewReader(got))
				if err != nil {
					t.Fatal(err)
				}
				if got, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			if !strings.Contains(string(got), "Layla Renamed") {
				t.Errorf("%s: the list shows the old name", encoding)
			}
		}
	})
}
