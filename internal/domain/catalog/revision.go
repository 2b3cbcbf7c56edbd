package catalog

import (
	"slices"
	"time"
)

// Revision is what a store wants to change on a product that is on sale, and that an admin has to approve first: the
// approved version stays on sale meanwhile.
type Revision struct {
	// Fields are named as on the wire; Proposed is a product that has their new values.
	Fields   []string
	Proposed *Product
	// Status is Pending or Rejected.
	Status Status
	// Note says why it was rejected.
	Note string
	By   string
	At   time.Time
}

// liveFields are those that a store changes at once; every other change waits for approval.
var liveFields = []string{
	"price", "discount", "nb_in_stock", "max_per_order", "reorder_level", "off_sale", "concerns",
}

// Effective is the product as its store sees it: with the changes that wait.
func (p *Product) Effective() *Product {
	effective := p.Clone()
	effective.Revision = nil
	if p.Revision != nil {
		p.Revision.applyTo(effective)
	}
	return effective
}

// applyTo takes the revision's fields over into a product.
func (r *Revision) applyTo(p *Product) {
	for _, field := range r.Fields {
		takeField(p, r.Proposed, field)
	}
}

// Approve makes the changes that wait part of the product. It tells whether there were any.
func (p *Product) Approve() bool {
	if p.Revision == nil || p.Revision.Status != Pending {
		return false
	}
	p.Revision.applyTo(p)
	p.Revision = nil
	return true
}

// propose makes a store's version of the product part of it. Of a product on sale only the live fields change at once,
// and the others wait; a product that is not on sale changes whole, and a rejected one is sent again.
func (p *Product) propose(target *Product, by string, now time.Time) {
	if p.Status != Approved {
		for _, field := range Differences(p, target) {
			takeField(p, target, field)
		}
		p.Revision, p.Status, p.StatusNote = nil, Pending, ""
		return
	}
	var waits []string
	for _, field := range Differences(p, target) {
		if slices.Contains(liveFields, field) {
			takeField(p, target, field)
		} else {
			waits = append(waits, field)
		}
	}
	if len(waits) == 0 {
		p.Revision = nil
		return
	}
	was := p.Revision
	if was != nil && was.Status == Pending && slices.Equal(was.Fields, waits) &&
		len(Differences(was.Proposed, target)) == 0 {
		return
	}
	p.Revision = &Revision{Fields: waits, Proposed: target, Status: Pending, By: by, At: now.Truncate(time.Millisecond)}
}

// takeField copies one field, named as on the wire. Status and store are no business of a revision.
func takeField(p, from *Product, field string) {
	switch field {
	case "code":
		p.Code = from.Code
	case "english_name":
		p.Name.English = from.Name.English
	case "arabic_name":
		p.Name.Arabic = from.Name.Arabic
	case "english_description":
		p.Description.English = from.Description.English
	case "arabic_description":
		p.Description.Arabic = from.Description.Arabic
	case "brand":
		p.Brand = from.Brand
	case "category":
		p.Category = from.Category
	case "regulation":
		p.Regulation = from.Regulation
	case "registration_no":
		p.Registration = from.Registration
	case "official_price_lbp":
		p.OfficialPrice.Pounds = from.OfficialPrice.Pounds
	case "official_price_source":
		p.OfficialPrice.Source = from.OfficialPrice.Source
	case "official_price_from":
		p.OfficialPrice.ValidFrom = from.OfficialPrice.ValidFrom
	case "vat_rate":
		p.VATRate = from.VATRate
	case "suits":
		p.Suits = slices.Clone(from.Suits)
	case "images":
		p.Images = slices.Clone(from.Images)
	case "active_ingredients":
		p.Ingredients = slices.Clone(from.Ingredients)
	case "form":
		p.Form = from.Form
	case "pack_size":
		p.PackSize = from.PackSize
	case "english_usage":
		p.Usage.English = from.Usage.English
	case "arabic_usage":
		p.Usage.Arabic = from.Usage.Arabic
	case "english_warnings":
		p.Warnings.English = from.Warnings.English
	case "arabic_warnings":
		p.Warnings.Arabic = from.Warnings.Arabic
	default:
		takeLiveField(p, from, field)
	}
}

func takeLiveField(p, from *Product, field string) {
	switch field {
	case "price":
		p.Price = from.Price
	case "discount":
		p.Discount = from.Discount
	case "nb_in_stock":
		p.Stock = from.Stock
	case "max_per_order":
		p.MaxPerOrder = from.MaxPerOrder
	case "reorder_level":
		p.ReorderLevel = from.ReorderLevel
	case "off_sale":
		p.OffSale = from.OffSale
	case "concerns":
		p.Concerns = slices.Clone(from.Concerns)
	}
}
