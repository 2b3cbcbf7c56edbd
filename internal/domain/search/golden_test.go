package search

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"testing"

	"dawa/internal/domain/catalog"
)

// golden is what someone typed and what they hoped to see among the first five.
type golden struct {
	Kind  string `json:"kind"`
	Query string `json:"query"`
	// Brand, or any of the products, whose ids may hold a *.
	Brand    string   `json:"brand"`
	Products []string `json:"products"`
	// Rescued tells that the shop must say it searched for something else.
	Rescued bool `json:"rescued"`
}

func (g golden) wants(it *catalog.Item) bool {
	if g.Brand != "" {
		return it.Brand == g.Brand
	}
	return slices.ContainsFunc(g.Products, func(pattern string) bool {
		ok, err := path.Match(pattern, it.ID)
		return err == nil && ok
	})
}

func goldenQueries(t testing.TB) []golden {
	t.Helper()
	data, err := os.ReadFile("testdata/queries.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []golden
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatalf("testdata/queries.json: %v", err)
	}
	return all
}

// What people really type finds what they mean among the first five, in the results and in the
// suggestions.
func TestSearch_GoldenQueries(t *testing.T) {
	const firstFive, fewest, target = 5, 180, 95
	x := index(demoProducts(t)...)
	all := goldenQueries(t)
	if len(all) < fewest {
		t.Fatalf("%d queries, want at least %d", len(all), fewest)
	}
	type counts struct{ all, first, five, suggested int }
	kinds := map[string]*counts{}
	var order []string
	var total counts
	for _, g := range all {
		if (g.Brand == "") == (len(g.Products) == 0) {
			t.Fatalf("%q must name either a brand or products", g.Query)
		}
		k := kinds[g.Kind]
		if k == nil {
			k = &counts{}
			kinds[g.Kind] = k
			order = append(order, g.Kind)
		}
		r := x.Search(g.Query)
		found := r.Items(0, firstFive)
		suggested := x.Suggest(g.Query, 8).Items(0, firstFive)
		for _, c := range []*counts{k, &total} {
			c.all++
			if len(found) > 0 && g.wants(found[0]) {
				c.first++
			}
			if slices.ContainsFunc(found, g.wants) {
				c.five++
			}
			if slices.ContainsFunc(suggested, g.wants) {
				c.suggested++
			}
		}
		if !slices.ContainsFunc(found, g.wants) {
			t.Logf("missed %q (%s), wanted %s%v, found%s", g.Query, g.Kind, g.Brand, g.Products, describeFinds(found))
		}
		if r.Rescued != g.Rescued {
			t.Errorf("%q: rescued is %v (%q)", g.Query, r.Rescued, r.Query)
		}
	}
	for _, kind := range order {
		k := kinds[kind]
		logRates(t, kind, k.all, k.five, k.first, k.suggested)
	}
	logRates(t, "all", total.all, total.five, total.first, total.suggested)
	if percent(total.five, total.all) < target || percent(total.suggested, total.all) < target {
		t.Errorf("the hit rate is under %d %%", target)
	}
}

func logRates(t *testing.T, kind string, all, five, first, suggested int) {
	t.Helper()
	t.Logf("%-24s %3d queries: %3d %% in the first five, %3d %% first, %3d %% suggested",
		kind, all, percent(five, all), percent(first, all), percent(suggested, all))
}

func percent(part, whole int) int { return part * 100 / whole }
