// Package tracing tells an OpenTelemetry collector where the time of a request went: one span for the
// request and one for each visit to the database. Spans hold the name of the route, never what people
// typed. It speaks the protocol of the collectors (OTLP over HTTP, in JSON) and nothing else, so that a
// shop that traces nothing carries nothing along.
package tracing

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Span is a piece of time with a name. A nil Span is one that is not traced; all its methods do nothing.
type Span struct {
	tracer     *Tracer
	trace      [16]byte
	id, parent [8]byte
	name       string
	kind       int
	began      time.Time
	ended      time.Time
	status     int
	failed     bool
}

// Kinds of spans, as the protocol numbers them.
const (
	kindServer = 2
	kindClient = 3
)

// Tracer gathers spans and sends them.
type Tracer struct {
	endpoint string
	share    int
	client   *http.Client
	spans    chan *Span
	dropped  atomic.Int64
}

// New makes a Tracer that sends to the collector at endpoint what it traces: share of a hundred requests,
// and every request that a traced caller sent.
func New(endpoint string, share int) *Tracer {
	return &Tracer{
		endpoint: strings.TrimRight(endpoint, "/") + "/v1/traces", share: share,
		client: &http.Client{Timeout: sendTime}, spans: make(chan *Span, waiting),
	}
}

// Dropped counts the spans that found no room or no collector.
func (t *Tracer) Dropped() int64 { return t.dropped.Load() }

type spanKey struct{}

// Of gives the span of a context, nil when it is not traced.
func Of(ctx context.Context) *Span {
	s, _ := ctx.Value(spanKey{}).(*Span)
	return s
}

// Start begins a span inside the one of ctx; nil when that is not traced.
func Start(ctx context.Context, name string) *Span {
	outer := Of(ctx)
	if outer == nil {
		return nil
	}
	s := &Span{tracer: outer.tracer, trace: outer.trace, parent: outer.id, name: name, kind: kindClient, began: time.Now()}
	_, _ = rand.Read(s.id[:]) // never fails
	return s
}

// End ends a span; an error marks it as failed.
func (s *Span) End(err error) {
	if s == nil {
		return
	}
	s.failed = err != nil
	s.finish()
}

// Answered names the request of the span and says how it was answered.
func (s *Span) Answered(route string, status int) {
	if s != nil {
		s.name, s.status, s.failed = route, status, status >= 500
	}
}

func (s *Span) finish() {
	s.ended = time.Now()
	select {
	case s.tracer.spans <- s:
	default: // a collector that cannot keep up must not hold up the shop
		s.tracer.dropped.Add(1)
	}
}

// Handler traces the requests that go through it.
func (t *Tracer) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := t.begin(r)
		if s == nil {
			next.ServeHTTP(w, r)
			return
		}
		defer s.finish()
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), spanKey{}, s)))
	})
}

// begin makes the span of a request, in the trace of whoever sent it.
func (t *Tracer) begin(r *http.Request) *Span {
	s := &Span{tracer: t, kind: kindServer, name: r.Method, began: time.Now()}
	sampled, inherited := s.inherit(r.Header.Get("Traceparent"))
	if inherited && !sampled || !sampled && mathrand.IntN(100) >= t.share {
		return nil
	}
	if !inherited {
		_, _ = rand.Read(s.trace[:]) // never fails
	}
	_, _ = rand.Read(s.id[:])
	return s
}

// inherit reads a W3C traceparent: 00-<trace>-<span>-<flags>.
func (s *Span) inherit(header string) (sampled, ok bool) {
	parts := strings.Split(header, "-")
	if len(parts) != 4 || parts[0] != "00" || len(parts[1]) != 32 || len(parts[2]) != 16 || len(parts[3]) != 2 {
		return false, false
	}
	flags, err := strconv.ParseUint(parts[3], 16, 8)
	if err != nil {
		return false, false
	}
	if _, err := hex.Decode(s.trace[:], []byte(parts[1])); err != nil || s.trace == [16]byte{} {
		s.trace = [16]byte{}
		return false, false
	}
	if _, err := hex.Decode(s.parent[:], []byte(parts[2])); err != nil {
		s.trace, s.parent = [16]byte{}, [8]byte{}
		return false, false
	}
	return flags&1 == 1, true
}
