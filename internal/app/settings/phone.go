package settings

import (
	"regexp"
	"strings"
)

// dialled is a number as it is dialled from anywhere.
var dialled = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// PhoneNumber is a number as it is dialled from anywhere, such as +9611234567, without what people write between
// the digits. It is empty for what is no such number.
func PhoneNumber(text string) string {
	number := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -()./\u00a0", r) {
			return -1
		}
		return r
	}, text)
	if rest, ok := strings.CutPrefix(number, "00"); ok {
		number = "+" + rest
	}
	if !dialled.MatchString(number) {
		return ""
	}
	return number
}
