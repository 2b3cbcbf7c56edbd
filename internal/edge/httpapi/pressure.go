package httpapi

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// Places in a lane bound who waits for the database. They do not bound who waits for the processor:
// a read from memory holds its place for microseconds, and in a rush the requests queue before it, in
// sockets that nobody has read yet. So the edge writes a letter to itself again and again: it comes by the
// same poller, behind the requests that were there before it, and is as long on its way as they are. When
// that takes too long, a share of those who only look is turned away, the larger the longer it takes; those
// who pay never are. Turning somebody away costs half of what a page from memory costs, so it begins late: up
// to there every processor second goes into answers.
const (
	letterEvery = 50 * time.Millisecond
	// fineWait is a letter's time on its way up to which everybody is let in.
	fineWait = 200 * time.Millisecond
	// crowdPerCore is how many requests must have gone before it: on a machine that others keep busy the
	// wait alone says nothing.
	crowdPerCore = 20
	// longestWait is the most seconds that somebody is told to stay away. In step they would come back as
	// the next rush.
	longestWait = 3
)

// pressure is how hard the server is pressed: how many of a hundred who only look are turned away.
type pressure struct {
	share atomic.Int32
	begun atomic.Int64 // requests so far
}

// turnsAway decides whether a request of that lane is turned away.
func (p *pressure) turnsAway(lane Lane) bool {
	p.begun.Add(1)
	share := p.share.Load()
	return share > 0 && rand.Int32N(100) < shareOf(lane, share)
}

// shareOf is how many of a hundred requests of a lane are turned away when it is share of those who look.
func shareOf(lane Lane, share int32) int32 {
	switch lane {
	case LaneBrowse, LaneSearch:
		return share
	case LaneUpload, LaneAdmin:
		return share / 2
	case LaneAccount: // it fills the carts that are paid for
		return max(0, share-60)
	}
	return 0
}

// judge sets the share by how long a letter took and how many requests went before it. The share is half of
// what would bring the wait back to fine within one wait: a letter tells what was, and all of it would swing.
func (p *pressure) judge(wait time.Duration, ahead int64) {
	if wait <= fineWait || ahead < int64(crowdPerCore*runtime.GOMAXPROCS(0)) {
		p.share.Store(0)
		return
	}
	p.share.Store(int32(100 * (wait - fineWait) / (wait + fineWait)))
}

// WatchPressure follows how hard the server is pressed until ctx ends.
func (a *API) WatchPressure(ctx context.Context) {
	inbox, outbox, err := os.Pipe()
	if err != nil {
		a.log.LogAttrs(ctx, slog.LevelWarn, "nobody watches how hard the server is pressed", slog.Any("error", err))
		return // the lanes alone have to do
	}
	p := &a.metrics.pressure
	defer p.share.Store(0)
	defer func() { _ = outbox.Close() }() // which ends the reading
	arrived := make(chan time.Time, 1)
	go func() {
		defer func() { _ = inbox.Close() }()
		for letter := make([]byte, 1); ; {
			if _, err := inbox.Read(letter); err != nil {
				return
			}
			arrived <- time.Now()
		}
	}()

	tick := time.NewTicker(letterEvery)
	defer tick.Stop()
	var sent time.Time // of the letter on its way; zero when there is none
	var before int64   // requests that had begun by then
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-arrived:
			p.judge(at.Sub(sent), p.begun.Load()-before)
			sent = time.Time{}
		case <-tick.C:
			if !sent.IsZero() {
				if wait := time.Since(sent); wait > fineWait { // known before it arrives
					p.judge(wait, p.begun.Load()-before)
				}
				continue
			}
			sent, before = time.Now(), p.begun.Load()
			if _, err := outbox.Write([]byte{0}); err != nil {
				return
			}
		}
	}
}
