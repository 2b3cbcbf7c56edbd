package catalog

import (
	"errors"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
)

// valid is a product that passes every check.
func valid(id string) *Product {
	return &Product{
		ID: id, Code: "C-" + id,
		Name:        text.Pair{English: "Panadol Extra", Arabic: "بنادول إكسترا"},
		Description: text.Pair{English: "For headaches.", Arabic: "للصداع."},
		Brand:       "panadol", Category: "pain_killers", Price: 425, Stock: 7, Status: Approved, Version: 1,
	}
}

func TestProductCheck_NamesEveryWrongField(t *testing.T) {
	if err := valid("a").Check(); err != nil {
		t.Fatalf("a good product is refused: %v", err)
	}
	texts := text.MustCatalogue()
	for _, c := range []struct {
		field, code string
		breakField  func(p *Product)
	}{
		{"id", "id_invalid", func(p *Product) { p.ID = "A b" }},
		{"id", "id_invalid", func(p *Product) { p.ID = strings.Repeat("a", 65) }},
		{"code", "code_blank", func(p *Product) { p.Code = "" }},
		{"english_name", "english_name_blank", func(p *Product) { p.Name.English = "" }},
		{"arabic_name", "arabic_name_max", func(p *Product) { p.Name.Arabic = strings.Repeat("ب", 201) }},
		{"english_description", "characters_invalid", func(p *Product) { p.Description.English = "a\x00b" }},
		{"arabic_description", "characters_invalid", func(p *Product) { p.Description.Arabic = "\xff" }},
		{"brand", "brand_blank", func(p *Product) { p.Brand = "" }},
		{"category", "category_unknown", func(p *Product) { p.Category = "shoes" }},
		{"form", "form_unknown", func(p *Product) { p.Form = "brick" }},
		{"status", "status_unknown", func(p *Product) { p.Status = "sold" }},
		{"price", "price_min", func(p *Product) { p.Price = 0 }},
		{"price", "price_max", func(p *Product) { p.Price = 10_000_001 }},
		{"nb_in_stock", "nb_in_stock_max", func(p *Product) { p.Stock = 1_000_001 }},
		{"status_note", "reason_max", func(p *Product) { p.StatusNote = strings.Repeat("x", 501) }},
		{"discount", "discount_percent", func(p *Product) { p.Discount = 101 }},
		{"nb_in_stock", "nb_in_stock_min", func(p *Product) { p.Stock = -1 }},
		{"max_per_order", "max_per_order_range", func(p *Product) { p.MaxPerOrder = -1 }},
		{"images", "image_too_many", func(p *Product) { p.Images = make([]Image, 6); fillHashes(p) }},
		{"images", "image_broken", func(p *Product) { p.Images = []Image{{Hash: "../x"}} }},
		{"active_ingredients", "active_ingredients_format", func(p *Product) { p.Ingredients = make([]Ingredient, 1) }},
	} {
		p := valid("a")
		c.breakField(p)
		err, _ := errors.AsType[*apperr.Error](p.Check())
		if err == nil || err.Code != apperr.InvalidFields || err.Fields[c.field] != c.code || len(err.Fields) != 1 {
			t.Errorf("%s: got %v, want %s", c.field, err, c.code)
		}
		if !texts.Has("rule." + c.code) {
			t.Errorf("the code %s has no text", c.code)
		}
	}
}

func fillHashes(p *Product) {
	for i := range p.Images {
		p.Images[i].Hash = strings.Repeat("0a", 16)
	}
}

func TestProductLimit_IsLowestOfStockAndBounds(t *testing.T) {
	for _, c := range []struct{ stock, bound, want int }{
		{0, 0, 0}, {3, 0, 3}, {50, 0, 10}, {50, 2, 2}, {1, 2, 1}, {-4, 0, 0},
	} {
		p := &Product{Stock: c.stock, MaxPerOrder: c.bound}
		if got := p.Limit(); got != c.want {
			t.Errorf("stock %d, at most %d: %d, want %d", c.stock, c.bound, got, c.want)
		}
	}
}

func TestNormalize_MakesBrandAKey(t *testing.T) {
	p := valid("a")
	p.Brand, p.Name.English, p.Description.English = "  Head  and Shoulders ", " X ", "a\r\nb"
	p.normalize()
	if p.Brand != "head and shoulders" || p.Name.English != "X" || p.Description.English != "a\nb" {
		t.Errorf("%q %q %q", p.Brand, p.Name.English, p.Description.English)
	}
}

func TestCompareNames_FoldsCaseAndArabicLetters(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"advil", "Advil", 0}, {"Advil", "panadol", -1}, {"zinc", "Centrum", 1}, {"ab", "abc", -1},
		{"أدفيل", "ادفيل", 0}, {"إكسترا", "بنادول", -1}, {"فيتامينات مُتعدّدة", "فيتامينات متعددة", 0},
		{"صيدلية", "صيدليه", 0},
	} {
		if got := compareNames(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := compareNames(c.b, c.a); got != -c.want {
			t.Errorf("%s and %s: %d, want %d", c.b, c.a, got, -c.want)
		}
	}
}
