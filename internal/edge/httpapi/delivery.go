package httpapi

import (
	"net/http"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// maxDeliveryStores is about how many stores one call may ask.
const maxDeliveryStores = 20

// listDeliveryTimes answers when something that is ordered now arrives. It is read from memory, and never cached: the
// pages that show it are.
func (a *API) listDeliveryTimes(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	ids := strings.Split(query.Get("stores"), ",")
	if query.Get("stores") == "" || len(ids) > maxDeliveryStores {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	now := a.now()
	body := wire.DeliveryTimes{Success: true, Times: []wire.StoreDeliveryTime{}}
	for _, id := range ids {
		promised := a.schedules.DeliveryTime(id, now)
		if wired := toDeliveryTime(promised, func(lang text.Lang) string {
			return promised.Text(a.sayIn(lang), now)
		}); wired != nil {
			body.Times = append(body.Times, wire.StoreDeliveryTime{Store: id, Time: *wired})
		}
	}
	return serve.NoStoreJSON(body)
}

// toPromise is what was promised of a part of an order, in words that stay true.
func (a *API) toPromise(p orders.Promise) *wire.DeliveryTime {
	promised := stores.DeliveryTime(p)
	return toDeliveryTime(promised, func(lang text.Lang) string { return promised.Dated(a.sayIn(lang)) })
}

func (a *API) sayIn(lang text.Lang) stores.Say {
	return func(key string, vars map[string]any) string { return a.texts.T(lang, key, vars) }
}

func toDeliveryTime(d stores.DeliveryTime, words func(text.Lang) string) *wire.DeliveryTime {
	if d.To.IsZero() {
		return nil
	}
	var from *time.Time
	if !d.From.IsZero() {
		utc := d.From.UTC()
		from = &utc
	}
	return &wire.DeliveryTime{
		From: from, To: d.To.UTC(), English: words(text.English), Arabic: words(text.Arabic),
	}
}
