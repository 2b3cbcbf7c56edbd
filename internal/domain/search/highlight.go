package search

import (
	"strings"
	"unicode/utf8"
)

// Range is a part of a text, in UTF-16 code units, as browsers count.
type Range struct{ Start, End int }

// Highlight tells which parts of the original text the query met, so that they can be marked without
// changing a letter of it.
func (r Result) Highlight(text string) []Range {
	var ranges []Range
	units, at := 0, 0
	advance := func(to int) int {
		for at < to {
			c, size := utf8.DecodeRuneInString(text[at:])
			at += size
			units++
			if c > 0xFFFF {
				units++
			}
		}
		return units
	}
	for start, end := range spans(text) {
		covered := r.covers(text[start:end])
		if covered == 0 {
			continue
		}
		from := advance(start)
		ranges = append(ranges, Range{from, advance(start + covered)})
	}
	return ranges
}

// covers tells how many bytes of the original word the best word of the query covers: its beginning when
// the word goes on, all of it when the two are only alike.
func (r Result) covers(original string) int {
	var buffer [64]byte // on the stack: names have many words, most of which match nothing
	folded := string(appendFolded(buffer[:0], original))
	if folded == "" {
		return 0
	}
	plain := bare(folded)
	best := 0
	for _, w := range r.words {
		switch {
		case strings.HasPrefix(folded, w.folded):
			best = max(best, coveredBy(original, w.folded))
		case strings.HasPrefix(plain, w.bare):
			best = max(best, coveredBy(original, folded[:len(folded)-len(plain)]+w.bare))
		case w.like(folded, plain):
			best = len(original)
		}
	}
	return best
}

// like tells whether the word sounds like another, or is one typo away from it.
func (w *queryWord) like(folded, plain string) bool {
	if w.number || isNumber(folded) {
		return false
	}
	if len(w.key) >= strongKey && w.key == consonantKey(plain) {
		return true
	}
	return w.runes >= shortestNear && within(w.folded, folded, 1)
}

// coveredBy is the length of the shortest beginning of the original that folds to the word, marks that
// belong to its last letter included.
func coveredBy(original, word string) int {
	if strings.IndexFunc(original, foldsWithOthers) < 0 {
		return len(word)
	}
	for i := range original {
		if i > 0 && loose(strict(original[:i])) == word {
			return i + trailingMarks(original[i:])
		}
	}
	return len(original)
}

func trailingMarks(rest string) int {
	for i, r := range rest {
		if strictRune(r) != -1 {
			return i
		}
	}
	return len(rest)
}
