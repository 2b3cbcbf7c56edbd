package addresses

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"dawa/contract"
)

// SamePlace tells whether two names, as people type them, are of one place: spelled alike, or the English and the
// Arabic name of it.
func SamePlace(a, b string) bool {
	a, b = foldPlace(a), foldPlace(b)
	if a == b {
		return true
	}
	for _, p := range contract.Places() {
		english, arabic := foldPlace(p.English), foldPlace(p.Arabic)
		if a == english && b == arabic || a == arabic && b == english {
			return true
		}
	}
	return false
}

// foldPlace is what people mean when they spell a place, as the suggestions of places in the browser fold it: without
// case, accents, hyphens and articles, and with one form of alef, ya and ta marbuta.
func foldPlace(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.M, r), r == 'ـ', r == '\'', r == '’':
			return -1
		case r == '-', r == '‐', r == '–':
			return ' '
		case r == 'ى':
			return 'ي'
		case r == 'ة':
			return 'ه'
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
	var words []string
	for _, word := range strings.Fields(name) {
		if len([]rune(word)) > 2 {
			word = strings.TrimPrefix(word, "ال")
		}
		if word != "" && word != "el" && word != "al" {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}
