package httpapi

import (
	"net/http"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// maxPending is how many waiting products and stores admins are shown.
const maxPending = 100

// listPending answers what waits for an admin.
func (a *API) listPending(r *http.Request) (serve.Reply, error) {
	p, err := a.stores.Pending(r.Context(), maxPending)
	if err != nil {
		return serve.Reply{}, err
	}
	products := make(wire.ManagedProductList, len(p.Products))
	for i, m := range p.Products {
		products[i] = toManagedProduct(m)
	}
	out, err := serve.JSON(http.StatusOK, wire.Pending{
		Success: true, Products: products, ProductCount: p.ProductCount, Stores: toManagedStores(p.Stores),
		StoreCount: p.StoreCount,
	})
	out.NoStore()
	return out, err
}

// setProductStatus decides about a product; whoever submitted it gets a mail.
func (a *API) setProductStatus(r *http.Request) (serve.Reply, error) {
	var in wire.ApprovalRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	p, err := a.stores.DecideProduct(r.Context(), r.PathValue("id"), stores.ProductDecision{
		Status: catalog.Status(in.Status), Reason: valueOf(in.Reason), AdminID: who.UserID,
		Regulation: regulation.Class(valueOf(in.Regulation)),
	})
	if err != nil {
		return serve.Reply{}, err
	}
	managed, err := a.stores.Managed(r.Context(), p)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.ManagedProductSaved{
		Success: true, Code: "status_updated", Message: a.doneText("status_updated"),
		Product: toManagedProduct(managed),
	})
	out.NoStore()
	return out, err
}

// toManagedProduct is a product as admins see it.
func toManagedProduct(m stores.ManagedProduct) wire.ManagedProduct {
	return wire.ManagedProduct{
		Product: toProduct(m.Product), Status: wire.Approval(m.Status), Reason: optional(m.StatusNote),
		Version:     int(m.Version),
		SubmittedBy: m.SubmittedBy, StoreName: optional(m.StoreName), UpdatedAt: m.UpdatedAt,
	}
}
