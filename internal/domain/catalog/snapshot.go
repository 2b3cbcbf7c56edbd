package catalog

import (
	"maps"

	"dawa/internal/base/money"
)

// Snapshot is the live catalogue at one moment, in memory: every approved product, ready to be
// sent, in every order that a list can ask for. It never changes and needs no lock. The next
// one shares with it whatever stayed the same.
type Snapshot struct {
	pages  []*slotPage
	byID   []map[string]uint32
	lists  map[listKey]*list
	brands *brandNumbers
	// free are the slots that nobody uses.
	free  []uint32
	count int
	// version is the sum of all tags: the same products give the same number, on every
	// server and after every restart, whichever way they came to be.
	version  uint64
	versions int64
}

// slotPage holds the items of pageSize slots and, beside them, the two facts that filters look
// at, packed so that a filter over a whole category reads little memory.
type slotPage struct {
	items [pageSize]*Item
	price [pageSize]money.Cents
	brand [pageSize]uint32
	owner *owner
}

const (
	pageBits = 9
	pageSize = 1 << pageBits
	pageMask = pageSize - 1
	// idShards keeps the map from id to slot in parts, so that one new product copies one part.
	idShards = 1024
)

// list is a part of the catalogue that is listed by itself, in all its orders.
type list struct {
	orders [orderKinds]order
}

// listKey names a list: all, a category, a brand, the discounts, a store; and, of a category
// or the discounts, the part of one brand. Such a part is never listed, only counted between two
// prices, and has the order by price alone.
type listKey struct {
	kind   listKind
	name   string
	partOf string
}

type listKind uint8

const (
	allProducts listKind = iota
	categoryList
	brandList
	discountList
	storeList
	concernList
)

// maxLists is how many lists an item can be in.
const maxLists = 7 + maxConcerns

// listsOf are the lists that an item is in, written into keys.
func listsOf(it *Item, keys []listKey) []listKey {
	keys = append(keys[:0],
		listKey{kind: allProducts},
		listKey{kind: categoryList, name: it.Category},
		listKey{kind: brandList, name: it.Brand},
		listKey{kind: categoryList, name: it.Category, partOf: it.Brand},
	)
	if it.Discount > 0 {
		keys = append(keys, listKey{kind: discountList}, listKey{kind: discountList, partOf: it.Brand})
	}
	if it.StoreID != "" {
		keys = append(keys, listKey{kind: storeList, name: it.StoreID})
	}
	for _, concern := range it.Concerns {
		keys = append(keys, listKey{kind: concernList, name: concern})
	}
	return keys
}

// kinds are the orders that a list has.
func (k listKey) kinds() []orderKind {
	if k.partOf != "" {
		return priceOnly
	}
	return allKinds
}

var (
	priceOnly = []orderKind{byPrice}
	allKinds  = []orderKind{byNewest, byDefault, byPrice, byDiscount, byEnglishName, byArabicName}
)

// brandNumbers gives each brand a small number for the filters.
type brandNumbers struct {
	of    map[string]uint32
	names []string
}

func (b *brandNumbers) with(name string) *brandNumbers {
	if _, known := b.of[name]; known {
		return b
	}
	next := &brandNumbers{of: maps.Clone(b.of), names: append(append([]string(nil), b.names...), name)}
	next.of[name] = uint32(len(b.names))
	return next
}

func emptySnapshot() *Snapshot {
	return &Snapshot{
		byID: make([]map[string]uint32, idShards), lists: map[listKey]*list{},
		brands: &brandNumbers{of: map[string]uint32{}},
	}
}

// Len is how many products are listed.
func (s *Snapshot) Len() int { return s.count }

// Version is a number that is the same for the same products and nearly always another for others. It is a sum,
// which can be forged: it compares snapshots and names nothing in a cache.
func (s *Snapshot) Version() uint64 { return s.version }

// fingerprint is the fingerprint to compare with the store's.
func (s *Snapshot) fingerprint() Fingerprint {
	return Fingerprint{Products: int64(s.count), Versions: s.versions}
}

// Product finds a listed product.
func (s *Snapshot) Product(id string) (*Item, bool) {
	slot, ok := s.byID[shardOf(id)][id]
	if !ok {
		return nil, false
	}
	return s.item(slot), true
}

// Lookup finds many: one Item per id, in their order, nil for those that are not listed.
func (s *Snapshot) Lookup(ids []string) []*Item {
	found := make([]*Item, len(ids))
	for i, id := range ids {
		found[i], _ = s.Product(id)
	}
	return found
}

// Slots is one more than the highest slot in use.
func (s *Snapshot) Slots() int { return len(s.pages) * pageSize }

// At is the product of a slot, or nil.
func (s *Snapshot) At(slot uint32) *Item {
	if int(slot) >= s.Slots() {
		return nil
	}
	return s.item(slot)
}

// Each gives every listed product until yield says stop.
func (s *Snapshot) Each(yield func(it *Item) bool) {
	for _, page := range s.pages {
		for _, it := range page.items {
			if it != nil && !yield(it) {
				return
			}
		}
	}
}

func (s *Snapshot) item(slot uint32) *Item { return s.pages[slot>>pageBits].items[slot&pageMask] }

func (s *Snapshot) price(slot uint32) money.Cents {
	return s.pages[slot>>pageBits].price[slot&pageMask]
}

// PriceAt is the discounted price of the product of a slot.
func (s *Snapshot) PriceAt(slot uint32) money.Cents { return s.price(slot) }

func (s *Snapshot) brand(slot uint32) uint32 { return s.pages[slot>>pageBits].brand[slot&pageMask] }

// shardOf picks the part of byID for an id (FNV-1a).
func shardOf(id string) uint32 {
	h := uint32(2166136261)
	for i := range len(id) {
		h = (h ^ uint32(id[i])) * 16777619
	}
	return (h ^ h>>16) & (idShards - 1)
}
