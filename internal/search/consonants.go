package search

import "strings"

// sounds gives the class of a letter's sound in either script; letters that people write or leave out at
// will (vowels, ه and ح at the end of a breath, ع) have none.
var sounds = map[rune]byte{
	'b': 'B', 'p': 'B', 'ب': 'B',
	'f': 'F', 'v': 'F', 'ف': 'F',
	't': 'T', 'ت': 'T', 'ط': 'T',
	'd': 'D', 'د': 'D', 'ض': 'D',
	'k': 'K', 'q': 'K', 'ك': 'K', 'ق': 'K',
	'g': 'G', 'j': 'G', 'ج': 'G', 'غ': 'G',
	's': 'S', 'z': 'S', 'س': 'S', 'ص': 'S', 'ز': 'S', 'ث': 'S', 'ذ': 'S', 'ظ': 'S',
	'ش': 'X',
	'r': 'R', 'ر': 'R',
	'l': 'L', 'ل': 'L',
	'm': 'M', 'م': 'M',
	'n': 'N', 'ن': 'N',
	'h': 'H', 'ه': 'H', 'ح': 'H', 'خ': 'H',
}

// shortestKey is the length below which a key joins words that only happen to share a sound or two.
const shortestKey = 3

// consonantKey joins the spellings of one spoken word across scripts: panadol, banadol, بنادول and
// بانادول all sound B·N·D·L. It is empty for words too short to be told apart by it.
func consonantKey(looseWord string) string {
	letters := []rune(looseWord)
	var key strings.Builder
	last := byte(0)
	for i := 0; i < len(letters); i++ {
		next := rune(0)
		if i+1 < len(letters) {
			next = letters[i+1]
		}
		sound, used := soundAt(letters[i], next, i+2 < len(letters), at(letters, i+2))
		i += used - 1
		for j := range len(sound) {
			if sound[j] != last {
				key.WriteByte(sound[j])
			}
			last = sound[j]
		}
		if sound == "" {
			last = 0 // a vowel between two equal consonants keeps them apart
		}
	}
	if key.Len() < shortestKey {
		return ""
	}
	return key.String()
}

// soundAt reads one sound of a Latin or Arabic word and how many letters it took.
func soundAt(letter, next rune, more bool, after rune) (string, int) {
	switch letter {
	case 'c':
		switch {
		case next == 'h' && more && (after == 'l' || after == 'r'):
			return "K", 2
		case next == 'h':
			return "X", 2
		case next == 'e' || next == 'i' || next == 'y':
			return "S", 1
		}
		return "K", 1
	case 's':
		if next == 'h' {
			return "X", 2
		}
	case 'p':
		if next == 'h' {
			return "F", 2
		}
	case 't':
		if next == 'h' {
			return "T", 2
		}
	case 'k':
		if next == 'h' {
			return "H", 2
		}
	case 'g':
		if next == 'h' {
			return "G", 2
		}
	case 'x':
		return "KS", 1
	case 'خ':
		return "H", 1
	}
	if sound, ok := sounds[letter]; ok {
		return string(sound), 1
	}
	return "", 1
}

func at(letters []rune, i int) rune {
	if i < len(letters) {
		return letters[i]
	}
	return 0
}
