package search

import (
	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/catalog"
)

// Index is an immutable view of everything that can be found at one moment, together with the catalogue
// of that moment: a large base, and laid over it a small part with the products that were changed since.
type Index struct {
	snapshot *catalog.Snapshot
	parts    []*part
}

// part is a segment with what may change without building it anew.
type part struct {
	*segment
	place  int             // among the parts
	hidden *roaring.Bitmap // no longer listed, or replaced by the part above
	// Of those that are not hidden: what can be bought now, and what cannot.
	stocked, sold *roaring.Bitmap
	prices        []uint32 // discounted, in cents
	// after counts, for each document, those of the base that are shown before it; nil in the base.
	after []uint32
}

// Build indexes a catalogue.
func Build(snapshot *catalog.Snapshot, labels *Labels) *Index {
	items := make([]*catalog.Item, 0, snapshot.Len())
	snapshot.Each(func(it *catalog.Item) bool {
		items = append(items, it)
		return true
	})
	return &Index{snapshot: snapshot, parts: []*part{newPart(items, labels)}}
}

func newPart(items []*catalog.Item, labels *Labels) *part {
	p := &part{segment: newSegment(items, labels), hidden: roaring.New(), stocked: roaring.New(), sold: roaring.New(), prices: make([]uint32, len(items))}
	inStock := make([]bool, len(items))
	for _, it := range items {
		number := p.bySlot[it.Slot()] - 1
		inStock[number], p.prices[number] = it.InStock(), uint32(it.Discounted)
	}
	for number, in := range inStock {
		p.setStock(uint32(number), in)
	}
	return p
}

func (p *part) setStock(number uint32, inStock bool) {
	to, from := p.stocked, p.sold
	if !inStock {
		to, from = from, to
	}
	to.Add(number)
	from.Remove(number)
}

func (p *part) hide(number uint32) {
	p.hidden.Add(number)
	p.stocked.Remove(number)
	p.sold.Remove(number)
}

// Snapshot is the catalogue that the index speaks of.
func (x *Index) Snapshot() *catalog.Snapshot { return x.snapshot }

// met is what a reading of the query finds in one part: for each tier, the documents all of whose words
// are met at that tier or better and that no better tier has; and all of them together.
type met struct {
	tiers [tiers]*roaring.Bitmap
	all   *roaring.Bitmap
}

func (m *met) empty() bool { return m.all == nil || m.all.IsEmpty() }

// add notes that at this tier so many are met altogether.
func (m *met) add(tier int, all *roaring.Bitmap) {
	switch {
	case all == nil || all == m.all:
		return
	case m.all == nil:
		m.tiers[tier] = all
	default:
		m.tiers[tier] = roaring.AndNot(all, m.all)
	}
	m.all = all
}

// meet asks the part for all words without guessing. code is the whole query as an item code. want stops
// early once so many were found (negative: never).
func (p *part) meet(query []*asked, code string, want int) met {
	var m met
	exactCode, longerCode := p.codes.find(code)
	coded := exactCode
	have := make([]*roaring.Bitmap, len(query))
	for tier := range tierTypos {
		changed := tier == tierWritten && exactCode != nil
		if tier == tierBegins && longerCode != nil {
			coded, changed = either(coded, longerCode), true
		}
		for i, w := range query {
			if next := w.upTo(p, tier); next != have[i] {
				have[i], changed = next, true
			}
		}
		if !changed {
			continue
		}
		m.add(tier, either(intersection(have), coded))
		if want >= 0 && m.all != nil && int(m.all.GetCardinality()) >= want {
			break
		}
	}
	return m
}

// guess asks for words that were misspelt: only those that mean nothing as they are, or else, when each
// means something but all of them together nothing, any of them. Among what is met, the words that were
// spelt right still tell the better finds from the others.
func (p *part) guess(query []*asked, most int) met {
	var m met
	known, fixed := make([]bool, len(query)), make([]*roaring.Bitmap, len(query))
	for i, w := range query {
		known[i] = p.knows(w)
	}
	have := make([]*roaring.Bitmap, len(query))
	for _, any := range []bool{false, true} {
		for last := tierTypos; last < most; last++ {
			for i, w := range query {
				switch {
				case !known[i]:
					if fixed[i] = w.upTo(p, last); fixed[i] == nil && last == most-1 {
						return m // all the others cannot mend that
					}
				case any:
					fixed[i] = either(fixed[i], w.at(p, last))
				}
			}
			for tier := range tierTypos {
				for i, w := range query {
					have[i] = fixed[i]
					if known[i] {
						have[i] = either(fixed[i], w.upTo(p, tier))
					}
				}
				m.add(tier, intersection(have))
			}
			if !m.empty() {
				return m
			}
		}
	}
	return m
}

// knows tells whether any product is met by the word without guessing.
func (p *part) knows(w *asked) bool {
	return w.upTo(p, tierTypos-1) != nil
}

// intersection is nil when any word was not met at all.
func intersection(sets []*roaring.Bitmap) *roaring.Bitmap {
	for _, set := range sets {
		if set == nil {
			return nil
		}
	}
	switch len(sets) {
	case 0:
		return nil
	case 1:
		return sets[0]
	}
	both := roaring.And(sets[0], sets[1])
	for _, set := range sets[2:] {
		both.And(set)
	}
	return both
}
