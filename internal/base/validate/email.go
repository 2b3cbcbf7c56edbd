package validate

import "strings"

const (
	maxEmailLength = 254
	maxLocalLength = 64
	maxLabelLength = 63
	localSpecials  = "!#$%&'*+/=?^_`{|}~-"
)

// IsEmail tells whether s is an address that mail can be sent to: ASCII, a dot-separated local
// part and a domain with at least two labels, the last of letters.
func IsEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && len(s) <= maxEmailLength && isLocalPart(local) && isDomain(domain)
}

func isLocalPart(local string) bool {
	if len(local) > maxLocalLength {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" {
			return false
		}
		for _, r := range atom {
			if !isASCIILetter(r) && !isASCIIDigit(r) && !strings.ContainsRune(localSpecials, r) {
				return false
			}
		}
	}
	return true
}

func isDomain(domain string) bool {
	labels := strings.Split(domain, ".")
	if len(labels) < 2 {
		return false
	}
	for _, label := range labels {
		if label == "" || len(label) > maxLabelLength || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if !isASCIILetter(r) && !isASCIIDigit(r) && r != '-' {
				return false
			}
		}
	}
	top := labels[len(labels)-1]
	return len(top) >= 2 && strings.IndexFunc(top, func(r rune) bool { return !isASCIILetter(r) }) < 0
}

func isEmailComNet(s string) bool {
	lower := strings.ToLower(s)
	return IsEmail(s) && (strings.HasSuffix(lower, ".com") || strings.HasSuffix(lower, ".net"))
}
