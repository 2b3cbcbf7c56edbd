package catalog

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"sync"
)

// NewSnapshot makes a Snapshot of those of the products that shoppers may see. encode is how the
// edge appends a product to what it is given.
func NewSnapshot(products []*Product, encode func(to []byte, p *Product) []byte) *Snapshot {
	words := newInterner()
	items := make([]*Item, 0, len(products))
	for _, p := range products {
		if p.Listed() {
			items = append(items, newItem(p, encoding{list: encode}, words))
		}
	}
	return build(items)
}

// NewSnapshotOfAny makes a Snapshot of products of any status, for lists that only some people may see: a
// store's own list of what it sells and of what still waits for approval.
func NewSnapshotOfAny(products []*Product, encode func(to []byte, p *Product) []byte) *Snapshot {
	words := newInterner()
	items := make([]*Item, 0, len(products))
	for _, p := range products {
		items = append(items, newItem(p, encoding{list: encode}, words))
	}
	return build(items)
}

// build arranges items, whose slice it reorders. The products of a category get neighbouring
// slots: a filter over a category then reads memory that lies together.
func build(items []*Item) *Snapshot {
	s := emptySnapshot()
	s.count = len(items)
	s.pages = make([]*slotPage, (len(items)+pageSize-1)/pageSize)
	for i := range s.pages {
		s.pages[i] = &slotPage{}
	}
	rank := sortByCategory(items)
	numbers := &brandNumbers{of: map[string]uint32{}}
	for i, it := range items {
		it.slot = uint32(i)
		number, known := numbers.of[it.Brand]
		if !known {
			number = uint32(len(numbers.names))
			numbers.of[it.Brand] = number
			numbers.names = append(numbers.names, it.Brand)
		}
		page, in := s.pages[i>>pageBits], i&pageMask
		page.items[in], page.price[in], page.brand[in] = it, it.Discounted, number
		s.version += it.Tag.number()
		s.versions += it.Version
	}
	for i := len(s.pages)*pageSize - 1; i >= len(items); i-- {
		s.free = append(s.free, uint32(i))
	}
	s.brands = numbers
	var ids sync.WaitGroup
	ids.Go(func() { s.mapIDs(items) })
	s.arrange(items, rank)
	ids.Wait()
	return s
}

// mapIDs fills the map from ids to slots.
func (s *Snapshot) mapIDs(items []*Item) {
	for i := range s.byID {
		s.byID[i] = make(map[string]uint32, len(items)/idShards+1)
	}
	for _, it := range items {
		s.byID[shardOf(it.ID)][it.ID] = it.slot
	}
}

// sortByCategory sorts items by category and, inside of it, by id. It gives the place of each among all ids, which
// decides between equals.
func sortByCategory(items []*Item) (rank []uint32) {
	byID := sortTexts(len(items), func(i int) string { return items[i].ID }, nil)
	sizes := map[string]int{}
	for _, it := range items {
		sizes[it.Category]++
	}
	next, start := map[string]int{}, 0 // where the next item of each category goes
	for _, category := range slices.Sorted(maps.Keys(sizes)) {
		next[category] = start
		start += sizes[category]
	}
	unsorted := slices.Clone(items)
	rank = make([]uint32, len(items))
	for place, i := range byID {
		it := unsorted[i]
		to := next[it.Category]
		next[it.Category]++
		items[to], rank[to] = it, uint32(place)
	}
	return rank
}

// plan says which lists there are and which of them each item is in.
type plan struct {
	keys  []listKey
	sizes []int
	// memberOf[i] are the numbers of the lists of the i-th item.
	memberOf [][]uint32
}

func planFor(items []*Item) *plan {
	p := &plan{memberOf: make([][]uint32, len(items))}
	number := map[listKey]uint32{}
	all := make([]uint32, 0, len(items)*5)
	var keys [maxLists]listKey
	for i, it := range items {
		first := len(all)
		for _, key := range listsOf(it, keys[:0]) {
			n, known := number[key]
			if !known {
				n = uint32(len(p.keys))
				number[key] = n
				p.keys, p.sizes = append(p.keys, key), append(p.sizes, 0)
			}
			p.sizes[n]++
			all = append(all, n)
		}
		p.memberOf[i] = all[first:len(all):len(all)]
	}
	return p
}

// arrange fills every order of every list, several orders side by side. Each order is sorted
// once for the whole catalogue and the items are then distributed to their lists in that order.
func (s *Snapshot) arrange(items []*Item, rank []uint32) {
	p := planFor(items)
	lists := make([]*list, len(p.keys))
	for n, key := range p.keys {
		lists[n] = &list{}
		s.lists[key] = lists[n]
	}
	kinds := make(chan orderKind, orderKinds)
	for k := range orderKinds {
		kinds <- orderKinds - 1 - k // names take longest: first
	}
	close(kinds)
	var work sync.WaitGroup
	for range min(int(orderKinds), runtime.GOMAXPROCS(0)) {
		work.Go(func() {
			for kind := range kinds {
				p.distribute(kind, items, sorted(kind, items, rank), lists)
			}
		})
	}
	work.Wait()
}

// distribute fills one order of every list with the slots of its items.
func (p *plan) distribute(kind orderKind, items []*Item, places []uint32, lists []*list) {
	slots := make([][]uint32, len(p.keys))
	for n, key := range p.keys {
		if slices.Contains(key.kinds(), kind) {
			slots[n] = make([]uint32, 0, p.sizes[n])
		}
	}
	for _, place := range places {
		for _, n := range p.memberOf[place] {
			if slots[n] != nil {
				slots[n] = append(slots[n], items[place].slot)
			}
		}
	}
	for n, sorted := range slots {
		if sorted != nil {
			lists[n].orders[kind] = newOrder(sorted)
		}
	}
}

// sorted gives the places of items in an order: the same as sorting with kind.compare, with the
// keys worked out beforehand.
func sorted(kind orderKind, items []*Item, rank []uint32) []uint32 {
	switch kind {
	case byEnglishName:
		return sortTexts(len(items), func(i int) string { return foldName(items[i].Name.English) }, rank)
	case byArabicName:
		return sortTexts(len(items), func(i int) string { return foldName(items[i].Name.Arabic) }, rank)
	default:
		type numbered struct {
			key1, key2 int64
			place      uint32
		}
		list := make([]numbered, len(items))
		for i, it := range items {
			list[i] = numbered{place: uint32(i)}
			list[i].key1, list[i].key2 = kind.keys(it)
		}
		slices.SortFunc(list, func(a, b numbered) int {
			if c := cmp.Compare(a.key1, b.key1); c != 0 {
				return c
			}
			if c := cmp.Compare(a.key2, b.key2); c != 0 {
				return c
			}
			return cmp.Compare(rank[a.place], rank[b.place])
		})
		places := make([]uint32, len(items))
		for i, n := range list {
			places[i] = n.place
		}
		return places
	}
}
