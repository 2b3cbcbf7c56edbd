package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

func TestTraces_NameRoutesAndHoldNothingPersonal(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var received strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.Copy(&received, r.Body)
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
	for _, want := range []string{
		"POST /api/user/register", "PUT /api/user/cart", "GET /api/search", "database write", "database query",
		"service.name",
	} {
		if !strings.Contains(received.String(), want) {
			t.Errorf("the collector did not receive %s", want)
		}
	}
	for _, personal := range []string{"tracedperson", "secretwish", testPassword, p.token} {
		if strings.Contains(received.String(), personal) {
			t.Errorf("the collector received %q", personal)
		}
	}
}
