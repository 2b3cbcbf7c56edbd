// Package demo fills an empty shop with a believable one, through the same services that a real
// shop is filled through, and makes large catalogues for benchmarks.
package demo

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

//go:embed catalogue/*.json
var catalogueFiles embed.FS

// entry is a product as the files of the demo catalogue describe it.
type entry struct {
	Code               string            `json:"code"`
	EnglishName        string            `json:"english_name"`
	ArabicName         string            `json:"arabic_name"`
	EnglishDescription string            `json:"english_description"`
	ArabicDescription  string            `json:"arabic_description"`
	Brand              string            `json:"brand"`
	Category           string            `json:"category"`
	Price              money.Cents       `json:"price"`
	Discount           int               `json:"discount"`
	Stock              int               `json:"stock"`
	ActiveIngredients  []ingredientEntry `json:"active_ingredients"`
	Form               string            `json:"form"`
	PackSize           string            `json:"pack_size"`
	EnglishUsage       string            `json:"english_usage"`
	ArabicUsage        string            `json:"arabic_usage"`
	EnglishWarnings    string            `json:"english_warnings"`
	ArabicWarnings     string            `json:"arabic_warnings"`
	MaxPerOrder        int               `json:"max_per_order"`
	Regulation         regulation.Class  `json:"regulation"`
	Registration       string            `json:"registration_no"`
	Concerns           []string          `json:"concerns"`
	Suits              []string          `json:"suits"`
	Picture            pictureEntry      `json:"picture"`
}

type ingredientEntry struct {
	Name       string `json:"name"`
	ArabicName string `json:"arabic_name"`
	Strength   string `json:"strength"`
}

// pictureEntry is what the drawing of the packshot needs; the labels also name the thing itself
// without its maker.
type pictureEntry struct {
	Shape    string `json:"shape"`
	Colour   string `json:"colour"`
	Accent   string `json:"accent"`
	LabelEN  string `json:"label_en"`
	LabelAR  string `json:"label_ar"`
	Strength string `json:"strength"`
}

// id is the product's id in the demo: its code in lower case.
func (e *entry) id() string { return strings.ToLower(e.Code) }

// readCatalogue reads every file of the demo catalogue.
func readCatalogue() ([]*entry, error) {
	var all []*entry
	for _, category := range catalog.Categories() {
		name := path.Join("catalogue", category+".json")
		content, err := catalogueFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading the demo catalogue: %w", err)
		}
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.DisallowUnknownFields()
		var part []*entry
		if err := decoder.Decode(&part); err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		all = append(all, part...)
	}
	return all, nil
}

// The demo's figures about money: pounds per dollar, the VAT of what is no medicine, and where its made-up official
// prices come from.
const (
	demoRate        = 89_500
	demoVAT         = 11
	demoPriceSource = "Demo price list"
)

// firstDay is when the oldest product of the demo came on sale. A fixed day makes the
// same demo every time.
var firstDay = time.Date(2026, time.September, 1, 8, 0, 0, 0, time.UTC)

// ordered is 1 for what can be ordered and 0 for what cannot.
func ordered(p *catalog.Product) int {
	if p.Regulation.MayBeOrdered() {
		return 1
	}
	return 0
}

// products makes the products of the demo shop, without their pictures. They arrived in a mixed
// order, so that the newest ones are not all of one kind.
func products(entries []*entry) []*catalog.Product {
	arrival := slices.Clone(entries)
	slices.SortFunc(arrival, func(a, b *entry) int { return strings.Compare(scatter(a.Code), scatter(b.Code)) })
	all := make([]*catalog.Product, len(arrival))
	for i, e := range arrival {
		all[i] = e.product()
	}
	// What needs a prescription was there first: it does not lead the lists of what is new.
	slices.SortStableFunc(all, func(a, b *catalog.Product) int { return ordered(a) - ordered(b) })
	for i, p := range all {
		p.CreatedAt = firstDay.Add(time.Duration(i) * 7 * time.Hour / 2)
	}
	return all
}

func (e *entry) product() *catalog.Product {
	p := &catalog.Product{
		ID: e.id(), Code: e.Code,
		Name:        text.Pair{English: e.EnglishName, Arabic: e.ArabicName},
		Description: text.Pair{English: e.EnglishDescription, Arabic: e.ArabicDescription},
		Brand:       e.Brand, Category: e.Category,
		Price: e.Price, Discount: e.Discount, Stock: e.Stock, MaxPerOrder: e.MaxPerOrder,
		Concerns: e.Concerns, Suits: e.Suits,
		Form: e.Form, PackSize: e.PackSize,
		Usage:    text.Pair{English: e.EnglishUsage, Arabic: e.ArabicUsage},
		Warnings: text.Pair{English: e.EnglishWarnings, Arabic: e.ArabicWarnings},
		Status:   catalog.Approved,

		Regulation: e.Regulation, Registration: e.Registration,
	}
	if p.Regulation.Medicine() {
		p.OfficialPrice = regulation.OfficialPrice{
			Pounds: int64(e.Price) * demoRate / 100, Source: demoPriceSource, ValidFrom: firstDay.Format(time.DateOnly),
		}
	} else {
		p.VATRate = demoVAT
	}
	for _, i := range e.ActiveIngredients {
		p.Ingredients = append(p.Ingredients, catalog.Ingredient{
			Name: text.Pair{English: i.Name, Arabic: i.ArabicName}, Strength: i.Strength,
		})
	}
	return p
}
