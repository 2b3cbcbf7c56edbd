package page

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"

	"dawa/contract"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// writeMetadata writes what search engines and messengers read: the page's address in each language, how it looks
// when it is shared, and what it is about.
func (s *Site) writeMetadata(w *writer, a address, v view) {
	if !listed(a, v) {
		w.put(`<meta name="robots" content="noindex">`)
		return
	}
	page := s.canonical(a)
	own := page
	if a.explicitLang {
		own = inLanguage(page, a.lang)
	}
	w.put(`<link rel="canonical" href="`, html.EscapeString(own), `">`)
	for _, lang := range text.Langs() {
		w.put(`<link rel="alternate" hreflang="`, lang.Tag(), `" href="`,
			html.EscapeString(inLanguage(page, lang)), `">`)
	}
	w.put(`<link rel="alternate" hreflang="x-default" href="`, html.EscapeString(page), `">`)

	w.meta("property", "og:site_name", s.texts.T(a.lang, "common.site_name", nil))
	w.meta("property", "og:title", v.title)
	w.meta("property", "og:description", v.description)
	w.meta("property", "og:url", own)
	w.meta("property", "og:type", ogType(a.route))
	for _, lang := range text.Langs() {
		name := "og:locale"
		if lang != a.lang {
			name = "og:locale:alternate"
		}
		w.meta("property", name, locales[lang])
	}
	switch {
	case v.picture != "":
		w.meta("property", "og:image", s.baseURL+v.picture)
	case s.built.picture != "":
		w.meta("property", "og:image", s.baseURL+s.built.picture)
	}
	w.meta("name", "twitter:card", "summary")
	for _, item := range v.structured {
		if raw, err := json.Marshal(item); err == nil {
			w.put(`<script type="application/ld+json">`, string(escapeForScript(raw)), `</script>`)
		}
	}
}

func ogType(route *Route) string {
	if route.Path == productPath {
		return "product"
	}
	return "website"
}

// canonical is the address under which a page is known: without what merely narrows
// or sorts it.
func (s *Site) canonical(a address) string {
	address := s.baseURL + a.path
	if page := a.query.Get("page"); page != "" && page != "1" && a.search != "" {
		address += "?page=" + component(page)
	}
	return address
}

// inLanguage is the address of a page in a language, whatever the reader's cookie.
func inLanguage(address string, lang text.Lang) string {
	sign := "?"
	if strings.Contains(address, "?") {
		sign = "&"
	}
	return address + sign + languageParameter + "=" + lang.Tag()
}

const schema = "https://schema.org"

// thing is something as schema.org describes it.
type thing map[string]any

// crumb is a step of the way to a page.
type crumb struct{ name, path string }

// breadcrumbs is the way to a page, as the breadcrumb on it shows.
func (s *Site) breadcrumbs(crumbs ...crumb) thing {
	items := make([]thing, len(crumbs))
	for i, c := range crumbs {
		items[i] = thing{"@type": "ListItem", "position": i + 1, "name": c.name, "item": s.baseURL + c.path}
	}
	return thing{"@context": schema, "@type": "BreadcrumbList", "itemListElement": items}
}

// shopFacts tell who the shop is and how it is searched.
func (s *Site) shopFacts(lang text.Lang) []any {
	name := s.texts.T(lang, "common.site_name", nil)
	organization := thing{"@context": schema, "@type": "Organization", "name": name, "url": s.baseURL + "/"}
	if s.built.picture != "" {
		organization["logo"] = s.baseURL + s.built.picture
	}
	return []any{organization, thing{
		"@context": schema, "@type": "WebSite", "name": name, "url": s.baseURL + "/",
		"inLanguage": []string{text.English.Tag(), text.Arabic.Tag()},
		"potentialAction": thing{
			"@type": "SearchAction",
			"target": thing{
				"@type": "EntryPoint", "urlTemplate": s.baseURL + "/search-results?q={search_term_string}",
			},
			"query-input": "required name=search_term_string",
		},
	}}
}

// pictures are the largest renditions of a product's pictures.
func pictures(it *catalog.Item) []string {
	out := make([]string, len(it.Images))
	for i, image := range it.Images {
		out[i] = media.URL(image.Hash, 800)
	}
	return out
}

// productFacts describe a product with its offer, and the way to it.
func (s *Site) productFacts(lang text.Lang, p *catalog.Item, name, description string) []any {
	path := "/product/" + component(p.ID)
	availability := schema + "/InStock"
	if !p.InStock() {
		availability = schema + "/OutOfStock"
	}
	product := thing{
		"@context": schema, "@type": "Product", "name": name, "description": description, "sku": p.Code,
		"url": s.baseURL + path, "brand": thing{"@type": "Brand", "name": s.brandName(lang, p.Brand)},
		"offers": thing{
			"@type": "Offer", "url": s.baseURL + path,
			"price": p.Discounted, "priceCurrency": contract.Shop().Currency.Code,
			"availability": availability, "itemCondition": schema + "/NewCondition",
		},
	}
	if paths := pictures(p); len(paths) > 0 {
		images := make([]string, len(paths))
		for i, path := range paths {
			images[i] = s.baseURL + path
		}
		product["image"] = images
	}
	crumbs := []crumb{s.homeCrumb(lang)}
	if contract.Shop().IsCategory(p.Category) {
		label := s.texts.T(lang, "category."+p.Category, nil)
		product["category"] = label
		crumbs = append(crumbs, crumb{label, "/product/category/" + url.PathEscape(p.Category)})
	}
	return []any{product, s.breadcrumbs(append(crumbs, crumb{name, path})...)}
}

func (s *Site) homeCrumb(lang text.Lang) crumb {
	return crumb{s.texts.T(lang, "nav.home", nil), "/"}
}
