package search

import (
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
)

// How well a word of the query was met, best first. A document is as good as its worst word.
const (
	tierWritten = iota // the word stands there as typed
	tierFolded         // but for marks and letters that people mix up
	tierBegins         // a word begins so
	tierOther          // the category or an ingredient is called so
	tierSounds         // it sounds the same, or two words were written as one
	tierNear           // one slip of the finger
	tierFar            // two slips, or one in a very short word
	tiers              // how many there are
)

// tierTypos is where guessing begins; it is asked only when nothing better was found.
const tierTypos = tierNear

// at gives the documents that meet the word exactly at this tier.
func (s *segment) at(tier int, word string, folded string) *roaring.Bitmap {
	length := utf8.RuneCountInString(folded)
	switch tier {
	case tierWritten:
		return s.strict.exact(word)
	case tierFolded:
		return s.words.exact(folded)
	case tierBegins:
		return s.startingWith(folded)
	case tierOther:
		if length < 3 {
			return s.others.exact(folded)
		}
		return s.others.prefixed(folded)
	case tierSounds:
		return either(s.keys.exact(consonantKey(folded)), s.joinedLike(folded, length))
	case tierNear:
		if length < 4 || isNumber(folded) {
			return nil
		}
		return either(s.words.near(folded, 1, length >= 5), s.others.near(folded, 1, false))
	case tierFar:
		if isNumber(folded) {
			return nil
		}
		switch {
		case length >= 6:
			return either(s.words.near(folded, 2, false), s.soundingNear(folded))
		case length == 3:
			return s.words.near(folded, 1, false)
		case length > 3:
			return s.soundingNear(folded)
		}
	}
	return nil
}

func (s *segment) joinedLike(folded string, length int) *roaring.Bitmap {
	if length < 5 {
		return s.joined.exact(folded)
	}
	return s.joined.prefixed(folded)
}

// soundingNear meets words whose consonants differ by one, or go on: a typo in the other script's
// spelling.
func (s *segment) soundingNear(folded string) *roaring.Bitmap {
	key := consonantKey(folded)
	if len(key) < shortestKey+1 {
		return nil
	}
	return either(s.keys.near(key, 1, false), s.keys.prefixed(key))
}

func isNumber(word string) bool {
	return word != "" && word[0] >= '0' && word[0] <= '9'
}

func either(a, b *roaring.Bitmap) *roaring.Bitmap {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return roaring.Or(a, b)
}

// levels gives, for each tier, the documents all of whose words are met at that tier or better and that
// no better level has. The sets are disjoint. want stops the search early once so many were found
// (negative: never). Tiers from most on are not asked, and guessing starts only when nothing was met
// without it.
func (p *part) levels(query []string, most, want int) []*roaring.Bitmap {
	folded := make([]string, len(query))
	for i, word := range query {
		folded[i] = loose(word)
	}
	met := make([]*roaring.Bitmap, len(query)) // so far, for each word
	levels := make([]*roaring.Bitmap, 0, most)
	var found *roaring.Bitmap
	total := 0
	for tier := range most {
		if tier >= tierTypos && total > 0 {
			break
		}
		for i, word := range query {
			met[i] = either(met[i], p.at(tier, word, folded[i]))
		}
		all := intersection(met)
		if all == nil {
			levels = append(levels, nil)
			continue
		}
		level := roaring.AndNot(all, p.hidden)
		if found != nil {
			level.AndNot(found)
			found = roaring.Or(found, level)
		} else {
			found = level
		}
		levels = append(levels, level)
		total += int(level.GetCardinality())
		if want >= 0 && total >= want {
			break
		}
	}
	return levels
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
	return roaring.FastAnd(sets...)
}
