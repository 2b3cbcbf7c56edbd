package search

import (
	"strings"
	"unicode/utf8"
)

// strangeLetter tells whether two short words differ in a letter that nobody takes for the other: one that is neither
// beside it on the keyboard nor sounds or looks like it, or in a shorter word one that is hardly ever left out.
func strangeLetter(typed, written string) bool {
	var bufferA, bufferB [32]rune
	a, okA := runesOf(typed, &bufferA)
	b, okB := runesOf(written, &bufferB)
	if !okA || !okB || max(len(a), len(b)) >= shortestFar {
		return false
	}
	short := max(len(a), len(b)) <= longestStrict
	from := 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	a, b = a[from:], b[from:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	switch {
	case len(a) == 1 && len(b) == 1:
		atEnd := from+1 == utf8.RuneCountInString(typed)
		if atEnd && weak(a[0]) && weak(b[0]) {
			return false // حساسيا for حساسية
		}
		return !confusable(a[0], b[0])
	case len(a)+len(b) == 1:
		return short && !weak(append(a, b...)[0]) && !doubledAt(typed, written, from)
	}
	return false // two letters changed places, or the words are compared by more than one typo
}

// longestStrict is the length up to which only weak letters and doubled ones may be missing or too many.
const longestStrict = 5

// weak letters are written or left out at will.
func weak(r rune) bool { return isVowel(r) || r == 'h' || r == 'ه' }

// doubledAt tells whether the letter that one of the words has too much, at this place, stands there twice.
func doubledAt(typed, written string, at int) bool {
	longer := []rune(typed)
	if other := []rune(written); len(other) > len(longer) {
		longer = other
	}
	return at > 0 && longer[at] == longer[at-1] || at+1 < len(longer) && longer[at] == longer[at+1]
}

// confusable tells whether a letter is typed for another by a slip of the finger, the ear or the eye.
func confusable(a, b rune) bool {
	if soundOf(a) != 0 && soundOf(a) == soundOf(b) || isVowel(a) && isVowel(b) {
		return true
	}
	for _, alike := range alikeLetters {
		if strings.ContainsRune(alike, a) && strings.ContainsRune(alike, b) {
			return true
		}
	}
	return neighbouringKeys(a, b)
}

// alikeLetters are told apart by dots only, or by a sound that many do not hear.
var alikeLetters = []string{
	"بتثني", "جحخ", "دذ", "رز", "سش", "صض", "طظ", "عغ", "فق", "هح",
	"ckqx", "gj", "sz", "mn", "hx",
}

func isVowel(r rune) bool {
	return strings.ContainsRune("aeiouyاويىء", r)
}

// keyRows are the rows of the keyboard in both layouts.
var keyRows = [][]rune{
	[]rune("qwertyuiop"), []rune("asdfghjkl"), []rune("zxcvbnm"),
	[]rune("ضصثقفغعهخحجد"), []rune("شسيبلاتنمكط"), []rune("ئءؤرىىةوزظ"),
}

// neighbouringKeys tells whether two letters lie beside or below one another.
func neighbouringKeys(a, b rune) bool {
	rowA, columnA := keyOf(a)
	rowB, columnB := keyOf(b)
	if rowA < 0 || rowB < 0 || rowA/3 != rowB/3 {
		return false
	}
	rows, columns := rowA-rowB, columnA-columnB
	return rows >= -1 && rows <= 1 && columns >= -1 && columns <= 1
}

func keyOf(r rune) (row, column int) {
	for row, keys := range keyRows {
		for column, key := range keys {
			if key == r {
				return row, column
			}
		}
	}
	return -1, -1
}
