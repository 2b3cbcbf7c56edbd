package httpapi

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listStoreOrders answers what the people of a store work on, with a tag: a screen that reads it again after every
// change gets a short answer when nothing on it is different.
func (a *API) listStoreOrders(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	filter, err := readDeskFilter(query, r.PathValue("id"))
	if err != nil {
		return serve.Reply{}, err
	}
	if filter.Limit, filter.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	page, err := a.orders.Desk(r.Context(), filter)
	if err != nil {
		return serve.Reply{}, err
	}
	list := wire.StoreOrderList{
		Success: true, Total: page.Total, Sum: page.Sum, Orders: make([]wire.StoreOrder, len(page.Found)),
		Counts: []wire.OrderStatusCount{},
	}
	mayTake := who.May(roles.TakeOrders, filter.StoreID)
	list.MayTake = &mayTake
	for i, found := range page.Found {
		list.Orders[i] = a.toStoreOrder(found, who)
	}
	for _, status := range contract.Shop().Orders.Statuses {
		if orders.Status(status).Open() {
			list.Counts = append(list.Counts, wire.OrderStatusCount{
				Status: wire.OrderStatus(status), Count: page.Counts[orders.Status(status)],
			})
		}
	}
	out, err := serve.JSON(http.StatusOK, list)
	out.Tag("s", serve.ContentTag(slices.Concat([]byte(query.Encode()+"\x00"), out.Body)))
	return private(out), err
}

func readDeskFilter(query url.Values, storeID string) (f orders.DeskFilter, err error) {
	f.StoreID = storeID
	switch status := query.Get("status"); {
	case status == "open":
		f.Open = true
	case query.Has("status"):
		if f.Status = orders.Status(status); !f.Status.Known() {
			return f, apperr.New(apperr.StatusInvalid)
		}
	}
	if f.Part = query.Get("q"); utf8.RuneCountInString(f.Part) > 100 {
		return f, apperr.New(apperr.BadQuery)
	}
	f.From, f.Until, err = days(query)
	return f, err
}

func (a *API) getFulfilment(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	found, err := a.orders.Fulfilment(r.Context(), r.PathValue("id"), r.PathValue("fid"))
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.StoreOrderAnswer{Success: true, Order: a.toStoreOrder(found, who)}
	answer.Order.EarlierOrders = &found.Earlier
	return serve.NoStoreJSON(answer)
}

// moveFulfilment takes the part of an order that a store fulfils to another status.
func (a *API) moveFulfilment(r *http.Request) (serve.Reply, error) {
	var in wire.FulfilmentMove
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	to := orders.Status(in.Status)
	return a.changeFulfilment(r, "order_updated", func(who Actor, place, id string) (*orders.Order, error) {
		if !who.May(to.Action(), place) {
			return nil, apperr.New(apperr.Forbidden)
		}
		return a.orders.MoveFulfilment(r.Context(), orders.MoveRequest{
			StoreID: place, ID: id, To: to, Note: valueOf(in.Note), Version: valueOf(in.Version), By: who.UserID,
			Stock: orders.Stock{Quarantine: valueOf(in.Quarantine)},
		})
	})
}

func (a *API) undoFulfilment(r *http.Request) (serve.Reply, error) {
	var in wire.FulfilmentUndo
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.changeFulfilment(r, "order_updated", func(who Actor, place, id string) (*orders.Order, error) {
		return a.orders.Undo(r.Context(), place, id, in.Event, who.UserID)
	})
}

func (a *API) setStaffNote(r *http.Request) (serve.Reply, error) {
	var in wire.StaffNote
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	return a.changeFulfilment(r, "order_updated", func(who Actor, place, id string) (*orders.Order, error) {
		return a.orders.SetStaffNote(r.Context(), place, id, in.Note, who.UserID)
	})
}

// changeFulfilment answers with the fulfilment as it is after a change.
func (a *API) changeFulfilment(r *http.Request, code string,
	change func(who Actor, place, id string) (*orders.Order, error)) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	place, id := r.PathValue("id"), r.PathValue("fid")
	if _, err := change(who, place, id); err != nil {
		return serve.Reply{}, err
	}
	// Read again, now with the name of who changed it.
	found, err := a.orders.Fulfilment(r.Context(), place, id)
	if err != nil {
		return serve.Reply{}, err
	}
	saved := wire.StoreOrderSaved{
		Success: true, Code: code, Message: a.doneText(code), Order: a.toStoreOrder(found, who),
	}
	saved.Order.EarlierOrders = &found.Earlier
	return serve.NoStoreJSON(saved)
}

// toStoreOrder is a fulfilment as the people of its store see it: nothing of the order's other parts.
func (a *API) toStoreOrder(d orders.DeskOrder, who Actor) wire.StoreOrder {
	o, f := d.Order, d.Part
	out := wire.StoreOrder{
		UnderscoreID: f.ID, Number: o.Number, Status: wire.OrderStatus(f.Status), Next: []wire.OrderStatus{},
		Date: o.PlacedAt, Products: []wire.OrderLine{}, Subtotal: f.Totals.Subtotal, DeliveryFee: f.Totals.Fee,
		Total: f.Totals.Total, Address: toOrderAddress(f.Address), Note: o.Note, StaffNote: f.StaffNote,
		Payment: wire.StoreOrderPayment{Method: wire.PaymentMethod(o.Payment.Method), Last4: optional(o.Payment.Last4)},
		History: []wire.OrderEvent{}, Version: f.Version, TakenBy: takenBy(o),
	}
	if pounds := o.PartPounds(f, a.rates.Settings().Step); o.Frozen.Rate > 0 && pounds > 0 {
		out.Rate, out.TotalLbp = &o.Frozen.Rate, &pounds
	}
	if o.Payment.Method == payments.Cash {
		out.Cash = toCashWish(o.Cash)
		if len(o.Fulfilments) == 1 { // nobody said from which part the rest is paid
			out.Change = toCashChange(o, o.Due(), valueOf(out.TotalLbp))
		}
	}
	if f.Status.Open() {
		out.CallFirst = optional(o.AwaitsCall())
	}
	out.Question = toQuestion(o, f)
	editable := f.Amendable() && who.May(roles.PrepareOrders, f.StoreID)
	out.Editable = &editable
	for _, to := range f.Status.Next() {
		if f.Asking() && to != orders.Cancelled || o.AwaitsCall() && to == orders.Preparing {
			continue
		}
		if who.May(to.Action(), f.StoreID) {
			out.Next = append(out.Next, wire.OrderStatus(to))
		}
	}
	for _, line := range o.LinesOf(f.Place) {
		out.Products = append(out.Products, toOrderLine(line))
	}
	for _, event := range o.EventsOf(f.Place) {
		out.History = append(out.History, wire.OrderEvent{
			Status: wire.OrderStatus(event.Status), At: event.At, Note: optional(event.Note),
			By: optional(nameOr(event.ActorName, string(event.Actor.Kind))),
		})
	}
	if event, until, ok := a.orders.Undoable(o, f.Place); ok && event.Actor.UserID == who.UserID {
		out.Undo = &wire.UndoOffer{Event: event.ID, Until: until}
	}
	return out
}

// exportStoreOrders sends the filtered orders of a store as a file, while they are read.
func (a *API) exportStoreOrders(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	filter, err := readDeskFilter(query, r.PathValue("id"))
	if err != nil {
		return serve.Reply{}, err
	}
	lang := language(r)
	say := func(key string) string { return a.texts.T(lang, key, nil) }
	head := []string{
		say("desk.csv_number"), say("desk.csv_date"), say("desk.csv_status"), say("desk.csv_name"),
		say("desk.csv_phone"), say("desk.csv_city"), say("desk.csv_pieces"), say("order.subtotal"),
		say("order.delivery_fee"), say("order.total"), say("order.payment"),
	}
	return csvReply("orders", a.now(), head, func(ctx context.Context, write func([]string) error) error {
		for filter.Limit = exportPage; ; filter.Offset += exportPage {
			page, err := a.orders.Desk(ctx, filter)
			if err != nil {
				return err
			}
			for _, found := range page.Found {
				if err := write(csvRow(found, say)); err != nil {
					return err
				}
			}
			if len(page.Found) < exportPage {
				return nil
			}
		}
	}), nil
}

func csvRow(d orders.DeskOrder, say func(key string) string) []string {
	o, f := d.Order, d.Part
	pieces := 0
	for _, l := range o.LinesOf(f.Place) {
		pieces += l.Left()
	}
	row := []string{
		o.Number, o.PlacedAt.In(admin.Beirut).Format("2006-01-02 15:04"), say("order.status_" + string(f.Status)),
		strings.TrimSpace(f.Address.FirstName + " " + f.Address.LastName), f.Address.Phone, f.Address.City,
		strconv.Itoa(pieces), f.Totals.Subtotal.String(), f.Totals.Fee.String(), f.Totals.Total.String(),
		say("desk.csv_" + string(o.Payment.Method)),
	}
	for i, cell := range row {
		row[i] = inertCell(cell)
	}
	return row
}

const (
	// watchCheck is how often an open stream asks whether its reader may still see the orders.
	watchCheck = 80 * time.Millisecond
	// watchPing is how often an open stream says that it is alive.
	watchPing = 15 * time.Second
)

// watchStoreOrders tells an open screen when the orders of a store have changed, until its reader leaves, loses the
// right to see them or the server stops. What changed is not said: the screen reads its list again, which is why
// nothing is missed after a cut.
func (a *API) watchStoreOrders(r *http.Request) (serve.Reply, error) {
	place := r.PathValue("id")
	out := serve.Reply{Status: http.StatusOK, ContentType: "text/event-stream; charset=utf-8", Live: true}
	out.NoStore()
	out.Set("X-Accel-Buffering", "no")
	out.Stream = func(ctx context.Context, to io.Writer) error {
		changed, end := a.orders.WatchOrders(place)
		defer end()
		check, ping := time.NewTicker(watchCheck), time.NewTicker(watchPing)
		defer check.Stop()
		defer ping.Stop()
		say := func(event string) error {
			_, err := fmt.Fprintf(to, "event: %s\ndata: {}\n\n", event)
			return err
		}
		// The screen may have missed something before it was connected.
		for err := say("changed"); ; {
			if err != nil {
				return nil // the reader has left
			}
			select {
			case <-ctx.Done():
				return nil
			case <-a.stopping:
				return nil // the browser connects again, to another server
			case <-changed:
				err = say("changed")
			case <-ping.C:
				err = say("ping")
			case <-check.C:
				if !a.stillSees(ctx, r, place) {
					_ = say("ended")
					return nil
				}
			}
		}
	}
	return out, nil
}

// stillSees asks anew, past what the request's own state remembers. When the database cannot be asked, the stream
// goes on: the list, which it only hints at, is refused or not.
func (a *API) stillSees(ctx context.Context, r *http.Request, place string) bool {
	who, err := a.sessions.Current(ctx, r)
	return err != nil || who.May(roles.SeeStoreOrders, place)
}
