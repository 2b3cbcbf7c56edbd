package serve

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"dawa/internal/base/text"
)

// Lanes of the tests.
const (
	laneRead Lane = "look"
	lanePay  Lane = "pay"
)

func testLanes() map[Lane]LaneLimits {
	return map[Lane]LaneLimits{
		laneRead: {
			Places: 64, Queue: 128, Wait: 250 * time.Millisecond, Deadline: 5 * time.Second, Body: 5 * time.Second,
			Shed: ShedFirst, QuietReads: true,
		},
		lanePay: {Places: 32, Queue: 128, Wait: 2 * time.Second, Deadline: 20 * time.Second, Body: 10 * time.Second,
			Shed: ShedNever},
	}
}

// testServer is a stack with handlers of the test behind a real listener.
type testServer struct {
	*Stack
	mux *http.ServeMux
	url string
	log *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func newTestServer(t testing.TB) *testServer {
	t.Helper()
	s := &testServer{mux: http.NewServeMux(), log: &lockedBuffer{}}
	s.Stack = New(Options{Log: slog.New(slog.NewJSONHandler(s.log, nil)), Texts: texts(t), Lanes: testLanes()})
	server := httptest.NewUnstartedServer(nil)
	server.Config = NewServer(s.Wrap(s.mux), slog.New(slog.DiscardHandler))
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// handle answers a path in a lane.
func (s *testServer) handle(t testing.TB, path string, lane Lane, work func(*http.Request) (Reply, error)) {
	t.Helper()
	if err := s.AddRoute("GET "+path, lane); err != nil {
		t.Fatal(err)
	}
	s.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		s.SetRoute(r, "GET "+path)
		out, err := s.Do(r, lane, work)
		if err != nil {
			out = s.Refuse(r, err)
		}
		s.Send(w, r, out)
	})
}

func texts(t testing.TB) *text.Catalogue {
	t.Helper()
	c, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
