package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// invented makes n documents over a vocabulary of made-up words that grows with the catalogue, as real
// ones do.
func invented(n int) []Document {
	random := rand.New(rand.NewPCG(7, 7))
	vocabulary := make([]string, 400+n/20)
	for i := range vocabulary {
		var word strings.Builder
		for range 2 + random.IntN(3) {
			word.WriteByte("bcdfghklmnprstvz"[random.IntN(16)])
			word.WriteByte("aeiou"[random.IntN(5)])
		}
		vocabulary[i] = word.String()
	}
	brands := []string{"Panadol", "Advil", "Centrum", "Dove", "Vichy", "Head and Shoulders", "Nivea", "Solgar"}
	arabic := []string{"بنادول", "أدفيل", "سنتروم", "دوف", "فيشي", "هيد اند شولدرز", "نيفيا", "سولغار"}
	documents := make([]Document, n)
	for i := range documents {
		b := random.IntN(len(brands))
		tail := vocabulary[random.IntN(len(vocabulary))] + " " + vocabulary[random.IntN(len(vocabulary))]
		size := fmt.Sprint(50 * (1 + random.IntN(20)))
		documents[i] = Document{
			ID:      fmt.Sprintf("p%07d", i),
			Names:   []string{brands[b] + " " + tail + " " + size + " mg tablets", arabic[b] + " " + size + " ملغ أقراص"},
			Brands:  []string{brands[b], arabic[b]},
			Code:    fmt.Sprintf("GEN-%07d", i),
			Others:  []string{"Pain Killers", "مسكنات الألم", "Paracetamol"},
			InStock: random.IntN(10) > 0,
		}
	}
	return documents
}

var benchQueries = []string{
	"pa", "pana", "panadol", "panadol tablets 500", "بنادول", "بناد", "بانادول", "panadil", "voltarne", "حشىشيخم",
	"head and shoulders", "paracetamol", "vichy mask", "أقراص", "qqqqqqq", "dove 200 mg tablets", "GEN-0000123",
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		index, err := Build(invented(n))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("search/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r := index.Search(benchQueries[i%len(benchQueries)])
				r.Total()
				r.IDs(0, 12)
			}
		})
		b.Run(fmt.Sprintf("suggest/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				index.Suggest(benchQueries[i%len(benchQueries)], 8).IDs(0, 8)
			}
		})
		for _, q := range benchQueries {
			b.Run(fmt.Sprintf("one/%d/%s", n, q), func(b *testing.B) {
				for b.Loop() {
					index.Search(q).IDs(0, 12)
				}
			})
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	documents := invented(100_000)
	for b.Loop() {
		if _, err := Build(documents); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkApplyOneChange(b *testing.B) {
	documents := invented(100_000)
	live, err := NewLive(documents)
	if err != nil {
		b.Fatal(err)
	}
	defer live.Close()
	for i := 0; b.Loop(); i++ {
		changed := documents[i%500]
		changed.Names = []string{fmt.Sprintf("Changed %d", i)}
		if err := live.Apply([]Document{changed}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
