package catalog

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"dawa/contract"
	"dawa/internal/base/money"
)

// Facets is what a list can be narrowed by, over all of its pages.
type Facets struct {
	Total    int
	MaxPrice money.Cents
	// Brands with most products come first.
	Brands []BrandCount
	// Categories are in the order of the shop.
	Categories []CategoryCount
	// Concerns, forms and suits are in the order of the contract.
	Concerns, Forms, Suits []KeyCount
	// InStock is how many can be bought now.
	InStock int
}

// KeyCount is a key and how many products of a list it has.
type KeyCount struct {
	Key   string
	Count int
}

// CategoryCount is a category and how many products of a list it has.
type CategoryCount struct {
	Category string
	Count    int
}

// Scope says which list is meant; what is empty or false does not narrow it.
type Scope struct {
	Category   string
	Brand      string
	Concern    string
	Discounted bool
}

// facetCounter counts products by what lists are narrowed by.
type facetCounter struct {
	facets                             Facets
	categories, concerns, forms, suits map[string]int
}

func newFacetCounter() *facetCounter {
	return &facetCounter{
		categories: map[string]int{}, concerns: map[string]int{}, forms: map[string]int{}, suits: map[string]int{},
	}
}

func (t *facetCounter) add(it *Item) {
	t.facets.Total++
	t.facets.MaxPrice = max(t.facets.MaxPrice, it.Discounted)
	if it.InStock() {
		t.facets.InStock++
	}
	t.categories[it.Category]++
	if it.Form != "" {
		t.forms[it.Form]++
	}
	for _, key := range it.Concerns {
		t.concerns[key]++
	}
	for _, key := range it.Suits {
		t.suits[key]++
	}
}

// finish sorts what was counted.
func (t *facetCounter) finish() Facets {
	t.facets.sort(t.categories)
	for _, c := range contract.Concerns().Concerns {
		if n := t.concerns[c.Key]; n > 0 {
			t.facets.Concerns = append(t.facets.Concerns, KeyCount{c.Key, n})
		}
	}
	for _, form := range contract.Shop().DosageForms {
		if n := t.forms[form]; n > 0 {
			t.facets.Forms = append(t.facets.Forms, KeyCount{form, n})
		}
	}
	for _, key := range contract.Suits() {
		if n := t.suits[key]; n > 0 {
			t.facets.Suits = append(t.facets.Suits, KeyCount{key, n})
		}
	}
	return t.facets
}

// Facets counts the products of a list by brand and by category. It walks the
// smallest list that holds all of them.
func (s *Snapshot) Facets(scope Scope) Facets {
	key := listKey{kind: allProducts}
	switch {
	case scope.Brand != "":
		key = listKey{kind: brandList, name: scope.Brand}
	case scope.Category != "":
		key = listKey{kind: categoryList, name: scope.Category}
	case scope.Concern != "":
		key = listKey{kind: concernList, name: scope.Concern}
	case scope.Discounted:
		key = listKey{kind: discountList}
	}
	sh := s.lists[key]
	if sh == nil {
		return Facets{}
	}
	counted := newFacetCounter()
	brands := make([]int, len(s.brands.names))
	sh.orders[byNewest].forward(0, func(slot uint32) bool {
		it := s.item(slot)
		if scope.Category != "" && it.Category != scope.Category || scope.Discounted && it.Discount == 0 ||
			scope.Concern != "" && !slices.Contains(it.Concerns, scope.Concern) {
			return true
		}
		counted.add(it)
		brands[s.brand(slot)]++
		return true
	})
	for number, n := range brands {
		if n > 0 {
			counted.facets.Brands = append(counted.facets.Brands, BrandCount{Brand: s.brands.names[number], Count: n})
		}
	}
	return counted.finish()
}

// CountFacets counts some products by brand and by category.
func CountFacets(items iter.Seq[*Item]) Facets {
	counted := newFacetCounter()
	brands := map[string]int{}
	for it := range items {
		counted.add(it)
		brands[it.Brand]++
	}
	for brand, n := range brands {
		counted.facets.Brands = append(counted.facets.Brands, BrandCount{Brand: brand, Count: n})
	}
	return counted.finish()
}

// sort orders the brands by count and lists the categories in the order of the shop.
func (f *Facets) sort(categories map[string]int) {
	slices.SortFunc(f.Brands, func(a, b BrandCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Brand, b.Brand))
	})
	for _, category := range Categories() {
		if n := categories[category]; n > 0 {
			f.Categories = append(f.Categories, CategoryCount{Category: category, Count: n})
		}
	}
}
