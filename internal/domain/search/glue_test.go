package search

import (
	"slices"
	"testing"
)

// What came before or caused a concern need not be met.
func TestSearch_CircumstancesNeedNotBeMet(t *testing.T) {
	x := index(demoProducts(t)...)
	for query, concern := range map[string]string{
		"burn from hot oil": "burns", "hair falling out after pregnancy": "hair_loss",
		"diarrhea after antibiotics": "diarrhoea", "وجع رقبة من النوم": "muscle_pain",
		"my back is killing me after lifting boxes": "back_pain", "constipated for 4 days": "constipation",
	} {
		if r := x.Search(query); r.Concern != concern || r.Match != MatchConcern {
			t.Errorf("%q: %s %q", query, r.Match, r.Concern)
		}
	}
}

// A sentence is read to its end, however much of it says nothing.
func TestSearch_LongSentences(t *testing.T) {
	query := "hello please what is the best thing that i can take for a very sore throat"
	if r := index(demoProducts(t)...).Search(query); r.Concern != "sore_throat" || r.Match != MatchConcern {
		t.Errorf("%s %q", r.Match, r.Concern)
	}
}

// Nobody knows which products meet a condition, so what is found is a guess, and what must not happen is not asked for.
func TestSearch_ConditionsAreNoConcerns(t *testing.T) {
	x := index(demoProducts(t)...)
	for query, concern := range map[string]string{
		"painkiller that doesn't hurt my stomach": "stomach_cramps", "allergy pills that don't make me sleepy": "sleep",
	} {
		if r := x.Search(query); r.Match != MatchLoose || r.Concern == concern || r.Total() == 0 {
			t.Errorf("%q: %s %q, %d products", query, r.Match, r.Concern, r.Total())
		}
	}
}

// What goes on the skin is not for eyes and mouth.
func TestSearch_OpeningsMustBeMet(t *testing.T) {
	x := index(demoProducts(t)...)
	for _, query := range []string{"cut in my eye", "wound inside the ear", "bepanthen eye"} {
		if r := x.Search(query); r.Total() > 0 && r.Match != MatchLoose {
			t.Errorf("%q finds %v (%s)", query, ids(r.Items(0, 3)), r.Match)
		}
	}
	if r := x.Search("cut on my finger"); r.Match != MatchConcern {
		t.Errorf("a cut on a finger: %s", r.Match)
	}
}

// An age inside a phrase for a concern narrows like one beside it.
func TestSearch_AgesInsidePhrasesNarrow(t *testing.T) {
	x := index(demoProducts(t)...)
	for _, query := range []string{"baby cant breathe nose", "جفاف عند الاطفال"} {
		r := x.Search(query)
		if r.Match != MatchConcern {
			t.Errorf("%q: %s", query, r.Match)
		}
		for _, it := range r.Items(0, 10) {
			if !slices.Contains(it.Suits, "infant") && !slices.Contains(it.Suits, "child") {
				t.Errorf("%q shows %s", query, it.ID)
			}
		}
	}
}

// A concern with nothing for the people asked for is answered with the wider one, for those people.
func TestSearch_WiderConcernForThosePeople(t *testing.T) {
	r := index(demoProducts(t)...).Search("something for my kid's dry cough at night")
	if r.Match != MatchConcern || r.Concern != "cough" || r.Total() == 0 {
		t.Fatalf("%s %q, %d products", r.Match, r.Concern, r.Total())
	}
	for _, it := range r.Items(0, 10) {
		if !slices.Contains(it.Suits, "child") && !slices.Contains(it.Suits, "infant") {
			t.Errorf("%s does not suit children", it.ID)
		}
	}
}

// A medicine is found in another form of the same use; a cosmetic in another form is another product.
func TestSearch_MedicineInAnotherForm(t *testing.T) {
	x := index(demoProducts(t)...)
	if r := x.Search("voltaren cream"); r.Match != MatchExact || r.Total() == 0 {
		t.Errorf("voltaren cream: %s, %d products", r.Match, r.Total())
	}
	for _, query := range []string{"nivea gel", "betadine syrup"} {
		if r := x.Search(query); r.Total() > 0 && r.Match != MatchLoose {
			t.Errorf("%q finds %v (%s)", query, ids(r.Items(0, 3)), r.Match)
		}
	}
}

// What hurts is said before where: the place alone stands for a pain only when nothing else is said of it.
func TestSearch_PlacesGiveWay(t *testing.T) {
	x := index(demoProducts(t)...)
	for query, concern := range map[string]string{
		"knee": "joint_pain", "knee scrape": "cuts_wounds", "arthritis cream for hands": "joint_pain",
		"hand cream": "dry_hands", "fever thermometer": "thermometer", "7er2 bel ide": "burns",
	} {
		if r := x.Search(query); r.Concern != concern || r.Match != MatchConcern {
			t.Errorf("%q: %s %q", query, r.Match, r.Concern)
		}
	}
}

func TestTokens_Apostrophes(t *testing.T) {
	for text, want := range map[string][]string{
		"crampes d'estomac": {"crampes", "estomac"}, "can’t sleep": {"cant", "sleep"}, "kid's": {"kid", "s"},
	} {
		var got []string
		for _, token := range tokens(text) {
			got = append(got, token.folded)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// In English "men" are people; in Arabizi it is "from".
func TestSearch_MenInBothLanguages(t *testing.T) {
	x := index(demoProducts(t)...)
	if found := ids(x.Search("vitamin for men 50+").Items(0, 5)); !slices.Equal(found, []string{"cen-men50-30"}) {
		t.Errorf("vitamin for men 50+: %v", found)
	}
	if r := x.Search("waja3 ras men el shams"); r.Concern != "headache" {
		t.Errorf("waja3 ras men el shams: %s", r.Concern)
	}
}

// Two bare words of which one means other things too are something else.
func TestSearch_EverydayThingsAreNoConcerns(t *testing.T) {
	x := index(demoProducts(t)...)
	for _, query := range []string{
		"cold coffee", "nose ring", "nail glue", "ear wax", "نضارات شمس", "زيت زيتون", "foot ball", "حرارة المكيف",
	} {
		if r := x.Search(query); r.Total() > 0 && r.Match != MatchLoose {
			t.Errorf("%q finds %v (%s)", query, ids(r.Items(0, 3)), r.Match)
		}
	}
}
