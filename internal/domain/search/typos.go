package search

import (
	"slices"
	"unicode/utf8"
)

// typos finds words within a few typing errors (a letter too many, too few, another, or two
// swapped) without walking the vocabulary: two such words become the same when a letter or two is left
// out of each, so all that every word becomes by leaving letters out is noted beforehand.
//
// It replaces a transducer searched with a Levenshtein automaton, whose cost grew with the vocabulary
// and was spent mostly on building the automaton for each query.
type typoIndex struct {
	entries []uint64 // what is left of a word, hashed, in the upper half; the word's number in the lower
}

// typoRunes is how much of a word is looked at. Two words a few typos apart differ no more than that in
// their beginnings either.
const typoRunes = 10

func newTypoIndex(entries []uint64) typoIndex {
	slices.Sort(entries)
	return typoIndex{slices.Clip(entries)}
}

// noted adds what a word becomes when up to depth letters are left out.
func appendTypos(entries []uint64, word string, number uint32, depth int) []uint64 {
	var buffer [typoRunes]rune
	leftOut(beginning(word, &buffer), depth, func(hash uint32) {
		entries = append(entries, uint64(hash)<<32|uint64(number))
	})
	return entries
}

// candidates gives the numbers of words that may lie within so many typos; the caller makes sure.
func (s typoIndex) candidates(word string, depth int) []uint32 {
	var buffer [typoRunes]rune
	var found []uint32
	leftOut(beginning(word, &buffer), depth, func(hash uint32) {
		i, _ := slices.BinarySearch(s.entries, uint64(hash)<<32)
		for ; i < len(s.entries) && uint32(s.entries[i]>>32) == hash; i++ {
			found = append(found, uint32(s.entries[i]))
		}
	})
	slices.Sort(found)
	return slices.Compact(found)
}

func beginning(word string, buffer *[typoRunes]rune) []rune {
	n := 0
	for _, r := range word {
		if n == typoRunes {
			break
		}
		buffer[n] = r
		n++
	}
	return buffer[:n]
}

// leftOut gives the hashes of a word with none, one and two letters left out.
func leftOut(word []rune, depth int, yield func(hash uint32)) {
	yield(hashWithout(word, -1, -1))
	for i := range word {
		if i > 0 && word[i] == word[i-1] {
			continue // the same as leaving out the letter before
		}
		yield(hashWithout(word, i, -1))
		if depth < 2 {
			continue
		}
		for j := i + 1; j < len(word); j++ {
			yield(hashWithout(word, i, j))
		}
	}
}

func hashWithout(word []rune, i, j int) uint32 {
	h := uint32(2166136261) // FNV-1a over runes
	for at, r := range word {
		if at != i && at != j {
			h = (h ^ uint32(r)) * 16777619
		}
	}
	return h ^ h>>15
}

// within tells whether a typed word is at most so many typos from a written one.
func within(typed, written string, limit int) bool {
	return typosBetween(typed, written, limit) <= limit
}

// typosBetween counts the typos that make a written word a typed one; more than limit are limit and one. Swapping two
// neighbours is one typo.
func typosBetween(typed, written string, limit int) int {
	more := utf8.RuneCountInString(typed) - utf8.RuneCountInString(written)
	if more > limit || -more > limit {
		return limit + 1
	}
	var bufferA, bufferB [32]rune
	a, okA := runesOf(typed, &bufferA)
	b, okB := runesOf(written, &bufferB)
	if !okA || !okB {
		return limit + 1
	}
	var rows [3][33]uint8
	before, last, now := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		now[0] = uint8(i)
		best := uint8(i)
		for j := 1; j <= len(b); j++ {
			cost := uint8(1)
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			now[j] = d
			best = min(best, d)
		}
		if int(best) > limit {
			return limit + 1
		}
		before, last, now = last, now, before
	}
	return min(int(last[len(b)]), limit+1)
}

func runesOf(word string, buffer *[32]rune) ([]rune, bool) {
	n := 0
	for _, r := range word {
		if n == len(buffer) {
			return nil, false
		}
		buffer[n] = r
		n++
	}
	return buffer[:n], true
}

// prefixRunes is the beginning of a word with so many letters, and whether the word has more.
func prefixRunes(word string, count int) (string, bool) {
	at := 0
	for range count {
		if at == len(word) {
			return word, false
		}
		_, size := utf8.DecodeRuneInString(word[at:])
		at += size
	}
	return word[:at], at < len(word)
}
