package search

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"dawa/contract"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// invented makes a shop of n products over a vocabulary of made-up words that grows with the catalogue,
// as real ones do.
func invented(n int) *catalog.Snapshot { return inventedProducts(n) }

// inventedWithTexts gives the products long texts as well: some 60 words each out of 20,000, few of which are frequent
// and most of which are rare, as in any language.
func inventedWithTexts(n int) (*catalog.Snapshot, TextReader) {
	const textWords, textLength = 20_000, 60
	zipf := rand.NewZipf(rand.New(rand.NewPCG(8, 8)), 1.1, 4, textWords-1)
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range textLength {
			fmt.Fprintf(&b, "w%s ", strings.Repeat("k", 3)+base26(zipf.Uint64()))
		}
		texts[i] = b.String()
	}
	return inventedProducts(n), func(it *catalog.Item) []string {
		var i int
		_, _ = fmt.Sscanf(it.ID, "p%d", &i)
		return texts[i : i+1]
	}
}

// base26 writes a number with letters, so that it is a word.
func base26(n uint64) string {
	var b []byte
	for ; n > 0; n /= 26 {
		b = append(b, byte('a'+n%26))
	}
	return string(b)
}

func inventedProducts(n int) *catalog.Snapshot {
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
	brands := []string{"panadol", "advil", "centrum", "dove", "vichy", "head and shoulders", "nivea", "solgar"}
	arabic := []string{"بنادول", "أدفيل", "سنتروم", "دوف", "فيشي", "هيد اند شولدرز", "نيفيا", "سولغار"}
	categories := catalog.Categories()
	concerns := contract.Concerns().Concerns
	products := make([]*catalog.Product, n)
	for i := range products {
		b := random.IntN(len(brands))
		tail := vocabulary[random.IntN(len(vocabulary))] + " " + vocabulary[random.IntN(len(vocabulary))]
		size := fmt.Sprint(50 * (1 + random.IntN(20)))
		english, arabic := brands[b]+" "+tail+" "+size+" mg tablets", arabic[b]+" "+size+" ملغ أقراص"
		p := product(fmt.Sprintf("p%07d", i), english, arabic, brands[b], random.IntN(10))
		p.Code = fmt.Sprintf("GEN-%07d", i)
		p.Category = categories[random.IntN(len(categories))]
		p.Price = money.Cents(100 + random.IntN(9000))
		p.CreatedAt = time.Unix(int64(i), 0)
		p.Ingredients = []catalog.Ingredient{{Name: text.Pair{English: "Paracetamol", Arabic: "باراسيتامول"}}}
		p.Concerns = []string{concerns[i%len(concerns)].Key, concerns[(7*i+3)%len(concerns)].Key}
		p.Suits = contract.Suits()[i%4 : i%4+1]
		p.Form = "tablet"
		products[i] = p
	}
	return catalog.NewSnapshot(products, func(to []byte, _ *catalog.Product) []byte { return to })
}

var benchQueries = []string{
	"pa", "pana", "panadol", "panadol tablets 500", "بنادول", "بناد", "بانادول", "panadil", "voltarne", "حشىشيخم",
	"head and shoulders", "paracetamol", "vichy mask", "أقراص", "qqqqqqq", "dove 200 mg tablets", "GEN-0000123",
	"fever", "وجع راس", "waja3 ras", "fever baby", "حرقة معدة", "hedache", "panadol for headache", "حبوب منع الحمل",
	"laptop bag", "panadol wkkkeq", "wkkkaab fever",
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		snapshot, texts := inventedWithTexts(n)
		x := Build(snapshot, testLabels().WithTexts(texts))
		b.Run(fmt.Sprintf("search/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				x.Search(benchQueries[i%len(benchQueries)]).Page(catalog.Filter{Limit: 12})
			}
		})
		b.Run(fmt.Sprintf("sorted/%d", n), func(b *testing.B) {
			low := money.Cents(1000)
			for i := 0; b.Loop(); i++ {
				x.Search(benchQueries[i%len(benchQueries)]).Page(catalog.Filter{
					Sort: catalog.SortPriceAsc, MinPrice: &low, Brands: []string{"panadol", "dove"}, Limit: 12,
				})
			}
		})
		b.Run(fmt.Sprintf("suggest/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				x.Suggest(benchQueries[i%len(benchQueries)], 8).Items(0, 8)
			}
		})
		for _, q := range benchQueries {
			b.Run(fmt.Sprintf("one/%d/%s", n, q), func(b *testing.B) {
				for b.Loop() {
					x.Search(q).Page(catalog.Filter{Limit: 12})
				}
			})
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	snapshot := invented(100_000)
	for b.Loop() {
		Build(snapshot, testLabels())
	}
}

// BenchmarkMemory reports what the index of 100,000 products weighs, with and without their long texts.
func BenchmarkMemory(b *testing.B) {
	snapshot, texts := inventedWithTexts(100_000)
	for name, labels := range map[string]*Labels{"names": testLabels(), "texts": testLabels().WithTexts(texts)} {
		b.Run(name, func(b *testing.B) {
			var x *Index
			var before uint64
			for b.Loop() {
				before = heap()
				x = Build(snapshot, labels)
			}
			b.ReportMetric(float64(heap()-before)/1e6, "MB")
			runtime.KeepAlive(x)
		})
	}
	runtime.KeepAlive(snapshot)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
