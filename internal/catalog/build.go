package catalog

import (
	"runtime"
	"slices"
	"sync"
)

// NewSnapshot makes a Snapshot of those of the products that are approved. encode is how the
// edge writes a product; the bytes belong to the Snapshot.
func NewSnapshot(products []*Product, encode func(*Product) []byte) *Snapshot {
	words := newInterner()
	items := make([]*Item, 0, len(products))
	for _, p := range products {
		if p.Status == Approved {
			items = append(items, newItem(p, encoding{list: encode}, words))
		}
	}
	return build(items)
}

// build arranges items. It sorts each order once for the whole catalogue and then deals the
// products out to their shelves in that order, so that nothing is sorted twice.
func build(items []*Item) *Snapshot {
	s := emptySnapshot()
	s.count = len(items)
	s.pages = make([]*slotPage, (len(items)+pageSize-1)/pageSize)
	for i := range s.pages {
		s.pages[i] = &slotPage{}
	}
	for i := range s.byID {
		s.byID[i] = make(map[string]uint32, len(items)/idShards+1)
	}
	sizes := map[shelfKey]int{}
	brands := &brandNumbers{of: map[string]uint32{}}
	for i, it := range items {
		it.slot = uint32(i)
		number, known := brands.of[it.Brand]
		if !known {
			number = uint32(len(brands.names))
			brands.of[it.Brand] = number
			brands.names = append(brands.names, it.Brand)
		}
		page, in := s.pages[i>>pageBits], i&pageMask
		page.items[in], page.price[in], page.brand[in] = it, it.Discounted, number
		s.byID[shardOf(it.ID)][it.ID] = it.slot
		s.version += it.Hash
		s.versions += it.Version
		for _, key := range shelvesOf(it) {
			sizes[key]++
		}
	}
	for i := len(s.pages)*pageSize - 1; i >= len(items); i-- {
		s.free = append(s.free, uint32(i))
	}
	s.brands = brands
	for key := range sizes {
		s.shelves[key] = &shelf{}
	}
	s.arrange(items, sizes)
	return s
}

// arrange fills every order of every shelf, the orders side by side.
func (s *Snapshot) arrange(items []*Item, sizes map[shelfKey]int) {
	kinds := make(chan orderKind, orderKinds)
	for k := range orderKinds {
		kinds <- k
	}
	close(kinds)
	var work sync.WaitGroup
	for range min(int(orderKinds), runtime.GOMAXPROCS(0)) {
		work.Go(func() {
			for kind := range kinds {
				sorted := slices.Clone(items)
				slices.SortFunc(sorted, kind.compare)
				lists := make(map[shelfKey][]uint32, len(sizes))
				for key, n := range sizes {
					lists[key] = make([]uint32, 0, n)
				}
				for _, it := range sorted {
					for _, key := range shelvesOf(it) {
						lists[key] = append(lists[key], it.slot)
					}
				}
				for key, list := range lists {
					s.shelves[key].orders[kind] = newOrder(list)
				}
			}
		})
	}
	work.Wait()
}
