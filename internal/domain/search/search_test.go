package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

func TestFold_JoinsCommonVariants(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"أدفيل", "ادفيل"}, {"إسعافات", "اسعافات"}, {"فيتامينات", "فيتاميناتٌ"}, {"حُبُوب", "حبوب"},
		{"العناية", "عنايه"}, {"مستشفى", "مستشفي"}, {"پنادول", "بنادول"}, {"کرم", "كرم"}, {"للأولاد", "أولاد"},
		{"بالجسم", "جسم"}, {"بـنـادول", "بنادول"}, {"٥٠٠", "500"},
		{"۵۰۰", "500"}, {"PANADOL", "panadol"}, {"Avène", "avene"},
		{"ﻻ", "لا"}, {"\u0627\u0655سعاف", "إسعاف"}, {"ا\u0653", "آ"}, {"\u200fبنادول", "بنادول"},
	} {
		if got, want := bare(loose(strict(c.a))), bare(loose(strict(c.b))); got != want {
			t.Errorf("%q folds to %q, %q to %q", c.a, got, c.b, want)
		}
	}
}

func TestConsonantKey_JoinsScripts(t *testing.T) {
	for _, group := range [][]string{
		{"panadol", "banadol", "بنادول", "بانادول", "پنادول", "panadoll"},
		{"advil", "أدفيل", "ادفيل", "adfil"}, {"centrum", "سنتروم", "sentrum", "sentrom"}, {"shoulders", "شولدرز"},
		{"voltaren", "فولتارين"}, {"ibuprofen", "ايبوبروفين"}, {"paracetamol", "باراسيتامول"}, {"menthol", "منثول"},
		{"vichy", "فيشي", "fishi"}, {"shampoo", "شامبو", "chambo"}, {"action", "أكشن"}, {"eucerin", "يوسيرين"},
		{"maعjoun", "معجون"}, {"asnan", "أسنان"}, {"lasqa", "لصقة"},
	} {
		want := consonantKey(loose(strict(group[0])))
		if want == "" {
			t.Errorf("%q has no key", group[0])
		}
		for _, word := range group {
			if got := consonantKey(loose(strict(word))); got != want {
				t.Errorf("%q has the key %q, %q has %q", group[0], want, word, got)
			}
		}
	}
}

func TestTokens_KeepArabiziWhole(t *testing.T) {
	for query, want := range map[string]string{
		"ma3joun asnan": "ma3joun|asnan", "7amoud": "7amoud", "wja3 ras": "wja3|ras", "500mg": "500|mg", "b12": "b|12",
		"panadol": "panadol", "بنادول3": "بنادول|3", "wa2i shams": "wa2i|shams",
	} {
		var got []string
		for _, token := range tokens(query) {
			got = append(got, token.folded)
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%q is cut into %q, want %q", query, got, want)
		}
	}
}

func TestOtherLayout_ReadsTheWrongKeyboard(t *testing.T) {
	for typed, meant := range map[string]string{
		"حشىشيخم": "panadol", "fkh],g": "بنادول", "شيرهم": "advil",
		"Hs]vhj": "اسدرات", "؛شىشيخم": "panadol", "لاهخيثقةش": "bioderma",
	} {
		if got := otherLayout(typed); got != meant {
			t.Errorf("%q reads %q, want %q", typed, got, meant)
		}
	}
}

func TestTypos_FindExactlyTermsWithinDistance(t *testing.T) {
	vocabulary := []string{"panadol", "panda", "advil", "centrum", "central", "dove",
		"vichy", "voltaren", "bepanthen", "بنادول", "سنتروم", "فيشي", "aa", "aaa", "abab"}
	typed := append([]string{"pandol", "anadol", "pnadol", "panadool", "cnetrum", "vlotaren",
		"wichy", "bepantehn", "بندول", "سنترومم", "baba", "a", "zzzzz", "panadolpanadol"}, vocabulary...)
	for _, depth := range []int{1, 2} {
		var entries []uint64
		for i, word := range vocabulary {
			entries = appendTypos(entries, word, uint32(i), depth)
		}
		s := newTypoIndex(entries)
		for _, word := range typed {
			candidates := s.candidates(word, depth)
			for i, other := range vocabulary {
				if within(word, other, depth) && !slices.Contains(candidates, uint32(i)) {
					t.Errorf("%q is within %d of %q but is no candidate", word, depth, other)
				}
			}
		}
	}
	for _, c := range []struct {
		a, b  string
		limit int
		want  bool
	}{
		{"panadol", "panadol", 0, true}, {"pandaol", "panadol", 1, true},
		{"pandol", "panadol", 1, true}, {"xandol", "panadol", 1, false},
		{"xandol", "panadol", 2, true}, {"dove", "doves", 1, true}, {"", "a", 1, true}, {"بندول", "بنادول", 1, true},
	} {
		if got := within(c.a, c.b, c.limit); got != c.want {
			t.Errorf("within(%q, %q, %d) = %v", c.a, c.b, c.limit, got)
		}
	}
}

func fixture() []*catalog.Product {
	panadol := product("pan-24", "Panadol 500 mg Tablets", "بنادول 500 ملغ أقراص", "panadol", 5)
	panadol.Ingredients = []catalog.Ingredient{{Name: text.Pair{English: "Paracetamol", Arabic: "باراسيتامول"}}}
	extra := product("pan-extra-24", "Panadol Extra 500 mg Caplets", "بنادول إكسترا 500 ملغ", "panadol", 0)
	extra.Ingredients = panadol.Ingredients
	advil := product("adv-200", "Advil 200 mg Liqui-Gels", "أدفيل 200 ملغ كبسولات", "advil", 5)
	hs := product("hs-1", "Head & Shoulders Menthol Shampoo", "هيد اند شولدرز شامبو منثول", "head and shoulders", 5)
	hs.Category = "hygiene"
	return []*catalog.Product{panadol, extra, advil, hs}
}

func TestSearch_FindsWhatPeopleType(t *testing.T) {
	x := index(fixture()...)
	for query, first := range map[string]string{
		"panadol": "pan-24", "PANADOL EXTRA": "pan-extra-24",
		"banadol": "pan-24", "بانادول": "pan-24", "پنادول": "pan-24",
		"ادفيل": "adv-200", "advl": "adv-200", "panadil": "pan-24", "حشىشيخم": "pan-24", "fkh],g": "pan-24",
		"head and shoulders": "hs-1", "headandshoulders": "hs-1", "head shoulders": "hs-1", "هيد شولدرز": "hs-1",
		"٢٠٠ ملغ": "adv-200", "PAN-EXTRA": "pan-extra-24",
		"panextra24": "pan-extra-24", "panadol for headache": "pan-24",
		"paracetamol": "pan-24", "shampo": "hs-1", "500mg panadol": "pan-24", "مسكنات": "pan-24", "pan": "pan-24",
		"liquigels": "adv-200", "liqui gels": "adv-200",
		"pana dol": "pan-24", "painkillers": "pan-24", "7anadol": "pan-24",
		"bla bla advil": "adv-200", "panadolextra": "pan-extra-24",
	} {
		if got := ids(x.Search(query).Items(0, 5)); len(got) == 0 || got[0] != first {
			t.Errorf("%q finds %v, want %s first", query, got, first)
		}
	}
}

func TestSearch_WrongKeyboardNamesTheQueryUsed(t *testing.T) {
	x := index(fixture()...)
	if r := x.Search("حشىشيخم"); !r.Rescued || r.Query != "panadol" {
		t.Errorf("rescued %v, query %q", r.Rescued, r.Query)
	}
	if r := x.Search("panadol"); r.Rescued || r.Query != "panadol" {
		t.Errorf("rescued %v, query %q", r.Rescued, r.Query)
	}
}

func TestSearch_RanksExactBeforePrefixBeforeTypo(t *testing.T) {
	x := index(
		product("c", "Dovex cream", "كريم", "other", 5),
		product("b", "Dove body lotion with a rather long name", "لوشن", "dove", 5),
		product("a", "Dave", "ديف", "other", 5),
	)
	if got := ids(x.Search("dove").Items(0, 9)); !slices.Equal(got, []string{"b", "c"}) {
		t.Errorf("dove finds %v: the exact word first, then its beginning, and no typo while these are there", got)
	}
	if got := ids(x.Search("dovee").Items(0, 9)); !slices.Contains(got, "b") {
		t.Errorf("dovee finds %v", got)
	}
}

func TestSearch_InStockFirstAmongEquals(t *testing.T) {
	x := index(fixture()...)
	if got := ids(x.Search("panadol").Items(0, 9)); !slices.Equal(got, []string{"pan-24", "pan-extra-24"}) {
		t.Errorf("order %v", got)
	}
	products := fixture()
	products[0].Stock, products[1].Stock = 0, 3
	if got := ids(index(products...).Search("panadol").Items(0, 9)); !slices.Equal(got, []string{"pan-extra-24",
		"pan-24"}) {
		t.Errorf("order after the stock changed %v", got)
	}
}

func TestSearch_OrderIndependentOfInput(t *testing.T) {
	products := demoProducts(t)
	want := index(products...)
	slices.Reverse(products)
	got := index(products...)
	for _, query := range []string{"panadol", "فيشي", "cream", "vitamin c", "vitamins", "ش", "10", "banadol"} {
		a, b := ids(want.Search(query).Items(0, 300)), ids(got.Search(query).Items(0, 300))
		if !slices.Equal(a, b) || len(a) == 0 {
			t.Errorf("%q: the order depends on the order of reading (%d and %d found)", query, len(a), len(b))
		}
	}
}

func TestSearch_PagesCoverTheWholeResult(t *testing.T) {
	x := index(demoProducts(t)...)
	r := x.Search("body care")
	whole := ids(r.Items(0, 1000))
	if len(whole) != r.Total() || len(whole) < 20 {
		t.Fatalf("%d items of %d", len(whole), r.Total())
	}
	var paged []string
	for offset := 0; offset < len(whole); offset += 7 {
		paged = append(paged, ids(r.Items(offset, 7))...)
	}
	if !slices.Equal(paged, whole) {
		t.Error("pages do not add up to the whole result")
	}
}

func TestSearch_HostileQueriesFindNothing(t *testing.T) {
	x := index(fixture()...)
	for _, query := range []string{
		"", " ", "%", "_", "%%%%", "\x00\x01", "\xff\xfe", "\u202e\u202d", "ــــ", "ًٌٍ",
		"💊", ";;;",
		"[]", strings.Repeat("؛", 500), strings.Repeat("z", 10_000), strings.Repeat("q w ", 3000), "\u0301\u0301\u0301",
	} {
		r := x.Search(query)
		if n := r.Total(); n != 0 {
			t.Errorf("%.20q finds %v", query, ids(r.Items(0, 5)))
		}
		x.Suggest(query, 8).Highlight("Panadol بنادول")
	}
	if got := x.Search(strings.Repeat("panadol%_ ", 2000)); got.Total() == 0 {
		t.Error("a very long query is not read from its beginning")
	}
}

func TestHighlight_MarksTheOriginal(t *testing.T) {
	for _, c := range []struct{ text, query, marked string }{
		{"Panadol Extra", "pan", "Pan"}, {"بَنادول إكسترا", "بناد", "بَناد"}, {"أدفيل", "ادفيل", "أدفيل"},
		{"Panadol Extra", "ext panadol", "Panadol|Ext"},
		{"💊 Advil", "advil", "Advil"}, {"بنادول", "panadol", "بنادول"},
		{"العناية بالجسم", "عناية", "العناية"}, {"العناية", "عنا", "العنا"}, {"Voltaren",
			"dove", ""}, {"Panadol", "panadil", "Panadol"}, {"500 mg", "٥٠٠", "500"},
	} {
		units := utf16.Encode([]rune(c.text))
		var marked []string
		for _, r := range (Result{words: queryWords(words(c.query), 0)}).Highlight(c.text) {
			marked = append(marked, string(utf16.Decode(units[r.Start:r.End])))
		}
		if got := strings.Join(marked, "|"); got != c.marked {
			t.Errorf("%q in %q marks %q, want %q", c.query, c.text, got, c.marked)
		}
	}
}
