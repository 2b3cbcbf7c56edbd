package catalog

import (
	"maps"
	"slices"
)

// edit makes the next Snapshot out of one, copying only what changes.
type edit struct {
	next  Snapshot
	owner *owner
	// copied says which parts of byID are this edit's own.
	copied map[uint32]bool
	// touched are the lists whose orders changed.
	touched map[listKey]*list
	// rebuild leaves the orders alone until the end and then sorts all of them again.
	rebuild bool
}

// apply gives the Snapshot in which these items are listed as they are now and the products of
// the ids in gone are not listed. s itself does not change.
func (s *Snapshot) apply(items []*Item, gone []string) *Snapshot {
	e := &edit{next: *s, owner: &owner{}, copied: map[uint32]bool{}, touched: map[listKey]*list{}}
	e.rebuild = len(items)+len(gone) > rebuildFrom+s.count/rebuildShare
	e.next.pages = slices.Clone(s.pages)
	e.next.byID = slices.Clone(s.byID)
	e.next.lists = maps.Clone(s.lists)
	e.next.free = slices.Clone(s.free)
	for _, id := range gone {
		if old, ok := e.next.Product(id); ok {
			e.drop(old)
		}
	}
	for _, it := range items {
		if old, ok := e.next.Product(it.ID); ok {
			e.replace(old, it)
		} else {
			e.add(it)
		}
	}
	return e.finish()
}

// Past this many changes and this share of the catalogue, sorting everything again is cheaper than
// moving products one by one.
const (
	rebuildFrom  = 500
	rebuildShare = 100
)

func (e *edit) add(it *Item) {
	if len(e.next.free) == 0 {
		first := e.next.Slots()
		e.next.pages = append(e.next.pages, &slotPage{owner: e.owner})
		for i := first + pageSize - 1; i >= first; i-- {
			e.next.free = append(e.next.free, uint32(i))
		}
	}
	last := len(e.next.free) - 1
	it.slot = e.next.free[last]
	e.next.free = e.next.free[:last]
	e.set(it.slot, it)
	e.ids(it.ID)[it.ID] = it.slot
	e.next.count++
	for _, key := range listsOf(it, nil) {
		e.insert(key, it)
	}
}

func (e *edit) drop(old *Item) {
	for _, key := range listsOf(old, nil) {
		e.remove(key, old)
	}
	e.set(old.slot, nil)
	delete(e.ids(old.ID), old.ID)
	e.next.free = append(e.next.free, old.slot)
	e.next.count--
}

// replace leaves an order alone in which the product keeps its place: a sale changes none, unless it took the last
// piece.
func (e *edit) replace(old, it *Item) {
	it.slot = old.slot
	if it.SameButPieces(old) {
		e.set(it.slot, it)
		return
	}
	type move struct {
		key  listKey
		kind orderKind
	}
	var moves []move
	stays := map[listKey]bool{}
	now := listsOf(it, nil)
	for _, key := range listsOf(old, nil) {
		if !slices.Contains(now, key) {
			e.remove(key, old)
			continue
		}
		stays[key] = true
		for _, kind := range key.kinds() {
			if kind.compare(old, it) != 0 {
				e.removeFrom(key, kind, old)
				moves = append(moves, move{key, kind})
			}
		}
	}
	e.set(it.slot, it)
	for _, m := range moves {
		e.insertInto(m.key, m.kind, it)
	}
	for _, key := range now {
		if !stays[key] {
			e.insert(key, it)
		}
	}
}

func (e *edit) insert(key listKey, it *Item) {
	for _, kind := range key.kinds() {
		e.insertInto(key, kind, it)
	}
}

func (e *edit) remove(key listKey, it *Item) {
	for _, kind := range key.kinds() {
		e.removeFrom(key, kind, it)
	}
}

func (e *edit) insertInto(key listKey, kind orderKind, it *Item) {
	if e.rebuild {
		return
	}
	e.list(key).orders[kind].insert(it.slot, e.reached(kind, it), e.owner)
}

func (e *edit) removeFrom(key listKey, kind orderKind, it *Item) {
	if e.rebuild {
		return
	}
	if !e.list(key).orders[kind].remove(it.slot, e.reached(kind, it), e.owner) {
		// Every order holds every item of its list exactly once, or lists would be wrong.
		panic("catalog: " + it.ID + " is missing from an order of its list")
	}
}

func (e *edit) reached(kind orderKind, it *Item) func(slot uint32) bool {
	return func(slot uint32) bool { return kind.compare(e.next.item(slot), it) >= 0 }
}

// list gives a list that this edit may change.
func (e *edit) list(key listKey) *list {
	if sh, ok := e.touched[key]; ok {
		return sh
	}
	sh := &list{}
	if old, ok := e.next.lists[key]; ok {
		*sh = *old
	}
	e.touched[key] = sh
	e.next.lists[key] = sh
	return sh
}

// ids gives the part of byID for an id, as this edit's own.
func (e *edit) ids(id string) map[string]uint32 {
	shard := shardOf(id)
	if !e.copied[shard] {
		e.copied[shard] = true
		part := maps.Clone(e.next.byID[shard])
		if part == nil {
			part = map[string]uint32{}
		}
		e.next.byID[shard] = part
	}
	return e.next.byID[shard]
}

// set puts an item, or nothing, into a slot and keeps the sums right.
func (e *edit) set(slot uint32, it *Item) {
	i, in := slot>>pageBits, slot&pageMask
	page := e.next.pages[i]
	if page.owner != e.owner {
		mine := *page
		mine.owner = e.owner
		page = &mine
		e.next.pages[i] = page
	}
	if old := page.items[in]; old != nil {
		e.next.version -= old.Tag.number()
		e.next.versions -= old.Version
	}
	page.items[in], page.price[in], page.brand[in] = it, 0, 0
	if it != nil {
		e.next.version += it.Tag.number()
		e.next.versions += it.Version
		e.next.brands = e.next.brands.with(it.Brand)
		page.price[in], page.brand[in] = it.Discounted, e.next.brands.of[it.Brand]
	}
}

func (e *edit) finish() *Snapshot {
	for key, sh := range e.touched {
		for kind := range sh.orders {
			if sh.orders[kind].owner == e.owner {
				sh.orders[kind].count()
			}
		}
		if sh.orders[byPrice].n == 0 {
			delete(e.next.lists, key)
		}
	}
	next := e.next
	if e.rebuild {
		items := make([]*Item, 0, next.count)
		next.Each(func(it *Item) bool {
			items = append(items, it)
			return true
		})
		next.lists = map[listKey]*list{}
		next.arrange(items, sortByCategory(items))
	}
	return &next
}
