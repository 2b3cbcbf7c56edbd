package app

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// minMemoryLimit is the limit for a shop of up to a hundred thousand products: what it is promised to fit
	// into, less what the program itself and the database's own memory take.
	minMemoryLimit = 510 << 20
	// memoryLimitFactor is the limit of a larger shop, as a multiple of its live memory. With less, the garbage
	// collector would run all the time.
	memoryLimitFactor = 1.5
	// minHeapGrowth is how much garbage a small shop may collect before the collector runs. Each run shrinks the
	// stacks of all open connections, which then grow again: with many users that is a fifth of the work.
	minHeapGrowth       = 64 << 20
	memoryCheckInterval = time.Minute
)

// boundMemory runs the garbage collector less often than Go would by itself while the shop is small, and stops the
// heap from growing to twice its live memory when it is large. GOGC or GOMEMLIMIT, when set, are left in charge.
func boundMemory(ctx context.Context) {
	if operatorBoundsMemory() {
		return
	}
	limit, percent := debug.SetMemoryLimit(minMemoryLimit), debug.SetGCPercent(defaultGCPercent)
	defer func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}()
	runtime.GC() // what loading left behind
	for ctx.Err() == nil {
		live := liveMemory()
		debug.SetMemoryLimit(memoryLimitFor(live))
		debug.SetGCPercent(gcPercentFor(live))
		pause(ctx, memoryCheckInterval)
	}
}

// operatorBoundsMemory tells whether whoever runs the shop set Go's own bounds.
func operatorBoundsMemory() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }

// loadSparingly collects garbage more often until done is called. The catalogue leaves much behind while it is loaded,
// and what the heap grows to then is what the machine must have.
func loadSparingly() (done func()) {
	if operatorBoundsMemory() {
		return func() {}
	}
	debug.SetGCPercent(loadGCPercent)
	ctx, stop := context.WithCancel(context.Background())
	var watch sync.WaitGroup
	watch.Go(func() {
		for set := loadGCPercent; ctx.Err() == nil; pause(ctx, loadCheckInterval) {
			if percent := loadGCPercentFor(liveMemory()); percent != set { // setting it stops the program for a moment
				debug.SetGCPercent(percent)
				set = percent
			}
		}
	})
	return func() {
		stop()
		watch.Wait()
		debug.SetGCPercent(defaultGCPercent)
	}
}

// memoryLimitFor is the memory limit for so much live memory.
func memoryLimitFor(live uint64) int64 {
	return max(minMemoryLimit, int64(memoryLimitFactor*float64(live)))
}

// defaultGCPercent is Go's own setting: how much the heap may grow, in percent, between collections.
const defaultGCPercent = 100

// loadGCPercent is the same while the catalogue is loaded.
const loadGCPercent = 75

// loadGCPercentFor is the same for so much that is loaded already.
func loadGCPercentFor(live uint64) int {
	return min(loadGCPercent, max(minLoadGCPercent, int(maxLoadGarbage*100/max(live, 1))))
}

const (
	loadCheckInterval = 100 * time.Millisecond
	// maxLoadGarbage is how much garbage the loading of a large shop may leave between collections, and
	// minLoadGCPercent the least that the heap may grow all the same.
	maxLoadGarbage   = 550 << 20
	minLoadGCPercent = 15
)

// gcPercentFor is how much the heap may grow, in percent, for so much live memory.
func gcPercentFor(live uint64) int {
	return max(defaultGCPercent, int(minHeapGrowth*100/max(live, 1<<20)))
}

// liveMemory is what the last collection found in use.
func liveMemory() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
