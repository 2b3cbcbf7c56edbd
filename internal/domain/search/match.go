package search

import (
	"sync"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/contract"
)

// How well a word of the query was met, best first. A document is as good as its worst word.
const (
	tierWritten = iota // the word stands there as typed
	tierFolded         // but for marks and letters that people mix up
	tierBegins         // a word begins so
	tierLabel          // an ingredient is called so, or a name by a word that means the same
	tierSounds         // it sounds the same, or two words were written as one
	tierNear           // one typo
	tierFar            // two typos, or one in a very short word
	tiers              // how many there are
)

// tierTypos is where guessing begins; it is asked only when nothing better was found.
const tierTypos = tierNear

// Lengths, in letters, from which a word may be misspelt. Shorter words that are alike are other words.
const (
	longWord     = 6 // its beginning tells enough to be corrected
	shortestNear = 4 // by one typo
	shortestFar  = 7 // by two
)

// matching gives the documents that meet the word at this tier.
func (s *segment) matching(w *queryWord, tier int) *roaring.Bitmap {
	switch tier {
	case tierWritten:
		return s.strict[w.written]
	case tierFolded:
		return either(s.words.exact(w.folded), s.onlyBare(w, s.words.exact))
	case tierBegins:
		if w.runes == 1 && !w.alone {
			return s.matching(w, tierFolded) // every other word begins so
		}
		return either(s.words.prefixed(w.folded), s.onlyBare(w, s.words.prefixed))
	case tierLabel:
		return s.labelled(w)
	case tierSounds:
		return s.sounding(w)
	case tierNear:
		return s.near(w)
	case tierFar:
		return s.far(w)
	}
	return nil
}

// nameSynonyms are words that stand for one another in names.
var nameSynonyms = sync.OnceValue(func() map[string][]string { return synonymsOf(contract.Synonyms().Names) })

// linkWords only join other words.
var linkWords = sync.OnceValue(func() map[string]bool { return foldedSet(contract.Synonyms().LinkWords) })

func (s *segment) onlyBare(w *queryWord, find func(string) *roaring.Bitmap) *roaring.Bitmap {
	if w.bare == w.folded {
		return nil
	}
	return find(w.bare)
}

func (s *segment) labelled(w *queryWord) *roaring.Bitmap {
	var sets []*roaring.Bitmap
	add := func(set *roaring.Bitmap) {
		if set != nil {
			sets = append(sets, set)
		}
	}
	if w.runes < shortestNear {
		add(s.labels.exact(w.folded))
	} else {
		add(s.labels.prefixed(w.folded))
		if w.bare != w.folded {
			add(s.labels.prefixed(w.bare))
		}
	}
	if one := singular(w.bare, w.runes); one != "" && !w.plain {
		add(s.labels.exact(one))
	}
	for _, other := range nameSynonyms()[w.bare] {
		add(s.words.exact(other))
		add(s.labels.exact(other))
	}
	return union(sets)
}

// sounding meets words of names and brands by their consonants. Ingredients are never taken by their sound: two of
// them that sound alike are two medicines.
func (s *segment) sounding(w *queryWord) *roaring.Bitmap {
	found := s.nameSounds.find(w)
	if one := singular(w.bare, w.runes); one != "" && !w.plain {
		found = either(found, s.words.exact(one))
	}
	if found == nil && !w.number && !w.plain && s.words.prefixed(w.folded) == nil {
		found = s.apart(w.folded, maxApart)
	}
	return found
}

// maxApart is how many words may have been written as one.
const maxApart = 3

// apart takes the word for several that were written as one.
func (s *segment) apart(folded string, limit int) *roaring.Bitmap {
	const shortest = 2
	var found *roaring.Bitmap
	runes := utf8.RuneCountInString(folded)
	at := 0
	for cut := 1; cut <= runes-shortest; cut++ {
		_, size := utf8.DecodeRuneInString(folded[at:])
		at += size
		if cut < shortest {
			continue
		}
		first := s.words.exact(folded[:at])
		if first == nil && !linkWords()[folded[:at]] {
			continue
		}
		rest := folded[at:]
		second := s.words.exact(rest)
		if second == nil && runes-cut > shortest {
			second = s.words.prefixed(rest)
		}
		if second == nil && limit > 2 {
			second = s.apart(rest, limit-1)
		}
		switch {
		case second == nil:
		case linkWords()[folded[:at]]:
			if limit < maxApart { // it joins two words, so it cannot be the first
				found = either(found, second)
			}
		default:
			if both := roaring.And(first, second); !both.IsEmpty() {
				found = either(found, both)
			}
		}
	}
	return found
}

// near meets words one typo away, those that are still being typed included, and words whose sounds go
// on after these.
func (s *segment) near(w *queryWord) *roaring.Bitmap {
	if w.number || w.plain || w.runes < shortestNear {
		return nil
	}
	found := s.words.near(w.folded, 1)
	if w.bare != w.folded && utf8.RuneCountInString(w.bare) >= shortestNear {
		found = either(found, s.words.near(w.bare, 1))
	}
	if w.runes <= longestOpening && (w.typing || w.runes >= longWord) {
		found = either(found, s.words.nearOpen(w.folded))
	}
	if w.typing && len(w.key) >= strongKey {
		found = either(found, s.keys.prefixed(w.key))
	}
	return found
}

func (s *segment) far(w *queryWord) *roaring.Bitmap {
	if w.number || w.plain || w.runes < shortestNear {
		return nil
	}
	if w.runes < shortestFar {
		return s.labels.near(w.folded, 1)
	}
	return either(s.words.near(w.folded, 2), s.labels.near(w.folded, 2))
}

// larger is either for sets of which one often holds the other, as do those of a word and of its sound:
// then that one is the answer, and whoever has it already sees that nothing changed.
func larger(a, b *roaring.Bitmap) *roaring.Bitmap {
	if a == nil || b == nil || a == b {
		return either(a, b)
	}
	switch shared := a.AndCardinality(b); shared {
	case b.GetCardinality():
		return a
	case a.GetCardinality():
		return b
	}
	return roaring.Or(a, b)
}

func either(a, b *roaring.Bitmap) *roaring.Bitmap {
	switch {
	case a == nil || a == b:
		return b
	case b == nil:
		return a
	}
	return roaring.Or(a, b)
}
