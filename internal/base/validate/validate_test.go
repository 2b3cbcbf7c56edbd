package validate

import (
	"strings"
	"testing"
	"unicode/utf8"

	"dawa/contract"
)

func TestRules_EveryCheckIsImplemented(t *testing.T) {
	for form, fields := range contract.ValidationRules().Forms {
		for field, rule := range fields {
			for _, check := range rule.Checks {
				passes(check, "x")
				if check.Code == "" {
					t.Errorf("%s.%s: check %s has no code", form, field, check.Check)
				}
			}
		}
	}
}

func TestRules_UnknownNamePanics(t *testing.T) {
	for name, call := range map[string]func(){
		"form":  func() { Form("nonsense", nil) },
		"field": func() { Field("sign_in", "nonsense", "") },
		"check": func() { passes(contract.Check{Check: "nonsense"}, "x") },
		"class": func() { passes(contract.Check{Check: "class", Class: "nonsense"}, "x") },
		"list":  func() { passes(contract.Check{Check: "one_of", List: "nonsense"}, "x") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("an unknown %s went unnoticed", name)
				}
			}()
			call()
		}()
	}
}

func TestLuhn_AcceptsOnlyValidNumbers(t *testing.T) {
	for number, want := range map[string]bool{
		"4242424242424242": true, "4000000000000002": true, "4000000000000119": true, "5555555555554444": true,
		"4242424242424241": false, "1234567812345678": false, "": false, "424242424242424x": false,
		"0000000000000000": true,
	} {
		if got := Luhn(number); got != want {
			t.Errorf("Luhn(%q) = %t", number, got)
		}
	}
}

func TestExpiry_ReadsFourDigitYears(t *testing.T) {
	for in, want := range map[string][2]int{
		"12/29": {12, 2029}, "0130": {1, 2030}, "11/2031": {11, 2031}, "062027": {6, 2027},
	} {
		month, year, ok := ParseExpiry(in)
		if !ok || month != want[0] || year != want[1] {
			t.Errorf("%s: %d %d %t", in, month, year, ok)
		}
	}
	if _, _, ok := ParseExpiry("13/29"); ok {
		t.Error("a year has 12 months")
	}
}

func FuzzClean_ResultIsSafeToStore(f *testing.F) {
	f.Add("Lay\x00la \u202e\xff")
	f.Add("  ليلى\u00a0")
	f.Fuzz(func(t *testing.T, s string) {
		clean := Clean(s)
		if !utf8.ValidString(clean) || strings.ContainsRune(clean, 0) || Clean(clean) != clean {
			t.Fatalf("%q → %q", s, clean)
		}
		for form, fields := range contract.ValidationRules().Forms {
			for field := range fields {
				Field(form, field, s)
			}
		}
	})
}
