package httpapi

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/concerns"
	"dawa/internal/domain/content"
	"dawa/internal/domain/search"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
)

// Catalogue gives the products as they are now.
type Catalogue interface {
	Snapshot() *catalog.Snapshot
}

// Finder finds products by what people type.
type Finder interface {
	Index() *search.Index
}

// Reads answers what every visitor may read: lists, products, search results and content pages. The handlers of
// the API and the HTML pages call the same functions, so that a page shows what the call answers. It implements
// page.Source.
type Reads struct {
	catalogue Catalogue
	finder    Finder
	content   *content.Service
	facets    facetCache
	// advice gives the advice of concerns; nil gives what comes with the program.
	advice *concerns.AdviceTexts
	// pharmacist is whom shoppers ask about products and what is not sold; nil for nobody.
	pharmacist *wire.Pharmacist
	// pharmacistMember is the member of the answer about a product that names them, and pharmacistTag its part of
	// the tag: most calls of a shop ask for a product. Empty for nobody.
	pharmacistMember []byte
	pharmacistTag    string
}

var _ page.Source = (*Reads)(nil)

// NewReads reads from the catalogue, the search and the content pages. Any of them may be nil as long as nobody
// reads from it.
func NewReads(catalogue Catalogue, finder Finder, pages *content.Service) *Reads {
	return &Reads{catalogue: catalogue, finder: finder, content: pages}
}

// SetPharmacist names the numbers at which shoppers ask a pharmacist, and when somebody answers; what is empty is not
// shown. It is called before anything is read.
func (rd *Reads) SetPharmacist(phone, whatsApp string, hours []stores.Opening) {
	given := func(number string) *string {
		if number == "" {
			return nil
		}
		return &number
	}
	rd.pharmacist, rd.pharmacistMember, rd.pharmacistTag = nil, nil, ""
	if phone != "" || whatsApp != "" || len(hours) > 0 {
		rd.pharmacist = &wire.Pharmacist{
			Phone: given(phone), Whatsapp: given(whatsApp), OpeningHours: toHours(hours),
		}
		body := encoded(rd.pharmacist)
		rd.pharmacistMember = append([]byte(`,"pharmacist":`), body...)
		rd.pharmacistTag = serve.ContentTag(body)[:8]
	}
}

// SetAdvice names where the advice of concerns comes from. It is called before anything is read.
func (rd *Reads) SetAdvice(advice *concerns.AdviceTexts) { rd.advice = advice }

// listFunc finds the page of one list. What the filter says about the list itself is ignored.
type listFunc func(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error)

// list finds a page of a list as it is now.
func (rd *Reads) list(find listFunc, f catalog.Filter) (catalog.Page, error) {
	return find(rd.catalogue.Snapshot(), f)
}

func allProducts(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
	if f.Category != "" {
		category := f.Category
		f.Category = ""
		return s.Category(category, f), nil
	}
	return s.All(f), nil
}

func discountedProducts(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
	return s.Discounted(f), nil
}

func categoryProducts(key string) listFunc {
	return func(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
		if !catalog.IsCategory(key) {
			return catalog.Page{}, apperr.New(apperr.CategoryNotFound)
		}
		f.Category = ""
		return s.Category(key, f), nil
	}
}

func brandProducts(brand string) listFunc {
	return func(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
		if err := knownBrand(s, brand); err != nil {
			return catalog.Page{}, err
		}
		f.Brands = nil
		return s.Brand(brand, f), nil
	}
}

func concernProducts(key string) listFunc {
	return func(s *catalog.Snapshot, f catalog.Filter) (catalog.Page, error) {
		if err := knownConcern(key); err != nil {
			return catalog.Page{}, err
		}
		f.Concern = ""
		return s.Concern(key, f), nil
	}
}

func knownConcern(key string) error {
	if !contract.Concerns().Carries(key) {
		return apperr.New(apperr.NotFound)
	}
	return nil
}

// knownBrand refuses brands that no product has and that are not among the shop's own.
func knownBrand(s *catalog.Snapshot, brand string) error {
	if !s.HasBrand(brand) && !slices.Contains(catalog.Brands(), brand) {
		return apperr.New(apperr.BrandNotFound)
	}
	return nil
}

// topDiscounts are the products with the highest discounts, for Home.
func (rd *Reads) topDiscounts() catalog.Page {
	return rd.catalogue.Snapshot().Discounted(catalog.Filter{Sort: catalog.SortDiscount, Limit: page.HomeDiscounts})
}

// facetsOf counts what a list can be narrowed by.
func (rd *Reads) facetsOf(scope catalog.Scope) (page.Encoded, error) {
	snapshot := rd.catalogue.Snapshot()
	if scope.Brand != "" {
		if err := knownBrand(snapshot, scope.Brand); err != nil {
			return page.Encoded{}, err
		}
	}
	return rd.facets.get(snapshot, scope)
}

// search finds products by what was typed.
func (rd *Reads) search(words string) search.Result { return rd.finder.Index().Search(words) }

// contentPage reads a page that the shop words itself, as the API answers it.
func (rd *Reads) contentPage(ctx context.Context, name string) (page.Encoded, error) {
	p, err := rd.content.Get(ctx, name)
	if err != nil {
		return page.Encoded{}, err
	}
	return encode(toContentAnswer(p)), nil
}

// Home is the data of Home.
func (rd *Reads) Home(_ context.Context, lang text.Lang) (page.HomeData, error) {
	newest, err := rd.list(allProducts, catalog.Filter{Lang: lang, Limit: page.HomeProducts})
	return page.HomeData{Newest: newest, Discounted: rd.topDiscounts()}, err
}

// Category is the data of a category's page. Code: CategoryNotFound.
func (rd *Reads) Category(
	_ context.Context, lang text.Lang, key string, q page.ListQuery,
) (page.ListData, error) {
	return rd.listData(lang, q, categoryProducts(key), catalog.Scope{Category: key})
}

// Brand is the data of a brand's page. Code: BrandNotFound.
func (rd *Reads) Brand(_ context.Context, lang text.Lang, key string, q page.ListQuery) (page.ListData, error) {
	brand := catalog.BrandKey(key)
	return rd.listData(lang, q, brandProducts(brand), catalog.Scope{Brand: brand})
}

// Concern is the data of a concern's page. Code: NotFound.
func (rd *Reads) Concern(_ context.Context, lang text.Lang, key string, q page.ListQuery) (page.ListData, error) {
	out, err := rd.listData(lang, q, concernProducts(key), catalog.Scope{Concern: key})
	out.Note.Concern = rd.encodedConcernText(key)
	return out, err
}

// Discounts is the data of the page of discounts.
func (rd *Reads) Discounts(_ context.Context, lang text.Lang, q page.ListQuery) (page.ListData, error) {
	return rd.listData(lang, q, discountedProducts, catalog.Scope{Discounted: true})
}

// listData is the data of a list's page. A list that does not exist is an error; an invalid query leaves the
// products out.
func (rd *Reads) listData(
	lang text.Lang, q page.ListQuery, find listFunc, scope catalog.Scope,
) (page.ListData, error) {
	if _, err := rd.list(find, catalog.Filter{}); err != nil {
		return page.ListData{}, err
	}
	facets, err := rd.facetsOf(scope)
	if err != nil {
		return page.ListData{}, err
	}
	out := page.ListData{Facets: facets}
	if f, err := pageFilter(lang, q); err == nil {
		list, err := rd.list(find, f)
		if err != nil {
			return page.ListData{}, err
		}
		out.Products = &list
	}
	return out, nil
}

// Search is the data of the page of search results. Code: BadQuery.
func (rd *Reads) Search(
	_ context.Context, lang text.Lang, words string, q page.ListQuery,
) (page.ListData, error) {
	if q.Sort == sortRelevance {
		q.Sort = ""
	}
	result := rd.search(words)
	out := page.ListData{Facets: encode(toFacets(result.Facets(catalog.Scope{})))}
	if f, err := pageFilter(lang, q); err == nil {
		list := result.Page(f)
		out.Products = &list
	}
	out.Note = page.ListNote{
		Match: string(result.Match), Concern: rd.encodedConcernText(result.Concern),
		NotSold: rd.encodedConcernText(result.NotSold), ShowingFor: result.ShowingFor(),
	}
	return out, nil
}

// Product is the data of a product's page. Code: ProductNotFound.
func (rd *Reads) Product(_ context.Context, lang text.Lang, id string) (page.ProductData, error) {
	snapshot := rd.catalogue.Snapshot()
	item, ok := snapshot.Product(id)
	if !ok {
		return page.ProductData{}, apperr.New(apperr.ProductNotFound)
	}
	out := page.ProductData{
		Item: item, Description: descriptionOf(item),
		Answer: page.Encoded{Body: rd.appendProductAnswer(nil, item, false), Tag: rd.productTag(item)},
	}
	if catalog.IsCategory(item.Category) {
		others := snapshot.Category(item.Category, catalog.Filter{Lang: lang, Limit: contract.Shop().Lists.PageSize})
		out.Category = &others
	}
	return out, nil
}

// Content is the data of a page that the shop words itself. Code: NotFound.
func (rd *Reads) Content(ctx context.Context, _ text.Lang, name string) (page.ContentData, error) {
	answer, err := rd.contentPage(ctx, name)
	return page.ContentData{Answer: answer}, err
}

// pageFilter reads the query of a page by the same rules as the query of a list call.
func pageFilter(lang text.Lang, q page.ListQuery) (catalog.Filter, error) {
	query := url.Values{"limit": {strconv.Itoa(contract.Shop().Lists.PageSize)}}
	for name, value := range map[string]string{
		"page": q.Page, "brands": q.Brands, "min_price": q.MinPrice, "max_price": q.MaxPrice, "sort": q.Sort,
		"concern": q.Concern, "form": q.Form, "suits": q.Suits, "in_stock": q.InStock, "category": q.Category,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if err := readableValues(query); err != nil {
		return catalog.Filter{}, err
	}
	return readListQuery(lang, query, contract.Shop().Lists.PageSize)
}

// readListQuery reads what every list can be asked. A limit of 0 lists no products, only their number.
func readListQuery(lang text.Lang, query url.Values, limit int) (catalog.Filter, error) {
	f, err := readFilter(lang, query)
	if err != nil {
		return f, err
	}
	if f.Category, err = readCategory(query); err != nil {
		return f, err
	}
	if limit > 0 {
		f.Limit, f.Offset, err = readPage(query, limit, contract.Shop().Lists.LimitMax)
	}
	return f, err
}

// wholeListMax bounds the lists that are answered whole.
const wholeListMax = 500

// wholeUnlessPaged makes a list whole when the query has neither page nor limit.
func wholeUnlessPaged(query url.Values, f *catalog.Filter) {
	if !query.Has("page") && !query.Has("limit") {
		f.Limit = wholeListMax
	}
}
