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
	roomCheck  = time.Minute
)

// boundMemory keeps the process from growing to twice what it keeps before it cleans up, which is what Go
// does by itself. Whoever sets GOGC or GOMEMLIMIT knows better.
func boundMemory(ctx context.Context) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	debug.SetMemoryLimit(roomEnough)
	runtime.GC() // what loading left behind
	for ctx.Err() == nil {
		debug.SetMemoryLimit(roomFor(liveMemory()))
		pause(ctx, roomCheck)
	}
}

// roomFor is how much memory may be in use before the next clean-up, for so much that is kept.
func roomFor(live uint64) int64 { return max(roomEnough, int64(roomFactor*float64(live))) }

// liveMemory is what the last clean-up found in use.
func liveMemory() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
