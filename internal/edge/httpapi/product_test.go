package httpapi

import (
	"slices"
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// A product whose stock has changed must read as if it had been encoded anew, whatever its texts say.
func TestEncodeStock_EqualsEncodingAnew(t *testing.T) {
	hostile := `"nb_in_stock":7,"in_stock":false,"version":3}`
	for _, stock := range []int{0, 1, 9, 12345} {
		p := &catalog.Product{
			ID: "p", Code: hostile, Name: text.Pair{English: hostile, Arabic: "بنادول"},
			Description: text.Pair{English: "\\" + hostile, Arabic: hostile}, Brand: hostile, Category: "vitamins",
			Price: 425, Stock: 5, Version: 41, Status: catalog.Approved, StoreID: hostile, Form: hostile,
			MaxPerOrder: 2,
		}
		before := EncodeProduct(p)
		p.Stock, p.Version = stock, 1042
		got, want := EncodeStock(before, catalog.StockLevel{Stock: stock, Version: 1042}), EncodeProduct(p)
		if string(got) != string(want) {
			t.Errorf("stock %d:\n%s\nwant\n%s", stock, got, want)
		}
	}
}

func TestLongTexts_AreReadFromTheEncoding(t *testing.T) {
	p := &catalog.Product{
		ID: "p", Status: catalog.Approved, Regulation: regulation.None,
		Name:        text.Pair{English: `Say "english_description":"no"`},
		Description: text.Pair{English: "Soothes \"dry\" eyes\n— quickly <b>", Arabic: "للعين الجافة"},
		Usage:       text.Pair{Arabic: "نقطة واحدة"},
	}
	snapshot := catalog.NewSnapshot([]*catalog.Product{p}, EncodeProduct)
	item, _ := snapshot.Product("p")
	item.Detail = EncodeDetail(p)
	want := []string{p.Description.English, p.Description.Arabic, p.Usage.Arabic}
	if got := LongTexts(item); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
