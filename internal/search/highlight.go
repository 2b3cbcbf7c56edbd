package search

import (
	"strings"
	"unicode/utf8"
)

// Range is a part of a text, in UTF-16 code units, as browsers count.
type Range struct{ Start, End int }

// Highlight tells which parts of the original text the query met, so that they can be marked without
// changing a letter of it.
func Highlight(text, query string) []Range {
	wanted := queryWords(query)
	for i, word := range wanted {
		wanted[i] = loose(word)
	}
	var ranges []Range
	units, at := 0, 0
	advance := func(to int) int {
		for at < to {
			r, size := utf8.DecodeRuneInString(text[at:])
			at += size
			units++
			if r > 0xFFFF {
				units++
			}
		}
		return units
	}
	for _, s := range spans(text) {
		end, ok := metUntil(text[s.start:s.end], wanted)
		if !ok {
			continue
		}
		start := advance(s.start)
		ranges = append(ranges, Range{start, advance(s.start + end)})
	}
	return ranges
}

// metUntil tells how many bytes of the original word the best wanted word covers: its beginning when the
// word goes on, all of it when the two are only alike.
func metUntil(original string, wanted []string) (int, bool) {
	folded := loose(strict(original))
	best := -1
	for _, word := range wanted {
		switch {
		case word == "":
		case strings.HasPrefix(folded, word):
			best = max(best, coveredBy(original, word))
		case sameKey(folded, word):
			best = len(original)
		}
	}
	return best, best > 0
}

func sameKey(a, b string) bool {
	key := consonantKey(a)
	return key != "" && key == consonantKey(b)
}

// coveredBy is the length of the shortest beginning of the original that folds to the word, marks that
// belong to its last letter included.
func coveredBy(original, word string) int {
	for i := range original {
		if i > 0 && loosePart(original[:i]) == word {
			return i + trailingMarks(original[i:])
		}
	}
	return len(original)
}

// loosePart folds a beginning without ever taking its ال away unless the whole word loses it.
func loosePart(beginning string) string { return loose(strict(beginning)) }

func trailingMarks(rest string) int {
	for i, r := range rest {
		if strictRune(r) != -1 {
			return i
		}
	}
	return len(rest)
}
