// Package tracing tells an OpenTelemetry collector where the time of a request went: one span for the request and one
// for each use of the database. Spans hold the name of the route, never what people typed. It is the only package that
// knows the OpenTelemetry libraries; where no collector is configured, nothing of them runs.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const (
	// queueSize is how many spans may wait to be sent.
	queueSize = 4096
	batchSize = 512
	sendEvery = 2 * time.Second
	sendTime  = 5 * time.Second
)

// Span is a named period of time. A nil Span is one that is not traced; all its methods do nothing.
type Span struct{ span trace.Span }

// Of gives the span of a context, nil when it is not traced.
func Of(ctx context.Context) *Span {
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		return &Span{span}
	}
	return nil
}

// Start begins a span inside the one of ctx; nil when that is not traced.
func Start(ctx context.Context, name string) *Span {
	outer := trace.SpanFromContext(ctx)
	if !outer.IsRecording() {
		return nil
	}
	tracer := outer.TracerProvider().Tracer(scope)
	_, span := tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient))
	return &Span{span}
}

// End ends a span; an error marks it as failed. The error's text is not sent: it may hold what people typed.
func (s *Span) End(err error) {
	if s == nil {
		return
	}
	if err != nil {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// Answered names the request of the span and says how it was answered.
func (s *Span) Answered(route string, status int) {
	if s == nil {
		return
	}
	s.span.SetName(route)
	s.span.SetAttributes(attribute.Int("http.response.status_code", status))
	if status >= 500 {
		s.span.SetStatus(codes.Error, "")
	}
}

// scope names the source of the spans.
const scope = "dawa"

// Tracer traces requests and sends their spans to a collector.
type Tracer struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	client   *http.Client
	queue    *queue
}

// New makes a Tracer that sends to the collector at endpoint (OTLP over HTTP) what it traces: share of a hundred
// requests, and every request that a traced caller sent. Close it to send what is left.
func New(endpoint string, share int, log *slog.Logger) (*Tracer, error) {
	client := &http.Client{Timeout: sendTime}
	exporter, err := otlptracehttp.New(context.Background(),
		otlptracehttp.WithEndpointURL(strings.TrimRight(endpoint, "/")+"/v1/traces"),
		otlptracehttp.WithHTTPClient(client),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}),
	)
	if err != nil {
		return nil, fmt.Errorf("preparing the sending of traces: %w", err)
	}
	q := &queue{exporter: exporter, log: log}
	q.batches = sdktrace.NewBatchSpanProcessor(q, sdktrace.WithMaxQueueSize(queueSize),
		sdktrace.WithMaxExportBatchSize(batchSize), sdktrace.WithBatchTimeout(sendEvery),
		sdktrace.WithExportTimeout(sendTime))
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithSpanProcessor(processor{q}),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(float64(share)/100))),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "dawa"))),
	)
	return &Tracer{provider: provider, tracer: provider.Tracer(scope), client: client, queue: q}, nil
}

// Dropped counts the spans that found no room or no collector.
func (t *Tracer) Dropped() int64 { return t.queue.dropped.Load() }

// Close sends what is left and ends the sending.
func (t *Tracer) Close() error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), sendTime)
	defer cancel()
	err := t.provider.Shutdown(ctx)
	t.client.CloseIdleConnections()
	return err
}

// Handler traces the requests that go through it, in the trace of whoever sent them (W3C traceparent).
func (t *Tracer) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
		if !span.IsRecording() {
			next.ServeHTTP(w, r)
			return
		}
		defer span.End()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
