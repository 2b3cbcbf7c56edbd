package tracing

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	collectorpb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/proto"

	"dawa/internal/testkit/timed"
)

// collector receives traces as a real one does.
type collector struct {
	mu    sync.Mutex
	spans []*tracepb.Span
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var got collectorpb.ExportTraceServiceRequest
	body, err := io.ReadAll(r.Body)
	if r.URL.Path != "/v1/traces" || r.Method != http.MethodPost || err != nil || proto.Unmarshal(body, &got) != nil {
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

func newTracer(t *testing.T, endpoint string, share int) *Tracer {
	t.Helper()
	tracer, err := New(endpoint, share, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return tracer
}

// traced sends one request through a tracer and gives what the collector has received when the tracer is closed.
func traced(t *testing.T, share int, parent string) []*tracepb.Span {
	t.Helper()
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	received := &collector{}
	server := httptest.NewServer(received)
	defer server.Close()
	tracer := newTracer(t, server.URL, share)
	h := tracer.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		Start(r.Context(), "db write").End(errors.New("conflict of layla@example.com"))
		Of(r.Context()).Answered("PUT /api/user/cart", 409)
	}))
	req := httptest.NewRequest(http.MethodPut, "/api/user/cart?secret=1", nil)
	if parent != "" {
		req.Header.Set("Traceparent", parent)
	}
	h.ServeHTTP(httptest.NewRecorder(), req)
	if err := tracer.Close(); err != nil {
		t.Fatal(err)
	}
	if tracer.Dropped() != 0 {
		t.Errorf("%d spans were dropped", tracer.Dropped())
	}
	return received.spans
}

func TestTracer_RequestAndItsWorkAreOneTrace(t *testing.T) {
	spans := traced(t, 100, "")
	if len(spans) != 2 {
		t.Fatalf("the collector received %+v", spans)
	}
	inner, outer := spans[0], spans[1]
	if outer.Name != "PUT /api/user/cart" || outer.Kind != tracepb.Span_SPAN_KIND_SERVER ||
		len(outer.ParentSpanId) != 0 ||
		outer.Status.GetCode() != tracepb.Status_STATUS_CODE_UNSET || outer.Attributes[0].Value.GetIntValue() != 409 {
		t.Errorf("the request is %+v", outer)
	}
	if inner.Name != "db write" || !bytes.Equal(inner.TraceId, outer.TraceId) ||
		!bytes.Equal(inner.ParentSpanId, outer.SpanId) || inner.Status.GetCode() != tracepb.Status_STATUS_CODE_ERROR {
		t.Errorf("its work is %+v", inner)
	}
	for _, personal := range []string{"secret", "layla"} {
		if strings.Contains(inner.String()+outer.String(), personal) {
			t.Errorf("a span holds %q", personal)
		}
	}
}

func TestSpan_WithoutATracerCostsNothing(t *testing.T) {
	ctx := t.Context()
	allocations := testing.AllocsPerRun(100, func() {
		Start(ctx, "database query").End(nil)
		Of(ctx).Answered("GET /", 200)
	})
	if allocations != 0 {
		t.Errorf("%v allocations for a span that nobody sees", allocations)
	}
}

func TestTracer_TracedCallerDecides(t *testing.T) {
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	spans := traced(t, 0, "00-"+trace+"-"+parent+"-01")
	if len(spans) != 2 || hex.EncodeToString(spans[1].TraceId) != trace ||
		hex.EncodeToString(spans[1].ParentSpanId) != parent {
		t.Errorf("inside a trace: %+v", spans)
	}
	if spans := traced(t, 100, "00-"+trace+"-"+parent+"-00"); len(spans) != 0 {
		t.Errorf("inside a trace that is not recorded: %+v", spans)
	}
	for _, nonsense := range []string{
		"x", "00-" + trace + "-" + parent, "00-zz" + trace[2:] + "-" + parent + "-01",
		"00-00000000000000000000000000000000-" + parent + "-01",
	} {
		if spans := traced(t, 0, nonsense); len(spans) != 0 {
			t.Errorf("%q was taken for a trace", nonsense)
		}
	}
}

func TestTracer_CollectorThatIsAwayDelaysNobody(t *testing.T) {
	tracer := newTracer(t, "http://127.0.0.1:1", 100)
	h := tracer.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	began := time.Now()
	for range 2 * queueSize {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	}
	took := time.Since(began)
	if err := tracer.Close(); err != nil {
		t.Fatal(err)
	}
	timed.AtMost(t, "serving without a collector", took, 2*time.Second)
	if tracer.Dropped() != 2*queueSize {
		t.Errorf("%d dropped", tracer.Dropped())
	}
}
