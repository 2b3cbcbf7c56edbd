package httpapi

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"dawa/internal/apperr"
)

// writeTime is how long a client may take to receive an answer.
const writeTime = 30 * time.Second

// exchange follows one request from its arrival to its log line. It is the
// response writer that everything inside writes to.
type exchange struct {
	http.ResponseWriter
	id      string
	route   string
	lane    Lane
	status  int
	bytes   int64
	started time.Time

	body []byte // of a JSON request

	asked    bool
	actor    Actor
	actorErr error
}

type exchangeKey struct{}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= 200 {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

func (x *exchange) Write(b []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(b)
	x.bytes += int64(n)
	return n, err
}

// ReadFrom keeps the kernel's file-to-socket copy for pictures.
func (x *exchange) ReadFrom(src io.Reader) (int64, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := io.Copy(x.ResponseWriter, src)
	x.bytes += n
	return n, err
}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// RequestID is the id of the request that ctx belongs to, "" outside of one.
func RequestID(ctx context.Context) string {
	if x := exchangeOf(ctx); x != nil {
		return x.id
	}
	return ""
}

func routeOf(r *http.Request) string {
	if x := exchangeOf(r.Context()); x != nil {
		return x.route
	}
	return ""
}

func nameRoute(r *http.Request, route string, lane Lane) {
	if x := exchangeOf(r.Context()); x != nil {
		x.route, x.lane = route, lane
	}
}

// observe gives the request its id, counts it and logs it. The log names the
// route, never the address typed: queries and paths can hold personal data.
func (a *API) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &exchange{ResponseWriter: w, id: requestID(r), route: "other", started: time.Now()}
		a.headers.apply(w.Header())
		w.Header()["X-Request-Id"] = []string{x.id}
		_ = http.NewResponseController(w).SetWriteDeadline(x.started.Add(writeTime))
		defer func() {
			took := time.Since(x.started)
			a.metrics.observe(x, took)
			a.log.LogAttrs(r.Context(), levelOf(x.status), "request",
				slog.String("request", x.id),
				slog.String("method", r.Method),
				slog.String("route", x.route),
				slog.Int("status", x.status),
				slog.Int64("bytes", x.bytes),
				slog.Duration("took", took))
		}()
		next.ServeHTTP(x, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
	})
}

func levelOf(status int) slog.Level {
	if status >= 500 && status != http.StatusNotImplemented && status != http.StatusServiceUnavailable {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

// requestID keeps an id that a balancer gave, so that its log and ours meet.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if len(id) < 8 || len(id) > 64 {
		return rand.Text()
	}
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return rand.Text()
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
		nameRoute(r, "/api/ unknown", "")
		a.write(w, r, a.refuse(r, apperr.New(apperr.NotFound)))
		return
	}
	a.mux.ServeHTTP(w, r)
}
