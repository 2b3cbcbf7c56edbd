package catalog

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// orderKind is one of the orders that a shelf keeps ready.
type orderKind int

const (
	byNewest orderKind = iota
	byPrice
	byDiscount
	byEnglishName
	byArabicName
	orderKinds
)

// compare orders two items; no two different items are equal, so every page is stable.
func (k orderKind) compare(a, b *Item) int {
	var c int
	switch k {
	case byNewest:
		c = b.CreatedAt.Compare(a.CreatedAt)
	case byPrice:
		c = cmp.Compare(a.Discounted, b.Discounted)
	case byDiscount:
		c = cmp.Or(cmp.Compare(b.Discount, a.Discount), cmp.Compare(a.Discounted, b.Discounted))
	case byEnglishName:
		c = compareNames(a.Name.English, b.Name.English)
	case byArabicName:
		c = compareNames(a.Name.Arabic, b.Name.Arabic)
	}
	if c != 0 {
		return c
	}
	return strings.Compare(a.ID, b.ID)
}

// compareNames orders names as a reader expects: without regard to capitals, and in Arabic to
// hamza seats, ta marbuta, alef maqsura, vowel signs and tatweel.
func compareNames(a, b string) int {
	for {
		ra, nextA := nextLetter(a)
		rb, nextB := nextLetter(b)
		if ra != rb || ra < 0 {
			return cmp.Compare(ra, rb)
		}
		a, b = nextA, nextB
	}
}

// nextLetter gives the first letter that counts, folded, and what follows it; -1 at the end.
func nextLetter(s string) (rune, string) {
	for len(s) > 0 {
		if c := s[0]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			return rune(c), s[1:]
		}
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		if r = foldLetter(r); r >= 0 {
			return r, s
		}
	}
	return -1, ""
}

func foldLetter(r rune) rune {
	switch r {
	case 'أ', 'إ', 'آ', 'ٱ':
		return 'ا'
	case 'ة':
		return 'ه'
	case 'ى', 'ئ', 'ی':
		return 'ي'
	case 'ؤ':
		return 'و'
	case 'ک':
		return 'ك'
	case 'ـ', '\u200e', '\u200f', '\u061c':
		return -1
	}
	if r >= '\u064b' && r <= '\u065f' || r == '\u0670' {
		return -1
	}
	return unicode.ToLower(r)
}
