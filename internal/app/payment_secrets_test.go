package app

import (
	"bytes"
	"encoding/base64"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/backup"
	"dawa/internal/app/operate"
	"dawa/internal/testkit/gatewaytest"
	"dawa/internal/testkit/mpgstest"
	"dawa/internal/testkit/stripetest"
)

// canaryShop is a shop whose log, traces, files and backups are read.
type canaryShop struct {
	*stock
	cfg    Config
	log    *loud
	traces *loud
	// written is everything that the shop has written, by where.
	written map[string][]byte
}

func newCanaryShop(t *testing.T, c Config) *canaryShop {
	t.Helper()
	s := &canaryShop{log: &loud{}, traces: &loud{}, written: map[string][]byte{}}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(s.traces, r.Body)
	}))
	t.Cleanup(collector.Close)
	c.Traces, c.TracesShare = collector.URL, 100
	s.cfg = c
	debug := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.stock = stockedIn(t, startLogged(t, c, debug))
	return s
}

// collect reads the database files and the contents of a backup, as they are at this moment.
func (s *canaryShop) collect(when string) {
	s.t.Helper()
	for name, content := range readAll(s.t, s.cfg.Data) {
		s.written[when+": "+name] = content
	}
	file := filepath.Join(s.t.TempDir(), "backup")
	_, err := operate.MakeBackup(s.t.Context(), s.cfg.Storage, operate.BackupOptions{To: file, WithoutKeys: true}, nil)
	must(s.t, err)
	f, err := os.Open(file)
	must(s.t, err)
	defer f.Close()
	_, err = backup.Read(f, nil, func(name string, _ int64, content io.Reader) error {
		data, err := io.ReadAll(content)
		s.written[when+": "+name+" in the backup"] = data
		return err
	})
	must(s.t, err)
}

// check looks for secrets in everything that was written. seen must be found, so that the test looks at the right
// place.
func (s *canaryShop) check(secrets map[string]string, seen string) {
	s.t.Helper()
	s.written["metrics"] = []byte(s.figures())
	must(s.t, s.stop())
	s.written["log"], s.written["traces"] = []byte(s.log.String()), []byte(s.traces.String())
	found := false
	for where, content := range s.written {
		found = found || bytes.Contains(content, []byte(seen))
		for what, secret := range secrets {
			if secret == "" {
				s.t.Fatalf("there is no %s to look for", what)
			}
			if bytes.Contains(content, []byte(secret)) {
				s.t.Errorf("the %s is in %s", what, where)
			}
		}
	}
	if !found || len(s.written["log"]) < 1000 || !bytes.Contains(s.written["traces"], []byte("/api/user/checkout")) {
		s.t.Error("the test looks at the wrong place")
	}
}

// lastPart is what follows the last slash of an address, without its query.
func lastPart(address string) string {
	path, _, _ := strings.Cut(address, "?")
	return path[strings.LastIndexByte(path, '/')+1:]
}

// Promise: neither the gateway's passwords and secrets nor the session of a shopper at the gateway are in logs,
// traces, metrics, the database or backups, whatever the gateway answers.
func TestPaymentSecrets_OfMastercardGatewayAreNotWrittenDown(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		bank := mpgstest.New(t)
		c.Payments = "mpgs://" + mpgstest.Merchant + "@" + strings.TrimPrefix(bank.URL, "http://")
		c.PaymentsSecret, c.PaymentsNotification = mpgstest.Password, mpgstest.Secret
		s := newCanaryShop(t, c)
		me, staff := s.customer("layla"), s.admin("keeper")
		me.put("item-07", 1)
		redirect := me.toBank()
		s.collect("while somebody pays")
		notify := func(secret string) {
			s.do("POST", "/api/payment-notification/mpgs", bank.Notification(redirect.Attempt), "X-Notification-Secret",
				secret)
		}
		notify("canary-of-a-forger")
		notify(mpgstest.Secret)
		for _, fault := range []gatewaytest.Fault{gatewaytest.Broken, gatewaytest.Lost, gatewaytest.LostAnswer} {
			bank.Fail(func(*http.Request) gatewaytest.Fault { return fault })
			notify(mpgstest.Secret)
		}
		bank.Fail(nil)
		must(t, bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "USD"))
		order := me.eventually(redirect.Attempt).Order
		staff.refund(order.Number, "canary-key", `{"all":true,"reason":"late"}`)
		s.collect("at the end")
		basic := base64.StdEncoding.EncodeToString([]byte("merchant." + mpgstest.Merchant + ":" + mpgstest.Password))
		s.check(map[string]string{
			"API password": mpgstest.Password, "notification secret": mpgstest.Secret, "authorisation": basic,
			"forged secret": "canary-of-a-forger", "session at the gateway": lastPart(redirect.Redirect.URL),
			"shopper's session": strings.TrimPrefix(me.cookie, "dawa_session=s."), "CSRF token": me.token,
			"key of a refund": "canary-key",
		}, redirect.Attempt)
	})
}

func TestPaymentSecrets_OfStripeAreNotWrittenDown(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		bank := stripetest.New(t)
		c.Payments = "stripe://" + stripetest.Account + "@" + strings.TrimPrefix(bank.URL, "http://")
		c.PaymentsSecret, c.PaymentsNotification = stripetest.Key, stripetest.Secret
		s := newCanaryShop(t, c)
		me := s.customer("layla")
		me.put("item-07", 1)
		redirect := me.toBank()
		s.collect("while somebody pays")
		body, signature := bank.Notification(redirect.Attempt)
		_, forged := bank.NotificationAt(redirect.Attempt, time.Now(), "whsec_another")
		notify := func(signature string) {
			s.do("POST", "/api/payment-notification/stripe", body, "Stripe-Signature", signature)
		}
		notify(forged)
		notify(signature)
		for _, fault := range []gatewaytest.Fault{gatewaytest.Broken, gatewaytest.Lost, gatewaytest.LostAnswer} {
			bank.Fail(func(*http.Request) gatewaytest.Fault { return fault })
			notify(signature)
		}
		bank.Fail(nil)
		must(t, bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "usd"))
		me.eventually(redirect.Attempt)
		s.collect("at the end")
		s.check(map[string]string{
			"secret key": stripetest.Key, "signing secret": stripetest.Secret,
			"signature": signature[len("t=0000000000,"):], "forged signature": forged[len("t=0000000000,"):],
			"session at Stripe": lastPart(redirect.Redirect.URL),
		}, redirect.Attempt)
	})
}

// A card that is typed on the shop's own page, saved, approved, declined and refused.
func TestPaymentSecrets_OfCardsAreNotWrittenDown(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		// So many digits that no clock and no counter shows them by chance.
		const number, cvv, declined = "4000056655665556", "97130846251", "4000000000000002"
		c.Payments = "sandbox"
		s := newCanaryShop(t, c)
		me := s.customer("layla")
		pay := func(number, cvv string) string {
			return `{"data":{` + toHamra + `,"payment":{"method":"card","save_card":true,"card_name":"Layla",` +
				`"card_number":"` + number + `","cvv":"` + cvv + `","exp_date":"12/39"}}}`
		}
		me.put("item-07", 1)
		me.call("POST", "/api/user/checkout", pay(number, cvv)) // they are too many
		me.call("POST", "/api/user/checkout", pay(declined, "971"))
		me.call("POST", "/api/user/checkout", pay(number, "971"))
		me.must("POST", "/api/user/add-card", cardWith(number, "971", "Layla"))
		s.collect("at the end")
		s.check(map[string]string{
			"card number": number, "declined card": declined, "wrong CVV": cvv, "CVV": `"971"`,
			"CVV in a query": "cvv=971",
		}, "layla@example.com")
	})
}
