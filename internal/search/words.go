package search

import (
	"unicode"
	"unicode/utf8"
)

// span is where a word stands in the original text, in bytes.
type span struct{ start, end int }

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

// spans cuts a text into words; digits and letters part, so that 500mg and 500 mg are the same two words.
func spans(text string) []span {
	var found []span
	open, before := -1, classGap
	for i, r := range text {
		class := classOf(r)
		if class == before {
			continue
		}
		if open >= 0 {
			found = append(found, span{open, i})
			open = -1
		}
		if class != classGap {
			open = i
		}
		before = class
	}
	if open >= 0 {
		found = append(found, span{open, len(text)})
	}
	return found
}

// words gives the strict forms of a text's words, in order.
func words(text string) []string {
	cut := spans(text)
	found := make([]string, 0, len(cut))
	for _, s := range cut {
		if word := strict(text[s.start:s.end]); word != "" {
			found = append(found, word)
		}
	}
	return found
}

// fillers carry no meaning of their own; a query is searched without them when anything else is left.
var fillers = map[string]bool{
	"and": true, "the": true, "for": true, "of": true, "with": true, "a": true, "an": true, "in": true,
	"و": true, "في": true, "من": true, "مع": true, "اند": true, "آند": true, "أند": true, "لل": true, "عن": true,
}

// queryWords gives the words to look for, at most a handful.
func queryWords(query string) []string {
	const most = 8
	all := words(clip(query))
	kept := make([]string, 0, len(all))
	for _, word := range all {
		if !fillers[word] {
			kept = append(kept, word)
		}
	}
	if len(kept) == 0 {
		kept = all
	}
	return kept[:min(len(kept), most)]
}

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
