package wire

import (
	"encoding/json"
	"testing"
)

func TestTextOrNumber_AcceptsBoth(t *testing.T) {
	for given, want := range map[string]TextOrNumber{
		`3`: "3", `"3"`: "3", `4.50`: "4.50", `"٣"`: "٣", `""`: "", `-1`: "-1",
	} {
		var got TextOrNumber
		if err := json.Unmarshal([]byte(given), &got); err != nil || got != want {
			t.Errorf("%s became %q, %v; want %q", given, got, err, want)
		}
	}
	for _, given := range []string{`true`, `{}`, `[1]`} {
		var got TextOrNumber
		if err := json.Unmarshal([]byte(given), &got); err == nil {
			t.Errorf("%s became %q, want an error", given, got)
		}
	}
}

func TestYesNo_AcceptsWords(t *testing.T) {
	for given, want := range map[string]YesNo{
		`true`: true, `false`: false, `"yes"`: true, `"no"`: false, `"true"`: true, `"false"`: false,
	} {
		got := !want
		if err := json.Unmarshal([]byte(given), &got); err != nil || got != want {
			t.Errorf("%s became %v, %v", given, got, err)
		}
	}
	for _, given := range []string{`1`, `"maybe"`, `{}`, `[]`} {
		var got YesNo
		if err := json.Unmarshal([]byte(given), &got); err == nil {
			t.Errorf("%s became %v, want an error", given, got)
		}
	}
}

func TestProductReference_AcceptsIDOrObject(t *testing.T) {
	for given, want := range map[string]ProductReference{
		`"adv-200"`:                      "adv-200",
		`{"_id":"adv-200"}`:              "adv-200",
		`{"id":"adv-200","price":4.25}`:  "adv-200",
		`{"_id":"older","id":"adv-200"}`: "adv-200",
		`{"english_name":"without one"}`: "",
	} {
		var got ProductReference
		if err := json.Unmarshal([]byte(given), &got); err != nil || got != want {
			t.Errorf("%s became %q, %v; want %q", given, got, err, want)
		}
	}
	for _, given := range []string{`5`, `[]`, `true`, `{"id":5}`} {
		var got ProductReference
		if err := json.Unmarshal([]byte(given), &got); err == nil {
			t.Errorf("%s became %q, want an error", given, got)
		}
	}
}
