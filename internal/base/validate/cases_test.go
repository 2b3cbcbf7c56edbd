package validate

import (
	"encoding/json"
	"maps"
	"os"
	"testing"
)

type goldenCases struct {
	Fields []struct {
		Form, Field, Value, Code, Clean string
	}
	Forms     []goldenForm
	WideForms []goldenForm `json:"wide_forms"`
}

type goldenForm struct {
	Form                  string
	Values, Errors, Clean map[string]string
}

func readCases(t *testing.T) goldenCases {
	t.Helper()
	data, err := os.ReadFile("../../../contract/rules_cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases goldenCases
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestField_MatchesTheGoldenCases(t *testing.T) {
	cases := readCases(t).Fields
	if len(cases) < 150 {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, c := range cases {
		clean, code := Field(c.Form, c.Field, c.Value)
		if code != c.Code || clean != c.Clean {
			t.Errorf("%s.%s %q: got %q (%q), want %q (%q)", c.Form, c.Field, c.Value, code, clean, c.Code, c.Clean)
		}
	}
}

func TestForm_MatchesTheGoldenCases(t *testing.T) {
	cases := readCases(t)
	if len(cases.Forms) == 0 || len(cases.WideForms) == 0 {
		t.Fatal("no cases")
	}
	matchForms(t, Form, cases.Forms)
	matchForms(t, WideForm, cases.WideForms)
}

type formCheck func(string, map[string]string) (clean, errs map[string]string)

func matchForms(t *testing.T, check formCheck, cases []goldenForm) {
	t.Helper()
	for _, c := range cases {
		clean, errs := check(c.Form, c.Values)
		if !maps.Equal(errs, c.Errors) || !maps.Equal(clean, c.Clean) {
			t.Errorf("%s %v: got %v, %v", c.Form, c.Values, errs, clean)
		}
	}
}
