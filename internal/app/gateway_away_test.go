package app

import (
	"net/http"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/gatewaytest"
	"dawa/internal/testkit/timed"
)

// Promise: while the gateway is down for ten minutes, cash goes on and the payment step says that cards cannot be paid
// with; everything that waited is settled within a minute of its return.
func TestGatewayAway_TenMinutes(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := gatewayShop(t, c, "?capture=later")
		staff := s.admin("keeper")
		pay := func(p *shopper) wire.PaymentRedirect {
			p.put("item-07", 1)
			redirect := p.toBank()
			must(t, bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "USD"))
			return redirect
		}
		captured := func(key string) func() bool {
			return func() bool { return bank.Captures(key) == 1 }
		}
		// An order that is refunded, and one that is cancelled, while the gateway is away.
		refunded, cancelled := s.customer("refunded"), s.customer("cancelled")
		first := pay(refunded)
		refundedOrder := refunded.eventually(first.Attempt).Order
		second := pay(cancelled)
		cancelledOrder := cancelled.eventually(second.Attempt).Order
		timed.Eventually(t, "captured", captured(first.Attempt))
		timed.Eventually(t, "captured", captured(second.Attempt))
		timed.Eventually(t, "counted", func() bool {
			a, err := s.orders.Payment(t.Context(), first.Attempt)
			return err == nil && a.Captured > 0
		})
		unpaid, leaves := s.customer("unpaid"), s.customer("leaves")
		unpaid.put("item-08", 1)
		open := unpaid.toBank()
		third := pay(leaves) // and closes the tab

		bank.Fail(func(*http.Request) gatewaytest.Fault { return gatewaytest.Lost })
		for !s.orders.GatewayDown() {
			_ = s.orders.ProbeGateway(t.Context())
		}
		var form wire.PaymentForm
		cash := s.customer("cash")
		cash.into(&form, "GET", "/api/user/payment-form", "")
		if !valueOf(form.CardsDown) {
			t.Errorf("the payment step says %+v", form)
		}
		cash.put("item-09", 1)
		cash.refused(503, apperr.PaymentUnavailable, "POST", "/api/user/checkout", byHostedCard)
		cash.mustBuy(byCash, "")
		got := staff.refund(refundedOrder.Number, "k", `{"all":true,"reason":"late"}`)
		if got.Refund.State != "pending" {
			t.Errorf("refunded while the gateway is away: %+v", got)
		}
		cancelled.must("POST", "/api/order/"+cancelledOrder.Number+"/cancel", "")
		if got := unpaid.attempt(open.Attempt); got.State != "open" {
			t.Errorf("nobody knows, but %+v", got)
		}
		// Ten minutes of failures leave everything waiting long; the sessions are over.
		must(t, s.storage.DB.Write(t.Context(), func(tx *sqlstore.Tx) error {
			for _, query := range []string{
				`UPDATE payment_attempts SET expires_at = expires_at - 600000, lookup_at = lookup_at - 600000
					WHERE state IN ('open', 'released')`,
				"UPDATE outbox SET attempt = 9, run_at = run_at + 600000, lease_token = '' WHERE kind IN ('" +
					orders.RefundJob + "', '" + orders.CaptureJob + "')",
				"UPDATE refunds SET tries = 6, look_at = look_at + 600000 WHERE state = 'pending'",
			} {
				if _, err := tx.ExecContext(t.Context(), query); err != nil {
					return err
				}
			}
			return nil
		}))
		time.Sleep(2 * paymentsEvery) // whoever sweeps has noticed
		bank.Fail(nil)
		took := timed.Eventually(t, "everything is settled", func() bool {
			time.Sleep(pollPause)
			return bank.Held(first.Attempt) == 0 && bank.Held(second.Attempt) == 0 && captured(third.Attempt)()
		})
		timed.AtMost(t, "settling what waited", took, time.Minute)
		if got := leaves.eventually(third.Attempt); got.Order == nil {
			t.Errorf("paid before the gateway was away: %+v", got)
		}
		var after wire.PaymentForm
		cash.into(&after, "GET", "/api/user/payment-form", "")
		if valueOf(after.CardsDown) {
			t.Error("cards are still said to be down")
		}
		if got := unpaid.attempt(open.Attempt); got.State != "open" {
			t.Errorf("unpaid, with five minutes left: %+v", got)
		}
	})
}
