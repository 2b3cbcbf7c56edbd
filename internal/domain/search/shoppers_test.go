package search

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"testing"

	"dawa/contract"
	"dawa/internal/domain/catalog"
)

// shopperQuery is what a shopper types and what must and must not be among the first five.
type shopperQuery struct {
	Kind     string   `json:"kind"`
	Query    string   `json:"query"`
	Brand    string   `json:"brand"`
	Products []string `json:"products"`
	Concern  string   `json:"concern"`
	AnyOf    []string `json:"any_of"` // concerns, each of which fits
	Suits    string   `json:"suits"`
	NotSold  string   `json:"not_sold"`
	Nothing  bool     `json:"nothing"`
	Never    []string `json:"never"`
}

func anyID(patterns []string, id string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, id)
		return err == nil && ok
	})
}

// wrong says what is wrong with a result, or nothing.
func (q shopperQuery) wrong(r Result) string {
	found := r.Items(0, 5)
	for _, it := range found {
		if anyID(q.Never, it.ID) {
			return it.ID + " must not be there"
		}
	}
	fits := func(it *catalog.Item) bool {
		switch {
		case q.Brand != "":
			return it.Brand == q.Brand
		case len(q.AnyOf) > 0:
			return slices.ContainsFunc(q.AnyOf, func(key string) bool { return slices.Contains(it.Concerns, key) })
		case q.Concern != "":
			return slices.Contains(it.Concerns, q.Concern) && (q.Suits == "" || slices.Contains(it.Suits, q.Suits))
		}
		return anyID(q.Products, it.ID)
	}
	switch {
	case q.NotSold != "":
		if r.NotSold != q.NotSold || r.Total() > 0 {
			return "is not answered as not sold"
		}
	case q.Nothing:
		if r.Total() > 0 && r.Match != MatchLoose {
			return "finds something"
		}
	case !slices.ContainsFunc(found, fits):
		return "finds nothing that fits"
	case len(q.AnyOf) > 0 && r.Match != MatchLoose && r.Match != MatchExact && !slices.Contains(q.AnyOf, r.Concern) &&
		!slices.ContainsFunc(found[:1], fits):
		return "shows products of another concern as matches"
	case q.Concern != "" && r.Match != MatchLoose && slices.ContainsFunc(found, func(it *catalog.Item) bool {
		return !slices.Contains(it.Concerns, r.Concern) && r.Concern == q.Concern && !otherMeaning(r, it)
	}):
		return "shows products of another concern as matches"
	}
	return ""
}

// otherMeaning tells that the word was listed as ambiguous and the product serves its second meaning.
func otherMeaning(r Result, it *catalog.Item) bool {
	for _, a := range contract.Concerns().Ambiguous {
		if a.Concerns[0] == r.Concern && slices.ContainsFunc(a.Concerns, func(key string) bool {
			return slices.Contains(it.Concerns, key)
		}) {
			return true
		}
	}
	return false
}

func TestSearch_AnswersShoppers(t *testing.T) {
	const fewest, target = 1000, 95
	data, err := os.ReadFile("testdata/shoppers.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []shopperQuery
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) < fewest {
		t.Fatalf("%d queries, want at least %d", len(all), fewest)
	}
	x := index(demoProducts(t)...)
	type rate struct{ all, good int }
	rates, order, total := map[string]*rate{}, []string{}, rate{}
	for _, q := range all {
		k := rates[q.Kind]
		if k == nil {
			k = &rate{}
			rates[q.Kind] = k
			order = append(order, q.Kind)
		}
		r := x.Search(q.Query)
		k.all, total.all = k.all+1, total.all+1
		if trouble := q.wrong(r); trouble != "" {
			t.Logf("%q (%s) %s: %s %s%s", q.Query, q.Kind, trouble, r.Match, r.Concern, describeFinds(r.Items(0, 5)))
			if trouble != "finds nothing that fits" {
				t.Errorf("%q: a wrong answer", q.Query)
			}
			continue
		}
		k.good, total.good = k.good+1, total.good+1
	}
	for _, kind := range order {
		t.Logf("%-12s %3d queries, %3d %% good", kind, rates[kind].all, percent(rates[kind].good, rates[kind].all))
	}
	t.Logf("%-12s %3d queries, %3d %% good", "all", total.all, percent(total.good, total.all))
	if percent(total.good, total.all) < target {
		t.Errorf("under %d %%", target)
	}
}

// A query is answered at every moment while it is typed, and what was suggested says how honest it is.
func TestSearch_AnswersEveryBeginning(t *testing.T) {
	data, err := os.ReadFile("testdata/shoppers.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []shopperQuery
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	x := index(demoProducts(t)...)
	for _, q := range all {
		for end := range q.Query {
			if r := x.Suggest(q.Query[:end], 8); r.Match == "" {
				t.Fatalf("%q says nothing of its match", q.Query[:end])
			}
		}
	}
}

// Of two unrelated concerns, the first ten of one hold nothing that serves the other alone.
func TestSearch_ConcernsDoNotMix(t *testing.T) {
	const pairs = 60
	x := index(demoProducts(t)...)
	list := contract.Concerns().Concerns
	random := rand.New(rand.NewPCG(20, 11))
	for tried := 0; tried < pairs; {
		a, b := list[random.IntN(len(list))], list[random.IntN(len(list))]
		if a.Group == b.Group {
			continue // pains are related, and so are coughs
		}
		tried++
		for _, query := range []string{a.Label.English, a.Label.Arabic, a.Words.Arabizi[0]} {
			r := x.Search(query)
			if r.Match == MatchLoose || r.Total() == 0 {
				t.Errorf("%q (%s) finds %d products: %s", query, a.Key, r.Total(), r.Match)
			}
			for _, it := range r.Items(0, 10) {
				if slices.Contains(it.Concerns, b.Key) && !slices.Contains(it.Concerns, a.Key) && !otherMeaning(r, it) {
					t.Errorf("%q (%s) shows %s, which serves %s alone", query, a.Key, it.ID, b.Key)
				}
			}
		}
	}
}

// What is not sold stops being so when a product carries its key.
func TestSearch_NotSoldEndsWithAProduct(t *testing.T) {
	if r := index(fixture()...).Search("insulin"); r.NotSold != "insulin" || r.Total() != 0 {
		t.Errorf("insulin: %q, %d products", r.NotSold, r.Total())
	}
	pen := product("pen", "Insulin pen", "قلم إنسولين", "maker", 1)
	pen.Concerns = []string{"insulin"}
	for _, query := range []string{"insulin", "إنسولين"} {
		if r := index(append(fixture(), pen)...).Search(query); r.NotSold != "" || r.Total() != 1 {
			t.Errorf("%s with a pen on sale: %q, %d products", query, r.NotSold, r.Total())
		}
	}
}

// A word that an admin adds names its concern at once.
func TestLive_ExtraWordsNameConcerns(t *testing.T) {
	l := NewLive(testLabels())
	l.See(catalog.NewSnapshot(demoProducts(t), func(to []byte, _ *catalog.Product) []byte { return to }), nil)
	if r := l.Index().Search("snuffelitis"); r.Concern != "" {
		t.Fatalf("snuffelitis is known: %s", r.Concern)
	}
	l.SetExtraWords(ExtraWords{"cold_flu": {"snuffelitis"}})
	if r := l.Index().Search("snuffelitis"); r.Concern != "cold_flu" || r.Match != MatchConcern || r.Total() == 0 {
		t.Errorf("snuffelitis means %q (%s)", r.Concern, r.Match)
	}
}
