package httpapi

import (
	"net/http"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// findCaller answers what a desk knows of a phone number from its own orders.
func (a *API) findCaller(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	phone := query.Get("phone")
	if utf8.RuneCountInString(phone) > 20 {
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	number, found, known, err := a.orders.Caller(r.Context(), r.PathValue("id"), phone)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.CallerAnswer{Success: true, PhoneNb: number}
	if known {
		answer.Caller = &wire.Caller{Orders: found.Orders, Last: found.Last, Address: toOrderAddress(found.Address)}
	}
	return serve.NoStoreJSON(answer)
}

// takeOrder places an order for a customer who calls.
func (a *API) takeOrder(r *http.Request) (serve.Reply, error) {
	var in wire.PhoneOrder
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := oneKey(r); err != nil {
		return serve.Reply{}, err
	}
	place, key := r.PathValue("id"), r.Header.Get("Idempotency-Key")
	order, err := a.orders.TakeOrder(r.Context(), fromPhoneOrder(in, place, who.UserID, key))
	if err != nil {
		return serve.Reply{}, err
	}
	a.metrics.orders.WithLabelValues(string(order.Payment.Method)).Inc()
	answer := wire.PhoneOrderPlaced{
		Success: true, Code: "order_placed", Message: a.doneText("order_placed"), Number: order.Number,
		Total: order.Totals.Total,
	}
	if pounds := order.TotalPounds(a.rates.Settings().Step); order.Frozen.Rate > 0 && pounds > 0 {
		answer.TotalLbp = &pounds
	}
	for i := range order.Fulfilments {
		if f := &order.Fulfilments[i]; f.StoreID == place {
			answer.Fulfilment = &f.ID
		}
	}
	return serve.NoStoreJSON(answer)
}

func fromPhoneOrder(in wire.PhoneOrder, place, userID, key string) orders.Request {
	address := fromCheckoutAddress(in.Address)
	request := orders.Request{
		Key: key, Address: &address, Note: valueOf(in.Note), Cash: fromCashWish(in.Cash), Partly: valueOf(in.Partly),
		Expected: in.ExpectedTotal, ExpectedRate: in.ExpectedRate,
		Taken: &orders.Taken{Place: place, By: userID, Account: valueOf(in.Account)},
	}
	for _, line := range in.Products {
		request.Taken.Lines = append(request.Taken.Lines, cart.Line{ProductID: line.Product, Quantity: line.Quantity})
	}
	return request
}

// takenBy is who took an order from a caller; nil for one that the customer placed.
func takenBy(o *orders.Order) *string {
	if o.TakenBy == "" || len(o.Events) == 0 {
		return nil
	}
	return &o.Events[0].ActorName
}
