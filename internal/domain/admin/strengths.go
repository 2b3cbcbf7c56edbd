package admin

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dawa/internal/base/text"
)

// strength is a number with its unit: 500 mg. Two of the same amount are equal, however they are
// written: 1 g and ١٠٠٠ ملغ.
type strength struct {
	kind   string
	amount float64 // in the smallest unit of its kind
}

// unit is what one of it is, in the smallest unit of its kind.
type unit struct {
	kind string
	size float64
}

// units are the ways in which a unit is written in either language, folded.
var units = map[string]unit{
	"mcg": {"mass", 1}, "µg": {"mass", 1}, "μg": {"mass", 1}, "ug": {"mass", 1}, "microgram": {"mass", 1},
	"micrograms": {"mass", 1}, "ميكروغرام": {"mass", 1}, "ميكروجرام": {"mass", 1}, "مكغ": {"mass", 1},
	"ميكروغراما": {"mass", 1}, "مكغم": {"mass", 1}, "مكجم": {"mass", 1}, "mg": {"mass", 1e3},
	"milligram": {"mass", 1e3}, "milligrams": {"mass", 1e3}, "ملغ": {"mass", 1e3}, "مغ": {"mass", 1e3},
	"ملغم": {"mass", 1e3}, "مجم": {"mass", 1e3}, "ملجم": {"mass", 1e3}, "ملج": {"mass", 1e3}, "مج": {"mass", 1e3},
	"مليغرام": {"mass", 1e3}, "ملليغرام": {"mass", 1e3}, "ميليغرام": {"mass", 1e3}, "ميلغرام": {"mass", 1e3},
	"ملغرام": {"mass", 1e3}, "مليجرام": {"mass", 1e3}, "ملليجرام": {"mass", 1e3}, "ميلليغرام": {"mass", 1e3},
	"مليغراما": {"mass", 1e3}, "g": {"mass", 1e6}, "gm": {"mass", 1e6}, "gr": {"mass", 1e6}, "gram": {"mass", 1e6},
	"grams": {"mass", 1e6}, "غ": {"mass", 1e6}, "غم": {"mass", 1e6}, "غرام": {"mass", 1e6}, "غراما": {"mass", 1e6},
	"غرامات": {"mass", 1e6}, "جم": {"mass", 1e6}, "جرام": {"mass", 1e6}, "جراما": {"mass", 1e6}, "ج": {"mass", 1e6},
	"kg": {"mass", 1e9}, "كغ": {"mass", 1e9}, "كلغ": {"mass", 1e9}, "كجم": {"mass", 1e9}, "كيلوغرام": {"mass", 1e9},
	"كيلوغراما": {"mass", 1e9}, "كيلو": {"mass", 1e9}, "كلغم": {"mass", 1e9}, "ml": {"volume", 1},
	"millilitre": {"volume", 1}, "millilitres": {"volume", 1}, "milliliter": {"volume", 1},
	"milliliters": {"volume", 1}, "cc": {"volume", 1}, "مل": {"volume", 1}, "ملل": {"volume", 1},
	"مليلتر": {"volume", 1}, "ملليلتر": {"volume", 1}, "ميليلتر": {"volume", 1}, "ميلليلتر": {"volume", 1},
	"ميلي": {"volume", 1}, "مللتر": {"volume", 1}, "سم مكعب": {"volume", 1}, "l": {"volume", 1e3},
	"litre": {"volume", 1e3}, "litres": {"volume", 1e3}, "liter": {"volume", 1e3}, "liters": {"volume", 1e3},
	"ل": {"volume", 1e3}, "لتر": {"volume", 1e3}, "ليتر": {"volume", 1e3}, "لترا": {"volume", 1e3},
	"ليترات": {"volume", 1e3}, "iu": {"units", 1}, "i.u.": {"units", 1}, "i.u": {"units", 1},
	"international unit": {"units", 1}, "international units": {"units", 1}, "units": {"units", 1},
	"unit": {"units", 1}, "وحده دوليه": {"units", 1}, "وحدات دوليه": {"units", 1}, "وحده": {"units", 1},
	"وحدات": {"units", 1}, "و.د.": {"units", 1}, "و.د": {"units", 1}, "و د": {"units", 1}, "ود": {"units", 1},
	"%": {"percent", 1}, "٪": {"percent", 1}, "percent": {"percent", 1}, "per cent": {"percent", 1},
	"بالمئه": {"percent", 1}, "بالمءه": {"percent", 1}, "بالمايه": {"percent", 1}, "في المئه": {"percent", 1},
	"في المءه": {"percent", 1}, "بالماءه": {"percent", 1},
}

// longestUnit bounds how far a unit is looked for, in bytes.
var longestUnit = func() int {
	longest := 0
	for name := range units {
		longest = max(longest, len(name))
	}
	return longest
}()

// strengthsIn finds the strengths that a text states, each once, in order.
func strengthsIn(s string) []strength {
	if !hasDigit(s) {
		return nil
	}
	s = folded(s)
	var found []strength
	var waiting []float64 // numbers that share the unit of a later one: 500/30 mg
	for i := 0; i < len(s); {
		if !isDigit(s[i]) || i > 0 && (isDigit(s[i-1]) || s[i-1] == '.' || latinLetter(s[i-1])) {
			i++
			continue
		}
		amount, end, ok := readAmount(s[i:])
		i += end
		if !ok {
			waiting = nil
			continue
		}
		if u, length, is := unitAt(s[i:]); is {
			for _, n := range append(waiting, amount) {
				found = append(found, strength{u.kind, round(n * u.size)})
			}
			waiting = nil
			i += length
			continue
		}
		if after, shares := strings.CutPrefix(s[i:], "/"); shares && after != "" && isDigit(after[0]) {
			waiting = append(waiting, amount)
			i++
			continue
		}
		waiting = nil
	}
	slices.SortFunc(found, func(a, b strength) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), cmp.Compare(a.amount, b.amount))
	})
	return slices.Compact(found)
}

// readAmount reads a number. A comma before three digits parts thousands, otherwise decimals.
func readAmount(s string) (amount float64, end int, ok bool) {
	digits := make([]byte, 0, 16)
	decimals := false
	for end < len(s) {
		c := s[end]
		switch {
		case isDigit(c):
			digits = append(digits, c)
		case (c == ',' || c == '.') && end+1 < len(s) && isDigit(s[end+1]) && !decimals:
			run := 0
			for end+1+run < len(s) && isDigit(s[end+1+run]) {
				run++
			}
			if c == ',' && run == 3 {
				break
			}
			decimals = true
			digits = append(digits, '.')
		default:
			n, err := strconv.ParseFloat(string(digits), 64)
			return n, end, err == nil && len(digits) <= 15
		}
		end++
	}
	n, err := strconv.ParseFloat(string(digits), 64)
	return n, end, err == nil && len(digits) <= 15
}

// unitAt finds the longest unit at the beginning of s, after at most two spaces or a hyphen.
func unitAt(s string) (u unit, length int, ok bool) {
	start := 0
	for start < len(s) && start < 2 && (s[start] == ' ' || s[start] == '-') {
		start++
	}
	for end := min(len(s), start+longestUnit); end > start; end-- {
		u, known := units[s[start:end]]
		if !known {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(s[start:end])
		next, _ := utf8.DecodeRuneInString(s[end:])
		if end < len(s) && unicode.IsLetter(last) && unicode.IsLetter(next) {
			continue // only the beginning of a word
		}
		return u, end, true
	}
	return unit{}, 0, false
}

// folded writes digits in ASCII and letters in one form: without capitals, vowel signs and the
// different seats of hamza.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\u00a0', '\u202f', '\u2009':
			return ' '
		case '٬':
			return ','
		case 'أ', 'إ', 'آ', 'ٱ':
			return 'ا'
		case 'ة':
			return 'ه'
		case 'گ':
			return 'غ'
		case 'ـ', '\u200e', '\u200f', '\u061c', '\u2066', '\u2067', '\u2068', '\u2069':
			return -1
		}
		if r >= '\u064b' && r <= '\u065f' {
			return -1
		}
		return unicode.ToLower(r)
	}, text.FoldDigits(s))
}

func hasDigit(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= '0' && r <= '9' || r >= '٠' && r <= '٩' || r >= '۰' && r <= '۹'
	})
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func latinLetter(c byte) bool { return c >= 'a' && c <= 'z' }

// round drops what counting in halves and tenths adds to a number.
func round(f float64) float64 { return math.Round(f*1e6) / 1e6 }

// String writes the strength in the unit that reads best, for admins.
func (s strength) String() string {
	size, name := 1.0, "%"
	switch s.kind {
	case "mass":
		size, name = 1, " mcg"
		switch {
		case s.amount >= 1e9:
			size, name = 1e9, " kg"
		case s.amount >= 1e6:
			size, name = 1e6, " g"
		case s.amount >= 1e3:
			size, name = 1e3, " mg"
		}
	case "volume":
		if name = " ml"; s.amount >= 1e3 {
			size, name = 1e3, " l"
		}
	case "units":
		name = " IU"
	}
	return strconv.FormatFloat(s.amount/size, 'f', -1, 64) + name
}

func describe(list []strength) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = s.String()
	}
	return strings.Join(words, ", ")
}
