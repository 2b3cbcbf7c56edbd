package httpapi

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/cash"
	"dawa/internal/domain/orders"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listAdminOrders answers the orders that an admin works on. The tag is made of all that is shown, people's names
// included, so that a screen that reloads every few seconds gets a short answer only when nothing on it changed.
func (a *API) listAdminOrders(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	filter, err := readOrderFilter(query)
	if err != nil {
		return serve.Reply{}, err
	}
	found, buyers, total, err := a.orders.List(r.Context(), filter)
	if err != nil {
		return serve.Reply{}, err
	}
	list := make(wire.AdminOrderList, len(found))
	for i, o := range found {
		list[i] = a.toAdminOrder(o, buyers[o.UserID])
	}
	out, err := serve.JSON(http.StatusOK, list)
	count := strconv.Itoa(total)
	out.Tag("o", serve.ContentTag(slices.Concat([]byte(query.Encode()+"\x00"+count+"\x00"), out.Body)))
	out.Set("X-Total-Count", count)
	return private(out), err
}

// private keeps an answer out of caches that people share.
func private(out serve.Reply) serve.Reply {
	out.Set("Cache-Control", "private, no-cache")
	return out
}

func readOrderFilter(query url.Values) (f orders.Filter, err error) {
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
	if f.UserID = query.Get("customer"); len(f.UserID) > 100 {
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
	order, err := a.orders.Of(r.Context(), number, who.UserID, managesOrders(who))
	if err != nil {
		return serve.Reply{}, err
	}
	buyer, err := a.orders.BuyerOf(r.Context(), order)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.AdminOrderAnswer{Success: true, Order: a.toAdminOrder(order, buyer)})
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
	if _, err = a.orders.Move(r.Context(), number, orders.Status(in.Status), who.UserID, valueOf(in.Note)); err != nil {
		return serve.Reply{}, err
	}
	return a.savedAdminOrder(r, number, who)
}

// recordOrderCall notes that the customer was reached by phone.
func (a *API) recordOrderCall(r *http.Request) (serve.Reply, error) {
	number, who, err := a.namedOrder(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if _, err := a.orders.RecordCallOf(r.Context(), number, who.UserID); err != nil {
		return serve.Reply{}, err
	}
	return a.savedAdminOrder(r, number, who)
}

// savedAdminOrder answers with an order that was changed. It is read again, now with the name of who changed it.
func (a *API) savedAdminOrder(r *http.Request, number string, who Actor) (serve.Reply, error) {
	order, err := a.orders.Of(r.Context(), number, who.UserID, true)
	if err != nil {
		return serve.Reply{}, err
	}
	buyer, err := a.orders.BuyerOf(r.Context(), order)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.AdminOrderSaved{
		Success: true, Code: "order_updated", Message: a.doneText("order_updated"), Order: a.toAdminOrder(order, buyer),
	})
}

func (a *API) toAdminOrder(o *orders.Order, b orders.Buyer) wire.AdminOrder {
	next := []wire.OrderStatus{}
	for _, to := range o.Next() {
		next = append(next, wire.OrderStatus(to))
	}
	return wire.AdminOrder{
		Order: a.toOrder(o, true), Next: next, TakenBy: takenBy(o),
		Change: toCashChange(o, o.Due(), o.TotalPounds(a.rates.Settings().Step)),
		Customer: wire.Customer{
			ID: optional(o.UserID), FullName: b.FullName, Username: b.Username, Email: b.Email, PhoneNb: b.Phone,
		},
	}
}

// toCashChange is the change that the courier should carry for what is due; nil when the customer said nothing about
// it.
func toCashChange(o *orders.Order, due money.Cents, pounds money.Pounds) *wire.CashChange {
	hands := cash.Amount{Cents: o.Cash.HandsCents, Pounds: o.Cash.HandsPounds}
	if hands == (cash.Amount{}) {
		return nil
	}
	p, ok := cash.Shop().Change(cash.Bill{Total: due, Rate: o.Frozen.Rate, Pounds: pounds}, hands)
	if !ok {
		return nil
	}
	out := &wire.CashChange{
		Usd: p.Change.Cents, Lbp: p.Change.Pounds, Short: p.Short, Notes: make([]wire.NoteStack, len(p.Notes)),
	}
	for i, s := range p.Notes {
		out.Notes[i] = wire.NoteStack{Currency: string(s.Currency), Note: s.Note, Count: s.Count}
	}
	return out
}
