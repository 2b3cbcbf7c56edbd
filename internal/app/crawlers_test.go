package app

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// fetch gets an address as a crawler does: without a cookie.
func (s *stock) fetch(address string) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		s.t.Fatal(err)
	}
	return res, string(body)
}

func TestSitemap_ListsEveryPublicPage(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	if _, err := s.service.Create(t.Context(), &catalog.Product{
		ID: "cooler", Code: "COOLER", Name: text.Pair{English: "Cooler", Arabic: "مبرد"},
		Description: text.Pair{English: "It cools.", Arabic: "يبرّد."}, Brand: "dove", Category: "colds", Price: 100,
		Status: catalog.Approved, Regulation: regulation.None, Concerns: []string{"fever"},
		Images: []catalog.Image{{Hash: strings.Repeat("b2", 16)}},
	}); err != nil {
		t.Fatal(err)
	}
	_, robots := s.fetch(s.base + "/robots.txt")
	_, index, ok := strings.Cut(strings.TrimSpace(robots), "Sitemap: ")
	if !ok || !strings.Contains(robots, "Disallow: /api/\n") || strings.Contains(robots, "Disallow: /search-results") {
		t.Fatalf("robots.txt says %s", robots)
	}
	res, body := s.fetch(index)
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "application/xml; charset=utf-8" {
		t.Fatalf("%s: %d %s", index, res.StatusCode, res.Header.Get("Content-Type"))
	}
	var parts struct {
		Parts []struct {
			Loc string `xml:"loc"`
		} `xml:"sitemap"`
	}
	if err := xml.Unmarshal([]byte(body), &parts); err != nil || len(parts.Parts) != 2 {
		t.Fatalf("%v: %s", err, body)
	}
	pages := map[string]bool{}
	for _, part := range parts.Parts {
		_, body := s.fetch(part.Loc)
		var set struct {
			Pages []struct {
				Loc   string `xml:"loc"`
				Links []struct {
					Lang string `xml:"hreflang,attr"`
					Href string `xml:"href,attr"`
				} `xml:"link"`
			} `xml:"url"`
		}
		if err := xml.Unmarshal([]byte(body), &set); err != nil {
			t.Fatalf("%s: %v", part.Loc, err)
		}
		for _, page := range set.Pages {
			address, err := url.Parse(page.Loc)
			if err != nil {
				t.Fatal(err)
			}
			pages[address.EscapedPath()] = true
			if len(page.Links) != 3 || page.Links[1].Lang != "ar" || page.Links[1].Href != page.Loc+"?lang=ar" {
				t.Errorf("%s is in other languages at %v", page.Loc, page.Links)
			}
		}
	}
	for _, want := range []string{
		"/", "/product/discounts", "/about", "/product/category/vitamins", "/brand/head%20and%20shoulders",
		"/product/item-07", "/product/item-39", "/concern/fever",
	} {
		if !pages[want] {
			t.Errorf("%s is not in the sitemap", want)
		}
	}
	for _, not := range []string{"/product/secret", "/search-results", "/user/cart", "/addstore", "/concern/lice"} {
		if pages[not] {
			t.Errorf("%s is in the sitemap", not)
		}
	}
	if res, _ := s.fetch(s.base + "/sitemap/products-9.xml"); res.StatusCode != http.StatusNotFound &&
		!strings.HasPrefix(res.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("a part that does not exist is %d", res.StatusCode)
	}
}

// facts are what a page tells machines: its JSON-LD blocks, by type.
func facts(t *testing.T, body string) map[string]map[string]any {
	t.Helper()
	found := map[string]map[string]any{}
	for _, rest := range strings.Split(body, `<script type="application/ld+json">`)[1:] {
		raw, _, _ := strings.Cut(rest, "</script>")
		var fact map[string]any
		if err := json.Unmarshal([]byte(raw), &fact); err != nil {
			t.Fatalf("%v in %s", err, raw)
		}
		if fact["@context"] != "https://schema.org" {
			t.Errorf("%s is not of schema.org", raw)
		}
		found[fact["@type"].(string)] = fact
	}
	return found
}

func TestPages_CarryStructuredData(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	open := documents(t, s)
	read := func(path, language string) string {
		doc, _ := open(path, language)
		return string(doc.Body)
	}

	home := facts(t, read("/", "english"))
	if home["Organization"]["name"] != "Dawa" {
		t.Errorf("Home tells %v", home)
	}
	action, _ := home["WebSite"]["potentialAction"].(map[string]any)
	target, _ := action["target"].(map[string]any)
	if target["urlTemplate"] != s.base+"/search-results?q={search_term_string}" {
		t.Errorf("the search is told as %v", action)
	}

	product := facts(t, read("/product/item-07", "arabic"))
	offer, _ := product["Product"]["offers"].(map[string]any)
	if product["Product"]["name"] != "منتج 92" || product["Product"]["sku"] != "C-07" || offer["price"] != 8.0 ||
		offer["priceCurrency"] != "USD" || offer["availability"] != "https://schema.org/InStock" {
		t.Errorf("the product is told as %v", product["Product"])
	}
	steps, _ := product["BreadcrumbList"]["itemListElement"].([]any)
	if len(steps) != 3 || steps[1].(map[string]any)["item"] != s.base+"/product/category/vitamins" {
		t.Errorf("the way to it is told as %v", steps)
	}
	gone := facts(t, read("/product/item-00", "english"))
	soldOut := gone["Product"]["offers"].(map[string]any)
	if soldOut["availability"] != "https://schema.org/OutOfStock" {
		t.Errorf("what is sold out is told as %v", gone["Product"])
	}

	for path, canonical := range map[string]string{
		"/product/item-07/":                                   "/product/item-07",
		"/product/item-07?utm_source=x":                       "/product/item-07",
		"/product/item-07?lang=ar":                            "/product/item-07?lang=ar",
		"/product/category/vitamins?page=2&sort=name&lang=en": "/product/category/vitamins?page=2&lang=en",
		"/product/category/vitamins?page=1&brands=dove":       "/product/category/vitamins",
		"/brand/head%20and%20shoulders?max_price=5":           "/brand/head%20and%20shoulders",
	} {
		body := read(path, "english")
		want := `<link rel="canonical" href="` + strings.ReplaceAll(s.base+canonical, "&", "&amp;") + `">`
		if strings.Count(body, `rel="canonical"`) != 1 || !strings.Contains(body, want) {
			t.Errorf("%s lacks %s", path, want)
		}
		for _, lang := range []string{"en", "ar", "x-default"} {
			if strings.Count(body, `hreflang="`+lang+`"`) != 1 {
				t.Errorf("%s does not say where it is read in %s", path, lang)
			}
		}
		if strings.Contains(body, "noindex") {
			t.Errorf("%s wants no listing", path)
		}
	}
	for _, path := range []string{
		"/search-results?q=product", "/user/cart", "/user/login", "/order/1", "/admin", "/nowhere", "/product/nothing",
		"/resetpassword/u/t",
	} {
		body := read(path, "english")
		if !strings.Contains(body, `<meta name="robots" content="noindex">`) ||
			strings.Contains(body, `rel="canonical"`) || strings.Contains(body, "ld+json") {
			t.Errorf("%s wants to be listed", path)
		}
	}
}
