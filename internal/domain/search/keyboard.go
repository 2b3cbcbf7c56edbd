package search

import (
	"strings"
	"unicode/utf8"
)

// The Arabic 101 layout: the character each key of a QWERTY keyboard gives.
const (
	latinKeys  = "qwertyuiop[]asdfghjkl;'zxcvnm,./`"
	arabicKeys = "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرىةوزظذ"
	// With shift, where that gives an Arabic sign: a capital typed by someone who looks at the keys.
	latinShifted  = "qweryaspxhnk"
	arabicShifted = "َ" + "ً" + "ُ" + "ٌ" + "إ" + "ِ" + "ٍ" + "؛" + "ْ" + "أ" + "آ" + "،"
)

// shortestGuess is the length from which a text may be meant in the other layout.
const shortestGuess = 3

var toArabic, toLatin = keyboardTables()

func keyboardTables() (map[rune]string, map[rune]string) {
	toArabic, toLatin := map[rune]string{'b': "لا"}, map[rune]string{}
	for _, rows := range [][2]string{{latinShifted, arabicShifted}, {latinKeys, arabicKeys}} {
		arabic := []rune(rows[1])
		for i, key := range []rune(rows[0]) {
			toArabic[key] = string(arabic[i])
			toLatin[arabic[i]] = string(key)
		}
	}
	return toArabic, toLatin
}

// otherLayout reads a text as if it had been typed with the other keyboard layout on. It is empty when
// the text holds nothing that the other layout could have meant.
func otherLayout(text string) string { return readLayout(text, true) }

// otherLayoutApart is otherLayout with لا taken for two keys, g and h, that were pressed one after the other.
func otherLayoutApart(text string) string {
	if !strings.Contains(text, "لا") {
		return ""
	}
	return readLayout(text, false)
}

func readLayout(text string, joined bool) string {
	if utf8.RuneCountInString(text) < shortestGuess {
		return ""
	}
	text = strings.ToLower(compose(text))
	table := toArabic
	for _, r := range text {
		if _, arabic := toLatin[r]; arabic && r >= utf8.RuneSelf {
			table = toLatin
			break
		}
	}
	var out strings.Builder
	changed := false
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		// The b key writes two letters, لا.
		if joined && runes[i] == 'ل' && i+1 < len(runes) && runes[i+1] == 'ا' {
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
	meant := strings.TrimSpace(out.String())
	if !changed || countClass(meant, classLetter) < shortestGuess {
		return ""
	}
	return meant
}

// mostlySigns tells that a text can hardly be meant as it is: no letters of its own to speak of, but signs
// that are letters in the other layout.
func mostlySigns(text string) bool {
	signs := 0
	for _, r := range text {
		if classOf(r) != classGap {
			continue
		}
		if _, key := toArabic[r]; key {
			signs++
		}
	}
	return signs > 0 && signs >= countClass(text, classLetter)
}

func countClass(text string, class runeClass) int {
	n := 0
	for _, r := range text {
		if classOf(r) == class {
			n++
		}
	}
	return n
}
