package serve

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestHostAllowed_RefusesNamesThatAreNotOurs(t *testing.T) {
	for host, want := range map[string]bool{
		"shop.example": true, "SHOP.example:443": true, "shop.example.": true, "127.0.0.1:8080": true,
		"[::1]:8080": true, "localhost:8080": true, "dawa:9090": true, "": true,
		"evil.example": false, "shop.example.evil.example": false, "127.0.0.1.evil.example:8080": false,
	} {
		if got := HostAllowed(host, "shop.example"); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

func TestOps_AnswersOwnHostsOnlyAndTellsNoCommandLine(t *testing.T) {
	ops := newTestServer(t).Metrics().Ops()
	for url, want := range map[string]int{
		"http://127.0.0.1:9090/metrics":               http.StatusOK,
		"http://dawa:9090/metrics":                    http.StatusOK,
		"http://rebound.example/metrics":              http.StatusMisdirectedRequest,
		"http://127.0.0.1:9090/debug/pprof/cmdline":   http.StatusNotFound,
		"http://127.0.0.1:9090/debug/pprof/goroutine": http.StatusOK,
	} {
		rec := httptest.NewRecorder()
		ops.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, url, nil))
		if rec.Code != want {
			t.Errorf("%s: %d, want %d", url, rec.Code, want)
		}
	}
}
