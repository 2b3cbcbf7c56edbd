package search

import (
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
)

// queryWord is a word of a query with what has been looked up for it so far, so that reading the query in
// another way asks nothing twice.
type queryWord struct {
	written string // strictly folded
	folded  string // loosely folded
	bare    string // without an article
	key     string // its consonants
	runes   int
	number  bool
	plain   bool // an everyday word, which is neither misspelt nor known by its sound
	alone   bool // the only word of the query
	typing  bool // may still be typed
	aside   bool // tells how or where, and need not be met

	found []lookups // for each part of the index
}

type lookups struct {
	sets, upTo   [tiers]*roaring.Bitmap
	done, summed [tiers]bool
}

func newQueryWord(word string, parts int) *queryWord {
	w := makeQueryWord(word, make([]lookups, parts))
	return &w
}

func makeQueryWord(word string, found []lookups) queryWord {
	folded := loose(word)
	w := queryWord{
		written: word, folded: folded, bare: bare(folded), runes: utf8.RuneCountInString(folded),
		number: isNumber(folded), found: found,
	}
	w.plain = isEveryday(folded, w.bare)
	if !w.number && !w.plain {
		w.key = consonantKey(w.bare)
	}
	return w
}

// queryWords prepares the words of a query.
func queryWords(query []string, parts int) []*queryWord {
	list, all := make([]*queryWord, len(query)), make([]queryWord, len(query))
	found := make([]lookups, parts*len(query))
	for i, word := range query {
		all[i] = makeQueryWord(word, found[i*parts:(i+1)*parts])
		all[i].alone = len(query) == 1
		list[i] = &all[i]
	}
	return list
}

// at gives the documents of a part that meet the word at this tier.
func (w *queryWord) at(p *part, tier int) *roaring.Bitmap {
	l := &w.found[p.place]
	if !l.done[tier] {
		l.sets[tier], l.done[tier] = p.matching(w, tier), true
	}
	return l.sets[tier]
}

// upTo gives the documents of a part that meet the word at this tier or better.
func (w *queryWord) upTo(p *part, tier int) *roaring.Bitmap {
	l := &w.found[p.place]
	if !l.summed[tier] {
		set := w.at(p, tier)
		// The first tiers hold one another: a word as written is also met loosely, and as a beginning.
		if tier > 0 && (set == nil || tier > tierBegins) {
			set = larger(w.upTo(p, tier-1), set)
		}
		l.upTo[tier], l.summed[tier] = set, true
	}
	return l.upTo[tier]
}

// singular takes an ending off that says more than one; empty when there is none.
func singular(folded string, runes int) string {
	const fewest = 3
	for _, ending := range []string{"هات", "ات", "ين", "ون", "es", "s"} {
		if rest, ok := strings.CutSuffix(folded, ending); ok && runes-utf8.RuneCountInString(ending) >= fewest {
			return rest
		}
	}
	return ""
}
