package storetest

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
)

// hostedMarket is a shop whose cards are paid with on the page of the sandbox, and whose clock can be set.
type hostedMarket struct {
	*ordersFixture
	page *sandbox.Hosted
	now  time.Time
}

func eachHostedMarket(t *testing.T, products int, test func(t *testing.T, m *hostedMarket)) {
	t.Helper()
	texts, err := text.LoadCatalogue()
	must(t, err)
	eachOrdersFixture(t, products, func(t *testing.T, plain *ordersFixture) {
		m := &hostedMarket{ordersFixture: plain, now: time.Now().UTC().Truncate(time.Millisecond)}
		clock := func() time.Time { return m.now }
		m.page = sandbox.NewHosted(sqlstore.NewSandboxLedger(m.db), texts, "http://shop.test", clock)
		m.orders = orders.New(orders.Options{
			Store: m.store, Addresses: addresses.NewService(sqlstore.NewAddresses(m.db), nil), Carts: m.carts,
			Catalogue: m.live, Gateway: m.page, BaseURL: "http://shop.test", Now: clock,
			Log: slog.New(slog.DiscardHandler),
		})
		test(t, m)
	})
}

func byHostedCard(user, key string) orders.Request {
	return orders.Request{
		UserID: user, Key: key, Address: home(), Payment: &orders.PaymentInput{Method: payments.ByCard},
		Language: text.Arabic,
	}
}

// begin sends somebody to the sandbox's page.
func (m *hostedMarket) begin(t *testing.T, user, key string) payments.Attempt {
	t.Helper()
	outcome, err := m.orders.Checkout(t.Context(), byHostedCard(user, key))
	must(t, err)
	if outcome.Attempt == nil || !strings.HasPrefix(outcome.Attempt.Handoff.URL, "http://shop.test/dev/pay/") {
		t.Fatalf("the checkout led to %+v", outcome)
	}
	return *outcome.Attempt
}

// choose does on the sandbox's page what a shopper would, and gives where the browser is sent.
func (m *hostedMarket) choose(t *testing.T, a payments.Attempt, choice string) string {
	t.Helper()
	body := strings.NewReader(url.Values{"choice": {choice}}.Encode())
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, a.Handoff.URL, body)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	m.page.ServeHTTP(w, r)
	return w.Result().Header.Get("Location")
}

// runJobs does the jobs of a kind that wait in the outbox.
func (m *hostedMarket) runJobs(t *testing.T, kind string) {
	t.Helper()
	box := sqlstore.NewOutbox(m.db)
	leases, err := box.Take(t.Context(), []string{kind}, 100, time.Minute)
	must(t, err)
	for _, l := range leases {
		if kind == orders.CaptureJob {
			must(t, m.orders.Capture(t.Context(), l.Job))
		} else {
			must(t, m.refundsThrough(m.page).Settle(t.Context(), l.Job))
		}
	}
}

// pass lets time pass for the sandbox and for the attempts to pay, which live by the database's clock.
func (m *hostedMarket) pass(t *testing.T, d time.Duration) {
	t.Helper()
	m.now = m.now.Add(d)
	m.exec(t, `UPDATE payment_attempts SET expires_at = expires_at - $1,
		looked_at = CASE WHEN looked_at > 0 THEN looked_at - $1 ELSE 0 END,
		lookup_at = CASE WHEN lookup_at > 0 THEN lookup_at - $1 ELSE 0 END`, d.Milliseconds())
}

func (m *hostedMarket) lookup(t *testing.T, key string) payments.Payment {
	t.Helper()
	p, err := m.page.Lookup(t.Context(), key)
	must(t, err)
	return p
}

func TestHostedCheckout_PaidOrderIsPlacedOnceAndCaptured(t *testing.T) {
	t.Parallel()
	eachHostedMarket(t, 1, func(t *testing.T, m *hostedMarket) {
		ctx := t.Context()
		people := m.people(t, 2)
		me, other := people[0], people[1]
		m.fill(t, []string{me}, 2, "p0")
		first := m.begin(t, me, "tab one")
		// Another tab, another key: the same page, and the pieces are held once.
		if second := m.begin(t, me, "tab two"); second.Key != first.Key || second.Handoff.URL != first.Handoff.URL {
			t.Errorf("the second tab got %+v, the first %+v", second, first)
		}
		if got := m.stock(t, "p0"); got != 18 {
			t.Errorf("%d in stock while somebody pays", got)
		}
		if life := first.Expires.Sub(first.ReadAt); !first.Expires.Equal(first.Handoff.Expires) ||
			life > sandbox.SessionLife || life < sandbox.SessionLife-time.Minute {
			t.Errorf("held for %v, the gateway's session lives %v", life, sandbox.SessionLife)
		}
		// Coming back before anything is paid decides nothing.
		a, order, err := m.orders.CheckPayment(ctx, first.Key, me, payments.Returned)
		must(t, err)
		if order != nil || a.State != payments.Open {
			t.Errorf("unpaid, but %+v, %+v", a, order)
		}
		_, _, err = m.orders.CheckPayment(ctx, first.Key, other, payments.Returned)
		wantCode(t, err, apperr.AttemptNotFound)
		if to := m.choose(t, first, "approve"); to != "/user/checkout/return?attempt="+first.Key {
			t.Errorf("sent back to %s", to)
		}
		m.pass(t, 2*time.Second)
		together(8, func(int) { _, _, _ = m.orders.CheckPayment(ctx, first.Key, me, payments.Returned) })
		_, order, err = m.orders.CheckPayment(ctx, first.Key, me, payments.Returned)
		must(t, err)
		if order == nil || order.ID != first.Key || order.Payment.Last4 != "4242" {
			t.Fatalf("paid, but the order is %+v", order)
		}
		m.runJobs(t, orders.CaptureJob)
		if p := m.lookup(t, first.Key); p.Captured != order.Totals.Total {
			t.Errorf("captured %v of %v", p.Captured, order.Totals.Total)
		}
		if a, err = m.store.PaymentAttempt(ctx, first.Key); err != nil || a.Captured != order.Totals.Total ||
			a.State != payments.Confirmed || a.Handoff.URL != "" {
			t.Errorf("the attempt is %+v, %v", a, err)
		}
		if lines := m.quantities(t, mine(me)); len(lines) != 0 {
			t.Errorf("the cart is %v", lines)
		}
		m.balanced(t, "p0", 20)
		// A cancelled order gives the money back.
		_, err = m.orders.Cancel(ctx, order.Number, me, false)
		must(t, err)
		m.runJobs(t, orders.RefundJob)
		if p := m.lookup(t, first.Key); p.HoldsMoney() || p.Refunded != order.Totals.Total {
			t.Errorf("cancelled, but the gateway holds %+v", p)
		}
		m.balanced(t, "p0", 20)
	})
}

func TestHostedCheckout_SweeperFindsWhatNobodyHintedAt(t *testing.T) {
	t.Parallel()
	eachHostedMarket(t, 1, func(t *testing.T, m *hostedMarket) {
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0")
		a := m.begin(t, me, "")
		m.choose(t, a, "delay") // and closes the tab
		m.pass(t, orders.StaleAfter+time.Second)
		for range 3 {
			if _, err := m.orders.SweepPayments(t.Context()); err != nil {
				t.Fatal(err)
			}
			m.pass(t, 20*time.Second)
		}
		if _, total, err := m.orders.History(t.Context(), me, 10, 0); err != nil || total != 1 {
			t.Errorf("%d orders, %v", total, err)
		}
		m.balanced(t, "p0", 20)
	})
}

func TestHostedCheckout_UnpaidAttemptEndsAndTheCartStays(t *testing.T) {
	t.Parallel()
	eachHostedMarket(t, 1, func(t *testing.T, m *hostedMarket) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0")
		// In this order: after the last one the sandbox's clock is ahead by more than a session.
		for _, c := range []struct {
			name string
			end  func(a payments.Attempt)
			want payments.Reason
		}{
			{name: "declined", want: payments.ReasonDeclined, end: func(a payments.Attempt) {
				m.choose(t, a, "decline")
				_, _, err := m.orders.CheckPayment(ctx, a.Key, me, payments.Returned)
				must(t, err)
			}},
			{name: "given up", want: payments.ReasonCancelled, end: func(a payments.Attempt) {
				// Another way to pay has to wait until this one is given up.
				_, err := m.orders.Checkout(ctx, payCash(me, ""))
				wantCode(t, err, apperr.PaymentPending)
				if got := apperr.From(err).Details["attempt"]; got != a.Key {
					t.Errorf("the refusal names %v", got)
				}
				_, _, err = m.orders.CheckPayment(ctx, a.Key, me, payments.Abandoned)
				must(t, err)
			}},
			{name: "left alone", want: payments.ReasonExpired, end: func(a payments.Attempt) {
				m.pass(t, sandbox.SessionLife-time.Minute)
				_, err := m.orders.SweepPayments(ctx)
				must(t, err)
				if open, err := m.store.Open(ctx, a.Key); err != nil || !open {
					t.Errorf("released before the session ended: %v", err)
				}
				m.pass(t, time.Minute)
				_, err = m.orders.SweepPayments(ctx)
				must(t, err)
			}},
		} {
			m.pass(t, time.Minute)
			a := m.begin(t, me, "")
			m.pass(t, 2*time.Second)
			c.end(a)
			got, order, err := m.orders.CheckPayment(ctx, a.Key, me, payments.Returned)
			must(t, err)
			if order != nil || got.State != payments.Closed || got.Reason != c.want {
				t.Errorf("%s: %+v, %+v", c.name, got, order)
			}
			// Paying afterwards is too late: the gateway does not take it.
			m.choose(t, a, "approve")
			if p := m.lookup(t, a.Key); p.HoldsMoney() {
				t.Errorf("%s: paid afterwards: %+v", c.name, p)
			}
			if lines := m.quantities(t, mine(me)); lines["p0"] != 2 {
				t.Errorf("%s: the cart is %v", c.name, lines)
			}
			m.balanced(t, "p0", 20)
		}
		if n := m.count(t, "SELECT count(*) FROM orders"); n != 0 {
			t.Errorf("%d orders", n)
		}
	})
}

// lateBank is the sandbox of somebody else's making: voiding does not end its sessions.
type lateBank struct{ *sandbox.Hosted }

func (b lateBank) Capabilities() payments.Capabilities {
	able := b.Hosted.Capabilities()
	able.VoidIsFinal = false
	return able
}

func (b lateBank) Void(ctx context.Context, key string) error {
	p, err := b.Lookup(ctx, key)
	if err != nil || p.Outcome != payments.Approved {
		return err
	}
	return b.Hosted.Void(ctx, key)
}

func TestHostedCheckout_ApprovalAfterReleaseIsGivenBack(t *testing.T) {
	t.Parallel()
	eachHostedMarket(t, 1, func(t *testing.T, m *hostedMarket) {
		ctx := t.Context()
		m.orders = orders.New(orders.Options{
			Store: m.store, Addresses: addresses.NewService(sqlstore.NewAddresses(m.db), nil), Carts: m.carts,
			Catalogue: m.live, Gateway: lateBank{m.page}, BaseURL: "http://shop.test",
			Now: func() time.Time { return m.now }, Log: slog.New(slog.DiscardHandler),
		})
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0")
		a := m.begin(t, me, "")
		m.pass(t, 2*time.Second)
		_, _, err := m.orders.CheckPayment(ctx, a.Key, me, payments.Abandoned)
		must(t, err)
		m.choose(t, a, "approve")
		if p := m.lookup(t, a.Key); !p.HoldsMoney() {
			t.Fatalf("the late payment is %+v", p)
		}
		m.pass(t, time.Minute)
		_, err = m.orders.SweepPayments(ctx)
		must(t, err)
		if p := m.lookup(t, a.Key); p.HoldsMoney() {
			t.Errorf("the gateway still holds %+v", p)
		}
		if n := m.count(t, "SELECT count(*) FROM orders"); n != 0 {
			t.Errorf("%d orders", n)
		}
		// It is looked at until its session can no longer be paid in, and then never again.
		m.pass(t, 48*time.Hour)
		_, err = m.orders.SweepPayments(ctx)
		must(t, err)
		if got, err := m.store.PaymentAttempt(ctx, a.Key); err != nil || got.State != payments.Closed {
			t.Errorf("the attempt is %+v, %v", got, err)
		}
		m.balanced(t, "p0", 20)
	})
}

// Attempts live by the database's clock: a server whose own is hours ahead or behind ends none of them early, opens
// sessions of the right length and ends what is over.
func TestHostedCheckout_WrongClockOfAServer(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]time.Duration{"ahead": 5 * time.Hour, "behind": -5 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			eachHostedMarket(t, 1, func(t *testing.T, m *hostedMarket) {
				ctx := t.Context()
				m.orders = orders.New(orders.Options{
					Store: m.store, Addresses: addresses.NewService(sqlstore.NewAddresses(m.db), nil), Carts: m.carts,
					Catalogue: m.live, Gateway: m.page, BaseURL: "http://shop.test",
					Now: func() time.Time { return m.now.Add(wrong) }, Log: slog.New(slog.DiscardHandler),
				})
				me := m.people(t, 1)[0]
				m.fill(t, []string{me}, 2, "p0")
				a := m.begin(t, me, "")
				if life := time.Until(a.Expires); life > sandbox.SessionLife || life < sandbox.SessionLife-time.Minute {
					t.Errorf("the session lives %v", life)
				}
				m.pass(t, sandbox.SessionLife-time.Minute)
				_, err := m.orders.SweepPayments(ctx)
				must(t, err)
				got, _, err := m.orders.CheckPayment(ctx, a.Key, me, payments.Returned)
				must(t, err)
				if got.State != payments.Open {
					t.Errorf("ended early: %+v", got)
				}
				m.pass(t, time.Minute)
				_, err = m.orders.SweepPayments(ctx)
				must(t, err)
				if got, err = m.store.PaymentAttempt(ctx, a.Key); err != nil || got.State != payments.Closed ||
					got.Reason != payments.ReasonExpired {
					t.Errorf("over, but %+v, %v", got, err)
				}
				m.balanced(t, "p0", 20)
			})
		})
	}
}
