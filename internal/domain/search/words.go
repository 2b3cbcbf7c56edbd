package search

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// Bounds of the work a query can ask for; nobody types more to find a box of pills.
const (
	maxQueryRunes  = 120
	maxQueryTokens = 16 // of a sentence, most of which say nothing
	maxQueryWords  = 8  // of names
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

func isNumber(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

// squeezed writes an Arabic letter once that is typed three times or more in a row, as people do who are in pain:
// صداااع.
func squeezed(text string) string {
	const fewest = 3
	if isASCII(text) || !repeats(text, fewest) {
		return text
	}
	var out []rune
	runes := []rune(text)
	for i := 0; i < len(runes); {
		end := i + 1
		for end < len(runes) && runes[end] == runes[i] {
			end++
		}
		if end-i >= fewest && runes[i] >= utf8.RuneSelf && classOf(runes[i]) == classLetter {
			out = append(out, runes[i])
		} else {
			out = append(out, runes[i:end]...)
		}
		i = end
	}
	return string(out)
}

// repeats tells whether a letter stands so many times in a row.
func repeats(text string, times int) bool {
	last, row := utf8.RuneError, 0
	for _, r := range text {
		if r != last {
			last, row = r, 0
		}
		if row++; row == times {
			return true
		}
	}
	return false
}

// clip takes the beginning of a query.
func clip(query string) string {
	if len(query) <= maxQueryRunes {
		return query
	}
	count := 0
	for i := range query {
		if count == maxQueryRunes {
			return query[:i]
		}
		count++
	}
	return query
}
