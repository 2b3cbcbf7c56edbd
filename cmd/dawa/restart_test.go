package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore/storetest"
)

// startWithSocket starts a server that gets its socket from us, as from systemd.
func startWithSocket(t *testing.T, socket *os.File, data string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`, os.Args[0],
		"serve", "--demo", "--data", data, "--listen", "127.0.0.1:1", "--log-level", "warn")
	cmd.Env = append(os.Environ(), "DAWA_TEST_MAIN=1", "LISTEN_FDS=1", "LISTEN_FDNAMES=http")
	cmd.ExtraFiles = []*os.File{socket}
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func stopServer(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// shoppers send requests until they are told to stop.
type shoppers struct {
	answered atomic.Int64
	mu       sync.Mutex
	failed   []string
}

func (s *shoppers) shop(ctx context.Context, client *http.Client, method, address, body string) {
	for ctx.Err() == nil {
		req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), method, address, strings.NewReader(body))
		if err == nil {
			req.Header.Set("Content-Type", "application/json")
			var res *http.Response
			if res, err = client.Do(req); err == nil {
				_, err = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				if err == nil && res.StatusCode >= 500 {
					err = fmt.Errorf("answered %s", res.Status)
				}
			}
		}
		if err != nil {
			s.mu.Lock()
			s.failed = append(s.failed, method+": "+err.Error())
			s.mu.Unlock()
		}
		s.answered.Add(1)
	}
}

// await waits until so many more requests were answered.
func (s *shoppers) await(t *testing.T, more int64) {
	t.Helper()
	until := s.answered.Load() + more
	for deadline := time.Now().Add(time.Minute); s.answered.Load() < until; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d requests were answered", s.answered.Load(), until)
		}
	}
}

func TestServe_RestartOnAPassedSocketFailsNoRequest(t *testing.T) {
	t.Parallel()
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	socket, err := listener.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = socket.Close() }()
	data := storetest.SQLite(t)
	server := startWithSocket(t, socket, data)
	defer func() { _ = syscall.Kill(-server.Process.Pid, syscall.SIGKILL) }()

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var s shoppers
	var shopping sync.WaitGroup
	shop := "http://" + listener.Addr().String()
	for i := range 8 {
		transport := &http.Transport{DisableKeepAlives: i%2 == 1}
		defer transport.CloseIdleConnections()
		client := &http.Client{Transport: transport, Timeout: time.Minute}
		shopping.Go(func() {
			if i < 6 {
				s.shop(ctx, client, http.MethodGet, shop+"/api/product/all?limit=2", "")
				return
			}
			s.shop(ctx, client, http.MethodPost, shop+"/api/analytics", `{"events":[]}`)
		})
	}
	s.await(t, 200)
	for range 2 { // as systemctl restart does
		stopServer(t, server)
		server = startWithSocket(t, socket, data)
		s.await(t, 200)
	}
	for range 2 { // the next one is there already, and waits for the folder
		next := startWithSocket(t, socket, data)
		s.await(t, 200)
		stopServer(t, server)
		server = next
		s.await(t, 200)
	}
	cancel()
	shopping.Wait()
	stopServer(t, server)
	t.Logf("%d requests during 4 restarts, %d failed", s.answered.Load(), len(s.failed))
	if len(s.failed) > 0 {
		t.Errorf("%d requests failed, the first: %s", len(s.failed), s.failed[0])
	}
}
