package catalog

import (
	"cmp"
	"slices"
	"strings"

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
	Discounted bool
}

// Facets counts the products of a list by brand and by category. It walks the
// smallest shelf that holds all of them.
func (s *Snapshot) Facets(scope Scope) Facets {
	key := shelfKey{kind: allShelf}
	switch {
	case scope.Brand != "":
		key = shelfKey{kind: brandShelf, name: scope.Brand}
	case scope.Category != "":
		key = shelfKey{kind: categoryShelf, name: scope.Category}
	case scope.Discounted:
		key = shelfKey{kind: discountShelf}
	}
	var f Facets
	sh := s.shelves[key]
	if sh == nil {
		return f
	}
	brands := make([]int, len(s.brands.names))
	categories := map[string]int{}
	sh.orders[byNewest].forward(0, func(slot uint32) bool {
		it := s.item(slot)
		if scope.Category != "" && it.Category != scope.Category || scope.Discounted && it.Discount == 0 {
			return true
		}
		f.Total++
		f.MaxPrice = max(f.MaxPrice, it.Discounted)
		brands[s.brand(slot)]++
		categories[it.Category]++
		return true
	})
	for number, n := range brands {
		if n > 0 {
			f.Brands = append(f.Brands, BrandCount{Brand: s.brands.names[number], Count: n})
		}
	}
	slices.SortFunc(f.Brands, func(a, b BrandCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Brand, b.Brand))
	})
	for _, category := range Categories() {
		if n := categories[category]; n > 0 {
			f.Categories = append(f.Categories, CategoryCount{Category: category, Count: n})
		}
	}
	return f
}
