package app

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/gatewaytest"
	"dawa/internal/testkit/timed"
)

const byHostedCard = `{"data":{` + toHamra + `,"payment":{"method":"card"}}}`

// hostedRehearsal is a shop whose cards are paid with on the page of the sandbox.
func hostedRehearsal(t *testing.T, c Config) *stock {
	t.Helper()
	c.Payments, c.Demo = "sandbox-hosted", true
	return stocked(t, c)
}

// toBank sends the shopper to the gateway's page.
func (p *shopper) toBank() wire.PaymentRedirect {
	p.t.Helper()
	res, got := p.do("POST", "/api/user/checkout", byHostedCard, "CSRF-Token", p.token, "Cookie", p.cookie)
	var redirect wire.PaymentRedirect
	if err := json.Unmarshal(got, &redirect); err != nil || res.StatusCode != http.StatusAccepted {
		p.t.Fatalf("checkout: %d %s, %v", res.StatusCode, got, err)
	}
	return redirect
}

func (p *shopper) attempt(key string) wire.PaymentAttemptAnswer {
	p.t.Helper()
	var got wire.PaymentAttemptAnswer
	p.into(&got, "GET", "/api/user/payment-attempt/"+key, "")
	return got
}

func TestHostedPayment_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := hostedRehearsal(t, c)
		me, other := s.customer("payer"), s.customer("stranger")
		var form wire.PaymentForm
		me.into(&form, "GET", "/api/user/payment-form", "")
		if !valueOf(form.Hosted) || !form.Sandbox || valueOf(form.CardsDown) {
			t.Errorf("the form says %+v", form)
		}
		me.put("item-07", 2)
		before := s.left("item-07")
		redirect := me.toBank()
		if again := me.toBank(); again.Attempt != redirect.Attempt || again.Redirect.URL != redirect.Redirect.URL {
			t.Errorf("asked again: %+v, first %+v", again, redirect)
		}
		if got := me.attempt(redirect.Attempt); got.State != "open" || got.Redirect == nil || got.Order != nil {
			t.Errorf("unpaid: %+v", got)
		}
		other.refused(404, apperr.AttemptNotFound, "GET", "/api/user/payment-attempt/"+redirect.Attempt, "")
		other.refused(404, apperr.AttemptNotFound, "POST", "/api/user/payment-attempt/"+redirect.Attempt+"/cancel", "")
		s.visitor().refused(401, apperr.NotSignedIn, "GET", "/api/user/payment-attempt/"+redirect.Attempt, "")
		me.refused(409, apperr.PaymentPending, "POST", "/api/user/checkout", byCash)
		s.visitor().refused(403, apperr.Forbidden, "POST", "/api/payment-notification/sandbox-hosted",
			`{"order":{"id":"`+redirect.Attempt+`","status":"CAPTURED"}}`)
		s.visitor().refused(404, apperr.NotFound, "POST", "/api/payment-notification/nobody", `{}`)
		if got := me.attempt(redirect.Attempt); got.State != "open" {
			t.Errorf("after a forged notification: %+v", got)
		}

		var cancelled wire.PaymentAttemptAnswer
		me.into(&cancelled, "POST", "/api/user/payment-attempt/"+redirect.Attempt+"/cancel", "")
		if cancelled.State != "failed" || valueOf(cancelled.Reason) != "cancelled" || me.cartLength() != 1 ||
			s.left("item-07") != before {
			t.Errorf("given up: %+v", cancelled)
		}

		redirect = me.toBank()
		path := redirect.Redirect.URL[strings.Index(redirect.Redirect.URL, "/dev/pay/"):]
		if res, page := s.do("GET", path, ""); res.StatusCode != http.StatusOK ||
			!strings.Contains(string(page), "approve") {
			t.Errorf("the bank's page: %d %s", res.StatusCode, page)
		}
		res, _ := s.do("POST", path, "choice=approve", "Content-Type", "application/x-www-form-urlencoded")
		if to := res.Request.URL.RequestURI(); to != "/user/checkout/return?attempt="+redirect.Attempt {
			t.Errorf("sent back to %q, %d", to, res.StatusCode)
		}
		// The sweeper or the returning browser finds it, whichever comes first.
		paid := me.eventually(redirect.Attempt)
		if paid.Order == nil || paid.Order.Payment.Method != "card" || me.cartLength() != 0 {
			t.Errorf("paid: %+v", paid)
		}
	})
}

// Every way back from the gateway's page ends well and says what is known: before the bank knows, without a
// notification, in a second tab, on another device, after the tab was closed.
func TestHostedPayment_EveryWayBack(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := gatewayShop(t, c, "")
		returns := func(p *shopper, attempt, language string) {
			t.Helper()
			res, page := p.do("GET", "/user/checkout/return?attempt="+attempt+"&resultIndicator=forged", "", "Cookie",
				p.cookie+"; language="+language, "Accept", "text/html")
			lang := map[string]string{"english": `lang="en"`, "arabic": `lang="ar" dir="rtl"`}[language]
			if res.StatusCode != http.StatusOK || !strings.Contains(string(page), lang) {
				t.Errorf("the page in %s: %d, %.200s", language, res.StatusCode, page)
			}
			if strings.Contains(string(page), "transactionId") {
				t.Error("the document itself tells of the order")
			}
		}
		me := s.customer("layla")
		me.put("item-07", 1)
		before := s.left("item-07")
		first := me.toBank()
		for _, language := range []string{"english", "arabic"} {
			returns(me, first.Attempt, language)
			returns(s.visitor(), first.Attempt, language) // another device, where nobody is signed in
		}
		s.visitor().refused(401, apperr.NotSignedIn, "GET", "/api/user/payment-attempt/"+first.Attempt, "")

		// Back, and pressed again in another tab: the same page. Pieces are held once.
		if again := me.toBank(); again.Attempt != first.Attempt || again.Redirect.URL != first.Redirect.URL {
			t.Errorf("the second tab is sent to %+v, the first to %+v", again, first)
		}
		if got := s.left("item-07"); got != before-1 {
			t.Errorf("%d pieces are left of %d", got, before)
		}
		// A return before the bank knows, and one while it does not answer: open, whatever the browser claims.
		if got := me.attempt(first.Attempt); got.State != "open" || got.Order != nil || got.Redirect == nil {
			t.Errorf("before the bank knows: %+v", got)
		}
		bank.Fail(func(*http.Request) gatewaytest.Fault { return gatewaytest.Lost })
		if got := me.attempt(first.Attempt); got.State != "open" {
			t.Errorf("while the bank does not answer: %+v", got)
		}
		bank.Fail(nil)
		// Paid in one tab: the other cannot pay again, and both show the same order. No notification ever comes.
		must(t, bank.Pay(first.Attempt, bank.Asked(first.Attempt), "USD"))
		if err := bank.Pay(first.Attempt, bank.Asked(first.Attempt), "USD"); err == nil {
			t.Error("paid twice")
		}
		one, other := me.eventually(first.Attempt), me.attempt(first.Attempt)
		if one.Order == nil || other.Order == nil || one.Order.Number != other.Order.Number || me.cartLength() != 0 ||
			bank.Captures(first.Attempt) != 1 {
			t.Errorf("one tab shows %+v, the other %+v", one, other)
		}
		// On another device the same account sees it, another one does not.
		stranger := s.customer("stranger")
		stranger.refused(404, apperr.AttemptNotFound, "GET", "/api/user/payment-attempt/"+first.Attempt, "")

		// The tab is closed after paying: the order comes by itself.
		me.put("item-08", 1)
		second := me.toBank()
		must(t, bank.Pay(second.Attempt, bank.Asked(second.Attempt), "USD"))
		must(t, s.storage.DB.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE payment_attempts SET lookup_at = 1 WHERE state = 'open'")
			return err
		}))
		timed.Eventually(t, "the order is in the history", func() bool {
			var history []wire.Order
			me.into(&history, "GET", "/api/user/order-history", "")
			return len(history) == 2
		})
	})
}

func valueOf[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
