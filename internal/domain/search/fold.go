// Package search finds products by what people type: in either script, with or without marks, in the
// wrong keyboard layout, with typos. It is built from the catalogue's snapshot and asks no database.
package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// strictRune folds what no reader sees as a difference: case, digits of other scripts, Persian forms of
// the same letters. It drops (returns -1) marks that only decorate: harakat, tatweel, bidi controls.
func strictRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	case r == 'ـ':
		return -1
	case 'ء' <= r && r <= 'ي':
		return r
	case r >= '٠' && r <= '٩':
		return r - '٠' + '0'
	case r >= '۰' && r <= '۹':
		return r - '۰' + '0'
	case r == 'ک':
		return 'ك'
	case r == 'ی':
		return 'ي'
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return unicode.ToLower(r)
}

// looseRune folds further what people mix up when they write: the forms of alef, the two endings, hamza
// seats, and Persian letters that stand for sounds Arabic lacks. Latin letters lose their accents.
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
	if r >= 'À' && r <= 'ſ' {
		base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
		return base
	}
	return r
}

// compose brings a text into one composed form. Plain ASCII and Arabic without the marks that melt into
// a letter are in it already.
func compose(s string) string {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < utf8.RuneSelf:
		case (c == 0xD8 || c == 0xD9) && i+1 < len(s) && s[i+1] >= 0x80 && s[i+1] < 0xC0 &&
			(c == 0xD8 || s[i+1] < 0x93 || s[i+1] > 0x95):
			i++ // U+0600 to U+067F, but for the madda and the two hamzas that are marks
		default:
			return norm.NFKC.String(strings.ToValidUTF8(s, " "))
		}
	}
	return s
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// strict is the word as a careful reader sees it.
func strict(word string) string { return strings.Map(strictRune, compose(word)) }

// loose is the word as a hurried writer types it, without accents.
func loose(strictWord string) string {
	if isASCII(strictWord) {
		return strictWord
	}
	return strings.Map(looseRune, strictWord)
}

// foldsWithOthers tells whether a letter can be dropped, or melt into those beside it. English letters and Arabic ones
// that are no marks fold to one of the same length.
func foldsWithOthers(r rune) bool { return r >= utf8.RuneSelf && (r < 'ء' || r > 'ي' || r == 'ـ') }

// appendFolded is loose of strict, without memory of its own where each letter folds by itself.
func appendFolded(to []byte, word string) []byte {
	if strings.IndexFunc(word, foldsWithOthers) >= 0 {
		return append(to, loose(strict(word))...)
	}
	for _, r := range word {
		to = utf8.AppendRune(to, looseRune(strictRune(r)))
	}
	return to
}

// fronts are what Arabic writes onto the beginning of a word: the article, and the little words that
// melt into it.
var fronts = []string{"وال", "بال", "ال", "لل"}

// bare is the loose word without such a beginning, when enough is left of it.
func bare(looseWord string) string {
	for _, front := range fronts {
		if rest, ok := strings.CutPrefix(looseWord, front); ok && utf8.RuneCountInString(rest) >= 3 {
			return rest
		}
	}
	return looseWord
}

// forms are the loose spellings under which a written word is found: as it is, bare, and without a
// single letter that says and, with or for. Nobody can tell that letter from one of the word's own, so
// only what is written is taken apart, never what is typed.
func forms(looseWord string) []string {
	found := []string{looseWord}
	if b := bare(looseWord); b != looseWord {
		return append(found, b)
	}
	first, size := utf8.DecodeRuneInString(looseWord)
	if rest := looseWord[size:]; (first == 'و' || first == 'ب' || first == 'ل') && utf8.RuneCountInString(rest) >= 3 {
		found = append(found, rest)
	}
	return found
}
