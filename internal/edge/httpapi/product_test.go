package httpapi

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
	"dawa/internal/edge/httpapi/wire"
)

// A product whose stock has changed must read as if it had been encoded anew, whatever its texts say.
func TestAppendStock_EqualsEncodingAnew(t *testing.T) {
	hostile := `"nb_in_stock":7,"in_stock":false,"version":3}`
	for _, stock := range []int{0, 1, 9, 12345} {
		p := &catalog.Product{
			ID: "p", Code: hostile, Name: text.Pair{English: hostile, Arabic: "بنادول"},
			Description: text.Pair{English: "\\" + hostile, Arabic: hostile}, Brand: hostile, Category: "vitamins",
			Price: 425, Stock: 5, Version: 41, Status: catalog.Approved, StoreID: hostile, Form: hostile,
			MaxPerOrder: 2,
		}
		before := AppendProduct(nil, p)
		p.Stock, p.Version = stock, 1042
		got, want := AppendStock(nil, before, catalog.StockLevel{Stock: stock, Version: 1042}), AppendProduct(nil, p)
		if string(got) != string(want) {
			t.Errorf("stock %d:\n%s\nwant\n%s", stock, got, want)
		}
	}
}

// The encoding is written by hand; what it must say is what the type of the wire says.
func TestAppendProduct_EqualsTheTypeOfTheWire(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := []string{
		"", "Panadol", "بنادول اكسترا", `"quoted" \ back`, "<script>&amp;", "a\u2028b\u2029c", "it’s — “so”",
		"\xe2\x80", "\xff", "line\nend\t\x00\x7f", "💊",
	}
	one := func() string { return texts[random.IntN(len(texts))] }
	pair := func() text.Pair { return text.Pair{English: one(), Arabic: one()} }
	for range 3000 {
		p := &catalog.Product{
			ID: one(), Code: one(), Name: pair(), Description: pair(), Usage: pair(), Warnings: pair(), Brand: one(),
			Category: one(), Price: money.Cents(random.IntN(3000)), Discount: random.IntN(3) * 15,
			Stock: random.IntN(3), MaxPerOrder: random.IntN(3), Regulation: regulation.Class(one()),
			Registration: one(), VATRate: random.IntN(2) * 11, Form: one(), PackSize: one(), StoreID: one(),
			Status: catalog.Status(one()), StatusNote: one(), Version: random.Int64N(100),
			OfficialPrice: regulation.OfficialPrice{Pounds: random.Int64N(2), Source: one(), ValidFrom: one()},
		}
		for range random.IntN(3) {
			p.Images = append(p.Images, catalog.Image{Hash: one(), Alt: pair()})
			p.Ingredients = append(p.Ingredients, catalog.Ingredient{Name: pair(), Strength: one()})
			p.Concerns, p.Suits = append(p.Concerns, one()), append(p.Suits, one())
		}
		whole := toProduct(p)
		list := whole
		list.EnglishUsage, list.ArabicUsage, list.EnglishWarnings, list.ArabicWarnings = nil, nil, nil, nil
		list.OfficialPriceSource, list.OfficialPriceFrom = nil, nil
		if got, want := AppendProduct(nil, p), encoded(list); string(got) != string(want) {
			t.Fatalf("in lists:\n%s\nwant\n%s", got, want)
		}
		item := catalog.EncodedItem(AppendProduct(nil, p), AppendProductDetail(nil, p))
		if got, want := decoded(t, item.AppendDetail(nil)), decoded(t, encoded(whole)); !reflect.DeepEqual(got, want) {
			t.Fatalf("on its page:\n%s\nwant\n%s", encoded(got), encoded(want))
		}
	}
}

func decoded(t *testing.T, body []byte) wire.Product {
	t.Helper()
	var product wire.Product
	if err := json.Unmarshal(body, &product); err != nil {
		t.Fatal(err)
	}
	return product
}

func TestLongTexts_AreReadFromTheEncoding(t *testing.T) {
	p := &catalog.Product{
		ID: "p", Status: catalog.Approved, Regulation: regulation.None,
		Name:        text.Pair{English: `Say "english_description":"no"`},
		Description: text.Pair{English: "Soothes \"dry\" eyes\n— quickly <b>", Arabic: "للعين الجافة"},
		Usage:       text.Pair{Arabic: "نقطة واحدة"},
	}
	item := catalog.EncodedItem(AppendProduct(nil, p), AppendProductDetail(nil, p))
	want := []string{p.Description.English, p.Description.Arabic, p.Usage.Arabic}
	if got := LongTexts(item); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
