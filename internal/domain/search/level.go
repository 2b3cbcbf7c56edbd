package search

import (
	"iter"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/domain/catalog"
)

// of is what a level is laid over: what can be bought, or what cannot.
func (p *part) of(l level) *roaring.Bitmap {
	if l.stocked {
		return p.stocked
	}
	return p.sold
}

// size counts the documents of a level.
func (x *Index) size(l level) int {
	n := 0
	for i, set := range l.tier {
		if set != nil {
			n += int(set.AndCardinality(x.parts[i].of(l)))
		}
	}
	return n
}

// appendLevel appends the products of a level in order, from offset on, until there are limit of them.
func (x *Index) appendLevel(items []*catalog.Item, l level, offset, limit int) []*catalog.Item {
	if offset == 0 && (len(l.tier) == 1 || l.tier[1] == nil) {
		return x.appendBase(items, l, limit)
	}
	for p, number := range x.merged(l, offset) {
		if len(items) >= limit {
			break
		}
		items = x.appendItem(items, p, number)
	}
	return items
}

// appendBase appends the products of a level that lies in the base alone. It goes through the smaller of the two sets
// and looks each up in the other: who takes a page of them pays for that page.
func (x *Index) appendBase(items []*catalog.Item, l level, limit int) []*catalog.Item {
	p := x.parts[0]
	smaller, other := l.tier[0], p.of(l)
	if smaller.GetCardinality() > other.GetCardinality() {
		smaller, other = other, smaller
	}
	for it := smaller.Iterator(); it.HasNext() && len(items) < limit; {
		if number := it.Next(); other.Contains(number) {
			items = x.appendItem(items, p, number)
		}
	}
	return items
}

// appendItem appends the product of a document, unless its slot holds another by now.
func (x *Index) appendItem(items []*catalog.Item, p *part, number uint32) []*catalog.Item {
	if it := x.snapshot.At(p.slots[number]); it != nil && it.ID == p.ids[number] {
		return append(items, it)
	}
	return items
}

// merged gives the documents of a level in order: those of the base and of the part over it, laid into
// one another.
func (x *Index) merged(l level, offset int) iter.Seq2[*part, uint32] {
	return func(yield func(*part, uint32) bool) {
		sets := [2]*roaring.Bitmap{nothing, nothing}
		for i, set := range l.tier {
			if set != nil {
				sets[i] = roaring.And(set, x.parts[i].of(l))
			}
		}
		base, over := sets[0], sets[1]
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
	// The place of the i-th of the upper set in the merged order grows with i.
	fromOver = sort.Search(int(over.GetCardinality()), func(i int) bool {
		number, err := over.Select(uint32(i))
		if err != nil {
			return true
		}
		before := 0
		if after := x.parts[1].after[number]; after > 0 {
			before = int(base.Rank(after - 1))
		}
		return i+before >= offset
	})
	return offset - fromOver, fromOver
}

func iteratorFrom(set *roaring.Bitmap, skip int) roaring.IntPeekable {
	it := set.Iterator()
	if skip <= 0 {
		return it
	}
	first, err := set.Select(uint32(skip))
	if err != nil { // nothing is left
		return nothing.Iterator()
	}
	it.AdvanceIfNeeded(first)
	return it
}
