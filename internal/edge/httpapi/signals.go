package httpapi

import (
	"mime"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// reportPolicy counts what a browser refused because of a page's policy.
func (a *API) reportPolicy(r *http.Request) (serve.Reply, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/csp-report" && kind != "application/json" {
		return serve.Reply{}, apperr.New(apperr.UnsupportedType)
	}
	var in wire.PolicyReport
	if err := serve.DecodeJSON(serve.StateOf(r.Context()).Body(), &in); err != nil {
		return serve.Reply{}, err
	}
	directive := textOf(in.CspReport.EffectiveDirective)
	if directive == "" {
		directive = textOf(in.CspReport.ViolatedDirective)
	}
	if !a.signals.Report(directive, textOf(in.CspReport.BlockedURI), textOf(in.CspReport.DocumentURI)) {
		return serve.Reply{}, apperr.New(apperr.InvalidInput)
	}
	return serve.Reply{Status: http.StatusNoContent}, nil
}

// listSignals answers what may be an attack.
func (a *API) listSignals(r *http.Request) (serve.Reply, error) {
	found, violations, err := a.signals.List(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	list := wire.Signals{
		Signals: make([]wire.Signal, len(found)), Violations: make([]wire.PolicyViolation, len(violations)),
	}
	for i, s := range found {
		list.Signals[i] = wire.Signal{
			Kind: wire.SignalKind(s.Kind), Subject: s.Subject, Count: s.Count, LastAt: s.LastAt,
		}
	}
	for i, v := range violations {
		list.Violations[i] = wire.PolicyViolation{
			Directive: v.Directive, Blocked: v.Blocked, Page: v.Page, Count: int(v.Count), LastDay: v.Day,
		}
	}
	return serve.NoStoreJSON(list)
}
