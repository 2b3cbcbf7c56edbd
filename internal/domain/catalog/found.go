package catalog

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
)

// What search needs of the catalogue: the ready orders, prices by slot, and pages and facets of products
// that it found itself.

// Ordered gives the slots of all listed products in the order of a sort.
func (s *Snapshot) Ordered(by Sort, lang text.Lang) iter.Seq[uint32] {
	return func(yield func(slot uint32) bool) {
		sh := s.shelves[shelfKey{kind: allShelf}]
		if sh == nil {
			return
		}
		kind, backward := by.order(lang)
		if backward {
			sh.orders[kind].backward(0, yield)
		} else {
			sh.orders[kind].forward(0, yield)
		}
	}
}

// PriceAt is the discounted price of the product of a slot.
func (s *Snapshot) PriceAt(slot uint32) money.Cents { return s.price(slot) }

// Comparing orders items as lists of that sort are ordered.
func Comparing(by Sort, lang text.Lang) func(a, b *Item) int {
	kind, backward := by.order(lang)
	if backward {
		return func(a, b *Item) int { return kind.compare(b, a) }
	}
	return kind.compare
}

// FoundPage is the page of a list that was put together elsewhere.
func FoundPage(items []*Item, total int, highest money.Cents) Page {
	return Page{Items: items, Total: total, MaxPrice: highest}.sealed()
}

// FacetsOf counts some products by brand and by category.
func FacetsOf(items iter.Seq[*Item]) Facets {
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
