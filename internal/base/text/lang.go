// Package text is the shop's two languages: which one is spoken, the catalogue of messages,
// plural forms, and the folding of digits.
package text

// Lang is a display language, named as the `language` cookie names it.
type Lang string

// The two languages of the shop.
const (
	English Lang = "english"
	Arabic  Lang = "arabic"
)

// Langs lists the languages, the default first.
func Langs() []Lang { return []Lang{English, Arabic} }

// ParseLang reads a cookie's value; ok is false, and the language English, for anything else.
func ParseLang(s string) (lang Lang, ok bool) {
	switch l := Lang(s); l {
	case English, Arabic:
		return l, true
	}
	return English, false
}

// Tag is the BCP 47 tag for the lang attribute.
func (l Lang) Tag() string {
	if l == Arabic {
		return "ar"
	}
	return "en"
}

// Dir is the writing direction for the dir attribute.
func (l Lang) Dir() string {
	if l == Arabic {
		return "rtl"
	}
	return "ltr"
}

// Pair is one thing said in both languages.
type Pair struct {
	English string
	Arabic  string
}

// In gives the text in that language, or in the other one when it is missing.
func (p Pair) In(l Lang) string {
	if l == Arabic && p.Arabic != "" || p.English == "" {
		return p.Arabic
	}
	return p.English
}
