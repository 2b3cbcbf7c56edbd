package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/refunds"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/gatewaytest"
)

// refund gives money back for an order.
func (p *shopper) refund(number, key, body string) wire.RefundSaved {
	p.t.Helper()
	return p.refundAt("/api/admin/order/"+number+"/refunds", key, body)
}

func (p *shopper) refundAt(path, key, body string) wire.RefundSaved {
	p.t.Helper()
	res, got := p.do("POST", path, body, "CSRF-Token", p.token, "Cookie", p.cookie, "Idempotency-Key", key)
	var saved wire.RefundSaved
	if err := json.Unmarshal(got, &saved); err != nil || res.StatusCode != http.StatusOK {
		p.t.Fatalf("refunding: %d %s, %v", res.StatusCode, got, err)
	}
	return saved
}

func TestRefund_OverHTTP(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// delivers takes a fulfilment to the customer's door, so long ago that nobody can undo it.
func (s *stock) delivers(by *shopper, fulfilment string) {
	s.t.Helper()
	for _, to := range []string{"confirmed", "preparing", "out_for_delivery", "delivered"} {
		by.must("PUT", fulfilment+"/status", fmt.Sprintf(`{"status":%q}`, to))
	}
	must(s.t, s.storage.DB.Write(s.t.Context(), func(tx *sqlstore.Tx) error {
		_, err := tx.ExecContext(s.t.Context(), "UPDATE order_history SET at = at - 60000")
		return err
	}))
}

// The people of a store give back what was paid for their part of an order, and nobody else's.
func TestStoreRefund_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner, stranger, buyer := s.customer("karim"), s.customer("nadia"), s.customer("layla")
		pharmacist, helper, admin := s.customer("rami"), s.customer("sami"), s.admin("boss")
		store, other := s.approvedStore(owner, admin, "Cedar"), s.approvedStore(stranger, admin, "Jbeil")
		s.joins(pharmacist, store, roles.Pharmacist)
		s.joins(helper, store, roles.Staff)
		s.storeProduct("cedar-1", store)
		s.storeProduct("jbeil-1", other)
		buyer.put("cedar-1", 2)
		buyer.put("jbeil-1", 2)
		order := buyer.mustBuy(byCash, "")
		part := order.Fulfilments[0]
		one := "/api/store/" + store + "/fulfilment/" + part.UnderscoreID
		path, all := one+"/refunds", `{"all":true,"reason":"all of it"}`
		owner.refused(409, apperr.RefundImpossible, "POST", path, all) // nothing was paid yet
		s.delivers(owner, one)

		theirs := "/api/store/" + other + "/fulfilment/" + part.UnderscoreID + "/refunds"
		stranger.refused(404, apperr.OrderNotFound, "GET", theirs, "")
		stranger.refused(404, apperr.OrderNotFound, "POST", theirs, all)
		stranger.refused(404, apperr.StoreNotFound, "POST", path, all)
		helper.refused(403, apperr.Forbidden, "POST", path, all)
		buyer.refused(404, apperr.StoreNotFound, "POST", path, all)
		owner.refused(404, apperr.OrderNotFound, "POST", "/api/store/"+store+"/fulfilment/none/refunds", all)
		owner.refused(409, apperr.RefundTooMuch, "POST", path, `{"amount":100,"reason":"much"}`)
		owner.refused(409, apperr.RefundTooMuch, "POST", path,
			`{"lines":[{"product":"jbeil-1","quantity":1}],"reason":"another store's"}`)
		owner.refused(400, apperr.InvalidFields, "POST", path, `{"all":true}`)

		piece := `{"lines":[{"product":"cedar-1","quantity":1}],"delivery":true,"reason":"arrived broken"}`
		given := pharmacist.refundAt(path, "press-1", piece)
		again := pharmacist.refundAt(path, "press-1", piece) // pressed twice
		amount := part.Products[0].UnitPrice + part.DeliveryFee
		if given.Refund.State != "manual" || given.Refund.Amount != amount ||
			again.Refund.UnderscoreID != given.Refund.UnderscoreID {
			t.Errorf("a piece and the fee: %+v, again %+v", given, again)
		}
		var seen wire.StoreRefunds
		owner.into(&seen, "GET", path, "")
		if !seen.MayRefund || seen.Left != part.Total-amount || seen.FeeLeft != 0 || len(seen.Refunds) != 1 ||
			seen.PiecesLeft["cedar-1"] != part.Products[0].NbOrdered-1 || seen.Refunds[0].By != "rami" ||
			seen.Refunds[0].Reason != "arrived broken" {
			t.Errorf("the owner sees %+v", seen)
		}
		helper.into(&seen, "GET", path, "")
		if seen.MayRefund {
			t.Error("a helper is offered refunds")
		}
		stranger.into(&seen, "GET",
			"/api/store/"+other+"/fulfilment/"+order.Fulfilments[1].UnderscoreID+"/refunds", "")
		if len(seen.Refunds) != 0 || seen.Left != 0 {
			t.Errorf("the other store sees %+v", seen)
		}
		var mine wire.RefundList
		buyer.into(&mine, "GET", "/api/order/"+order.Number+"/refunds", "")
		if len(mine.Refunds) != 1 || mine.Refunds[0].Amount != amount {
			t.Errorf("the customer sees %+v", mine)
		}
		var told int
		must(t, s.storage.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM outbox WHERE kind = $1",
			refunds.EmailJob).Scan(&told))
		if told != 1 {
			t.Errorf("the customer is told %d times", told)
		}
		var log wire.AuditList
		admin.into(&log, "GET", "/api/admin/audit?action=order_refund", "")
		if len(log) != 1 || len(log[0].Changes) != 2 || log[0].Changes[1].New != "Cedar" {
			t.Errorf("the audit log has %+v", log)
		}
		s.books()
		eventually(t, func() bool {
			var statement wire.Statement
			owner.into(&statement, "GET", "/api/store/"+store+"/statement", "")
			for _, sum := range statement.Sums {
				if sum.Kind == "refund" {
					return sum.Amount == wire.SignedMoney(-amount)
				}
			}
			return false
		})
	})
}

// A store asks the bank again for its own refund, and the audit log says who did.
func TestStoreRefund_AskedAgainOverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := stripeShop(t, c, "")
		owner, stranger, buyer := s.customer("karim"), s.customer("nadia"), s.customer("layla")
		helper, admin := s.customer("sami"), s.admin("boss")
		store, other := s.approvedStore(owner, admin, "Cedar"), s.approvedStore(stranger, admin, "Jbeil")
		s.joins(helper, store, roles.Staff)
		s.storeProduct("cedar-1", store)
		s.storeProduct("jbeil-1", other)
		buyer.put("cedar-1", 2)
		buyer.put("jbeil-1", 2)
		redirect := buyer.toBank()
		must(t, bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "usd"))
		order := *buyer.eventually(redirect.Attempt).Order
		part := order.Fulfilments[0].UnderscoreID
		path := "/api/store/" + store + "/fulfilment/" + part + "/refunds"
		bank.RefundsBecome("failed")
		refused := owner.refundAt(path, "press-1", `{"lines":[{"product":"cedar-1","quantity":1}],"reason":"broken"}`)
		if refused.Refund.State != "failed" {
			t.Fatalf("refused: %+v", refused)
		}
		retry := path + "/" + refused.Refund.UnderscoreID + "/retry"
		var seen, less wire.StoreRefunds
		owner.into(&seen, "GET", path, "")
		if seen.Refunds[0].MayRetry == nil || !*seen.Refunds[0].MayRetry {
			t.Errorf("the owner is not offered it: %+v", seen)
		}
		helper.into(&less, "GET", path, "")
		if less.Refunds[0].MayRetry != nil {
			t.Error("a helper is offered it")
		}
		helper.refused(403, apperr.Forbidden, "POST", retry, "")
		stranger.refused(404, apperr.StoreNotFound, "POST", retry, "")
		stranger.refused(404, apperr.RefundNotFound, "POST", "/api/store/"+other+"/fulfilment/"+
			order.Fulfilments[1].UnderscoreID+"/refunds/"+refused.Refund.UnderscoreID+"/retry", "")
		owner.refused(404, apperr.RefundNotFound, "POST", path+"/nothing/retry", "")
		bank.RefundsBecome("succeeded")
		var done, again wire.RefundSaved
		owner.into(&done, "POST", retry, "")
		owner.into(&again, "POST", retry, "") // pressed twice
		if done.Refund.State != "done" || again.Refund.State != "done" || done.Code != "refund_done" {
			t.Errorf("asked again: %+v, then %+v", done, again)
		}
		if held := bank.Held(redirect.Attempt); held != int64(order.Total-done.Refund.Amount) {
			t.Errorf("the gateway holds %d of %d", held, order.Total)
		}
		var log wire.AuditList
		admin.into(&log, "GET", "/api/admin/audit?action=order_refund_retry", "")
		if len(log) != 1 || len(log[0].Changes) != 2 || log[0].Changes[1].New != "Cedar" {
			t.Errorf("the audit log has %+v", log)
		}
	})
}
