package search

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
)

// Page is the part of the result that a filter asks for. Without a sort it goes by relevance; filters and
// sorts reach over all that was found.
func (r Result) Page(f catalog.Filter) catalog.Page {
	highest := r.MaxPrice()
	narrowed := r.narrowed(f)
	items := []*catalog.Item(nil)
	offset, limit := max(f.Offset, 0), max(f.Limit, 0)
	total := narrowed.Total()
	switch {
	case limit == 0 || offset >= total:
	case f.Sort == "":
		items = narrowed.Items(offset, limit)
	default:
		items = narrowed.sorted(f, offset, limit, total)
	}
	return catalog.NewPage(items, total, highest)
}

// narrowed leaves out what the filter does not want.
func (r Result) narrowed(f catalog.Filter) Result {
	if len(r.all) == 0 {
		return r
	}
	if len(f.Brands) > 0 {
		r = r.within(r.matching(func(p *part) *roaring.Bitmap {
			var sets []*roaring.Bitmap
			for _, brand := range f.Brands {
				if set, ok := p.brands[brand]; ok {
					sets = append(sets, set)
				}
			}
			return union(sets)
		}))
	}
	if f.Category != "" {
		r = r.within(r.matching(func(p *part) *roaring.Bitmap { return p.categories[f.Category] }))
	}
	for _, by := range []struct {
		key  string
		sets func(p *part) map[string]*roaring.Bitmap
	}{
		{f.Concern, func(p *part) map[string]*roaring.Bitmap { return p.concerns }},
		{f.Form, func(p *part) map[string]*roaring.Bitmap { return p.forms }},
		{f.Suits, func(p *part) map[string]*roaring.Bitmap { return p.suits }},
	} {
		if by.key != "" {
			r = r.within(r.matching(func(p *part) *roaring.Bitmap { return by.sets(p)[by.key] }))
		}
	}
	if f.InStock {
		r = r.within(r.matching(func(p *part) *roaring.Bitmap { return p.stocked }))
	}
	if f.MinPrice != nil || f.MaxPrice != nil {
		r = r.within(r.priced(f))
	}
	return r
}

func (r Result) matching(of func(p *part) *roaring.Bitmap) []*roaring.Bitmap {
	sets := make([]*roaring.Bitmap, len(r.index.parts))
	for i, p := range r.index.parts {
		if sets[i] = of(p); sets[i] == nil {
			sets[i] = roaring.New()
		}
	}
	return sets
}

// priced gives, for each part, what of the result costs no less and no more than asked.
func (r Result) priced(f catalog.Filter) []*roaring.Bitmap {
	low, high := money.Cents(0), money.Cents(1<<62)
	if f.MinPrice != nil {
		low = *f.MinPrice
	}
	if f.MaxPrice != nil {
		high = *f.MaxPrice
	}
	sets := make([]*roaring.Bitmap, len(r.all))
	for i := range sets {
		sets[i] = roaring.New()
	}
	var inRange [256]uint32
	for p, numbers := range r.numbers() {
		count := 0
		for _, number := range numbers {
			inRange[count] = number
			if price := money.Cents(p.prices[number]); price >= low && price <= high {
				count++
			}
		}
		sets[p.place].AddMany(inRange[:count])
	}
	return sets
}

// MaxPrice is the highest discounted price in the result. A large result most likely holds some of the
// dearest products of the shop, so those are looked at first; when it does not, all of it is.
func (r Result) MaxPrice() money.Cents {
	const fewest, share = 512, 16
	if total := r.Total(); total > fewest {
		steps := total / share
		for slot := range r.index.snapshot.Ordered(catalog.SortPriceDesc, "") {
			if r.has(slot) {
				return r.index.snapshot.PriceAt(slot)
			}
			if steps--; steps == 0 {
				break
			}
		}
	}
	highest := uint32(0)
	for i, set := range r.all {
		prices := r.index.parts[i].prices
		set.Iterate(func(number uint32) bool {
			highest = max(highest, prices[number])
			return true
		})
	}
	return money.Cents(highest)
}

// sorted gives a page in another order than that of relevance: either the result is sorted, or the whole
// catalogue, which lies ready in that order, is walked until the page is full.
func (r Result) sorted(f catalog.Filter, offset, limit, total int) []*catalog.Item {
	const sortingCosts = 6 // times as much for each product as walking past one
	steps := min(r.index.snapshot.Len(), (offset+limit)*(r.index.snapshot.Len()/total+1))
	if total*sortingCosts < steps {
		items := slices.AppendSeq(make([]*catalog.Item, 0, total), r.members())
		slices.SortFunc(items, catalog.CompareBy(f.Sort, f.Lang))
		return items[min(offset, len(items)):min(offset+limit, len(items))]
	}
	items := make([]*catalog.Item, 0, limit)
	for slot := range r.index.snapshot.Ordered(f.Sort, f.Lang) {
		if !r.has(slot) {
			continue
		}
		if offset > 0 {
			offset--
			continue
		}
		if items = append(items, r.index.snapshot.At(slot)); len(items) == limit {
			break
		}
	}
	return items
}

// Facets counts the result, or the part of it that the scope names, by brand and by category.
func (r Result) Facets(scope catalog.Scope) catalog.Facets {
	f := catalog.Filter{Category: scope.Category, Concern: scope.Concern}
	if scope.Brand != "" {
		f.Brands = []string{scope.Brand}
	}
	counted := r.narrowed(f).members()
	if !scope.Discounted {
		return catalog.CountFacets(counted)
	}
	return catalog.CountFacets(func(yield func(*catalog.Item) bool) {
		for it := range counted {
			if it.Discount > 0 && !yield(it) {
				return
			}
		}
	})
}
