package tracing

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// collector is a real one as far as the wire goes.
type collector struct {
	mu    sync.Mutex
	spans []span
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var got export
	if r.URL.Path != "/v1/traces" || r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&got) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, rs := range got.ResourceSpans {
		for _, s := range rs.ScopeSpans {
			c.spans = append(c.spans, s.Spans...)
		}
	}
}

// traced sends one request through a tracer and gives what the collector heard when it had stopped.
func traced(t *testing.T, share int, parent string) []span {
	t.Helper()
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	heard := &collector{}
	server := httptest.NewServer(heard)
	defer server.Close()
	tracer := New(server.URL, share)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { tracer.Run(ctx, slog.New(slog.DiscardHandler)) })
	h := tracer.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		Start(r.Context(), "db write").End(errors.New("conflict"))
		Of(r.Context()).Answered("PUT /api/user/cart", 409)
	}))
	req := httptest.NewRequest(http.MethodPut, "/api/user/cart?secret=1", nil)
	if parent != "" {
		req.Header.Set("Traceparent", parent)
	}
	h.ServeHTTP(httptest.NewRecorder(), req)
	cancel()
	running.Wait()
	return heard.spans
}

func TestARequestAndItsWorkReachTheCollectorAsOneTrace(t *testing.T) {
	spans := traced(t, 100, "")
	if len(spans) != 2 {
		t.Fatalf("the collector heard %+v", spans)
	}
	inner, outer := spans[0], spans[1]
	if outer.Name != "PUT /api/user/cart" || outer.Kind != kindServer || outer.ParentSpanID != "" || outer.Status.Code != 0 || outer.Attributes[0].Value.Int != "409" {
		t.Errorf("the request is %+v", outer)
	}
	if inner.Name != "db write" || inner.TraceID != outer.TraceID || inner.ParentSpanID != outer.SpanID || inner.Status.Code != statusError {
		t.Errorf("its work is %+v", inner)
	}
}

func TestATracedCallerDecidesWhetherWeTrace(t *testing.T) {
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	spans := traced(t, 0, "00-"+trace+"-"+parent+"-01")
	if len(spans) != 2 || spans[1].TraceID != trace || spans[1].ParentSpanID != parent {
		t.Errorf("inside a trace: %+v", spans)
	}
	if spans := traced(t, 100, "00-"+trace+"-"+parent+"-00"); len(spans) != 0 {
		t.Errorf("inside a trace that is not recorded: %+v", spans)
	}
	for _, nonsense := range []string{"x", "00-" + trace + "-" + parent, "00-zz" + trace[2:] + "-" + parent + "-01", "00-00000000000000000000000000000000-" + parent + "-01"} {
		if spans := traced(t, 0, nonsense); len(spans) != 0 {
			t.Errorf("%q was taken for a trace", nonsense)
		}
	}
}

func TestACollectorThatIsAwayHoldsNobodyUp(t *testing.T) {
	tracer := New("http://127.0.0.1:1", 100)
	h := tracer.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	began := time.Now()
	for range 2 * waiting {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	}
	if took := time.Since(began); took > 2*time.Second || tracer.Dropped() != waiting {
		t.Errorf("%s, %d dropped", took, tracer.Dropped())
	}
}
