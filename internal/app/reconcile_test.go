package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/gatewaytest"
)

// compared makes the comparisons that wait, unless the background was quicker, and reads one that is done.
func (p *shopper) compared(s *stock, id string) wire.Reconciliation {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	defer cancel()
	for {
		if _, err := s.reconcile.Work(ctx); err != nil {
			p.t.Fatal(err)
		}
		var list wire.Reconciliations
		p.into(&list, "GET", "/api/admin/reconciliation", "")
		for _, run := range list.Runs {
			if run.UnderscoreID == id && run.Done {
				return run
			}
		}
		select {
		case <-ctx.Done():
			p.t.Fatal("the comparison is never done")
		case <-time.After(pollPause):
		}
	}
}

func TestReconciliation_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s, bank := stripeShop(t, c, "")
		me, staff := s.customer("layla"), s.admin("keeper")
		var orders []wire.Order
		var keys []string
		for range 2 {
			me.put("item-07", 1)
			redirect := me.toBank()
			if err := bank.Pay(redirect.Attempt, bank.Asked(redirect.Attempt), "usd"); err != nil {
				t.Fatal(err)
			}
			orders = append(orders, *me.eventually(redirect.Attempt).Order)
			keys = append(keys, redirect.Attempt)
		}
		me.refused(403, apperr.Forbidden, "GET", "/api/admin/reconciliation", "")
		staff.refused(400, apperr.InvalidFields, "POST", "/api/admin/reconciliation", `{"from":"2026-01-01"}`)
		today := time.Now().UTC().Format(time.DateOnly)
		period := fmt.Sprintf(`{"from":%q,"to":%q}`, today, today)
		var saved wire.ReconciliationSaved
		staff.into(&saved, "POST", "/api/admin/reconciliation", period)
		if run := staff.compared(s, saved.Run.UnderscoreID); run.Checked != 2 || len(run.Differences) != 0 {
			t.Errorf("the same on both sides, but %+v", run)
		}

		// Somebody refunds in the gateway's own portal; and then the gateway is down.
		bank.RefundOutside(keys[0], 100)
		staff.into(&saved, "POST", "/api/admin/reconciliation", period)
		run := staff.compared(s, saved.Run.UnderscoreID)
		if len(run.Differences) != 1 || run.Differences[0].Kind != "refunded" ||
			valueOf(run.Differences[0].Order) != orders[0].Number || run.Differences[0].Theirs != 100 {
			t.Errorf("refunded elsewhere: %+v", run)
		}
		bank.Fail(func(*http.Request) gatewaytest.Fault { return gatewaytest.Broken })
		staff.into(&saved, "POST", "/api/admin/reconciliation", period)
		if run := staff.compared(s, saved.Run.UnderscoreID); len(run.Differences) != 2 ||
			run.Differences[0].Kind != "unanswered" {
			t.Errorf("a gateway that is down: %+v", run)
		}
		bank.Fail(nil)

		file := fmt.Sprintf("Order ID,Amount,Currency\n%s,%s,USD\n%s,1.00,USD\nstranger,5.00,USD\n", keys[0],
			orders[0].Total, orders[1].Number)
		body, err := json.Marshal(map[string]string{"file": file})
		if err != nil {
			t.Fatal(err)
		}
		staff.into(&saved, "POST", "/api/admin/reconciliation", string(body))
		if got := saved.Run.Differences; !saved.Run.Done || saved.Run.Checked != 3 || len(got) != 2 ||
			got[0].Kind != "captured" || got[1].Kind != "unknown" {
			t.Errorf("the file: %+v", saved.Run)
		}
		staff.refused(400, apperr.InvalidFields, "POST", "/api/admin/reconciliation", `{"file":"nonsense"}`)
		if figures := s.figures(); !strings.Contains(figures, "dawa_payment_differences 2") {
			t.Error("the metric does not count the differences")
		}
	})
}

// figures reads the metrics.
func (s *stock) figures() string {
	s.t.Helper()
	response, err := http.Get("http://" + s.OpsAddr().String() + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(body)
}
