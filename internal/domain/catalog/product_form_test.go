package catalog

import (
	"maps"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/regulation"
)

func filledForm() map[string]string {
	return map[string]string{
		"english_name": " Balm ", "arabic_name": "بلسم",
		"english_description": "One.\r\nTwo.\tThree", "arabic_description": "واحد",
		"brand": " Other  MAKER", "code": "B-1", "price": "٤.٢٥", "nb_in_stock": "٧",
	}
}

func TestDraftFill_NewProduct(t *testing.T) {
	p := &Product{}
	if err := (Draft{Fields: filledForm()}).Fill(p, NewForm); err != nil {
		t.Fatal(err)
	}
	if p.Category != DefaultCategory || p.Brand != "other maker" || p.Price != 425 || p.Stock != 7 ||
		p.Name.English != "Balm" || p.Description.English != "One.\nTwo. Three" {
		t.Errorf("%+v", p)
	}
}

func TestDraftFill_KeepsFieldsThatWereNotSent(t *testing.T) {
	p := &Product{
		Form: "tablet", PackSize: "24", Usage: text.Pair{English: "One a day."}, MaxPerOrder: 2, StoreID: "s",
		Images:      []Image{{Hash: "a", Alt: text.Pair{English: "Box"}}, {Hash: "b"}},
		Ingredients: []Ingredient{{Name: text.Pair{English: "zinc"}}},
	}
	form := filledForm()
	form["category"], form["discount"] = "vitamins", "5"
	if err := (Draft{Fields: form}).Fill(p, EditForm); err != nil {
		t.Fatal(err)
	}
	if p.Form != "tablet" || p.PackSize != "24" || p.Usage.English != "One a day." || p.MaxPerOrder != 2 ||
		len(p.Images) != 2 || len(p.Ingredients) != 1 || p.StoreID != "s" {
		t.Errorf("%+v", p)
	}
	form["form"] = ""
	draft := Draft{Fields: form, Images: []Image{{Hash: "b"}, {Hash: "a"}}, Ingredients: []Ingredient{}}
	if err := draft.Fill(p, EditForm); err != nil {
		t.Fatal(err)
	}
	if p.Form != "" || len(p.Ingredients) != 0 || p.Images[1].Alt.English != "Box" {
		t.Errorf("%+v", p)
	}
}

func TestDraftFill_NamesEveryWrongField(t *testing.T) {
	p := &Product{}
	err := Draft{Fields: map[string]string{"price": "-1"}, Ingredients: make([]Ingredient, 1)}.Fill(p, EditForm)
	want := map[string]string{
		"english_name": "english_name_blank", "arabic_name": "arabic_name_blank",
		"english_description": "english_description_blank",
		"arabic_description":  "arabic_description_blank", "brand": "brand_blank",
		"category": "category_blank", "code": "code_blank",
		"discount": "discount_blank", "nb_in_stock": "nb_in_stock_blank", "price": "price_money",
		"active_ingredients": "active_ingredients_format",
	}
	if got := apperr.From(err).Fields; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if p.Price != 0 || p.Category != "" {
		t.Errorf("a refused draft changed the product: %+v", p)
	}
}

func TestDifferences_NamesEveryWireField(t *testing.T) {
	a := &Product{}
	b := &Product{
		Code: "x", Name: text.Pair{English: "x", Arabic: "x"}, Description: text.Pair{English: "x", Arabic: "x"},
		Brand: "x", Category: "x", Price: 1,
		Discount: 1, Stock: 1, MaxPerOrder: 1, Images: []Image{{}}, Ingredients: []Ingredient{{}}, Form: "x",
		PackSize: "x", Usage: text.Pair{English: "x", Arabic: "x"}, Warnings: text.Pair{English: "x", Arabic: "x"},
		StoreID: "x", Status: Approved,
		Regulation: "x", Registration: "x", VATRate: 1,
		OfficialPrice: regulation.OfficialPrice{Pounds: 1, Source: "x", ValidFrom: "x"},
	}
	if got := Differences(a, b); len(got) != 27 {
		t.Errorf("%d fields: %v", len(got), got)
	}
	if got := Differences(b, b.Clone()); len(got) != 0 {
		t.Errorf("a copy differs in %v", got)
	}
}
