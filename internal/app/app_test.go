package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi"
	"dawa/internal/edge/serve"
	"dawa/internal/testkit/timed"
)

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func testConfig(t *testing.T) Config {
	t.Helper()
	c := good()
	c.Data = storetest.SQLite(t)
	c.Listen, c.OpsListen = "127.0.0.1:0", "127.0.0.1:0"
	c.CardKeys = testCardKeys
	c.rendering.Time, c.renderWait = time.Minute, 10*time.Second
	c.lanes = patientLanes()
	c.passwordCost = accounts.PasswordCost{MemoryKiB: 64, Passes: 1, Threads: 1}
	c.CallFirst = "off" // most tests are about customers who are known
	return c
}

// patientLanes refuse nobody because other tests keep the processors busy.
func patientLanes() map[serve.Lane]serve.LaneLimits {
	lanes := httpapi.DefaultLanes()
	for name, limits := range lanes {
		limits.Wait, limits.Shed = timed.Timeout, serve.ShedNever
		if limits.Deadline > 0 {
			limits.Deadline = timed.Timeout
		}
		lanes[name] = limits
	}
	return lanes
}

// running is an open shop that serves until its stop is called.
type running struct {
	*App
	base, ops string
	stop      func() error
}

func start(t *testing.T, c Config) *running {
	t.Helper()
	return startLogged(t, c, quiet())
}

func startLogged(t *testing.T, c Config, log *slog.Logger) *running {
	t.Helper()
	return startAt(t, c, log, time.Now)
}

// startAt starts a shop whose clock is another.
func startAt(t *testing.T, c Config, log *slog.Logger, now func() time.Time) *running {
	t.Helper()
	shop, err := openAt(t.Context(), c, log, nil, now)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- errors.Join(shop.Run(ctx), shop.Close()) }()
	r := &running{App: shop, base: "http://" + shop.Addr().String(), ops: "http://" + shop.OpsAddr().String()}
	stopped := false
	r.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-done
	}
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Error(err)
		}
	})
	deadline := time.Now().Add(timed.Timeout)
	for {
		if status, _ := fetch(t, r.base+"/readyz"); status == http.StatusOK {
			return r
		}
		if time.Now().After(deadline) {
			t.Fatalf("not ready within %s", timed.Timeout)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get(url)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// It runs by itself, because it counts what else runs.
func TestOpen_ServesAndLeavesNothingRunning(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	r := start(t, testConfig(t))
	if status, _ := fetch(t, r.base+"/healthz"); status != http.StatusOK {
		t.Errorf("healthz is %d", status)
	}
	if status, body := fetch(t, r.ops+"/metrics"); status != http.StatusOK ||
		!strings.Contains(body, "dawa_build_info") {
		t.Errorf("metrics are %d", status)
	}
	if status, _ := fetch(t, r.base+"/metrics"); status == http.StatusOK {
		if _, body := fetch(t, r.base+"/metrics"); strings.Contains(body, "dawa_requests_total") {
			t.Error("metrics are open to the public")
		}
	}
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	if status, _ := fetch(t, r.base+"/healthz"); status != 0 {
		t.Errorf("after the stop healthz is %d", status)
	}
}

func TestServe_StopWaitsForRunningRequests(t *testing.T) {
	t.Parallel()
	r := start(t, testConfig(t))
	// The head and half of the body arrive before the stop, the rest after it.
	conn, err := net.Dial("tcp", r.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	body := `{"cart":[]}`
	fmt.Fprintf(conn, "POST /api/product/details HTTP/1.1\r\nHost: x\r\nContent-Type: "+
		"application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:4])
	time.Sleep(50 * time.Millisecond)
	stopped := make(chan error, 1)
	go func() { stopped <- r.stop() }()
	deadline := time.Now().Add(timed.Timeout)
	for {
		if status, _ := fetch(t, r.base+"/readyz"); status != http.StatusOK {
			break // not ready, or no longer listening
		}
		if time.Now().After(deadline) {
			t.Fatal("still ready after the order to stop")
		}
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(2 * noticeTime)
	fmt.Fprint(conn, body[4:])
	_ = conn.SetReadDeadline(time.Now().Add(timed.Timeout))
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("the request under way was cut off: %v", err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= 500 {
		t.Errorf("the request under way got %d", res.StatusCode)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestServe_RefusesASecondServerOnTheSameFolder(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	start(t, c)
	_, err := Open(t.Context(), c, quiet(), nil)
	var wrong *settings.Error
	if !errors.As(err, &wrong) || wrong.Setting != "--data" || !errors.Is(err, storage.ErrInUse) {
		t.Fatalf("got %v", err)
	}
	if _, err := operate.Migrate(t.Context(), c.Storage); !errors.Is(err, storage.ErrInUse) {
		t.Errorf("migrate beside a server: %v", err)
	}
}

func TestServe_RestartIsReadyWithinASecond(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	if err := start(t, c).stop(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	start(t, c)
	timed.AtMost(t, "the restart", time.Since(begin), time.Second)
}

// It runs by itself, because it counts what else runs.
func TestOpen_FailureReleasesEverything(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	c := testConfig(t)
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	c.OpsListen = busy.Addr().String()
	if _, err := Open(t.Context(), c, quiet(), nil); err == nil {
		t.Fatal("opened on a port in use")
	}
	c.OpsListen = "127.0.0.1:0"
	if err := start(t, c).stop(); err != nil {
		t.Errorf("the folder or the port is still held: %v", err)
	}
}

func TestServe_RefusesAFileThatIsNoDatabase(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(c.Data, "dawa.db")
	if err := os.WriteFile(file, []byte(strings.Repeat("my diary ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), c, quiet(), nil)
	var wrong *settings.Error
	if !errors.As(err, &wrong) || wrong.Setting != "--data" {
		t.Fatalf("got %v", err)
	}
	if got, _ := os.ReadFile(file); !strings.HasPrefix(string(got), "my diary my diary") {
		t.Error("the file was changed")
	}
}

func TestOpen_UnreachableServerIsNamedWithoutPassword(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.Database = "postgres://shop:canary@127.0.0.1:1/dawa"
	_, err := Open(t.Context(), c, quiet(), nil)
	var wrong *settings.Error
	if !errors.As(err, &wrong) || wrong.Setting != "--database" || strings.Contains(err.Error(), "canary") ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
