package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"dawa/internal/domain/rates"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
)

// getRate answers the rate that holds now.
func (a *API) getRate(*http.Request) (serve.Reply, error) {
	return serve.NoStoreJSON(toRateAnswer(a.rates))
}

func toRateAnswer(service *rates.Service) wire.RateAnswer {
	settings, rate := service.Settings(), service.Current()
	body := wire.RateAnswer{Success: true, Step: max(1, settings.Step), BesidePrices: settings.BesidePrices}
	if rate.Known() {
		body.LbpPerUsd, body.Since = &rate.PoundsPerDollar, &rate.Since
	}
	return body
}

// RateBesidePrices is the answer about the rate for pages on which pounds stand beside every price; nil where they do
// not.
func RateBesidePrices(service *rates.Service) *page.Encoded {
	body := toRateAnswer(service)
	if !body.BesidePrices || body.LbpPerUsd == nil {
		return nil
	}
	return &page.Encoded{Body: encoded(body), Tag: strconv.FormatInt(service.Current().Number, 10)}
}

// listRates answers the newest rates.
func (a *API) listRates(r *http.Request) (serve.Reply, error) {
	found, err := a.rates.List(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	body := wire.RateList{
		Success: true, Rates: make([]wire.Rate, len(found)),
		MaxAgeHours: int(a.rates.Settings().MaxAge / time.Hour),
	}
	for i, rate := range found {
		body.Rates[i] = a.toRate(rate)
		body.Rates[i].Stale = i == 0 && body.Rates[i].Stale // those before it are history
	}
	return serve.NoStoreJSON(body)
}

// setRate makes a rate hold from now on.
func (a *API) setRate(r *http.Request) (serve.Reply, error) {
	var in wire.RateRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	rate, err := a.rates.Set(r.Context(), in.LbpPerUsd, who.UserID, valueOf(in.Confirmed))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.RateSaved{
		Success: true, Code: "rate_saved", Message: a.doneText("rate_saved"), Rate: a.toRate(rate),
	})
}

func (a *API) toRate(r rates.Rate) wire.Rate {
	return wire.Rate{
		LbpPerUsd: r.PoundsPerDollar, Since: r.Since, By: optional(r.SetByName), Stale: a.rates.Stale(r),
	}
}

// shownRate is how totals are shown in pounds; nil without a rate.
func (a *API) shownRate() *wire.ShownRate {
	rate := a.rates.Current()
	if !rate.Known() {
		return nil
	}
	return &wire.ShownRate{LbpPerUsd: rate.PoundsPerDollar, Step: a.rates.Settings().Step}
}
