package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func TestTracesNameRoutesAndHoldNothingPersonal(t *testing.T) {
	var mu sync.Mutex
	var heard strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.Copy(&heard, r.Body)
	}))
	defer collector.Close()
	c := testConfig(t)
	c.Traces, c.TracesShare = collector.URL, 100
	s := stocked(t, c)
	p := s.customer("tracedperson")
	p.put("item-04", 1)
	s.get("/api/search?name=secretwish")
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{`"POST /api/user/register"`, `"PUT /api/user/cart"`, `"GET /api/search"`, `"database write"`, `"database query"`, `"service.name"`} {
		if !strings.Contains(heard.String(), want) {
			t.Errorf("the collector did not hear of %s", want)
		}
	}
	for _, personal := range []string{"tracedperson", "secretwish", testPassword, p.token} {
		if strings.Contains(heard.String(), personal) {
			t.Errorf("the collector heard %q", personal)
		}
	}
}
