package httpapi

import (
	"errors"
	"net/http"
	"strconv"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
)

// detailLines is how many lines a cart may have to be filled in.
const detailLines = 200

// listProducts answers everything, or a page of it.
func (a *API) listProducts(r *http.Request) (serve.Reply, error) {
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.list(r, contract.Shop().Lists.LimitMax, func(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
		wholeUnlessPaged(query, &f)
		return allProducts(s, f)
	})
}

func (a *API) listDiscounted(r *http.Request) (serve.Reply, error) {
	return a.list(r, contract.Shop().Lists.PageSize, discountedProducts)
}

func (a *API) countDiscounted(r *http.Request) (serve.Reply, error) {
	return a.count(r, discountedProducts)
}

// listDiscountedForHome answers the highest discounts.
func (a *API) listDiscountedForHome(*http.Request) (serve.Reply, error) {
	return products(a.reads.topDiscounts()), nil
}

func (a *API) listCategory(r *http.Request) (serve.Reply, error) {
	return a.list(r, contract.Shop().Lists.PageSize, categoryProducts(r.PathValue("category")))
}

func (a *API) countCategory(r *http.Request) (serve.Reply, error) {
	return a.count(r, categoryProducts(r.PathValue("category")))
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
	find := brandProducts(catalog.BrandKey(r.PathValue("brand")))
	return a.list(r, contract.Shop().Lists.PageSize, func(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
		if !query.Has("page") {
			f.Offset = shown
		}
		return find(s, f)
	})
}

// list reads what every list can be asked and answers the page.
func (a *API) list(r *http.Request, limit int, find listFunc) (serve.Reply, error) {
	keep := a.keeper(r)
	page, err := a.find(r, limit, find)
	if err != nil {
		return serve.Reply{}, err
	}
	return keep(products(page)), nil
}

// count is list without the products.
func (a *API) count(r *http.Request, find listFunc) (serve.Reply, error) {
	page, err := a.find(r, 0, find)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.Count{Count: page.Total})
	out.Tag("c", page.Tag.String())
	return out, err
}

func (a *API) find(r *http.Request, limit int, find listFunc) (catalog.Page, error) {
	query, err := values(r)
	if err != nil {
		return catalog.Page{}, err
	}
	f, err := readListQuery(language(r), query, limit)
	if err != nil {
		return catalog.Page{}, err
	}
	return a.reads.list(find, f)
}

// products answers a page of a list.
func products(page catalog.Page) serve.Reply {
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType, Parts: page.AppendJSON}
	out.Set("X-Total-Count", strconv.Itoa(page.Total))
	out.Set("X-Max-Price", page.MaxPrice.String())
	out.Tag("l", page.Tag.String())
	return out
}

// encodedReply answers what is encoded already.
func encodedReply(e page.Encoded) serve.Reply {
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType, Body: e.Body}
	out.Tag("b", e.Tag)
	return out
}

// getProduct answers one product, and whether it is on the wishlist of the one who asks.
func (a *API) getProduct(r *http.Request) (serve.Reply, error) {
	item, ok := a.reads.catalogue.Snapshot().Product(r.PathValue("id"))
	if !ok {
		return a.hiddenProduct(r, r.PathValue("id"))
	}
	wished, err := a.inWishlist(r, item.ID)
	if err != nil {
		return serve.Reply{}, err
	}
	out := a.productReply(item, wished)
	if wished {
		return private(out), nil
	}
	return out, nil
}

// productForVisitor answers what most requests ask for: a product on sale, for somebody without a session.
func (a *API) productForVisitor(r *http.Request) (serve.Reply, bool) {
	if a.reads.catalogue == nil || a.wishlist != nil && a.cookies().read(r, sessionCookie) != "" {
		return serve.Reply{}, false
	}
	item, ok := a.reads.catalogue.Snapshot().Product(r.PathValue("id"))
	if !ok {
		return serve.Reply{}, false
	}
	return a.productReply(item, false), true
}

func (a *API) productReply(item *catalog.Item, wished bool) serve.Reply {
	out := serve.Reply{Status: http.StatusOK, ContentType: serve.JSONType}
	out.Tag("p"+strconv.FormatBool(wished)[:1], a.reads.productTag(item))
	out.Set("Vary", "Cookie")
	out.Parts = func(to []byte) []byte { return a.reads.appendProductAnswer(to, item, wished) }
	return out
}

func (a *API) inWishlist(r *http.Request, productID string) (bool, error) {
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
	snapshot := a.reads.catalogue.Snapshot()
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
	totals := money.Total(counted)
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
	if scope.Concern = query.Get("concern"); scope.Concern != "" {
		if err := knownConcern(scope.Concern); err != nil {
			return serve.Reply{}, err
		}
	}
	if query.Has("brand") {
		scope.Brand = catalog.BrandKey(query.Get("brand"))
		if err := knownBrand(a.reads.catalogue.Snapshot(), scope.Brand); err != nil {
			return serve.Reply{}, err
		}
	}
	if query.Get("name") != "" {
		return a.foundFacets(query, scope)
	}
	facets, err := a.reads.facetsOf(scope)
	return encodedReply(facets), err
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
