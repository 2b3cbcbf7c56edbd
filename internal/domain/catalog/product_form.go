package catalog

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/validate"
	"dawa/internal/domain/regulation"
)

// The forms of contract/rules.json that a Draft is checked by.
const (
	NewForm  = "product_new"
	EditForm = "product_edit"
)

// DefaultCategory is where a product goes that names no category.
const DefaultCategory = "hygiene"

// Bounds of the ingredients that a form may send.
const (
	formIngredients        = 20
	formIngredientName     = 100
	formIngredientStrength = 50
)

// Draft is what a product form sent, as it was typed: texts by the names of the fields. A field that
// was not sent leaves what the product has.
type Draft struct {
	Fields map[string]string
	// Ingredients, Concerns, Suits and Images replace the product's when they are not nil.
	Ingredients []Ingredient
	Concerns    []string
	Suits       []string
	Images      []Image
}

// optionalFields are those that a form may leave out.
func optionalFields(p *Product) map[string]string {
	return map[string]string{
		"form": p.Form, "pack_size": p.PackSize,
		"english_usage": p.Usage.English, "arabic_usage": p.Usage.Arabic,
		"english_warnings": p.Warnings.English, "arabic_warnings": p.Warnings.Arabic,
		"max_per_order": strconv.Itoa(p.MaxPerOrder),
		"reorder_level": strconv.Itoa(p.ReorderLevel),
		"regulation":    string(p.Regulation), "registration_no": p.Registration,
		"official_price_lbp":    strconv.FormatInt(p.OfficialPrice.Pounds, 10),
		"official_price_source": p.OfficialPrice.Source, "official_price_from": p.OfficialPrice.ValidFrom,
		"vat_rate": strconv.Itoa(p.VATRate),
	}
}

// Fill checks a draft by the rules of a form and takes it over into p. Code: InvalidFields, with the
// code of each field that did not pass.
func (d Draft) Fill(p *Product, form string) error {
	sent := optionalFields(p)
	maps.Copy(sent, d.Fields)
	for field, value := range sent {
		sent[field] = strings.ReplaceAll(value, "\t", " ")
	}
	clean, bad := validate.Form(form, sent)
	if d.Ingredients != nil && !goodIngredients(d.Ingredients) {
		bad["active_ingredients"] = "active_ingredients_format"
	}
	taken := Product{Concerns: d.Concerns, Suits: d.Suits}
	taken.checkLists(bad)
	if day := clean["official_price_from"]; day != "" && !regulation.IsDay(day) {
		bad["official_price_from"] = "official_price_from_date"
	}
	if len(bad) > 0 {
		return apperr.Invalid(bad)
	}
	price, err := money.Parse(clean["price"])
	if err != nil {
		return fmt.Errorf("reading a price that passed its rules: %w", err)
	}
	p.Price = price
	for field, into := range map[string]*int{
		"discount": &p.Discount, "nb_in_stock": &p.Stock, "max_per_order": &p.MaxPerOrder,
		"reorder_level": &p.ReorderLevel, "vat_rate": &p.VATRate,
	} {
		*into = 0
		if clean[field] == "" {
			continue
		}
		if *into, err = strconv.Atoi(clean[field]); err != nil {
			return fmt.Errorf("reading a %s that passed its rules: %w", field, err)
		}
	}
	p.OfficialPrice.Pounds = 0
	if typed := clean["official_price_lbp"]; typed != "" {
		if p.OfficialPrice.Pounds, err = strconv.ParseInt(typed, 10, 64); err != nil {
			return fmt.Errorf("reading an official price that passed its rules: %w", err)
		}
	}
	p.Regulation = regulation.Class(clean["regulation"])
	for field, into := range map[string]*string{
		"code": &p.Code, "brand": &p.Brand, "category": &p.Category, "form": &p.Form, "pack_size": &p.PackSize,
		"registration_no": &p.Registration, "official_price_source": &p.OfficialPrice.Source,
		"official_price_from": &p.OfficialPrice.ValidFrom,
		"english_name":        &p.Name.English, "arabic_name": &p.Name.Arabic,
		"english_description": &p.Description.English, "arabic_description": &p.Description.Arabic,
		"english_usage": &p.Usage.English, "arabic_usage": &p.Usage.Arabic,
		"english_warnings": &p.Warnings.English, "arabic_warnings": &p.Warnings.Arabic,
	} {
		*into = clean[field]
	}
	if p.Category == "" {
		p.Category = DefaultCategory
	}
	if d.Ingredients != nil {
		p.Ingredients = d.Ingredients
	}
	if d.Concerns != nil {
		p.Concerns = d.Concerns
	}
	if d.Suits != nil {
		p.Suits = d.Suits
	}
	if d.Images != nil {
		p.Images = retainAltTexts(d.Images, p.Images)
	}
	p.normalize()
	return nil
}

func goodIngredients(list []Ingredient) bool {
	if len(list) > formIngredients {
		return false
	}
	for _, i := range list {
		if strings.TrimSpace(i.Name.English) == "" || utf8.RuneCountInString(i.Name.English) > formIngredientName ||
			utf8.RuneCountInString(i.Name.Arabic) > formIngredientName ||
			utf8.RuneCountInString(i.Strength) > formIngredientStrength {
			return false
		}
	}
	return true
}

// keepAltTexts gives the images that the product already had their alt texts again.
func retainAltTexts(images, had []Image) []Image {
	retained := make([]Image, 0, len(images))
	for _, image := range images {
		for _, old := range had {
			if old.Hash == image.Hash {
				image.Alt = old.Alt
			}
		}
		retained = append(retained, image)
	}
	return retained
}
