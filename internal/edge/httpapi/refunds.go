package httpapi

import (
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/refunds"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// maxRefundName is how long the name of a refund in an address may be.
const maxRefundName = 60

// namedRefunds reads what went back for the order that a call is about.
func (a *API) namedRefunds(r *http.Request) (refunds.Basis, error) {
	number, who, err := a.namedOrder(r)
	if err != nil {
		return refunds.Basis{}, err
	}
	order, err := a.orders.Of(r.Context(), number, who.UserID, managesOrders(who))
	if err != nil {
		return refunds.Basis{}, err
	}
	return a.refunds.Of(r.Context(), order.ID)
}

// listRefunds tells its owner what went back for an order. What failed is the staff's to settle.
func (a *API) listRefunds(r *http.Request) (serve.Reply, error) {
	given, err := a.namedRefunds(r)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.RefundList{Success: true, Refunds: []wire.Refund{}}
	for _, one := range given.Earlier {
		if one.State != refunds.Failed {
			answer.Refunds = append(answer.Refunds, toRefund(one))
		}
	}
	return serve.NoStoreJSON(answer)
}

func (a *API) listAdminRefunds(r *http.Request) (serve.Reply, error) {
	given, err := a.namedRefunds(r)
	if err != nil {
		return serve.Reply{}, err
	}
	answer := wire.AdminRefunds{
		Success: true, Captured: given.Attempt.Captured, Refunded: given.Attempt.Refunded, Left: given.Left(),
		FeeLeft: given.FeeLeft(0), PiecesLeft: given.PiecesLeft(0), Refunds: []wire.AdminRefund{},
	}
	for _, one := range given.Earlier {
		answer.Refunds = append(answer.Refunds, toAdminRefund(one))
	}
	return serve.NoStoreJSON(answer)
}

// refundsOrders refuses whoever may not give money back.
func refundsOrders(who Actor) error {
	if !who.May(roles.RefundOrders, roles.House) {
		return apperr.New(apperr.Forbidden)
	}
	return nil
}

func (a *API) giveRefund(r *http.Request) (serve.Reply, error) {
	var in wire.RefundRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	number, who, err := a.namedOrder(r)
	if err == nil {
		err = refundsOrders(who)
	}
	if err != nil {
		return serve.Reply{}, err
	}
	key := r.Header.Get("Idempotency-Key")
	given, err := a.refunds.Give(r.Context(), number, key, toWish(in), who.UserID)
	return a.refundSaved(given, err)
}

func toWish(in wire.RefundRequest) refunds.Wish {
	wish := refunds.Wish{
		Delivery: valueOf(in.Delivery), Amount: valueOf(in.Amount), All: valueOf(in.All), Reason: in.Reason,
	}
	for _, line := range in.Lines {
		wish.Lines = append(wish.Lines, refunds.Line{ProductID: line.Product, Quantity: line.Quantity})
	}
	return wish
}

// listStoreRefunds tells the people of a store what went back for their part of an order, and nothing of the others.
func (a *API) listStoreRefunds(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	place := r.PathValue("id")
	given, part, err := a.refunds.OfFulfilment(r.Context(), place, r.PathValue("fid"))
	if err != nil {
		return serve.Reply{}, err
	}
	mayRefund := who.May(roles.RefundOrders, place)
	answer := wire.StoreRefunds{
		Success: true, MayRefund: mayRefund, Left: given.LeftFor(part.Place, a.now()),
		FeeLeft: given.FeeLeft(part.Place), PiecesLeft: given.PiecesLeft(part.Place), Refunds: []wire.AdminRefund{},
	}
	for _, one := range given.Earlier {
		if own, ok := one.Of(given.Order, part.Place); ok {
			shown := toAdminRefund(own)
			if mayRefund && a.refunds.MayRetry(given, one, part.Place) {
				shown.MayRetry = &mayRefund
			}
			answer.Refunds = append(answer.Refunds, shown)
		}
	}
	return serve.NoStoreJSON(answer)
}

func (a *API) giveStoreRefund(r *http.Request) (serve.Reply, error) {
	var in wire.RefundRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	given, err := a.refunds.GiveFor(r.Context(), r.PathValue("id"), r.PathValue("fid"),
		r.Header.Get("Idempotency-Key"), toWish(in), who.UserID)
	return a.refundSaved(given, err)
}

// retryStoreRefund asks the gateway again for a refund that is for the store's part of an order alone.
func (a *API) retryStoreRefund(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	id, err := refundName(r)
	if err != nil {
		return serve.Reply{}, err
	}
	given, err := a.refunds.RetryFor(r.Context(), r.PathValue("id"), r.PathValue("fid"), id, who.UserID)
	return a.refundSaved(given, err)
}

func (a *API) retryRefund(r *http.Request) (serve.Reply, error) {
	id, who, err := a.namedRefund(r)
	if err != nil {
		return serve.Reply{}, err
	}
	given, err := a.refunds.Retry(r.Context(), id, who.UserID)
	return a.refundSaved(given, err)
}

func (a *API) settleRefund(r *http.Request) (serve.Reply, error) {
	var in wire.RefundNote
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	id, who, err := a.namedRefund(r)
	if err != nil {
		return serve.Reply{}, err
	}
	given, err := a.refunds.MarkManual(r.Context(), id, in.Note, who.UserID)
	return a.refundSaved(given, err)
}

func (a *API) namedRefund(r *http.Request) (string, Actor, error) {
	who, err := a.actor(r)
	if err == nil {
		err = refundsOrders(who)
	}
	if err != nil {
		return "", who, err
	}
	id, err := refundName(r)
	return id, who, err
}

// refundName is the name of the refund in an address.
func refundName(r *http.Request) (string, error) {
	id := r.PathValue("refund")
	if id == "" || len(id) > maxRefundName {
		return "", apperr.New(apperr.RefundNotFound)
	}
	return id, nil
}

// refundCodes say what became of a refund.
var refundCodes = map[refunds.State]string{
	refunds.Pending: "refund_pending", refunds.Done: "refund_done", refunds.Failed: "refund_failed",
	refunds.Manual: "refund_manual",
}

// refundSaved answers with the refund as it stands now.
func (a *API) refundSaved(given refunds.Refund, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	code := refundCodes[given.State]
	return serve.NoStoreJSON(wire.RefundSaved{
		Success: true, Code: code, Message: a.doneText(code), Refund: toAdminRefund(given),
	})
}

func toRefund(r refunds.Refund) wire.Refund {
	out := wire.Refund{
		UnderscoreID: r.ID, Amount: r.Amount, State: wire.RefundState(r.State), At: r.At, Lines: []wire.RefundLine{},
		Delivery: r.Delivery,
	}
	if !r.EndedAt.IsZero() {
		out.EndedAt = &r.EndedAt
	}
	for _, line := range r.Lines {
		out.Lines = append(out.Lines, wire.RefundLine{
			Product: line.ProductID, Quantity: line.Quantity, Amount: line.Amount,
		})
	}
	return out
}

func toAdminRefund(r refunds.Refund) wire.AdminRefund {
	plain := toRefund(r)
	return wire.AdminRefund{
		UnderscoreID: plain.UnderscoreID, Amount: plain.Amount, State: wire.AdminRefundState(plain.State), At: plain.At,
		EndedAt: plain.EndedAt, Lines: plain.Lines, Delivery: plain.Delivery, Reason: r.Reason, By: r.ByName,
		Problem: optional(r.Problem), Automatic: r.Automatic,
	}
}
