package catalog

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"dawa/internal/base/text"
)

// orderKind is one of the orders in which a list is ready.
type orderKind int

const (
	byNewest orderKind = iota
	// byDefault is byNewest with what is out of stock at the end.
	byDefault
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
	case byEnglishName:
		c = compareNames(a.Name.English, b.Name.English)
	case byArabicName:
		c = compareNames(a.Name.Arabic, b.Name.Arabic)
	default:
		a1, a2 := k.keys(a)
		b1, b2 := k.keys(b)
		c = cmp.Or(cmp.Compare(a1, b1), cmp.Compare(a2, b2))
	}
	if c != 0 {
		return c
	}
	return strings.Compare(a.ID, b.ID)
}

// CompareBy orders items as lists of that sort are ordered.
func CompareBy(by Sort, lang text.Lang) func(a, b *Item) int {
	kind, backward := by.order(lang)
	if backward {
		return func(a, b *Item) int { return kind.compare(b, a) }
	}
	return kind.compare
}

// keys are the numbers that an order goes by, lowest first. Names have none.
func (k orderKind) keys(it *Item) (first, second int64) {
	switch k {
	case byNewest:
		return -it.CreatedAt.UnixMilli(), 0
	case byDefault:
		if !it.InStock() {
			return 1, -it.CreatedAt.UnixMilli()
		}
		return 0, -it.CreatedAt.UnixMilli()
	case byPrice:
		return int64(it.Discounted), 0
	case byDiscount:
		return -int64(it.Discount), int64(it.Discounted)
	}
	return 0, 0
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

// foldName is the name as compareNames sees it: comparing two of them is comparing the names.
func foldName(s string) string {
	var folded strings.Builder
	folded.Grow(len(s))
	for {
		r, rest := nextLetter(s)
		if r < 0 {
			return folded.String()
		}
		_, _ = folded.WriteRune(r)
		s = rest
	}
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
	if r >= '\u0600' && r <= '\u06ff' {
		return r // Arabic has no capitals
	}
	return unicode.ToLower(r)
}
