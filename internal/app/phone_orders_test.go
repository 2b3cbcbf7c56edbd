package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/regulation"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
)

// phoneOrder is the body of an order for a number: products and quantities in turn.
func phoneOrder(phone, more string, lines ...any) string {
	var products []string
	for i := 0; i < len(lines); i += 2 {
		products = append(products, fmt.Sprintf(`{"product":%q,"quantity":%d}`, lines[i], lines[i+1]))
	}
	return fmt.Sprintf(`{"address":{"first_name":"Samira","last_name":"Khoury","street":"Bliss","city":"Beirut",`+
		`"building":"A","floor":1,"phone_nb":%q},"products":[%s]%s}`, phone, strings.Join(products, ","), more)
}

// takes places an order for a caller at a desk.
func (p *shopper) takes(place, key, body string) (int, wire.PhoneOrderPlaced) {
	p.t.Helper()
	headers := []string{"CSRF-Token", p.token, "Cookie", p.cookie}
	if key != "" {
		headers = append(headers, "Idempotency-Key", key)
	}
	res, got := p.do("POST", "/api/store/"+place+"/phone-orders", body, headers...)
	var placed wire.PhoneOrderPlaced
	if err := json.Unmarshal(got, &placed); err != nil {
		p.t.Fatalf("a phone order: %d %s: %v", res.StatusCode, got, err)
	}
	return res.StatusCode, placed
}

func (p *shopper) refusedToTake(status int, code apperr.Code, place, body string) {
	p.t.Helper()
	if got, placed := p.takes(place, "refused", body); got != status || placed.Code != string(code) {
		p.t.Errorf("%s was answered %d %s, not %d %s", body, got, placed.Code, status, code)
	}
}

func TestPhoneOrders_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, staff, courier := s.customer("karim"), s.customer("maya"), s.customer("rami")
		stranger, buyer, admin := s.customer("nadia"), s.customer("layla"), s.admin("boss")
		store, other := s.approvedStore(owner, admin, "Cedar"), s.approvedStore(stranger, admin, "Jbeil")
		s.joins(staff, store, roles.Staff)
		s.joins(courier, store, roles.Courier)
		s.storeProduct("cedar-1", store)
		s.storeProduct("jbeil-1", other)
		s.storeProduct("house-1", "")
		s.medicine("needs-paper", regulation.Prescription, 0)

		const caller = "03 765 432"
		body := phoneOrder(caller, `,"note":"Ring twice","expectedTotal":7`, "cedar-1", 2)
		courier.refusedToTake(403, apperr.Forbidden, store, body)
		stranger.refusedToTake(404, apperr.StoreNotFound, store, body)
		buyer.refusedToTake(404, apperr.StoreNotFound, "house", body)
		staff.refusedToTake(409, apperr.ForeignProduct, store, phoneOrder(caller, "", "cedar-1", 1, "jbeil-1", 1))
		staff.refusedToTake(409, apperr.ForeignProduct, store, phoneOrder(caller, "", "house-1", 1))
		staff.refusedToTake(409, apperr.StockShort, store, phoneOrder(caller, "", "no-such", 1))
		staff.refusedToTake(409, apperr.CartChanged, store,
			phoneOrder(caller, `,"expectedTotal":6.99`, "cedar-1", 2))
		staff.refusedToTake(400, apperr.InvalidFields, store, phoneOrder("123", "", "cedar-1", 1))
		admin.refusedToTake(409, apperr.PrescriptionOnly, "house", phoneOrder(caller, "", "needs-paper", 1))
		if status, placed := staff.takes(store, "", body); status != 400 ||
			placed.Code != string(apperr.IdempotencyInvalid) {
			t.Errorf("without a key: %d %s", status, placed.Code)
		}
		unknown := staff.caller(store, caller)
		if unknown.Caller != nil || unknown.PhoneNb != "03765432" || s.left("cedar-1") != 1000 {
			t.Errorf("before the first order: %+v", unknown)
		}

		// Pressing twice, or sending again, places one order.
		var numbers sync.Map
		together(6, func(int) {
			tab := staff.tab()
			if status, placed := tab.takes(store, "call-1", body); status == http.StatusOK {
				numbers.Store(placed.Number, placed)
			}
		})
		var placed wire.PhoneOrderPlaced
		found := 0
		numbers.Range(func(_, value any) bool { found++; placed, _ = value.(wire.PhoneOrderPlaced); return true })
		if found != 1 || placed.Total != 700 || placed.Fulfilment == nil || s.left("cedar-1") != 998 {
			t.Fatalf("%d orders were placed, the last %+v", found, placed)
		}
		if status, again := staff.takes(store, "call-1", phoneOrder(caller, "", "cedar-1", 1)); status != 422 {
			t.Errorf("the key was used again: %d %+v", status, again)
		}

		// The desk shows who took it; nobody else's desk knows the number.
		var one wire.StoreOrderAnswer
		owner.into(&one, "GET", "/api/store/"+store+"/fulfilment/"+*placed.Fulfilment, "")
		if one.Order.TakenBy == nil || *one.Order.TakenBy != "maya" || *one.Order.History[0].By != "maya" ||
			one.Order.Payment.Method != "cash" || one.Order.Note != "Ring twice" {
			t.Errorf("the desk shows %+v", one.Order)
		}
		known := staff.caller(store, "+961 3 765 432").Caller
		if known == nil || known.Orders != 1 || known.Address.Street != "Bliss" || known.Address.FirstName != "Samira" {
			t.Errorf("the store knows %+v", known)
		}
		if theirs := stranger.caller(other, caller).Caller; theirs != nil {
			t.Errorf("another store knows %+v", theirs)
		}
		if all := admin.caller("house", caller).Caller; all == nil || all.Orders != 1 {
			t.Errorf("the house knows %+v", all)
		}
		courier.refused(403, apperr.Forbidden, "GET", "/api/store/"+store+"/caller?phone=03765432", "")
		staff.refused(400, apperr.InvalidFields, "GET", "/api/store/"+store+"/caller?phone=12", "")

		// The house sells everything; each store prepares its part and keeps the address after the delivery.
		status, whole := admin.takes("house", "call-2", phoneOrder(caller, `,"cash":{"pay_with":"usd","hands_usd":20}`,
			"cedar-1", 1, "jbeil-1", 1, "house-1", 1))
		if status != http.StatusOK || whole.Fulfilment == nil {
			t.Fatalf("the house's order: %d %+v", status, whole)
		}
		var listed wire.AdminOrderAnswer
		admin.into(&listed, "GET", "/api/admin/order/"+whole.Number, "")
		if got := listed.Order; len(got.Order.Fulfilments) != 3 || got.TakenBy == nil || *got.TakenBy != "boss" ||
			got.Order.Cash == nil {
			t.Errorf("the admin sees %+v", listed)
		}
		for _, to := range []string{"confirmed", "preparing", "out_for_delivery", "delivered"} {
			owner.must("PUT", "/api/store/"+store+"/fulfilment/"+*placed.Fulfilment+"/status",
				fmt.Sprintf(`{"status":%q}`, to))
		}
		owner.into(&one, "GET", "/api/store/"+store+"/fulfilment/"+*placed.Fulfilment, "")
		if one.Order.Address.Street != "Bliss" || *one.Order.EarlierOrders != 1 {
			t.Errorf("after the delivery: %+v", one.Order)
		}
		var taken wire.AuditList
		admin.into(&taken, "GET", "/api/admin/audit?action=order_taken", "")
		if len(taken) != 2 || taken[0].Actor != "boss" || taken[1].Actor != "maya" {
			t.Errorf("the audit log has %+v", taken)
		}
		for _, mail := range s.mail() {
			if strings.Contains(fmt.Sprint(mail), placed.Number) {
				t.Errorf("a caller without an address got a mail: %+v", mail)
			}
		}
	})
}

func (p *shopper) caller(place, phone string) (found wire.CallerAnswer) {
	p.t.Helper()
	p.into(&found, "GET", "/api/store/"+place+"/caller?phone="+url.QueryEscape(phone), "")
	return found
}

// An order is in an account that the caller names, never in one that merely claims the caller's number.
func TestPhoneOrders_AccountIsNamedByTheCaller(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		buyer, admin := s.customer("layla"), s.admin("boss")
		s.storeProduct("house-1", "")
		body := func(name string) string {
			return phoneOrder("03123456", fmt.Sprintf(`,"account":%q`, name), "house-1", 1)
		}
		admin.refusedToTake(400, apperr.InvalidFields, "house", body("layla"))
		buyer.must("PUT", s.linkOf(accounts.EmailVerify), "")
		admin.refusedToTake(400, apperr.InvalidFields, "house", body("somebody"))
		admin.refusedToTake(400, apperr.InvalidFields, "house",
			phoneOrder("03765432", `,"account":"layla"`, "house-1", 1))
		status, placed := admin.takes("house", "named", body(" Layla@example.com "))
		if status != http.StatusOK {
			t.Fatalf("the account was refused: %d %s", status, placed.Code)
		}
		_, loose := admin.takes("house", "loose", phoneOrder("03123456", "", "house-1", 1))
		var history []wire.Order
		buyer.into(&history, "GET", "/api/user/order-history", "")
		if len(history) != 1 || history[0].Number != placed.Number {
			t.Errorf("the account has %+v", history)
		}
		buyer.refused(404, apperr.OrderNotFound, "GET", "/api/order/"+loose.Number, "")
	})
}

// The limits count what was ordered for the number: by phone at every desk, and in the shop.
func TestPhoneOrders_LimitsCountTheNumber(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.OpenOrders, c.OpenOrdersNetwork = 4, 0
		s := stocked(t, c)
		s.medicine("para", regulation.OTC, 2, "Paracetamol")
		s.medicine("para-2", regulation.OTC, 2, "Paracetamol")
		s.medicine("plenty", regulation.None, 0)
		desks := make([]*shopper, 8)
		for i := range desks {
			desks[i] = s.admin(fmt.Sprint("boss", i))
		}
		var passed atomic.Int32
		together(len(desks), func(i int) {
			status, _ := desks[i].takes("house", "x", phoneOrder("03765432", "", "para", 1))
			if status == http.StatusOK {
				passed.Add(1)
			}
		})
		if passed.Load() != 2 {
			t.Errorf("%d packs of a medicine with 2 a day were ordered at once", passed.Load())
		}
		boss := desks[0]
		boss.refusedToTake(409, apperr.MedicineLimit, "house", phoneOrder("03765432", "", "para-2", 1))
		boss.refusedToTake(409, apperr.StockShort, "house", phoneOrder("03111222", "", "para", 3))
		// Who ordered in the shop for a number, and calls then, has ordered already, and the other way round.
		me := s.customer("layla")
		order(me, "para", 2)
		boss.refusedToTake(409, apperr.MedicineLimit, "house", phoneOrder("03123456", "", "para-2", 1))
		if status, _ := boss.takes("house", "y", phoneOrder("70123456", "", "para", 2)); status != http.StatusOK {
			t.Error("another number was refused")
		}
		me.put("para-2", 1)
		me.refused(409, apperr.MedicineLimit, "POST", "/api/user/checkout",
			strings.Replace(byCash, "03 123 456", "70 123 456", 1))
		for i := range 2 {
			status, _ := boss.takes("house", fmt.Sprint("z", i), phoneOrder("03765432", "", "plenty", 1))
			if status != http.StatusOK {
				t.Errorf("order %d was refused", i)
			}
		}
		boss.refusedToTake(409, apperr.OrderLimit, "house", phoneOrder("03765432", "", "plenty", 1))
	})
}
