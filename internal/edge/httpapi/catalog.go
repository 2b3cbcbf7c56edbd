package httpapi

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// Catalogue gives the products as they are now.
type Catalogue interface {
	Snapshot() *catalog.Snapshot
}

// homeShelf is how many discounted products Home shows.
const homeShelf = 24

// detailLines is how many lines a cart may have to be filled in.
const detailLines = 200

// listProducts answers a part of everything; without a limit the longest page.
func (a *API) listProducts(r *http.Request) (serve.Reply, error) {
	return a.list(r, contract.Shop().Lists.LimitMax, func(s *catalog.Snapshot, category string, f catalog.Filter) (catalog.Page, error) {
		if category != "" {
			return s.Category(category, f), nil
		}
		return s.All(f), nil
	})
}

func (a *API) listDiscounted(r *http.Request) (serve.Reply, error) {
	return a.list(r, contract.Shop().Lists.PageSize, discounted)
}

func (a *API) countDiscounted(r *http.Request) (serve.Reply, error) { return a.count(r, discounted) }

func discounted(s *catalog.Snapshot, category string, f catalog.Filter) (catalog.Page, error) {
	f.Category = category
	return s.Discounted(f), nil
}

// listDiscountedForHome answers the highest discounts.
func (a *API) listDiscountedForHome(*http.Request) (serve.Reply, error) {
	page := a.catalogue.Snapshot().Discounted(catalog.Filter{Sort: catalog.SortDiscount, Limit: homeShelf})
	return products(page), nil
}

func (a *API) listCategory(r *http.Request) (serve.Reply, error) {
	return a.list(r, contract.Shop().Lists.PageSize, ofCategory(r.PathValue("category")))
}

func (a *API) countCategory(r *http.Request) (serve.Reply, error) {
	return a.count(r, ofCategory(r.PathValue("category")))
}

func ofCategory(key string) listing {
	return func(s *catalog.Snapshot, _ string, f catalog.Filter) (catalog.Page, error) {
		if !catalog.IsCategory(key) {
			return catalog.Page{}, apperr.New(apperr.CategoryNotFound)
		}
		return s.Category(key, f), nil
	}
}

// listBrand answers a page of a brand, or what follows the totalProducts already
// shown.
func (a *API) listBrand(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	shown, err := whole(query, "totalProducts", 0, maxPage, 0, apperr.BadPage)
	if err != nil {
		return serve.Reply{}, err
	}
	brand := catalog.BrandKey(r.PathValue("brand"))
	return a.list(r, contract.Shop().Lists.PageSize, func(s *catalog.Snapshot, category string, f catalog.Filter) (catalog.Page, error) {
		if !s.HasBrand(brand) && !slices.Contains(catalog.Brands(), brand) {
			return catalog.Page{}, apperr.New(apperr.BrandNotFound)
		}
		if !query.Has("page") {
			f.Offset = shown
		}
		f.Brands, f.Category = nil, category
		return s.Brand(brand, f), nil
	})
}

// listing finds the page that a list call is about.
type listing func(s *catalog.Snapshot, category string, f catalog.Filter) (catalog.Page, error)

// list reads what every list can be asked and answers the page.
func (a *API) list(r *http.Request, limit int, find listing) (serve.Reply, error) {
	page, err := a.find(r, limit, find)
	if err != nil {
		return serve.Reply{}, err
	}
	return products(page), nil
}

// count is list without the products.
func (a *API) count(r *http.Request, find listing) (serve.Reply, error) {
	page, err := a.find(r, 0, find)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.Count{Count: page.Total})
	out.Tag("c", page.Tag)
	return out, err
}

// find reads the query. A limit of 0 asks for no products, only for their number.
func (a *API) find(r *http.Request, limit int, find listing) (catalog.Page, error) {
	query, err := values(r)
	if err != nil {
		return catalog.Page{}, err
	}
	f, err := readFilter(r, query)
	if err != nil {
		return catalog.Page{}, err
	}
	category, err := readCategory(query)
	if err != nil {
		return catalog.Page{}, err
	}
	if limit > 0 {
		if f.Limit, f.Offset, err = readPage(query, limit, contract.Shop().Lists.LimitMax); err != nil {
			return catalog.Page{}, err
		}
	}
	return find(a.catalogue.Snapshot(), category, f)
}

// products joins the ready encodings of a page.
func products(page catalog.Page) serve.Reply {
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType}
	out.Set("X-Total-Count", strconv.Itoa(page.Total))
	out.Set("X-Max-Price", page.MaxPrice.String())
	out.Tag("l", page.Tag)
	out.Parts = func(to []byte) []byte {
		to = append(to, '[')
		for i, item := range page.Items {
			if i > 0 {
				to = append(to, ',')
			}
			to = append(to, item.JSON...)
		}
		return append(to, ']')
	}
	return out
}

// getProduct answers one product, and whether the one who asks keeps it.
func (a *API) getProduct(r *http.Request) (serve.Reply, error) {
	item, ok := a.catalogue.Snapshot().Product(r.PathValue("id"))
	if !ok {
		return a.hiddenProduct(r, r.PathValue("id"))
	}
	kept, err := a.keeps(r, item.ID)
	if err != nil {
		return serve.Reply{}, err
	}
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType}
	out.Tag("p"+strconv.FormatBool(kept)[:1], item.Hash)
	out.Set("Vary", "Cookie")
	out.Parts = func(to []byte) []byte {
		to = appendDetail(append(to, `{"success":true,"product":`...), item)
		to = append(to, `,"addedToWishlist":`...)
		return append(strconv.AppendBool(to, kept), '}')
	}
	if kept {
		return private(out), nil
	}
	return out, nil
}

func (a *API) keeps(r *http.Request, productID string) (bool, error) {
	if a.wishlist == nil {
		return false, nil
	}
	who, err := a.actor(r)
	if err != nil || !who.SignedIn() {
		return false, err
	}
	return a.wishlist.Has(r.Context(), who.UserID, productID)
}

// populateCart fills a list of ids and quantities with products.
func (a *API) populateCart(r *http.Request) (serve.Reply, error) {
	var in wire.ProductDetailsRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	if in.Cart == nil || len(in.Cart) > detailLines {
		return serve.Reply{}, apperr.Wrap(apperr.InvalidInput, errors.New("cart must be a list of at most 200 lines"))
	}
	snapshot := a.catalogue.Snapshot()
	quantity := contract.Shop().Quantity
	out := populatedCart{Success: true, PopulatedCart: []cartLine{}}
	var counted []money.Line
	for _, entry := range in.Cart {
		if entry.Quantity < quantity.Min || entry.Quantity > quantity.Max {
			return serve.Reply{}, apperr.New(apperr.BadQuantity)
		}
		item, ok := snapshot.Product(productOf(entry))
		if !ok {
			continue
		}
		line := toCartLine(item, entry.Quantity)
		out.PopulatedCart = append(out.PopulatedCart, line)
		if line.Available {
			counted = append(counted, money.Line{Price: item.Price, Discount: item.Discount, Quantity: entry.Quantity})
		}
	}
	totals := money.Tally(counted)
	out.TotalPrice, out.DeliveryFee, out.Total = totals.Subtotal, totals.Fee, totals.Total
	answer, err := serve.JSON(http.StatusOK, out)
	answer.NoStore()
	return answer, err
}

// getFacets answers what a list can be narrowed by. What a search finds is counted
// by the search.
func (a *API) getFacets(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	var scope catalog.Scope
	if scope.Category, err = readCategory(query); err != nil {
		return serve.Reply{}, err
	}
	if query.Has("discounted") {
		if scope.Discounted, err = strconv.ParseBool(query.Get("discounted")); err != nil {
			return serve.Reply{}, apperr.Wrap(apperr.InvalidInput, err)
		}
	}
	snapshot := a.catalogue.Snapshot()
	if query.Has("brand") {
		scope.Brand = catalog.BrandKey(query.Get("brand"))
		if !snapshot.HasBrand(scope.Brand) && !slices.Contains(catalog.Brands(), scope.Brand) {
			return serve.Reply{}, apperr.New(apperr.BrandNotFound)
		}
	}
	if query.Get("name") != "" {
		return a.foundFacets(query, scope)
	}
	return a.facets.of(snapshot, scope)
}

func productOf(entry wire.CartEntryInput) string {
	if entry.ProductID != nil {
		return *entry.ProductID
	}
	if entry.Product != nil {
		return string(*entry.Product)
	}
	return ""
}
