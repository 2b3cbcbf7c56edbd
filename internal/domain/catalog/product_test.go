package catalog

import (
	"errors"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/regulation"
)

// valid is a product that passes every check.
func valid(id string) *Product {
	return &Product{
		ID: id, Code: "C-" + id,
		Name:        text.Pair{English: "Panadol Extra", Arabic: "بنادول إكسترا"},
		Description: text.Pair{English: "For headaches.", Arabic: "للصداع."},
		Brand:       "panadol", Category: "pain_killers", Price: 425, Stock: 7, Status: Approved, Version: 1,
		Regulation: regulation.None,
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
		{"regulation", "regulation_blank", func(p *Product) { p.Regulation = "" }},
		{"regulation", "regulation_unknown", func(p *Product) { p.Regulation = "herbal" }},
		{"registration_no", "registration_no_max", func(p *Product) { p.Registration = strings.Repeat("9", 41) }},
		{"official_price_lbp", "official_price_lbp_range", func(p *Product) { p.OfficialPrice.Pounds = -1 }},
		{"official_price_source", "official_price_source_max", func(p *Product) {
			p.OfficialPrice.Source = strings.Repeat("x", 201)
		}},
		{"official_price_from", "official_price_from_date", func(p *Product) {
			p.OfficialPrice.ValidFrom = "2026-02-30"
		}},
		{"vat_rate", "vat_rate_percent", func(p *Product) { p.VATRate = 101 }},
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

func TestProductCheck_RefusesADiscountOnAMedicine(t *testing.T) {
	for _, class := range []regulation.Class{regulation.OTC, regulation.Prescription, regulation.Controlled} {
		p := valid("a")
		p.Regulation, p.Discount = class, 1
		err := apperr.From(p.Check())
		if err == nil || err.Code != apperr.DiscountForbidden || err.Fields["discount"] != "discount_forbidden" {
			t.Errorf("%s: %v", class, err)
		}
		p.Code = ""
		err = apperr.From(p.Check())
		if err == nil || err.Code != apperr.InvalidFields || err.Fields["discount"] != "discount_forbidden" ||
			err.Fields["code"] != "code_blank" {
			t.Errorf("%s with another mistake: %v", class, err)
		}
	}
	waiting := valid("a")
	waiting.Regulation, waiting.Discount, waiting.Status = regulation.Unclassified, 10, Pending
	if err := waiting.Check(); apperr.CodeOf(err) != apperr.DiscountForbidden {
		t.Errorf("not classified: %v", err)
	}
}

func TestClassifyPlain_LeavesMedicinesToSomebody(t *testing.T) {
	for _, c := range []struct {
		ingredient string
		status     Status
		want       regulation.Class
	}{
		{"", Approved, regulation.None}, {"Zinc", Approved, regulation.None},
		{"Paracetamol", Approved, regulation.Unclassified}, {"", Pending, regulation.Unclassified},
	} {
		p := valid("a")
		p.Regulation, p.Status = regulation.Unclassified, c.status
		if c.ingredient != "" {
			p.Ingredients = []Ingredient{{Name: text.Pair{English: c.ingredient}}}
		}
		p.classifyPlain()
		if p.Regulation != c.want {
			t.Errorf("%s %s: %q, want %q", c.ingredient, c.status, p.Regulation, c.want)
		}
	}
}

func TestSnapshot_HoldsNoControlledMedicine(t *testing.T) {
	hidden, prescribed := valid("hidden"), valid("prescribed")
	hidden.Regulation, prescribed.Regulation = regulation.Controlled, regulation.Prescription
	s := NewSnapshot([]*Product{hidden, prescribed}, func(to []byte, _ *Product) []byte { return append(to, "{}"...) })
	if _, found := s.Product("hidden"); found || s.Len() != 1 {
		t.Errorf("a controlled medicine is listed: %d", s.Len())
	}
	if it, found := s.Product("prescribed"); !found || it.Regulation != regulation.Prescription {
		t.Errorf("%v %v", it, found)
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
