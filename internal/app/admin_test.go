package app

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
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

// table is the admins' list of products.
func (p *shopper) table(query string) (ids []string, total string) {
	p.t.Helper()
	res, got := p.do("GET", "/api/admin/products?"+query, "", "Cookie", p.cookie)
	var list wire.ManagedProductList
	if err := json.Unmarshal(got, &list); err != nil || res.StatusCode != http.StatusOK {
		p.t.Fatalf("%s: %d %s", query, res.StatusCode, got)
	}
	for _, m := range list {
		ids = append(ids, m.Product.ID)
	}
	return ids, res.Header.Get("X-Total-Count")
}

func TestAdminProducts_Table(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		s.customer("layla").refused(403, apperr.Forbidden, "GET", "/api/admin/products", "")
		boss := s.admin("boss")
		for query, want := range map[string]struct {
			total string
			first string
		}{
			"":                                   {"41", "secret"}, // the newest first, pending or not
			"status=approved":                    {"40", "item-39"},
			"status=pending":                     {"1", "secret"},
			"status=rejected":                    {"0", ""},
			"sort=price_desc&limit=3":            {"41", "item-38"},
			"sort=price_asc":                     {"41", "item-00"},
			"sort=name&status=approved":          {"40", "item-00"},
			"stock=out&sort=price_asc":           {"8", "item-00"},
			"stock=low":                          {"40", "secret"},
			"discounted=true&sort=discount":      {"14", "item-39"},
			"category=body_care":                 {"10", "item-39"},
			"brands=dove&category=vitamins":      {"9", "secret"},
			"q=C-07":                             {"1", "item-07"},
			"q=Product+07":                       {"1", "item-07"},
			"q=" + url.QueryEscape("منتج ٩٢"):    {"1", "item-07"},
			"q=pend":                             {"1", "secret"},
			"q=" + url.QueryEscape("معلّق"):      {"1", "secret"},
			"q=product&sort=price_asc&stock=out": {"8", "item-00"},
			"page=5&limit=10":                    {"41", "item-00"},
			"page=9":                             {"41", ""},
			"discounted=false":                   {"41", "secret"},
			"without_concern=true":               {"41", "secret"},
		} {
			ids, total := boss.table(query)
			first := ""
			if len(ids) > 0 {
				first = ids[0]
			}
			if total != want.total || first != want.first {
				t.Errorf("%q: %s rows from %v, want %s from %s", query, total, ids, want.total, want.first)
			}
		}
		var seen []string
		for page := range 6 {
			ids, _ := boss.table(fmt.Sprintf("page=%d&limit=9&sort=name", page+1))
			seen = append(seen, ids...)
		}
		if slices.Sort(seen); len(slices.Compact(seen)) != 41 {
			t.Errorf("the pages hold %d products, want each of 41 once", len(seen))
		}
		for query, code := range map[string]apperr.Code{
			"page=0": apperr.BadPage, "limit=101": apperr.BadLimit, "sort=x": apperr.BadSort,
			"status=x": apperr.StatusInvalid, "stock=x": apperr.BadQuery, "discounted=x": apperr.BadQuery,
			"without_concern=x":             apperr.BadQuery,
			"q=" + strings.Repeat("x", 201): apperr.BadQuery,
		} {
			boss.refused(400, code, "GET", "/api/admin/products?"+query, "")
		}
		boss.refused(400, apperr.InvalidInput, "GET", "/api/admin/products?category=x", "")
	})
}

// What is approved and off sale, or out of the shop with its store, is found and counted once like everything else.
func TestAdminProducts_TableHasWhatIsApprovedAndNotOnSale(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		boss := s.admin("boss")
		boss.must("PATCH", "/api/admin/product/item-05", `{"version":1,"off_sale":true}`)
		if _, listed := s.live.Snapshot().Product("item-05"); listed {
			t.Error("item-05 is on sale")
		}
		owner := s.customer("karim")
		var saved wire.StoreSaved
		owner.into(&saved, "POST", "/api/store/add", storeBody("Cedar"))
		decide := "/api/admin/store/" + saved.Store.ID + "/status"
		boss.must("PUT", decide, `{"status":"approved"}`)
		balm := owner.addProduct(productForm("Cedar Balm", saved.Store.ID)).ID
		boss.must("PUT", "/api/admin/product/"+balm+"/status", `{"status":"approved"}`)
		boss.must("PUT", decide, `{"status":"rejected","reason":"Licence ended"}`)
		for query, want := range map[string]struct{ total, first string }{
			"":                       {"42", ""},
			"status=approved":        {"41", ""},
			"status=pending":         {"1", "secret"},
			"status=rejected":        {"0", ""},
			"sort=price_asc":         {"42", "item-00"},
			"stock=out":              {"8", ""},
			"q=cedar+balm":           {"1", balm},
			"q=cedar+balm&stock=out": {"0", ""},
			"status=pending&q=cedar": {"0", ""},
			"category=body_care":     {"10", ""},
		} {
			ids, total := boss.table(query)
			if total != want.total || want.first != "" && ids[0] != want.first {
				t.Errorf("%q: %s rows from %v, want %s from %s", query, total, ids, want.total, want.first)
			}
		}
		if ids, _ := boss.table("q=C-05"); ids[0] != "item-05" {
			t.Errorf("by its code comes %v", ids)
		}
		var seen []string
		for page := range 6 {
			ids, _ := boss.table(fmt.Sprintf("page=%d&limit=9&sort=name", page+1))
			seen = append(seen, ids...)
		}
		slices.Sort(seen)
		if whole := len(seen); whole != 42 || len(slices.Compact(seen)) != 42 {
			t.Errorf("the pages hold %d products, want each of 42 once", whole)
		}
	})
}

func TestAdminProducts_PatchStockPriceAndDiscount(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		boss := s.admin("boss")
		var saved wire.ManagedProductSaved
		boss.into(&saved, "PATCH", "/api/admin/product/item-05", `{"version":1,"price":"٧٫٥٠","nb_in_stock":12}`)
		if p := saved.Product; p.Product.Price != 750 || p.Product.NbInStock != 12 || p.Version != 2 ||
			saved.Code != "product_updated" {
			t.Errorf("saved %+v", p)
		}
		if it, ok := s.live.Snapshot().Product("item-05"); !ok || it.Price != 750 || it.Stock != 12 {
			t.Errorf("the shop still shows %+v", it)
		}
		boss.refused(409, apperr.ProductChanged, "PATCH", "/api/admin/product/item-05", `{"version":1,"price":8}`)
		boss.refused(404, apperr.ProductNotFound, "PATCH", "/api/admin/product/nobody", `{"version":1,"price":8}`)
		boss.refused(400, apperr.InvalidInput, "PATCH", "/api/admin/product/item-05", `{"price":8}`)
		boss.wrong("PATCH", "/api/admin/product/item-05", `{"version":2,"price":"-1","discount":101,"nb_in_stock":"x"}`,
			map[string]string{
				"price": "price_money", "discount": "discount_percent", "nb_in_stock": "nb_in_stock_integer",
			})
		s.customer("layla").refused(403, apperr.Forbidden, "PATCH", "/api/admin/product/item-05",
			`{"version":2,"price":1}`)
		nonsense(t, boss, "PATCH", "/api/admin/product/item-05")
		if p, err := s.service.Product(t.Context(), "item-05"); err != nil || p.Version != 2 || p.Price != 750 {
			t.Errorf("after what was refused: %+v %v", p, err)
		}
		var list wire.AuditList
		boss.into(&list, "GET", "/api/admin/audit?action=product_updated", "")
		if len(list) != 1 || list[0].Actor != "boss" || list[0].Subject != "item-05" {
			t.Errorf("the record says %+v", list)
		}
	})
}

func TestOverview_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := rehearsal(t, c)
		me, boss := s.customer("layla"), s.admin("boss")
		me.put("item-07", 2)
		kept := me.mustBuy(byCash, "")
		me.put("item-08", 1)
		gone := me.mustBuy(byCash, "")
		boss.must("PUT", "/api/admin/order/"+gone.Number+"/status", `{"status":"cancelled"}`)
		var o wire.Overview
		boss.into(&o, "GET", "/api/admin/overview", "")
		if o.Today.Orders != 1 || o.Today.Total != kept.Total || len(o.Sales) != 30 || o.Sales[29] != o.Today {
			t.Errorf("today is %+v of %d days, want %s", o.Today, len(o.Sales), kept.Total)
		}
		for i, d := range o.Sales {
			at, err := time.Parse(time.DateOnly, d.Day)
			if err != nil || i > 0 && at.AddDate(0, 0, -1).Format(time.DateOnly) != o.Sales[i-1].Day ||
				i < 29 && d.Orders != 0 {
				t.Errorf("day %d is %+v: %v", i, d, err)
			}
		}
		if len(o.OpenOrders) != 5 || o.OpenOrders[0].Status != "placed" || o.OpenOrders[0].Count != 1 ||
			o.OpenOrders[1].Count != 0 {
			t.Errorf("open orders %+v", o.OpenOrders)
		}
		if o.LowStockCount != 39 || len(o.LowStock) != 20 || o.LowStock[0].NbInStock != 0 ||
			!slices.IsSortedFunc(o.LowStock, func(a, b wire.Product) int {
				return a.NbInStock - b.NbInStock
			}) {
			t.Errorf("%d are low, %d of them named", o.LowStockCount, len(o.LowStock))
		}
		if o.PendingProducts != 1 || o.PendingStores != 0 {
			t.Errorf("%d products and %d stores wait", o.PendingProducts, o.PendingStores)
		}
	})
}

func TestTranslations_OverHTTP(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		boss := s.admin("boss")
		meter := func() (m wire.TranslationMeter) {
			boss.into(&m, "GET", "/api/admin/translations?limit=2", "")
			return m
		}
		// item-07 says how to use it in both, "secret" has no word of Arabic or English in its description.
		if m := meter(); m.Products != 41 || m.Complete != 40 || m.MissingArabic != 1 || m.MissingEnglish != 0 ||
			m.StrengthDiffers != 0 {
			t.Fatalf("the meter says %+v", m)
		}
		edit := func(id string, change func(p *catalog.Product)) {
			if _, err := s.service.Update(t.Context(), id, 0, func(p *catalog.Product) error {
				change(p)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		before := meter().WithoutConcern
		edit("item-05", func(p *catalog.Product) { p.Concerns = []string{"fever"} })
		if now := meter().WithoutConcern; now != before-1 {
			t.Errorf("%d products without a concern, %d after one got one", before, now)
		}
		edit("item-03", func(p *catalog.Product) {
			p.Name = text.Pair{English: "Vitamin C 500 mg", Arabic: "فيتامين سي ٢٥٠ ملغ"}
		})
		edit("item-04", func(p *catalog.Product) { p.Name = text.Pair{English: "Zinc 1 g", Arabic: "زنك ١٠٠٠ ملغ"} })
		edit("item-02", func(p *catalog.Product) { p.Name.Arabic = "Only English" })
		m := meter()
		if m.Complete != 38 || m.StrengthDiffers != 1 || m.MissingArabic != 2 || m.ProblemCount != 3 ||
			len(m.Problems) != 2 {
			t.Fatalf("the meter says %+v", m)
		}
		if p := m.Problems[1]; p.ID != "item-03" || p.Problem != "strength_differs" || *p.English != "500 mg" ||
			*p.Arabic != "250 mg" || p.Field != "arabic_name" {
			t.Errorf("the second problem is %+v", p)
		}
		edit("item-03", func(p *catalog.Product) { p.Name.Arabic = "فيتامين سي ٥٠٠ ملغ" })
		edit("secret", func(p *catalog.Product) { p.Status = catalog.Rejected })
		if m := meter(); m.Products != 40 || m.ProblemCount != 1 || m.StrengthDiffers != 0 {
			t.Errorf("after mending the meter says %+v", m)
		}
	})
}

// upload sends a form with a file.
func (p *shopper) upload(file string, fields ...string) (int, []byte) {
	p.t.Helper()
	return p.uploadTo("/api/admin/import/products", file, fields...)
}

// uploadTo sends a form with a file.
func (p *shopper) uploadTo(path, file string, fields ...string) (int, []byte) {
	p.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		_ = form.WriteField(fields[i], fields[i+1])
	}
	part, err := form.CreateFormFile("file", "products.csv")
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	_ = form.Close()
	res, got := p.do("POST", path, body.String(), "Content-Type", form.FormDataContentType(),
		"CSRF-Token", p.token, "Cookie", p.cookie)
	return res.StatusCode, got
}

// imported sends a file and waits for the end of its import.
func (p *shopper) imported(file string, fields ...string) wire.Job {
	p.t.Helper()
	status, got := p.upload(file, fields...)
	var begun wire.JobAnswer
	if err := json.Unmarshal(got, &begun); err != nil || status != http.StatusAccepted {
		p.t.Fatalf("import: %d %s", status, got)
	}
	return p.ended(begun.Job.ID)
}

func (p *shopper) ended(id string) wire.Job {
	p.t.Helper()
	var now wire.JobAnswer
	timed.Eventually(p.t, "the import ends", func() bool {
		p.into(&now, "GET", "/api/admin/job/"+id, "")
		return now.Job.State == "done" || now.Job.State == "failed"
	})
	return now.Job
}

func (p *shopper) export() string {
	p.t.Helper()
	res, got := p.do("GET", "/api/admin/export/products", "", "Cookie", p.cookie)
	if res.StatusCode != http.StatusOK ||
		!strings.HasPrefix(res.Header.Get("Content-Disposition"), `attachment; filename="dawa-products-2`) {
		p.t.Fatalf("export: %d %v", res.StatusCode, res.Header)
	}
	return string(got)
}

func TestImport_OfAnExportChangesNothing(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		boss := s.admin("boss")
		if _, err := s.service.Update(t.Context(), "item-01", 0, func(p *catalog.Product) error {
			p.Name = text.Pair{English: `=HYPERLINK("http://evil")`, Arabic: "'@بنادول, \"٥٠٠\"; ملغ"}
			p.Description.English = "two\nlines"
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		file := boss.export()
		if !strings.HasPrefix(file, "\ufeffid,code,") || strings.Count(file, "\r\n") != 42 ||
			strings.Contains(file, `,"=`) || strings.Contains(file, ",=") || !strings.Contains(file, "منتج") {
			t.Fatalf("the file begins %.300q", file)
		}
		job := boss.imported(file, "dry_run", "false")
		if job.State != "done" || job.Created != 0 || job.Updated != 0 || *job.Unchanged != 41 || job.Total != 41 ||
			job.Done != 41 || job.FinishedAt == nil {
			t.Fatalf("the same file again: %+v", job)
		}
		// Excel in another country: semicolons, no ids, decimal commas.
		job = boss.imported("code;price;nb_in_stock\r\nC-05;3,5;٧\r\nNEW-1;1;1\r\n", "dry_run", "true")
		if job.State != "done" || !job.DryRun || job.ProblemCount == 0 || job.Problems[0].Row != 3 ||
			job.Problems[0].Code != "arabic_description_blank" {
			t.Fatalf("a check: %+v", job)
		}
		before, _ := s.service.Product(t.Context(), "item-05")
		job = boss.imported("code;price;nb_in_stock\r\nC-05;3,5;٧\r\n")
		if job.State != "done" || job.Updated != 1 {
			t.Fatalf("a small file: %+v", job)
		}
		p, err := s.service.Product(t.Context(), "item-05")
		if err != nil || p.Price != 350 || p.Stock != 7 || p.Version != before.Version+1 || p.Name != before.Name {
			t.Errorf("after the small file: %+v %v", p, err)
		}
		eventually(t, func() bool {
			it, ok := s.live.Snapshot().Product("item-05")
			return ok && it.Price == 350 && it.Stock == 7
		})
		// Into another, empty shop.
		other := start(t, testConfig(t))
		twin := &stock{running: other, client: s.client, t: t}
		twinBoss := twin.admin("boss2")
		file = strings.ReplaceAll(boss.export(), strings.Repeat("a1", 16), "") // its pictures are not there
		if job := twinBoss.imported(file); job.State != "done" || job.Created != 41 {
			t.Fatalf("into an empty shop: %+v", job)
		}
		if again := twinBoss.export(); withoutExportColumns(t, again) != withoutExportColumns(t, file) {
			t.Errorf("what came in goes out differently: %d and %d bytes", len(file), len(again))
		}
		var list wire.AuditList
		boss.into(&list, "GET", "/api/admin/audit?actor=boss", "")
		actions := map[string]int{}
		for _, e := range list {
			actions[e.Action]++
		}
		if actions["products_imported"] != 2 || actions["import_checked"] != 1 {
			t.Errorf("the record says %v", actions)
		}
	})
}

// withoutExportColumns leaves out the last columns of a file, which say what the products were when it was written.
func withoutExportColumns(t *testing.T, file string) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	for _, row := range rows {
		rest.WriteString(strings.Join(row[:len(row)-3], "\x00") + "\n")
	}
	return rest.String()
}

func TestImport_RefusesInvalidFiles(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, c Config) {
		s := stocked(t, c)
		boss := s.admin("boss")
		refused := func(name, file string, status int, code apperr.Code, fields ...string) {
			t.Helper()
			gotStatus, got := boss.upload(file, fields...)
			var failure struct{ Code apperr.Code }
			if err := json.Unmarshal(got, &failure); err != nil || gotStatus != status || failure.Code != code {
				t.Errorf("%s: %d %s, want %d %s", name, gotStatus, got, status, code)
			}
		}
		refused("nothing", "", 400, apperr.ImportEmpty)
		refused("a heading alone", "code,price\r\n", 400, apperr.ImportEmpty)
		refused("another heading", "sku,price\n1,2\n", 400, apperr.ImportHeader)
		refused("no text", "code\n\x00\n", 400, apperr.ImportEncoding)
		refused("another encoding", "code,arabic_name\nC-05,\xc8\xe4\xc7\xcf\xe6\xe1\n", 400, apperr.ImportEncoding)
		refused("a strange flag", "code\nC-05\n", 400, apperr.InvalidInput, "dry_run", "perhaps")
		boss.refused(400, apperr.UnsupportedType, "POST", "/api/admin/import/products", "{}")
		s.customer("layla").refused(403, apperr.Forbidden, "POST", "/api/admin/import/products", "{}")
		boss.refused(404, apperr.ImportNotFound, "GET", "/api/admin/job/nobody", "")

		whole := "id,code,english_name,arabic_name,english_description,arabic_description,brand,category,price,status\n"
		row := func(id, code, price string) string {
			return id + "," + code + ",Name,اسم,Text,نص,dove,vitamins," + price + ",approved\n"
		}
		job := boss.imported(whole +
			row("", "OK-1", "1") + // 2: fine
			row("", "OK-1", "1") + // 3: the same again
			row("", "BAD-1", "-3") + // 4
			"x,y\n" + // 5
			row("item-06", "C-06", "1") + // 6: fine
			row("item-06", "C-06", "1") + // 7
			row("", "C-08", "=1+1") + // 8
			row("fresh", "C-09", "1") + // 9: the code is item-09's
			row("item-10", "C-11", "2") + row("item-11", "C-10", "2") + // 10, 11: they swap codes, which is fine
			row("Bad Id", "OK-2", "1") + // 12
			"item-12,\"C-12\n") // 13: never closed
		want := map[int]string{
			3: "code import_twice", 4: "price price_min", 5: " import_cells", 7: "code import_twice",
			8: "price price_money", 9: "code code_taken", 12: "id id_invalid", 13: " import_quote",
		}
		if job.State != "failed" || job.ProblemCount != len(want) || job.Created+job.Updated != 0 {
			t.Errorf("a file with problems: %+v", job)
		}
		for _, p := range job.Problems {
			if got := p.Column + " " + p.Code; want[p.Row] != got {
				t.Errorf("row %d: %s %v, want %s", p.Row, got, p.Value, want[p.Row])
			}
		}
		if p, err := s.service.Product(t.Context(), "item-06"); err != nil || p.Version != 1 {
			t.Errorf("a file with problems changed %+v", p)
		}
		if n, err := s.service.Count(t.Context()); err != nil || n != 41 {
			t.Errorf("a file with problems left %d products", n)
		}
		job = boss.imported(whole + row("item-10", "C-11", "2") + row("item-11", "C-10", "2"))
		if job.State != "done" || job.Updated != 2 {
			t.Errorf("two codes swapped: %+v", job)
		}
		if p, err := s.service.Product(t.Context(), "item-10"); err != nil || p.Code != "C-11" || p.Version != 2 {
			t.Errorf("two codes swapped: %+v %v", p, err)
		}
	})
}
