package mpgs_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/mpgs"
	"dawa/internal/base/text"
	"dawa/internal/domain/payments"
	"dawa/internal/testkit/gatewaytest"
	"dawa/internal/testkit/mpgstest"
)

func open(t *testing.T, later bool) (*mpgstest.Server, *mpgs.Gateway) {
	t.Helper()
	server := mpgstest.New(t)
	return server, mpgs.New(mpgs.Options{
		BaseURL: server.URL, Merchant: mpgstest.Merchant, Password: mpgstest.Password, ShopName: "Dawa",
		NotificationSecret: mpgstest.Secret, CapturesLater: later,
	})
}

func begin(t *testing.T, g *mpgs.Gateway, key string) payments.Handoff {
	t.Helper()
	h, err := g.Begin(t.Context(), payments.BeginRequest{
		Key: key, Amount: 1234, Currency: "USD", ReturnURL: "https://shop.example/user/checkout/return?attempt=" + key,
		Language: text.Arabic, Expires: time.Now().Add(15 * time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func lookup(t *testing.T, g *mpgs.Gateway, key string) payments.Payment {
	t.Helper()
	p, err := g.Lookup(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestGateway_PurchaseIsFoundByLookupAndRefundedInParts(t *testing.T) {
	server, g := open(t, false)
	if p := lookup(t, g, "a"); p.Outcome != payments.None {
		t.Errorf("never seen, but %+v", p)
	}
	h := begin(t, g, "a")
	if !strings.HasPrefix(h.URL, server.URL+"/checkout/pay/SESSION") || time.Until(h.Expires) < 14*time.Minute {
		t.Errorf("sent to %+v", h)
	}
	if p := lookup(t, g, "a"); p.Outcome != payments.None {
		t.Errorf("unpaid, but %+v", p)
	}
	server.Decline("a")
	if p := lookup(t, g, "a"); p.Outcome != payments.Declined {
		t.Errorf("declined, but %+v", p)
	}
	must(t, server.Pay("a", 1234, "USD"))
	p := lookup(t, g, "a")
	if p.Outcome != payments.Approved || p.Amount != 1234 || p.Captured != 1234 || p.Currency != "USD" ||
		p.Merchant != mpgstest.Merchant || p.Last4 != "0008" || p.Brand != "mastercard" || p.TransactionID == "" {
		t.Errorf("paid, but %+v", p)
	}
	if err := g.Void(t.Context(), "a"); !errors.Is(err, payments.ErrCaptured) {
		t.Errorf("voiding what was captured: %v", err)
	}
	for range 3 { // the same refund, asked for again
		state, err := g.Refund(t.Context(), "a", payments.RefundRequest{ID: "r1", Amount: 1000, Currency: "USD"})
		if err != nil || state != payments.RefundDone {
			t.Errorf("refund: %s, %v", state, err)
		}
	}
	tooMuch := payments.RefundRequest{ID: "r2", Amount: 235, Currency: "USD"}
	if _, err := g.Refund(t.Context(), "a", tooMuch); err == nil {
		t.Error("more was given back than taken")
	}
	if p := lookup(t, g, "a"); p.Refunded != 1000 || !p.HoldsMoney() {
		t.Errorf("given back: %+v", p)
	}
	server.KeepRefundsPending(true)
	state, err := g.Refund(t.Context(), "a", payments.RefundRequest{ID: "r3", Amount: 234, Currency: "USD"})
	if err != nil || state != payments.RefundPending {
		t.Errorf("pending refund: %s, %v", state, err)
	}
}

func TestGateway_AuthorisationIsCapturedOnceOrVoided(t *testing.T) {
	server, g := open(t, true)
	for _, key := range []string{"taken", "voided"} {
		begin(t, g, key)
		must(t, server.Pay(key, 1234, "USD"))
		if p := lookup(t, g, key); p.Outcome != payments.Approved || p.Captured != 0 {
			t.Errorf("authorised, but %+v", p)
		}
	}
	for range 2 {
		must(t, g.Capture(t.Context(), "taken", 1234))
		must(t, g.Void(t.Context(), "voided"))
	}
	if server.Held("taken") != 1234 || server.Held("voided") != 0 || lookup(t, g, "voided").Outcome != payments.Voided {
		t.Errorf("held: %v and %v", server.Held("taken"), server.Held("voided"))
	}
	must(t, g.Void(t.Context(), "never seen"))
}

// A request whose answer was lost may have had its effect: asking again neither fails nor repeats it.
func TestGateway_LostAnswersAndBrokenServers(t *testing.T) {
	server, g := open(t, true)
	begin(t, g, "a")
	must(t, server.Pay("a", 1234, "USD"))
	for _, fault := range []gatewaytest.Fault{gatewaytest.Lost, gatewaytest.Broken, gatewaytest.LostAnswer} {
		server.Fail(func(r *http.Request) gatewaytest.Fault {
			if r.Method == http.MethodPut {
				return fault
			}
			return gatewaytest.None
		})
		if err := g.Capture(t.Context(), "a", 1234); !errors.Is(err, payments.ErrTimeout) {
			t.Errorf("fault %d: %v", fault, err)
		}
	}
	server.Fail(nil)
	must(t, g.Capture(t.Context(), "a", 1234))
	if got := server.Captured("a"); got != 1234 {
		t.Errorf("captured %v", got)
	}
	server.Fail(func(*http.Request) gatewaytest.Fault { return gatewaytest.Broken })
	if _, err := g.Lookup(t.Context(), "a"); !errors.Is(err, payments.ErrTimeout) {
		t.Errorf("a broken gateway: %v", err)
	}
	if _, err := g.Lookup(t.Context(), "unknown"); err == nil {
		t.Error("a broken gateway said that it knows nothing")
	}
}

func TestGateway_NotificationNeedsTheSecret(t *testing.T) {
	server, g := open(t, false)
	body := []byte(server.Notification("a"))
	with := func(secret string) func(string) string {
		return func(name string) string {
			if name == "X-Notification-Secret" {
				return secret
			}
			return ""
		}
	}
	if key, err := g.Notification(with(mpgstest.Secret), body); err != nil || key != "a" {
		t.Errorf("a true one: %q, %v", key, err)
	}
	for _, secret := range []string{"", "wrong", mpgstest.Secret + "x"} {
		if _, err := g.Notification(with(secret), body); !errors.Is(err, payments.ErrForged) {
			t.Errorf("with %q: %v", secret, err)
		}
	}
	unset := mpgs.New(mpgs.Options{BaseURL: server.URL, Merchant: mpgstest.Merchant})
	if _, err := unset.Notification(with(""), body); !errors.Is(err, payments.ErrForged) {
		t.Errorf("without a secret in the settings: %v", err)
	}
}
