package stripe_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dawa/internal/domain/payments"
	"dawa/internal/testkit/stripetest"
	"dawa/internal/testkit/testproc"
)

// mirror sends every request to the simulator and a copy of it to stripe-mock, which knows Stripe's published API.
type mirror struct {
	t    *testing.T
	mock string
	seen map[string]bool
}

func (m *mirror) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	copied, err := http.NewRequestWithContext(r.Context(), r.Method, m.mock+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	copied.Header = r.Header.Clone()
	copied.Header.Set("Authorization", "Bearer sk_test_123") // the only form of key that it accepts
	answer, err := http.DefaultClient.Do(copied)
	if err != nil {
		return nil, err
	}
	said, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		m.t.Errorf("%s %s %s: stripe-mock answered %d %s", r.Method, r.URL.RequestURI(), body, answer.StatusCode, said)
	}
	steps := strings.Split(r.URL.Path, "/")
	m.seen[r.Method+" "+steps[2]+" "+steps[len(steps)-1]] = true
	return http.DefaultTransport.RoundTrip(r)
}

// startMock starts stripe-mock from .tools/bin, where make puts it, or from DAWA_TEST_STRIPE_MOCK.
func startMock(t *testing.T) string {
	t.Helper()
	program := os.Getenv("DAWA_TEST_STRIPE_MOCK")
	for dir := "."; program == "" && len(dir) < 30; dir = filepath.Join(dir, "..") {
		if path := filepath.Join(dir, ".tools", "bin", "stripe-mock"); isFile(path) {
			program = path
		}
	}
	if program == "" {
		t.Fatal("stripe-mock is in no .tools/bin: run make tools, or name it in DAWA_TEST_STRIPE_MOCK")
	}
	port, err := testproc.FreePort()
	must(t, err)
	address := fmt.Sprintf("127.0.0.1:%d", port)
	ctx, cancel := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, program, "-http-addr", address) //nolint:gosec // our own tool
	command.SysProcAttr = testproc.EndWithTests(syscall.SIGKILL)
	ended, err := testproc.Start(command)
	must(t, err)
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		response, err := http.Get("http://" + address + "/v1/account")
		if err == nil {
			_ = response.Body.Close()
			return "http://" + address
		}
		if time.Now().After(deadline) {
			t.Fatal("stripe-mock does not answer")
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// Every request of the adapter has a shape that Stripe's published API accepts.
func TestGateway_RequestsFitThePublishedAPI(t *testing.T) {
	m := &mirror{t: t, mock: startMock(t), seen: map[string]bool{}}
	for _, later := range []bool{true, false} {
		server := stripetest.New(t)
		g := gatewayOf(server, later, &http.Client{Transport: m})
		paid, left, voided := keyOf("paid"), keyOf("left"), keyOf("voided")
		lookup(t, g, paid)
		for _, key := range []string{paid, left, voided} {
			begin(t, g, key)
		}
		must(t, g.Void(t.Context(), left))
		must(t, server.Pay(paid, 1234, "usd"))
		must(t, server.Pay(voided, 1234, "usd"))
		if later {
			must(t, g.Capture(t.Context(), paid, 1234))
			must(t, g.Void(t.Context(), voided))
		}
		lookup(t, g, paid)
		_, err := g.Refund(t.Context(), paid, payments.RefundRequest{ID: "r", Amount: 34, Currency: "USD"})
		must(t, err)
	}
	for _, call := range []string{
		"GET account account", "GET checkout sessions", "POST checkout sessions", "POST checkout expire",
		"POST payment_intents capture", "POST payment_intents cancel", "GET refunds refunds", "POST refunds refunds",
	} {
		if !m.seen[call] {
			t.Errorf("%q was never made: %v", call, m.seen)
		}
	}
}
