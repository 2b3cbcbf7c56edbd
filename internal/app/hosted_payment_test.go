package app

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
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

func valueOf[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
