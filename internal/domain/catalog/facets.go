package catalog

import (
	"cmp"
	"iter"
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
// smallest list that holds all of them.
func (s *Snapshot) Facets(scope Scope) Facets {
	key := listKey{kind: allProducts}
	switch {
	case scope.Brand != "":
		key = listKey{kind: brandList, name: scope.Brand}
	case scope.Category != "":
		key = listKey{kind: categoryList, name: scope.Category}
	case scope.Discounted:
		key = listKey{kind: discountList}
	}
	var f Facets
	sh := s.lists[key]
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
	f.sort(categories)
	return f
}

// CountFacets counts some products by brand and by category.
func CountFacets(items iter.Seq[*Item]) Facets {
	var f Facets
	brands, categories := map[string]int{}, map[string]int{}
	for it := range items {
		f.Total++
		f.MaxPrice = max(f.MaxPrice, it.Discounted)
		brands[it.Brand]++
		categories[it.Category]++
	}
	for brand, n := range brands {
		f.Brands = append(f.Brands, BrandCount{Brand: brand, Count: n})
	}
	f.sort(categories)
	return f
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
