package search

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

var testLabels = sync.OnceValue(func() *Labels {
	texts, err := text.LoadCatalogue()
	if err != nil {
		panic(err)
	}
	return NewLabels(texts)
})

// product makes an approved product from what search looks at.
func product(id, english, arabic, brand string, stock int) *catalog.Product {
	return &catalog.Product{
		ID: id, Code: strings.ToUpper(id), Name: text.Pair{English: english, Arabic: arabic}, Brand: brand,
		Category: "pain_killers", Price: 500, Stock: stock, Status: catalog.Approved, Version: 1,
		CreatedAt: time.Unix(0, 0),
	}
}

func index(products ...*catalog.Product) *Index {
	return Build(snapshotOf(products), testLabels().WithTexts(textsOf(products)))
}

func snapshotOf(products []*catalog.Product) *catalog.Snapshot {
	return catalog.NewSnapshot(products, func(to []byte, _ *catalog.Product) []byte { return to })
}

// textsOf reads the long texts from the products themselves.
func textsOf(products []*catalog.Product) TextReader {
	byID := make(map[string]*catalog.Product, len(products))
	for _, p := range products {
		byID[p.ID] = p
	}
	return func(it *catalog.Item) []string {
		p := byID[it.ID]
		return []string{p.Description.English, p.Description.Arabic, p.Usage.English, p.Usage.Arabic}
	}
}

func ids(items []*catalog.Item) []string {
	list := make([]string, len(items))
	for i, it := range items {
		list[i] = it.ID
	}
	return list
}

// demoProducts reads the demo catalogue.
func demoProducts(t testing.TB) []*catalog.Product {
	t.Helper()
	files, err := filepath.Glob("../../app/demo/catalogue/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("finding the demo catalogue: %v", err)
	}
	slices.Sort(files)
	var all []*catalog.Product
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var rows []struct {
			Code        string   `json:"code"`
			English     string   `json:"english_name"`
			Arabic      string   `json:"arabic_name"`
			Brand       string   `json:"brand"`
			Category    string   `json:"category"`
			Price       string   `json:"price"`
			Discount    int      `json:"discount"`
			Stock       int      `json:"stock"`
			Form        string   `json:"form"`
			Regulation  string   `json:"regulation"`
			Concerns    []string `json:"concerns"`
			Suits       []string `json:"suits"`
			Description string   `json:"english_description"`
			ArabicText  string   `json:"arabic_description"`
			Usage       string   `json:"english_usage"`
			ArabicUsage string   `json:"arabic_usage"`
			Ingredients []struct {
				Name   string `json:"name"`
				Arabic string `json:"arabic_name"`
			} `json:"active_ingredients"`
		}
		if err := json.Unmarshal(data, &rows); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for i, row := range rows {
			price, err := money.Parse(row.Price)
			if err != nil {
				t.Fatalf("%s: %v", row.Code, err)
			}
			p := &catalog.Product{
				ID: strings.ToLower(row.Code), Code: row.Code,
				Name: text.Pair{English: row.English, Arabic: row.Arabic}, Brand: row.Brand, Category: row.Category,
				Price: price, Discount: row.Discount, Stock: row.Stock, Form: row.Form, Concerns: row.Concerns,
				Suits: row.Suits, Regulation: regulation.Class(row.Regulation),
				Description: text.Pair{English: row.Description, Arabic: row.ArabicText},
				Usage:       text.Pair{English: row.Usage, Arabic: row.ArabicUsage},
				Status:      catalog.Approved, Version: 1,
				CreatedAt: time.Unix(int64(len(all)+i), 0),
			}
			for _, g := range row.Ingredients {
				p.Ingredients = append(p.Ingredients, catalog.Ingredient{
					Name: text.Pair{English: g.Name, Arabic: g.Arabic},
				})
			}
			all = append(all, p)
		}
	}
	return all
}

func describeFinds(items []*catalog.Item) string {
	var b strings.Builder
	for i, it := range items {
		fmt.Fprintf(&b, "\n    %d %s — %s", i+1, it.ID, it.Name.English)
	}
	return b.String()
}
