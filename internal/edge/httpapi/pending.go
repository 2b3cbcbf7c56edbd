package httpapi

import (
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// maxPending is how many waiting products and stores a page has at most.
const maxPending = 100

// listPending answers what waits for an admin.
func (a *API) listPending(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	limit, offset, err := readPage(query, maxPending, maxPending)
	if err != nil {
		return serve.Reply{}, err
	}
	p, err := a.stores.Pending(r.Context(), limit, offset)
	if err != nil {
		return serve.Reply{}, err
	}
	products := make(wire.ManagedProductList, len(p.Products))
	for i, m := range p.Products {
		products[i] = toManagedProduct(m)
	}
	revisions := make([]wire.RevisedProduct, len(p.Revised))
	for i, m := range p.Revised {
		revisions[i] = wire.RevisedProduct{
			Product: toManagedProduct(m), Proposed: toProduct(m.Effective()), Revision: *toRevision(m.Revision),
		}
	}
	return serve.NoStoreJSON(wire.Pending{
		Success: true, Products: products, ProductCount: p.ProductCount, Stores: toManagedStores(p.Stores),
		StoreCount: p.StoreCount, Revisions: revisions, RevisionCount: &p.RevisedCount,
	})
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
	return a.productDecided(r, p)
}

// decideRevision decides about the changes that wait on a product.
func (a *API) decideRevision(r *http.Request) (serve.Reply, error) {
	var in wire.RevisionRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	if in.Status != wire.Approval(catalog.Approved) && in.Status != wire.Approval(catalog.Rejected) {
		return serve.Reply{}, apperr.New(apperr.StatusInvalid)
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	p, err := a.stores.DecideRevision(r.Context(), r.PathValue("id"), stores.RevisionDecision{
		Approve: in.Status == wire.Approval(catalog.Approved), Reason: valueOf(in.Reason), AdminID: who.UserID,
		Seen: valueOf(in.At),
	})
	if err != nil {
		return serve.Reply{}, err
	}
	return a.productDecided(r, p)
}

// productDecided answers a decision with the product as admins see it then.
func (a *API) productDecided(r *http.Request, p *catalog.Product) (serve.Reply, error) {
	managed, err := a.stores.Managed(r.Context(), p)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.ManagedProductSaved{
		Success: true, Code: "status_updated", Message: a.doneText("status_updated"),
		Product: toManagedProduct(managed),
	})
}

// toManagedProduct is a product as admins see it.
func toManagedProduct(m stores.ManagedProduct) wire.ManagedProduct {
	return wire.ManagedProduct{
		Product: toProduct(m.Product), Status: wire.Approval(m.Status), Reason: optional(m.StatusNote),
		Version:     int(m.Version),
		SubmittedBy: m.SubmittedBy, StoreName: optional(m.StoreName.English),
		StoreArabicName: optional(m.StoreName.Arabic), UpdatedAt: m.UpdatedAt,
		Withdrawn: &m.Withdrawn, Revision: toRevision(m.Revision),
	}
}
