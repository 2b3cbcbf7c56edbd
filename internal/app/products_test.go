package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/testkit/timed"
)

// eventually waits for what another part of the shop is about to do.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	timed.Eventually(t, "it did not come about", holds)
}

// form is a form with files under one name.
type form struct {
	texts     [][2]string
	filesName string
	files     [][]byte
}

func (f form) with(name, value string) form {
	f.texts = append(slices.DeleteFunc(slices.Clone(f.texts), func(t [2]string) bool {
		return t[0] == name
	}), [2]string{name, value})
	return f
}

func productForm(name, store string) form {
	f := form{filesName: "images", texts: [][2]string{
		{"product[english_name]", name}, {"product[arabic_name]", "بلسم الأرز"},
		{"product[english_description]", "For the skin.\nGently."}, {"product[arabic_description]", "للبشرة."},
		{"product[brand]", " Other  Maker "}, {"product[code]", "NEW-" + name}, {"product[price]", "٤.٢٥"},
		{"product[quantity]", "7"}, {"product[regulation]", "none"},
	}}
	if store != "" {
		f.texts = append(f.texts, [2]string{"product[store]", store})
	}
	return f
}

// encode writes the form as a browser sends it.
func (f form) encode(t *testing.T) (kind string, body []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, pair := range f.texts {
		if err := w.WriteField(pair[0], pair[1]); err != nil {
			t.Fatal(err)
		}
	}
	for i, file := range f.files {
		part, err := w.CreateFormFile(f.filesName, fmt.Sprintf("picture-%d.jpg", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

// send posts a form as this browser.
func (p *shopper) send(path string, f form) (int, []byte) {
	p.t.Helper()
	kind, body := f.encode(p.t)
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.base+path, bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("CSRF-Token", p.token)
	req.Header.Set("Cookie", p.cookie)
	if len(body) > 1<<20 {
		req.Header.Set("Expect", "100-continue") // a refusal comes before the file, not across it
	}
	res, err := p.client.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res.StatusCode, got
}

func (p *shopper) addProduct(f form) wire.ProductCreated {
	p.t.Helper()
	status, got := p.send("/api/product/new", f)
	var created wire.ProductCreated
	if err := json.Unmarshal(got, &created); err != nil || status != http.StatusOK {
		p.t.Fatalf("adding a product: %d %s", status, got)
	}
	return created
}

func (p *shopper) refusedForm(status int, code apperr.Code, path string, f form) {
	p.t.Helper()
	gotStatus, got := p.send(path, f)
	var failure struct{ Code apperr.Code }
	if err := json.Unmarshal(got, &failure); err != nil || gotStatus != status || failure.Code != code {
		p.t.Errorf("%s: %d %s, want %d %s", path, gotStatus, got, status, code)
	}
}

func (p *shopper) wrongForm(f form, fields map[string]string) {
	p.t.Helper()
	status, got := p.send("/api/product/new", f)
	var failure struct{ Errors map[string]string }
	if err := json.Unmarshal(got, &failure); err != nil || status != 400 ||
		fmt.Sprint(failure.Errors) != fmt.Sprint(fields) {
		p.t.Errorf("%d %s, want %v", status, got, fields)
	}
}

func TestProducts_AddedByForm(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		user, admin := s.customer("layla"), s.admin("boss")
		user.wrongForm(form{}, map[string]string{
			"english_name": "english_name_blank", "arabic_name": "arabic_name_blank",
			"english_description": "english_description_blank", "arabic_description": "arabic_description_blank",
			"brand": "brand_blank", "price": "price_blank", "code": "code_blank", "nb_in_stock": "quantity_blank",
		})
		good := productForm("Balm", "")
		user.wrongForm(good.with("product[quantity]", "-1"), map[string]string{"quantity": "nb_in_stock_min"})
		user.wrongForm(good.with("product[price]", "free"), map[string]string{"price": "price_money"})
		user.wrongForm(good.with("product[category]", "shoes"), map[string]string{"category": "category_unknown"})
		user.wrongForm(good.with("product[active_ingredients]", "[{}]"), map[string]string{
			"active_ingredients": "active_ingredients_format",
		})
		user.wrongForm(good.with("product[active_ingredients]", "oops"), map[string]string{
			"active_ingredients": "active_ingredients_format",
		})
		user.refusedForm(404, apperr.StoreNotFound, "/api/product/new", good.with("product[store]", "none"))
		user.refused(400, apperr.UnsupportedType, "POST", "/api/product/new", `{"product":{}}`)

		created := user.addProduct(good.with("product[active_ingredients]",
			`[{"name":"Menthol","arabic_name":"منثول","strength":"5 %"}]`))
		p := created.Product
		if created.Status != "pending" || p.Category != "hygiene" || p.Brand != "other maker" || p.Price != 425 ||
			p.NbInStock != 7 || p.Discount != 0 ||
			p.EnglishDescription != "For the skin.\nGently." || len(p.ActiveIngredients) != 1 ||
			created.UnderscoreID != created.ID {
			t.Errorf("created: %+v", created)
		}
		by := admin.addProduct(productForm("Shelf", "").with("product[category]", "vitamins").
			with("product[discount]", "10").with("product[nb_in_stock]", "3"))
		if by.Status != "approved" || by.Code != "product_added" || by.Product.NbInStock != 3 ||
			by.Product.DiscountedPrice != 383 {
			t.Errorf("an admin's: %+v", by)
		}
		s.visitor().must("GET", "/api/product/"+by.ID, "")
		admin.refusedForm(409, apperr.ProductCodeTaken, "/api/product/new", productForm("Shelf", ""))
	})
}

func edit(name string, version int64) string {
	return fmt.Sprintf(`{"product":{"english_name":%q,"arabic_name":"منتج","english_description":"d",`+
		`"arabic_description":"و","category":"vitamins","brand":"DOVE","code":"C-07","price":"9.50","in_stock":false,`+
		`"discount":5,"nb_in_stock":4,"version":%d}}`, name, version)
}

func TestProducts_EditsDoNotOverwriteEachOther(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		user, admin, second := s.customer("layla"), s.admin("boss"), s.admin("chief")
		const path = "/api/product/item-07"
		user.refused(403, apperr.Forbidden, "PUT", path, edit("x", 1))
		admin.wrong("PUT", path, `{"product":{"version":1}}`, map[string]string{
			"english_name": "english_name_blank", "arabic_name": "arabic_name_blank",
			"english_description": "english_description_blank", "arabic_description": "arabic_description_blank",
			"category": "category_blank", "brand": "brand_blank", "code": "code_blank", "price": "price_blank",
			"discount": "discount_blank", "nb_in_stock": "nb_in_stock_blank",
		})
		nonsense(t, admin, "PUT", path)
		admin.refused(404, apperr.ProductNotFound, "PUT", "/api/product/none", edit("x", 1))
		var saved wire.ProductSaved
		admin.into(&saved, "PUT", path, edit("Mine", 1))
		p := saved.Product
		if saved.Code != "product_updated" || saved.Message != "Product updated" || p.Brand != "dove" ||
			p.Price != 950 || *p.Version != 2 || *p.EnglishUsage != "One a day." || len(p.Images) != 1 ||
			*p.MaxPerOrder != 2 || !p.InStock {
			t.Errorf("saved: %+v", saved)
		}
		// Everybody sees it at once.
		var shown wire.ProductDetail
		s.visitor().into(&shown, "GET", path, "")
		if shown.Product.EnglishName != "Mine" || shown.Product.Price != 950 {
			t.Errorf("shown: %+v", shown.Product)
		}
		status, got := second.call("PUT", path, edit("Hers", 1))
		var conflict struct {
			Code    apperr.Code
			Changed []string
			Current wire.Product
		}
		if err := json.Unmarshal(got, &conflict); err != nil || status != 409 ||
			conflict.Code != apperr.ProductChanged || conflict.Current.EnglishName != "Mine" ||
			!slices.Contains(conflict.Changed, "english_name") || !slices.Contains(conflict.Changed, "price") ||
			slices.Contains(conflict.Changed, "images") {
			t.Errorf("a stale edit: %d %s", status, got)
		}
		admin.into(&saved, "PUT", path, edit("Mine", 1)) // the same again after a lost answer
		second.into(&saved, "PUT", path, edit("Hers", 2))
		saved = wire.ProductSaved{}
		second.into(&saved, "PUT", path, strings.Replace(edit("Hers", 3), `"version"`,
			`"images":[],"active_ingredients":[],"english_usage":"","version"`, 1))
		if p := saved.Product; len(p.Images) != 0 || p.EnglishUsage != nil || len(p.ActiveIngredients) != 0 {
			t.Errorf("emptied: %+v", p)
		}
		admin.refused(404, apperr.ImageNotFound, "PUT", path,
			strings.Replace(edit("Hers", 4), `"version"`,
				`"images":[{"url":"/media/`+strings.Repeat("ab", 16)+`/400.webp"}],"version"`, 1))
		admin.refused(404, apperr.ImageNotFound, "PUT", path,
			strings.Replace(edit("Hers", 4), `"version"`, `"images":[{"url":"/etc/passwd"}],"version"`, 1))
		admin.refused(409, apperr.ProductCodeTaken, "PUT", path, strings.Replace(edit("Hers", 4), "C-07", "C-08", 1))
		var audit []wire.AuditEntry
		admin.into(&audit, "GET", "/api/admin/audit?action=product_updated", "")
		if len(audit) != 3 || audit[0].Actor != "chief" {
			t.Errorf("the record: %+v", audit)
		}
	})
}

func TestCatalogue_EditIsShownWithinFiftyMilliseconds(t *testing.T) {
	t.Parallel()
	s := stocked(t, testConfig(t))
	admin := s.admin("boss")
	version := int64(1)
	for i := range 20 {
		name := fmt.Sprint("Edition ", i)
		admin.must("PUT", "/api/product/item-07", edit(name, version))
		saved := time.Now()
		version++
		timed.Eventually(t, "the edit is shown", func() bool {
			item, ok := s.live.Snapshot().Product("item-07")
			return ok && item.Name.English == name
		})
		timed.AtMost(t, "showing the edit", time.Since(saved), 50*time.Millisecond)
	}
	if p, err := s.service.Product(t.Context(), "item-07"); err != nil || p.Status != catalog.Approved {
		t.Errorf("afterwards: %+v %v", p, err)
	}
}

// One account cannot bury the people who approve under products that wait.
func TestAddProduct_TooManyWaitingAreRefused(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		owner := s.customer("karim")
		id := owner.status().User.ID
		for i := range 100 {
			name := fmt.Sprint("waiting-", i)
			_, err := s.service.Create(t.Context(), &catalog.Product{
				ID: name, Code: name, Name: text.Pair{English: name, Arabic: "بلسم"}, Brand: "dove",
				Category: "vitamins", Description: text.Pair{English: "x", Arabic: "y"}, Price: 250, Stock: 1,
				Status: catalog.Pending, SubmittedBy: id,
			})
			must(t, err)
		}
		owner.refusedForm(409, apperr.PendingLimit, "/api/product/new", productForm("one-too-many", ""))
		// Somebody else's product is not theirs to answer for, and one that was decided does not count.
		s.customer("rami").addProduct(productForm("of-another", ""))
		s.admin("boss").must("PUT", "/api/admin/product/waiting-0/status", `{"status":"rejected","reason":"no"}`)
		owner.addProduct(productForm("fits-again", ""))
	})
}
