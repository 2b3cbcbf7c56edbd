package serve

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
)

// Lane names a bulkhead: a kind of work with places of its own, so that a flood of one kind cannot take the
// places of another.
type Lane string

// LaneLimits bounds one lane.
type LaneLimits struct {
	Places   int           // requests worked on at once
	Queue    int           // requests that may wait for a place
	Wait     time.Duration // how long they wait
	Deadline time.Duration // how long the work may take once it has a place
	Body     time.Duration // how long the request's body may take to arrive
	Shed     ShedClass     // when its requests are refused under load
	// QuietReads leaves successful reads of the API out of the log: the metrics count them.
	QuietReads bool
}

// ErrLaneFull says that a request found no place. It is answered with 503 and Retry-After.
var ErrLaneFull = errors.New("lane is full")

// bulkhead bounds concurrent requests of one lane. If no place is free, the request waits in a short queue;
// if the queue is full too, it is refused at once, which costs next to nothing.
type bulkhead struct {
	LaneLimits
	places  chan struct{}
	waiting atomic.Int64
}

func newBulkhead(limits LaneLimits) *bulkhead {
	return &bulkhead{LaneLimits: limits, places: make(chan struct{}, limits.Places)}
}

// acquire takes a place; release gives it back.
func (b *bulkhead) acquire(ctx context.Context) error {
	select {
	case b.places <- struct{}{}:
		return nil
	default:
	}
	if b.waiting.Add(1) > int64(b.Queue) {
		b.waiting.Add(-1)
		return ErrLaneFull
	}
	defer b.waiting.Add(-1)
	timer := time.NewTimer(b.Wait)
	defer timer.Stop()
	select {
	case b.places <- struct{}{}:
		return nil
	case <-timer.C:
		return ErrLaneFull
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *bulkhead) release() { <-b.places }

func (b *bulkhead) busy() int { return len(b.places) }

// acquire takes a place in a lane, unless the load shedder refuses the request, and counts refusals.
func (s *Stack) acquire(ctx context.Context, lane Lane) (*bulkhead, error) {
	b := s.bulkheads[lane]
	if s.shedder.refuses(b.Shed) {
		s.metrics.shed.WithLabelValues(string(lane)).Inc()
		return nil, ErrLaneFull
	}
	err := b.acquire(ctx)
	if errors.Is(err, ErrLaneFull) {
		s.metrics.shed.WithLabelValues(string(lane)).Inc()
	}
	return b, err
}

// Do works on a request in a lane: with a place in its bulkhead and within its deadline.
func (s *Stack) Do(r *http.Request, lane Lane, work func(*http.Request) (Reply, error)) (Reply, error) {
	b, err := s.acquire(r.Context(), lane)
	if err != nil {
		return Reply{}, err
	}
	defer b.release()
	ctx, cancel := context.WithTimeout(r.Context(), b.Deadline)
	defer cancel()
	return work(r.WithContext(ctx))
}

// laneFullReplies are what requests are told that found no place: try again after a number of seconds that is
// not the same for everybody. They are made once: under overload they are sent more often than anything else.
func (s *Stack) laneFullReplies() (all [maxRetryAfter]Reply) {
	for wait := range all {
		out := MustJSON(http.StatusServiceUnavailable, map[string]any{
			"success": false, "code": apperr.Unavailable,
			"message": s.texts.T(text.English, "error."+string(apperr.Unavailable), nil),
		})
		out.NoStore()
		out.Set("Retry-After", strconv.Itoa(1+wait))
		all[wait] = out
	}
	return all
}

func (s *Stack) refuseLaneFull() Reply { return s.laneFull[rand.IntN(maxRetryAfter)] }
