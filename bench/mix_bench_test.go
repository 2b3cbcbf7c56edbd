package main

import (
	"net/http"
	"testing"
)

// For profiles: go test ./bench -run none -bench Search -cpuprofile …
func BenchmarkSearch(b *testing.B) {
	benchmarkMix(b, searchCall, func(m mix) []string { return m.searched })
}
func BenchmarkAutocomplete(b *testing.B) {
	benchmarkMix(b, autocompleteCall, func(m mix) []string { return m.typed })
}

func benchmarkMix(b *testing.B, call string, of func(mix) []string) {
	m, err := readMix("../internal/domain/search/testdata/queries.json")
	if err != nil {
		b.Fatal(err)
	}
	s, err := newShop(b.Context(), large)
	if err != nil {
		b.Fatal(err)
	}
	var requests []*http.Request
	var queries []string
	for _, address := range addresses(call, of(m)) {
		r, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			b.Fatal(err)
		}
		requests, queries = append(requests, r), append(queries, r.URL.RawQuery)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r := requests[i%len(requests)]
		r.URL.RawQuery = numbered(queries[i%len(requests)])
		s.api.ServeHTTP(&nowhere{header: http.Header{}}, r)
	}
}
