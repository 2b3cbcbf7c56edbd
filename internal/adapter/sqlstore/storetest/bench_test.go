package storetest

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/demo"
	"dawa/internal/domain/catalog"
	"dawa/internal/testkit/pgtest"
)

// cpuTime is what this process has used of the processors, so that a busy machine does not
// spoil the figures.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// filled is a database with n generated products, and how long filling it took.
func filled(b *testing.B, target string, n int) (*sqlstore.Products, time.Duration) {
	b.Helper()
	store := sqlstore.NewProducts(Open(b, target))
	made, err := demo.Generate(1, n)
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if _, err := catalog.NewService(store).Import(context.Background(), made, catalog.ImportOptions{}); err != nil {
		b.Fatal(err)
	}
	return store, time.Since(began)
}

func eachBench(b *testing.B, run func(b *testing.B, target string, n int)) {
	for _, n := range []int{10_000, 100_000} {
		if n > 10_000 && testing.Short() {
			continue
		}
		b.Run(fmt.Sprintf("sqlite/%d", n), func(b *testing.B) { run(b, b.TempDir(), n) })
		b.Run(fmt.Sprintf("postgres/%d", n), func(b *testing.B) { run(b, pgtest.New(b), n) })
	}
}

// BenchmarkLoad is a start: reading the whole catalogue from the store into memory.
func BenchmarkLoad(b *testing.B) {
	eachBench(b, func(b *testing.B, target string, n int) {
		store, took := filled(b, target, n)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		live := catalog.NewLive(store, encode, catalog.LiveOptions{})
		used := cpuTime(b)
		for b.Loop() {
			if err := live.Load(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((cpuTime(b)-used).Milliseconds())/float64(b.N), "cpu-ms/op")
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB-heap")
		b.ReportMetric(took.Seconds(), "s-import")
		runtime.KeepAlive(live)
	})
}

// BenchmarkChangeShown is a sale: from the transaction to the changed product in memory.
func BenchmarkChangeShown(b *testing.B) {
	eachBench(b, func(b *testing.B, target string, n int) {
		store, _ := filled(b, target, n)
		live := catalog.NewLive(store, encode, catalog.LiveOptions{})
		if err := live.Load(b.Context()); err != nil {
			b.Fatal(err)
		}
		service := catalog.NewService(store, catalog.WithLive(live))
		id := live.Snapshot().All(catalog.Filter{Limit: 1}).Items[0].ID
		used := cpuTime(b)
		for b.Loop() {
			if err := service.MoveStock(b.Context(), catalog.StockMove{ID: id, By: 1}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((cpuTime(b)-used).Microseconds())/float64(b.N), "cpu-µs/op")
	})
}
