package validate

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/money"
)

// maxIntegerDigits keeps integers exact in a JavaScript number too.
const maxIntegerDigits = 15

// passes runs one check on a cleaned value. A value that an earlier check of the same field
// should have refused passes the numeric ones: the first complaint is the one that is shown.
func passes(check contract.Check, value string) bool {
	switch check.Check {
	case "required":
		return value != ""
	case "min":
		return int64(utf8.RuneCountInString(value)) >= check.Value
	case "max":
		return int64(utf8.RuneCountInString(value)) <= check.Value
	case "class":
		return inClass(check.Class, value)
	case "digits":
		return isDigits(value, check.Min, check.Max)
	case "digits_or_mask":
		return isDigits(value, check.Min, check.Max) || isMask(value, check.Max)
	case "integer":
		_, ok := parseInteger(value)
		return ok
	case "min_value":
		n, ok := parseInteger(value)
		return !ok || n >= check.Value
	case "max_value":
		n, ok := parseInteger(value)
		return !ok || n <= check.Value
	case "money":
		_, err := money.Parse(value)
		return err == nil
	case "min_money":
		n, err := money.Parse(value)
		return err != nil || int64(n) >= check.Value
	case "max_money":
		n, err := money.Parse(value)
		return err != nil || int64(n) <= check.Value
	case "phone":
		// No number of Lebanon begins with two zeros, and one digit eight times is nobody's.
		return !strings.HasPrefix(value, "00") && (value == "" || strings.Trim(value, value[:1]) != "")
	case "email":
		return IsEmail(value)
	case "email_com_net":
		return isEmailComNet(value)
	case "username_or_email":
		return isDigitsOrLetters(value, check.Min, check.Max) || IsEmail(value)
	case "exp_date":
		_, _, ok := ParseExpiry(value)
		return ok
	case "one_of":
		return slices.Contains(listNamed(check.List), value)
	}
	panic("rules.json has an unknown check " + check.Check)
}

func listNamed(name string) []string {
	switch name {
	case "categories":
		return contract.Shop().Categories
	case "regulations":
		return contract.Shop().Regulations
	case "dosage_forms":
		return contract.Shop().DosageForms
	}
	panic("rules.json names an unknown list " + name)
}

func inClass(name, value string) bool {
	class, ok := contract.ValidationRules().Classes[name]
	if !ok {
		panic("rules.json has no class " + name)
	}
	for _, r := range value {
		if !inAnyGroup(class.Groups, r) && !slices.Contains([]rune(class.Also), r) {
			return false
		}
	}
	return true
}

func inAnyGroup(groups []string, r rune) bool {
	return slices.ContainsFunc(groups, func(group string) bool {
		switch group {
		case "letter":
			return unicode.Is(unicode.L, r)
		case "mark":
			return unicode.Is(unicode.M, r)
		case "digit":
			return unicode.Is(unicode.Nd, r)
		case "ascii_letter":
			return isASCIILetter(r)
		case "ascii_digit":
			return isASCIIDigit(r)
		}
		panic("rules.json has an unknown group " + group)
	})
}

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

func isASCIIDigit(r rune) bool { return r >= '0' && r <= '9' }

func isDigits(s string, shortest, longest int) bool {
	for _, r := range s {
		if !isASCIIDigit(r) {
			return false
		}
	}
	return len(s) >= shortest && len(s) <= longest
}

func isDigitsOrLetters(s string, shortest, longest int) bool {
	for _, r := range s {
		if !isASCIIDigit(r) && !isASCIILetter(r) {
			return false
		}
	}
	return len(s) >= shortest && len(s) <= longest
}

// isMask recognises a card number as the shop shows it back: bullets, then the last four digits.
func isMask(s string, length int) bool {
	runes := []rune(s)
	if len(runes) != length {
		return false
	}
	for i, r := range runes {
		if i < length-4 && r != '•' || i >= length-4 && !isASCIIDigit(r) {
			return false
		}
	}
	return true
}

func parseInteger(s string) (int64, bool) {
	digits := s
	if len(s) > 0 && s[0] == '-' {
		digits = s[1:]
	}
	if !isDigits(digits, 1, maxIntegerDigits) {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}
