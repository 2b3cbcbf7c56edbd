package httpapi

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"dawa/internal/edge/serve"
	"dawa/internal/testkit/timed"
)

// TestUpload_RefusesASlowBodyWithoutASession makes the request that held a connection for two minutes: an upload
// without a cookie, one byte at a time.
func TestUpload_RefusesASlowBodyWithoutASession(t *testing.T) {
	f := newFrameOf(t, Options{Accounts: accountService(t)}, (*API).routes)
	c, err := net.Dial("tcp", f.url[len("http://"):])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(timed.Timeout)) // fails the test instead of hanging it
	fmt.Fprint(c, slowHead("/api/picture"))
	in := bufio.NewReader(c)
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusUnauthorized || !res.Close {
		t.Errorf("got %d, closing %v", res.StatusCode, res.Close)
	}
	_, _ = io.Copy(io.Discard, res.Body)
	var timeout net.Error
	if _, err := in.ReadByte(); err == nil || errors.As(err, &timeout) && timeout.Timeout() {
		t.Errorf("the connection is still open: %v", err)
	}
}

func slowHead(path string) string {
	kind := "application/json"
	if path == "/api/picture" {
		kind = "multipart/form-data; boundary=x"
	}
	return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + kind + "\r\nContent-Length: 100000\r\n\r\n-"
}

const (
	slowBodiesCount  = "DAWA_TEST_SLOW_BODIES"
	slowBodiesTarget = "DAWA_TEST_SLOW_BODIES_TARGET"
)

// TestSlowBodies_DoNotKeepOutANewClient serves behind the connection limit while as many clients as it admits send
// bodies one byte at a time, to uploads and to sign-in, and connect again when they are closed. Their number is
// small unless DAWA_TEST_SLOW_BODIES gives another; 10000 is the default limit of a server.
func TestSlowBodies_DoNotKeepOutANewClient(t *testing.T) {
	count := 60
	if n, err := strconv.Atoi(os.Getenv(slowBodiesCount)); err == nil {
		count = n
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	api, err := New(Options{
		Log: slog.New(slog.DiscardHandler), Texts: texts(t), Pages: plainPages{}, Accounts: accountService(t),
		Reads: NewReads(vitamins(20), nil, nil),
	})
	if err != nil {
		t.Fatal(err)
	}
	server := serve.NewServer(api, slog.New(slog.DiscardHandler))
	limiter := api.Stack().LimitConns(l, count)
	go func() { _ = server.Serve(limiter) }()
	defer func() { _ = server.Close() }()

	// The clients run in a process of their own, which has its own limit of open files.
	clients := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestServer_SlowBodyClients$")
	clients.Env = append(os.Environ(), slowBodiesCount+"="+strconv.Itoa(count), slowBodiesTarget+"="+l.Addr().String())
	stop, err := clients.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := clients.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := clients.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stop.Close(); _ = clients.Wait() }()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "connected\n" {
		t.Fatalf("the clients say %q, %v", line, err)
	}

	newcomer := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: timed.Timeout}
	for i := range 50 {
		res, err := newcomer.Get("http://" + l.Addr().String() + "/api/product/all?limit=12")
		if err != nil {
			t.Fatalf("new client %d was refused: %v", i, err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("new client %d got %d", i, res.StatusCode)
		}
	}
}

// TestServer_SlowBodyClients is the other process of the test above.
func TestServer_SlowBodyClients(t *testing.T) {
	target := os.Getenv(slowBodiesTarget)
	count, err := strconv.Atoi(os.Getenv(slowBodiesCount))
	if err != nil || target == "" {
		t.Skip("runs as a process of TestSlowBodies_DoNotKeepOutANewClient")
	}
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	var connected, running sync.WaitGroup
	for i := range count {
		path := "/api/user/login"
		if i%2 == 0 {
			path = "/api/picture"
		}
		connected.Add(1)
		running.Go(func() { sendSlowly(target, path, connected.Done, ended) })
		if i%100 == 99 {
			time.Sleep(10 * time.Millisecond) // the listener's queue is short
		}
	}
	connected.Wait()
	fmt.Println("connected")
	running.Wait()
}

// sendSlowly sends one byte a second, and begins again when the connection ends.
func sendSlowly(target, path string, connected func(), ended <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for first := true; ; first = false {
		c, err := net.Dial("tcp", target)
		if first {
			connected()
		}
		if err == nil {
			_, err = io.WriteString(c, slowHead(path))
		}
		for waiting := true; waiting; waiting = err == nil {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			if err == nil {
				_, err = c.Write([]byte("-"))
			}
		}
		if c != nil {
			_ = c.Close()
		}
	}
}
