package serve

import (
	"context"
	"errors"
	"hash/maphash"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/bulkhead"
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
	Deadline time.Duration // how long the work may take once it has a place; 0 where it waits for nothing
	Body     time.Duration // how long the request's body may take to arrive
	Shed     ShedClass     // when its requests are refused under load
	// QuietReads leaves successful reads of the API out of the log: the metrics count them.
	QuietReads bool
}

// ErrLaneFull says that a request found no place. It is answered with 503 and Retry-After.
var ErrLaneFull = bulkhead.ErrFull

// lane is the bulkhead of one lane. If no place is free, or the client or its network has its share of them, the
// request waits in a short queue; if that is full too, it is refused at once, which costs next to nothing.
type lane struct {
	LaneLimits
	*bulkhead.Bulkhead
}

func newLane(limits LaneLimits) *lane {
	return &lane{limits, bulkhead.New(bulkhead.Limits{Places: limits.Places, Queue: limits.Queue, Wait: limits.Wait})}
}

// admit refuses a request when the load shedder says so.
func (s *Stack) admit(name Lane) error {
	if s.shedder.refuses(s.lanes[name].Shed) {
		s.metrics.shed.WithLabelValues(string(name)).Inc()
		return ErrLaneFull
	}
	return nil
}

// Do works on a request in a lane: with a place in its bulkhead and within its deadline.
func (s *Stack) Do(r *http.Request, name Lane, work func(*http.Request) (Reply, error)) (Reply, error) {
	if err := s.admit(name); err != nil {
		return Reply{}, err
	}
	return s.inPlace(r, name, work)
}

// Cached answers a request from memory, or says that it cannot.
type Cached func(*http.Request) (Reply, bool)

// DoUnlessCached answers from memory if it can, and works on the request as Do does if not: an answer that is there
// needs neither a place nor a deadline. A nil cached never can.
func (s *Stack) DoUnlessCached(
	r *http.Request, name Lane, cached Cached, work func(*http.Request) (Reply, error),
) (Reply, error) {
	if err := s.admit(name); err != nil {
		return Reply{}, err
	}
	if cached != nil {
		if out, ok := cached(r); ok {
			return out, nil
		}
	}
	return s.inPlace(r, name, work)
}

func (s *Stack) inPlace(r *http.Request, name Lane, work func(*http.Request) (Reply, error)) (Reply, error) {
	client, l := s.client(r, name), s.lanes[name]
	if err := l.Acquire(r.Context(), client); err != nil {
		if errors.Is(err, ErrLaneFull) {
			s.metrics.shed.WithLabelValues(string(name)).Inc()
		}
		return Reply{}, err
	}
	defer l.Release(client)
	if l.Deadline == 0 {
		return work(r)
	}
	ctx, cancel := context.WithTimeout(bulkhead.WithClient(r.Context(), client), l.Deadline)
	defer cancel()
	return work(r.WithContext(ctx))
}

// Claim counts a user against the share of one client in a lane, beside the place that the request holds there: a
// user may come with many sessions. release takes it back.
func (s *Stack) Claim(name Lane, userID string) (release func(), err error) {
	release, err = s.lanes[name].Claim(s.ClientHash(userID))
	if err != nil {
		s.metrics.shed.WithLabelValues(string(name)).Inc()
	}
	return release, err
}

// ClientHash names a session or a user in a bulkhead; "" is nobody.
func (s *Stack) ClientHash(id string) uint64 {
	if id == "" {
		return 0
	}
	return maphash.String(s.seed, id)
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
