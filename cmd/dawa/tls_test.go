package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/testkit/acmetest"
	"dawa/internal/testkit/testproc"
	"dawa/internal/testkit/timed"
)

// tlsShop is a demo shop that gets its certificates from an authority of the test.
type tlsShop struct {
	plain, secure string // addresses that it listens on
	roots         *x509.CertPool
}

func startTLSShop(t *testing.T, lifetime time.Duration, authorityFindsTLS bool) *tlsShop {
	t.Helper()
	var ports [3]int
	for i := range ports {
		port, err := testproc.FreePort()
		if err != nil {
			t.Fatal(err)
		}
		ports[i] = port
	}
	asked := ports[1]
	if !authorityFindsTLS {
		asked = ports[2] // nobody listens there
	}
	authority := acmetest.Start(t, acmetest.Options{HTTPPort: ports[0], TLSPort: asked, Lifetime: lifetime})
	s := &tlsShop{
		plain: "127.0.0.1:" + strconv.Itoa(ports[0]), secure: "127.0.0.1:" + strconv.Itoa(ports[1]),
		roots: authority.Roots(t),
	}
	data := storetest.SQLite(t)
	cmd := exec.CommandContext(context.Background(), os.Args[0], "serve", "--demo", "--data", data,
		"--listen", s.plain, "--tls-listen", s.secure,
		"--tls-domain", "shop.example, www.shop.example", "--tls-email", "ops@shop.example",
		"--tls-directory", authority.Directory, "--base-url", "https://shop.example")
	cmd.Env = append(os.Environ(), "DAWA_TEST_MAIN=1", "SSL_CERT_FILE="+authority.CAFile, "SSL_CERT_DIR=/nonexistent")
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
		if t.Failed() {
			t.Logf("the server said: %s", log.String())
		}
		files, err := filepath.Glob(filepath.Join(data, "tls", "*"))
		if err != nil || len(files) == 0 {
			t.Errorf("stored are %v, %v", files, err)
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", file, info.Mode(), err)
			}
		}
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("said %q, %v", line, err)
	}
	return s
}

// client dials the shop whatever the address says, and follows nothing.
func (s *tlsShop) client(t *testing.T) *http.Client {
	dial := func(to string) func(context.Context, string, string) (net.Conn, error) {
		return func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, to)
		}
	}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: s.roots, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
	}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if strings.HasSuffix(address, ":443") {
			return dial(s.secure)(ctx, network, address)
		}
		return dial(s.plain)(ctx, network, address)
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// certificate waits for one that the browser accepts and that differs from another.
func (s *tlsShop) certificate(t *testing.T, other *x509.Certificate) *x509.Certificate {
	t.Helper()
	var last error
	for deadline := time.Now().Add(timed.Timeout); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		c, err := (&tls.Dialer{Config: &tls.Config{
			RootCAs: s.roots, ServerName: "shop.example", MinVersion: tls.VersionTLS12,
		}}).DialContext(t.Context(), "tcp", s.secure)
		if last = err; err != nil {
			continue
		}
		found := c.(*tls.Conn).ConnectionState().PeerCertificates[0]
		_ = c.Close()
		if other == nil || found.SerialNumber.Cmp(other.SerialNumber) != 0 {
			return found
		}
	}
	t.Fatalf("no new certificate came: %v", last)
	return nil
}

func TestServe_TLSGetsACertificateServesAndRenewsIt(t *testing.T) {
	t.Parallel()
	s := startTLSShop(t, 30*time.Second, true)
	first := s.certificate(t, nil)
	browser := s.client(t)
	for _, c := range []struct {
		method, address string
		status          int
		location        string
	}{
		{"GET", "https://shop.example/api/product/all?limit=1", 200, ""},
		{"GET", "https://www.shop.example/search-results?q=a%20b", 308, "https://shop.example/search-results?q=a%20b"},
		{"GET", "http://shop.example/search-results?q=a%20b", 308, "https://shop.example/search-results?q=a%20b"},
		{"GET", "http://elsewhere.example//evil.example", 308, "https://shop.example//evil.example"},
		{"POST", "http://shop.example/api/user/login", 400, ""},
		{"GET", "http://127.0.0.1/readyz", 200, ""},
		{"GET", "http://shop.example/.well-known/acme-challenge/nothing", 404, ""},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, c.address, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := browser.Do(req)
		if err != nil {
			t.Errorf("%s %s: %v", c.method, c.address, err)
			continue
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if res.StatusCode != c.status || res.Header.Get("Location") != c.location {
			t.Errorf("%s %s: %s, to %q", c.method, c.address, res.Status, res.Header.Get("Location"))
		}
		if strings.HasPrefix(c.address, "https://shop.example") &&
			(res.ProtoMajor != 2 || res.Header.Get("Strict-Transport-Security") == "") {
			t.Errorf("%s: %s, %v", c.address, res.Proto, res.Header)
		}
	}
	_, err := (&tls.Dialer{Config: &tls.Config{
		RootCAs: s.roots, ServerName: "elsewhere.example", MinVersion: tls.VersionTLS12,
	}}).DialContext(t.Context(), "tcp", s.secure)
	if err == nil {
		t.Error("the server has a certificate for another's name")
	}
	if second := s.certificate(t, first); !second.NotAfter.After(first.NotAfter) {
		t.Errorf("renewed until %v, was %v", second.NotAfter, first.NotAfter)
	}
}

func TestServe_TLSAnswersTheAuthorityOnThePlainPortToo(t *testing.T) {
	t.Parallel()
	startTLSShop(t, time.Hour, false).certificate(t, nil)
}
