package search

import (
	"slices"
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

func shopWithTexts() []*catalog.Product {
	drops := product("drops", "Clearvue drops", "نقط كليرفيو", "maker", 1)
	drops.Description = text.Pair{
		English: "Soothes eyes after snorkelling in chlorine.", Arabic: "تريح العين بعد الغطس الطويل.",
	}
	tablets := product("tablets", "Chlorine tablets", "أقراص كلور", "maker", 1)
	tablets.Description = text.Pair{English: "For drinking water.", Arabic: "لماء الشرب."}
	return []*catalog.Product{drops, tablets}
}

// A word that stands in a text only is a guess, and never comes before or among products that are called so.
func TestSearch_LongTextsAreLooseAndLast(t *testing.T) {
	x := index(shopWithTexts()...)
	for query, want := range map[string]struct {
		match Match
		found []string
	}{
		"snorkelling":       {MatchLoose, []string{"drops"}},
		"الطويل":            {MatchLoose, []string{"drops"}},
		"drops snorkelling": {MatchLoose, []string{"drops"}},
		"chlorine":          {MatchExact, []string{"tablets"}},
		"skiing":            {MatchNone, []string{}},
	} {
		r := x.Search(query)
		if got := ids(r.Items(0, 5)); r.Match != want.match || !slices.Equal(got, want.found) {
			t.Errorf("%q: %s %v", query, r.Match, got)
		}
	}
}

// A word that stands in very many texts tells nothing.
func TestSearch_CommonWordsOfTextsFindNothing(t *testing.T) {
	products := shopWithTexts()
	for i := range 200 {
		p := product("p"+string(rune('a'+i%26))+string(rune('a'+i/26)), "Thing", "شيء", "maker", 1)
		p.Description.English = "Comes with delightful packaging"
		products = append(products, p)
	}
	if r := index(products...).Search("packaging"); r.Match != MatchNone {
		t.Errorf("%s, %d products", r.Match, r.Total())
	}
}

// A changed description counts at once; the texts of a shop that opens follow its names.
func TestLive_FollowsLongTexts(t *testing.T) {
	products := shopWithTexts()
	byID := map[string]string{"drops": "Calms after snorkelling", "tablets": "Cleans canteens"}
	l := NewLive(testLabels().WithTexts(func(it *catalog.Item) []string { return []string{byID[it.ID+it.PackSize]} }))
	l.See(snapshotOf(products), nil)
	l.Close()
	if r := l.Index().Search("canteens"); !slices.Equal(ids(r.Items(0, 5)), []string{"tablets"}) {
		t.Errorf("canteens: %s %v", r.Match, ids(r.Items(0, 5)))
	}
	byID["tabletsnew"] = "Cleans thermoses"
	changed := *products[1]
	changed.PackSize, changed.Version = "new", 2
	l.See(snapshotOf([]*catalog.Product{products[0], &changed}), []string{"tablets"})
	for query, want := range map[string]int{"thermoses": 1, "canteens": 0, "snorkelling": 1} {
		if n := l.Index().Search(query).Total(); n != want {
			t.Errorf("%s finds %d", query, n)
		}
	}
}
