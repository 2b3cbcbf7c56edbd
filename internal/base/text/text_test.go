package text

import "testing"

func TestLanguage_ReadFromTheCookieOnly(t *testing.T) {
	for in, want := range map[string]Lang{
		"english": English, "arabic": Arabic, "": English, "ar": English, "Arabic": English,
	} {
		got, ok := ParseLang(in)
		if got != want || ok != (string(want) == in) {
			t.Errorf("ParseLang(%q) = %s, %t", in, got, ok)
		}
	}
	if Arabic.Tag() != "ar" || Arabic.Dir() != "rtl" || English.Tag() != "en" || English.Dir() != "ltr" {
		t.Error("tags or directions are wrong")
	}
}

func TestPair_FallsBackToTheOtherLanguage(t *testing.T) {
	both := Pair{English: "Panadol", Arabic: "بنادول"}
	if both.In(English) != "Panadol" || both.In(Arabic) != "بنادول" {
		t.Error("a full pair speaks its own language")
	}
	if (Pair{English: "Panadol"}).In(Arabic) != "Panadol" || (Pair{Arabic: "بنادول"}).In(English) != "بنادول" {
		t.Error("half a pair speaks the language it has")
	}
}

func TestFoldDigits_ArabicAndPersian(t *testing.T) {
	for in, want := range map[string]string{
		"٠١٢٣٤٥٦٧٨٩": "0123456789", "۰۱۲۳۴۵۶۷۸۹": "0123456789",
		"شارع ٧": "شارع 7", "١٢٫٥٠": "12.50", "abc 12": "abc 12", "": "",
		"٪٬ ؛ڤۍ": "٪٬ ؛ڤۍ", "a٩": "a9", "۹": "9",
	} {
		if got := FoldDigits(in); got != want {
			t.Errorf("FoldDigits(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlural_FormsOfBothLanguages(t *testing.T) {
	for n, want := range map[int64]string{
		0: "zero", 1: "one", 2: "two", 3: "few", 10: "few", 11: "many", 99: "many", 100: "other",
		101: "other", 102: "other", 103: "few", 111: "many", 1000: "other", 1003: "few", -3: "few",
	} {
		if got := pluralForm(Arabic, n); got != want {
			t.Errorf("Arabic %d: %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "other", 1: "one", 2: "other", 11: "other", -1: "one"} {
		if got := pluralForm(English, n); got != want {
			t.Errorf("English %d: %s, want %s", n, got, want)
		}
	}
}

func TestCatalogue_FillsPlaceholders(t *testing.T) {
	for _, c := range []struct {
		template string
		vars     map[string]any
		want     string
	}{
		{"Order #{number}", map[string]any{"number": 17}, "Order #17"},
		{"{a}{b}{a}", map[string]any{"a": "x", "b": "{a}"}, "x{a}x"},
		{"no vars {a}", nil, "no vars {a}"},
		{"{missing} stays", map[string]any{"a": 1}, "{missing} stays"},
		{"open { end", map[string]any{"a": 1}, "open { end"},
	} {
		if got := fill(c.template, c.vars); got != c.want {
			t.Errorf("fill(%q) = %q, want %q", c.template, got, c.want)
		}
	}
}

func TestCatalogue_AnswersInBothLanguages(t *testing.T) {
	c := MustCatalogue()
	if got := c.T(English, "nav.home", nil); got != "Home" {
		t.Errorf("English: %q", got)
	}
	if got := c.T(Arabic, "nav.home", nil); got != "الرئيسية" {
		t.Errorf("Arabic: %q", got)
	}
	if got := c.T("klingon", "nav.home", nil); got != "Home" {
		t.Errorf("an unknown language is English, got %q", got)
	}
	if got := c.T(Arabic, "no.such.key", nil); got != "no.such.key" || c.Has("no.such.key") || !c.Has("nav.home") {
		t.Errorf("unknown key: %q", got)
	}
}
