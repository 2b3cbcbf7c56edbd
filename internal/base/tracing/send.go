package tracing

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

const (
	// waiting is how many spans may wait to be sent.
	waiting   = 4096
	batch     = 512
	sendEvery = 2 * time.Second
	sendTime  = 5 * time.Second
)

// Run sends spans until ctx ends, and then what is left.
func (t *Tracer) Run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(sendEvery)
	defer tick.Stop()
	failing := false
	send := func(ctx context.Context, spans []*Span) {
		if len(spans) == 0 {
			return
		}
		err := t.send(ctx, spans)
		if err != nil {
			t.dropped.Add(int64(len(spans)))
			if !failing {
				log.Warn("traces cannot be sent", slog.Any("cause", err))
			}
		}
		failing = err != nil
	}
	var ready []*Span
	for {
		select {
		case s := <-t.spans:
			if ready = append(ready, s); len(ready) < batch {
				continue
			}
		case <-tick.C:
		case <-ctx.Done():
			for len(t.spans) > 0 && len(ready) < waiting {
				ready = append(ready, <-t.spans)
			}
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTime)
			defer cancel()
			send(last, ready)
			t.client.CloseIdleConnections()
			return
		}
		send(ctx, ready)
		ready = ready[:0]
	}
}

func (t *Tracer) send(ctx context.Context, spans []*Span) error {
	body, err := json.Marshal(message(spans))
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := t.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answers %d", res.StatusCode)
	}
	return nil
}

// The message of the protocol (ExportTraceServiceRequest), as far as we use it.
type (
	export struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []attribute `json:"attributes"`
	}
	scopeSpans struct {
		Scope struct {
			Name string `json:"name"`
		} `json:"scope"`
		Spans []span `json:"spans"`
	}
	span struct {
		TraceID      string      `json:"traceId"`
		SpanID       string      `json:"spanId"`
		ParentSpanID string      `json:"parentSpanId,omitempty"`
		Name         string      `json:"name"`
		Kind         int         `json:"kind"`
		Start        string      `json:"startTimeUnixNano"`
		End          string      `json:"endTimeUnixNano"`
		Attributes   []attribute `json:"attributes,omitempty"`
		Status       struct {
			Code int `json:"code,omitempty"`
		} `json:"status"`
	}
	attribute struct {
		Key   string `json:"key"`
		Value struct {
			String string `json:"stringValue,omitempty"`
			Int    string `json:"intValue,omitempty"`
		} `json:"value"`
	}
)

// statusError is the protocol's number of a failed span.
const statusError = 2

func message(spans []*Span) export {
	var all scopeSpans
	all.Scope.Name = "dawa"
	for _, s := range spans {
		out := span{
			TraceID: hex.EncodeToString(s.trace[:]), SpanID: hex.EncodeToString(s.id[:]), Name: s.name, Kind: s.kind,
			Start: strconv.FormatInt(s.began.UnixNano(), 10), End: strconv.FormatInt(s.ended.UnixNano(), 10),
		}
		if s.parent != [8]byte{} {
			out.ParentSpanID = hex.EncodeToString(s.parent[:])
		}
		if s.status != 0 {
			var status attribute
			status.Key, status.Value.Int = "http.response.status_code", strconv.Itoa(s.status)
			out.Attributes = append(out.Attributes, status)
		}
		if s.failed {
			out.Status.Code = statusError
		}
		all.Spans = append(all.Spans, out)
	}
	var service attribute
	service.Key, service.Value.String = "service.name", "dawa"
	return export{ResourceSpans: []resourceSpans{{Resource: resource{Attributes: []attribute{service}}, ScopeSpans: []scopeSpans{all}}}}
}
