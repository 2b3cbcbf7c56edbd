package serve

import (
	"context"
	"io"
	"net/http"
	"time"

	"dawa/internal/base/apperr"
)

// State follows one request from its arrival to its log line. It is also the response writer that everything
// inside writes to, so that it sees the status and counts the bytes.
type State struct {
	http.ResponseWriter
	request *http.Request
	id      string // made when it is needed
	route   *routeMetrics
	status  int
	bytes   int64
	started time.Time

	conn    *conn // that it came on; nil when nothing limits connections
	secured bool  // the connection has TLS
	busy    bool  // conn counts it

	reader *bodyReader // of the request's body; nil when it has none
	body   []byte      // of a JSON request
	code   apperr.Code // why it was refused, "" when it was not

	actor  any
	userID string
}

func newState(w http.ResponseWriter, r *http.Request, route *routeMetrics) *State {
	return &State{ResponseWriter: w, request: r, route: route, started: time.Now()}
}

// arrived notes that nothing more of the request is waited for.
func (st *State) arrived() {
	if st.secured && st.conn != nil && !st.busy {
		st.busy = true
		st.conn.busy.Add(1)
	}
}

// answered notes that the request is over.
func (st *State) answered() {
	if st.busy {
		st.conn.busy.Add(-1)
	}
}

type stateKey struct{}

// StateOf is the state of the request that ctx belongs to, nil outside of one.
func StateOf(ctx context.Context) *State {
	st, _ := ctx.Value(stateKey{}).(*State)
	return st
}

// Body is the request's body when it was read ahead, as JSON is.
func (st *State) Body() []byte {
	if st == nil {
		return nil
	}
	return st.body
}

// SetActor stores who makes the request, in the form that the handlers use, and the id under which the log
// names them; "" for a visitor.
func (st *State) SetActor(actor any, userID string) { st.actor, st.userID = actor, userID }

// Actor is what SetActor stored, nil before.
func (st *State) Actor() any { return st.actor }

// RequestID is the id of the request that ctx belongs to, "" outside of one.
func RequestID(ctx context.Context) string {
	if st := StateOf(ctx); st != nil {
		return st.requestID()
	}
	return ""
}

// SetRoute says which route answers the request.
func (s *Stack) SetRoute(r *http.Request, name string) {
	if st := StateOf(r.Context()); st != nil {
		st.route = s.metrics.routes[name]
	}
}

func routeOf(r *http.Request) string {
	if st := StateOf(r.Context()); st != nil {
		return st.route.name
	}
	return ""
}

// Unwrap lets http.ResponseController reach the connection.
func (st *State) Unwrap() http.ResponseWriter { return st.ResponseWriter }

func (st *State) requestID() string {
	if st.id == "" {
		st.id = requestID(st.request)
	}
	return st.id
}

// WriteHeader remembers the status for the log, and sends the id under which the log names the request.
func (st *State) WriteHeader(status int) {
	if st.status == 0 && status >= 200 {
		st.status = status
		st.reader.abandon(st.Header())
		if st.logged() {
			st.Header()["X-Request-Id"] = []string{st.requestID()}
		}
	}
	st.ResponseWriter.WriteHeader(status)
}

func (st *State) Write(b []byte) (int, error) {
	if st.status == 0 {
		st.WriteHeader(http.StatusOK)
	}
	n, err := st.ResponseWriter.Write(b)
	st.bytes += int64(n)
	return n, err
}

// ReadFrom lets the kernel copy files to the socket.
func (st *State) ReadFrom(src io.Reader) (int64, error) {
	if st.status == 0 {
		st.WriteHeader(http.StatusOK)
	}
	n, err := io.Copy(st.ResponseWriter, src)
	st.bytes += n
	return n, err
}
