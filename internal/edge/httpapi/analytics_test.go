package httpapi

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestSendAnalytics_ReportsBecomeMetrics(t *testing.T) {
	var a API
	f := newFrame(t, Options{})
	a.metrics, a.stack, a.now = f.metrics, f.stack, f.now
	a.log = slog.New(slog.DiscardHandler)
	f = newFrame(t, Options{}, Route{
		post, "/api/analytics", "sendAnalytics", Public, free, LaneBrowse, a.sendAnalytics,
	})
	send := func(body string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.url+"/api/analytics",
			strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		_, _ = io.Copy(io.Discard, res.Body)
		return res.StatusCode
	}
	good := `{"event":"add_to_cart","currency":"USD","value":4.25,"items":[{"item_id":"panadol"}]}`
	for body, want := range map[string]int{
		`{"events":[` + good +
			`,{"event":"web_vital","metric":"LCP","value":900.5}]}`: http.StatusNoContent,
		`{"events":[{"event":"chunk_load_error","chunk":"home","reason":"timeout"}]}`: http.StatusNoContent,
		`{"events":[{"event":"browser_error","kind":"hydration","error":"React418","at":"vendor-a1.js:1:250",` +
			`"route":"/order/:orderNb"}]}`: http.StatusNoContent,
		`{"events":[{"event":"browser_error","kind":"promise"}]}`:                               http.StatusNoContent,
		`{"events":[{"event":"browser_error"}]}`:                                                http.StatusBadRequest,
		`{"events":[{"event":"browser_error","kind":"made_up"}]}`:                               http.StatusBadRequest,
		`{"events":[{"event":"browser_error","kind":"render","error":"layla@example.com"}]}`:    http.StatusBadRequest,
		`{"events":[{"event":"browser_error","kind":"render","at":"https://shop/order/1042"}]}`: http.StatusBadRequest,
		`{"events":[{"event":"browser_error","kind":"render","route":"/user?email=layla"}]}`:    http.StatusBadRequest,
		`{"events":[]}`: http.StatusBadRequest,
		`{"events":[` + strings.Repeat(good+",", 50) + good +
			`]}`: http.StatusBadRequest,
		`{"events":[` + good +
			`,{"event":"made_up"}]}`: http.StatusBadRequest,
		`{"events":[{"event":"web_vital","metric":"` + strings.Repeat("X", 20) +
			`","value":1}]}`: http.StatusBadRequest,
		`{"events":[{"event":"purchase","value":-1e300}]}`: http.StatusBadRequest,
		`{"events":[{"event":"web_vital","metric":"INP","value":1e308},` +
			`{"event":"web_vital","metric":"INP","value":1e308}]}`: http.StatusNoContent,
		`{"events":[{"event":"web_vital","metric":"LCP"}]}`:        http.StatusBadRequest,
		`{"events":[{"event":"chunk_load_error","chunk":"home"}]}`: http.StatusBadRequest,
		`nonsense`: http.StatusBadRequest,
	} {
		if got := send(body); got != want {
			t.Errorf("%.80s: %d, want %d", body, got, want)
		}
	}
	page := httptest.NewRecorder()
	a.Metrics().Ops().ServeHTTP(page,
		httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://ops/metrics", nil))
	for _, line := range []string{
		`dawa_shop_events_total{event="add_to_cart"} 1`, // nothing of a refused report is counted
		`dawa_web_vital_count{metric="LCP"} 1`,
		`dawa_web_vital_sum{metric="INP"} 1.2e+06`, // bounded: no report makes it infinite
		`dawa_chunk_load_errors_total{reason="timeout"} 1`,
		`dawa_browser_errors_total{kind="hydration"} 1`,
		`dawa_browser_errors_total{kind="promise"} 1`,
	} {
		if !strings.Contains(page.Body.String(), line+"\n") {
			t.Errorf("the metrics lack %s", line)
		}
	}
}

func TestSendAnalytics_LogsBrowserErrorsAtALimitedRate(t *testing.T) {
	var limit lineLimit
	at := time.Date(2026, 11, 15, 12, 0, 1, 0, time.UTC)
	logged := func() (n int) {
		for range 100 {
			if limit.allow(at) {
				n++
			}
		}
		return n
	}
	if n := logged(); n != errorLines {
		t.Errorf("%d of 100 errors are logged in a minute, want %d", n, errorLines)
	}
	at = at.Add(time.Minute)
	if n := logged(); n != errorLines {
		t.Errorf("%d of 100 errors are logged in the next minute, want %d", n, errorLines)
	}
}
