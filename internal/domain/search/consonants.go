package search

import "unicode/utf8"

// soundOf gives the class of a letter's sound in either script. Letters that people write or leave out at
// will (vowels, ع, hamza) have none.
func soundOf(letter rune) byte {
	if letter >= 0 && int(letter) < len(sounds) {
		return sounds[letter]
	}
	return 0
}

var sounds = [...]byte{
	'b': 'B', 'p': 'B', 'ب': 'B',
	'f': 'F', 'v': 'F', 'ف': 'F',
	't': 'T', 'ت': 'T', 'ط': 'T', 'ث': 'T',
	'd': 'D', 'د': 'D', 'ض': 'D',
	'k': 'K', 'q': 'K', 'ك': 'K', 'ق': 'K',
	'g': 'G', 'j': 'G', 'ج': 'G', 'غ': 'G',
	's': 'S', 'z': 'S', 'س': 'S', 'ص': 'S', 'ز': 'S', 'ذ': 'S', 'ظ': 'S',
	'ش': 'X',
	'r': 'R', 'ر': 'R',
	'l': 'L', 'ل': 'L',
	'm': 'M', 'م': 'M',
	'n': 'N', 'ن': 'N',
	'h': 'H', 'ه': 'H', 'ح': 'H', 'خ': 'H',
}

const (
	// weakKey is the shortest key; it joins words that only happen to share two sounds, so it is asked
	// last. strongKey is the shortest that names a word well.
	weakKey   = 2
	strongKey = 3
	// openVowel stands for whatever vowel a word begins with: that one is never left out.
	openVowel = 'A'
)

// consonantKey joins the spellings of one spoken word across scripts: panadol, banadol, بنادول and
// بانادول all sound B·N·D·L. It is empty for words too short to be told apart by it.
func consonantKey(looseWord string) string {
	var buffer [maxKey]byte
	return string(appendConsonantKey(buffer[:0], looseWord))
}

// maxKey is the longest key: twice as many sounds as letters are read.
const maxKey = 2 * keyLetters

// keyLetters is how much of a word makes its key.
const keyLetters = 24

// appendConsonantKey appends the key of a word.
func appendConsonantKey(to []byte, looseWord string) []byte {
	var letters [keyLetters]rune
	n := 0
	for _, r := range looseWord {
		if n == len(letters) {
			break
		}
		letters[n] = r
		n++
	}
	// A breath at the end is ة or nothing at all.
	if n > 3 && (letters[n-1] == 'ه' || letters[n-1] == 'h' && !joinsH(letters[n-2])) {
		n--
	}
	word := letters[:n]
	key, last := to, byte(0)
	for i := 0; i < n; {
		first, second, used := soundAt(word, i)
		if first == 0 {
			if i == 0 {
				key = append(key, openVowel)
			}
			last = 0 // a vowel between two equal consonants keeps them apart
		}
		for _, sound := range [2]byte{first, second} {
			if sound != 0 {
				if sound != last {
					key = append(key, sound)
				}
				last = sound
			}
		}
		i += used
	}
	if len(key)-len(to) < weakKey {
		return to
	}
	return key
}

// joinsH tells whether an h after the letter is part of its sound.
func joinsH(r rune) bool {
	switch r {
	case 'c', 's', 'p', 't', 'k', 'g', 'd':
		return true
	}
	return false
}

// soundAt reads one sound of a Latin or Arabic word (x has two) and how many letters it took.
func soundAt(word []rune, i int) (first, second byte, used int) {
	next, after := at(word, i+1), at(word, i+2)
	switch letter := word[i]; {
	case letter == 'c' && next == 'h' && (after == 'l' || after == 'r'):
		return 'K', 0, 2
	case (letter == 'c' || letter == 's') && next == 'h':
		return 'X', 0, 2
	case letter == 'c' && (next == 'e' || next == 'i' || next == 'y'):
		return 'S', 0, 1
	case letter == 'c':
		return 'K', 0, 1
	case letter == 'p' && next == 'h':
		return 'F', 0, 2
	case letter == 't' && next == 'h':
		return 'T', 0, 2
	case letter == 't' && next == 'i' && after == 'o' && at(word, i+3) == 'n': // action, أكشن
		return 'X', 0, 3
	case letter == 'k' && next == 'h':
		return 'H', 0, 2
	case letter == 'g' && next == 'h':
		return 'G', 0, 2
	case letter == 'd' && next == 'h':
		return 'D', 0, 2
	case letter == 'x' && i == 0:
		return 'S', 0, 1
	case letter == 'x':
		return 'K', 'S', 1
	default:
		return soundOf(letter), 0, 1
	}
}

func at(letters []rune, i int) rune {
	if i < len(letters) {
		return letters[i]
	}
	return utf8.RuneError
}
