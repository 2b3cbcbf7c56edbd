package signals

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"
)

type memory struct{ stored []Violation }

func (m *memory) Signals(context.Context, Kind, Threshold, int) ([]Signal, error) { return nil, nil }
func (m *memory) AddViolations(_ context.Context, seen []Violation, _ int) error {
	m.stored = append(m.stored, seen...)
	return nil
}
func (m *memory) Violations(context.Context, string, int) ([]Violation, error) { return m.stored, nil }

func TestReport_StoresNothingThatNamesAnybody(t *testing.T) {
	at := time.Date(2026, 11, 16, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct{ directive, blocked, page, want string }{
		{"script-src-elem", "inline", "https://shop.example/", "script-src-elem inline home"},
		{"script-src 'self'", "https://evil.example/a?user=layla", "https://shop.example/product/x",
			"script-src evil.example product"},
		{"require-trusted-types-for", "trusted-types-sink", "https://shop.example/resetpassword/s3cret",
			"require-trusted-types-for trusted-types-sink resetpassword"},
		{"img-src", "layla@example.com", "https://shop.example/Layla%20Haddad", "img-src other other"},
	} {
		store := &memory{}
		s := New(store, func() time.Time { return at }, slog.New(slog.DiscardHandler))
		if !s.Report(c.directive, c.blocked, c.page) || s.Flush(t.Context()) != nil || len(store.stored) != 1 {
			t.Errorf("%v was not counted: %v", c, store.stored)
			continue
		}
		v := store.stored[0]
		if got := v.Directive + " " + v.Blocked + " " + v.Page; got != c.want || v.Day != "2026-11-16" || v.Count != 1 {
			t.Errorf("stored %+v, want %s", v, c.want)
		}
	}
	s := New(&memory{}, time.Now, slog.New(slog.DiscardHandler))
	for _, nonsense := range []string{"", "<script>", "x"} {
		if s.Report(nonsense, "inline", "/") {
			t.Errorf("%q was taken for a directive", nonsense)
		}
	}
}

func TestReport_BoundsMemoryAndRate(t *testing.T) {
	at := time.Date(2026, 11, 16, 10, 0, 0, 0, time.UTC)
	store := &memory{}
	s := New(store, func() time.Time { return at }, slog.New(slog.DiscardHandler))
	for i := range 10_000 {
		s.Report("script-src", fmt.Sprintf("https://h%d.example/", i), "/")
	}
	if len(s.held) != maxHeld || s.Reported() != maxHeld || s.Dropped() != 10_000-maxHeld {
		t.Errorf("held %d, counted %d, dropped %d", len(s.held), s.Reported(), s.Dropped())
	}
	if s.Report("script-src", "https://h1.example/", "/"); s.Reported() != maxHeld {
		t.Error("one more was counted within the minute")
	}
	at = at.Add(time.Minute)
	if s.Report("script-src", "https://h1.example/", "/"); s.Reported() != maxHeld+1 {
		t.Error("a known one was not counted in the next minute")
	}
	if err := s.Flush(t.Context()); err != nil || len(store.stored) != maxHeld || len(s.held) != 0 {
		t.Errorf("stored %d, %v", len(store.stored), err)
	}
}
