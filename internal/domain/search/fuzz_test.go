package search

import (
	"testing"
	"unicode/utf16"
)

// Whatever is typed, the search answers, counts what it gives, and marks parts that exist.
func FuzzSearch_Queries(f *testing.F) {
	for _, g := range goldenQueries(f) {
		f.Add(g.Query)
	}
	f.Add("\u202e%_\x00؛؛؛ 3a\xff")
	x := index(demoProducts(f)...)
	f.Fuzz(func(t *testing.T, query string) {
		r := x.Search(query)
		if all := r.Items(0, 1000); len(all) != r.Total() {
			t.Fatalf("%q finds %d and counts %d", query, len(all), r.Total())
		}
		for _, it := range x.Suggest(query, 8).Items(0, 8) {
			for _, name := range []string{it.Name.English, it.Name.Arabic} {
				units, last := len(utf16.Encode([]rune(name))), 0
				for _, mark := range r.Highlight(name) {
					if mark.Start < last || mark.End <= mark.Start || mark.End > units {
						t.Fatalf("%q marks %v in %q", query, mark, name)
					}
					last = mark.End
				}
			}
		}
	})
}
