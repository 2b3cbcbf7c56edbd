package search

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// Bounds of the work a query can ask for; nobody types more to find a box of pills.
const (
	maxQueryRunes = 80
	maxQueryWords = 8
)

type runeClass int

const (
	classGap runeClass = iota
	classLetter
	classDigit
)

func classOf(r rune) runeClass {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', 'ء' <= r && r <= 'ي':
		return classLetter
	case r < utf8.RuneSelf:
		if '0' <= r && r <= '9' {
			return classDigit
		}
		return classGap
	case r == utf8.RuneError:
		return classGap
	case unicode.IsDigit(r):
		return classDigit
	// Marks and joiners belong to the letter they follow: a word is not cut at a shadda.
	case unicode.IsLetter(r), unicode.Is(unicode.Mn, r), r == 'ـ', unicode.Is(unicode.Cf, r):
		return classLetter
	}
	return classGap
}

// spans cuts a text into words, as the bytes where each begins and ends; digits and letters part, so
// that 500mg and 500 mg are the same two words.
func spans(text string) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		open, before := -1, classGap
		for i, r := range text {
			class := classOf(r)
			if class == before {
				continue
			}
			if open >= 0 && !yield(open, i) {
				return
			}
			open, before = -1, class
			if class != classGap {
				open = i
			}
		}
		if open >= 0 {
			yield(open, len(text))
		}
	}
}

// words gives the strict forms of a text's words, in order.
func words(text string) []string {
	var found []string
	for start, end := range spans(text) {
		if word := strict(text[start:end]); word != "" {
			found = append(found, word)
		}
	}
	return found
}

// fillers carry no meaning of their own; a query is searched without them when anything else is left.
var fillers = map[string]bool{
	"and": true, "the": true, "for": true, "of": true, "with": true, "a": true, "an": true, "in": true, "to": true,
	"lal": true, "lel": true, "el": true,
	"و": true, "في": true, "من": true, "مع": true,
	"اند": true, "آند": true, "أند": true, "لل": true, "عن": true, "ل": true,
}

// meaningful leaves the fillers out and takes at most a handful.
func meaningful(all []string) []string {
	kept := make([]string, 0, len(all))
	for _, word := range all {
		if !fillers[word] {
			kept = append(kept, word)
		}
	}
	if len(kept) == 0 {
		kept = all
	}
	return kept[:min(len(kept), maxQueryWords)]
}

func isNumber(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

// clip takes the beginning of a query.
func clip(query string) string {
	count := 0
	for i := range query {
		if count == maxQueryRunes {
			return query[:i]
		}
		count++
	}
	return query
}
