package search

import (
	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/domain/catalog"
)

// Index is an immutable view of everything that can be found at one moment, together with the catalogue
// of that moment: a large base, and laid over it a small part with the products that were changed since.
type Index struct {
	snapshot   *catalog.Snapshot
	vocabulary *Vocabulary
	parts      []*part
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
	x := buildNames(snapshot, labels)
	x.parts[0].readTexts(snapshot, labels)
	return x
}

// buildNames indexes a catalogue without its long texts.
func buildNames(snapshot *catalog.Snapshot, labels *Labels) *Index {
	items := make([]*catalog.Item, 0, snapshot.Len())
	snapshot.Each(func(it *catalog.Item) bool {
		items = append(items, it)
		return true
	})
	return &Index{snapshot: snapshot, vocabulary: labels.vocabulary, parts: []*part{newPart(items, labels)}}
}

func newPart(items []*catalog.Item, labels *Labels) *part {
	p := &part{
		segment: newSegment(items, labels), prices: make([]uint32, len(items)),
		hidden: roaring.New(), stocked: roaring.New(), sold: roaring.New(),
	}
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

// matches is what an interpretation of the query finds in one part: for each tier, the documents all of whose
// words match at that tier or better and that no better tier has; and all of them together.
type matches struct {
	tiers [tiers]*roaring.Bitmap
	all   *roaring.Bitmap
}

// add records all documents that match at this tier or better.
func (m *matches) add(tier int, all *roaring.Bitmap) {
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

// matchAll looks up all words without typo tolerance. code is the whole query as an item code. want stops
// early once so many were found (negative: never).
func (p *part) matchAll(query []*queryWord, code string, want int) matches {
	coded, longerCode := p.codes.find(code)
	have := make([]*roaring.Bitmap, len(query))
	if want < 0 && coded == nil && longerCode == nil && !p.all(query, tierTypos-1, have) {
		return matches{} // what does not match at the worst tier matches at none
	}
	return p.matchUpTo(query, coded, longerCode, want, tierTypos)
}

// matchUpTo looks up all words at the tiers before limit. coded and longerCode hold the products whose code is the
// query or begins so.
func (p *part) matchUpTo(query []*queryWord, coded, longerCode *roaring.Bitmap, want, limit int) matches {
	var m matches
	have := make([]*roaring.Bitmap, len(query))
	for tier := range limit {
		changed := tier == tierWritten && coded != nil
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

// all tells whether any document meets all words up to a tier. It stores the sets in found.
func (p *part) all(query []*queryWord, tier int, found []*roaring.Bitmap) bool {
	for i, w := range query {
		if found[i] = w.upTo(p, tier); found[i] == nil {
			return false
		}
	}
	set := intersection(found)
	return set != nil && !set.IsEmpty()
}

// matchWithTypos takes the words that match nothing as they are for misspelt. Among what is found, the words
// that were spelt right still rank the better finds first.
func (p *part) matchWithTypos(query []*queryWord, limit int) matches {
	var m matches
	guessed, have := make([]*roaring.Bitmap, len(query)), make([]*roaring.Bitmap, len(query))
	for last := tierTypos; last < limit; last++ {
		for i, w := range query {
			if p.knows(w) {
				continue
			}
			if guessed[i] = w.upTo(p, last); guessed[i] == nil && last == limit-1 {
				return m // all the others cannot mend that
			}
		}
		p.fillSets(query, guessed, tierTypos-1, have)
		if widest := intersection(have); widest == nil || widest.IsEmpty() {
			continue
		}
		for tier := range tierTypos {
			p.fillSets(query, guessed, tier, have)
			m.add(tier, intersection(have))
		}
		return m
	}
	return m
}

// fillSets fills in the sets of all words up to a tier, with what was guessed for them.
func (p *part) fillSets(query []*queryWord, guessed []*roaring.Bitmap, tier int, have []*roaring.Bitmap) {
	for i, w := range query {
		if have[i] = guessed[i]; p.knows(w) {
			have[i] = w.upTo(p, tier)
		}
	}
}

// knows tells whether any product matches the word without typo tolerance.
func (p *part) knows(w *queryWord) bool {
	return w.upTo(p, tierTypos-1) != nil
}

// intersection is nil when any word did not match at all.
func intersection(sets []*roaring.Bitmap) *roaring.Bitmap {
	least := 0
	for i, set := range sets {
		if set == nil {
			return nil
		}
		if set.GetCardinality() < sets[least].GetCardinality() {
			least = i
		}
	}
	switch len(sets) {
	case 0:
		return nil
	case 1:
		return sets[0]
	}
	var both *roaring.Bitmap // from the smallest set on, so that all steps are small
	for i, set := range sets {
		switch {
		case i == least:
		case both == nil:
			both = roaring.And(sets[least], set)
		default:
			both.And(set)
		}
	}
	return both
}
