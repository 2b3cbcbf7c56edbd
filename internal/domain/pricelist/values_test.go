package pricelist

import (
	"testing"

	"dawa/internal/base/xlsx"
)

func TestReadPounds_FormsOfPrices(t *testing.T) {
	for typed, want := range map[string]int64{
		"1250000": 1_250_000, "1,250,000": 1_250_000, "1.250.000": 1_250_000, "1 250 000": 1_250_000,
		"1'250'000": 1_250_000, "١٬٢٥٠٬٠٠٠": 1_250_000, "١٢٥٠٠٠٠٫٥": 1_250_001, "1\u202f250\u00a0000": 1_250_000,
		"L.L. 125,000": 125_000, "125,000 LBP": 125_000, "125 000 ل.ل.": 125_000, "125000 ليرة": 125_000,
		"12,500": 12_500, "12.500": 12_500, "12.50": 13, "12,49": 12, "1,250,000.00": 1_250_000,
		"1.250.000,50": 1_250_001, "\u200f125000": 125_000, "1250000.": 0, "": 0, "0": 0, "-5000": 0, "free": 0,
		"1,25,000": 0, "12,5000": 0, "1.2.3": 0, "9999999999999999": 0, "5000 - 6000": 0, "NaN": 0, "1e6": 0,
	} {
		if got, ok := readPounds(xlsx.Cell{Text: typed}); got != want || ok != (want != 0) {
			t.Errorf("%q: %d, %v, want %d", typed, got, ok, want)
		}
	}
	// A number that a spreadsheet stores has no thousands separators.
	if got, _ := readPounds(xlsx.Cell{Text: "1250.125", Numeric: true}); got != 1250 {
		t.Errorf("a number of a spreadsheet is %d", got)
	}
}

func TestReadDay_FormsOfDates(t *testing.T) {
	for typed, want := range map[string]string{
		"2026-11-05": "2026-11-05", "5/11/2026": "2026-11-05", "05-11-2026": "2026-11-05", "5.11.26": "2026-11-05",
		"٠٥/١١/٢٠٢٦": "2026-11-05", "5-Nov-2026": "2026-11-05", "5 November 2026": "2026-11-05",
		"2026-11-05T00:00:00Z": "2026-11-05", "2026-11-05 00:00:00": "2026-11-05", "45976": "2025-11-15",
		"31/02/2026": "", "11/15/2026": "", "soon": "", "": "", "5": "", "1250000": "",
	} {
		if got, ok := readDay(xlsx.Cell{Text: typed}); got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestReadCode_ComparesWhatSpreadsheetsDoToCodes(t *testing.T) {
	for typed, want := range map[string]string{
		" 0622 1234 ": "6221234", "٦٢٢١٢٣٤": "6221234", "'06221234": "6221234", "abc-12": "ABC-12", "00": "0", "": "",
		"\u200e622": "622",
	} {
		if got := readCode(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func FuzzReadPounds_StaysInRange(f *testing.F) {
	f.Add("1,250,000.50")
	f.Fuzz(func(t *testing.T, typed string) {
		if got, ok := readPounds(xlsx.Cell{Text: typed}); ok != (got > 0) || got > 1_000_000_000_000 {
			t.Errorf("%q: %d, %v", typed, got, ok)
		}
	})
}
