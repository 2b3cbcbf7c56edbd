package search

import (
	"strings"
	"unicode/utf8"
)

// chatDigits are the digits that stand for Arabic letters when Arabic is written with Latin ones, as
// phones taught the whole Levant to do: ma3joun is معجون.
var chatDigits = map[byte]string{
	'2': "ء", '3': "ع", '5': "خ", '6': "ط", '7': "ح", '8': "غ", '9': "ص",
}

// chatWord is the word with its digits turned into letters. Two digits in a row are a number, and a word
// needs letters of its own around them.
func chatWord(run string) (string, bool) {
	const fewestLetters = 2
	if !strings.ContainsAny(run, "2356789") {
		return "", false
	}
	var out strings.Builder
	letters, digits := 0, 0
	for i := range len(run) {
		c := run[i]
		switch {
		case c >= utf8.RuneSelf:
			return "", false
		case 'a' <= c && c <= 'z':
			letters++
			out.WriteByte(c)
		default:
			letter, known := chatDigits[c]
			if !known || i > 0 && isNumber(run[i-1:i]) {
				return "", false
			}
			digits++
			out.WriteString(letter)
		}
	}
	return out.String(), digits > 0 && letters >= fewestLetters
}
