package search

import (
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/catalog"
)

// Result is an ordered set of products.
type Result struct {
	// Query is what was searched for: the text as typed, or its reading in the other keyboard layout.
	Query string
	// Rescued tells that nothing was found for the text as typed and Query is the other reading.
	Rescued bool

	index  *Index
	words  []*asked
	levels []level
	best   int               // the tier of the first level
	all    []*roaring.Bitmap // for each part
}

// asRescue says that the query was read in another way.
func (r Result) asRescue() Result {
	r.Rescued = true
	return r
}

// then puts the finds of another reading after these.
func (r Result) then(other Result) Result {
	rest := make([]*roaring.Bitmap, len(r.all))
	all := make([]*roaring.Bitmap, len(r.all))
	for i := range r.all {
		rest[i] = roaring.AndNot(other.all[i], r.all[i])
		all[i] = roaring.Or(other.all[i], r.all[i])
	}
	other = other.within(rest)
	r.words = slices.Concat(r.words, other.words)
	r.levels = slices.Concat(r.levels, slices.DeleteFunc(other.levels, func(l level) bool { return l.size() == 0 }))
	r.all = all
	return r
}

// level holds equally good finds: a set for each part of the index.
type level []*roaring.Bitmap

// result lays out what all parts have met in the order it is shown: by tier, and in each what can be
// bought before what cannot.
func (x *Index) result(r reading, query string, meet func(p *part) met) (Result, bool) {
	finds := make([]met, len(x.parts))
	found := false
	for i, p := range x.parts {
		finds[i] = meet(p)
		found = found || !finds[i].empty()
	}
	if !found {
		return Result{}, false
	}
	out := Result{Query: query, index: x, words: r.words, all: make([]*roaring.Bitmap, len(x.parts))}
	shown := false
	for i, p := range x.parts {
		switch {
		case finds[i].empty():
			out.all[i] = roaring.New()
		case p.hidden.IsEmpty():
			out.all[i] = finds[i].all
		default:
			out.all[i] = roaring.AndNot(finds[i].all, p.hidden)
		}
		shown = shown || !out.all[i].IsEmpty()
	}
	if !shown {
		return Result{}, false
	}
	for tier := range tiers {
		for _, stocked := range []bool{true, false} {
			var l level
			for i, p := range x.parts {
				set := finds[i].tiers[tier]
				if set == nil {
					continue
				}
				of := p.sold
				if stocked {
					of = p.stocked
				}
				if members := roaring.And(set, of); !members.IsEmpty() {
					if l == nil {
						l = make(level, len(x.parts))
					}
					l[i] = members
				}
			}
			if l != nil {
				if len(out.levels) == 0 {
					out.best = tier
				}
				out.levels = append(out.levels, l)
			}
		}
	}
	return out, true
}

func (l level) size() int {
	n := 0
	for _, set := range l {
		if set != nil {
			n += int(set.GetCardinality())
		}
	}
	return n
}

// Total counts the products of the result.
func (r Result) Total() int { return level(r.all).size() }

// Items gives the products in order, from offset, at most limit.
func (r Result) Items(offset, limit int) []*catalog.Item {
	items := make([]*catalog.Item, 0, max(0, min(limit, 64)))
	for it := range r.from(offset) {
		if len(items) >= limit {
			break
		}
		items = append(items, it)
	}
	return items
}

// from gives the products in order, from offset on.
func (r Result) from(offset int) iter.Seq[*catalog.Item] {
	return func(yield func(*catalog.Item) bool) {
		for _, l := range r.levels {
			if size := l.size(); offset >= size {
				offset -= size
				continue
			}
			for p, number := range r.index.merged(l, offset) {
				it := r.index.snapshot.At(p.slots[number])
				if it != nil && it.ID == p.ids[number] && !yield(it) {
					return
				}
			}
			offset = 0
		}
	}
}

// merged gives the members of a level in order: those of the base and of the part over it, laid into one
// another.
func (x *Index) merged(l level, offset int) iter.Seq2[*part, uint32] {
	return func(yield func(*part, uint32) bool) {
		base, over := l[0], (*roaring.Bitmap)(nil)
		if len(l) > 1 {
			over = l[1]
		}
		if base == nil {
			base = roaring.New()
		}
		if over == nil {
			over = roaring.New()
		}
		skipBase, skipOver := offset, 0
		if !over.IsEmpty() {
			skipBase, skipOver = x.skip(base, over, offset)
		}
		a, b := iteratorFrom(base, skipBase), iteratorFrom(over, skipOver)
		for a.HasNext() || b.HasNext() {
			fromBase := a.HasNext()
			if fromBase && b.HasNext() {
				fromBase = a.PeekNext() < x.parts[1].after[b.PeekNext()]
			}
			if fromBase {
				if !yield(x.parts[0], a.Next()) {
					return
				}
			} else if !yield(x.parts[1], b.Next()) {
				return
			}
		}
	}
}

// skip tells how many of each set lie before an offset of the two laid into one another.
func (x *Index) skip(base, over *roaring.Bitmap, offset int) (fromBase, fromOver int) {
	count := int(over.GetCardinality())
	// The place of the i-th of the upper set in the merged order grows with i.
	fromOver = searchInt(count, func(i int) bool {
		number, _ := over.Select(uint32(i))
		before := 0
		if after := x.parts[1].after[number]; after > 0 {
			before = int(base.Rank(after - 1))
		}
		return i+before >= offset
	})
	return offset - fromOver, fromOver
}

func searchInt(n int, reached func(int) bool) int {
	low, high := 0, n
	for low < high {
		if middle := (low + high) / 2; reached(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

func iteratorFrom(set *roaring.Bitmap, skip int) roaring.IntPeekable {
	it := set.Iterator()
	if skip <= 0 {
		return it
	}
	first, err := set.Select(uint32(skip))
	if err != nil { // nothing is left
		return roaring.New().Iterator()
	}
	it.AdvanceIfNeeded(first)
	return it
}

// members gives every product of the result in no particular order.
func (r Result) members() iter.Seq[*catalog.Item] {
	return func(yield func(*catalog.Item) bool) {
		var buffer [256]uint32
		for i, p := range r.index.parts {
			if i >= len(r.all) {
				return
			}
			many := r.all[i].ManyIterator()
			for n := many.NextMany(buffer[:]); n > 0; n = many.NextMany(buffer[:]) {
				for _, number := range buffer[:n] {
					if it := r.index.snapshot.At(p.slots[number]); it != nil && !yield(it) {
						return
					}
				}
			}
		}
	}
}

// has tells whether the product of a slot is in the result.
func (r Result) has(slot uint32) bool {
	for i, p := range r.index.parts {
		if i < len(r.all) && int(slot) < len(p.bySlot) && p.bySlot[slot] != 0 && r.all[i].Contains(p.bySlot[slot]-1) {
			return true
		}
	}
	return false
}

// within keeps what the sets, one for each part, hold too.
func (r Result) within(keep []*roaring.Bitmap) Result {
	all := make([]*roaring.Bitmap, len(r.all))
	for i := range r.all {
		all[i] = roaring.And(r.all[i], keep[i])
	}
	levels := make([]level, len(r.levels))
	for i, l := range r.levels {
		levels[i] = slices.Clone(l)
		for j, set := range l {
			if set != nil {
				levels[i][j] = roaring.And(set, keep[j])
			}
		}
	}
	r.all, r.levels = all, levels
	return r
}
