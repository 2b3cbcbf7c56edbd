package app

import (
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/regulation"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
)

// A first cash order of somebody whom the shop does not know is prepared after a call, or with a verified email.
func TestCallFirst_HoldsFirstCashOrderUntilConfirmed(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.CallFirst = "on"
		s := stocked(t, c)
		owner, courier, boss := s.customer("karim"), s.customer("rami"), s.admin("boss")
		store := s.approvedStore(owner, boss, "Cedar")
		s.joins(courier, store, roles.Courier)
		s.storeProduct("cedar-1", store)
		layla := s.customer("layla")
		layla.put("cedar-1", 1)
		placed := layla.mustBuy(byCash, "")
		if placed.CallFirst == nil || !*placed.CallFirst || placed.Status != "placed" {
			t.Fatalf("placed %+v", placed)
		}
		one := "/api/store/" + store + "/fulfilment/" + placed.Fulfilments[0].UnderscoreID
		owner.must("PUT", one+"/status", `{"status":"confirmed"}`)
		owner.refused(http.StatusConflict, apperr.OrderCallFirst, "PUT", one+"/status", `{"status":"preparing"}`)
		boss.refused(http.StatusConflict, apperr.OrderCallFirst, "PUT", "/api/admin/order/"+placed.Number+"/status",
			`{"status":"preparing"}`)
		var shown wire.StoreOrderAnswer
		owner.into(&shown, "GET", one, "")
		if shown.Order.CallFirst == nil || len(shown.Order.Next) != 1 || shown.Order.Next[0] != "cancelled" {
			t.Errorf("the desk shows %+v", shown.Order)
		}
		// The store's own people confirm it, nobody else.
		courier.refused(http.StatusForbidden, apperr.Forbidden, "POST", one+"/called", "")
		layla.refused(http.StatusNotFound, apperr.StoreNotFound, "POST", one+"/called", "")
		var saved wire.StoreOrderSaved
		owner.into(&saved, "POST", one+"/called", "")
		if saved.Order.CallFirst != nil || len(saved.Order.Next) != 2 {
			t.Errorf("after the call the desk shows %+v", saved.Order)
		}
		owner.must("POST", one+"/called", "")
		_, log := boss.call("GET", "/api/admin/audit?action=order_called", "")
		if strings.Count(string(log), `"karim"`) != 1 {
			t.Errorf("the audit log has %s", log)
		}
		owner.must("PUT", one+"/status", `{"status":"preparing"}`)

		// A second order waits again as long as the first has not arrived, then no order does.
		layla.put("cedar-1", 1)
		if second := layla.mustBuy(byCash, ""); second.CallFirst == nil {
			t.Error("an order before the first delivery needs no call")
		}
		owner.must("PUT", one+"/status", `{"status":"out_for_delivery"}`)
		owner.must("PUT", one+"/status", `{"status":"delivered"}`)
		layla.put("cedar-1", 1)
		if third := layla.mustBuy(byCash, ""); third.CallFirst != nil {
			t.Error("an order after a delivery needs a call")
		}
	})
}

func TestCallFirst_VerifiedEmailNeedsNoCall(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		c.CallFirst = "on"
		s := stocked(t, c)
		s.medicine("plenty", regulation.None, 0)
		layla, boss := s.customer("layla"), s.admin("boss")
		before := order(layla, "plenty", 1)
		path := "/api/admin/order/" + before
		boss.must("PUT", path+"/status", `{"status":"confirmed"}`)
		boss.refused(http.StatusConflict, apperr.OrderCallFirst, "PUT", path+"/status", `{"status":"preparing"}`)
		s.visitor().says("Email verified", "PUT", s.linkOf(accounts.EmailVerify), "")
		boss.must("PUT", path+"/status", `{"status":"preparing"}`)
		layla.put("plenty", 1)
		if after := layla.mustBuy(byCash, ""); after.CallFirst != nil {
			t.Error("an order with a verified email needs a call")
		}
		// The house may confirm any order by its number.
		rana := s.customer("rana")
		number := order(rana, "plenty", 1)
		var saved wire.AdminOrderSaved
		boss.into(&saved, "POST", "/api/admin/order/"+number+"/called", "")
		if saved.Order.Order.CallFirst != nil {
			t.Errorf("after the call the order is %+v", saved.Order.Order)
		}
		boss.must("PUT", "/api/admin/order/"+number+"/status", `{"status":"confirmed"}`)
		boss.must("PUT", "/api/admin/order/"+number+"/status", `{"status":"preparing"}`)
		boss.refused(http.StatusNotFound, apperr.OrderNotFound, "POST", "/api/admin/order/1/called", "")
	})
}

func TestCallFirst_OnUnlessDemo(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config Config
		want   bool
	}{
		"a real shop":  {Config{}, true},
		"a demo":       {Config{Demo: true}, false},
		"turned on":    {Config{Demo: true, CallFirst: "on"}, true},
		"turned off":   {Config{CallFirst: "off"}, false},
		"said as auto": {Config{CallFirst: "auto"}, true},
	} {
		if got := c.config.orderLimits().CallFirst; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	wrong := good()
	wrong.CallFirst = "maybe"
	if wrong.Check() == nil {
		t.Error("a wrong setting is accepted")
	}
}
