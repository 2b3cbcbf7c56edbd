package concerns

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// Times of the work in the background. A word reaches every server well within a minute.
const (
	refreshEvery = 5 * time.Second
	writeEvery   = time.Minute
	lastWrite    = 5 * time.Second
	maxPending   = 5000
)

// Refresh tells the learner the added words, if they changed.
func (s *Service) Refresh(ctx context.Context) error {
	words, err := s.words.Words(ctx)
	if err != nil {
		return fmt.Errorf("reading the added words: %w", err)
	}
	byConcern := map[string][]string{}
	var all []string
	for _, w := range words {
		byConcern[w.Concern] = append(byConcern[w.Concern], w.Word)
		all = append(all, w.Concern+"\x00"+w.Word)
	}
	slices.Sort(all)
	told := strings.Join(all, "\x01")
	s.learning.Lock()
	defer s.learning.Unlock()
	if told != s.last {
		s.last = told
		s.learn(byConcern)
	}
	return nil
}

// Run follows the added words until ctx ends.
func (s *Service) Run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(refreshEvery)
	defer tick.Stop()
	for {
		if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "following the words of concerns", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// MissCounter gathers queries in memory and writes their counts now and then. It is safe for concurrent use;
// nil counts nothing.
type MissCounter struct {
	store MissStore
	now   func() time.Time
	mu    sync.Mutex
	held  map[Miss]int64 // by day, query and match
}

// NewMissCounter makes an empty one; a nil now is the clock.
func NewMissCounter(store MissStore, now func() time.Time) *MissCounter {
	if now == nil {
		now = time.Now
	}
	return &MissCounter{store: store, now: now, held: map[Miss]int64{}}
}

// Add counts a query. What may be about a person is not stored: long texts, addresses, many digits.
func (c *MissCounter) Add(query, match string) {
	if c == nil {
		return
	}
	query = Folded(query)
	if query == "" || utf8.RuneCountInString(query) > maxQuery || personal(query) {
		return
	}
	key := Miss{Day: c.now().UTC().Format(time.DateOnly), Query: query, Match: match}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.held[key]; known || len(c.held) < maxPending {
		c.held[key]++
	}
}

func personal(query string) bool {
	const manyDigits = 6
	digits := 0
	for _, r := range query {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return digits >= manyDigits || strings.Contains(query, "@")
}

// Write stores what has gathered. What cannot be written stays for the next time.
func (c *MissCounter) Write(ctx context.Context) error {
	c.mu.Lock()
	held := c.held
	c.held = map[Miss]int64{}
	c.mu.Unlock()
	if len(held) == 0 {
		return nil
	}
	misses := make([]Miss, 0, len(held))
	for key, count := range held {
		key.Count = count
		misses = append(misses, key)
	}
	err := c.store.AddMisses(ctx, misses)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for key, count := range held {
			c.held[key] += count
		}
	}
	return err
}

// Run writes until ctx ends, and once more then.
func (c *MissCounter) Run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for open := true; open; {
		select {
		case <-ctx.Done():
			open = false
		case <-tick.C:
		}
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWrite)
		if err := c.Write(last); err != nil {
			log.WarnContext(last, "writing unanswered queries", slog.Any("error", err))
		}
		cancel()
	}
}
