package catalog

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
)

// benchProducts are products of believable size: about two kilobytes each when encoded.
func benchProducts(n int) []*Product {
	random := rand.New(rand.NewPCG(1, 1))
	all := make([]*Product, n)
	for i := range all {
		p := valid(fmt.Sprintf("p%07d", i))
		p.Name = text.Pair{
			English: fmt.Sprintf("Cedar Paracetamol Rapid %d mg tablets, %d", random.IntN(2000), random.IntN(90)),
			Arabic:  fmt.Sprintf("سيدر باراسيتامول رابيد %d ملغ أقراص، %d", random.IntN(2000), random.IntN(90)),
		}
		p.Category = Categories()[random.IntN(6)]
		p.Brand = fmt.Sprintf("maker %d", random.IntN(60))
		p.Price = money.Cents(100 + random.IntN(9000))
		if random.IntN(5) == 0 {
			p.Discount = 5 + random.IntN(40)
		}
		p.CreatedAt = time.UnixMilli(1_700_000_000_000 + random.Int64N(1<<35)).UTC()
		all[i] = p
	}
	return all
}

var benchJSON = make([]byte, 2000)

func encodeBench(to []byte, p *Product) []byte {
	return append(append(to, p.ID...), benchJSON...)
}

var benchSizes = []int{1_000, 10_000, 100_000, 1_000_000}

var (
	benchMu        sync.Mutex
	benchSnapshots = map[int]*Snapshot{}
)

func benchSnapshot(n int) *Snapshot {
	benchMu.Lock()
	defer benchMu.Unlock()
	if benchSnapshots[n] == nil {
		benchSnapshots[n] = NewSnapshot(benchProducts(n), encodeBench)
	}
	return benchSnapshots[n]
}

func eachSize(b *testing.B, run func(b *testing.B, n int)) {
	for _, n := range benchSizes {
		if n == 1_000_000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) { run(b, n) })
	}
}

func BenchmarkSnapshotBuild(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		products := benchProducts(n)
		for b.Loop() {
			NewSnapshot(products, encodeBench)
		}
	})
}

// A sale: no order changes.
func BenchmarkApplySale(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		s, p := benchSnapshot(n), valid("p0000500")
		old, _ := s.Product(p.ID)
		p.Name, p.Brand, p.Category, p.CreatedAt = old.Name, old.Brand, old.Category, old.CreatedAt
		p.Price, p.Discount = old.Price, old.Discount
		for b.Loop() {
			p.Stock++
			s = s.apply([]*Item{newItem(p, encoding{list: encodeBench}, nil)}, nil)
		}
	})
}

// An edit that moves the product in every order of every list.
func BenchmarkApplyEdit(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		s, random := benchSnapshot(n), rand.New(rand.NewPCG(2, 2))
		for b.Loop() {
			p := valid(fmt.Sprintf("p%07d", random.IntN(n)))
			p.Category, p.Discount, p.Price = Categories()[random.IntN(6)], random.IntN(50), money.Cents(100+
				random.IntN(9000))
			p.Brand, p.CreatedAt = fmt.Sprintf("maker %d", random.IntN(60)), time.UnixMilli(random.Int64N(1<<40))
			s = s.apply([]*Item{newItem(p, encoding{list: encodeBench}, nil)}, nil)
		}
	})
}

func BenchmarkApplyBatchOf1000(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		s, random := benchSnapshot(n), rand.New(rand.NewPCG(3, 3))
		for b.Loop() {
			items := make([]*Item, 1000)
			for i := range items {
				p := valid(fmt.Sprintf("p%07d", random.IntN(n)))
				p.Price, p.CreatedAt = money.Cents(100+random.IntN(9000)), time.UnixMilli(random.Int64N(1<<40))
				items[i] = newItem(p, encoding{list: encodeBench}, nil)
			}
			s = s.apply(items, nil)
		}
	})
}

// joinPage is what the edge does with a page.
func joinPage(dst []byte, page Page) []byte {
	dst = append(dst[:0], '[')
	for i, it := range page.Items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = it.AppendJSON(dst)
	}
	return append(dst, ']')
}

func BenchmarkPage(b *testing.B) {
	low, high := money.Cents(2000), money.Cents(4000)
	for _, c := range []struct {
		name   string
		filter Filter
	}{
		{"plain", Filter{}},
		{"deep", Filter{Offset: 100}},
		{"price range by price", Filter{MinPrice: &low, MaxPrice: &high, Sort: SortPriceAsc}},
		{"price range by name", Filter{MinPrice: &low, MaxPrice: &high, Sort: SortName}},
		{"three brands", Filter{Brands: []string{"maker 1", "maker 2", "maker 3"}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			eachSize(b, func(b *testing.B, n int) {
				s, f := benchSnapshot(n), c.filter
				f.Limit = 12
				var body []byte
				b.ReportAllocs()
				for b.Loop() {
					body = joinPage(body, s.Category("vitamins", f))
				}
			})
		})
	}
}

func BenchmarkProduct(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		s := benchSnapshot(n)
		for b.Loop() {
			if _, ok := s.Product("p0000500"); !ok {
				b.Fatal("not found")
			}
		}
	})
}
