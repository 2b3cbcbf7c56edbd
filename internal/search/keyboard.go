package search

import "strings"

// The Arabic 101 layout: the character each key of a QWERTY keyboard gives.
const (
	latinKeys  = "qwertyuiop[]asdfghjkl;'zxcvnm,./`"
	arabicKeys = "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظذ"
)

var toArabic, toLatin = keyboardTables()

func keyboardTables() (map[rune]string, map[rune]string) {
	toArabic, toLatin := map[rune]string{'b': "لا"}, map[rune]string{}
	arabic := []rune(arabicKeys)
	for i, key := range []rune(latinKeys) {
		toArabic[key] = string(arabic[i])
		toLatin[arabic[i]] = string(key)
	}
	return toArabic, toLatin
}

// otherLayout reads a text as if it had been typed with the other keyboard layout on. It is empty when
// the text holds nothing that the other layout could have meant.
func otherLayout(text string) string {
	text = strings.ToLower(compose(text))
	table := toArabic
	for _, r := range text {
		if _, arabic := toLatin[r]; arabic {
			table = toLatin
			break
		}
	}
	var out strings.Builder
	changed := false
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		// The b key writes two letters, لا.
		if runes[i] == 'ل' && i+1 < len(runes) && runes[i+1] == 'ا' {
			out.WriteByte('b')
			changed = true
			i++
			continue
		}
		if other, ok := table[runes[i]]; ok {
			out.WriteString(other)
			changed = true
		} else {
			out.WriteRune(runes[i])
		}
	}
	if !changed {
		return ""
	}
	return strings.TrimSpace(out.String())
}
