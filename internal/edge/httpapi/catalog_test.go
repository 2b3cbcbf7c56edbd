package httpapi

import (
	"encoding/json"
	"net/http"
	"testing"

	"dawa/internal/domain/search"
)

// newFinder searches a catalogue as it is now.
func newFinder(t *testing.T, goods Catalogue) *search.Live {
	t.Helper()
	finder := search.NewLive(search.NewLabels(texts(t)))
	finder.See(goods.Snapshot(), nil)
	t.Cleanup(finder.Close)
	return finder
}

func TestLists_AreWholeWithoutPageAndLimit(t *testing.T) {
	goods := vitamins(600)
	finder := newFinder(t, goods)
	f := newFrameOf(t, Options{Reads: NewReads(goods, finder, nil)}, (*API).routes)
	for path, want := range map[string]int{
		"/api/product/all":                           500,
		"/api/product/all?sort=price_asc":            500,
		"/api/product/all?page=1":                    48,
		"/api/product/all?limit=12":                  12,
		"/api/search?name=vitamin":                   500,
		"/api/search?name=vitamin&page=2":            12,
		"/api/search?name=vitamin&limit=20":          20,
		"/api/product/category/vitamins":             12,
		"/api/product/discounted-products-page":      0,
		"/api/search?name=vitamin&page=51&limit=12":  0,
		"/api/product/all?category=vitamins&limit=1": 1,
	} {
		res, body := send(t, http.MethodGet, f.url+path, "")
		var list []json.RawMessage
		if err := json.Unmarshal(body, &list); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, res.StatusCode, err)
		}
		if len(list) != want {
			t.Errorf("%s: %d products, want %d", path, len(list), want)
		}
		if total := res.Header.Get("X-Total-Count"); want > 0 && total != "600" {
			t.Errorf("%s: X-Total-Count is %s", path, total)
		}
	}
}
