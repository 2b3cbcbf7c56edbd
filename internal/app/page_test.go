package app

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/text"
	"dawa/internal/domain/content"
	"dawa/internal/edge/httpapi"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/page"
)

// documents opens pages of a stocked shop with a small built frontend.
func documents(t *testing.T, s *stock) func(path, language string) (page.Document, pageData) {
	t.Helper()
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	site, err := page.New(page.Options{
		Texts: texts, BaseURL: s.base, Source: s.reads(),
		Assets: fstest.MapFS{
			".vite/manifest.json": {Data: []byte(`{"src/entry-client.tsx":{"file":"assets/js/entry.js"}}`)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return func(path, language string) (page.Document, pageData) {
		t.Helper()
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Cookie", "language="+language)
		doc, err := site.Document(r, "")
		if err != nil {
			t.Fatal(err)
		}
		_, rest, ok := strings.Cut(string(doc.Body), `<script type="application/json" id="page-data">`)
		raw, _, closed := strings.Cut(rest, "</script>")
		var data pageData
		if err := json.Unmarshal([]byte(raw), &data); !ok || !closed || err != nil {
			t.Fatalf("%s: page data %.200s: %v", path, raw, err)
		}
		return doc, data
	}
}

type pageData struct {
	NotFound bool
	Answers  map[string]struct {
		Body     json.RawMessage
		Total    *int
		MaxPrice *float64
		Match    string
		Concern  wire.ConcernText
		NotSold  wire.ConcernText
	}
}

func TestPageData_EqualsTheAnswersOfTheCalls(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	open := documents(t, s)
	for path, calls := range map[string][]string{
		"/":        {"/api/product/all?limit=12", "/api/product/discounted-products-home"},
		"/nowhere": {"/api/product/all?limit=12", "/api/product/discounted-products-home"},
		"/product/category/vitamins": {
			"/api/product/category/vitamins?page=1&limit=12", "/api/product/facets?category=vitamins",
		},
		"/product/category/vitamins?sort=name&page=2&brands=dove%2Chead%20and%20shoulders&other=1": {
			"/api/product/category/vitamins?page=2&limit=12&brands=dove%2Chead%20and%20shoulders&sort=name",
			"/api/product/facets?category=vitamins",
		},
		"/product/discounts/?max_price=9.5": {
			"/api/product/discounted-products-page?page=1&limit=12&max_price=9.5",
			"/api/product/facets?discounted=true",
		},
		"/brand/head%20and%20shoulders": {
			"/api/brand/head%20and%20shoulders?page=1&limit=12", "/api/product/facets?brand=head%20and%20shoulders",
		},
		"/concern/fever?sort=name": {
			"/api/concern/fever?page=1&limit=12&sort=name", "/api/product/facets?concern=fever",
		},
		"/product/category/vitamins?in_stock=1&suits=child&form=syrup&concern=fever": {
			"/api/product/category/vitamins?page=1&limit=12&concern=fever&form=syrup&suits=child&in_stock=1",
			"/api/product/facets?category=vitamins",
		},
		"/product/item-07": {"/api/product/item-07", "/api/product/category/vitamins?page=1&limit=12"},
		// Nonsense is left to the browser, which shows what the call says about it.
		"/product/category/vitamins?page=abc": {"/api/product/facets?category=vitamins"},
		"/user/cart":                          {},
	} {
		_, data := open(path, "english")
		if len(data.Answers) != len(calls) {
			t.Errorf("%s carries %d answers, want %v", path, len(data.Answers), calls)
		}
		for _, call := range calls {
			got, ok := data.Answers[call]
			if !ok {
				t.Errorf("%s does not carry %s", path, call)
				continue
			}
			res, body := s.get(call)
			if compact(t, body) != compact(t, got.Body) {
				t.Errorf("%s says something else than %s", path, call)
			}
			if total := res.Header.Get("X-Total-Count"); (total != "") != (got.Total != nil) {
				t.Errorf("%s: total of %s is %v, the header %q", path, call, got.Total, total)
			}
		}
	}
}

// compact makes two spellings of the same JSON equal.
func compact(t *testing.T, raw []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestPages_NameWhatTheyShowAndSayWhatDoesNotExist(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	open := documents(t, s)
	for _, c := range []struct {
		path, language, title string
		status                int
	}{
		{"/", "english", "Dawa · Your pharmacy, delivered", 200},
		{"/product/category/vitamins", "english", "Vitamins · Dawa", 200},
		{"/concern/fever", "english", "Fever · Dawa", 200},
		{"/concern/fever", "arabic", "حرارة · دواء", 200},
		{"/concern/nothing", "english", "Page not found · Dawa", 404},
		{"/product/category/vitamins", "arabic", "الفيتامينات · دواء", 200},
		{"/product/category/nothing", "english", "Page not found · Dawa", 404},
		{"/brand/head%20and%20shoulders", "english", "Head and Shoulders · Dawa", 200},
		{"/brand/small%20maker", "english", "Small Maker · Dawa", 200},
		{"/brand/advil", "english", "Advil · Dawa", 200},
		{"/brand/nobody", "english", "Page not found · Dawa", 404},
		{"/product/item-07", "english", "Product 07 · Dawa", 200},
		{"/product/item-07", "arabic", "منتج 92 · دواء", 200},
		{"/product/nothing", "english", "Page not found · Dawa", 404},
		{"/product/secret", "english", "Page not found · Dawa", 404},
		{"/nowhere", "english", "Page not found · Dawa", 404},
	} {
		doc, data := open(c.path, c.language)
		if doc.Status != c.status || data.NotFound != (c.status == 404) ||
			!strings.Contains(string(doc.Body), "<title>"+c.title+"</title>") {
			_, head, _ := strings.Cut(string(doc.Body), "<title>")
			t.Errorf("%s in %s: %d, title %.60s", c.path, c.language, doc.Status, head)
		}
	}
}

func TestPages_ProductTextsCannotBreakOutOfThePage(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	doc, _ := documents(t, s)("/product/item-07", "english")
	// The stock's descriptions hold </script><b>: neither the data nor the head may.
	if strings.Contains(string(doc.Body), "<b>") ||
		strings.Count(string(doc.Body), "</script>") != strings.Count(string(doc.Body), "<script") {
		t.Errorf("the page is broken open: %.1500s", doc.Body)
	}
	if !strings.Contains(string(doc.Body), `content="It helps &lt;/script&gt;&lt;b&gt;a lot&lt;/b&gt;."`) {
		t.Errorf("the description is not in the head")
	}
}

// reads is what the pages of the shop are made of.
func (s *stock) reads() *httpapi.Reads {
	return httpapi.NewReads(s.live, s.finder, content.New(sqlstore.NewContentPages(s.storage.DB), content.NoCards))
}
