package httpapi

import (
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/cart"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// cartBody is wire.Cart with products that are encoded already.
type cartBody struct {
	Success           bool                    `json:"success"`
	Cart              []cartLine              `json:"cart"`
	TotalPrice        money.Cents             `json:"totalPrice"`
	DeliveryFee       money.Cents             `json:"deliveryFee"`
	Total             money.Cents             `json:"total"`
	Rate              *wire.ShownRate         `json:"rate,omitempty"`
	Pharmacist        *wire.Pharmacist        `json:"pharmacist,omitempty"`
	SharedIngredients []wire.SharedIngredient `json:"shared_ingredients"`
}

// cartChangedBody is wire.CartChanged with products that are encoded already.
type cartChangedBody struct {
	cartBody
	Code      string           `json:"code"`
	Message   string           `json:"message"`
	ProductID string           `json:"productId"`
	Quantity  int              `json:"quantity"`
	Clamped   bool             `json:"clamped"`
	ClampedBy wire.ClampReason `json:"clampedBy,omitempty"`
}

// appendTo writes the cart as encoding/json would, which reads every product once more to compact it.
func (c cartBody) appendTo(to []byte) []byte {
	o := beginObject(to)
	c.members(&o)
	return o.end()
}

func (c cartBody) members(o *jsonObject) {
	o.boolean("success", c.Success)
	o.list("cart", len(c.Cart), func(to []byte, i int) []byte { return c.Cart[i].appendTo(to) })
	o.money("totalPrice", c.TotalPrice)
	o.money("deliveryFee", c.DeliveryFee)
	o.money("total", c.Total)
	if c.Rate != nil {
		o.value("rate", c.Rate)
	}
	if c.Pharmacist != nil {
		o.value("pharmacist", c.Pharmacist)
	}
	o.list("shared_ingredients", len(c.SharedIngredients), func(to []byte, i int) []byte {
		return append(to, encoded(c.SharedIngredients[i])...)
	})
}

// appendTo is that of cartBody.
func (c cartChangedBody) appendTo(to []byte) []byte {
	o := beginObject(to)
	c.members(&o)
	o.text("code", c.Code)
	o.text("message", c.Message)
	o.text("productId", c.ProductID)
	o.number("quantity", int64(c.Quantity))
	o.boolean("clamped", c.Clamped)
	o.optionalText("clampedBy", string(c.ClampedBy))
	return o.end()
}

// ownerOf is whose cart the actor fills: their own, or their visit's.
func ownerOf(who Actor) cart.Owner {
	if who.SignedIn() {
		return cart.Owner{UserID: who.UserID}
	}
	return cart.Owner{Visitor: who.SessionID}
}

func (a *API) getCart(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	view, err := a.cart.View(r.Context(), ownerOf(who))
	return a.cartAnswer(view, err)
}

func (a *API) changeCart(r *http.Request) (serve.Reply, error) {
	var in wire.CartChange
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	if in.ProductID == "" {
		return serve.Reply{}, apperr.New(apperr.InvalidInput)
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.mayFillCart(r, who); err != nil {
		return serve.Reply{}, err
	}
	changed, view, err := a.cart.Change(r.Context(), ownerOf(who), in.ProductID, in.Quantity)
	if err != nil {
		return serve.Reply{}, err
	}
	code := "added_to_cart"
	if in.Quantity < 0 {
		code = "cart_updated"
	}
	body := cartChangedBody{
		cartBody: a.toCart(view), Code: code, Message: a.doneText(code), ProductID: changed.ProductID,
		Quantity: changed.Quantity, Clamped: changed.ClampedBy != "", ClampedBy: wire.ClampReason(changed.ClampedBy),
	}
	return cartReply(body.appendTo(nil)), nil
}

func (a *API) removeFromCart(r *http.Request) (serve.Reply, error) {
	id, err := namedProduct(r, "productId", func(in wire.CartRemoval) string { return in.ProductID })
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	view, err := a.cart.Remove(r.Context(), ownerOf(who), id)
	return a.cartAnswer(view, err)
}

func (a *API) clearCart(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	view, err := a.cart.Clear(r.Context(), ownerOf(who))
	return a.cartAnswer(view, err)
}

// namedProduct reads which product a DELETE is about: from its body, or from its
// query for clients that cannot send a body along.
func namedProduct[In any](r *http.Request, parameter string, of func(In) string) (string, error) {
	var id string
	if sentBody(r) {
		var in In
		if err := serve.Decode(r, &in); err != nil {
			return "", err
		}
		id = of(in)
	} else {
		query, err := values(r)
		if err != nil {
			return "", err
		}
		id = query.Get(parameter)
	}
	if id == "" {
		return "", apperr.New(apperr.InvalidInput)
	}
	return id, nil
}

// sentBody tells whether the request carried a body that was read.
func sentBody(r *http.Request) bool {
	return len(serve.StateOf(r.Context()).Body()) > 0
}

func (a *API) cartAnswer(view cart.View, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	return cartReply(a.toCart(view).appendTo(nil)), nil
}

func cartReply(body []byte) serve.Reply {
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType, Body: body}
	out.NoStore()
	return out
}

// toCart is a cart as the wire knows it.
func (a *API) toCart(view cart.View) cartBody {
	body := cartBody{
		Success: true, Cart: make([]cartLine, len(view.Lines)),
		SharedIngredients: make([]wire.SharedIngredient, len(view.Shared)),
		TotalPrice:        view.Totals.Subtotal, DeliveryFee: view.Totals.Fee, Total: view.Totals.Total,
		Rate: a.shownRate(), Pharmacist: a.reads.pharmacist,
	}
	for i, line := range view.Lines {
		body.Cart[i] = cartLine{
			Quantity: line.Quantity, UnitPrice: line.UnitPrice, LineTotal: line.Total,
			MaxQuantity: line.Limit, Available: line.Available, Notices: toNotices(line.Notices),
		}
		if line.Item != nil {
			body.Cart[i].Product = line.Item.JSON()
		} else {
			body.Cart[i].Product = AppendProduct(nil, line.Unlisted)
		}
	}
	for i, shared := range view.Shared {
		name := shared.Name.English
		if name == "" {
			name = shared.Name.Arabic
		}
		body.SharedIngredients[i] = wire.SharedIngredient{
			Name: name, ArabicName: optional(shared.Name.Arabic), Products: shared.Products,
		}
	}
	return body
}

func toNotices(notices []cart.Notice) []wire.CartNotice {
	var out []wire.CartNotice
	for _, n := range notices {
		notice := wire.CartNotice{Code: wire.CartNoticeCode(n.Code)}
		switch n.Code {
		case cart.OnlyLeft, cart.Limited:
			notice.Left = &n.Left
		case cart.PriceChanged:
			notice.OldPrice = &n.OldPrice
		}
		out = append(out, notice)
	}
	return out
}
