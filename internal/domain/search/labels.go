package search

import (
	"strings"

	"github.com/cespare/xxhash/v2"

	"dawa/contract"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// Labels are the words by which the shop calls brands, categories and dosage forms, in both languages.
type Labels struct {
	brands, categories, forms map[string][]string
	vocabulary                *Vocabulary
	texts                     TextReader // nil reads none
}

// NewLabels reads the labels from the shop's texts.
func NewLabels(texts *text.Catalogue) *Labels {
	l := &Labels{brands: map[string][]string{}, categories: map[string][]string{}, forms: map[string][]string{}}
	both := func(key string) []string {
		if !texts.Has(key) {
			return nil
		}
		return []string{texts.T(text.English, key, nil), texts.T(text.Arabic, key, nil)}
	}
	shop := contract.Shop()
	for _, brand := range shop.Brands {
		l.brands[brand.Key] = both("brand." + brand.Code)
	}
	for _, category := range shop.Categories {
		l.categories[category] = both("category." + category)
	}
	for _, form := range shop.DosageForms {
		l.forms[form] = both("form." + form)
	}
	l.vocabulary = newVocabulary(l, nil)
	return l
}

// document is what a product is found by.
type document struct {
	// names hold the words that people ask for; brands too, and as one word.
	names, brands []string
	code          string
	// labels are the ingredients.
	labels []string
}

// describe fills in the document of a product.
func (l *Labels) describe(it *catalog.Item, d *document) {
	d.names = append(d.names[:0], it.Name.English, it.Name.Arabic)
	d.brands = append(append(d.brands[:0], it.Brand), l.brands[it.Brand]...)
	d.code = it.Code
	d.labels = d.labels[:0]
	for _, ingredient := range it.Ingredients {
		d.labels = append(d.labels, ingredient.Name.English, ingredient.Name.Arabic)
	}
}

// fingerprint changes whenever the product is found by other words or filtered by another brand or
// category. Stock and price have no part in it.
func fingerprint(it *catalog.Item) uint64 {
	var h xxhash.Digest
	h.Reset()
	note := func(s string) {
		_, _ = h.WriteString(s)
		_, _ = h.WriteString("\x00")
	}
	for _, s := range [...]string{it.Name.English, it.Name.Arabic, it.Brand, it.Code, it.Category, it.Form} {
		note(s)
	}
	for _, ingredient := range it.Ingredients {
		note(ingredient.Name.English)
		note(ingredient.Name.Arabic)
	}
	for _, keys := range [...][]string{it.Concerns, it.Suits} {
		note(strings.Join(keys, ","))
	}
	return h.Sum64()
}

// plainestFirst is the order among equally good finds: "Panadol" before "Panadol Cold and Flu Day". Ids
// decide the rest, so that the order is the same after every start and on every server.
func plainestFirst(lengthA int, idA string, lengthB int, idB string) int {
	if lengthA != lengthB {
		return lengthA - lengthB
	}
	return strings.Compare(idA, idB)
}

// plainness is how much there is to read in the product's name.
func plainness(it *catalog.Item) int { return len(it.Name.English) }
