package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/contracttest"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// onBothEngines runs a test on a shop in a folder and on one in PostgreSQL.
func onBothEngines(t *testing.T, test func(t *testing.T, c Config)) {
	t.Run("sqlite", func(t *testing.T) { test(t, testConfig(t)) })
	t.Run("postgres", func(t *testing.T) {
		c := testConfig(t)
		c.Database = storetest.Postgres(t)
		test(t, c)
	})
}

// stock is a shop with products that the tests know.
type stock struct {
	*running
	service *catalog.Service
	client  *http.Client
	t       *testing.T
}

func stocked(t *testing.T, c Config) *stock {
	t.Helper()
	return stockedIn(t, start(t, c))
}

func stockedIn(t *testing.T, r *running) *stock {
	t.Helper()
	s := &stock{
		running: r,
		service: catalog.NewService(sqlstore.NewProducts(r.storage.DB), catalog.WithLive(r.live)),
		client: &http.Client{
			Transport: contracttest.Transport(t, &http.Transport{
				DisableKeepAlives: true, DisableCompression: true, ExpectContinueTimeout: 5 * time.Second,
			}),
		},
		t: t,
	}
	// 30 vitamins and 10 of body care; prices 1.00, 2.00 …; every third one is discounted.
	for i := range 40 {
		p := &catalog.Product{
			ID: fmt.Sprintf("item-%02d", i), Code: fmt.Sprintf("C-%02d", i),
			Name:        text.Pair{English: fmt.Sprintf("Product %02d", i), Arabic: fmt.Sprintf("منتج %02d", 99-i)},
			Description: text.Pair{English: "It helps </script><b>a lot</b>.", Arabic: "مفيد جداً."},
			Brand:       []string{"dove", "centrum", "head and shoulders", "small maker"}[i%4],
			Category:    "vitamins", Price: money.Cents(100 * (i + 1)), Stock: i % 5,
			Status: catalog.Approved, CreatedAt: time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC),
		}
		if i >= 30 {
			p.Category = "body_care"
		}
		if i%3 == 0 {
			p.Discount = 10 + i
		}
		if i == 7 {
			p.Usage = text.Pair{English: "One a day.", Arabic: "حبة في اليوم."}
			p.Ingredients = []catalog.Ingredient{{Name: text.Pair{English: "zinc"}, Strength: "10 mg"}}
			p.Images = []catalog.Image{{Hash: strings.Repeat("a1", 16)}}
			p.MaxPerOrder = 2
			p.Stock = 9
		}
		if _, err := s.service.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.service.Create(t.Context(), &catalog.Product{
		ID: "secret", Code: "S", Name: text.Pair{English: "Pending", Arabic: "معلق"},
		Description: text.Pair{English: "x", Arabic: "y"}, Brand: "dove", Category: "vitamins", Price: 100, Stock: 1,
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stock) get(path string, headers ...string) (*http.Response, []byte) {
	s.t.Helper()
	return s.do(http.MethodGet, path, "", headers...)
}

func (s *stock) do(method, path, body string, headers ...string) (*http.Response, []byte) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.base+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res, got
}

func (s *stock) ids(path string) []string {
	s.t.Helper()
	res, body := s.get(path)
	var list []wire.Product
	if err := json.Unmarshal(body, &list); err != nil || res.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d %s", path, res.StatusCode, body)
	}
	ids := []string{}
	for _, p := range list {
		ids = append(ids, p.ID)
	}
	return ids
}

func item(numbers ...int) []string {
	ids := []string{}
	for _, n := range numbers {
		ids = append(ids, fmt.Sprintf("item-%02d", n))
	}
	return ids
}

func TestCatalogue_Lists(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		for _, c := range []struct {
			path  string
			total int
			max   string
			ids   []string
		}{
			{"/api/product/category/vitamins?page=1&limit=3", 30, "30.00", item(29, 28, 27)},
			{"/api/product/category/vitamins?page=2&limit=3", 30, "30.00", item(26, 24, 23)}, // 25 is out of stock
			{"/api/product/category/vitamins?page=2&limit=3&sort=newest", 30, "30.00", item(26, 25, 24)},
			{"/api/product/category/vitamins?page=8&limit=4", 30, "30.00", item(5, 0)},
			{"/api/product/category/vitamins?page=1000000&limit=48", 30, "30.00", item()},
			{"/api/product/category/first_aid", 0, "0.00", item()},
			{"/api/product/category/vitamins?limit=2&sort=price_asc", 30, "30.00", item(0, 1)},
			{"/api/product/category/vitamins?limit=2&sort=price_desc", 30, "30.00", item(29, 28)},
			{"/api/product/category/vitamins?limit=2&sort=name", 30, "30.00", item(0, 1)},
			{
				"/api/product/category/vitamins?limit=2&brands=head%20and%20shoulders,Dove&sort=price_asc", 15, "30.00",
				item(0, 2),
			},
			{
				"/api/product/category/vitamins?limit=3&min_price=5&max_price=7.00&sort=price_asc", 3, "30.00",
				item(4, 6, 5),
			},
			{"/api/product/category/vitamins?brands=nobody", 0, "30.00", item()},
			{"/api/product/all?limit=2&sort=price_desc", 40, "39.00", item(38, 37)},
			{"/api/product/all?limit=2&category=body_care&sort=price_asc", 10, "39.00", item(30, 33)},
			{"/api/product/discounted-products-page?limit=2&sort=discount", 14, "20.40", item(39, 36)},
			{
				"/api/product/discounted-products-page?limit=2&category=body_care&sort=discount", 4, "20.40",
				item(39, 36),
			},
			{"/api/brand/head%20and%20shoulders?limit=2&sort=price_asc", 10, "39.00", item(2, 6)},
			{"/api/brand/dove?totalProducts=8", 10, "33.00", nil},
			{"/api/brand/dove?category=body_care&sort=price_asc", 2, "33.00", item(36, 32)},
			{"/api/brand/advil", 0, "0.00", item()},
		} {
			res, body := s.get(c.path)
			if res.Header.Get("X-Total-Count") != strconv.Itoa(c.total) {
				t.Errorf("%s: total is %s, want %d (%d %.200s)", c.path, res.Header.Get("X-Total-Count"), c.total,
					res.StatusCode, body)
			}
			if res.Header.Get("X-Max-Price") != c.max {
				t.Errorf("%s: highest price is %s, want %s", c.path, res.Header.Get("X-Max-Price"), c.max)
			}
			if got := s.ids(c.path); c.ids != nil && !slices.Equal(got, c.ids) {
				t.Errorf("%s: %v, want %v", c.path, got, c.ids)
			}
		}
		if got := len(s.ids("/api/product/category/vitamins")); got != 12 {
			t.Errorf("a page without a limit has %d products", got)
		}
		if got := len(s.ids("/api/product/all")); got != 40 {
			t.Errorf("everything without a limit is %d products", got)
		}
		if got := s.ids("/api/brand/dove?totalProducts=8"); len(got) != 2 {
			t.Errorf("after 8 of 10 come %v", got)
		}
		if got := s.ids("/api/product/discounted-products-home"); len(got) != 14 || got[0] != "item-39" {
			t.Errorf("Home's discounts are %v", got)
		}
		res, body := s.get("/api/product/category/vitamins?limit=2&sort=name", "Cookie", "language=arabic")
		if res.StatusCode != http.StatusOK || !strings.HasPrefix(string(body), `[{"_id":"item-29"`) {
			t.Errorf("by Arabic name the first is %.80s", body)
		}
	})
}

func TestCatalogue_CountsAndFacets(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	for path, want := range map[string]string{
		"/api/product/category-count/vitamins":                         `{"count":30}`,
		"/api/product/category-count/vitamins?brands=dove&max_price=9": `{"count":3}`,
		"/api/product/discounted-count/":                               `{"count":14}`,
		"/api/product/discounted-count":                                `{"count":14}`,
		"/api/product/discounted-count/?category=body_care":            `{"count":4}`,
		"/api/product/facets?category=body_care": `{"brands":[{"brand":"head and shoulders",` +
			`"count":3},{"brand":"small maker","count":3},{"brand":"centrum","count":2},{"brand":"dove","count":2}],` +
			`"categories":[{"category":"body_care","count":10}],"concerns":[],"forms":[],"in_stock":8,` +
			`"max_price":39.00,"suits":[],"total":10}`,
		"/api/product/facets?brand=dove&discounted=true": `{"brands":[{"brand":"dove","count":4}],` +
			`"categories":[{"category":"vitamins","count":3},{"category":"body_care","count":1}],"concerns":[],` +
			`"forms":[],"in_stock":3,"max_price":19.98,"suits":[],"total":4}`,
		"/api/product/facets?brand=advil": `{"brands":[],"categories":[],"concerns":[],"forms":[],` +
			`"in_stock":0,"max_price":0.00,"suits":[],"total":0}`,
	} {
		for range 2 { // counted, then remembered
			if res, body := s.get(path); res.StatusCode != http.StatusOK || string(body) != want {
				t.Errorf("%s: %d %s", path, res.StatusCode, body)
			}
		}
	}
	if err := s.service.MoveStock(t.Context(), catalog.StockMove{ID: "item-01", By: 5}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.service.SetStatus(t.Context(), "item-30", catalog.Rejected, "gone"); err != nil {
		t.Fatal(err)
	}
	if _, body := s.get("/api/product/facets?category=body_care"); !strings.Contains(string(body), `"total":9`) {
		t.Errorf("after a product left the facets are %s", body)
	}
}

func TestCatalogue_OneProduct(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		_, body := s.get("/api/product/item-07")
		var detail wire.ProductDetail
		if err := json.Unmarshal(body, &detail); err != nil {
			t.Fatal(err)
		}
		p := detail.Product
		if p.ID != "item-07" || p.UnderscoreID != "item-07" || p.NbInStock != 9 || !p.InStock ||
			detail.AddedToWishlist ||
			p.EnglishUsage == nil || *p.EnglishUsage != "One a day." || *p.ArabicUsage != "حبة في اليوم." ||
			p.EnglishWarnings != nil ||
			len(p.ActiveIngredients) != 1 || *p.MaxPerOrder != 2 {
			t.Errorf("product is %s", body)
		}
		if want := "/media/" + strings.Repeat("a1", 16) + "/400.webp"; len(p.Images) != 1 || p.Images[0].URL != want ||
			p.Images[0].Widths.W400 != want || p.Images[0].Alt.Ar == "" {
			t.Errorf("images are %+v", p.Images)
		}
		if _, list := s.get("/api/product/all"); strings.Contains(string(list), "One a day.") {
			t.Error("lists carry the long texts")
		}
		for _, id := range []string{"nothing", "secret", "item-7", strings.Repeat("x", 5000), "%00", "%ff", "..%2f"} {
			if res, _ := s.get("/api/product/" + id); res.StatusCode != http.StatusNotFound {
				t.Errorf("%.20s answers %d", id, res.StatusCode)
			}
		}
	})
}

func TestAnswers_UnchangedAreNotSentAgain(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		paths := []string{
			"/api/product/all", "/api/product/category/vitamins?page=1&limit=12",
			"/api/product/category-count/vitamins", "/api/brand/dove", "/api/product/discounted-products-home",
			"/api/product/discounted-products-page", "/api/product/discounted-count/",
			"/api/product/facets?category=vitamins", "/api/product/item-36", "/api/openapi.yaml",
		}
		tags := map[string]string{}
		for _, path := range paths {
			res, _ := s.get(path)
			tags[path] = res.Header.Get("ETag")
			if again, body := s.get(path, "If-None-Match", tags[path]); again.StatusCode != http.StatusNotModified ||
				len(body) != 0 {
				t.Errorf("%s with its tag answers %d", path, again.StatusCode)
			}
			if other, _ := s.get(path, "If-None-Match", `"other"`); other.StatusCode != http.StatusOK {
				t.Errorf("%s with another tag answers %d", path, other.StatusCode)
			}
		}
		if _, err := s.service.Update(t.Context(), "item-36", 0, func(p *catalog.Product) error {
			p.Price += 100
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/api/product/all", "/api/brand/dove", "/api/product/item-36"} {
			if res, _ := s.get(path, "If-None-Match", tags[path]); res.StatusCode != http.StatusOK {
				t.Errorf("%s answers %d after a product in it changed", path, res.StatusCode)
			}
		}
	})
}

func TestCatalogue_InvalidQueriesAreRefused(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	for _, c := range []struct {
		path   string
		status int
		code   string
	}{
		{"/api/product/category/nothing", 404, "category_not_found"},
		{"/api/product/category-count/%ff%fe", 404, "category_not_found"},
		{"/api/brand/nobody", 404, "brand_not_found"},
		{"/api/brand/" + strings.Repeat("x", 5000), 404, "brand_not_found"},
		{"/api/product/all?page=0", 400, "bad_page"},
		{"/api/product/all?page=-1", 400, "bad_page"},
		{"/api/product/all?page=abc", 400, "bad_page"},
		{"/api/product/all?page=1e9", 400, "bad_page"},
		{"/api/product/all?page=", 400, "bad_page"},
		{"/api/product/all?page=1000001", 400, "bad_page"},
		{"/api/product/all?page=99999999999999999999", 400, "bad_page"},
		{"/api/product/all?limit=100000", 400, "bad_limit"},
		{"/api/product/all?limit=0", 400, "bad_limit"},
		{"/api/product/all?limit=49", 400, "bad_limit"},
		{"/api/brand/dove?totalProducts=-1", 400, "bad_page"},
		{"/api/product/all?sort=random", 400, "bad_sort"},
		{"/api/product/all?sort=relevance", 400, "bad_sort"},
		{"/api/product/all?sort=", 400, "bad_sort"},
		{"/api/product/all?min_price=cheap", 400, "bad_price_range"},
		{"/api/product/all?min_price=-1", 400, "bad_price_range"},
		{"/api/product/all?min_price=9&max_price=8", 400, "bad_price_range"},
		{"/api/product/all?max_price=1e400", 400, "bad_price_range"},
		{"/api/product/all?max_price=NaN", 400, "bad_price_range"},
		{"/api/product/all?category=nothing", 400, "invalid_input"},
		{"/api/product/all?brands=" + strings.Repeat("x", 1001), 400, "invalid_input"},
		{"/api/product/all?brands=%ff", 400, "bad_query"},
		{"/api/product/all?brands=%zz", 400, "bad_query"},
		{"/api/product/facets?discounted=perhaps", 400, "invalid_input"},
		{"/api/product/facets?brand=nobody", 404, "brand_not_found"},
	} {
		res, body := s.get(c.path)
		var got struct{ Code string }
		if err := json.Unmarshal(body, &got); err != nil || res.StatusCode != c.status || got.Code != c.code {
			t.Errorf("%.80s: %d %s, want %d %s", c.path, res.StatusCode, body, c.status, c.code)
		}
	}
	for _, path := range []string{
		"/api/product/all?brands=%25,_,'%3B--", "/api/product/all?brands=,,,", "/api/product/all?unknown=1",
	} {
		if res, body := s.get(path); res.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", path, res.StatusCode, body)
		}
	}
}

func TestCart_AnswersWithProducts(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	res, body := s.do("POST", "/api/product/details", `{"cart":[
		{"product":"item-07","quantity":2},
		{"product":{"_id":"item-03"},"quantity":3},
		{"productId":"item-04","quantity":10},
		{"productId":"nothing","quantity":1}]}`)
	var cart wire.PopulatedCart
	if err := json.Unmarshal(body, &cart); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	// item-07 costs 8.00, at most 2; item-03 4.00 less 13 % = 3.48, 3 in stock; item-04 has only 4.
	if len(cart.PopulatedCart) != 3 || cart.TotalPrice != 1600+1044 || cart.DeliveryFee != 200 || cart.Total != 2844 {
		t.Errorf("cart is %s", body)
	}
	if last := cart.PopulatedCart[2]; last.Available || last.MaxQuantity != 4 || last.UnitPrice != 500 {
		t.Errorf("a line beyond the stock is %+v", last)
	}
	if res, body := s.do("POST", "/api/product/details", `{"cart":[]}`); res.StatusCode != http.StatusOK ||
		!strings.Contains(string(body), `"total":0.00`) {
		t.Errorf("an empty cart: %d %s", res.StatusCode, body)
	}
	for _, c := range []struct {
		body string
		code string
	}{
		{`{}`, "invalid_input"}, {`{"cart":null}`, "invalid_input"}, {`{"cart":{}}`, "invalid_input"},
		{`[]`, "invalid_input"},
		{`{"cart":[{"productId":"item-01","quantity":0}]}`, "bad_quantity"},
		{`{"cart":[{"productId":"item-01","quantity":11}]}`, "bad_quantity"},
		{`{"cart":[{"productId":"item-01","quantity":"2"}]}`, "invalid_input"},
		{`{"cart":[{"productId":"item-01","quantity":1.5}]}`, "invalid_input"},
		{
			`{"cart":[` + strings.TrimSuffix(strings.Repeat(`{"productId":"x","quantity":1},`, 201), ",") + `]}`,
			"invalid_input",
		},
	} {
		if res, body := s.do("POST", "/api/product/details", c.body); res.StatusCode != http.StatusBadRequest ||
			!strings.Contains(string(body), `"`+c.code+`"`) {
			t.Errorf("%.60s: %d %s", c.body, res.StatusCode, body)
		}
	}
}

func TestStatus_OfAVisitorAndOpenAPIDocument(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	if _, body := s.get("/api/user/status"); string(body) != `{"authenticated":false,"cartLength":0,"success":true,`+
		`"user":null,"wishlistLength":0}` {
		t.Errorf("status is %s", body)
	}
	if res, body := s.get("/api/openapi.yaml"); res.StatusCode != http.StatusOK ||
		!strings.HasPrefix(string(body), "openapi: 3.") {
		t.Errorf("contract is %d %.40s", res.StatusCode, body)
	}
}
