package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listAdminOrders answers the desk's list. A desk that looks every few seconds sends the tag it has:
// as long as no order was placed or changed, the list itself is not read.
func (a *API) listAdminOrders(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	filter, err := readDeskFilter(query)
	if err != nil {
		return serve.Reply{}, err
	}
	cursor, err := a.orders.ChangeCursor(r.Context())
	if err != nil {
		return serve.Reply{}, err
	}
	unchanged := serve.Reply{Status: http.StatusOK}
	unchanged.Tag("o", xxh3.HashString(strconv.FormatUint(cursor, 36)+"?"+query.Encode()))
	if unchanged.Unchanged(r) {
		return private(unchanged), nil
	}
	found, buyers, total, err := a.orders.List(r.Context(), filter)
	if err != nil {
		return serve.Reply{}, err
	}
	list := make(wire.AdminOrderList, len(found))
	for i, o := range found {
		list[i] = toAdminOrder(o, buyers[o.UserID])
	}
	out, err := serve.JSON(http.StatusOK, list)
	out.SetETag(unchanged.ETag())
	out.Set("X-Total-Count", strconv.Itoa(total))
	return private(out), err
}

// private keeps an answer out of caches that people share.
func private(out serve.Reply) serve.Reply {
	out.Set("Cache-Control", "private, no-cache")
	return out
}

func readDeskFilter(query url.Values) (f orders.Filter, err error) {
	if f.Limit, f.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return f, err
	}
	if query.Has("status") {
		if f.Status = orders.Status(query.Get("status")); !f.Status.Known() {
			return f, apperr.New(apperr.StatusInvalid)
		}
	}
	if f.Part = query.Get("q"); utf8.RuneCountInString(f.Part) > 100 {
		return f, apperr.New(apperr.BadQuery)
	}
	f.From, f.Until, err = days(query)
	return f, err
}

func (a *API) getAdminOrder(r *http.Request) (serve.Reply, error) {
	number, who, err := a.namedOrder(r)
	if err != nil {
		return serve.Reply{}, err
	}
	order, err := a.orders.Of(r.Context(), number, who.UserID, who.Admin)
	if err != nil {
		return serve.Reply{}, err
	}
	buyer, err := a.orders.BuyerOf(r.Context(), order)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.AdminOrderAnswer{Success: true, Order: toAdminOrder(order, buyer)})
	out.NoStore()
	return out, err
}

// setOrderStatus moves an order on, where the contract lets it go.
func (a *API) setOrderStatus(r *http.Request) (serve.Reply, error) {
	var in wire.OrderStatusRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	number, who, err := a.namedOrder(r)
	if err != nil {
		return serve.Reply{}, err
	}
	order, err := a.orders.Move(r.Context(), number, orders.Status(in.Status), who.UserID, valueOf(in.Note))
	if err != nil {
		return serve.Reply{}, err
	}
	// The history is read again, now with the name of who moved it.
	order, err = a.orders.Of(r.Context(), order.Number, who.UserID, true)
	if err != nil {
		return serve.Reply{}, err
	}
	buyer, err := a.orders.BuyerOf(r.Context(), order)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.AdminOrderSaved{
		Success: true, Code: "order_updated", Message: a.doneText("order_updated"), Order: toAdminOrder(order, buyer),
	})
	out.NoStore()
	return out, err
}

func toAdminOrder(o *orders.Order, b orders.Buyer) wire.AdminOrder {
	next := []wire.OrderStatus{}
	for _, to := range o.Status.Next() {
		next = append(next, wire.OrderStatus(to))
	}
	return wire.AdminOrder{
		Order: toOrder(o, true), Next: next,
		Customer: wire.Customer{FullName: b.FullName, Username: b.Username, Email: b.Email, PhoneNb: b.Phone},
	}
}
