package serve

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
)

var closeConnection = []string{"close"}

// observe gives the request its state, counts it and logs it. The log names the route, never the address that
// was requested: queries and paths can hold personal data.
func (s *Stack) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		st := newState(w, r, s.metrics.routes[routeUnknown])
		s.headers.apply(w.Header())
		if s.draining.Load() {
			w.Header()["Connection"] = closeConnection
		}
		if c := connOf(r.Context()); c != nil {
			if !c.asked.Load() {
				c.asked.Store(true)
			}
			st.conn, st.secured = c, r.TLS != nil
			if st.secured {
				// Without TLS net/http reads a connection only while it waits for the client, with TLS all the time.
				defer st.answered()
			}
		}
		defer func() {
			took := time.Since(st.started)
			s.metrics.observe(st, took)
			level := st.logLevel()
			if !s.log.Enabled(r.Context(), level) {
				return
			}
			line := []slog.Attr{
				slog.String("request", st.requestID()),
				slog.String("route", st.route.withMethod(r.Method)),
				slog.Int("status", st.status),
				slog.Int64("bytes", st.bytes),
				slog.Duration("took", took),
			}
			s.log.LogAttrs(r.Context(), level, "request", append(line, st.refusal()...)...)
		}()
		inner := r.WithContext(context.WithValue(r.Context(), stateKey{}, st))
		if hasBody(r) {
			st.reader = newBodyReader(w, r.Body, s.bodyGrace)
			st.reader.whole = st.arrived
			inner.Body = st.reader
		} else {
			st.arrived()
		}
		next.ServeHTTP(st, inner)
	})
}

// refusal says why a request was refused and who made it, by an id that names nobody: whoever looks into a
// series of refusals needs both.
func (st *State) refusal() []slog.Attr {
	if st.code == "" {
		return nil
	}
	attrs := []slog.Attr{slog.String("code", string(st.code))}
	if st.userID != "" {
		attrs = append(attrs, slog.String("user", st.userID))
	}
	return attrs
}

func (st *State) logLevel() slog.Level {
	switch {
	case st.status >= 500 && st.status != http.StatusServiceUnavailable:
		return slog.LevelWarn
	case !st.logged():
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// logged says whether the request gets a line in the log. Successful reads of the catalogue are most of the
// traffic and cost less than their line would, and balancers check the health several times a second: the
// metrics count both.
func (st *State) logged() bool {
	// Requests that were refused under overload are counted; a line for each would add to the load.
	failed := st.status >= 400 && st.status != http.StatusServiceUnavailable
	return !st.route.quiet || failed || len(st.request.Header["X-Request-Id"]) > 0
}

// newID is a name for a request; it must be rare, not secret.
func newID() string {
	return strconv.FormatUint(rand.Uint64()|1<<63, 36)
}

// requestID takes over an id that a balancer gave, so that both logs name the request alike.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if len(id) < 8 || len(id) > 64 {
		return newID()
	}
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return newID()
		}
	}
	return id
}

// recoverPanics turns a programming fault into one 500 and one log entry.
func (s *Stack) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(fault) // net/http's way to drop a connection
			}
			s.log.LogAttrs(r.Context(), slog.LevelError, "panic",
				slog.String("request", RequestID(r.Context())),
				slog.String("route", routeOf(r)),
				slog.Any("panic", fault),
				slog.String("stack", string(debug.Stack())))
			s.metrics.panics.Inc()
			if st := StateOf(r.Context()); st != nil && st.status != 0 {
				panic(http.ErrAbortHandler) // part of the answer was sent: drop the connection
			}
			s.Send(w, r, s.Refuse(r, apperr.New(apperr.Internal)))
		}()
		next.ServeHTTP(w, r)
	})
}

// isQuiet says whether successful requests of a route are left out of the log.
func isQuiet(route string, quietReads bool) bool {
	return quietReads && strings.HasPrefix(route, "GET /api/") || route == routeHealth || route == routeReady
}
