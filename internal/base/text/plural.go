package text

// pluralForm names the form a count takes, by the rules of Unicode CLDR. Both catalogues and
// the browser use the same names.
func pluralForm(l Lang, n int64) string {
	if n < 0 {
		n = -n
	}
	if l != Arabic {
		if n == 1 {
			return "one"
		}
		return "other"
	}
	switch n {
	case 0:
		return "zero"
	case 1:
		return "one"
	case 2:
		return "two"
	}
	switch hundredth := n % 100; {
	case hundredth >= 3 && hundredth <= 10:
		return "few"
	case hundredth >= 11:
		return "many"
	}
	return "other"
}
