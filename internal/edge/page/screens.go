package page

import (
	"strconv"
	"strings"
	"unicode"

	"dawa/contract"
	"dawa/internal/base/text"
)

// How many products Home's carousels hold: the first, and the one of discounts, which is further down.
const (
	HomeProducts  = 12
	HomeDiscounts = 24
)

// descriptionLength is how much of a product's description search engines show.
const descriptionLength = 160

// home shows its two carousels.
func (s *Site) home(r *request) screen {
	got, err := s.source.Home(r, r.lang)
	if err != nil {
		return screen{found: true, refused: true}
	}
	out := screen{found: true, structured: s.shopFacts(r.lang)}
	out.addList("/api/product/all?limit="+strconv.Itoa(HomeProducts), &got.Newest, ListNote{})
	out.addList("/api/product/discounted-products-home", &got.Discounted, ListNote{})
	return out
}

func (s *Site) category(r *request) screen {
	key := r.values["category"]
	got, err := s.source.Category(r, r.lang, key, r.list())
	if err != nil {
		return screen{found: !notFound(err), refused: true}
	}
	out := screen{found: true, name: s.texts.T(r.lang, "category."+key, nil)}
	out.structured = []any{s.breadcrumbs(s.homeCrumb(r.lang), crumb{out.name, "/product/category/" + key})}
	out.addList("/api/product/category/"+key+r.list().apiQuery(), got.Products, got.Note)
	out.add("/api/product/facets?category="+key, got.Facets)
	return out
}

func (s *Site) brand(r *request) screen {
	brand := r.values["brand"]
	got, err := s.source.Brand(r, r.lang, brand, r.list())
	if err != nil {
		return screen{found: !notFound(err), refused: true, name: s.brandName(r.lang, brand)}
	}
	out := screen{found: true, name: s.brandName(r.lang, brand)}
	out.structured = []any{s.breadcrumbs(s.homeCrumb(r.lang), crumb{out.name, "/brand/" + component(brand)})}
	out.addList("/api/brand/"+component(brand)+r.list().apiQuery(), got.Products, got.Note)
	out.add("/api/product/facets?brand="+component(brand), got.Facets)
	return out
}

func (s *Site) discounts(r *request) screen {
	got, err := s.source.Discounts(r, r.lang, r.list())
	if err != nil {
		return screen{found: true, refused: true}
	}
	out := screen{found: true}
	out.structured = []any{s.breadcrumbs(
		s.homeCrumb(r.lang), crumb{s.texts.T(r.lang, "page.discounts", nil), "/product/discounts"},
	)}
	out.addList("/api/product/discounted-products-page"+r.list().apiQuery(), got.Products, got.Note)
	out.add("/api/product/facets?discounted=true", got.Facets)
	return out
}

// concern shows what serves a concern.
func (s *Site) concern(r *request) screen {
	key := r.values["key"]
	got, err := s.source.Concern(r, r.lang, key, r.list())
	if err != nil {
		return screen{found: !notFound(err), refused: true}
	}
	out := screen{found: true, name: concernName(r.lang, key)}
	out.structured = []any{s.breadcrumbs(s.homeCrumb(r.lang), crumb{out.name, "/concern/" + component(key)})}
	out.addList("/api/concern/"+component(key)+r.list().apiQuery(), got.Products, got.Note)
	out.add("/api/product/facets?concern="+component(key), got.Facets)
	return out
}

// concernName is what a concern is called; "" when there is none with this key.
func concernName(lang text.Lang, key string) string {
	var label contract.Label
	if c, ok := contract.Concerns().Concern(key); ok {
		label = c.Label
	} else if n, ok := contract.Concerns().NotSoldEntry(key); ok {
		label = n.Label
	}
	return text.Pair{English: label.English, Arabic: label.Arabic}.In(lang)
}

func (s *Site) product(r *request) screen {
	got, err := s.source.Product(r, r.lang, r.values["id"])
	if err != nil {
		return screen{found: !notFound(err), refused: true}
	}
	out := screen{found: true, name: got.Item.Name.In(r.lang)}
	out.description = shorten(got.Description.In(r.lang), descriptionLength)
	out.structured = s.productFacts(r.lang, got.Item, out.name, out.description)
	if pictures := pictures(got.Item); len(pictures) > 0 {
		out.picture = pictures[0]
	}
	out.add("/api/product/"+component(r.values["id"]), got.Answer)
	out.items = append(out.items, got.Item)
	if got.Category != nil {
		// The carousel of others beneath it.
		out.addList("/api/product/category/"+got.Item.Category+ListQuery{}.apiQuery(), got.Category, ListNote{})
	}
	return out
}

// search shows what was found and what it can be narrowed by. An address without words searches for nothing.
func (s *Site) search(r *request) screen {
	words := []rune(strings.TrimSpace(r.query.Get("q")))
	if len(words) == 0 {
		return screen{found: true}
	}
	query := string(words[:min(len(words), contract.Shop().Search.QueryMax)])
	got, err := s.source.Search(r, r.lang, query, r.list())
	if err != nil {
		return screen{found: true, refused: true}
	}
	out := screen{found: true}
	rest := strings.TrimPrefix(r.list().apiQuery(), "?")
	out.addList("/api/search?name="+component(query)+"&"+rest, got.Products, got.Note)
	out.add("/api/product/facets?name="+component(query), got.Facets)
	return out
}

func (s *Site) privacy(r *request) screen { return s.content(r, "privacy") }
func (s *Site) terms(r *request) screen   { return s.content(r, "terms") }

// content shows a text that the shop words itself.
func (s *Site) content(r *request, name string) screen {
	got, err := s.source.Content(r, r.lang, name)
	if err != nil {
		return screen{found: true, refused: true}
	}
	out := screen{found: true}
	out.add("/api/notice/"+name, got.Answer)
	return out
}

// apiQuery is the query of the API's list call: page and limit always, then what narrows the list, in this order
// and only when it is there.
func (q ListQuery) apiQuery() string {
	page := q.Page
	if page == "" {
		page = "1"
	}
	var b strings.Builder
	b.WriteString("?page=" + component(page) + "&limit=" + strconv.Itoa(contract.Shop().Lists.PageSize))
	for _, p := range []struct{ name, value string }{
		{"brands", q.Brands}, {"min_price", q.MinPrice}, {"max_price", q.MaxPrice}, {"sort", q.Sort},
		{"concern", q.Concern}, {"form", q.Form}, {"suits", q.Suits}, {"in_stock", q.InStock}, {"category", q.Category},
	} {
		if p.value != "" {
			b.WriteString("&" + p.name + "=" + component(p.value))
		}
	}
	return b.String()
}

// component writes a value as JavaScript's encodeURIComponent does, so that both
// sides spell a path alike.
func component(value string) string {
	const plain = "-_.!~*'()"
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const hex = "0123456789ABCDEF"
		b.Write([]byte{'%', hex[c>>4], hex[c&15]})
	}
	return b.String()
}

// brandName is a brand as the shop writes it; makers without a name by their key, capitalised.
func (s *Site) brandName(lang text.Lang, brand string) string {
	if key := "brand." + strings.NewReplacer(" ", "_", "-", "_").Replace(brand); s.texts.Has(key) {
		return s.texts.T(lang, key, nil)
	}
	start := true
	return strings.Map(func(r rune) rune {
		first := start
		start = unicode.IsSpace(r) || r == '-'
		if first {
			return unicode.ToUpper(r)
		}
		return r
	}, brand)
}

// shorten cuts a text at a word.
func shorten(s string, limit int) string {
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) <= limit {
		return string(runes)
	}
	cut := limit
	for cut > limit/2 && !unicode.IsSpace(runes[cut]) {
		cut--
	}
	return strings.TrimRight(string(runes[:cut]), " ،,.;:") + "…"
}
