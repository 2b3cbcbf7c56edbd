package search

import "testing"

// What was corrected is named as it is written in the shop or in the words of the concern.
func TestResult_ShowingForNamesTheCorrectedWords(t *testing.T) {
	x := index(demoProducts(t)...)
	for query, want := range map[string]string{
		"panadil":         "Panadol",
		"panadil tablets": "Panadol tablets",
		"بانادوول":        "بنادول",
		"sensodine":       "Sensodyne",
		"diarhoea":        "Diarrhoea",
		"headacge":        "Headache",
		"dandrufff":       "Dandruff",
		"fhkh],g":         "بانادول",
		"panadol":         "",
		"fever":           "",
		"laptop bag":      "",
	} {
		if r := x.Search(query); r.ShowingFor() != want {
			t.Errorf("%q (%s) is shown for %q, want %q", query, r.Match, r.ShowingFor(), want)
		}
	}
}

// In quotation marks a query is searched for as it is.
func TestSearch_QuotedTextIsTakenLiterally(t *testing.T) {
	x := index(demoProducts(t)...)
	for query, want := range map[string]Match{
		`"panadil"`: MatchNone, `"panadol"`: MatchExact, "«بنادول»": MatchExact, "“banadol”": MatchNone,
		`"fhkh],g"`: MatchNone, `"insulin"`: MatchNone, `""`: MatchNone,
	} {
		r := x.Search(query)
		if r.Match != want || (r.Total() > 0) != (want == MatchExact) || r.ShowingFor() != "" {
			t.Errorf("%s: %s, %d products, for %q", query, r.Match, r.Total(), r.ShowingFor())
		}
	}
}
