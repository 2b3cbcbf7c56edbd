package text

import "strings"

// FoldDigits turns Arabic-Indic (٠–٩) and Persian (۰–۹) digits into 0–9 and the Arabic decimal
// sign (٫) into a point, and leaves everything else as it is.
func FoldDigits(s string) string {
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
