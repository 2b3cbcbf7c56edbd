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
	roomEnough = 510 << 20
	// roomFactor is how much room a larger shop gets for what it keeps: less, and it would only clean up.
	roomFactor = 1.7
	// littleRoom is what a small shop may fill with what it no longer needs before it cleans up. A clean-up
	// costs every open connection some of its stack, which it then has to grow again: in a crowd, a fifth
	// of the shop's work.
	littleRoom = 64 << 20
	roomCheck  = time.Minute
)

// boundMemory cleans up less often than Go would by itself while the shop is small, and keeps it from growing
// to twice what it keeps when it is large. Whoever sets GOGC or GOMEMLIMIT knows better.
func boundMemory(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	limit, percent := debug.SetMemoryLimit(roomEnough), debug.SetGCPercent(goPercent)
	defer func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}()
	runtime.GC() // what loading left behind
	for ctx.Err() == nil {
		live := liveMemory()
		debug.SetMemoryLimit(roomFor(live))
		debug.SetGCPercent(percentFor(live))
		pause(ctx, roomCheck)
	}
}

// roomFor is how much memory may be in use before the next clean-up, for so much that is kept.
func roomFor(live uint64) int64 { return max(roomEnough, int64(roomFactor*float64(live))) }

// goPercent is how much Go lets the memory in use grow, in percent, before it cleans up.
const goPercent = 100

// percentFor is how much the memory in use may grow, in percent, for so much that is kept.
func percentFor(live uint64) int { return max(goPercent, int(littleRoom*100/max(live, 1<<20))) }

// liveMemory is what the last clean-up found in use.
func liveMemory() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
