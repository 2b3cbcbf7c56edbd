package httpapi

import (
	"encoding/json"
	"net/http"
	"testing"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
	"dawa/internal/edge/httpapi/wire"
)

// The answers are written by hand; what they must say is what the types of the wire say.
func TestSuggestions_EqualTheTypesOfTheWire(t *testing.T) {
	hostile := `Panadol "x" \ <b>&` + "\u2028"
	goods := &changingCatalogue{}
	goods.now.Store(catalog.NewSnapshot([]*catalog.Product{
		{
			ID: "p1", Brand: "panadol", Category: "pain_killers", Price: 425, Stock: 5, Discount: 10, Version: 1,
			Name: text.Pair{English: hostile, Arabic: "بنادول <اكسترا>"}, Status: catalog.Approved,
			Images: []catalog.Image{{Hash: "aa"}, {Hash: "bb", Alt: text.Pair{English: hostile}}},
		},
		{
			ID: "p2", Brand: "panadol", Category: "pain_killers", Price: 5, Version: 1,
			Name: text.Pair{English: "Tablets 💊 Panadol"}, Status: catalog.Approved, Regulation: regulation.OTC,
		},
	}, AppendProduct))
	f := newFrameOf(t, Options{Reads: NewReads(goods, newFinder(t, goods), nil)}, (*API).routes)
	for _, c := range []struct {
		path  string
		found int
	}{
		{"/api/autocomplete?name=panad", 2},
		{"/api/autocomplete?name=p", 0},
		{"/api/autocomplete?name=%D8%A8%D9%86%D8%A7", 2},
	} {
		var list []wire.Suggestion
		if sameAgain(t, f.url+c.path, &list); len(list) != c.found {
			t.Errorf("%s found %d products, want %d", c.path, len(list), c.found)
		}
	}
	for _, c := range []struct {
		path  string
		found int
	}{
		{"/api/suggest?q=panad", 2}, {"/api/suggest?q=p", 0}, {"/api/suggest?q=antibiotic", 0},
	} {
		var all wire.Suggestions
		if sameAgain(t, f.url+c.path, &all); len(all.Products) != c.found {
			t.Errorf("%s found %d products, want %d", c.path, len(all.Products), c.found)
		}
	}
}

// sameAgain reads an answer into its type and checks that the type writes the same.
func sameAgain(t *testing.T, url string, into any) {
	t.Helper()
	_, body := send(t, http.MethodGet, url, "")
	if err := json.Unmarshal(body, into); err != nil {
		t.Fatalf("%s: %v: %s", url, err, body)
	}
	if want := encoded(into); string(body) != string(want) {
		t.Errorf("%s:\n%s\nwant\n%s", url, body, want)
	}
}
