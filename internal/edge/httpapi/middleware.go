package httpapi

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
)

// observe gives the request its id, counts it and logs it. The log names the
// route, never the address typed: queries and paths can hold personal data.
func (a *API) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := newExchange(w, r, a.named(routeUnknown))
		a.headers.apply(w.Header())
		w.Header()["Date"] = a.date.at(x.started)
		defer func() {
			x.limit.end()
			took := time.Since(x.started)
			a.metrics.observe(x, took)
			level := levelOf(x)
			if !a.log.Enabled(r.Context(), level) {
				return
			}
			line := []slog.Attr{
				slog.String("request", x.name()),
				slog.String("route", x.figures.named(r.Method)),
				slog.Int("status", x.status),
				slog.Int64("bytes", x.bytes),
				slog.Duration("took", took),
			}
			a.log.LogAttrs(r.Context(), level, "request", append(line, x.refusal()...)...)
		}()
		next.ServeHTTP(x, r.WithContext(&x.limit))
	})
}

// refusal tells of a request that was turned away who made it, by an id that names nobody, and why:
// whoever looks into a series of them needs both.
func (x *exchange) refusal() []slog.Attr {
	if x.code == "" {
		return nil
	}
	attrs := []slog.Attr{slog.String("code", string(x.code))}
	if x.actor.UserID != "" {
		attrs = append(attrs, slog.String("user", x.actor.UserID))
	}
	return attrs
}

func levelOf(x *exchange) slog.Level {
	switch {
	case x.status >= 500 && x.status != http.StatusNotImplemented && x.status != http.StatusServiceUnavailable:
		return slog.LevelWarn
	case !x.telling():
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// telling says whether the request is worth a line of the log. Of looking at products,
// which is most of what happens and costs less than its line, the metrics tell enough;
// so they do of balancers, which ask several times a second how the server is.
func (x *exchange) telling() bool {
	lane := x.figures.lane
	looking := (lane == LaneBrowse || lane == LaneSearch) && strings.HasPrefix(x.figures.route, "GET /api/")
	quiet := looking || x.figures.route == routeHealth || x.figures.route == routeReady
	// Who was turned away in a rush is counted; a line for each would make the rush worse.
	failed := x.status >= 400 && x.status != http.StatusServiceUnavailable
	return !quiet || failed || len(x.request.Header["X-Request-Id"]) > 0
}

// newID is a name for a request; it must be rare, not secret.
func newID() string {
	return strconv.FormatUint(rand.Uint64()|1<<63, 36)
}

// requestID keeps an id that a balancer gave, so that its log and ours meet.
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
func (a *API) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(fault) // the agreed way to drop a connection
			}
			a.log.LogAttrs(r.Context(), slog.LevelError, "panic",
				slog.String("request", RequestID(r.Context())),
				slog.String("route", routeOf(r)),
				slog.Any("panic", fault),
				slog.String("stack", string(debug.Stack())))
			a.metrics.panics.Inc()
			if x := exchangeOf(r.Context()); x != nil && x.status != 0 {
				panic(http.ErrAbortHandler) // half an answer is out: end it visibly
			}
			a.write(w, r, a.refuse(r, apperr.New(apperr.Internal)))
		}()
		next.ServeHTTP(w, r)
	})
}

// dispatch finds the route. A slash at the end of a call means the same call; a
// path with empty or dotted steps names none, where the mux would send a redirect.
func (a *API) dispatch(w http.ResponseWriter, r *http.Request) {
	p := r.URL.Path
	if !strings.HasPrefix(p, "/api/") {
		a.mux.ServeHTTP(w, r)
		return
	}
	if len(p) > len("/api/") && p[len(p)-1] == '/' {
		trimmed := *r.URL
		trimmed.Path = strings.TrimSuffix(p, "/")
		trimmed.RawPath = strings.TrimSuffix(trimmed.RawPath, "/")
		same := *r
		same.URL = &trimmed
		r, p = &same, trimmed.Path
	}
	if p != path.Clean(p) {
		a.write(w, r, a.refuse(r, apperr.New(apperr.NotFound)))
		return
	}
	a.mux.ServeHTTP(w, r)
}
