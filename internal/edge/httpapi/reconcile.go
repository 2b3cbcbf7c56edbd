package httpapi

import (
	"net/http"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/reconcile"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

func (a *API) listReconciliations(r *http.Request) (serve.Reply, error) {
	runs, err := a.reconcile.Runs(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.Reconciliations{Success: true, Runs: []wire.Reconciliation{}}
	for _, run := range runs {
		answer.Runs = append(answer.Runs, toReconciliation(run))
	}
	return serve.NoStoreJSON(answer)
}

// reconcilePayments compares a period, in the background, or a file, at once.
func (a *API) reconcilePayments(r *http.Request) (serve.Reply, error) {
	var in wire.ReconcileRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	var run reconcile.Run
	var err error
	if in.File != nil {
		run, err = a.reconcile.CompareFile(r.Context(), *in.File)
	} else {
		run, err = a.reconcilePeriod(r, valueOf(in.From), valueOf(in.To))
	}
	if err != nil {
		return serve.Reply{}, err
	}
	code := "reconcile_started"
	if !run.DoneAt.IsZero() {
		code = "reconcile_done"
	}
	return serve.NoStoreJSON(wire.ReconciliationSaved{
		Success: true, Code: code, Message: a.doneText(code), Run: toReconciliation(run),
	})
}

func (a *API) reconcilePeriod(r *http.Request, from, to string) (reconcile.Run, error) {
	first, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return reconcile.Run{}, apperr.Invalid(map[string]string{"from": "period"})
	}
	last, err := time.Parse(time.DateOnly, to)
	if err != nil {
		return reconcile.Run{}, apperr.Invalid(map[string]string{"to": "period"})
	}
	return a.reconcile.Request(r.Context(), first, last.AddDate(0, 0, 1))
}

func toReconciliation(run reconcile.Run) wire.Reconciliation {
	out := wire.Reconciliation{
		UnderscoreID: run.ID, Source: wire.ReconciliationSource(run.Source), From: run.From, Until: run.Until,
		At: run.At, Done: !run.DoneAt.IsZero(), Checked: run.Checked, Differences: []wire.PaymentDifference{},
	}
	for _, d := range run.Differences {
		out.Differences = append(out.Differences, wire.PaymentDifference{
			Key: d.Key, Order: optional(d.Order), Kind: wire.PaymentDifferenceKind(d.Kind), Ours: d.Ours,
			Theirs: d.Theirs,
		})
	}
	return out
}
