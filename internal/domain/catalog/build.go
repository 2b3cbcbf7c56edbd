package catalog

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
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

// build arranges items, whose slice it reorders. The products of a category get neighbouring
// slots: a filter over a category then reads memory that lies together.
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
	slices.SortFunc(items, func(a, b *Item) int {
		return cmp.Or(strings.Compare(a.Category, b.Category), strings.Compare(a.ID, b.ID))
	})
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
		s.byID[shardOf(it.ID)][it.ID] = it.slot
		s.version += it.Hash
		s.versions += it.Version
	}
	for i := len(s.pages)*pageSize - 1; i >= len(items); i-- {
		s.free = append(s.free, uint32(i))
	}
	s.brands = numbers
	s.arrange(items)
	return s
}

// plan says which shelves there are and on which of them each item stands.
type plan struct {
	keys  []shelfKey
	sizes []int
	// stands[i] are the numbers of the shelves of the i-th item.
	stands [][]uint32
	// rank[i] is the place of the i-th item among all ids, which decides between equals.
	rank []uint32
}

func planFor(items []*Item) *plan {
	p := &plan{stands: make([][]uint32, len(items)), rank: make([]uint32, len(items))}
	number := map[shelfKey]uint32{}
	all := make([]uint32, 0, len(items)*5)
	var keys [maxShelves]shelfKey
	for i, it := range items {
		first := len(all)
		for _, key := range shelvesOf(it, keys[:0]) {
			n, known := number[key]
			if !known {
				n = uint32(len(p.keys))
				number[key] = n
				p.keys, p.sizes = append(p.keys, key), append(p.sizes, 0)
			}
			p.sizes[n]++
			all = append(all, n)
		}
		p.stands[i] = all[first:len(all):len(all)]
	}
	byID := make([]uint32, len(items))
	for i := range byID {
		byID[i] = uint32(i)
	}
	slices.SortFunc(byID, func(a, b uint32) int { return strings.Compare(items[a].ID, items[b].ID) })
	for place, i := range byID {
		p.rank[i] = uint32(place)
	}
	return p
}

// arrange fills every order of every shelf, several orders side by side. Each order is sorted
// once for the whole catalogue and the items are then dealt out to their shelves in that order.
func (s *Snapshot) arrange(items []*Item) {
	p := planFor(items)
	shelves := make([]*shelf, len(p.keys))
	for n, key := range p.keys {
		shelves[n] = &shelf{}
		s.shelves[key] = shelves[n]
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
				p.deal(kind, items, sorted(kind, items, p.rank), shelves)
			}
		})
	}
	work.Wait()
}

func (p *plan) deal(kind orderKind, items []*Item, places []uint32, shelves []*shelf) {
	lists := make([][]uint32, len(p.keys))
	for n, key := range p.keys {
		if slices.Contains(key.kinds(), kind) {
			lists[n] = make([]uint32, 0, p.sizes[n])
		}
	}
	for _, place := range places {
		for _, n := range p.stands[place] {
			if lists[n] != nil {
				lists[n] = append(lists[n], items[place].slot)
			}
		}
	}
	for n, list := range lists {
		if list != nil {
			shelves[n].orders[kind] = newOrder(list)
		}
	}
}

// sorted gives the places of items in an order: the same as sorting with kind.compare, with the
// keys worked out beforehand.
func sorted(kind orderKind, items []*Item, rank []uint32) []uint32 {
	places := make([]uint32, len(items))
	switch kind {
	case byEnglishName, byArabicName:
		type named struct {
			key   string
			place uint32
		}
		list := make([]named, len(items))
		for i, it := range items {
			name := it.Name.English
			if kind == byArabicName {
				name = it.Name.Arabic
			}
			list[i] = named{foldName(name), uint32(i)}
		}
		slices.SortFunc(list, func(a, b named) int {
			if c := strings.Compare(a.key, b.key); c != 0 {
				return c
			}
			return cmp.Compare(rank[a.place], rank[b.place])
		})
		for i, n := range list {
			places[i] = n.place
		}
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
		for i, n := range list {
			places[i] = n.place
		}
	}
	return places
}
