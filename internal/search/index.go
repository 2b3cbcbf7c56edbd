package search

import (
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// Index is an immutable view of everything that can be found: a large base, a small newer part laid over
// it, and which documents of the base the newer part replaces.
type Index struct {
	parts []part
}

// part is a segment with what may change without building it anew.
type part struct {
	*segment
	hidden  *roaring.Bitmap // replaced by a newer part, or gone
	inStock *roaring.Bitmap
}

// Result is an ordered set of documents.
type Result struct {
	// Query is what was searched for: the text as typed, or its reading in the other keyboard layout.
	Query string
	// Rescued tells that nothing was found for the text as typed and Query is the other reading.
	Rescued bool
	sets    []orderedSet
}

type orderedSet struct {
	part    *part
	members *roaring.Bitmap
}

// Build indexes the documents.
func Build(documents []Document) (*Index, error) {
	base, err := newPart(documents)
	if err != nil {
		return nil, err
	}
	return &Index{parts: []part{base}}, nil
}

func newPart(documents []Document) (part, error) {
	s, err := newSegment(documents)
	if err != nil {
		return part{}, err
	}
	p := part{segment: s, hidden: roaring.New(), inStock: roaring.New()}
	for _, document := range documents {
		if document.InStock {
			p.inStock.Add(s.numbers[document.ID])
		}
	}
	return p, nil
}

// Search finds all that the query can mean, best first.
func (x *Index) Search(query string) Result { return x.find(query, -1) }

// Suggest finds at least want documents if there are so many, best first; it does not count the rest.
func (x *Index) Suggest(query string, want int) Result { return x.find(query, want) }

// find reads the query in ever more generous ways and stops at the first that finds anything: as typed,
// in the other keyboard layout, with typos, with words left out.
func (x *Index) find(query string, want int) Result {
	typed := queryWords(query)
	other := otherLayout(clip(query))
	meant := queryWords(other)
	for _, most := range []int{tierTypos, tiers} {
		if sets := x.meet(typed, most, want); sets != nil {
			return Result{Query: query, sets: sets}
		}
		// A guess at the layout and a wild guess at the spelling together would find anything.
		if sets := x.ordered(meant, min(most, tierNear+1), want); sets != nil {
			return Result{Query: other, Rescued: true, sets: sets}
		}
	}
	for _, fewer := range shortened(typed) {
		if sets := x.ordered(fewer, tiers, want); sets != nil {
			return Result{Query: query, sets: sets}
		}
	}
	return Result{Query: query}
}

// meet asks for all words, then for neighbours written as one word.
func (x *Index) meet(query []string, most, want int) []orderedSet {
	if sets := x.ordered(query, most, want); sets != nil {
		return sets
	}
	for i := range len(query) - 1 {
		together := slices.Concat(query[:i], []string{query[i] + query[i+1]}, query[i+2:])
		if sets := x.ordered(together, tierTypos, want); sets != nil {
			return sets
		}
	}
	return nil
}

// shortened gives the query with one word left out, from the end, then only its beginnings: people add
// words that no label carries. A number alone means nothing.
func shortened(query []string) [][]string {
	var all [][]string
	for out := len(query) - 1; out >= 0; out-- {
		all = append(all, slices.Concat(query[:out], query[out+1:]))
	}
	for keep := len(query) - 2; keep > 0; keep-- {
		all = append(all, query[:keep])
	}
	return slices.DeleteFunc(all, func(words []string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return !isNumber(word) })
	})
}

// ordered lays the levels of all parts out in the order they are shown: by tier, in stock before out of
// stock, base before newer part. It is nil when nothing was met.
func (x *Index) ordered(query []string, most, want int) []orderedSet {
	if len(query) == 0 {
		return nil
	}
	levels := make([][]*roaring.Bitmap, len(x.parts))
	for i := range x.parts {
		levels[i] = x.parts[i].levels(query, most, want)
	}
	// What one part had to guess is not shown beside what another part met.
	if slices.ContainsFunc(levels, func(l []*roaring.Bitmap) bool { return anyMembers(l, tierTypos) }) {
		most = min(most, tierTypos)
	}
	var sets []orderedSet
	for tier := range most {
		for _, stocked := range []bool{true, false} {
			for i := range x.parts {
				if tier >= len(levels[i]) || levels[i][tier] == nil || levels[i][tier].IsEmpty() {
					continue
				}
				p := &x.parts[i]
				var members *roaring.Bitmap
				if stocked {
					members = roaring.And(levels[i][tier], p.inStock)
				} else {
					members = roaring.AndNot(levels[i][tier], p.inStock)
				}
				if !members.IsEmpty() {
					sets = append(sets, orderedSet{p, members})
				}
			}
		}
	}
	return sets
}

func anyMembers(levels []*roaring.Bitmap, below int) bool {
	for tier, level := range levels {
		if tier < below && level != nil && !level.IsEmpty() {
			return true
		}
	}
	return false
}

// Total counts the documents of the result.
func (r Result) Total() int {
	total := 0
	for _, set := range r.sets {
		total += int(set.members.GetCardinality())
	}
	return total
}

// IDs gives the documents in order, from offset, at most limit.
func (r Result) IDs(offset, limit int) []string {
	ids := make([]string, 0, min(limit, 64))
	for _, set := range r.sets {
		size := int(set.members.GetCardinality())
		if offset >= size {
			offset -= size
			continue
		}
		it := set.members.Iterator()
		if offset > 0 {
			if first, err := set.members.Select(uint32(offset)); err == nil {
				it.AdvanceIfNeeded(first)
			}
			offset = 0
		}
		for it.HasNext() {
			if len(ids) == limit {
				return ids
			}
			ids = append(ids, set.part.ids[it.Next()])
		}
	}
	return ids
}

// All gives every document of the result in order.
func (r Result) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, set := range r.sets {
			for it := set.members.Iterator(); it.HasNext(); {
				if !yield(set.part.ids[it.Next()]) {
					return
				}
			}
		}
	}
}
