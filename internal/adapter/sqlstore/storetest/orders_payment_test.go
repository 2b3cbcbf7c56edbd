package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"dawa/internal/adapter/gateway/sandbox"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
)

// emailAbout reads the oldest email that was queued about an order.
func emailAbout(t *testing.T, m *ordersFixture, orderID string) outbox.Job {
	t.Helper()
	leases, err := sqlstore.NewOutbox(m.db).Take(t.Context(), []string{orders.EmailJob}, 100, time.Minute)
	must(t, err)
	for _, l := range leases {
		var about struct {
			OrderID string `json:"order_id"`
		}
		must(t, json.Unmarshal(l.Payload, &about))
		if about.OrderID == orderID {
			return l.Job
		}
	}
	t.Fatal("no email was queued")
	return outbox.Job{}
}

func TestPlaceOrder_PaymentThatFailsLeavesCartAndStock(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 2, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0", "p1")
		for name, c := range map[string]struct {
			number string
			set    func(f *fickle)
			code   apperr.Code
		}{
			"declined":  {number: sandbox.CardDeclined, code: apperr.PaymentDeclined},
			"timed out": {number: sandbox.CardTimesOut, code: apperr.PaymentTimeout},
			"never reached": {number: sandbox.CardApproved, set: func(f *fickle) {
				f.before = payments.ErrTimeout
			}, code: apperr.PaymentTimeout},
			"no gateway": {number: sandbox.CardApproved, set: func(f *fickle) {
				f.before = errors.New("no route")
			}, code: apperr.PaymentUnavailable},
			"declined in silence": {number: sandbox.CardDeclined, set: func(f *fickle) {
				f.after = payments.ErrTimeout
			}, code: apperr.PaymentDeclined},
		} {
			m.gateway.before, m.gateway.after = nil, nil
			if c.set != nil {
				c.set(m.gateway)
			}
			_, err := m.orders.Place(ctx, payCard(me, "the same key", c.number))
			if apperr.CodeOf(err) != c.code {
				t.Errorf("%s: %v, want %s", name, err, c.code)
			}
			if lines := m.quantities(t, mine(me)); len(lines) != 2 || lines["p0"] != 2 {
				t.Errorf("%s: the cart is %v", name, lines)
			}
			m.balanced(t, "p0", 20)
			m.balanced(t, "p1", 20)
		}
		m.gateway.before, m.gateway.after = nil, nil
		if n := m.count(t, "SELECT count(*) FROM orders"); n != 0 {
			t.Errorf("%d orders", n)
		}
		// What to do next works: another card, even under the same key.
		order, err := m.orders.Place(ctx, payCard(me, "the same key", sandbox.CardApproved))
		must(t, err)
		again, err := m.orders.Place(ctx, payCard(me, "the same key", sandbox.CardApproved))
		must(t, err)
		if again.Number != order.Number || m.gateway.asked != 6 {
			t.Errorf("%s then %s after %d questions", order.Number, again.Number, m.gateway.asked)
		}
	})
}

func TestPlaceOrder_LostPaymentAnswerIsLookedUp(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 1, "p0")
		m.gateway.after = payments.ErrTimeout
		order, err := m.orders.Place(t.Context(), payCard(me, "", sandbox.CardApproved))
		must(t, err)
		if order.Payment.TransactionID == "" {
			t.Errorf("the payment is %+v", order.Payment)
		}
		m.balanced(t, "p0", 20)
	})
}

func TestSweeper_EndsWhatACrashLeft(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		people := m.people(t, 3)
		m.fill(t, people, 2, "p0")
		// The gateway can neither be asked nor looked up: as after a crash, everything stays open.
		m.gateway.lookup = errors.New("down")
		paid, unpaid, added := people[0], people[1], people[2]
		m.gateway.after = payments.ErrTimeout
		for _, user := range []string{paid, added} {
			_, err := m.orders.Place(ctx, payCard(user, "", sandbox.CardApproved))
			wantCode(t, err, apperr.PaymentPending)
		}
		m.gateway.before = payments.ErrTimeout
		_, err := m.orders.Place(ctx, payCard(unpaid, "", sandbox.CardApproved))
		wantCode(t, err, apperr.PaymentPending)
		m.gateway.before, m.gateway.after = nil, nil
		// Meanwhile the cart is still theirs, and another way to pay has to wait.
		m.fill(t, []string{added}, 5, "p0")
		_, err = m.orders.Place(ctx, payCash(added, ""))
		wantCode(t, err, apperr.PaymentPending)
		if n, err := m.orders.Sweep(ctx, -time.Minute); n != 0 || err == nil {
			t.Errorf("without a gateway %d were ended, %v", n, err)
		}
		m.gateway.lookup = nil
		if n, err := m.orders.Sweep(ctx, time.Minute); n != 0 || err != nil {
			t.Errorf("%d young ones were ended, %v", n, err)
		}
		n, err := m.orders.Sweep(ctx, -time.Minute)
		must(t, err)
		if n != 3 {
			t.Errorf("%d were ended", n)
		}
		for user, want := range map[string]int{paid: 1, unpaid: 0, added: 1} {
			if _, total, err := m.orders.History(ctx, user, 10, 0); err != nil || total != want {
				t.Errorf("%s has %d orders, %v, want %d", user, total, err, want)
			}
		}
		if lines := m.quantities(t, mine(added)); lines["p0"] != 3 {
			t.Errorf("what was added since: %v", lines)
		}
		if lines := m.quantities(t, mine(unpaid)); lines["p0"] != 2 {
			t.Errorf("the cart of an unpaid order: %v", lines)
		}
		m.balanced(t, "p0", 20)
	})
}

func TestReservation_ReleaseBeatsALatePayment(t *testing.T) {
	t.Parallel()
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		ctx := t.Context()
		me := m.people(t, 1)[0]
		m.fill(t, []string{me}, 2, "p0")
		// While the question is on its way the sweeper gives up on it.
		m.gateway.authorise = func() {
			if n, err := m.orders.Sweep(context.WithoutCancel(ctx), -time.Minute); n != 1 || err != nil {
				t.Errorf("%d ended, %v", n, err)
			}
		}
		_, err := m.orders.Place(ctx, payCard(me, "", sandbox.CardApproved))
		wantCode(t, err, apperr.PaymentTimeout)
		if n := m.count(t, "SELECT count(*) FROM sandbox_payments WHERE outcome = 'approved'"); n != 0 {
			t.Errorf("%d payments without an order", n)
		}
		m.balanced(t, "p0", 20)
	})
}
