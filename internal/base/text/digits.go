package text

import "strings"

// FoldDigits turns Arabic-Indic (٠–٩) and Persian (۰–۹) digits into 0–9 and the Arabic decimal
// sign (٫) into a point, and leaves everything else as it is.
func FoldDigits(s string) string {
	if !mayHaveForeignDigits(s) {
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

// mayHaveForeignDigits looks for the bytes with which such a digit or sign ends after its first one: most texts have
// none, and looking costs a fraction of reading them letter by letter.
func mayHaveForeignDigits(s string) bool {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; s[i-1] {
		case 0xD9: // ٠ to ٩ and ٫
			if c >= 0xA0 && c <= 0xAB {
				return true
			}
		case 0xDB: // ۰ to ۹
			if c >= 0xB0 && c <= 0xB9 {
				return true
			}
		}
	}
	return false
}
