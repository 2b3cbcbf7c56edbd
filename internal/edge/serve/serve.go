// Package serve carries HTTP requests: it bounds connections, bodies and concurrent work, counts and logs
// requests, and sends replies with their headers, tags and compression. It knows no domain of the shop.
package serve

import (
	"fmt"
	"hash/maphash"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"dawa/internal/base/bulkhead"
	"dawa/internal/base/text"
)

// Options is what a Stack is made of.
type Options struct {
	Log        *slog.Logger
	Texts      *text.Catalogue
	BaseURL    string // scheme and host people use; https adds HSTS
	TagManager bool   // pages may load one
	Build      string // identifies the built frontend; "" sends no X-Build
	Lanes      map[Lane]LaneLimits
	// Client says whom a request in a lane is counted for; nil counts nobody.
	Client func(*http.Request, Lane) bulkhead.Client
}

// Stack is what every request passes through, whoever answers it.
type Stack struct {
	log        *slog.Logger
	texts      *text.Catalogue
	lanes      map[Lane]*lane
	client     func(*http.Request, Lane) bulkhead.Client
	seed       maphash.Seed
	laneFull   [maxRetryAfter]Reply // one for each number of seconds to stay away
	shedder    loadShedder
	metrics    *Metrics
	compressed *compressedBodies
	headers    securityHeaders
	date       dateHeader
	bodyGrace  time.Duration
	ready      atomic.Bool
	draining   atomic.Bool
	troubles   atomic.Pointer[func() string]
}

// New prepares a stack.
func New(o Options) *Stack {
	s := &Stack{
		log: o.Log, texts: o.Texts, lanes: map[Lane]*lane{}, client: o.Client, seed: maphash.MakeSeed(),
		compressed: newCompressedBodies(), headers: newSecurityHeaders(o.BaseURL, o.TagManager, o.Build),
		bodyGrace: bodyGrace,
	}
	if s.client == nil {
		s.client = func(*http.Request, Lane) bulkhead.Client { return bulkhead.Client{} }
	}
	for name, limits := range o.Lanes {
		s.lanes[name] = newLane(limits)
	}
	s.metrics = newMetrics(s.lanes, &s.shedder)
	s.laneFull = s.laneFullReplies()
	for _, name := range []string{routeUnknown, RouteStatic, routeHealth, routeReady} {
		s.metrics.addRoute(name, "", false)
	}
	return s
}

// AddRoute names a route in metrics and logs, before the first request. It fails when there is no such lane;
// a route with the lane "" has no bulkhead.
func (s *Stack) AddRoute(name string, lane Lane) error {
	b := s.lanes[lane]
	if lane != "" && b == nil {
		return fmt.Errorf("route %s: there is no lane %q", name, lane)
	}
	s.metrics.addRoute(name, lane, b != nil && b.QuietReads)
	return nil
}

// Wrap puts what every request needs around a handler: its state, headers, metrics, log line, and an answer
// when the handler panics.
func (s *Stack) Wrap(next http.Handler) http.Handler { return s.observe(s.recoverPanics(next)) }

// Metrics are the metrics of this stack, for the ops listener.
func (s *Stack) Metrics() *Metrics { return s.metrics }

const (
	// writeTime is how long a request may take from its head to the end of its answer, unless its lane allows
	// more.
	writeTime = 45 * time.Second
	// sendTime is what a client has to take an answer that took its lane's time.
	sendTime = 20 * time.Second
	// maxHeader lets a query of ten thousand Arabic letters, six bytes each, reach the handler that refuses it
	// with a code.
	maxHeader = 72 << 10
)

// NewServer returns an http.Server with limits that a careless or hostile client cannot stretch. Bodies and
// answers have their own deadlines per lane.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      writeTime,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ConnContext:       rememberConn,
	}
}
