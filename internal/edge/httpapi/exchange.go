package httpapi

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"dawa/internal/base/apperr"
)

// exchange follows one request from its arrival to its log line. It is the
// response writer that everything inside writes to and the context of the request,
// so that one value carries what belongs to it.
type exchange struct {
	http.ResponseWriter
	request *http.Request
	id      string // made when somebody asks for it
	figures *figures
	status  int
	bytes   int64
	started time.Time

	body []byte      // of a JSON request
	code apperr.Code // why it was refused, "" when it was not

	asked    bool
	actor    Actor
	actorErr error

	limit deadline
}

func newExchange(w http.ResponseWriter, r *http.Request, f *figures) *exchange {
	x := &exchange{ResponseWriter: w, request: r, figures: f, started: time.Now(), limit: deadline{parent: r.Context()}}
	x.limit.owner = x
	return x
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// RequestID is the id of the request that ctx belongs to, "" outside of one.
func RequestID(ctx context.Context) string {
	if x := exchangeOf(ctx); x != nil {
		return x.name()
	}
	return ""
}

func routeOf(r *http.Request) string {
	if x := exchangeOf(r.Context()); x != nil {
		return x.figures.route
	}
	return ""
}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// name is the id of the request.
func (x *exchange) name() string {
	if x.id == "" {
		x.id = requestID(x.request)
	}
	return x.id
}

// WriteHeader remembers the status for the log, and tells the id under which the
// log speaks of the request.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= 200 {
		x.status = status
		if x.telling() {
			x.Header()["X-Request-Id"] = []string{x.name()}
		}
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

// ReadFrom keeps the kernel's file-to-socket copy.
func (x *exchange) ReadFrom(src io.Reader) (int64, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := io.Copy(x.ResponseWriter, src)
	x.bytes += n
	return n, err
}

// deadline is the context of a request: its parent's, with a moment by which the
// work must be done. The timer behind it is made when somebody waits for it: reads
// from memory, which are most, never do.
type deadline struct {
	parent context.Context
	owner  *exchange

	mu     sync.Mutex
	at     time.Time
	timed  context.Context
	cancel context.CancelFunc
}

// set gives the work its time. It is called once, before the handler begins.
func (d *deadline) set(at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.at = at
}

// end releases the timer, if there is one.
func (d *deadline) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cancel != nil {
		d.cancel()
	}
}

func (d *deadline) context() context.Context {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.at.IsZero() {
		return d.parent
	}
	if d.timed == nil {
		d.timed, d.cancel = context.WithDeadline(d.parent, d.at)
	}
	return d.timed
}

// Deadline is the moment, or the parent's.
func (d *deadline) Deadline() (time.Time, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.at.IsZero() {
		return d.parent.Deadline()
	}
	return d.at, true
}

// Done is closed when the time is over or the client has gone.
func (d *deadline) Done() <-chan struct{} { return d.context().Done() }

// Err says which of the two it was.
func (d *deadline) Err() error { return d.context().Err() }

// Value finds the exchange, else what the parent knows.
func (d *deadline) Value(key any) any {
	if _, ok := key.(exchangeKey); ok {
		return d.owner
	}
	return d.parent.Value(key)
}
