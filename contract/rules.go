package contract

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed rules.json
var rulesJSON []byte

// Rules are the validation rules of every form, as data (rules.json). Package validate and the
// browser interpret them alike.
type Rules struct {
	About       string                          `json:"about"`
	Clean       CleanRule                       `json:"clean"`
	Classes     map[string]CharacterClass       `json:"classes"`
	Forms       map[string]map[string]FieldRule `json:"forms"`
	ServerCodes []string                        `json:"server_codes"`
}

// CleanRule says what is done to a value before its checks.
type CleanRule struct {
	Drop [][2]int `json:"drop"`
	// Invisible are the characters that a name must not hold: with them two names look alike.
	Invisible [][2]int `json:"invisible"`
	AsSpace   []int    `json:"as_space"`
	Trim      string   `json:"trim"`
}

// CharacterClass is a set of characters: whole groups and single ones.
type CharacterClass struct {
	Groups []string `json:"groups"`
	Also   string   `json:"also"`
}

// FieldRule is one field: how its value is prepared, and its checks in order.
type FieldRule struct {
	// Raw leaves the value exactly as typed.
	Raw bool `json:"raw"`
	// Fold turns Arabic and Persian digits into ASCII ones.
	Fold bool `json:"fold"`
	// Drop names characters that people type for reading only, such as spaces in a card number.
	Drop string `json:"drop"`
	// Visible refuses invisible characters, which are otherwise dropped.
	Visible bool `json:"visible"`
	// Phone numbers of Lebanon are stored as 8 digits, however they were typed.
	Phone  bool    `json:"phone"`
	Checks []Check `json:"checks"`
}

// Check is one thing a value must pass, and the code of the message when it does not.
type Check struct {
	Check string `json:"check"`
	Code  string `json:"code"`
	Value int64  `json:"value"`
	Min   int    `json:"min"`
	Max   int    `json:"max"`
	Class string `json:"class"`
	List  string `json:"list"`
	// Amex restricts the check to American Express or to every other card; nil does not.
	Amex *bool `json:"amex"`
	// Wide restricts the check to shops with or without the wider rules of accounts; nil does not.
	Wide *bool `json:"wide"`
}

var loadRules = sync.OnceValue(func() *Rules {
	rules := &Rules{}
	decoder := json.NewDecoder(bytes.NewReader(rulesJSON))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(rules); err != nil {
		panic(fmt.Sprintf("reading the embedded rules.json: %v", err))
	}
	return rules
})

// ValidationRules gives the rules. They are shared: read them, never change them.
func ValidationRules() *Rules { return loadRules() }

// Codes lists every code that a field can be refused with, once each and in no order.
func (r *Rules) Codes() []string {
	var codes []string
	seen := map[string]bool{}
	add := func(code string) {
		if !seen[code] {
			seen[code] = true
			codes = append(codes, code)
		}
	}
	for _, form := range r.Forms {
		for _, field := range form {
			for _, check := range field.Checks {
				add(check.Code)
			}
		}
	}
	for _, code := range r.ServerCodes {
		add(code)
	}
	return codes
}
