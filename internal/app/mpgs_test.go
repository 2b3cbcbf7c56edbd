package app

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/payments"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/gatewaytest"
	"dawa/internal/testkit/mpgstest"
)

// gatewayShop is a shop whose cards are taken by the simulator of Mastercard Gateway.
func gatewayShop(t *testing.T, c Config, query string) (*stock, *mpgstest.Server) {
	t.Helper()
	bank := mpgstest.New(t)
	c.Payments = "mpgs://" + mpgstest.Merchant + "@" + strings.TrimPrefix(bank.URL, "http://") + query
	c.PaymentsSecret, c.PaymentsNotification = mpgstest.Password, mpgstest.Secret
	return stocked(t, c), bank
}

// pollPause is how long a test waits before it asks again.
const pollPause = 25 * time.Millisecond

// eventually asks again until the attempt has ended; the deadline only ends a test that hangs.
func (p *shopper) eventually(key string) wire.PaymentAttemptAnswer {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if got := p.attempt(key); got.State != "open" {
			return got
		}
		select {
		case <-ctx.Done():
		case <-time.After(pollPause):
		}
	}
	p.t.Fatal("the attempt stays open")
	return wire.PaymentAttemptAnswer{}
}

func TestMPGS_CheckoutOverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := gatewayShop(t, c, "?capture=later")
		me := s.customer("layla")
		total := func(r wire.PaymentRedirect) money.Cents {
			a, err := s.orders.Payment(t.Context(), r.Attempt)
			if err != nil {
				t.Fatal(err)
			}
			return a.Amount
		}

		// Paid, and the gateway says so: whoever says it without the secret changes nothing.
		me.put("item-07", 1)
		redirect := me.toBank()
		if !strings.HasPrefix(redirect.Redirect.URL, bank.URL+"/checkout/pay/SESSION") {
			t.Errorf("sent to %s", redirect.Redirect.URL)
		}
		note := bank.Notification(redirect.Attempt)
		for _, secret := range []string{"", "wrong"} {
			res, _ := s.do("POST", "/api/payment-notification/mpgs", note, "X-Notification-Secret", secret)
			if res.StatusCode != http.StatusForbidden {
				t.Errorf("a forged notification: %d", res.StatusCode)
			}
		}
		// A true one that comes before the payment, out of order, changes nothing either.
		res, _ := s.do("POST", "/api/payment-notification/mpgs", note, "X-Notification-Secret", mpgstest.Secret)
		if got := me.attempt(redirect.Attempt); res.StatusCode != http.StatusOK || got.State != "open" {
			t.Errorf("an early notification: %d, %+v", res.StatusCode, got)
		}
		if err := bank.Pay(redirect.Attempt, total(redirect), "USD"); err != nil {
			t.Fatal(err)
		}
		for range 3 { // duplicates
			res, body := s.do("POST", "/api/payment-notification/mpgs", note, "X-Notification-Secret", mpgstest.Secret)
			if res.StatusCode != http.StatusOK {
				t.Errorf("a notification: %d %s", res.StatusCode, body)
			}
		}
		paid := me.attempt(redirect.Attempt)
		if paid.State != "placed" || paid.Order == nil || valueOf(paid.Order.Payment.Last4) != "0008" {
			t.Fatalf("paid, but %+v", paid)
		}
		if bank.Held(redirect.Attempt) != paid.Order.Total {
			t.Errorf("the gateway holds %v of %v", bank.Held(redirect.Attempt), paid.Order.Total)
		}

		// Another amount, currency or merchant than was asked for makes no order.
		for name, wrong := range map[string]func(r wire.PaymentRedirect) error{
			"amount":   func(r wire.PaymentRedirect) error { return bank.Pay(r.Attempt, 1, "USD") },
			"currency": func(r wire.PaymentRedirect) error { return bank.Pay(r.Attempt, total(r), "LBP") },
			"merchant": func(r wire.PaymentRedirect) error {
				bank.ChangeMerchant(r.Attempt, "SOMEBODYELSE")
				return bank.Pay(r.Attempt, total(r), "USD")
			},
		} {
			me.put("item-08", 1)
			redirect := me.toBank()
			if err := wrong(redirect); err != nil {
				t.Fatal(err)
			}
			got := me.eventually(redirect.Attempt)
			if got.State != "failed" || valueOf(got.Reason) != "mismatch" || bank.Held(redirect.Attempt) != 0 {
				t.Errorf("wrong %s: %+v, the gateway holds %v", name, got, bank.Held(redirect.Attempt))
			}
		}
	})
}

// An account in pounds: the gateway is asked for pounds at the rate of the order, the books stay in dollars, and a
// part that goes back is the same part of the pounds, whatever the rate is by then.
func TestMPGS_ChargesPounds(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := gatewayShop(t, c, "?currency=LBP")
		boss := s.admin("boss")
		me := s.customer("layla")
		me.put("item-07", 2)
		var form wire.PaymentForm
		me.into(&form, "GET", "/api/user/payment-form", "")
		if !valueOf(form.InPounds) || !valueOf(form.CardsDown) {
			t.Errorf("without a rate the form says %+v", form)
		}
		me.refused(503, apperr.PaymentUnavailable, "POST", "/api/user/checkout", byHostedCard)

		boss.must("POST", "/api/admin/rate", `{"lbp_per_usd":89517}`)
		redirect := me.toBank()
		a, err := s.orders.Payment(t.Context(), redirect.Attempt)
		if err != nil || a.Currency != "USD" || a.Rate != 89_500 {
			t.Fatalf("the attempt is %+v, %v", a, err)
		}
		if err := bank.Pay(redirect.Attempt, a.Amount*89_500, "LBP"); err != nil {
			t.Fatal(err)
		}
		paid := me.eventually(redirect.Attempt)
		if paid.State != "placed" || valueOf(paid.Order.Payment.ChargedLbp) != money.Pounds(a.Amount*895) {
			t.Fatalf("paid %s at 895 for a cent, but %+v", a.Amount, paid)
		}

		boss.must("POST", "/api/admin/rate", `{"lbp_per_usd":95000}`)
		boss.must("POST", "/api/admin/order/"+paid.Order.Number+"/refunds", `{"amount":1.00,"reason":"a broken box"}`)
		if held := bank.Held(redirect.Attempt); held != (a.Amount-1_00)*89_500 {
			t.Errorf("the gateway holds %s of %s pounds", held, a.Amount*89_500)
		}
		run, err := s.reconcile.CompareFile(t.Context(), "order id,amount,refunded,currency\n"+redirect.Attempt+","+
			(a.Amount*89_500).String()+","+money.Cents(1_00*89_500).String()+",LBP\n")
		if err != nil || len(run.Differences) > 0 {
			t.Errorf("the settlement file differs: %+v, %v", run.Differences, err)
		}
	})
}

func TestMPGS_GatewayThatIsDownLeavesCash(t *testing.T) {
	t.Parallel()
	s, bank := gatewayShop(t, testConfig(t), "")
	me := s.customer("layla")
	me.put("item-07", 1)
	open := me.toBank()
	bank.Fail(func(*http.Request) gatewaytest.Fault { return gatewaytest.Broken })
	for range 2 {
		if err := s.orders.ProbeGateway(t.Context()); !errors.Is(err, payments.ErrTimeout) {
			t.Errorf("the probe says %v", err)
		}
	}
	var form wire.PaymentForm
	me.into(&form, "GET", "/api/user/payment-form", "")
	if !valueOf(form.CardsDown) {
		t.Errorf("the form does not say that cards are down: %+v", form)
	}
	other := s.customer("karim")
	other.put("item-09", 1)
	other.refused(503, apperr.PaymentUnavailable, "POST", "/api/user/checkout", byHostedCard)
	if other.cartLength() != 1 {
		t.Error("the cart is gone")
	}
	other.mustBuy(byCash, "")
	if got := me.attempt(open.Attempt); got.State != "open" {
		t.Errorf("nobody knows, but the answer is %+v", got)
	}
	bank.Fail(nil)
	a, err := s.orders.Payment(t.Context(), open.Attempt)
	if err != nil {
		t.Fatal(err)
	}
	if err := bank.Pay(open.Attempt, a.Amount, "USD"); err != nil {
		t.Fatal(err)
	}
	if got := me.eventually(open.Attempt); got.State != "placed" {
		t.Errorf("paid once the gateway was back: %+v", got)
	}
	var after wire.PaymentForm
	me.into(&after, "GET", "/api/user/payment-form", "")
	if valueOf(after.CardsDown) {
		t.Error("cards are still said to be down")
	}
}
