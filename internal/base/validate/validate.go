// Package validate interprets contract/rules.json: it cleans what people typed and says, field by
// field, which rule it breaks. The browser interprets the same file; golden cases hold both to it.
package validate

import (
	"fmt"
	"regexp"
	"strings"

	"dawa/contract"
	"dawa/internal/base/text"
)

// Form checks the values of a form. clean has every field of the form, prepared for storing
// (trimmed, digits folded); errs maps each refused field to the code of the first rule it breaks
// and is empty when all is well. Values that the form does not know are left out.
// It panics on a form that rules.json does not have.
func Form(name string, values map[string]string) (clean, errs map[string]string) {
	return check(name, values, false)
}

// WideForm is Form under the wider rules of accounts: any email address, and passwords of any characters.
func WideForm(name string, values map[string]string) (clean, errs map[string]string) {
	return check(name, values, true)
}

func check(name string, values map[string]string, wide bool) (clean, errs map[string]string) {
	fields := formRules(name)
	clean = make(map[string]string, len(fields))
	errs = map[string]string{}
	in := circumstances{amex: IsAmex(cardNumber(fields, values)), wide: wide}
	for field, rule := range fields {
		value, code := apply(rule, values[field], in)
		clean[field] = value
		if code != "" {
			errs[field] = code
		}
	}
	return clean, errs
}

// Field checks one value of a form and returns it cleaned, with the code of the first rule it
// breaks or an empty one.
func Field(form, field, value string) (clean, code string) {
	rule, ok := formRules(form)[field]
	if !ok {
		panic(fmt.Sprintf("rules.json has no field %s in form %s", field, form))
	}
	return apply(rule, value, circumstances{amex: field == cardField && IsAmex(prepare(rule, value))})
}

// circumstances decide which of a field's checks count.
type circumstances struct{ amex, wide bool }

func (c circumstances) count(check contract.Check) bool {
	return (check.Amex == nil || *check.Amex == c.amex) && (check.Wide == nil || *check.Wide == c.wide)
}

const cardField = "card_number"

// cardNumber is the number of the card that a form is about; empty for a form without one.
func cardNumber(fields map[string]contract.FieldRule, values map[string]string) string {
	rule, ok := fields[cardField]
	if !ok {
		return ""
	}
	return prepare(rule, values[cardField])
}

func formRules(name string) map[string]contract.FieldRule {
	fields, ok := contract.ValidationRules().Forms[name]
	if !ok {
		panic("rules.json has no form " + name)
	}
	return fields
}

func apply(rule contract.FieldRule, value string, in circumstances) (clean, code string) {
	clean = prepare(rule, value)
	if rule.Visible && strings.ContainsFunc(value, isInvisible) {
		return clean, invisible
	}
	for _, check := range rule.Checks {
		if clean == "" && check.Check != "required" || !in.count(check) {
			continue
		}
		if !passes(check, clean) {
			return clean, check.Code
		}
	}
	return clean, ""
}

// invisible is the code of a name with characters that nobody sees.
const invisible = "invisible"

func isInvisible(r rune) bool {
	for _, span := range contract.ValidationRules().Clean.Invisible {
		if int(r) >= span[0] && int(r) <= span[1] {
			return true
		}
	}
	return false
}

func prepare(rule contract.FieldRule, value string) string {
	if rule.Raw {
		return value
	}
	value = Clean(value)
	if rule.Fold {
		value = text.FoldDigits(value)
	}
	if rule.Drop != "" {
		value = strings.Map(func(r rune) rune {
			if strings.ContainsRune(rule.Drop, r) {
				return -1
			}
			return r
		}, value)
	}
	if rule.Phone {
		value = lebanesePhone(value)
	}
	return value
}

var (
	phoneSeparators = strings.NewReplacer("-", "", ".", "", "/", "", "(", "", ")", "")
	countryPrefix   = regexp.MustCompile(`^(?:\+|00)961`)
	landlineOr03    = regexp.MustCompile(`^[1-9][0-9]{6}$`)
	eightDigits     = regexp.MustCompile(`^[0-9]{8}$`)
	mobileAfterZero = regexp.MustCompile(`^0[78][0-9]{7}$`)
)

// lebanesePhone writes a number of Lebanon as people there dial it: 8 digits, without the country prefix, with the
// zero of 03 and of the landlines and without one before 70 to 89. What is no such number stays as typed.
func lebanesePhone(typed string) string {
	digits := phoneSeparators.Replace(typed)
	local := countryPrefix.ReplaceAllString(digits, "")
	switch {
	case mobileAfterZero.MatchString(local):
		return local[1:]
	case eightDigits.MatchString(local):
		return local
	case local != digits && landlineOr03.MatchString(local):
		return "0" + local
	}
	return typed
}

// Clean prepares a text for storing: without control and bidi marks, no-break spaces made
// ordinary, ends trimmed, and always valid UTF-8.
func Clean(value string) string {
	rule := contract.ValidationRules().Clean
	value = strings.Map(func(r rune) rune {
		for _, span := range rule.Drop {
			if int(r) >= span[0] && int(r) <= span[1] {
				return -1
			}
		}
		for _, space := range rule.AsSpace {
			if int(r) == space {
				return ' '
			}
		}
		return r
	}, value)
	return strings.Trim(value, rule.Trim)
}
