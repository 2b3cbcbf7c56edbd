package httpapi

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strconv"
	"sync/atomic"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
)

// Lane names a kind of work. Each kind has its own places, so that a flood of
// browsing cannot take the places of people who are paying.
type Lane string

// The lanes of the route table, from the one that is kept open longest to the
// one that is shed first.
const (
	LaneCheckout Lane = "checkout"
	LaneAccount  Lane = "account"
	LaneUpload   Lane = "upload"
	LaneAdmin    Lane = "admin"
	LaneBrowse   Lane = "browse"
	LaneSearch   Lane = "search"
)

// LaneLimits bounds one lane.
type LaneLimits struct {
	Places   int           // requests worked on at once
	Queue    int           // requests that may wait for a place
	Wait     time.Duration // how long they wait
	Deadline time.Duration // how long the work may take once it has a place
	Body     time.Duration // how long the request's body may take to arrive
}

// DefaultLanes are the limits of a server on this machine. Catalogue reads cost
// microseconds of CPU, so few places carry many requests; the others wait for
// the database, so more places than cores are useful.
func DefaultLanes() map[Lane]LaneLimits {
	cores := runtime.GOMAXPROCS(0)
	return map[Lane]LaneLimits{
		LaneCheckout: {Places: 16 * cores, Queue: 64 * cores, Wait: 2 * time.Second, Deadline: 20 * time.Second, Body: 10 * time.Second},
		LaneAccount:  {Places: 16 * cores, Queue: 32 * cores, Wait: time.Second, Deadline: 10 * time.Second, Body: 10 * time.Second},
		LaneUpload:   {Places: 2 * cores, Queue: 4 * cores, Wait: 2 * time.Second, Deadline: 2 * time.Minute, Body: 2 * time.Minute},
		LaneAdmin:    {Places: 4 * cores, Queue: 8 * cores, Wait: 2 * time.Second, Deadline: 30 * time.Second, Body: 10 * time.Second},
		LaneBrowse:   {Places: 32 * cores, Queue: 64 * cores, Wait: 250 * time.Millisecond, Deadline: 5 * time.Second, Body: 5 * time.Second},
		LaneSearch:   {Places: 4 * cores, Queue: 16 * cores, Wait: 250 * time.Millisecond, Deadline: 3 * time.Second, Body: 5 * time.Second},
	}
}

// errLaneFull is answered with 503: come back in a moment.
var errLaneFull = errors.New("lane is full")

// lane hands out places. Who finds none waits a moment in a short queue; who
// finds the queue full is turned away at once, which costs nothing.
type lane struct {
	LaneLimits
	places  chan struct{}
	waiting atomic.Int64
}

func newLane(limits LaneLimits) *lane {
	return &lane{LaneLimits: limits, places: make(chan struct{}, limits.Places)}
}

// enter takes a place; leave gives it back.
func (l *lane) enter(ctx context.Context) error {
	select {
	case l.places <- struct{}{}:
		return nil
	default:
	}
	if l.waiting.Add(1) > int64(l.Queue) {
		l.waiting.Add(-1)
		return errLaneFull
	}
	defer l.waiting.Add(-1)
	timer := time.NewTimer(l.Wait)
	defer timer.Stop()
	select {
	case l.places <- struct{}{}:
		return nil
	case <-timer.C:
		return errLaneFull
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enter takes a place in a lane and counts who found none.
func (a *API) enter(ctx context.Context, name Lane) error {
	if a.metrics.pressure.turnsAway(name) {
		a.metrics.shed.WithLabelValues(string(name)).Inc()
		return errLaneFull
	}
	err := a.lanes[name].enter(ctx)
	if errors.Is(err, errLaneFull) {
		a.metrics.shed.WithLabelValues(string(name)).Inc()
	}
	return err
}

func (l *lane) leave() { <-l.places }

func (l *lane) busy() int { return len(l.places) }

// laneFull is the answer to who found no place: come back in a moment, which is not the same for everybody. The
// answers are made once, since in a rush they are sent more often than anything else.
func (a *API) laneFull() reply {
	ready := a.metrics.full.Load()
	if ready == nil {
		ready = new([longestWait]reply)
		for wait := range ready {
			out := mustJSON(http.StatusServiceUnavailable, map[string]any{
				"success": false, "code": apperr.Unavailable, "message": a.texts.T(text.English, "error."+string(apperr.Unavailable), nil),
			})
			out.noStore()
			out.set("Retry-After", strconv.Itoa(1+wait))
			ready[wait] = out
		}
		a.metrics.full.Store(ready)
	}
	return ready[rand.IntN(longestWait)]
}
