// Package concerns follows how well shoppers' words are understood: it counts the queries that had no exact
// answer, and holds the words that admins add to concerns. Nothing in it is about a person.
package concerns

import (
	"context"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
)

// Miss is how often a query had no exact answer.
type Miss struct {
	Day   string // as 2026-11-15, in UTC; of a sum, the last one
	Query string
	Match string // what kind of answer it had
	Count int64
}

// Word is a word that an admin added to a concern.
type Word struct {
	Word    string
	Concern string
	AddedBy string
	AddedAt time.Time
}

// MissStore stores counts of queries.
type MissStore interface {
	// AddMisses adds to what the days hold already, all or nothing.
	AddMisses(ctx context.Context, misses []Miss) error
	// Misses sums up the queries since a day, the most frequent first, and counts how many there are.
	Misses(ctx context.Context, since string, offset, limit int) ([]Miss, int, error)
}

// WordStore stores added words.
type WordStore interface {
	Words(ctx context.Context) ([]Word, error)
	// PutWord adds a word, or gives it another concern.
	PutWord(ctx context.Context, w Word) error
	RemoveWord(ctx context.Context, word string) error
}

// Learner is told all added words, by the key of their concern, whenever they change.
type Learner func(byConcern map[string][]string)

// Service is what admins do about words that nobody understood.
type Service struct {
	words  WordStore
	misses MissStore
	learn  Learner
	now    func() time.Time

	learning sync.Mutex
	last     string // what the learner was told last
}

// missesFor is how far back admins look.
const missesFor = 30 * 24 * time.Hour

const (
	maxWord  = 60
	maxQuery = 60
)

// NewService makes it. A nil now is the clock.
func NewService(words WordStore, misses MissStore, learn Learner, now func() time.Time) *Service {
	if now == nil {
		now = time.Now
	}
	return &Service{words: words, misses: misses, learn: learn, now: now}
}

// Misses lists what had no exact answer in the last 30 days, the most frequent first.
func (s *Service) Misses(ctx context.Context, offset, limit int) ([]Miss, int, error) {
	return s.misses.Misses(ctx, s.now().Add(-missesFor).UTC().Format(time.DateOnly), offset, limit)
}

// Words lists the added words.
func (s *Service) Words(ctx context.Context) ([]Word, error) { return s.words.Words(ctx) }

// Add makes a word name a concern, here at once and on every server within a minute. Code: InvalidFields.
func (s *Service) Add(ctx context.Context, word, concern, by string) error {
	word = Folded(word)
	bad := map[string]string{}
	if word == "" || utf8.RuneCountInString(word) > maxWord {
		bad["word"] = "word_invalid"
	}
	if _, known := contract.Concerns().Concern(concern); !known {
		bad["concern"] = "concerns_unknown"
	}
	if len(bad) > 0 {
		return apperr.Invalid(bad)
	}
	if err := s.words.PutWord(ctx, Word{Word: word, Concern: concern, AddedBy: by, AddedAt: s.now()}); err != nil {
		return err
	}
	return s.Refresh(ctx)
}

// Remove takes an added word away.
func (s *Service) Remove(ctx context.Context, word string) error {
	if err := s.words.RemoveWord(ctx, Folded(word)); err != nil {
		return err
	}
	return s.Refresh(ctx)
}

// Folded is a query or word as it is stored: small letters, one space between words.
func Folded(text string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " "))
}
