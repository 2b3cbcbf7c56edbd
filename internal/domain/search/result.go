package search

import (
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/domain/catalog"
)

// Result is an ordered set of products.
type Result struct {
	// Query is what was searched for: the text as typed, or its reading in the other keyboard layout.
	Query string
	// Rescued tells that nothing was found for the text as typed and Query is the other reading.
	Rescued bool
	// Match says how honestly the result answers the query.
	Match Match
	// Concern is the key of the concern that was understood, or empty.
	Concern string
	// NotSold is the key of something that this shop does not sell; then there are no products.
	NotSold string

	index  *Index
	words  []*queryWord
	fixes  []fix // typos corrected in words of concerns
	levels []level
	best   int               // the tier of the first level
	all    []*roaring.Bitmap // for each part
}

// level holds equally good finds, for each part of the index: those of the tier that can, or that cannot,
// be bought. The two are laid over one another only when somebody asks for the level: most who search
// look at the first page.
type level struct {
	tier    []*roaring.Bitmap
	stocked bool
}

// result lays out what all parts found in the order it is shown: by how well the words of names match, by how
// well the concepts fit, and in each what can be bought before what cannot.
func (x *Index) result(in interpretation, query string, match func(p *part) matches) (Result, bool) {
	out := Result{
		Query: query, Concern: in.concern(), index: x, words: in.allWords(), fixes: in.fixes,
		all: make([]*roaring.Bitmap, len(x.parts)),
	}
	var ordered orderedSets
	found := false
	for i, p := range x.parts {
		var tiersFound []*roaring.Bitmap
		if len(in.words) > 0 {
			m := match(p)
			if m.all == nil || m.all.IsEmpty() { // what fits the concepts as well is not looked for
				out.all[i] = nothing
				continue
			}
			tiersFound = m.tiers[:]
		}
		all := nothing
		for at, set := range laidOut(tiersFound, p.ranks(in.concepts, len(in.words) > 0)) {
			if set == nil || set.IsEmpty() {
				continue
			}
			if !all.IsEmpty() && len(in.concepts) > 0 {
				set = roaring.AndNot(set, all)
			}
			ordered.at(at, len(x.parts))[i] = set
			all = either(emptyIsNil(all), set)
		}
		if !p.hidden.IsEmpty() {
			all = roaring.AndNot(all, p.hidden)
		}
		out.all[i] = all
		found = found || !all.IsEmpty()
	}
	if !found {
		return Result{}, false
	}
	out.best = ordered[0].place / ranksPerTier
	out.levels = make([]level, 0, 2*len(ordered))
	for _, sets := range ordered {
		out.levels = append(out.levels, level{sets.of, true}, level{sets.of, false})
	}
	return out, true
}

// orderedSets are sets of products by their place in the order, the best first.
type orderedSets []placedSets

type placedSets struct {
	place int
	of    []*roaring.Bitmap // for each part
}

// at gives the sets of a place.
func (o *orderedSets) at(place, parts int) []*roaring.Bitmap {
	i := len(*o) // parts are read one after the other, each in order
	for i > 0 && (*o)[i-1].place > place {
		i--
	}
	if i > 0 && (*o)[i-1].place == place {
		return (*o)[i-1].of
	}
	sets := make([]*roaring.Bitmap, parts)
	*o = slices.Insert(*o, i, placedSets{place, sets})
	return sets
}

// ranksPerTier is how many places a tier has for ranks of concepts.
const ranksPerTier = 64

// laidOut crosses the tiers of words with the ranks of concepts; either may be missing. The key of a set is its
// place in the order.
func laidOut(tiersFound, ranks []*roaring.Bitmap) iter.Seq2[int, *roaring.Bitmap] {
	return func(yield func(int, *roaring.Bitmap) bool) {
		if len(tiersFound) == 0 {
			for rank, set := range ranks {
				if !yield(min(rank, ranksPerTier-1), set) {
					return
				}
			}
			return
		}
		for tier, set := range tiersFound {
			if set == nil {
				continue
			}
			if len(ranks) == 0 {
				if !yield(tier*ranksPerTier, set) {
					return
				}
				continue
			}
			for rank, fit := range ranks {
				if !yield(tier*ranksPerTier+min(rank, ranksPerTier-1), roaring.And(set, fit)) {
					return
				}
			}
		}
	}
}

func emptyIsNil(set *roaring.Bitmap) *roaring.Bitmap {
	if set.IsEmpty() {
		return nil
	}
	return set
}

// allWords are the words to mark in a text.
func (in interpretation) allWords() []*queryWord {
	words := in.words
	for _, c := range in.concepts {
		words = append(words[:len(words):len(words)], c.words...)
	}
	return words
}

// nothing is the empty set; it is never changed.
var nothing = roaring.New()

// asRescued says that the query was read in another way.
func (r Result) asRescued() Result {
	r.Rescued = true
	return r.as(MatchCorrected)
}

// corrected says that typos were corrected, unless there is nothing to show.
func (r Result) corrected() Result {
	if r.Match == MatchNone || r.Match == MatchLoose {
		return r
	}
	return r.as(MatchCorrected)
}

func (r Result) as(match Match) Result {
	r.Match = match
	return r
}

// Total counts the products of the result.
func (r Result) Total() int {
	n := 0
	for _, set := range r.all {
		n += int(set.GetCardinality())
	}
	return n
}

// Items gives the products in order, from offset, at most limit.
func (r Result) Items(offset, limit int) []*catalog.Item {
	items := make([]*catalog.Item, 0, max(0, min(limit, 64)))
	for _, l := range r.levels {
		if len(items) >= limit {
			break
		}
		if offset > 0 {
			if size := r.index.size(l); offset >= size {
				offset -= size
				continue
			}
		}
		items = r.index.appendLevel(items, l, offset, limit)
		offset = 0
	}
	return items
}

// members gives every product of the result in no particular order.
func (r Result) members() iter.Seq[*catalog.Item] {
	return func(yield func(*catalog.Item) bool) {
		for p, numbers := range r.numbers() {
			for _, number := range numbers {
				if it := r.index.snapshot.At(p.slots[number]); it != nil && !yield(it) {
					return
				}
			}
		}
	}
}

// numbers gives the documents of the result part by part, many at a time.
func (r Result) numbers() iter.Seq2[*part, []uint32] {
	return func(yield func(*part, []uint32) bool) {
		var buffer [256]uint32
		for i, set := range r.all {
			many := set.ManyIterator()
			for n := many.NextMany(buffer[:]); n > 0; n = many.NextMany(buffer[:]) {
				if !yield(r.index.parts[i], buffer[:n]) {
					return
				}
			}
		}
	}
}

// has tells whether the product of a slot is in the result.
func (r Result) has(slot uint32) bool {
	for i, set := range r.all {
		p := r.index.parts[i]
		if int(slot) < len(p.bySlot) && p.bySlot[slot] != 0 && set.Contains(p.bySlot[slot]-1) {
			return true
		}
	}
	return false
}

// within keeps what the sets, one for each part, hold too; nil keeps everything.
func (r Result) within(sets []*roaring.Bitmap) Result {
	if sets == nil {
		return r
	}
	all := make([]*roaring.Bitmap, len(r.all))
	for i := range r.all {
		all[i] = roaring.And(r.all[i], sets[i])
	}
	levels := make([]level, 0, len(r.levels))
	var before, narrowed []*roaring.Bitmap // a tier is in two levels
	for _, l := range r.levels {
		if before == nil || &before[0] != &l.tier[0] {
			before, narrowed = l.tier, make([]*roaring.Bitmap, len(l.tier))
			for i, set := range l.tier {
				if set != nil {
					narrowed[i] = roaring.And(set, sets[i])
				}
			}
		}
		levels = append(levels, level{narrowed, l.stocked})
	}
	r.all, r.levels = all, levels
	return r
}
