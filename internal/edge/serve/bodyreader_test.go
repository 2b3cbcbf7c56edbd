package serve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"dawa/internal/testkit/timed"
)

// readsJSON answers a path with how long its body is.
func (s *testServer) readsJSON(t *testing.T, path string, work func(*http.Request) (Reply, error)) {
	t.Helper()
	if err := s.AddRoute("POST "+path, lanePay); err != nil {
		t.Fatal(err)
	}
	s.mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		s.StartBody(w, r, lanePay)
		out, err := Reply{}, ReadBody(r)
		if err == nil {
			out, err = s.Do(r, lanePay, work)
		}
		if err != nil {
			out = s.Refuse(r, err)
		}
		s.Send(w, r, out)
	})
}

// post begins a request with a body that is to come.
func (s *testServer) post(t *testing.T, path string, length int) net.Conn {
	t.Helper()
	c := dial(t, strings.TrimPrefix(s.url, "http://"))
	_ = c.SetDeadline(time.Now().Add(timed.Timeout)) // fails the test instead of hanging it
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\n", path)
	fmt.Fprintf(c, "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n", length)
	return c
}

// answered reads the answer and that the connection ends after it.
func answered(t *testing.T, c net.Conn, status int) {
	t.Helper()
	in := bufio.NewReader(c)
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status || !res.Close {
		t.Errorf("got %d, closing %v, want %d and closing", res.StatusCode, res.Close, status)
	}
	_, _ = io.Copy(io.Discard, res.Body)
	if _, err := in.ReadByte(); err == nil || errors.Is(err, net.ErrClosed) || isTimeout(err) {
		t.Errorf("the connection is still open: %v", err)
	}
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// dribble sends a byte every few milliseconds until the connection ends.
func dribble(c net.Conn) {
	for {
		if _, err := c.Write([]byte("x")); err != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestBodyReader_EndsABodyBelowTheMinimumRate(t *testing.T) {
	s := newTestServer(t)
	s.bodyGrace = 100 * time.Millisecond
	s.lanes[lanePay].Body = time.Hour
	s.readsJSON(t, "/api/echo", func(*http.Request) (Reply, error) { return JSON(200, 1) })
	c := s.post(t, "/api/echo", 100_000)
	go dribble(c)
	answered(t, c, http.StatusServiceUnavailable)
}

func TestBodyReader_LeavesABodyThatNobodyWants(t *testing.T) {
	s := newTestServer(t)
	s.bodyGrace = time.Hour
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.Send(w, r, NotFound()) })
	c := s.post(t, "/nothing", 100_000)
	go dribble(c)
	answered(t, c, http.StatusNotFound)
}

func TestBodyReader_DeadlineOfTheBodyDoesNotEndTheWork(t *testing.T) {
	s := newTestServer(t)
	s.bodyGrace = 50 * time.Millisecond
	s.readsJSON(t, "/api/work", func(r *http.Request) (Reply, error) {
		select {
		case <-r.Context().Done():
			return Reply{}, r.Context().Err()
		case <-time.After(4 * s.bodyGrace):
			return JSON(200, 1)
		}
	})
	res, err := http.Post(s.url+"/api/work", "application/json", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("work that outlasts the body's time answers %d", res.StatusCode)
	}
}
