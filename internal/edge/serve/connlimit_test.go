package serve

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dawa/internal/testkit/timed"
)

// serveLimited serves behind a connection limiter with few places.
func serveLimited(t *testing.T, max int, handler http.HandlerFunc) (*ConnLimiter, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer(handler, slog.New(slog.DiscardHandler))
	d := NewConnLimiter(l, max)
	go func() { _ = server.Serve(d) }()
	t.Cleanup(func() { _ = server.Close() })
	return d, l.Addr().String()
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func waitOpen(t *testing.T, d *ConnLimiter, want int) {
	t.Helper()
	for deadline := time.Now().Add(timed.Timeout); d.open() != want; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d connections are open, want %d", d.open(), want)
		}
	}
}

func TestConnLimiter_ClosesSilentConnectionsForNewOnes(t *testing.T) {
	d, address := serveLimited(t, 50, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	var slow []net.Conn
	for range 50 { // they begin a request and never finish it
		c := dial(t, address)
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		slow = append(slow, c)
	}
	waitOpen(t, d, 50)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: timed.Timeout}
	for range 20 {
		res, err := client.Get("http://" + address)
		if err != nil {
			t.Fatalf("a client with a request was refused: %v", err)
		}
		_ = res.Body.Close()
	}
	if d.evicted.Load() == 0 || d.refused.Load() != 0 {
		t.Errorf("%d were evicted, %d refused", d.evicted.Load(), d.refused.Load())
	}
	_ = slow[0].SetReadDeadline(time.Now().Add(timed.Timeout))
	if _, err := slow[0].Read(make([]byte, 1)); err == nil {
		t.Error("the connection that was silent longest is still open")
	}
}

func TestConnLimiter_ClosesNoConnectionThatIsBeingAnswered(t *testing.T) {
	release := make(chan struct{})
	d, address := serveLimited(t, 3, func(w http.ResponseWriter, _ *http.Request) {
		<-release
		_, _ = io.WriteString(w, "the whole answer")
	})
	var busy []net.Conn
	for range 3 {
		c := dial(t, address)
		fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		busy = append(busy, c)
	}
	waitOpen(t, d, 3)
	for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(time.Millisecond) {
		d.mu.Lock()
		waiting := len(d.slowestLocked(3))
		d.mu.Unlock()
		if waiting == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the server never began to answer")
		}
	}
	if newcomer, err := net.Dial("tcp", address); err == nil { // or it is refused while it connects
		_ = newcomer.SetReadDeadline(time.Now().Add(timed.Timeout))
		if _, err := newcomer.Read(make([]byte, 1)); err == nil {
			t.Error("a new connection was admitted beyond the limit")
		}
		_ = newcomer.Close()
	}
	if d.refused.Load() != 1 || d.evicted.Load() != 0 {
		t.Errorf("%d were refused, %d evicted", d.refused.Load(), d.evicted.Load())
	}
	close(release)
	for _, c := range busy {
		_ = c.SetReadDeadline(time.Now().Add(timed.Timeout))
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Body); err != nil || string(body) != "the whole answer" {
			t.Errorf("got %q, %v", body, err)
		}
		_ = c.Close()
	}
	waitOpen(t, d, 0)
}

func TestNewServer_DropsAClientThatReadsNothing(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	server := NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, err := io.WriteString(w, strings.Repeat("x", 32<<20))
		ended <- err
	}), slog.New(slog.DiscardHandler))
	if server.WriteTimeout <= 0 || server.ReadHeaderTimeout <= 0 || server.IdleTimeout <= 0 ||
		server.MaxHeaderBytes <= 0 {
		t.Fatalf("a limit is missing: %+v", server)
	}
	server.WriteTimeout = 300 * time.Millisecond // the real one is longer than a test should be
	d := NewConnLimiter(l, 10)
	go func() { _ = server.Serve(d) }()
	defer func() { _ = server.Close() }()
	c := dial(t, l.Addr().String())
	fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	select {
	case err := <-ended:
		if err == nil {
			t.Error("32 MB went to a client that reads nothing")
		}
	case <-time.After(timed.Timeout):
		t.Fatal("the answer waits for a client that does not read")
	}
	waitOpen(t, d, 0)
}

// Connections that send a body one byte at a time are busy by their state and idle by their bytes.
func TestConnLimiter_ClosesSlowBodiesForNewConnections(t *testing.T) {
	const max = 50
	reading := make(chan struct{}, 10*max)
	d, address := serveLimited(t, max, func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > 0 {
			reading <- struct{}{}
			_, _ = io.Copy(io.Discard, r.Body)
		}
		_, _ = io.WriteString(w, "here")
	})
	var slow []net.Conn
	for range max {
		c := dial(t, address)
		fmt.Fprint(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
		slow = append(slow, c)
	}
	for range max {
		<-reading
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: timed.Timeout}
	for range 20 {
		for _, c := range slow {
			_, _ = c.Write([]byte("x"))
		}
		res, err := client.Get("http://" + address)
		if err != nil {
			t.Fatalf("a client with a request was refused: %v", err)
		}
		_ = res.Body.Close()
	}
	if d.evicted.Load() == 0 || d.refused.Load() != 0 {
		t.Errorf("%d were evicted, %d refused", d.evicted.Load(), d.refused.Load())
	}
}

func TestConn_ProgressCountsBytesOfOneDirection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := NewConnLimiter(l, 10)
	defer func() { _ = d.Close() }()
	client := dial(t, l.Addr().String())
	accepted, err := d.Accept()
	if err != nil {
		t.Fatal(err)
	}
	c := accepted.(*conn)
	defer func() { _ = c.Close() }()
	silent := c.paidUntil()
	fmt.Fprint(client, strings.Repeat("x", 2*minByteRate))
	if _, err := io.ReadFull(c, make([]byte, 2*minByteRate)); err != nil {
		t.Fatal(err)
	}
	if got := c.paidUntil() - silent; got != int64(2*time.Second) {
		t.Errorf("two seconds' worth of bytes pay for %s", time.Duration(got))
	}
	if _, err := c.Write([]byte("answer")); err != nil {
		t.Fatal(err)
	}
	if got := c.bytes.Load(); got != int64(len("answer")) {
		t.Errorf("an answer of 6 bytes counts %d: bytes of the request pay for it", got)
	}
}

// With TLS the server reads a connection while it answers; that must not look like waiting for the client.
func TestConnLimiter_TLSRequestBeingAnsweredIsNotEvicted(t *testing.T) {
	s := newTestServer(t)
	entered, release := make(chan struct{}), make(chan struct{})
	s.handle(t, "/slow", lanePay, func(*http.Request) (Reply, error) {
		close(entered)
		<-release
		return Reply{Status: http.StatusOK}, nil
	})
	server := httptest.NewUnstartedServer(nil)
	server.Config = NewServer(s.Wrap(s.mux), slog.New(slog.DiscardHandler))
	limiter := NewConnLimiter(server.Listener, 2)
	server.Listener = limiter
	server.StartTLS()
	defer server.Close()
	answered := make(chan error, 1)
	go func() {
		res, err := server.Client().Get(server.URL + "/slow")
		if err == nil {
			err = res.Body.Close()
		}
		answered <- err
	}()
	<-entered
	for range 5 {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
	}
	for limiter.evicted.Load() < 4 {
		time.Sleep(time.Millisecond)
	}
	close(release)
	if err := <-answered; err != nil {
		t.Errorf("the request under way was cut off: %v", err)
	}
}
