package serve

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// Bulkheads bound the requests that wait for the database. They do not bound those that wait for the
// processor: a read from memory holds its place for microseconds, and under overload the requests queue before
// it, in sockets that the server has not read yet. The load shedder therefore measures the poller's delay with
// a loopback probe: a byte through a pipe becomes readable by the same poller as the sockets, behind the
// requests that were there before it, and takes as long as they do. When the delay is too long, a share of the
// requests is refused, by the class of their lane. A refusal costs half of what a page from memory costs, so
// shedding begins late: up to there every processor second goes into answers.
const (
	probeEvery = 50 * time.Millisecond
	// acceptableDelay is the probe's delay up to which no request is refused.
	acceptableDelay = 200 * time.Millisecond
	// minQueuePerCore is how many requests must have begun while the probe waited: on a machine that other
	// processes keep busy the delay alone says nothing.
	minQueuePerCore = 20
	// maxRetryAfter is the largest number of seconds in Retry-After. Spread over it, the refused clients do not
	// all come back at once.
	maxRetryAfter = 3
)

// ShedClass says how early the requests of a lane are refused under load.
type ShedClass int

// The classes, from the one that is never refused to the one that is refused first.
const (
	ShedNever ShedClass = iota
	ShedLast            // only when most of the others are refused already
	ShedHalf            // half as many as ShedFirst
	ShedFirst
)

// loadShedder decides which requests are refused under load.
type loadShedder struct {
	share atomic.Int32 // how many of a hundred requests of the class ShedFirst are refused
	begun atomic.Int64 // requests so far
}

// refuses decides whether a request of a class is refused.
func (l *loadShedder) refuses(class ShedClass) bool {
	l.begun.Add(1)
	share := l.share.Load()
	return share > 0 && rand.Int32N(100) < class.of(share)
}

// of is how many of a hundred requests of the class are refused when it is share of the class ShedFirst.
func (c ShedClass) of(share int32) int32 {
	switch c {
	case ShedFirst:
		return share
	case ShedHalf:
		return share / 2
	case ShedLast:
		return max(0, share-60)
	}
	return 0
}

// adjust sets the share by the probe's delay and the number of requests that began meanwhile. The share is half
// of what would bring the delay back within one delay: the probe reports the past, and the whole correction
// would oscillate.
func (l *loadShedder) adjust(delay time.Duration, begun int64) {
	if delay <= acceptableDelay || begun < int64(minQueuePerCore*runtime.GOMAXPROCS(0)) {
		l.share.Store(0)
		return
	}
	l.share.Store(int32(100 * (delay - acceptableDelay) / (delay + acceptableDelay)))
}

// ShedLoad measures the load and refuses requests by it until ctx ends.
func (s *Stack) ShedLoad(ctx context.Context) {
	reader, writer, err := os.Pipe()
	if err != nil {
		s.log.LogAttrs(ctx, slog.LevelWarn, "load shedding is off: no pipe for the probe", slog.Any("error", err))
		return // the bulkheads alone have to do
	}
	l := &s.shedder
	defer l.share.Store(0)
	defer func() { _ = writer.Close() }() // which ends the reading
	arrived := make(chan time.Time, 1)
	go func() {
		defer func() { _ = reader.Close() }()
		for probe := make([]byte, 1); ; {
			if _, err := reader.Read(probe); err != nil {
				return
			}
			arrived <- time.Now()
		}
	}()

	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	var sent time.Time // of the probe under way; zero when there is none
	var before int64   // requests that had begun by then
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-arrived:
			l.adjust(at.Sub(sent), l.begun.Load()-before)
			sent = time.Time{}
		case <-tick.C:
			if !sent.IsZero() {
				if delay := time.Since(sent); delay > acceptableDelay { // known before it arrives
					l.adjust(delay, l.begun.Load()-before)
				}
				continue
			}
			sent, before = time.Now(), l.begun.Load()
			if _, err := writer.Write([]byte{0}); err != nil {
				return
			}
		}
	}
}
