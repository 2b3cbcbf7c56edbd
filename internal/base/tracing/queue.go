package tracing

import (
	"context"
	"log/slog"
	"sync/atomic"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// queue counts the spans on their way to the collector, which the library does not: it drops silently what finds no
// room. It stands on both sides of the library's batches: before them as a processor, behind them as the exporter.
type queue struct {
	exporter sdktrace.SpanExporter
	batches  sdktrace.SpanProcessor
	log      *slog.Logger
	waiting  atomic.Int64
	dropped  atomic.Int64
	failing  atomic.Bool
}

// Shutdown ends the exporter; the batches call it.
func (q *queue) Shutdown(ctx context.Context) error { return q.exporter.Shutdown(ctx) }

// ExportSpans sends a batch. A collector that is away costs its spans, never a request.
func (q *queue) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := q.exporter.ExportSpans(ctx, spans)
	q.waiting.Add(-int64(len(spans)))
	if err != nil {
		q.dropped.Add(int64(len(spans)))
	}
	if failed := err != nil; q.failing.Swap(failed) != failed && failed {
		q.log.Warn("traces cannot be sent", slog.Any("cause", err))
	}
	return nil // reported above; the library would print it
}

// processor takes ended spans in.
type processor struct{ queue *queue }

func (p processor) OnStart(ctx context.Context, s sdktrace.ReadWriteSpan) {
	p.queue.batches.OnStart(ctx, s)
}

func (p processor) OnEnd(s sdktrace.ReadOnlySpan) {
	if p.queue.waiting.Add(1) > queueSize {
		p.queue.waiting.Add(-1)
		p.queue.dropped.Add(1)
		return
	}
	p.queue.batches.OnEnd(s)
}

func (p processor) Shutdown(ctx context.Context) error { return p.queue.batches.Shutdown(ctx) }

func (p processor) ForceFlush(ctx context.Context) error { return p.queue.batches.ForceFlush(ctx) }
