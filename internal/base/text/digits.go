package text

import "strings"

// FoldDigits turns Arabic-Indic (٠–٩) and Persian (۰–۹) digits into 0–9 and the Arabic decimal
// sign (٫) into a point, and leaves everything else as it is.
func FoldDigits(s string) string {
	if !MayHaveForeignDigits(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return r - '٠' + '0'
		case r >= '۰' && r <= '۹':
			return r - '۰' + '0'
		case r == '٫':
			return '.'
		}
		return r
	}, s)
}

// MayHaveForeignDigits tells whether FoldDigits may change a text. It looks for the bytes with which such a digit or
// sign ends after its first one: most texts have none, and looking costs a fraction of reading them letter by letter.
func MayHaveForeignDigits(s string) bool {
	before, found := byte(0), byte(0)
	for i := range len(s) { // without branches: half of the bytes of Arabic begin as such a digit does
		found |= digitBegins[before] & digitEnds[s[i]]
		before = s[i]
	}
	return found != 0
}

// digitBegins and digitEnds are the two bytes of ٠ to ٩ and ٫, and of ۰ to ۹, which have one bit each.
var digitBegins, digitEnds = func() (begins, ends [256]byte) {
	const arabic, persian = 1, 2
	begins[0xD9], begins[0xDB] = arabic, persian
	for end := 0xA0; end <= 0xAB; end++ {
		ends[end] = arabic
	}
	for end := 0xB0; end <= 0xB9; end++ {
		ends[end] |= persian
	}
	return begins, ends
}()
