package httpapi

import (
	"errors"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// maxAttempt is how long the name of an attempt to pay may be.
const maxAttempt = 60

// toPaymentPage sends the browser to the gateway's page.
func (a *API) toPaymentPage(attempt *payments.Attempt) (serve.Reply, error) {
	out, err := serve.JSON(http.StatusAccepted, wire.PaymentRedirect{
		Success: true, Code: "payment_redirect", Message: a.doneText("payment_redirect"),
		Attempt: attempt.Key, Expires: attempt.Expires, Redirect: *toHandoff(attempt.Handoff),
	})
	out.NoStore()
	return out, err
}

// getPaymentAttempt tells whoever comes back from the gateway's page what is known.
func (a *API) getPaymentAttempt(r *http.Request) (serve.Reply, error) {
	return a.checkPayment(r, payments.Returned)
}

func (a *API) cancelPaymentAttempt(r *http.Request) (serve.Reply, error) {
	return a.checkPayment(r, payments.Abandoned)
}

func (a *API) checkPayment(r *http.Request, hint payments.Hint) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	key := r.PathValue("attempt")
	if key == "" || len(key) > maxAttempt {
		return serve.Reply{}, apperr.New(apperr.AttemptNotFound)
	}
	attempt, order, err := a.orders.CheckPayment(r.Context(), key, who.UserID, hint)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(a.toPaymentAttempt(attempt, order))
}

func (a *API) toPaymentAttempt(attempt payments.Attempt, order *orders.Order) wire.PaymentAttemptAnswer {
	answer := wire.PaymentAttemptAnswer{Success: true, Attempt: attempt.Key, Expires: attempt.Expires}
	switch {
	case order != nil:
		placed := a.toOrder(order, false)
		answer.State, answer.Order = wire.PaymentAttemptAnswerStatePlaced, &placed
	case attempt.State == payments.Open:
		answer.State, answer.Redirect = wire.PaymentAttemptAnswerStateOpen, toHandoff(attempt.Handoff)
	default:
		answer.State = wire.PaymentAttemptAnswerStateFailed
		answer.Reason = optional(wire.PaymentAttemptAnswerReason(attempt.Reason))
	}
	return answer
}

// toHandoff is the gateway's page; nil when none is known.
func toHandoff(h payments.Handoff) *wire.PaymentPage {
	if h.URL == "" {
		return nil
	}
	page := wire.PaymentPage{URL: h.URL}
	if len(h.Fields) > 0 {
		page.Fields = h.Fields
	}
	return &page
}

// notifyPayment takes what the gateway, or somebody who claims to be it, reports.
func (a *API) notifyPayment(r *http.Request) (serve.Reply, error) {
	body := serve.StateOf(r.Context()).Body()
	err := a.orders.Notify(r.Context(), r.PathValue("gateway"), r.Header.Get, body)
	switch {
	case errors.Is(err, payments.ErrForged):
		return serve.Reply{}, apperr.Wrap(apperr.Forbidden, err)
	case err != nil && apperr.CodeOf(err) != apperr.NotFound:
		// The gateway shall send it again; the sweeper looks in any case.
		return serve.Reply{}, apperr.Wrap(apperr.Unavailable, err)
	case err != nil:
		return serve.Reply{}, err
	}
	return a.done("payment_noted"), nil
}
