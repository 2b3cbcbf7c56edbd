package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/gatewaytest"
)

// refund gives money back for an order.
func (p *shopper) refund(number, key, body string) wire.RefundSaved {
	p.t.Helper()
	res, got := p.do("POST", "/api/admin/order/"+number+"/refunds", body, "CSRF-Token", p.token, "Cookie", p.cookie,
		"Idempotency-Key", key)
	var saved wire.RefundSaved
	if err := json.Unmarshal(got, &saved); err != nil || res.StatusCode != http.StatusOK {
		p.t.Fatalf("refunding: %d %s, %v", res.StatusCode, got, err)
	}
	return saved
}

func TestRefund_OverHTTP(t *testing.T) {
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := stripeShop(t, c, "")
		me, other, staff := s.customer("layla"), s.customer("stranger"), s.admin("keeper")
		me.put("item-07", 2)
		redirect := me.toBank()
		if err := bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "usd"); err != nil {
			t.Fatal(err)
		}
		order := *me.eventually(redirect.Attempt).Order
		path := "/api/admin/order/" + order.Number + "/refunds"
		me.refused(403, apperr.Forbidden, "POST", path, `{"all":true,"reason":"mine"}`)
		other.refused(404, apperr.OrderNotFound, "GET", "/api/order/"+order.Number+"/refunds", "")
		staff.refused(400, apperr.InvalidFields, "POST", path, `{"all":true}`)
		staff.refused(409, apperr.RefundTooMuch, "POST", path, `{"amount":9999,"reason":"much"}`)

		product := order.Products[0].Product.ID
		line := fmt.Sprintf(`{"lines":[{"product":%q,"quantity":1}],"reason":"arrived broken"}`, product)
		first := staff.refund(order.Number, "press-1", line)
		again := staff.refund(order.Number, "press-1", line) // pressed twice
		if first.Refund.State != "done" || again.Refund.UnderscoreID != first.Refund.UnderscoreID ||
			first.Refund.Amount != order.Products[0].UnitPrice {
			t.Errorf("a piece: %+v, again %+v", first, again)
		}
		bank.RefundsBecome("pending")
		pending := staff.refund(order.Number, "press-2", `{"delivery":true,"reason":"late"}`)
		bank.EndRefunds("failed")
		var retried wire.RefundSaved
		staff.into(&retried, "POST", "/api/admin/refund/"+pending.Refund.UnderscoreID+"/retry", "")
		if pending.Refund.State != "pending" || retried.Refund.State != "failed" {
			t.Errorf("pending %+v, then %+v", pending, retried)
		}
		var mine wire.RefundList
		me.into(&mine, "GET", "/api/order/"+order.Number+"/refunds", "")
		if len(mine.Refunds) != 1 || mine.Refunds[0].Amount != first.Refund.Amount {
			t.Errorf("the customer sees %+v", mine)
		}
		var manual wire.RefundSaved
		staff.into(&manual, "POST", "/api/admin/refund/"+pending.Refund.UnderscoreID+"/manual", `{"note":"cash"}`)
		var all wire.AdminRefunds
		staff.into(&all, "GET", path, "")
		if manual.Refund.State != "manual" || len(all.Refunds) != 2 || all.Captured != order.Total ||
			all.Left != order.Total-first.Refund.Amount-order.DeliveryFee || all.Refunds[0].By == "" {
			t.Errorf("by hand %+v, in all %+v", manual, all)
		}
		if held := bank.Held(redirect.Attempt); held != int64(order.Total-first.Refund.Amount) {
			t.Errorf("the gateway holds %d", held)
		}
		staff.refused(404, apperr.RefundNotFound, "POST", "/api/admin/refund/nothing/retry", "")
	})
}

// The gateway does not answer: the refund stays pending and is done by itself once it does.
func TestRefund_SurvivesAGatewayThatIsDown(t *testing.T) {
	s, bank := stripeShop(t, testConfig(t), "")
	me, staff := s.customer("layla"), s.admin("keeper")
	me.put("item-07", 1)
	redirect := me.toBank()
	if err := bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "usd"); err != nil {
		t.Fatal(err)
	}
	order := *me.eventually(redirect.Attempt).Order
	bank.Fail(func(r *http.Request) gatewaytest.Fault {
		if strings.HasSuffix(r.URL.Path, "/refunds") && r.Method == http.MethodPost {
			return gatewaytest.LostAnswer
		}
		return gatewaytest.None
	})
	if got := staff.refund(order.Number, "k", `{"all":true,"reason":"gone"}`); got.Refund.State != "pending" {
		t.Errorf("a lost answer: %+v", got)
	}
	bank.Fail(nil)
	var got wire.RefundSaved
	var list wire.AdminRefunds
	staff.into(&list, "GET", "/api/admin/order/"+order.Number+"/refunds", "")
	staff.into(&got, "POST", "/api/admin/refund/"+list.Refunds[0].UnderscoreID+"/retry", "")
	if got.Refund.State != "done" || bank.Held(redirect.Attempt) != 0 {
		t.Errorf("asked again: %+v, the gateway holds %d", got, bank.Held(redirect.Attempt))
	}
}
