package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/validate"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// listAdminProducts answers one page of the admins' table of products.
func (a *API) listAdminProducts(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	f, err := readTableFilter(r, query)
	if err != nil {
		return serve.Reply{}, err
	}
	page, total, err := a.admin.Products(r.Context(), f)
	if err != nil {
		return serve.Reply{}, err
	}
	list := make(wire.ManagedProductList, len(page))
	for i, m := range page {
		list[i] = toManaged(m)
	}
	return listPart(list, total)
}

func readTableFilter(r *http.Request, query url.Values) (f admin.Filter, err error) {
	query.Del("min_price")
	query.Del("max_price")
	if f.Filter, err = readFilter(language(r), query); err != nil {
		return f, err
	}
	if f.Category, err = readCategory(query); err != nil {
		return f, err
	}
	if f.Limit, f.Offset, err = readPage(query, defaultRows, maxRows); err != nil {
		return f, err
	}
	if f.Part = query.Get("q"); utf8.RuneCountInString(f.Part) > 200 {
		return f, apperr.New(apperr.BadQuery)
	}
	if query.Has("status") {
		if f.Status = catalog.Status(query.Get("status")); !f.Status.Known() {
			return f, apperr.New(apperr.StatusInvalid)
		}
	}
	switch query.Get("stock") {
	case "low":
		f.Low = true
	case "out":
		f.Out = true
	default:
		if query.Has("stock") {
			return f, apperr.New(apperr.BadQuery)
		}
	}
	for name, flag := range map[string]*bool{"discounted": &f.Discounted, "without_concern": &f.WithoutConcern} {
		if !query.Has(name) {
			continue
		}
		if *flag, err = strconv.ParseBool(query.Get(name)); err != nil {
			return f, apperr.Wrap(apperr.BadQuery, err)
		}
	}
	return f, nil
}

func toManaged(m admin.Managed) wire.ManagedProduct {
	return wire.ManagedProduct{
		Product: toOwnProduct(m.Product), Status: wire.Approval(m.Status), Reason: optional(m.StatusNote),
		Version:     int(m.Version),
		SubmittedBy: m.Submitter, StoreName: optional(m.StoreName.English),
		StoreArabicName: optional(m.StoreName.Arabic), UpdatedAt: m.UpdatedAt, Withdrawn: &m.Withdrawn,
	}
}

// patchProduct changes the stock, the price or the discount in the table, by the rules of the form.
func (a *API) patchProduct(r *http.Request) (serve.Reply, error) {
	var in wire.ProductPatch
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	change, err := readPatch(in)
	if err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	p, err := a.products.Edit(r.Context(), catalog.Edit{
		ID: r.PathValue("id"), Version: int64(in.Version), By: who.UserID, Action: "product_updated", Change: change,
	})
	if err != nil {
		return serve.Reply{}, productConflict(err)
	}
	managed, err := a.admin.Product(r.Context(), p.ID)
	if err != nil {
		return serve.Reply{}, err
	}
	if managed == nil {
		return serve.Reply{}, apperr.New(apperr.ProductNotFound)
	}
	return serve.NoStoreJSON(wire.ManagedProductSaved{
		Success: true, Code: "product_updated", Message: a.doneText("product_updated"), Product: toManaged(*managed),
	})
}

// readPatch checks what was sent, and nothing else, and gives the change.
func readPatch(in wire.ProductPatch) (change func(*catalog.Product) error, err error) {
	if in.Version < 1 {
		return nil, apperr.New(apperr.InvalidInput).WithFields(map[string]string{"version": serve.WrongType})
	}
	sent := map[string]string{}
	for field, value := range map[string]*wire.TextOrNumber{
		"price": in.Price, "discount": in.Discount, "nb_in_stock": in.NbInStock, "reorder_level": in.ReorderLevel,
	} {
		if value != nil {
			sent[field] = string(*value)
		}
	}
	clean, wrong := validate.Form(catalog.EditForm, sent)
	for field := range wrong {
		if _, named := sent[field]; !named {
			delete(wrong, field)
		}
	}
	if len(wrong) > 0 {
		return nil, apperr.Invalid(wrong)
	}
	var price money.Cents
	numbers := map[string]int{}
	for field := range sent {
		if field == "price" {
			price, err = money.Parse(clean[field])
		} else {
			numbers[field], err = strconv.Atoi(clean[field])
		}
		if err != nil {
			return nil, apperr.Wrap(apperr.InvalidInput, err).WithFields(map[string]string{field: serve.WrongType})
		}
	}
	return func(p *catalog.Product) error {
		if in.Price != nil {
			p.Price = price
		}
		if in.Discount != nil {
			p.Discount = numbers["discount"]
		}
		if in.NbInStock != nil {
			p.Stock = numbers["nb_in_stock"]
		}
		if in.ReorderLevel != nil {
			p.ReorderLevel = numbers["reorder_level"]
		}
		if in.OffSale != nil {
			p.OffSale = *in.OffSale
		}
		return nil
	}, nil
}
