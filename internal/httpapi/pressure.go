package httpapi

import (
	"context"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Places in a lane bound who waits for the database. They do not bound who waits for the processor:
// a read from memory holds its place for microseconds, and in a rush the requests queue before it, where
// nobody counts them. So the edge watches how long work that is ready waits for a processor. When that
// grows and the queue is long, a share of those who only look is turned away, a larger one as long as it
// does not help; those who pay never are. Turning somebody away costs half of what a page from memory
// costs, so it begins late: up to there the number of connections bounds the wait (door.go), and every
// processor second goes into answers.
const (
	pressureEvery = 50 * time.Millisecond
	// tooLong and fineAgain are waits for a processor, of the slowest in a hundred.
	tooLong   = 150 * time.Millisecond
	fineAgain = 75 * time.Millisecond
	// crowdPerCore is how many must be ready and waiting: on a machine that others keep busy the wait
	// alone says nothing.
	crowdPerCore = 40
	mostPressure = 10
)

// pressure is how hard the server is pressed, from 0 to mostPressure.
type pressure struct{ level atomic.Int32 }

// turnsAway decides whether a request of that lane is let in at all.
func (p *pressure) turnsAway(lane Lane) bool {
	level := p.level.Load()
	return level > 0 && rand.Int32N(100) < shareTurnedAway(lane, level)
}

// shareTurnedAway is how many of a hundred requests are turned away.
func shareTurnedAway(lane Lane, level int32) int32 {
	switch lane {
	case LaneBrowse, LaneSearch:
		return 9 * level
	case LaneUpload, LaneAdmin:
		return 5 * level
	case LaneAccount: // it fills the carts that are paid for
		return max(0, 10*(level-6))
	}
	return 0
}

// judge moves the level by one step.
func (p *pressure) judge(wait time.Duration, ready int) {
	level := p.level.Load()
	switch {
	case wait > tooLong && ready > crowdPerCore*runtime.GOMAXPROCS(0):
		p.level.Store(min(level+1, mostPressure))
	case wait < fineAgain || ready < crowdPerCore/4:
		p.level.Store(max(level-1, 0))
	}
}

// WatchPressure follows how hard the server is pressed until ctx ends.
func (a *API) WatchPressure(ctx context.Context) {
	tick := time.NewTicker(pressureEvery)
	defer tick.Stop()
	samples := []metrics.Sample{{Name: "/sched/latencies:seconds"}, {Name: "/sched/goroutines/runnable:goroutines"}}
	if metrics.Read(samples); samples[0].Value.Kind() != metrics.KindFloat64Histogram || samples[1].Value.Kind() != metrics.KindUint64 {
		return // another Go: the lanes alone have to do
	}
	var before []uint64
	before = append(before, samples[0].Value.Float64Histogram().Counts...)
	for {
		select {
		case <-ctx.Done():
			a.metrics.pressure.level.Store(0)
			return
		case <-tick.C:
		}
		metrics.Read(samples)
		waits := samples[0].Value.Float64Histogram()
		a.metrics.pressure.judge(slowestWait(waits, before), int(samples[1].Value.Uint64()))
		copy(before, waits.Counts)
	}
}

// slowestWait is the wait of the slowest in a hundred since the counts before.
func slowestWait(h *metrics.Float64Histogram, before []uint64) time.Duration {
	var all uint64
	for i, n := range h.Counts {
		all += n - before[i]
	}
	if all == 0 {
		return 0
	}
	slowest := all / 100
	var seen uint64
	for i := len(h.Counts) - 1; i >= 0; i-- {
		if seen += h.Counts[i] - before[i]; seen > slowest {
			return time.Duration(h.Buckets[i] * float64(time.Second)) // the bucket's lower end
		}
	}
	return 0
}
