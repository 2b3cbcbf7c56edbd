package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	_ "golang.org/x/image/webp" // for image.DecodeConfig

	"dawa/contract"
	"dawa/internal/adapter/blob"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/domain/search"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func demoProducts(t *testing.T) ([]*entry, []*catalog.Product) {
	t.Helper()
	entries, err := readCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	return entries, products(entries)
}

func TestDemo_CatalogueSize(t *testing.T) {
	_, all := demoProducts(t)
	category, brand := map[string]int{}, map[string]int{}
	discounted, soldOut := 0, 0
	for _, p := range all {
		category[p.Category]++
		brand[p.Brand]++
		if p.Discount > 0 {
			discounted++
		}
		if !p.InStock() {
			soldOut++
		}
	}
	if len(all) < 240 || discounted < 30 || soldOut < 6 {
		t.Errorf("%d products, %d discounted, %d out of stock", len(all), discounted, soldOut)
	}
	for _, c := range catalog.Categories() {
		if category[c] < 36 {
			t.Errorf("%d products in %s, want 36", category[c], c)
		}
	}
	for _, b := range catalog.Brands() {
		if brand[b] < 12 {
			t.Errorf("%d products of %s, want 12", brand[b], b)
		}
	}
}

func TestDemo_ProductsAreValidAndUnique(t *testing.T) {
	_, all := demoProducts(t)
	ids, names := map[string]bool{}, map[string]string{}
	for _, p := range all {
		p.Version = 1
		if err := p.Check(); err != nil {
			fields, _ := json.Marshal(err)
			t.Errorf("%s: %v %s", p.Code, err, fields)
		}
		if ids[p.ID] {
			t.Errorf("the code %s is used twice", p.Code)
		}
		if first, twice := names[p.Name.English]; twice {
			t.Errorf("%s and %s are both called %s", first, p.Code, p.Name.English)
		}
		ids[p.ID], names[p.Name.English] = true, p.Code
	}
}

// isMostly tells whether most letters of a text belong to a script.
func isMostly(s string, script *unicode.RangeTable) bool {
	letters, of := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
			if unicode.Is(script, r) {
				of++
			}
		}
	}
	return letters > 0 && of*2 > letters
}

func TestDemo_TextsAreInTheirLanguage(t *testing.T) {
	_, all := demoProducts(t)
	for _, p := range all {
		for what, pair := range map[string][2]string{
			"name": {p.Name.English, p.Name.Arabic}, "description": {p.Description.English, p.Description.Arabic},
			"usage": {p.Usage.English, p.Usage.Arabic}, "warnings": {p.Warnings.English, p.Warnings.Arabic},
		} {
			if (pair[0] == "") != (pair[1] == "") {
				t.Errorf("%s: the %s is in one language only", p.Code, what)
			}
			if pair[0] != "" && (!isMostly(pair[0], unicode.Latin) || !isMostly(pair[1], unicode.Arabic)) {
				t.Errorf("%s: the %s is not in its language: %q %q", p.Code, what, pair[0], pair[1])
			}
		}
		if sentences := strings.Count(p.Description.English+" ", ". "); sentences < 2 || sentences > 5 {
			t.Errorf("%s: a description of %d sentences", p.Code, sentences)
		}
		for _, i := range p.Ingredients {
			if i.Name.Arabic == "" || i.Strength == "" {
				t.Errorf("%s: the ingredient %s is incomplete", p.Code, i.Name.English)
			}
		}
	}
}

func TestDemo_BrandsAreNamedInBothScripts(t *testing.T) {
	names := map[string]string{
		"panadol": "بنادول", "advil": "أدفيل", "centrum": "سنتروم", "dove": "دوف", "vichy": "فيشي",
		"head and shoulders": "هيد اند شولدرز",
	}
	_, all := demoProducts(t)
	for _, p := range all {
		arabic, one := names[p.Brand]
		if one && (!strings.Contains(strings.ToLower(p.Name.English), p.Brand) ||
			!strings.Contains(p.Name.Arabic, arabic)) {
			t.Errorf("%s does not name its brand: %s, %s", p.Code, p.Name.English, p.Name.Arabic)
		}
	}
}

func TestDemo_MedicinesHavePharmacyFields(t *testing.T) {
	_, all := demoProducts(t)
	complete := 0
	for _, p := range all {
		if p.Category == "pain_killers" && (len(p.Ingredients) == 0 || p.Form == "" || p.PackSize == "" ||
			p.Usage.English == "" || p.Warnings.English == "") {
			t.Errorf("%s lacks a pharmacy field", p.Code)
		}
		if len(p.Ingredients) > 0 {
			complete++
		}
	}
	if complete < 100 {
		t.Errorf("only %d products have active ingredients", complete)
	}
}

func TestDemo_ProductsHavePicturesInThreeWidths(t *testing.T) {
	entries, _ := demoProducts(t)
	used := map[string]bool{"README.md": true, "contents.json": true}
	names := map[string]bool{}
	inside := 0
	for _, e := range entries {
		own, err := picturesOf(e.id())
		if err != nil {
			t.Fatal(err)
		}
		inside += len(own) - 1
		for _, name := range own {
			names[name] = true
		}
	}
	if inside < 120 {
		t.Errorf("only %d products show what is inside", inside)
	}
	for name := range names {
		renditions, err := pictureOf(name)
		if err != nil || len(renditions) != 3 {
			t.Errorf("%s has %d renditions: %v", name, len(renditions), err)
			continue
		}
		for _, r := range renditions {
			used[fmt.Sprintf("%s-%d.webp", name, r.Width)] = true
			config, format, err := image.DecodeConfig(strings.NewReader(string(r.Data)))
			if err != nil || format != "webp" || max(config.Width, config.Height) != r.Width {
				t.Errorf("%s at %d: %s of %dx%d: %v", name, r.Width, format, config.Width, config.Height, err)
			}
			if len(r.Data) > 120_000 {
				t.Errorf("%s at %d weighs %d bytes", name, r.Width, len(r.Data))
			}
		}
	}
	files, err := fs.ReadDir(pictureFiles, "pictures")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !used[f.Name()] {
			t.Errorf("pictures/%s belongs to no product", f.Name())
		}
	}
}

func open(t *testing.T, target string) (Services, *sqlstore.Products, *blob.Disk) {
	t.Helper()
	store := sqlstore.NewProducts(storetest.Open(t, target))
	disk, err := blob.OpenDisk(filepath.Join(t.TempDir(), "media"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	return Services{Catalogue: catalog.NewService(store), Pictures: media.NewLibrary(disk)}, store, disk
}

func TestLoad_FillsTheShopOnce(t *testing.T) {
	storetest.EachTarget(t, func(t *testing.T, target string) {
		services, store, disk := open(t, target)
		ran := 0
		services.More = []Step{{Name: "users", Total: 3, Run: func(_ context.Context, done func(int)) error {
			ran++
			done(3)
			return nil
		}}}
		entries, all := demoProducts(t)
		var last, total int
		progress := func(done, of int) {
			if done < last || done > of {
				t.Errorf("progress went from %d to %d of %d", last, done, of)
			}
			last, total = done, of
		}
		began := time.Now()
		if err := Load(t.Context(), services, progress); err != nil {
			t.Fatal(err)
		}
		timed.AtMost(t, "loading", time.Since(began), 5*time.Second)
		if last != total || total != 2*len(entries)+3 || ran != 1 {
			t.Errorf("progress ended at %d of %d", last, total)
		}
		if n, err := store.Count(t.Context()); n != len(all) || err != nil {
			t.Fatalf("%d products of %d: %v", n, len(all), err)
		}
		p, err := store.Product(t.Context(), all[0].ID)
		if err != nil || p.Status != catalog.Approved || p.Name != all[0].Name {
			t.Fatalf("%+v: %v", p, err)
		}
		for _, image := range p.Images {
			for _, width := range media.Widths {
				if has, err := disk.Has(t.Context(), media.Key(image.Hash, width)); !has || err != nil {
					t.Errorf("its picture at %d is missing: %v", width, err)
				}
			}
		}
		// Sold since then: loading again must not bring it back.
		if err := store.MoveStock(t.Context(), []catalog.StockMove{{ID: p.ID, By: 5}}); err != nil {
			t.Fatal(err)
		}
		last = 0
		if err := Load(t.Context(), services, progress); err != nil {
			t.Fatal(err)
		}
		again, err := store.Product(t.Context(), p.ID)
		if n, _ := store.Count(t.Context()); err != nil || n != len(all) || again.Stock != p.Stock+5 || ran != 2 {
			t.Errorf("loading twice gave %d products, stock %d after %d: %v", n, again.Stock, p.Stock+5, err)
		}
	})
}

func TestLoad_NamesTheFailingStep(t *testing.T) {
	services, _, _ := open(t, t.TempDir())
	broken := errors.New("no")
	services.More = []Step{{Name: "users", Run: func(context.Context, func(int)) error { return broken }}}
	if err := Load(t.Context(), services, nil); !errors.Is(err, broken) || !strings.Contains(err.Error(), "users") {
		t.Fatal(err)
	}
}

func TestGenerate_ProductsAreValidDistinctAndRepeatable(t *testing.T) {
	make := func(seed uint64, n int) (all []*catalog.Product) {
		made, err := Generate(seed, n)
		if err != nil {
			t.Fatal(err)
		}
		for p := range made {
			all = append(all, p)
		}
		return all
	}
	const n = 20_000
	all := make(1, n)
	ids, names := map[string]bool{}, map[string]bool{}
	category, brand := map[string]int{}, map[string]int{}
	discounted, soldOut := 0, 0
	for _, p := range all {
		p.Version = 1
		if err := p.Check(); err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		if !isMostly(p.Name.English, unicode.Latin) || !isMostly(p.Name.Arabic, unicode.Arabic) {
			t.Fatalf("%s, %s", p.Name.English, p.Name.Arabic)
		}
		ids[p.ID], names[p.Name.English] = true, true
		category[p.Category]++
		brand[p.Brand]++
		if p.Discount > 0 {
			discounted++
		}
		if p.Stock == 0 {
			soldOut++
		}
	}
	if len(all) != n || len(ids) != n || len(names) < n*8/10 {
		t.Errorf("%d products, %d ids, %d names", len(all), len(ids), len(names))
	}
	for _, c := range catalog.Categories() {
		if category[c] < n/12 {
			t.Errorf("only %d in %s", category[c], c)
		}
	}
	for _, b := range catalog.Brands() {
		if brand[b] == 0 {
			t.Errorf("nothing of %s", b)
		}
	}
	if discounted < n/10 || soldOut < n/100 {
		t.Errorf("%d discounted, %d out of stock", discounted, soldOut)
	}
	text := func(products []*catalog.Product) string {
		b, err := json.Marshal(products)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if text(make(1, 500)) != text(make(1, 1500)[:500]) {
		t.Error("the same seed gives other products")
	}
	if text(make(2, 500)) == text(make(1, 500)) {
		t.Error("another seed gives the same products")
	}
	for _, i := range []int{0, 7, 300, 5000, 19999} {
		t.Log(all[i].Code, "|", all[i].Name.English, "|", all[i].Name.Arabic, "|", all[i].Price.Format())
	}
}

func TestLoad_GeneratesExactlyTheRequestedProducts(t *testing.T) {
	storetest.EachTarget(t, func(t *testing.T, target string) {
		for _, n := range []int{100, 3000} {
			services, store, _ := open(t, target)
			calls := 0
			if err := LoadLarge(t.Context(), services, 1, n, func(int, int) { calls++ }); err != nil {
				t.Fatal(err)
			}
			got, err := store.Count(t.Context())
			if got != n || err != nil || calls < 3 {
				t.Errorf("%d products of %d after %d reports: %v", got, n, calls, err)
			}
		}
	})
}

func TestScale_KeepsTheUnit(t *testing.T) {
	for _, c := range []struct {
		in   string
		by   float64
		step float64
		want string
	}{
		{"500 mg", 2, 0.01, "1000 mg"}, {"0.1 %", 0.5, 0.01, "0.05 %"}, {"24", 0.5, 1, "12"}, {"1", 0.5, 1, "1"},
		{"150 ml", 1.5, 1, "225 ml"}, {"5 mcg / 5 ml", 2, 0.01, "10 mcg / 5 ml"}, {"", 2, 1, ""},
	} {
		if got := scaleNumber(c.in, c.by, c.step); got != c.want {
			t.Errorf("%s × %v = %s, want %s", c.in, c.by, got, c.want)
		}
	}
	if !slices.Equal([]string{arabicUnits("500 mg"), arabicUnits("24"), arabicUnits("50 g")},
		[]string{"500 ملغ", "24", "50 غ"}) {
		t.Error("units are not in Arabic")
	}
}

func TestDemo_HomeConcernsAreServedAndNamedAsInTheTaxonomy(t *testing.T) {
	served := map[string]int{}
	_, all := demoProducts(t)
	for _, p := range all {
		for _, key := range p.Concerns {
			served[key]++
		}
	}
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range contract.Shop().HomeConcerns {
		concern, ok := contract.Concerns().Concern(key)
		if !ok || served[key] == 0 {
			t.Errorf("%s: known %t, %d products", key, ok, served[key])
			continue
		}
		english := texts.T(text.English, "home.concern_"+key, nil)
		arabic := texts.T(text.Arabic, "home.concern_"+key, nil)
		if english != concern.Label.English || arabic != concern.Label.Arabic {
			t.Errorf("%s is %q and %q on Home, %+v in the taxonomy", key, english, arabic, concern.Label)
		}
	}
}

// One digit policy: names, packs and strengths have Latin digits in both languages.
func TestDemo_NamesHaveLatinDigits(t *testing.T) {
	_, all := demoProducts(t)
	for _, p := range all {
		texts := []string{p.Name.English, p.Name.Arabic, p.PackSize}
		for _, i := range p.Ingredients {
			texts = append(texts, i.Strength)
		}
		for _, s := range texts {
			if text.FoldDigits(s) != s {
				t.Errorf("%s: %q mixes digits", p.Code, s)
			}
		}
	}
}

// Every concern that can be chosen leads somewhere, those on Home through the search as well.
func TestDemo_EveryConcernFindsSomething(t *testing.T) {
	_, all := demoProducts(t)
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	index := search.Build(
		catalog.NewSnapshot(all, func(to []byte, _ *catalog.Product) []byte { return to }), search.NewLabels(texts))
	for _, c := range contract.Concerns().Concerns {
		if index.CountConcern(c.Key) == 0 {
			t.Errorf("no product serves %s", c.Key)
		}
		for _, label := range []string{c.Label.English, c.Label.Arabic} {
			if r := index.Search(label); r.Total() == 0 || r.Concern != c.Key || r.Match != search.MatchConcern {
				t.Errorf("%q (%s) finds %d products for %q: %s", label, c.Key, r.Total(), r.Concern, r.Match)
			}
		}
	}
}
