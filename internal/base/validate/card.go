package validate

import (
	"strconv"
	"strings"
)

// ParseExpiry reads MM/YY or MM/YYYY, the slash optional, and gives the four-digit year.
func ParseExpiry(s string) (month, year int, ok bool) {
	if len(s) > 2 && s[2] == '/' {
		s = s[:2] + s[3:]
	}
	if !isDigits(s, 4, 4) && !isDigits(s, 6, 6) {
		return 0, 0, false
	}
	month, _ = strconv.Atoi(s[:2])
	year, _ = strconv.Atoi(s[2:])
	if month < 1 || month > 12 {
		return 0, 0, false
	}
	if len(s) == 4 {
		year += 2000
	}
	return month, year, true
}

// Luhn tells whether the digits of a card number carry a right check digit.
func Luhn(number string) bool {
	if !isDigits(number, 1, 32) {
		return false
	}
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// IsAmex tells whether a card number begins like one of American Express: 15 digits, and a code of 4.
func IsAmex(number string) bool {
	return strings.HasPrefix(number, "34") || strings.HasPrefix(number, "37")
}
