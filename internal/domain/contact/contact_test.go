package contact

import (
	"context"
	"net/netip"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/outbox"
)

type queue struct{ jobs []outbox.Job }

func (q *queue) Enqueue(_ context.Context, jobs ...outbox.Job) error {
	q.jobs = append(q.jobs, jobs...)
	return nil
}

var home = netip.MustParseAddr("192.0.2.1")

func TestContact_QueuesMessageAsWritten(t *testing.T) {
	q := &queue{}
	service := New(q, func(context.Context, netip.Addr) error { return nil })
	sent := Message{Name: "ليلى", Email: "layla@example.com", Text: "هل بنادول متوفر؟\nشكرًا", Lang: text.Arabic}
	if err := service.Send(t.Context(), home, sent); err != nil {
		t.Fatal(err)
	}
	if len(q.jobs) != 1 || q.jobs[0].Kind != EmailJob {
		t.Fatalf("queued %+v", q.jobs)
	}
	if got, err := Read(q.jobs[0]); err != nil || got != sent {
		t.Errorf("read %+v, %v; want %+v", got, err, sent)
	}
}

func TestContact_InvalidMessageRefusedByField(t *testing.T) {
	q, tries := &queue{}, 0
	service := New(q, func(context.Context, netip.Addr) error { tries++; return nil })
	for field, m := range map[string]Message{
		"name":    {Email: "a@example.com", Text: "hello"},
		"email":   {Name: "Layla", Email: "layla@@example", Text: "hello"},
		"message": {Name: "Layla", Email: "a@example.com", Text: strings.Repeat("x", 2001)},
	} {
		err := service.Send(t.Context(), home, m)
		if got := apperr.From(err); got.Code != apperr.InvalidFields || got.Fields[field] == "" ||
			len(got.Fields) != 1 {
			t.Errorf("%s: %v with %v", field, got.Code, got.Fields)
		}
	}
	if len(q.jobs) != 0 || tries != 0 {
		t.Errorf("%d jobs and %d tries for messages that were refused", len(q.jobs), tries)
	}
}

func TestContact_RateLimited(t *testing.T) {
	q := &queue{}
	service := New(q, func(context.Context, netip.Addr) error { return apperr.New(apperr.RateLimited) })
	err := service.Send(t.Context(), home, Message{Name: "Layla", Email: "a@example.com", Text: "hello"})
	if apperr.CodeOf(err) != apperr.RateLimited || len(q.jobs) != 0 {
		t.Errorf("%v, %d queued", err, len(q.jobs))
	}
}
