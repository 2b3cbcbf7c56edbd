package search

import (
	"slices"
	"testing"

	"dawa/contract"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// An everyday word is not taken for a misspelt one or for Arabic in Latin letters: whoever asks for bread is not
// shown fever syrup.
func TestSearch_EverydayWordsMeanThemselves(t *testing.T) {
	x := index(demoProducts(t)...)
	for _, word := range contract.Synonyms().EverydayWords {
		switch r := x.Search(word); {
		case r.Match == MatchCorrected && r.Total() > 0:
			t.Errorf("%q was corrected to find %v", word, ids(r.Items(0, 3)))
		case r.Match == MatchConcern:
			t.Errorf("%q was taken for %s", word, r.Concern)
		}
	}
}

// What is typed on the way to a name is no Arabic that sounds like it: "liste" becomes Listerine, and is not لثة.
func TestSearch_TheBeginningOfANameIsNotReadAsArabic(t *testing.T) {
	x := index(demoProducts(t)...)
	for _, typed := range []string{"list", "liste", "lister"} {
		for how, r := range map[string]Result{"searched": x.Search(typed), "suggested": x.Suggest(typed, 5)} {
			if r.Total() == 0 || r.Concern != "" {
				t.Errorf("%q %s: %s for %q finds %d", typed, how, r.Match, r.Concern, r.Total())
				continue
			}
			for _, it := range r.Items(0, r.Total()) {
				if it.Brand != "listerine" {
					t.Errorf("%q %s finds %s", typed, how, it.ID)
				}
			}
		}
	}
}

// Beside a concern an everyday word only tells how it came about.
func TestSearch_EverydayWordsBesideAConcernNeedNotBeMet(t *testing.T) {
	x := index(demoProducts(t)...)
	for query, concern := range map[string]string{
		"burnt my hand on the stove": "burns", "twisted my ankle playing football": "sprain",
		"سعلة بالمدرسة": "cough",
	} {
		if r := x.Search(query); r.Concern != concern || r.Match != MatchConcern {
			t.Errorf("%q: %s %q", query, r.Match, r.Concern)
		}
	}
}

// Two ingredients that sound alike are two medicines; names and brands are known by their sound.
func TestSearch_IngredientsAreNotKnownByTheirSound(t *testing.T) {
	box := product("box", "Zalvo 10 mg", "زالفو 10 ملغ", "zalvo", 3)
	box.Ingredients = []catalog.Ingredient{{Name: text.Pair{English: "Cetirizine", Arabic: "سيتيريزين"}}}
	x := index(box)
	if r := x.Search("cetirizine"); r.Total() != 1 || r.Match != MatchExact {
		t.Errorf("the ingredient itself: %s, %d products", r.Match, r.Total())
	}
	for _, query := range []string{"sotarazoon", "satorozan", "سوتارازان"} {
		if r := x.Search(query); r.Total() != 0 {
			t.Errorf("%q finds %v (%s)", query, ids(r.Items(0, 3)), r.Match)
		}
	}
	if r := x.Search("zalfo"); r.Total() != 1 {
		t.Errorf("the name by its sound finds %d products", r.Total())
	}
}

// In a short word only letters that people mix up are corrected.
func TestPlausibleTypo_ShortWords(t *testing.T) {
	for _, c := range []struct {
		typed, written string
		want           bool
	}{
		{"كتاب", "كتام", false}, {"ترجع", "ترضع", false}, {"store", "sore", false}, {"مطار", "مطهر", false},
		{"couhg", "cough", true}, {"panadel", "panadol", true}, {"اسحال", "اسهال", true}, {"حساسيا", "حساسيه", true},
		{"coough", "cough", true}, {"throut", "throat", true}, {"fevar", "fever", true},
	} {
		if got := plausibleTypo(c.typed, c.written); got != c.want {
			t.Errorf("%s for %s: %v", c.typed, c.written, got)
		}
	}
}

// A letter held down is one letter, and a short word behind "for the" is not corrected.
func TestSearch_HeldLettersAndShortWords(t *testing.T) {
	x := index(demoProducts(t)...)
	if r := x.Search("عندي صداااع"); r.Concern != "headache" || r.Match != MatchConcern {
		t.Errorf("a held letter: %s %q", r.Match, r.Concern)
	}
	for _, query := range []string{"سيارة للبيع", "كتاب طبخ"} {
		if r := x.Search(query); r.Total() > 0 && r.Match != MatchLoose {
			t.Errorf("%q finds %v (%s)", query, ids(r.Items(0, 3)), r.Match)
		}
	}
}

// No product has two forms, so a query that names two is content with either.
func TestSearch_TwoFormsAreAChoice(t *testing.T) {
	r := index(demoProducts(t)...).Search("gauze and tape")
	if found := ids(r.Items(0, 10)); r.Match != MatchExact || !slices.Contains(found, "har-gauze-10") ||
		!slices.Contains(found, "leu-tape-25") {
		t.Errorf("%s %v", r.Match, found)
	}
}

// Who asks for iron or energy in pregnancy is not shown what is not made for it, but the vitamins that are.
func TestSearch_VitaminsOfThosePeople(t *testing.T) {
	r := index(demoProducts(t)...).Search("pregnant and tired")
	if r.Match != MatchLoose || r.Total() == 0 {
		t.Fatalf("%s, %d products", r.Match, r.Total())
	}
	for _, it := range r.Items(0, 10) {
		if !slices.Contains(it.Suits, "pregnancy") {
			t.Errorf("%s does not suit pregnancy", it.ID)
		}
	}
}
