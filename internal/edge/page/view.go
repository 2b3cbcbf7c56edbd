package page

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"net/http"
	"net/url"

	"dawa/contract"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// request is what a screen's data is read for.
type request struct {
	context.Context
	lang   text.Lang
	values map[string]string // parts of the path
	query  url.Values
}

// list is the part of the query that narrows, sorts and pages a list.
func (r *request) list() ListQuery {
	return ListQuery{
		Page: r.query.Get("page"), Brands: r.query.Get("brands"), MinPrice: r.query.Get("min_price"),
		MaxPrice: r.query.Get("max_price"), Sort: r.query.Get("sort"), Concern: r.query.Get("concern"),
		Form: r.query.Get("form"), Suits: r.query.Get("suits"), InStock: r.query.Get("in_stock"),
		Category: r.query.Get("category"),
	}
}

// view is one page before it is written.
type view struct {
	status      int
	title       string
	description string
	// picture is the path of a picture of what the page shows, or "".
	picture string
	// structured is what the page tells search engines, as schema.org names it.
	structured []any
	answers    []answer
	// rate is the tag of the exchange rate that stands beside every price.
	rate string
	// items are the products on the page.
	items []*catalog.Item
	// rendered says that the server renders the screen, cacheable that the document is worth caching.
	rendered, cacheable bool
}

// screen is what a route's data function found.
type screen struct {
	// found is false when the thing that the address names does not exist.
	found bool
	// refused says that some of the data could not be read: the browser calls the API and shows why.
	refused bool
	// name is the title and fills {name} in the description.
	name string
	// description replaces the one from the message catalogue.
	description string
	picture     string
	structured  []any
	answers     []answer
	items       []*catalog.Item
}

// addList adds a list of products to the page.
func (s *screen) addList(path string, list *catalog.Page, note ListNote) {
	if list == nil {
		s.refused = true
		return
	}
	s.answers = append(s.answers, answer{path: path, list: list, note: note})
	s.items = append(s.items, list.Items...)
}

// add adds an encoded answer to the page.
func (s *screen) add(path string, encoded Encoded) {
	s.answers = append(s.answers, answer{path: path, encoded: encoded})
}

func (s *Site) view(ctx context.Context, a address) view {
	v := view{status: http.StatusOK}
	if !a.known {
		v.status = http.StatusNotFound
	}
	var got screen
	hasData := a.route.data != nil && s.source != nil
	if hasData {
		got = a.route.data(s, &request{Context: ctx, lang: a.lang, values: a.values, query: a.query})
		if !got.found {
			v.status = http.StatusNotFound
		}
	}
	v.answers, v.items = got.answers, got.items
	if s.rate != nil {
		if rate := s.rate(); rate != nil {
			v.answers, v.rate = append(v.answers, answer{path: ratePath, encoded: *rate}), rate.Tag
		}
	}
	v.title, v.description = s.head(a.lang, a.route, got, hasData)
	v.picture, v.structured = got.picture, got.structured
	// Addresses that name nothing are not worth an engine's time or a place in the cache.
	v.cacheable = !got.refused && (got.found || !hasData)
	v.rendered = a.route.Rendered && v.cacheable
	return v
}

// ratePath is the call that answers the exchange rate.
const ratePath = "/api/rate"

// head chooses title and description, as the frontend does when one moves on from page to page. A thing that was
// not found has no name to put there.
func (s *Site) head(lang text.Lang, route *Route, got screen, hasData bool) (title, description string) {
	title = s.texts.T(lang, route.Title, nil)
	switch {
	case hasData && !got.found:
		title = s.texts.T(lang, missing.Title, nil)
	case got.name != "":
		title = got.name
	}
	description = got.description
	if key := route.Title + "_description"; description == "" && s.texts.Has(key) {
		description = s.texts.T(lang, key, map[string]any{"name": title})
	}
	if description == "" {
		description = s.texts.T(lang, "page.home_description", nil)
	}
	shop := s.texts.T(lang, "common.site_name", nil)
	if route.Path == "/" {
		return shop + " · " + s.texts.T(lang, "common.tagline", nil), description
	}
	return title + " · " + shop, description
}

// digest identifies a state of a page. It is SHA-256, because parts of a page are written by people who may want
// two pages to have the same one.
type digest [sha256.Size]byte

// content is the digest of everything in the page, made of the tags of its data rather than of their bytes.
func (v *view) content() digest {
	var b []byte
	b = binary.AppendVarint(b, int64(v.status))
	for _, part := range []string{v.title, v.description, v.picture} {
		b = appendPart(b, part)
	}
	for _, a := range v.answers {
		b = appendPart(appendPart(b, a.path), a.tag())
	}
	return sha256.Sum256(b)
}

// products is the digest of what the page says about prices and stock. Above the most that an order holds, one
// piece more or less changes nothing on the screen.
func (v *view) products() digest {
	maxQuantity := contract.Shop().Quantity.Max
	b := binary.AppendVarint(make([]byte, 0, 64*(len(v.items)+1)), int64(v.status))
	b = appendPart(b, v.rate)
	for _, it := range v.items {
		b = appendPart(b, it.ID)
		for _, n := range []int64{
			int64(it.Price), int64(it.Discount), int64(it.Discounted), int64(it.MaxPerOrder),
			int64(min(it.Stock, maxQuantity)),
		} {
			b = binary.AppendVarint(b, n)
		}
	}
	return sha256.Sum256(b)
}

// appendPart writes a text with its length, so that no two lists of parts read the same.
func appendPart(to []byte, s string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(s))), s...)
}
