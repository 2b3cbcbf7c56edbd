package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/stripetest"
)

// stripeShop is a shop whose cards are taken by the simulator of Stripe.
func stripeShop(t *testing.T, c Config, query string) (*stock, *stripetest.Server) {
	t.Helper()
	bank := stripetest.New(t)
	return stripeShopAt(t, c, bank, query), bank
}

func stripeShopAt(t *testing.T, c Config, bank *stripetest.Server, query string) *stock {
	t.Helper()
	c.Payments = "stripe://" + stripetest.Account + "@" + strings.TrimPrefix(bank.URL, "http://") + query
	c.PaymentsSecret, c.PaymentsNotification = stripetest.Key, stripetest.Secret
	return stocked(t, c)
}

// A forged, altered, stale or early notification changes nothing, a true one makes the order once, and what is held
// for another amount, currency or account makes none.
func TestStripe_CheckoutOverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := stripeShop(t, c, "?capture=later")
		me := s.customer("layla")
		notify := func(body, signature string) int {
			res, _ := s.do("POST", "/api/payment-notification/stripe", body, "Stripe-Signature", signature)
			return res.StatusCode
		}
		me.put("item-07", 1)
		redirect := me.toBank()
		if !strings.HasPrefix(redirect.Redirect.URL, bank.URL+"/c/pay/cs_test") {
			t.Errorf("sent to %s", redirect.Redirect.URL)
		}
		body, signature := bank.Notification(redirect.Attempt)
		_, stale := bank.NotificationAt(redirect.Attempt, time.Now().Add(-time.Hour), stripetest.Secret)
		_, foreign := bank.NotificationAt(redirect.Attempt, time.Now(), "whsec_another")
		for name, forged := range map[string]string{"unsigned": "", "stale": stale, "foreign": foreign} {
			if got := notify(body, forged); got != http.StatusForbidden {
				t.Errorf("%s: %d", name, got)
			}
		}
		altered := strings.Replace(body, "completed", "expired", 1)
		if got := notify(altered, signature); got != http.StatusForbidden {
			t.Errorf("altered: %d", got)
		}
		if got := me.attempt(redirect.Attempt); notify(body, signature) != http.StatusOK || got.State != "open" {
			t.Errorf("an early notification: %+v", got)
		}
		if err := bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "usd"); err != nil {
			t.Fatal(err)
		}
		for range 3 { // the same one again
			if got := notify(body, signature); got != http.StatusOK {
				t.Errorf("a notification: %d", got)
			}
		}
		paid := me.attempt(redirect.Attempt)
		if paid.State != "placed" || paid.Order == nil || valueOf(paid.Order.Payment.Last4) != "4242" {
			t.Fatalf("paid, but %+v", paid)
		}
		if bank.Held(redirect.Attempt) != int64(paid.Order.Total) {
			t.Errorf("the gateway holds %v of %v", bank.Held(redirect.Attempt), paid.Order.Total)
		}

		for name, wrong := range map[string]func(r wire.PaymentRedirect) error{
			"amount":   func(r wire.PaymentRedirect) error { return bank.Pay(r.Attempt, 1, "usd") },
			"currency": func(r wire.PaymentRedirect) error { return bank.Pay(r.Attempt, bank.Asked(r.Attempt), "lbp") },
		} {
			me.put("item-08", 1)
			redirect := me.toBank()
			if err := wrong(redirect); err != nil {
				t.Fatal(err)
			}
			got := me.eventually(redirect.Attempt) // no notification: the sweeper finds it
			if got.State != "failed" || valueOf(got.Reason) != "mismatch" || bank.Held(redirect.Attempt) != 0 {
				t.Errorf("wrong %s: %+v, the gateway holds %v", name, got, bank.Held(redirect.Attempt))
			}
		}
	})
}

func TestStripe_KeyOfAnotherAccountConfirmsNothing(t *testing.T) {
	t.Parallel()
	bank := stripetest.New(t)
	bank.ChangeAccount("acct_somebody_else")
	s := stripeShopAt(t, testConfig(t), bank, "")
	me := s.customer("layla")
	me.put("item-07", 1)
	redirect := me.toBank()
	if err := bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "usd"); err != nil {
		t.Fatal(err)
	}
	if got := me.eventually(redirect.Attempt); got.State != "failed" || valueOf(got.Reason) != "mismatch" {
		t.Errorf("%+v", got)
	}
	if held := bank.Held(redirect.Attempt); held != 0 {
		t.Errorf("the gateway holds %d", held)
	}
}

func TestStripe_SettingsNeedASecretAndHoldNone(t *testing.T) {
	t.Parallel()
	good := Config{Payments: "stripe://acct_1@api.stripe.com?capture=later", PaymentsSecret: "sk_test_1"}
	a, err := good.account()
	if err != nil || a.merchant != "acct_1" || a.baseURL != "https://api.stripe.com" || !a.capturesLater {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := (Config{Payments: "stripe://api.stripe.com", PaymentsSecret: "sk_test_1"}).gateway(); err != nil {
		t.Errorf("without an account: %v", err)
	}
	for _, bad := range []Config{
		{Payments: "stripe://acct_1@api.stripe.com"},
		{Payments: "stripe://acct_1:sk_test_1@api.stripe.com", PaymentsSecret: "sk_test_1"},
		{Payments: "stripe://", PaymentsSecret: "sk_test_1"},
	} {
		if _, err := bad.gateway(); err == nil {
			t.Errorf("accepted %q", bad.Payments)
		} else if strings.Contains(err.Error(), "sk_test") {
			t.Errorf("the error shows the secret: %v", err)
		}
	}
}
