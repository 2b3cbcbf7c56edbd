package certificates

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestManager_FailureSaysTheAuthoritysWordsAndWaits(t *testing.T) {
	var asked atomic.Int32
	authority := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusForbidden)
		_ = json.NewEncoder(w).Encode(map[string]any{
			"type": "urn:ietf:params:acme:error:unauthorized", "detail": "we do not know you",
		})
	}))
	defer authority.Close()
	var log bytes.Buffer
	m := New(Options{
		Domains: []string{"shop.example"}, Directory: authority.URL, Folder: t.TempDir(),
		Log: slog.New(slog.NewTextHandler(&log, nil)), Client: authority.Client(),
	})
	if _, err := m.certificate(browserHello("SHOP.example.")); err == nil {
		t.Fatal("a certificate came from nowhere")
	}
	before := asked.Load()
	for range 3 {
		if _, err := m.certificate(browserHello("shop.example")); !errors.Is(err, ErrNotYet) {
			t.Errorf("right after a failure: %v", err)
		}
	}
	if _, err := m.certificate(browserHello("other.example")); err == nil || asked.Load() != before || before == 0 {
		t.Errorf("asked %d times, then %d; %v", before, asked.Load(), err)
	}
	if said := log.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, "we do not know you") ||
		!strings.Contains(said, "domain=shop.example") {
		t.Errorf("the log says %q", said)
	}
}
