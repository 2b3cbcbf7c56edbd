package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestFoldingJoinsWhatPeopleMixUp(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"أدفيل", "ادفيل"}, {"إسعافات", "اسعافات"}, {"فيتامينات", "فيتاميناتٌ"}, {"حُبُوب", "حبوب"},
		{"العناية", "عنايه"}, {"مستشفى", "مستشفي"}, {"پنادول", "بنادول"}, {"کرم", "كرم"},
		{"بـنـادول", "بنادول"}, {"٥٠٠", "500"}, {"۵۰۰", "500"}, {"PANADOL", "panadol"}, {"Avène", "avene"},
		{"ﻻ", "لا"}, {"\u200fبنادول", "بنادول"},
	} {
		if got, want := loose(strict(c.a)), loose(strict(c.b)); got != want {
			t.Errorf("%q folds to %q, %q to %q", c.a, got, c.b, want)
		}
	}
}

func TestConsonantKeyJoinsScripts(t *testing.T) {
	for _, group := range [][]string{
		{"panadol", "banadol", "بنادول", "بانادول", "پنادول", "panadoll"},
		{"advil", "أدفيل", "ادفيل"}, {"centrum", "سنتروم", "sentrum"}, {"shoulders", "شولدرز"},
		{"voltaren", "فولتارين"}, {"ibuprofen", "ايبوبروفين"}, {"paracetamol", "باراسيتامول"},
	} {
		want := consonantKey(loose(strict(group[0])))
		for _, word := range group {
			if got := consonantKey(loose(strict(word))); got != want && len(want) >= shortestKey {
				t.Errorf("%q has the key %q, %q has %q", group[0], want, word, got)
			}
		}
	}
}

func TestOtherLayoutReadsTheWrongKeyboard(t *testing.T) {
	for typed, meant := range map[string]string{
		"حشىشيخم": "panadol", "fkh],g": "بنادول", "شيرهم": "advil", "Hs]vhj": "اسدرات",
	} {
		if got := otherLayout(typed); got != meant {
			t.Errorf("%q reads %q, want %q", typed, got, meant)
		}
	}
}

func fixture() []Document {
	return []Document{
		{ID: "panadol", Names: []string{"Panadol 500 mg Tablets", "بنادول 500 ملغ أقراص"}, Brands: []string{"Panadol", "بنادول"}, Code: "PAN-24", Others: []string{"Pain Killers", "مسكنات الألم", "Paracetamol"}, InStock: true},
		{ID: "panadol-extra", Names: []string{"Panadol Extra 500 mg Caplets", "بنادول إكسترا 500 ملغ"}, Brands: []string{"Panadol", "بنادول"}, Code: "PAN-EXTRA-24", Others: []string{"Pain Killers", "Paracetamol"}, InStock: false},
		{ID: "advil", Names: []string{"Advil 200 mg Liqui-Gels", "أدفيل 200 ملغ كبسولات"}, Brands: []string{"Advil", "أدفيل"}, Code: "ADV-200", Others: []string{"Pain Killers", "Ibuprofen"}, InStock: true},
		{ID: "hs", Names: []string{"Head & Shoulders Menthol Shampoo", "هيد اند شولدرز شامبو منثول"}, Brands: []string{"Head and Shoulders", "هيد اند شولدرز"}, Code: "HS-1", Others: []string{"Hygiene", "النظافة"}, InStock: true},
	}
}

func TestSearchMeetsHowPeopleType(t *testing.T) {
	index, err := Build(fixture())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		query string
		first string
	}{
		{"panadol", "panadol"}, {"PANADOL EXTRA", "panadol-extra"}, {"banadol", "panadol"}, {"بانادول", "panadol"},
		{"پنادول", "panadol"}, {"ادفيل", "advil"}, {"advl", "advil"}, {"panadil", "panadol"}, {"حشىشيخم", "panadol"},
		{"fkh],g", "panadol"}, {"head and shoulders", "hs"}, {"headandshoulders", "hs"}, {"head shoulders", "hs"},
		{"هيد شولدرز", "hs"}, {"٢٠٠ ملغ", "advil"}, {"PAN-EXTRA", "panadol-extra"}, {"panextra24", "panadol-extra"},
		{"panadol for headache", "panadol"}, {"paracetamol", "panadol"}, {"shampo", "hs"}, {"500mg panadol", "panadol"},
		{"مسكنات", "panadol"}, {"pan", "panadol"}, {"liquigels", "advil"}, {"liqui gels", "advil"},
	} {
		result := index.Search(c.query)
		if ids := result.IDs(0, 5); len(ids) == 0 || ids[0] != c.first {
			t.Errorf("%q finds %v, want %s first", c.query, ids, c.first)
		}
	}
}

func TestRescueSaysWhatItSearchedFor(t *testing.T) {
	index, err := Build(fixture())
	if err != nil {
		t.Fatal(err)
	}
	if r := index.Search("حشىشيخم"); !r.Rescued || r.Query != "panadol" {
		t.Errorf("rescued %v, query %q", r.Rescued, r.Query)
	}
	if r := index.Search("panadol"); r.Rescued || r.Query != "panadol" {
		t.Errorf("rescued %v, query %q", r.Rescued, r.Query)
	}
}

func TestInStockComesFirstAmongEquals(t *testing.T) {
	live, err := NewLive(fixture())
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	order := func() []string { return live.Index().Search("panadol").IDs(0, 9) }
	if got := order(); !slices.Equal(got, []string{"panadol", "panadol-extra"}) {
		t.Fatalf("order %v", got)
	}
	sold := fixture()[0]
	sold.InStock = false
	back := fixture()[1]
	back.InStock = true
	if err := live.Apply([]Document{sold, back}, nil); err != nil {
		t.Fatal(err)
	}
	if got := order(); !slices.Equal(got, []string{"panadol-extra", "panadol"}) {
		t.Errorf("order after the stock changed %v", got)
	}
}

func TestHostileQueriesFindNothingAndCostLittle(t *testing.T) {
	index, err := Build(fixture())
	if err != nil {
		t.Fatal(err)
	}
	long := ""
	for range 2000 {
		long += "panadol%_ "
	}
	for _, query := range []string{"", " ", "%", "_", "'; DROP TABLE products;--", "\x00\x01", "\xff\xfe", "\u202e\u202d", "ــــ", "ًٌٍ", long, "💊"} {
		index.Search(query)
		index.Suggest(query, 8)
		Highlight("Panadol بنادول", query)
	}
}

func TestHighlightMarksTheOriginal(t *testing.T) {
	for _, c := range []struct{ text, query, marked string }{
		{"Panadol Extra", "pan", "Pan"}, {"بَنادول إكسترا", "بناد", "بَناد"}, {"أدفيل", "ادفيل", "أدفيل"},
		{"Panadol Extra", "ext panadol", "Panadol|Ext"}, {"💊 Advil", "advil", "Advil"}, {"بنادول", "panadol", "بنادول"},
		{"العناية بالجسم", "عناية", "العناية"}, {"Voltaren", "dove", ""},
	} {
		units := utf16Of(c.text)
		got := ""
		for i, r := range Highlight(c.text, c.query) {
			if i > 0 {
				got += "|"
			}
			got += stringOf(units[r.Start:r.End])
		}
		if got != c.marked {
			t.Errorf("%q in %q marks %q, want %q", c.query, c.text, got, c.marked)
		}
	}
}

// However the documents came to be what they are, the live index finds what a fresh one finds.
func TestLiveFindsWhatAFreshIndexFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"panadol", "advil", "centrum", "dove", "vichy", "voltaren", "extra", "night", "cold"}
	make1 := func(i int) Document {
		name := names[random.IntN(len(names))] + " " + names[random.IntN(len(names))]
		return Document{ID: fmt.Sprintf("p%04d", i), Names: []string{name}, InStock: random.IntN(3) > 0}
	}
	now := map[string]Document{}
	var first []Document
	for i := range 500 {
		d := make1(i)
		now[d.ID] = d
		first = append(first, d)
	}
	live, err := NewLive(first)
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		var changed []Document
		var removed []string
		for range random.IntN(12) {
			d := make1(random.IntN(3000))
			if random.IntN(5) == 0 {
				removed = append(removed, d.ID)
				delete(now, d.ID)
				continue
			}
			if slices.Contains(removed, d.ID) {
				continue
			}
			changed = append(changed, d)
			now[d.ID] = d
		}
		if err := live.Apply(changed, removed); err != nil {
			t.Fatal(err)
		}
	}
	live.Close()
	var all []Document
	for _, d := range now {
		all = append(all, d)
	}
	fresh, err := Build(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		got := slices.Sorted(live.Index().Search(name).All())
		want := slices.Sorted(fresh.Search(name).All())
		if !slices.Equal(got, want) {
			t.Errorf("%s: live finds %d, fresh finds %d", name, len(got), len(want))
		}
	}
}
