package stores

import (
	"context"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/roles"
)

// EditProduct changes a product for somebody who may. What the house saves is on sale at once. What a store's people
// change on a product on sale waits for approval, but for price, stock and the like; a rejected product is sent again.
// The answer carries what waits. Codes: ProductNotFound, Forbidden, ProductChanged, InvalidFields, DiscountForbidden,
// ProductCodeTaken, ImageNotFound, StoreNotApproved.
func (s *Service) EditProduct(
	ctx context.Context, id string, version int64, who Actor, change func(p *catalog.Product) error,
) (*catalog.Product, error) {
	edit := catalog.Edit{
		ID: id, Version: version, By: who.UserID, Action: "product_updated", Proposal: !who.approves(),
		Change: func(p *catalog.Product) error {
			if !who.Roles.May(roles.EditProducts, placeOf(p)) {
				return refuseProduct(p, who)
			}
			return change(p)
		},
	}
	return s.products.Edit(ctx, edit)
}

// PatchProduct changes what is live at once: price, stock and whether the product is on sale. Codes: as EditProduct.
func (s *Service) PatchProduct(
	ctx context.Context, id string, version int64, who Actor, change func(p *catalog.Product) error,
) (*catalog.Product, error) {
	return s.products.Edit(ctx, catalog.Edit{
		ID: id, Version: version, By: who.UserID, Action: "product_updated",
		Change: func(p *catalog.Product) error {
			if !who.Roles.May(roles.EditProducts, placeOf(p)) {
				return refuseProduct(p, who)
			}
			return change(p)
		},
	})
}

// placeOf is where a product is sold: a store, or the house.
func placeOf(p *catalog.Product) string {
	if p.StoreID == "" {
		return roles.House
	}
	return p.StoreID
}

// refuseProduct is the answer to somebody who may not change a product: strangers learn nothing of it.
func refuseProduct(p *catalog.Product, who Actor) error {
	if who.Roles.Knows(placeOf(p)) || p.Listed() {
		return apperr.New(apperr.Forbidden)
	}
	return apperr.New(apperr.ProductNotFound)
}

// ProductToEdit reads a product for the form: for a store's people with what waits, which they go on changing.
// Codes: ProductNotFound, Forbidden.
func (s *Service) ProductToEdit(ctx context.Context, id string, who Actor) (*catalog.Product, error) {
	p, err := s.products.WithRevision(ctx, id)
	if err != nil {
		return nil, err
	}
	if !who.Roles.May(roles.EditProducts, placeOf(p)) {
		return nil, refuseProduct(p, who)
	}
	return p, nil
}

// Proposes tells whether what the actor changes on a product waits for approval.
func (a Actor) Proposes() bool { return !a.approves() }

// RevisionDecision is what an admin decides about a change that waits.
type RevisionDecision struct {
	Approve bool
	Reason  string
	AdminID string
	// Seen is when the change that the admin saw was sent; another one is not decided about.
	Seen time.Time
}

// DecideRevision makes a change that waits part of the product on sale, or rejects it, and lets whoever sent it know.
// Codes: ProductNotFound, NotFound when nothing waits, Conflict when something else waits by now, and those of a
// product that cannot be stored.
func (s *Service) DecideRevision(ctx context.Context, id string, d RevisionDecision) (*catalog.Product, error) {
	status := catalog.Rejected
	if d.Approve {
		status = catalog.Approved
	}
	reason, err := checkDecision(status, d.Reason)
	if err != nil {
		return nil, err
	}
	return s.products.Edit(ctx, catalog.Edit{
		ID: id, By: d.AdminID, Action: "revision_" + string(status),
		Change: func(p *catalog.Product) error {
			r := p.Revision
			if r == nil || r.Status != catalog.Pending {
				return apperr.New(apperr.NotFound)
			}
			if !d.Seen.IsZero() && !r.At.Equal(d.Seen) {
				return apperr.New(apperr.Conflict)
			}
			if d.Approve {
				p.Approve()
				return nil
			}
			rejected := *r
			rejected.Status, rejected.Note = catalog.Rejected, reason
			p.Revision = &rejected
			return nil
		},
		Jobs: func(before, _ *catalog.Product, _ time.Time) ([]outbox.Job, error) {
			if before.Revision == nil || before.Revision.By == "" || before.Revision.By == d.AdminID {
				return nil, nil
			}
			job, err := newEmail(emailPayload{
				ProductID: id, Status: status, Reason: reason, Revision: true, To: before.Revision.By,
			})
			return []outbox.Job{job}, err
		},
	})
}

// lowStock is how many pieces are few where a product has no bound of its own.
const lowStock = 5

// Low tells whether a product is to be ordered again.
func Low(p *catalog.Product) bool {
	if p.ReorderLevel > 0 {
		return p.Stock <= p.ReorderLevel
	}
	return p.Stock <= lowStock
}

// Show narrows a store's own list of products down.
type Show string

// What a store's list shows.
const (
	ShowAll      Show = ""
	ShowLow      Show = "low"
	ShowOut      Show = "out"
	ShowOff      Show = "off"
	ShowWaiting  Show = "waiting"
	ShowRejected Show = "rejected"
)

// Known tells whether a store's list can be narrowed down so.
func (w Show) Known() bool {
	return slices.Contains([]Show{ShowAll, ShowLow, ShowOut, ShowOff, ShowWaiting, ShowRejected}, w)
}

func (w Show) admits(p *catalog.Product) bool {
	revised := func(s catalog.Status) bool { return p.Revision != nil && p.Revision.Status == s }
	switch w {
	case ShowLow:
		return Low(p)
	case ShowOut:
		return p.Stock == 0
	case ShowOff:
		return p.OffSale
	case ShowWaiting:
		return p.Status == catalog.Pending || revised(catalog.Pending)
	case ShowRejected:
		return p.Status == catalog.Rejected || revised(catalog.Rejected)
	}
	return true
}

// CatalogueFilter is what somebody wants to see of a store's own list.
type CatalogueFilter struct {
	// Part is a part of a name or of the code.
	Part          string
	Show          Show
	Limit, Offset int
}

// Catalogue lists the products of a store for its people, with what waits on them, by their English names, and counts
// those that pass.
func (s *Service) Catalogue(
	ctx context.Context, storeID string, f CatalogueFilter,
) (page []*catalog.Product, total int, err error) {
	all, err := s.listings.WithRevisions(ctx, storeID)
	if err != nil {
		return nil, 0, err
	}
	part := strings.ToLower(validate.Clean(f.Part))
	found := slices.DeleteFunc(all, func(p *catalog.Product) bool {
		text := strings.ToLower(p.Name.English + " " + p.Name.Arabic + " " + p.Code + " " + p.Brand)
		return !f.Show.admits(p) || !strings.Contains(text, part)
	})
	slices.SortFunc(found, func(a, b *catalog.Product) int {
		return strings.Compare(strings.ToLower(a.Name.English)+a.ID, strings.ToLower(b.Name.English)+b.ID)
	})
	from := min(f.Offset, len(found))
	return found[from:min(from+f.Limit, len(found))], len(found), nil
}
