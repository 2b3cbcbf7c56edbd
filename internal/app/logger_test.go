package app

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/testkit/timed"
)

type sharedBuffer struct {
	mu     sync.Mutex
	b      bytes.Buffer
	writes int
}

func (s *sharedBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	return s.b.Write(p)
}

func (s *sharedBuffer) read() (string, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String(), s.writes
}

func TestLog_BatchesLinesAndFlushesWarnings(t *testing.T) {
	t.Parallel()
	var out sharedBuffer
	c := good()
	c.LogFormat = "json"
	log, end, err := c.Logger(&out)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		log.Info("small")
	}
	log.Debug("too small")
	log.With("shop", 1).Warn("look")
	if text, writes := out.read(); strings.Count(text, "\n") != 51 || writes != 1 {
		t.Errorf("after a warning there are %d lines in %d writes", strings.Count(text, "\n"), writes)
	}
	log.Info("later")
	deadline := time.Now().Add(timed.Timeout)
	for {
		if text, _ := out.read(); strings.Contains(text, "later") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a line alone is never written")
		}
		time.Sleep(5 * time.Millisecond)
	}
	log.Info(strings.Repeat("long ", lineCapacity))
	if text, _ := out.read(); !strings.Contains(text, "long long") {
		t.Error("a full room is not written")
	}
	log.Info("last")
	end()
	text, _ := out.read()
	for line := range strings.Lines(text) {
		if !json.Valid([]byte(line)) {
			t.Fatalf("%q is no JSON", line)
		}
	}
	if !strings.Contains(text, `"msg":"last"`) || strings.Contains(text, "too small") {
		t.Error("the last line is missing, or one below the level is there")
	}
}
