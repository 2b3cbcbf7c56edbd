package httpapi

import (
	"net/http"
	"slices"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/payments"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// placeOrder makes an order of the signed-in user's cart.
func (a *API) placeOrder(r *http.Request) (serve.Reply, error) {
	var in wire.CheckoutRequest
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
	request := fromCheckout(in, who.UserID, r.Header.Get("Idempotency-Key"))
	request.Language = language(r)
	if a.limiter != nil {
		request.Network = a.limiter.NetworkKey("order", serve.ClientIP(r, a.proxies))
	}
	outcome, err := a.orders.Checkout(r.Context(), request)
	if err != nil {
		return serve.Reply{}, a.withCart(r, who, err)
	}
	if outcome.Attempt != nil {
		return a.toPaymentPage(outcome.Attempt)
	}
	order := outcome.Order
	if slices.ContainsFunc(order.Fulfilments, func(f orders.Fulfilment) bool { return !f.InHouse() }) {
		// The names of the stores are read with the order. It stands, whether or not they can be read now.
		if named, err := a.orders.Of(r.Context(), order.Number, who.UserID, false); err == nil {
			order = named
		}
	}
	a.metrics.orders.WithLabelValues(string(order.Payment.Method)).Inc()
	return serve.NoStoreJSON(wire.OrderPlaced{
		Success: true, Code: "order_placed", Message: a.doneText("order_placed"), Order: a.toOrder(order, false),
		TransactionID: order.Payment.TransactionID,
	})
}

// oneKey refuses a header that names an order twice or not at all.
func oneKey(r *http.Request) error {
	sent := r.Header.Values("Idempotency-Key")
	if len(sent) > 1 || len(sent) == 1 && sent[0] == "" {
		return apperr.New(apperr.IdempotencyInvalid)
	}
	return nil
}

// withCart adds the cart as it is now to an answer that says that it changed.
func (a *API) withCart(r *http.Request, who Actor, err error) error {
	e := apperr.From(err)
	if e.Code != apperr.CartChanged && e.Code != apperr.StockShort {
		return err
	}
	view, viewErr := a.cart.View(r.Context(), cart.Owner{UserID: who.UserID})
	if viewErr != nil {
		return err // what went wrong is still the better answer
	}
	body := a.toCart(view)
	return e.WithDetail("cart", body.Cart).WithDetail("totalPrice", body.TotalPrice).
		WithDetail("deliveryFee", body.DeliveryFee).WithDetail("total", body.Total)
}

func fromCheckout(in wire.CheckoutRequest, userID, key string) orders.Request {
	request := orders.Request{UserID: userID, Key: key, SaveAddress: bool(valueOf(in.SaveAddress))}
	data := valueOf(in.Data)
	request.Note, request.Expected = valueOf(data.Note), data.ExpectedTotal
	request.ExpectedRate, request.Cash = data.ExpectedRate, fromCashWish(data.Cash)
	request.Partly = valueOf(data.Partly)
	if to := data.Address; to != nil {
		address := fromCheckoutAddress(*to)
		request.Address = &address
	}
	if pay := data.Payment; pay != nil {
		request.Payment = &orders.PaymentInput{
			Method: payments.Method(pay.Method), CardName: valueOf(pay.CardName), CardNumber: valueOf(pay.CardNumber),
			CVV: valueOf(pay.Cvv), ExpDate: valueOf(pay.ExpDate), SaveCard: bool(valueOf(pay.SaveCard)),
		}
	}
	return request
}

func fromCheckoutAddress(to wire.CheckoutAddress) orders.AddressInput {
	return orders.AddressInput{
		FirstName: to.FirstName, LastName: to.LastName, Street: to.Street, City: to.City, State: valueOf(to.State),
		Building: to.Building, Floor: string(to.Floor), ExtraInfo: valueOf(to.ExtraInfo), Phone: to.PhoneNb,
	}
}
