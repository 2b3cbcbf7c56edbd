package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"dawa/contract"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/timed"
)

// pharmacy is a stocked shop with products that people look for by name.
func pharmacy(t *testing.T, c Config) *stock {
	t.Helper()
	s := stocked(t, c)
	for i, p := range []catalog.Product{
		{
			ID: "pan-24", Name: text.Pair{English: "Panadol Advance 500 mg, 24 Tablets",
				Arabic: "بنادول أدفانس 500 ملغ، 24 قرصاً"}, Brand: "panadol", Price: 275, Stock: 9,
		},
		{
			ID: "pan-extra-24", Name: text.Pair{English: "Panadol Extra 500 mg, 24 Caplets",
				Arabic: "بنادول اكسترا ٥٠٠ ملغ، ٢٤ قرصاً"}, Brand: "panadol", Price: 350, Discount: 20, Stock: 0,
		},
		{
			ID: "pan-night-20", Name: text.Pair{English: "Panadol Night, 20 Caplets", Arabic: "بنادول نايت، 20 قرصاً"},
			Brand: "panadol", Price: 450, Stock: 3,
		},
		{
			ID: "adv-cold-20", Name: text.Pair{English: "Advil Cold, 20 Caplets", Arabic: "أدفيل كولد، 20 قرصاً"},
			Brand: "advil", Price: 620, Stock: 3,
		},
	} {
		p.Code, p.Category, p.Status = strings.ToUpper(p.ID), "pain_killers", catalog.Approved
		p.Regulation = regulation.None // one of them has a discount
		if p.Brand == "advil" {
			p.Category = "colds"
		}
		p.Description = text.Pair{English: fmt.Sprint("Number ", i), Arabic: fmt.Sprint("رقم ", i)}
		p.Ingredients = []catalog.Ingredient{{Name: text.Pair{English: "Paracetamol", Arabic: "باراسيتامول"}}}
		p.Images = []catalog.Image{{Hash: strings.Repeat("b2", 16)}}
		if _, err := s.service.Create(t.Context(), &p); err != nil {
			t.Fatal(err)
		}
		// Moments are stored in milliseconds; "newest" needs one for each product.
		created := time.Now().UnixMilli()
		timed.Eventually(t, "the next millisecond", func() bool { return time.Now().UnixMilli() > created })
	}
	return s
}

func searchFor(name, more string) string { return "/api/search?name=" + url.QueryEscape(name) + more }

func suggestFor(name string) string { return "/api/autocomplete?name=" + url.QueryEscape(name) }

func TestSearch_FindsInBothScriptsOnBothEngines(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := pharmacy(t, c)
		all := []string{"pan-night-20", "pan-24", "pan-extra-24"} // the plainest name first, sold out last
		for _, name := range []string{
			"panadol", "PANADOL", "banadol", "بنادول", "بانادول", "پنادول", "panadil", "بَـنَادول", "حشىشيخم", "fkh],g",
			"  panadol  ",
		} {
			if got := s.ids(searchFor(name, "")); !slices.Equal(got, all) {
				t.Errorf("%s finds %v", name, got)
			}
			if got := s.ids(suggestFor(name)); !slices.Equal(got, all) {
				t.Errorf("%s suggests %v", name, got)
			}
		}
		for name, want := range map[string][]string{
			"panadol extra": {"pan-extra-24"}, "٥٠٠ ملغ": {"pan-24", "pan-extra-24"}, "PAN-NIGHT": {"pan-night-20"},
			"cold/cough": {"adv-cold-20"}, "zzzzzzzz": nil, "pending": nil,
		} {
			if got := s.ids(searchFor(name, "")); !slices.Equal(got, want) {
				t.Errorf("%s finds %v, want %v", name, got, want)
			}
		}
	})
}

func TestSearch_FiltersAndSortsAllResults(t *testing.T) {
	t.Parallel()
	s := pharmacy(t, testConfig(t))
	for more, want := range map[string]string{
		"&sort=relevance":                      "adv-cold-20 pan-night-20 pan-24 pan-extra-24",
		"&sort=price_asc":                      "pan-24 pan-extra-24 pan-night-20 adv-cold-20",
		"&sort=price_desc":                     "adv-cold-20 pan-night-20 pan-extra-24 pan-24",
		"&sort=discount":                       "pan-extra-24 pan-24 pan-night-20 adv-cold-20",
		"&sort=name":                           "adv-cold-20 pan-24 pan-extra-24 pan-night-20",
		"&sort=newest":                         "adv-cold-20 pan-night-20 pan-extra-24 pan-24",
		"&brands=panadol":                      "pan-night-20 pan-24 pan-extra-24",
		"&brands=panadol,advil&category=colds": "adv-cold-20",
		"&brands=nobody":                       "",
		"&min_price=2.76&max_price=4.50":       "pan-night-20 pan-extra-24",
		"&min_price=2.80&max_price=2.80":       "pan-extra-24",
		"&limit=1&page=2":                      "pan-night-20",
		"&limit=3&page=2&sort=price_asc":       "adv-cold-20",
		"&page=9":                              "",
	} {
		res, body := s.get(searchFor("paracetamol", more))
		var list []wire.Product
		if err := json.Unmarshal(body, &list); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", more, res.StatusCode, body)
		}
		ids := []string{}
		for _, p := range list {
			ids = append(ids, p.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s answers %q, want %q", more, got, want)
		}
		// The slider's end does not move with the filters, the count does.
		if got := res.Header.Get("X-Max-Price"); got != "6.20" {
			t.Errorf("%s says the highest price is %s", more, got)
		}
		if total := res.Header.Get("X-Total-Count"); !strings.Contains(more, "limit") &&
			!strings.Contains(more, "page") && total != fmt.Sprint(len(ids)) {
			t.Errorf("%s counts %s of %d", more, total, len(ids))
		}
	}
	if _, body := s.get("/api/product/facets?name=panadol"); string(body) != `{"brands":[{"brand":"panadol",`+
		`"count":3}],"categories":[{"category":"pain_killers","count":3}],"concerns":[],"forms":[],"in_stock":2,`+
		`"max_price":4.50,"suits":[],"total":3}` {
		t.Errorf("facets are %s", body)
	}
	if _, body := s.get("/api/product/facets?name=paracetamol&brand=advil"); !strings.Contains(string(body),
		`"total":1`) {
		t.Errorf("facets of a brand are %s", body)
	}
	if _, body := s.get("/api/product/facets?name=paracetamol&discounted=true"); !strings.Contains(string(body),
		`"total":1`) {
		t.Errorf("facets of discounted finds are %s", body)
	}
}

func TestSuggest_CarriesWhatTheSearchBoxShows(t *testing.T) {
	t.Parallel()
	s := pharmacy(t, testConfig(t))
	_, body := s.get(suggestFor("بنادول ex"))
	var list []wire.Suggestion
	if err := json.Unmarshal(body, &list); err != nil || len(list) != 1 {
		t.Fatalf("%v: %s", err, body)
	}
	x := list[0]
	if x.ID != "pan-extra-24" || x.UnderscoreID != x.ID || x.Price != 350 || x.DiscountedPrice != 280 || x.InStock ||
		x.Brand != "panadol" || len(x.Images) != 1 {
		t.Errorf("suggestion is %s", body)
	}
	if x.Highlight == nil || fmt.Sprint(x.Highlight.EnglishName) != "[[0 7] [8 10]]" ||
		fmt.Sprint(x.Highlight.ArabicName) != "[[0 6]]" {
		t.Errorf("highlight is %+v", x.Highlight)
	}
	for _, name := range []string{"", "p", " p ", "ب"} {
		if res, body := s.get(suggestFor(name)); res.StatusCode != http.StatusOK || string(body) != "[]" {
			t.Errorf("%q suggests %s", name, body)
		}
	}
	if got := s.ids(suggestFor("product")); len(got) != 8 {
		t.Errorf("%d suggestions for something that forty products are called", len(got))
	}
}

func TestSearch_NamesAnotherInterpretation(t *testing.T) {
	t.Parallel()
	s := pharmacy(t, testConfig(t))
	for typed, meant := range map[string]string{
		"حشىشيخم": "panadol", "fkh],g h;sjvh": "بنادول اكسترا", "panadol": "", "panadil": "Panadol", "zzzzzz": "",
		`"panadil"`: "",
	} {
		res, _ := s.get(searchFor(typed, ""))
		got, err := url.PathUnescape(res.Header.Get("X-Showing-Results-For"))
		if err != nil || got != meant {
			t.Errorf("%s is shown as %q, want %q", typed, got, meant)
		}
		for i := range len(res.Header.Get("X-Showing-Results-For")) {
			if res.Header.Get("X-Showing-Results-For")[i] >= 0x80 {
				t.Errorf("%s: the header is not plain ASCII", typed)
				break
			}
		}
	}
}

func TestSearch_AnswersNotModifiedUntilAChange(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := pharmacy(t, c)
		paths := []string{
			searchFor("panadol", ""), suggestFor("panadol"), searchFor("حشىشيخم", ""),
			"/api/product/facets?name=panadol",
		}
		tags := map[string]string{}
		for _, path := range paths {
			res, _ := s.get(path)
			tags[path] = res.Header.Get("ETag")
			again, body := s.get(path, "If-None-Match", tags[path])
			if again.StatusCode != http.StatusNotModified || len(body) != 0 {
				t.Errorf("%s with its tag answers %d", path, again.StatusCode)
			}
			if a, b := res.Header.Get("X-Showing-Results-For"), again.Header.Get("X-Showing-Results-For"); a != b {
				t.Errorf("%s says %q, then %q", path, a, b)
			}
		}
		if _, err := s.service.Update(t.Context(), "pan-night-20", 0, func(p *catalog.Product) error {
			p.Price += 100
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if res, _ := s.get(path, "If-None-Match", tags[path]); res.StatusCode != http.StatusOK {
				t.Errorf("%s answers %d after a product in it changed", path, res.StatusCode)
			}
		}
	})
}

func TestChangesSince_FindsChangesAtOnce(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := pharmacy(t, c)
		if err := s.service.MoveStock(t.Context(), catalog.StockMove{ID: "pan-night-20", By: -3},
			catalog.StockMove{ID: "pan-extra-24", By: 4}); err != nil {
			t.Fatal(err)
		}
		if got := s.ids(searchFor("panadol", "")); !slices.Equal(got, []string{
			"pan-extra-24", "pan-24", "pan-night-20",
		}) {
			t.Errorf("after the stock changed: %v", got)
		}
		if _, err := s.service.Update(t.Context(), "pan-24", 0, func(p *catalog.Product) error {
			p.Name.English = "Voltaren Gel"
			p.Brand = "voltaren"
			p.Name.Arabic = "فولتارين"
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if got := s.ids(searchFor("voltarin", "")); !slices.Equal(got, []string{"pan-24"}) {
			t.Errorf("a renamed product: %v", got)
		}
		if got := s.ids(searchFor("panadol", "")); !slices.Equal(got, []string{"pan-extra-24", "pan-night-20"}) {
			t.Errorf("after one was renamed: %v", got)
		}
		if _, err := s.service.SetStatus(t.Context(), "pan-extra-24", catalog.Pending, ""); err != nil {
			t.Fatal(err)
		}
		if got := s.ids(searchFor("panadol", "")); !slices.Equal(got, []string{"pan-night-20"}) {
			t.Errorf("after one was taken off: %v", got)
		}
	})
}

func TestSearch_InvalidInputIsRefusedOrFindsNothing(t *testing.T) {
	t.Parallel()
	s := pharmacy(t, testConfig(t))
	for _, c := range []struct {
		path   string
		status int
		code   string
	}{
		{"/api/search", 400, "bad_query"}, {"/api/autocomplete", 400, "bad_query"},
		{searchFor(strings.Repeat("a", 201), ""), 400, "bad_query"},
		{searchFor(strings.Repeat("ب", 10_000), ""), 400, "bad_query"},
		{suggestFor(strings.Repeat("panadol ", 1250)), 400, "bad_query"},
		{"/api/product/facets?name=" + strings.Repeat("a", 201), 400, "bad_query"},
		{"/api/search?name=%ff%fe", 400, "bad_query"}, {"/api/autocomplete?name=pa%ff", 400, "bad_query"},
		{"/api/search?name=%zz", 400, "bad_query"}, {"/api/search?name=pan;page=2", 400, "bad_query"},
		{searchFor("panadol", "&page=0"), 400, "bad_page"}, {searchFor("panadol", "&page=abc"), 400, "bad_page"},
		{searchFor("panadol", "&page=1e9"), 400, "bad_page"}, {searchFor("panadol", "&limit=100000"), 400, "bad_limit"},
		{searchFor("panadol", "&limit=0"), 400, "bad_limit"}, {searchFor("panadol", "&sort=random"), 400, "bad_sort"},
		{searchFor("panadol", "&sort="), 400, "bad_sort"},
		{searchFor("panadol", "&min_price=9&max_price=8"), 400, "bad_price_range"},
		{searchFor("panadol", "&category=nothing"), 400, "invalid_input"},
	} {
		res, body := s.get(c.path)
		var got struct{ Code string }
		if err := json.Unmarshal(body, &got); err != nil || res.StatusCode != c.status || got.Code != c.code {
			t.Errorf("%.60s: %d %.100s, want %d %s", c.path, res.StatusCode, body, c.status, c.code)
		}
	}
	for _, name := range []string{
		"", " ", "%", "%%%", "_", "'", `"`, "\\", "*", "%_%", "\x00", "\x00\x01\x02", "\u202e\u202d\u2066\u2069",
		"\ufeff", "\u0301\u0301", "ــــــ", "ًٌٍ", "💊💊", strings.Repeat("؛", 200), strings.Repeat("%", 200),
		strings.Repeat("a ", 100), "<script>alert(1)</script>", "../../etc/passwd", "' OR '1'='1",
	} {
		for _, path := range []string{searchFor(name, ""), suggestFor(name)} {
			res, body := s.get(path)
			var list []json.RawMessage
			if err := json.Unmarshal(body, &list); err != nil || res.StatusCode != http.StatusOK {
				t.Errorf("%s: %d %s", path, res.StatusCode, body)
			}
		}
	}
	for _, name := range []string{"%", "_", "%a%", "\x00", "\u202e"} {
		if got := s.ids(searchFor(name, "")); name != "%a%" && len(got) != 0 {
			t.Errorf("%q finds %v", name, got)
		}
	}
	if got := s.ids(searchFor("\u202epan\u200fadol\u2069", "")); len(got) != 3 {
		t.Errorf("bidi marks inside a word hide it: %v", got)
	}
}

func TestSearch_AnswersAreCompressedFast(t *testing.T) {
	t.Parallel()
	s := pharmacy(t, testConfig(t))
	// this one reads no body
	s.client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}}
	for _, path := range []string{searchFor("paracetamol", ""), suggestFor("product")} {
		for accept, want := range map[string]string{
			"gzip, deflate, br, zstd": "zstd", "gzip, br": "gzip", "br": "br", "": "",
		} {
			if res, _ := s.get(path, "Accept-Encoding", accept); res.Header.Get("Content-Encoding") != want {
				t.Errorf("%s for %q comes as %q", path, accept, res.Header.Get("Content-Encoding"))
			}
		}
	}
}

func TestSearchPage_CarriesItsData(t *testing.T) {
	t.Parallel()
	s := pharmacy(t, testConfig(t))
	open := documents(t, s)
	doc, data := open("/search-results?q="+url.QueryEscape(" حشىشيخم ")+"&sort=price_asc", "arabic")
	call := "/api/search?name=%D8%AD%D8%B4%D9%89%D8%B4%D9%8A%D8%AE%D9%85&page=1&limit=12&sort=price_asc"
	found, ok := data.Answers[call]
	if doc.Status != http.StatusOK || !ok || found.Total == nil || *found.Total != 3 {
		t.Fatalf("status %d, answers %v", doc.Status, data.Answers)
	}
	if !strings.Contains(string(doc.Body), `"showingFor":"panadol"`) {
		t.Error("the document does not say how the question was taken")
	}
	if _, ok := data.Answers["/api/product/facets?name=%D8%AD%D8%B4%D9%89%D8%B4%D9%8A%D8%AE%D9%85"]; !ok {
		t.Errorf("the document carries no facets: %v", data.Answers)
	}
	if doc, data := open("/search-results?q=++", "english"); doc.Status != http.StatusOK || len(data.Answers) != 0 {
		t.Errorf("a page without a question: %d %v", doc.Status, data.Answers)
	}
	if doc, _ := open("/search-results?q="+strings.Repeat("a", 500), "english"); doc.Status != http.StatusOK {
		t.Errorf("a very long question: %d", doc.Status)
	}
}

func TestSearchPage_SaysTheMatchTheConcernAndWhatIsNotSoldAsTheCallDoes(t *testing.T) {
	t.Parallel()
	s := pharmacy(t, testConfig(t))
	open := documents(t, s)
	for query, want := range map[string]struct{ match, concern, notSold string }{
		"panadol advance": {match: "exact"},
		"fever":           {match: "none", concern: "fever"},
		"insulin":         {match: "none", notSold: "insulin"},
		"xyzzy":           {match: "none"},
	} {
		call := "/api/search?name=" + url.PathEscape(query) + "&page=1&limit=12"
		res, _ := s.get(call)
		_, data := open("/search-results?q="+url.QueryEscape(query), "english")
		got, ok := data.Answers[call]
		if !ok {
			t.Fatalf("%s: the page carries %v", query, data.Answers)
		}
		for name, said := range map[string][3]string{
			"match":    {want.match, res.Header.Get("X-Match"), got.Match},
			"concern":  {want.concern, res.Header.Get("X-Concern"), got.Concern.Key},
			"not sold": {want.notSold, res.Header.Get("X-Not-Sold"), got.NotSold.Key},
		} {
			if said[1] != said[0] || said[2] != said[0] {
				t.Errorf("%s: %s: want %q, the call says %q, the page %q", query, name, said[0], said[1], said[2])
			}
		}
		if want.concern != "" && (got.Concern.Label.Arabic != "حرارة" || got.Concern.Advice == nil) {
			t.Errorf("%s: the page carries %+v", query, got.Concern)
		}
	}
}

func TestConcernTexts_AreThoseThatAreAskedForInTheirOrder(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	var texts []wire.ConcernText
	_, body := s.get("/api/concerns?keys=insulin,nothing,fever")
	if err := json.Unmarshal(body, &texts); err != nil {
		t.Fatal(err)
	}
	if len(texts) != 2 || texts[0].Key != "insulin" || texts[0].Group != nil || texts[1].Label.English != "Fever" {
		t.Errorf("the texts are %s", body)
	}
	_, body = s.get("/api/concerns")
	if err := json.Unmarshal(body, &texts); err != nil || len(texts) != len(contract.Concerns().Concerns) {
		t.Errorf("all are %d (%v)", len(texts), err)
	}
}

func TestConcernTexts_NameThePharmacistOnlyWhenTheShopDoes(t *testing.T) {
	t.Parallel()
	for phone, want := range map[string]string{"": "", "+961 1 000 000": "+9611000000"} {
		c := testConfig(t)
		c.PharmacistPhone = phone
		s := stocked(t, c)
		var texts []wire.ConcernText
		_, body := s.get("/api/concerns?keys=insulin,fever")
		if err := json.Unmarshal(body, &texts); err != nil || len(texts) != 2 {
			t.Fatalf("the texts are %s (%v)", body, err)
		}
		if texts[0].NotSold == nil || !*texts[0].NotSold || texts[1].NotSold != nil || texts[1].Pharmacist != nil {
			t.Errorf("what is not sold: %s", body)
		}
		got := ""
		if p := texts[0].Pharmacist; p != nil && p.Phone != nil && p.Whatsapp == nil {
			got = *p.Phone
		}
		if got != want {
			t.Errorf("with %q the pharmacist is %s", phone, body)
		}
	}
}

// The page of something that is not sold exists and names it, as a search for it does.
func TestConcernPage_OfWhatIsNotSold(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	doc, data := documents(t, s)("/concern/insulin", "english")
	got := data.Answers["/api/concern/insulin?page=1&limit=12"].Concern
	if doc.Status != http.StatusOK || got.NotSold == nil || !*got.NotSold {
		t.Errorf("%d %+v", doc.Status, got)
	}
	if !strings.Contains(string(doc.Body), "Insulin and diabetes medicines · Dawa") {
		t.Error("the page has another title")
	}
}

// Lists and searches are narrowed by concern, form, whom a product suits and what is in stock, together.
func TestLists_AreNarrowedByConcernFormSuitsAndStock(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	for _, p := range []catalog.Product{
		{ID: "syrup", Form: "syrup", Concerns: []string{"fever"}, Suits: []string{"child"}, Stock: 3},
		{ID: "empty", Form: "syrup", Concerns: []string{"fever"}, Suits: []string{"child"}},
		{ID: "pills", Form: "tablet", Concerns: []string{"fever", "headache"}, Suits: []string{"adult"}, Stock: 3},
		{ID: "drink", Form: "syrup", Concerns: []string{"cough"}, Stock: 3},
	} {
		p.Name = text.Pair{English: "Zolmex " + p.ID, Arabic: "زولمكس " + p.ID}
		p.Description, p.Brand, p.Price = p.Name, "dove", 500
		p.Code, p.Category, p.Status = strings.ToUpper(p.ID), "colds", catalog.Approved
		p.Images = []catalog.Image{{Hash: strings.Repeat("b2", 16)}}
		if _, err := s.service.Create(t.Context(), &p); err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range []string{
		"/api/product/category/colds?", "/api/search?name=zolmex&", "/api/brand/dove?min_price=5&",
	} {
		for query, want := range map[string]string{
			"concern=fever": "empty pills syrup", "concern=fever&form=syrup": "empty syrup",
			"form=syrup&in_stock=1": "drink syrup", "suits=adult": "pills",
			"concern=fever&form=syrup&suits=child&in_stock=1": "syrup", "concern=cough&suits=child": "",
		} {
			res, body := s.get(list + query + "&sort=name&limit=48")
			var found []wire.Product
			if err := json.Unmarshal(body, &found); err != nil {
				t.Fatalf("%s%s: %s", list, query, body)
			}
			var ids []string
			for _, p := range found {
				if strings.HasPrefix(p.EnglishName, "Zolmex") {
					ids = append(ids, p.ID)
				}
			}
			slices.Sort(ids)
			if got := strings.Join(ids, " "); got != want {
				t.Errorf("%s%s lists %q, want %q", list, query, got, want)
			}
			if res.Header.Get("X-Total-Count") != fmt.Sprint(len(found)) {
				t.Errorf("%s%s counts %s", list, query, res.Header.Get("X-Total-Count"))
			}
		}
	}
	if ids, total := s.admin("boss").table("without_concern=true&q=zolmex"); total != "0" || len(ids) > 0 {
		t.Errorf("without a concern are %v", ids)
	}
	_, body := s.get("/api/product/facets?name=zolmex")
	for _, part := range []string{
		`{"count":3,"key":"fever","label":{"arabic":"حرارة","english":"Fever"}}`, `{"count":3,"key":"syrup"}`,
		`{"count":2,"key":"child"}`, `"in_stock":3`,
	} {
		if !strings.Contains(string(body), part) {
			t.Errorf("the facets lack %s: %s", part, body)
		}
	}
	for _, query := range []string{"concern=nothing", "form=cake", "suits=dogs", "in_stock=perhaps"} {
		if res, _ := s.get("/api/product/category/colds?" + query); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s is answered with %d", query, res.StatusCode)
		}
	}
}

// A word that an admin adds on one server names its concern on every server, and no longer once it is removed.
func TestConcernWords_CountOnEveryServer(t *testing.T) {
	t.Parallel()
	servers := newCluster(t, 2).servers
	admin := servers[0].admin("boss")
	everywhere := func(want string) {
		t.Helper()
		for i, s := range servers {
			untilRight(t, func() string {
				if res, _ := s.get("/api/search?name=brimblewit"); res.Header.Get("X-Concern") != want {
					return fmt.Sprintf("on server %d brimblewit means %q", i+1, res.Header.Get("X-Concern"))
				}
				return ""
			})
		}
	}
	everywhere("")
	admin.must("POST", "/api/admin/concern-words", `{"word": "Brimblewit", "concern": "cold_flu"}`)
	everywhere("cold_flu")
	admin.must("DELETE", "/api/admin/concern-words?word=brimblewit", "")
	everywhere("")
}
