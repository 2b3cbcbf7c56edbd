package search

import (
	"fmt"
	"math/rand/v2"
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
func invented(n int) *catalog.Snapshot {
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
	return catalog.NewSnapshot(products, func(*catalog.Product) []byte { return nil })
}

var benchQueries = []string{
	"pa", "pana", "panadol", "panadol tablets 500", "بنادول", "بناد", "بانادول", "panadil", "voltarne", "حشىشيخم",
	"head and shoulders", "paracetamol", "vichy mask", "أقراص", "qqqqqqq", "dove 200 mg tablets", "GEN-0000123",
	"fever", "وجع راس", "waja3 ras", "fever baby", "حرقة معدة", "hedache", "panadol for headache", "حبوب منع الحمل",
	"laptop bag",
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		x := Build(invented(n), testLabels())
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
