package page

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"dawa/contract"
	"dawa/internal/base/text"
)

// shelf is how many products Home's first carousel holds.
const shelf = 24

// descriptionLength is how much of a product's description search engines show.
const descriptionLength = 160

// home needs its two carousels.
func (s *Site) home(r *request) answer {
	a := answer{found: true, facts: s.shopFacts(r.lang)}
	s.ask(r, &a, "/api/product/all?limit="+strconv.Itoa(shelf))
	s.ask(r, &a, "/api/product/discounted-products-home")
	return a
}

func (s *Site) category(r *request) answer {
	category := r.values["category"]
	if !contract.Shop().IsCategory(category) {
		return answer{}
	}
	a := answer{found: true, name: s.texts.T(r.lang, "category."+category, nil)}
	a.facts = []any{s.trail(s.homeCrumb(r.lang), crumb{a.name, "/product/category/" + category})}
	s.ask(r, &a, "/api/product/category/"+category+listQuery(r.query))
	s.ask(r, &a, "/api/product/facets?category="+category)
	return a
}

func (s *Site) brand(r *request) answer {
	brand := r.values["brand"]
	path := "/api/brand/" + component(brand) + listQuery(r.query)
	a := answer{name: s.brandName(r.lang, brand)}
	if s.ask(r, &a, path) == http.StatusNotFound {
		return answer{}
	}
	a.found = true
	a.facts = []any{s.trail(s.homeCrumb(r.lang), crumb{a.name, "/brand/" + component(brand)})}
	s.ask(r, &a, "/api/product/facets?brand="+component(brand))
	return a
}

func (s *Site) discounts(r *request) answer {
	a := answer{found: true}
	a.facts = []any{s.trail(s.homeCrumb(r.lang), crumb{s.texts.T(r.lang, "page.discounts", nil), "/product/discounts"})}
	s.ask(r, &a, "/api/product/discounted-products-page"+listQuery(r.query))
	s.ask(r, &a, "/api/product/facets?discounted=true")
	return a
}

func (s *Site) product(r *request) answer {
	a := answer{}
	if s.ask(r, &a, "/api/product/"+component(r.values["id"])) != http.StatusOK {
		return answer{}
	}
	var detail struct {
		Product wireProduct `json:"product"`
	}
	if err := json.Unmarshal(a.answers[0].Body, &detail); err != nil {
		return answer{}
	}
	p := detail.Product
	a.found = true
	a.name = text.Pair{English: p.EnglishName, Arabic: p.ArabicName}.In(r.lang)
	a.description = shorten(text.Pair{English: p.EnglishDescription, Arabic: p.ArabicDescription}.In(r.lang), descriptionLength)
	a.facts = s.productFacts(r.lang, p, a.name, a.description)
	if pictures := p.pictures(); len(pictures) > 0 {
		a.picture = pictures[0]
	}
	if contract.Shop().IsCategory(p.Category) {
		// The shelf of others beneath it.
		s.ask(r, &a, "/api/product/category/"+p.Category+listQuery(nil))
	}
	return a
}

// search needs what is found and what it can be narrowed by. An address without a
// question asks for nothing.
func (s *Site) search(r *request) answer {
	a := answer{found: true}
	name := []rune(strings.TrimSpace(r.query.Get("q")))
	if len(name) == 0 {
		return a
	}
	asked := component(string(name[:min(len(name), contract.Shop().Search.QueryMax)]))
	s.ask(r, &a, "/api/search?name="+asked+"&"+strings.TrimPrefix(listQuery(r.query), "?"))
	s.ask(r, &a, "/api/product/facets?name="+asked)
	return a
}

func (s *Site) privacy(r *request) answer { return s.notice(r, "privacy") }
func (s *Site) terms(r *request) answer   { return s.notice(r, "terms") }

// notice needs the text that the shop words itself.
func (s *Site) notice(r *request, name string) answer {
	a := answer{found: true}
	s.ask(r, &a, "/api/notice/"+name)
	return a
}

// ask adds the answer of a call to the page. What cannot be answered is left to the
// browser, which will ask again and show why.
func (s *Site) ask(r *request, a *answer, path string) int {
	got := s.calls.Answer(r, r.lang, path)
	if got.Status == http.StatusOK {
		a.answers = append(a.answers, served{path: path, Answer: got})
	} else {
		a.refused = true
	}
	return got.Status
}

// listQuery is the query of a list call for the query of a page: page and limit
// always, then what narrows the list, in this order and only when it is there.
func listQuery(query url.Values) string {
	page := query.Get("page")
	if page == "" {
		page = "1"
	}
	var b strings.Builder
	b.WriteString("?page=" + component(page) + "&limit=" + strconv.Itoa(contract.Shop().Lists.PageSize))
	for _, name := range []string{"brands", "min_price", "max_price", "sort", "category"} {
		if value := query.Get(name); value != "" {
			b.WriteString("&" + name + "=" + component(value))
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
