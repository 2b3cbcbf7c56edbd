package search

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// soundTable finds words by their consonant keys and makes sure that the vowels can be the same too: rabbit is
// no رباط.
type soundTable map[string][]soundEntry

type soundEntry struct {
	word string
	set  *roaring.Bitmap
}

func newSoundTable(sets map[string]*roaring.Bitmap) soundTable {
	t := soundTable{}
	for word, set := range sets {
		if isNumber(word) {
			continue
		}
		folded := bare(loose(word))
		if key := consonantKey(folded); key != "" {
			t[key] = append(t[key], soundEntry{folded, set})
		}
	}
	return t
}

// find gives the documents that hold a word which sounds like w.
func (t soundTable) find(w *queryWord) *roaring.Bitmap {
	if w.key == "" || w.runes < shortestNear {
		return nil
	}
	var found *roaring.Bitmap
	for _, e := range t[w.key] {
		if alike(w.bare, e.word, len(w.key)) {
			found = larger(found, e.set) // the same products have the word in both scripts
		}
	}
	return found
}

// alike tells whether two words with the same consonants can be one. A short word without long vowels says too
// little to be known in the other script.
func alike(a, b string, consonants int) bool {
	if a == b {
		return true
	}
	var buffers [2][24]vowel // on the stack, and long enough for most words
	left, right := vowelsOf(a, buffers[0][:0]), vowelsOf(b, buffers[1][:0])
	if len(left) != len(right) {
		return consonants > strongKey
	}
	told, missing := false, 0
	for i := range left {
		if i == len(left)-1 && consonants >= strongKey {
			break // endings are written at will
		}
		switch {
		case left[i] != 0 && right[i] != 0:
			if left[i]&right[i] == 0 {
				return false
			}
			told = true
		case left[i] != right[i]:
			missing++
		}
	}
	sameScript := isASCII(a) == isASCII(b)
	if consonants < strongKey {
		return sameScript && told && missing == 0
	}
	return consonants > strongKey || told && (sameScript && missing <= 1 || !sameScript)
}

// vowelsOf appends the vowels between the consonants of a word.
func vowelsOf(word string, gaps []vowel) []vowel {
	letters := []rune(word)
	open := vowel(0)
	for i := 0; i < len(letters); {
		first, second, used := soundAt(letters, i)
		if first == 0 {
			if i > 0 {
				open |= vowelOf(letters[i])
			}
			i += used
			continue
		}
		if second != 0 || len(gaps) == 0 || open != 0 || i == 0 ||
			!slices.Contains(letters[max(0, i-1):i], letters[i]) {
			gaps = append(gaps, open)
		}
		open = 0
		i += used
	}
	return append(gaps, open) // what the word ends with
}

func vowelOf(r rune) vowel {
	switch r {
	case 'ا', 'ى':
		return vowelA
	case 'و':
		return vowelU
	case 'ي':
		return vowelI
	}
	if r < 128 {
		return latinVowels[byte(r)]
	}
	return 0
}
