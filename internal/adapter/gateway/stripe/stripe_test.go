package stripe_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/stripe"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/payments"
	"dawa/internal/testkit/gatewaytest"
	"dawa/internal/testkit/stripetest"
)

func gatewayOf(server *stripetest.Server, later bool, client *http.Client) *stripe.Gateway {
	return stripe.New(stripe.Options{
		BaseURL: server.URL, Account: stripetest.Account, Key: stripetest.Key, ShopName: "Dawa",
		SigningSecret: stripetest.Secret, CapturesLater: later, Client: client,
	})
}

func open(t *testing.T, later bool) (*stripetest.Server, *stripe.Gateway) {
	t.Helper()
	server := stripetest.New(t)
	return server, gatewayOf(server, later, nil)
}

// keyOf is a key as the shop makes them.
func keyOf(name string) string { return fmt.Sprintf("%011x", time.Now().UnixMilli()) + name }

func request(key string, amount money.Cents) payments.BeginRequest {
	return payments.BeginRequest{
		Key: key, Amount: amount, Currency: "USD",
		ReturnURL: "https://shop.example/user/checkout/return?attempt=" + key, Language: text.Arabic,
		Expires: time.Now().Add(31 * time.Minute).Truncate(time.Second),
	}
}

func begin(t *testing.T, g *stripe.Gateway, key string) payments.Handoff {
	t.Helper()
	h, err := g.Begin(t.Context(), request(key, 1234))
	must(t, err)
	return h
}

func lookup(t *testing.T, g *stripe.Gateway, key string) payments.Payment {
	t.Helper()
	p, err := g.Lookup(t.Context(), key)
	must(t, err)
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestGateway_PaymentIsFoundByLookupAndRefundedInParts(t *testing.T) {
	server, g := open(t, false)
	key := keyOf("a")
	if p := lookup(t, g, key); p.Outcome != payments.None {
		t.Errorf("never seen, but %+v", p)
	}
	h := begin(t, g, key)
	if !strings.HasPrefix(h.URL, server.URL+"/c/pay/cs_test") || time.Until(h.Expires) < 30*time.Minute {
		t.Errorf("sent to %+v", h)
	}
	if p := lookup(t, g, key); p.Outcome != payments.Pending || p.HoldsMoney() {
		t.Errorf("unpaid, but %+v", p)
	}
	server.Decline(key)
	if p := lookup(t, g, key); p.Outcome != payments.Declined {
		t.Errorf("declined, but %+v", p)
	}
	must(t, server.Pay(key, 1234, "usd"))
	p := lookup(t, g, key)
	if p.Outcome != payments.Approved || p.Amount != 1234 || p.Captured != 1234 || p.Currency != "USD" ||
		p.Merchant != stripetest.Account || p.Last4 != "4242" || p.Brand != "visa" || p.TransactionID == "" {
		t.Errorf("paid, but %+v", p)
	}
	if err := g.Void(t.Context(), key); !errors.Is(err, payments.ErrCaptured) {
		t.Errorf("voiding what was captured: %v", err)
	}
	for i := range 3 { // the same refund, asked for again, and a day later, when Stripe has forgotten the key
		state, err := g.Refund(t.Context(), key, payments.RefundRequest{ID: "r1", Amount: 1000, Currency: "USD"})
		if err != nil || state != payments.RefundDone {
			t.Errorf("refund: %s, %v", state, err)
		}
		if i == 1 {
			server.ForgetKeys()
		}
	}
	tooMuch := payments.RefundRequest{ID: "r2", Amount: 235, Currency: "USD"}
	if _, err := g.Refund(t.Context(), key, tooMuch); err == nil || errors.Is(err, payments.ErrTimeout) {
		t.Errorf("more was given back than taken: %v", err)
	}
	if p := lookup(t, g, key); p.Refunded != 1000 || !p.HoldsMoney() {
		t.Errorf("given back: %+v", p)
	}
	server.RefundsBecome("pending")
	rest := payments.RefundRequest{ID: "r3", Amount: 234, Currency: "USD"}
	if state, err := g.Refund(t.Context(), key, rest); err != nil || state != payments.RefundPending {
		t.Errorf("pending refund: %s, %v", state, err)
	}
	server.EndRefunds("failed")
	if state, err := g.Refund(t.Context(), key, rest); err != nil || state != payments.RefundFailed {
		t.Errorf("failed refund: %s, %v", state, err)
	}
}

func TestGateway_AuthorisationIsCapturedOnceOrVoided(t *testing.T) {
	server, g := open(t, true)
	taken, voided, left := keyOf("taken"), keyOf("voided"), keyOf("left")
	for _, key := range []string{taken, voided} {
		begin(t, g, key)
		must(t, server.Pay(key, 1234, "usd"))
		if p := lookup(t, g, key); p.Outcome != payments.Approved || p.Captured != 0 {
			t.Errorf("authorised, but %+v", p)
		}
	}
	begin(t, g, left)
	for range 2 {
		must(t, g.Capture(t.Context(), taken, 1234))
		must(t, g.Void(t.Context(), voided))
		must(t, g.Void(t.Context(), left))
	}
	if server.Held(taken) != 1234 || server.Captures(taken) != 1 || server.Held(voided) != 0 ||
		lookup(t, g, voided).Outcome != payments.Voided {
		t.Errorf("held: %v and %v", server.Held(taken), server.Held(voided))
	}
	if err := server.Pay(left, 1234, "usd"); err == nil || lookup(t, g, left).Outcome != payments.Voided {
		t.Error("a session that was ended could be paid")
	}
	must(t, g.Void(t.Context(), keyOf("never seen")))
}

// A session whose answer was lost is found among those of its time, by another server too, and begun once.
func TestGateway_LostSessionIsFoundAndNeverOpenedTwice(t *testing.T) {
	server, g := open(t, false)
	for i := range 8 { // others, so that pages have to be turned
		begin(t, g, keyOf(fmt.Sprint("other", i)))
	}
	key := keyOf("lost")
	sent := request(key, 1234)
	server.Fail(func(r *http.Request) gatewaytest.Fault {
		if r.Method == http.MethodPost {
			return gatewaytest.LostAnswer
		}
		return gatewaytest.None
	})
	if _, err := g.Begin(t.Context(), sent); !errors.Is(err, payments.ErrTimeout) {
		t.Errorf("a lost answer: %v", err)
	}
	server.Fail(nil)
	for i := range 7 {
		begin(t, g, keyOf(fmt.Sprint("later", i)))
	}
	elsewhere := gatewayOf(server, false, nil)
	if p := lookup(t, elsewhere, key); p.Outcome != payments.Pending || p.Amount != 1234 {
		t.Errorf("begun, but %+v", p)
	}
	first, err := elsewhere.Begin(t.Context(), sent)
	must(t, err)
	sent.Language, sent.Expires = text.English, sent.Expires.Add(time.Minute) // the same key, used differently
	again, err := g.Begin(t.Context(), sent)
	if err != nil || again.URL != first.URL || !again.Expires.Equal(first.Expires) {
		t.Errorf("begun again: %+v, first %+v, %v", again, first, err)
	}
	if got := strings.Count(strings.Join(server.References(), " "), key); got != 1 {
		t.Errorf("%d sessions for one attempt", got)
	}
}

// A request whose answer was lost may have had its effect: asking again neither fails nor repeats it.
func TestGateway_FaultsLeaveTheOutcomeUnknown(t *testing.T) {
	server := stripetest.New(t)
	g := gatewayOf(server, true, &http.Client{Timeout: 200 * time.Millisecond})
	key := keyOf("a")
	begin(t, g, key)
	must(t, server.Pay(key, 1234, "usd"))
	faults := []gatewaytest.Fault{gatewaytest.Lost, gatewaytest.Broken, gatewaytest.LostAnswer, gatewaytest.Late}
	for _, fault := range faults {
		server.Fail(func(r *http.Request) gatewaytest.Fault {
			if r.Method == http.MethodPost {
				return fault
			}
			return gatewaytest.None
		})
		err := g.Capture(t.Context(), key, 1234)
		unknown := errors.Is(err, payments.ErrTimeout)
		if captured := server.Captures(key) > 0; err == nil && !captured || err != nil && !unknown {
			t.Errorf("fault %d: %v, captured %v", fault, err, captured)
		}
	}
	server.Fail(nil)
	must(t, g.Capture(t.Context(), key, 1234))
	if got := server.Captures(key); got != 1 {
		t.Errorf("captured %d times", got)
	}
	for _, fault := range faults {
		server.Fail(func(*http.Request) gatewaytest.Fault { return fault })
		for _, asked := range []string{key, keyOf("unknown"), "dawa-probe"} {
			if p, err := g.Lookup(t.Context(), asked); !errors.Is(err, payments.ErrTimeout) {
				t.Errorf("fault %d, %s: %+v, %v", fault, asked, p, err)
			}
		}
	}
}

func TestGateway_PaymentOfAnotherAccountIsNotOurs(t *testing.T) {
	server, g := open(t, false)
	server.ChangeAccount("acct_somebody_else")
	key := keyOf("a")
	begin(t, g, key)
	must(t, server.Pay(key, 1234, "usd"))
	if p := lookup(t, g, key); p.Merchant == g.Capabilities().Merchant {
		t.Errorf("believed: %+v", p)
	}
}

func TestGateway_NotificationNeedsAFreshSignature(t *testing.T) {
	server, g := open(t, false)
	with := func(signature string) func(string) string {
		return func(name string) string {
			if name == "Stripe-Signature" {
				return signature
			}
			return ""
		}
	}
	body, signature := server.Notification("a")
	if key, err := g.Notification(with(signature), []byte(body)); err != nil || key != "a" {
		t.Errorf("a true one: %q, %v", key, err)
	}
	_, stale := server.NotificationAt("a", time.Now().Add(-time.Hour), stripetest.Secret)
	_, foreign := server.NotificationAt("a", time.Now(), "whsec_another")
	for name, forged := range map[string]string{"none": "", "stale": stale, "foreign": foreign} {
		if _, err := g.Notification(with(forged), []byte(body)); !errors.Is(err, payments.ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	altered := []byte(strings.Replace(body, `"a"`, `"b"`, 1))
	if _, err := g.Notification(with(signature), altered); !errors.Is(err, payments.ErrForged) {
		t.Errorf("altered: %v", err)
	}
	unset := stripe.New(stripe.Options{BaseURL: server.URL})
	if _, err := unset.Notification(with(signature), []byte(body)); !errors.Is(err, payments.ErrForged) {
		t.Errorf("without a secret in the settings: %v", err)
	}
}

func TestGateway_CurrenciesWithoutCentsAndWithMore(t *testing.T) {
	server, g := open(t, false)
	for currency, want := range map[string]int64{"JPY": 12, "KWD": 12000, "LBP": 1200} {
		r := request(keyOf(currency), 1200)
		r.Currency = currency
		_, err := g.Begin(t.Context(), r)
		must(t, err)
		if got := server.Asked(r.Key); got != want {
			t.Errorf("%s: asked for %d, want %d", currency, got, want)
		}
		must(t, server.Pay(r.Key, want, currency))
		if p := lookup(t, g, r.Key); p.Amount != 1200 || p.Captured != 1200 || p.Currency != currency {
			t.Errorf("%s: %+v", currency, p)
		}
	}
	r := request(keyOf("odd"), 1250)
	r.Currency = "JPY"
	if _, err := g.Begin(t.Context(), r); err == nil {
		t.Error("half a yen was asked for")
	}
}
