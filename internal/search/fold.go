// Package search finds products by what people type: in either script, with or without marks, in the
// wrong keyboard layout, with typos. It is built from the catalogue's snapshot and asks no database.
package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxQueryRunes bounds the work a query can ask for; nobody types more to find a box of pills.
const maxQueryRunes = 80

// strictRune folds what no reader sees as a difference: case, digits of other scripts, Persian forms of
// the same letters. It drops (returns -1) marks that only decorate: harakat, tatweel, bidi controls.
func strictRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	case r >= '٠' && r <= '٩':
		return r - '٠' + '0'
	case r >= '۰' && r <= '۹':
		return r - '۰' + '0'
	case r == 'ـ' || unicode.Is(unicode.Cf, r):
		return -1
	case r == 'ک':
		return 'ك'
	case r == 'ی':
		return 'ي'
	case unicode.Is(unicode.Mn, r):
		return -1
	}
	return unicode.ToLower(r)
}

// looseRune folds further what people mix up when they write: the forms of alef, the two endings, hamza
// seats, and Persian letters that stand for sounds Arabic lacks.
func looseRune(r rune) rune {
	switch r {
	case 'أ', 'إ', 'آ', 'ٱ':
		return 'ا'
	case 'ة':
		return 'ه'
	case 'ى':
		return 'ي'
	case 'ؤ', 'ئ':
		return 'ء'
	case 'پ':
		return 'ب'
	case 'چ':
		return 'ج'
	case 'گ':
		return 'ك'
	case 'ڤ':
		return 'ف'
	}
	return r
}

// compose brings a text into one composed form; plain ASCII is in it already.
func compose(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return norm.NFKC.String(strings.ToValidUTF8(s, " "))
		}
	}
	return s
}

// strict is the word as a careful reader sees it.
func strict(word string) string {
	return strings.Map(strictRune, compose(word))
}

// loose is the word as a hurried writer types it, without accents and without a leading ال.
func loose(strictWord string) string {
	word := strings.Map(looseRune, strictWord)
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			word = stripLatinAccents(word)
			break
		}
	}
	if rest, ok := strings.CutPrefix(word, "ال"); ok && utf8.RuneCountInString(rest) >= 3 {
		return rest
	}
	return word
}

func stripLatinAccents(word string) string {
	return strings.Map(func(r rune) rune {
		if r < 0xC0 || r > 0x17F {
			return r
		}
		base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
		return base
	}, word)
}
