package httpapi

import (
	"context"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// maxOrderNb is how long a number in an address may be.
const maxOrderNb = 40

// listOrders answers the user's own orders, newest first.
func (a *API) listOrders(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	limit, offset, err := readPage(query, defaultRows, maxRows)
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	found, total, err := a.orders.History(r.Context(), who.UserID, limit, offset)
	if err != nil {
		return serve.Reply{}, err
	}
	return listPart(a.toOrders(found), total)
}

// getOrder answers an order to its owner or an admin; to anybody else there is none.
func (a *API) getOrder(r *http.Request) (serve.Reply, error) {
	number, who, err := a.namedOrder(r)
	if err != nil {
		return serve.Reply{}, err
	}
	order, err := a.orders.Of(r.Context(), number, who.UserID, managesOrders(who))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.OrderAnswer{Success: true, Order: a.toOrder(order, managesOrders(who))})
}

func (a *API) cancelOrder(r *http.Request) (serve.Reply, error) {
	number, who, err := a.namedOrder(r)
	if err != nil {
		return serve.Reply{}, err
	}
	order, err := a.orders.Cancel(r.Context(), number, who.UserID, managesOrders(who))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.OrderSaved{
		Success: true, Code: "order_cancelled", Message: a.doneText("order_cancelled"),
		Order: a.toOrder(order, managesOrders(who)),
	})
}

// reorderedBody is wire.Reordered with products that are encoded already.
type reorderedBody struct {
	cartBody
	Code    string             `json:"code"`
	Message string             `json:"message"`
	Added   int                `json:"added"`
	Limited []wire.LimitedLine `json:"limited"`
	Skipped []wire.SkippedLine `json:"skipped"`
}

// orderAgain puts an order's products into the cart, as many as may be.
func (a *API) orderAgain(r *http.Request) (serve.Reply, error) {
	number, who, err := a.namedOrder(r)
	if err != nil {
		return serve.Reply{}, err
	}
	again, err := a.orders.Reorder(r.Context(), number, who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	view, err := a.cart.View(r.Context(), ownerOf(who))
	if err != nil {
		return serve.Reply{}, err
	}
	body := reorderedBody{
		cartBody: a.toCart(view), Code: "order_again", Message: a.doneText("order_again"), Added: again.Added,
		Limited: make([]wire.LimitedLine, len(again.Limited)), Skipped: make([]wire.SkippedLine, len(again.Skipped)),
	}
	for i, l := range again.Limited {
		body.Limited[i] = wire.LimitedLine{
			ID: l.Line.ProductID, EnglishName: l.Line.Name.English, ArabicName: l.Line.Name.Arabic,
			Ordered: l.Line.Quantity, Added: l.Added,
		}
	}
	for i, s := range again.Skipped {
		body.Skipped[i] = wire.SkippedLine{
			ID: s.Line.ProductID, EnglishName: s.Line.Name.English, ArabicName: s.Line.Name.Arabic,
			Reason: wire.SkippedLineReason(s.Reason),
		}
	}
	return serve.NoStoreJSON(body)
}

// namedOrder reads which order a call is about, and who asks. What cannot be a number is one that
// does not exist.
func (a *API) namedOrder(r *http.Request) (string, Actor, error) {
	who, err := a.actor(r)
	if err != nil {
		return "", who, err
	}
	number := r.PathValue("orderNb")
	if number == "" || len(number) > maxOrderNb {
		return "", who, apperr.New(apperr.OrderNotFound)
	}
	for _, c := range number {
		if c < '0' || c > '9' {
			return "", who, apperr.New(apperr.OrderNotFound)
		}
	}
	return number, who, nil
}

// exportOrders are the user's orders for their own file.
func (a *API) exportOrders(ctx context.Context, userID string) ([]wire.Order, error) {
	all := []wire.Order{}
	if a.orders == nil {
		return all, nil
	}
	for {
		found, total, err := a.orders.History(ctx, userID, maxRows, len(all))
		if err != nil {
			return nil, err
		}
		if all = append(all, a.toOrders(found)...); len(all) >= total || len(found) == 0 {
			return all, nil
		}
	}
}

func (a *API) toOrders(list []*orders.Order) wire.OrderList {
	out := make(wire.OrderList, len(list))
	for i, o := range list {
		out[i] = a.toOrder(o, false)
	}
	return out
}

// toOrder is an order as the wire knows it; only admins see who moved it.
func (a *API) toOrder(o *orders.Order, admin bool) wire.Order {
	out := wire.Order{
		UnderscoreID: o.ID, ID: o.ID, Number: o.Number, Status: wire.OrderStatus(o.Status), Date: o.PlacedAt,
		Subtotal: o.Totals.Subtotal, DeliveryFee: o.Totals.Fee, Total: o.Totals.Total,
		Products: make([]wire.OrderLine, len(o.Lines)), History: make([]wire.OrderEvent, len(o.History)),
		Address: toOrderAddress(goesTo(o)),
		Payment: wire.OrderPayment{
			Method: wire.PaymentMethod(o.Payment.Method), TransactionID: o.Payment.TransactionID,
			Last4: optional(o.Payment.Last4), Brand: optional(o.Payment.Brand),
			ChargedLbp: optional(o.Payment.Charged),
		},
		Cancellable: o.Cancellable(), Note: optional(o.Note), Due: o.Due(), Cash: toCashWish(o.Cash),
		CallFirst:   optional(o.AwaitsCall()),
		Fulfilments: make([]wire.Fulfilment, len(o.Fulfilments)),
	}
	if o.Frozen.Rate > 0 {
		pounds := o.TotalPounds(a.rates.Settings().Step)
		out.Rate, out.TotalLbp = &o.Frozen.Rate, &pounds
	}
	for i := range o.Fulfilments {
		out.Fulfilments[i] = a.toFulfilment(o, &o.Fulfilments[i])
		if f := &o.Fulfilments[i]; len(o.Fulfilments) > 1 && f.Address != o.Address {
			replaced := toOrderAddress(f.Address)
			out.Fulfilments[i].Address = &replaced
		}
	}
	for i, line := range o.Lines {
		out.Products[i] = toOrderLine(line)
	}
	for i, event := range o.History {
		out.History[i] = wire.OrderEvent{
			Status: wire.OrderStatus(event.Status), At: event.At, Note: optional(event.Note),
		}
		if admin {
			out.History[i].By = optional(nameOr(event.ActorName, string(event.Actor.Kind)))
		}
	}
	return out
}

// goesTo is where an order goes: staff may have replaced the address of an order of one part.
func goesTo(o *orders.Order) orders.Address {
	if len(o.Fulfilments) == 1 {
		return o.Fulfilments[0].Address
	}
	return o.Address
}

func toOrderAddress(a orders.Address) wire.OrderAddress {
	return wire.OrderAddress{
		FirstName: a.FirstName, LastName: a.LastName, Street: a.Street, City: a.City, State: a.State,
		Building: a.Building, Floor: a.Floor, PhoneNb: a.Phone, ExtraInfo: a.ExtraInfo,
	}
}

// toFulfilment is a part of an order as its owner sees it.
func (a *API) toFulfilment(o *orders.Order, f *orders.Fulfilment) wire.Fulfilment {
	out := wire.Fulfilment{
		UnderscoreID: f.ID, Status: wire.OrderStatus(f.Status), Subtotal: f.Totals.Subtotal,
		DeliveryFee: f.Totals.Fee, Total: f.Totals.Total, Products: []wire.OrderLine{},
		Promised: a.toPromise(f.Promised),
	}
	out.Question = toQuestion(o, f)
	if !f.InHouse() {
		out.Store = &wire.StoreName{
			UnderscoreID: f.StoreID, Name: f.StoreName.English, ArabicName: optional(f.StoreName.Arabic),
		}
	}
	for _, line := range o.LinesOf(f.Place) {
		out.Products = append(out.Products, toOrderLine(line))
	}
	return out
}

func toOrderLine(l orders.Line) wire.OrderLine {
	images := make([]wire.ProductImage, len(l.Images))
	for i, image := range l.Images {
		images[i] = toImage(catalog.Image{Hash: image.Hash, Alt: image.Alt}, l.Name)
	}
	var removed *int
	if l.Removed > 0 {
		removed = &l.Removed
	}
	return wire.OrderLine{
		NbOrdered: l.Quantity, Removed: removed, UnitPrice: l.UnitPrice, LineTotal: l.Total(),
		Vat: &wire.LineVat{Rate: l.VATRate, Amount: l.VAT},
		Product: wire.OrderedProduct{
			UnderscoreID: l.ProductID, ID: l.ProductID, EnglishName: l.Name.English, ArabicName: l.Name.Arabic,
			Brand: l.Brand, Code: l.Code, Price: l.Price, Discount: l.Discount, Images: images,
		},
	}
}

func toCashWish(c orders.Cash) *wire.CashWish {
	if c == (orders.Cash{}) {
		return nil
	}
	out := &wire.CashWish{}
	if c.With != "" {
		with := wire.PayWith(c.With)
		out.PayWith = &with
	}
	if c.HandsCents > 0 {
		out.HandsUsd = &c.HandsCents
	}
	if c.HandsPounds > 0 {
		out.HandsLbp = &c.HandsPounds
	}
	return out
}

func fromCashWish(in *wire.CashWish) orders.Cash {
	wish := valueOf(in)
	return orders.Cash{
		With: orders.PayWith(valueOf(wish.PayWith)), HandsCents: valueOf(wish.HandsUsd),
		HandsPounds: valueOf(wish.HandsLbp),
	}
}

// managesOrders tells whether every order is open to the actor.
func managesOrders(who Actor) bool { return who.May(roles.ManageOrders, roles.House) }
