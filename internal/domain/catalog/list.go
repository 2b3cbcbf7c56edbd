package catalog

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strings"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
)

// Sort is an order of a list, named as on the wire.
type Sort string

// The orders that every list can have. The empty Sort is the default: the newest first, and what is out of stock after
// everything else.
const (
	SortNewest    Sort = "newest"
	SortPriceAsc  Sort = "price_asc"
	SortPriceDesc Sort = "price_desc"
	SortDiscount  Sort = "discount"
	SortName      Sort = "name"
)

// Known tells whether s is one of the sorts, or empty.
func (s Sort) Known() bool {
	switch s {
	case "", SortNewest, SortPriceAsc, SortPriceDesc, SortDiscount, SortName:
		return true
	}
	return false
}

// Filter says which products of a list, in which order, and which page of them.
type Filter struct {
	// Brands are keys; none means all.
	Brands []string
	// Category narrows a list that is not a category's; empty is none.
	Category string
	// Concern, Form and Suits are keys; empty is none.
	Concern string
	Form    string
	Suits   string
	// InStock leaves out what cannot be bought now.
	InStock bool
	// MinPrice and MaxPrice bound the discounted price, both included. A nil bound is none.
	MinPrice *money.Cents
	MaxPrice *money.Cents
	Sort     Sort
	// Lang chooses the names that SortName goes by.
	Lang text.Lang
	// Offset skips products; Limit bounds the page and zero takes none.
	Offset int
	Limit  int
}

// Page is a part of a list.
type Page struct {
	Items []*Item
	// Total is how many products the filter leaves on all pages.
	Total int
	// MaxPrice is the highest discounted price in the list before any filter: the end of the
	// price slider, which must not move while one drags it.
	MaxPrice money.Cents
	// Tag changes whenever anything in the page does.
	Tag Tag
}

// AppendJSON writes the products as a JSON array.
func (p *Page) AppendJSON(to []byte) []byte {
	to = append(to, '[')
	for i, it := range p.Items {
		if i > 0 {
			to = append(to, ',')
		}
		to = it.AppendJSON(to)
	}
	return append(to, ']')
}

// NewPage is the page of a list that the caller put together, such as search results.
func NewPage(items []*Item, total int, highest money.Cents) Page {
	return Page{Items: items, Total: total, MaxPrice: highest}.tagged(listKey{})
}

// All lists everything.
func (s *Snapshot) All(f Filter) Page { return s.list(listKey{kind: allProducts}, f) }

// Category lists a category; an unknown one is empty.
func (s *Snapshot) Category(key string, f Filter) Page {
	return s.list(listKey{kind: categoryList, name: key}, f)
}

// Brand lists a brand; one without listed products is empty.
func (s *Snapshot) Brand(key string, f Filter) Page {
	return s.list(listKey{kind: brandList, name: key}, f)
}

// Discounted lists the products with a discount.
func (s *Snapshot) Discounted(f Filter) Page { return s.list(listKey{kind: discountList}, f) }

// Store lists the products of a store.
func (s *Snapshot) Store(id string, f Filter) Page {
	return s.list(listKey{kind: storeList, name: id}, f)
}

// Concern lists the products that serve a concern.
func (s *Snapshot) Concern(key string, f Filter) Page {
	return s.list(listKey{kind: concernList, name: key}, f)
}

// HasConcern tells whether any listed product serves the concern.
func (s *Snapshot) HasConcern(key string) bool {
	return s.lists[listKey{kind: concernList, name: key}] != nil
}

// HasBrand tells whether any listed product has the brand.
func (s *Snapshot) HasBrand(key string) bool {
	return s.lists[listKey{kind: brandList, name: key}] != nil
}

func (s *Snapshot) list(key listKey, f Filter) Page {
	var page Page
	sh := s.lists[key]
	if sh == nil {
		return page.tagged(key)
	}
	prices := &sh.orders[byPrice]
	page.MaxPrice = s.price(prices.at(prices.n - 1))
	kind, backward := f.Sort.order(f.Lang)
	ordered := &sh.orders[kind]
	walk := ordered.forward
	if backward {
		walk = ordered.backward
	}
	f.Offset, f.Limit = max(f.Offset, 0), max(f.Limit, 0)
	first, last := s.priceRange(prices, f)
	switch {
	case f.whole() && last-first == ordered.n:
		page.Total = ordered.n
		page.take(s, walk, f.Offset, f.Limit)
	case f.whole() && kind == byPrice:
		page.Total = last - first
		skip := first
		if backward {
			skip = prices.n - last
		}
		page.take(s, walk, skip+f.Offset, min(f.Limit, max(page.Total-f.Offset, 0)))
	default:
		page.Total = s.countFiltered(key, f, last-first)
		page.filterInto(s, walk, f)
	}
	return page.tagged(key)
}

// countFiltered counts what a filter leaves of a list: between is the number between its prices.
func (s *Snapshot) countFiltered(key listKey, f Filter, between int) int {
	// Lists without ready parts are counted by reading them.
	if f.readsItems() || (key.kind == storeList || key.kind == concernList) && len(f.Brands) > 0 {
		return s.countByReading(key, f)
	}
	if len(f.Brands) == 0 {
		return between
	}
	total := 0
	for i, brand := range f.Brands {
		if slices.Contains(f.Brands[:i], brand) {
			continue
		}
		if part := s.brandPart(key, brand); part != nil {
			first, last := s.priceRange(&part.orders[byPrice], f)
			total += last - first
		}
	}
	return total
}

func (s *Snapshot) countByReading(key listKey, f Filter) int {
	f.Offset, f.Limit = 0, math.MaxInt
	all := Page{Total: math.MaxInt}
	all.filterInto(s, s.lists[key].orders[byPrice].forward, f)
	return len(all.Items)
}

// brandPart is the list of one brand's products within another list, or nil.
func (s *Snapshot) brandPart(key listKey, brand string) *list {
	switch key.kind {
	case allProducts:
		return s.lists[listKey{kind: brandList, name: brand}]
	case brandList:
		if key.name != brand {
			return nil
		}
		return s.lists[key]
	}
	key.partOf = brand
	return s.lists[key]
}

// whole tells that nothing but the price narrows the list.
func (f *Filter) whole() bool { return len(f.Brands) == 0 && !f.readsItems() }

// readsItems tells that the filter depends on facts that only the items hold.
func (f *Filter) readsItems() bool {
	return f.Category != "" || f.Concern != "" || f.Form != "" || f.Suits != "" || f.InStock
}

// accepts tells whether an item passes what readsItems is about.
func (f *Filter) accepts(it *Item) bool {
	return (f.Category == "" || it.Category == f.Category) && (f.Form == "" || it.Form == f.Form) &&
		(f.Concern == "" || slices.Contains(it.Concerns, f.Concern)) &&
		(f.Suits == "" || slices.Contains(it.Suits, f.Suits)) && (!f.InStock || it.InStock())
}

// order is the ready order that serves a sort, and whether it is read from its end.
func (s Sort) order(lang text.Lang) (kind orderKind, backward bool) {
	switch s {
	case SortPriceAsc:
		return byPrice, false
	case SortPriceDesc:
		return byPrice, true
	case SortDiscount:
		return byDiscount, false
	case SortName:
		if lang == text.Arabic {
			return byArabicName, false
		}
		return byEnglishName, false
	case SortNewest:
		return byNewest, false
	}
	return byDefault, false
}

// Ordered gives the slots of all listed products in the order of a sort.
func (s *Snapshot) Ordered(by Sort, lang text.Lang) iter.Seq[uint32] {
	return func(yield func(slot uint32) bool) {
		sh := s.lists[listKey{kind: allProducts}]
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

// priceRange is the part of the price order between the bounds of the filter.
func (s *Snapshot) priceRange(prices *order, f Filter) (first, last int) {
	last = prices.n
	if f.MinPrice != nil {
		first = prices.position(func(slot uint32) bool { return s.price(slot) >= *f.MinPrice })
	}
	if f.MaxPrice != nil {
		last = prices.position(func(slot uint32) bool { return s.price(slot) > *f.MaxPrice })
	}
	return first, max(first, last)
}

// take collects limit products from an offset of an order.
func (p *Page) take(s *Snapshot, walk func(int, func(uint32) bool), offset, limit int) {
	if limit == 0 {
		return
	}
	p.Items = make([]*Item, 0, limit)
	walk(offset, func(slot uint32) bool {
		p.Items = append(p.Items, s.item(slot))
		return len(p.Items) < limit
	})
}

// filterInto reads an order until the page is full, leaving out what the filter excludes.
func (p *Page) filterInto(s *Snapshot, walk func(int, func(uint32) bool), f Filter) {
	size := min(f.Limit, p.Total-f.Offset)
	if size <= 0 {
		return
	}
	low, high := money.Cents(-1), money.Cents(1<<62)
	if f.MinPrice != nil {
		low = *f.MinPrice
	}
	if f.MaxPrice != nil {
		high = *f.MaxPrice
	}
	// wanted has a place for every brand; without a brand filter every place is true.
	wanted := make([]bool, len(s.brands.names))
	for i := range wanted {
		wanted[i] = len(f.Brands) == 0
	}
	for _, b := range f.Brands {
		if number, known := s.brands.of[b]; known {
			wanted[number] = true
		}
	}
	p.Items = make([]*Item, 0, min(size, 64))
	skip := f.Offset
	walk(0, func(slot uint32) bool {
		page, in := s.pages[slot>>pageBits], slot&pageMask
		if price := page.price[in]; price < low || price > high || !wanted[page.brand[in]] {
			return true
		}
		if !f.accepts(page.items[in]) {
			return true
		}
		if skip > 0 {
			skip--
			return true
		}
		p.Items = append(p.Items, page.items[in])
		return len(p.Items) < size
	})
}

// tagged is the page with a tag of the list it is about and of everything it says.
func (p Page) tagged(key listKey) Page {
	var buffer [1024]byte // 48 products fit
	b := binary.AppendUvarint(buffer[:0], uint64(key.kind))
	b = binary.AppendUvarint(b, uint64(len(key.name)))
	b = append(b, key.name...)
	b = binary.AppendUvarint(b, uint64(p.Total))
	b = binary.AppendUvarint(b, uint64(p.MaxPrice))
	for _, it := range p.Items {
		b = append(b, it.Tag[:]...)
	}
	p.Tag = tagOf(b)
	return p
}

// BrandCount is a brand and how many products of a list it has.
type BrandCount struct {
	Brand string
	Count int
}

// CategoryBrands counts the brands of a category, in the order of their names.
func (s *Snapshot) CategoryBrands(key string) []BrandCount {
	return s.countBrands(listKey{kind: categoryList, name: key})
}

// DiscountedBrands counts the brands of the discounted products.
func (s *Snapshot) DiscountedBrands() []BrandCount {
	return s.countBrands(listKey{kind: discountList})
}

// AllBrands counts the brands of everything.
func (s *Snapshot) AllBrands() []BrandCount { return s.countBrands(listKey{kind: allProducts}) }

func (s *Snapshot) countBrands(key listKey) []BrandCount {
	var found []BrandCount
	for _, name := range s.brands.names {
		if part := s.brandPart(key, name); part != nil {
			found = append(found, BrandCount{Brand: name, Count: part.orders[byPrice].n})
		}
	}
	slices.SortFunc(found, func(a, b BrandCount) int { return strings.Compare(a.Brand, b.Brand) })
	return found
}
