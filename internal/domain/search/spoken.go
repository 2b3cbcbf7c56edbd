package search

import "strings"

// Spoken Arabic is written with Latin letters and digits as it sounds: skhoune is سخونة, waja3 is وجع. A sound
// is the consonants of a word, with the vowels between them, so that spellings of both scripts can be
// compared: consonants must be the same, vowels must be possible.
type sound struct {
	consonants string
	// vowels[i] says what stands before the i-th consonant, and at the end after the last.
	vowels []vowel
}

// vowel is a set of vowels.
type vowel uint8

const (
	vowelA vowel = 1 << iota
	vowelI
	vowelU
)

// maxSounds bounds how many readings one word has.
const maxSounds = 12

// shortestSound is how many consonants a word needs to be known by its sound; with a digit that stands for
// a letter, one less is enough.
const shortestSound = 3

// soundBuilder collects the readings of a word while it is read letter by letter.
type soundBuilder struct {
	readings []sound
	apart    bool // two equal letters may have a vowel between them that is not written
}

func newSoundBuilder() *soundBuilder { return &soundBuilder{readings: []sound{{vowels: []vowel{0}}}} }

// consonant adds one of several consonants to every reading; 0 is none at all.
func (b *soundBuilder) consonant(choices ...byte) {
	var next []sound
	for _, r := range b.readings {
		for _, c := range choices {
			if len(next) == maxSounds {
				break
			}
			if c == 0 {
				next = append(next, r)
				continue
			}
			if n := len(r.consonants); n > 0 && r.consonants[n-1] == c && r.vowels[n] == 0 {
				next = append(next, r) // a doubled consonant is one
				if !b.apart {
					continue
				}
			}
			next = append(next, sound{r.consonants + string(c), append(append([]vowel(nil), r.vowels...), 0)})
		}
	}
	b.readings = next
}

func (b *soundBuilder) vowel(v vowel) {
	for i := range b.readings {
		b.readings[i].vowels[len(b.readings[i].vowels)-1] |= v
	}
}

// arabicLetterSounds gives the consonants that a letter may sound like in Lebanon.
var arabicLetterSounds = map[rune][]byte{
	'ب': {'b'}, 'ت': {'t'}, 'ث': {'t', 's'}, 'ج': {'j'}, 'ح': {'H', 'h'}, 'خ': {'x'}, 'د': {'d'}, 'ذ': {'z', 'd'},
	'ر': {'r'}, 'ز': {'z'}, 'س': {'s'}, 'ش': {'c'}, 'ص': {'s'}, 'ض': {'d'}, 'ط': {'t'}, 'ظ': {'z', 'd'}, 'ع': {'3', 0},
	'غ': {'g'}, 'ف': {'f'}, 'ق': {'Q', 'k'}, 'ك': {'k'}, 'ل': {'l'}, 'م': {'m'}, 'ن': {'n'}, 'ه': {'h'}, 'ء': {'Q', 0},
}

// arabicSounds gives the readings of an Arabic word that was folded loosely.
func arabicSounds(folded string) []sound {
	letters := []rune(folded)
	b := newSoundBuilder()
	b.apart = true
	for i, r := range letters {
		first, last := i == 0, i == len(letters)-1
		switch {
		case first && r == 'ا', first && r == 'ء':
			b.consonant('a', 'Q')
		case first && r == 'ع':
			b.consonant('3', 'a')
		case first && r == 'ق':
			b.consonant('Q', 'k', 'a')
		case first && (r == 'و' || r == 'ي'):
			b.consonant(map[rune]byte{'و': 'w', 'ي': 'y'}[r])
		case last && r == 'ه' && len(letters) > 2:
			b.consonant(0, 't') // ة is a vowel or nothing, and a t before another word: 2eshret ras
		case r == 'ا':
			b.vowel(vowelA)
		case r == 'و':
			b.vowel(vowelU)
		case r == 'ي':
			b.vowel(vowelI)
		default:
			choices, ok := arabicLetterSounds[r]
			if !ok {
				return nil
			}
			b.consonant(choices...)
		}
	}
	return b.readings
}

var latinLetterSounds = map[byte][]byte{
	'b': {'b'}, 'p': {'b'}, 't': {'t'}, 'd': {'d'}, 'k': {'k'}, 'q': {'k'}, 'g': {'j', 'g'}, 'j': {'j'}, 's': {'s'},
	'z': {'z'}, 'f': {'f'}, 'v': {'f'}, 'r': {'r'}, 'l': {'l'}, 'm': {'m'}, 'n': {'n'}, 'h': {'h'}, 'c': {'k', 's'},
	'2': {'Q'}, '3': {'3'}, '5': {'x'}, '6': {'t'}, '7': {'H'}, '8': {'g'}, '9': {'s', 'k'},
}

var latinVowels = [256]vowel{
	'a': vowelA, 'e': vowelA | vowelI, 'i': vowelI, 'o': vowelU, 'u': vowelU, 'y': vowelI, 'w': vowelU,
}

var latinPairSounds = map[string]byte{"sh": 'c', "ch": 'c', "kh": 'x', "gh": 'g', "th": 't', "dh": 'd', "dj": 'j'}

// latinSounds gives the readings of a word in Latin letters and digits, and whether digits stand for letters.
func latinSounds(word string) (readings []sound, digits bool) {
	b := newSoundBuilder()
	for i := 0; i < len(word); i++ {
		c := word[i]
		if i+1 < len(word) {
			if pair, ok := latinPairSounds[word[i:i+2]]; ok {
				b.consonant(pair)
				i++
				continue
			}
		}
		digits = digits || c >= '0' && c <= '9'
		v := latinVowels[c]
		isVowel := v != 0
		switch {
		case i == 0 && (c == 'w' || c == 'y'):
			b.consonant(c)
		case i == 0 && isVowel:
			b.consonant('a')
		case isVowel:
			b.vowel(v)
		case c == 'h' && i == len(word)-1 && i > 0 && latinVowels[word[i-1]] != 0:
			// the breath of a final ة
		case c == 'x':
			b.consonant('k')
			b.consonant('s')
		case c == 'c' && (i+1 == len(word) || !strings.ContainsRune("eiy", rune(word[i+1]))):
			b.consonant('k')
		default:
			choices, ok := latinLetterSounds[c]
			if !ok {
				return nil, false
			}
			b.consonant(choices...)
		}
	}
	return b.readings, digits
}

// fits tells whether a Latin spelling can stand for an Arabic one with the same consonants: every long vowel
// of the Arabic word must be there.
func (s sound) fits(arabic sound) bool {
	if s.consonants != arabic.consonants {
		return false
	}
	for i := range min(len(s.vowels), len(arabic.vowels)) {
		if last := i == len(arabic.vowels)-1; last {
			continue // endings are written at will
		}
		if long := arabic.vowels[i]; long != 0 && s.vowels[i]&long == 0 {
			return false
		}
	}
	return true
}

// soundIndex finds Arabic words by how they are spelt in Latin letters.
type soundIndex struct {
	byConsonants map[string][]spokenWord
}

type spokenWord struct {
	sound sound
	id    uint16
}

func newSoundIndex() *soundIndex { return &soundIndex{byConsonants: map[string][]spokenWord{}} }

func (x *soundIndex) add(arabic string, id uint16) {
	for _, s := range arabicSounds(arabic) {
		x.byConsonants[s.consonants] = append(x.byConsonants[s.consonants], spokenWord{s, id})
	}
}

// find gives the words that the Latin spelling can stand for. A short one, which says little by itself, is found
// only within a phrase.
func (x *soundIndex) find(latin string, within bool) []uint16 {
	if !strings.ContainsAny(latin, "0123456789") && !spelledArabizi(latin) {
		return nil
	}
	readings, digits := latinSounds(strings.Trim(latin, "'"))
	var found []uint16
	for _, s := range readings {
		n := len(strings.TrimPrefix(s.consonants, "a"))
		if n < shortestSound && (!digits && !within || n < shortestSound-1) {
			continue
		}
		for _, w := range x.byConsonants[s.consonants] {
			if s.fits(w.sound) && !containsID(found, w.id) {
				found = append(found, w.id)
			}
		}
	}
	if len(found) == 0 {
		if stem := withoutPronoun(latin); stem != "" {
			return x.find(stem, within)
		}
	}
	return found
}

// foreignSpellings are not used for Arabic words; a word that holds one is English or French.
var foreignSpellings = []string{"p", "v", "x", "ea", "eu", "ew", "oa", "ck", "qu", "wh", "tion", "sion", "age"}

// spelledArabizi tells whether a word in Latin letters can be spoken Arabic. A c stands only in ch.
func spelledArabizi(word string) bool {
	for _, foreign := range foreignSpellings {
		if strings.Contains(word, foreign) {
			return false
		}
	}
	return !strings.Contains(strings.ReplaceAll(word, "ch", ""), "c")
}

// pronouns are what spoken Arabic writes behind a word: whose it is, or whom it hurts.
var pronouns = []string{"oun", "hon", "hon", "kon", "ak", "ik", "ek", "on", "ne", "ni", "na", "ha", "oo"}

// withoutPronoun takes such an ending off a word in Latin letters; empty when there is none or too little is left.
func withoutPronoun(latin string) string {
	const fewest = 4
	for _, ending := range pronouns {
		if rest, ok := strings.CutSuffix(latin, ending); ok && len(rest) >= fewest {
			return rest
		}
	}
	return ""
}

func containsID(list []uint16, id uint16) bool {
	for _, other := range list {
		if other == id {
			return true
		}
	}
	return false
}
