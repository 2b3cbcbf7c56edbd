package app

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// roomEnough is what a shop of a hundred thousand products is promised to fit into, less what the
	// program itself and the database's own memory take.
	minMemoryLimit = 510 << 20
	// roomFactor is how much room a larger shop gets for what it keeps: less, and it would only clean up.
	memoryLimitFactor = 1.7
	// littleRoom is what a small shop may fill with what it no longer needs before it cleans up. A clean-up
	// costs every open connection some of its stack, which it then has to grow again: in a crowd, a fifth
	// of the shop's work.
	minHeapGrowth       = 64 << 20
	memoryCheckInterval = time.Minute
)

// boundMemory cleans up less often than Go would by itself while the shop is small, and keeps it from growing
// to twice what it keeps when it is large. Whoever sets GOGC or GOMEMLIMIT knows better.
func boundMemory(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
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

// roomFor is how much memory may be in use before the next clean-up, for so much that is kept.
func memoryLimitFor(live uint64) int64 {
	return max(minMemoryLimit, int64(memoryLimitFactor*float64(live)))
}

// goPercent is how much Go lets the memory in use grow, in percent, before it cleans up.
const defaultGCPercent = 100

// percentFor is how much the memory in use may grow, in percent, for so much that is kept.
func gcPercentFor(live uint64) int {
	return max(defaultGCPercent, int(minHeapGrowth*100/max(live, 1<<20)))
}

// liveMemory is what the last clean-up found in use.
func liveMemory() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
