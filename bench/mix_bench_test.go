package main

import "testing"

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
	c, err := newCaller(b.Context(), s.api, addresses(call, of(m)))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.prepare(i % len(c.requests))
		if err := c.call(i % len(c.requests)); err != nil {
			b.Fatal(err)
		}
	}
}
