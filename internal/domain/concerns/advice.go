package concerns

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
)

// Advice is the line above the products of a concern.
type Advice struct {
	Concern string
	Text    text.Pair // empty for none
	// Version is 0 for the text that comes with the program.
	Version int
	// ChangedAt is when the shop last changed it; zero for the program's own.
	ChangedAt time.Time
}

// AdviceStore stores the advice that the shop words itself.
type AdviceStore interface {
	// Advice lists what the shop has changed.
	Advice(ctx context.Context) ([]Advice, error)
	// SaveAdvice replaces the version that the editor saw, and records who did it. Code: NoticeChanged.
	SaveAdvice(ctx context.Context, a Advice, actorID string) error
}

// maxAdvice bounds a line of advice, in characters.
const maxAdvice = 300

// AdviceTexts gives the advice of every concern: the shop's own words, or those that come with the program. It
// holds them in memory and follows what other servers save. It is safe for concurrent use.
type AdviceTexts struct {
	store   AdviceStore
	now     func() time.Time
	changed atomic.Pointer[map[string]Advice] // by concern
	changes atomic.Uint64
	refresh sync.Mutex
}

// NewAdviceTexts makes it; until the first Refresh it gives the program's own texts. A nil now is the clock.
func NewAdviceTexts(store AdviceStore, now func() time.Time) *AdviceTexts {
	if now == nil {
		now = time.Now
	}
	a := &AdviceTexts{store: store, now: now}
	a.changed.Store(&map[string]Advice{})
	return a
}

// DefaultAdvice is the advice that comes with the program; empty for none.
func DefaultAdvice(concern string) text.Pair {
	if c, ok := contract.Concerns().Concern(concern); ok && c.Advice != nil {
		return text.Pair{English: c.Advice.English, Arabic: c.Advice.Arabic}
	}
	return text.Pair{}
}

// Of is the advice of a concern as it is now; empty for none.
func (a *AdviceTexts) Of(concern string) text.Pair { return a.advice(concern).Text }

func (a *AdviceTexts) advice(concern string) Advice {
	if changed, ok := (*a.changed.Load())[concern]; ok {
		return changed
	}
	return Advice{Concern: concern, Text: DefaultAdvice(concern)}
}

// Changes counts how often the texts have changed, for whoever caches pages that show them.
func (a *AdviceTexts) Changes() uint64 { return a.changes.Load() }

// List gives the advice of all concerns in the order of the contract, as the database has it.
func (a *AdviceTexts) List(ctx context.Context) ([]Advice, error) {
	if err := a.Refresh(ctx); err != nil {
		return nil, err
	}
	known := contract.Concerns().Concerns
	list := make([]Advice, len(known))
	for i := range known {
		list[i] = a.advice(known[i].Key)
	}
	return list, nil
}

// Save replaces the advice of a concern, here at once and on every server within seconds. Two empty texts show none.
// Codes: NotFound, InvalidFields, NoticeChanged when somebody else saved first.
func (a *AdviceTexts) Save(ctx context.Context, advice Advice, actorID string) (Advice, error) {
	if _, known := contract.Concerns().Concern(advice.Concern); !known {
		return Advice{}, apperr.New(apperr.NotFound)
	}
	bad := map[string]string{}
	for field, line := range map[string]*string{"english": &advice.Text.English, "arabic": &advice.Text.Arabic} {
		*line = strings.Join(strings.Fields(*line), " ")
		if utf8.RuneCountInString(*line) > maxAdvice {
			bad[field] = "advice_max"
		}
	}
	switch english, arabic := advice.Text.English, advice.Text.Arabic; {
	case english == "" && arabic != "":
		bad["english"] = "advice_both"
	case arabic == "" && english != "":
		bad["arabic"] = "advice_both"
	}
	if len(bad) > 0 {
		return Advice{}, apperr.Invalid(bad)
	}
	advice.ChangedAt = a.now().UTC().Truncate(time.Millisecond)
	if err := a.store.SaveAdvice(ctx, advice, actorID); err != nil {
		return Advice{}, err
	}
	advice.Version++
	return advice, a.Refresh(ctx)
}

// Refresh reads what the shop has changed.
func (a *AdviceTexts) Refresh(ctx context.Context) error {
	a.refresh.Lock()
	defer a.refresh.Unlock()
	stored, err := a.store.Advice(ctx)
	if err != nil {
		return fmt.Errorf("reading the advice of concerns: %w", err)
	}
	next := make(map[string]Advice, len(stored))
	for _, advice := range stored {
		next[advice.Concern] = advice
	}
	same := maps.EqualFunc(next, *a.changed.Load(), func(x, y Advice) bool { return x.Version == y.Version })
	if !same {
		a.changed.Store(&next)
		a.changes.Add(1)
	}
	return nil
}

// Run follows what other servers save until ctx ends.
func (a *AdviceTexts) Run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(refreshEvery)
	defer tick.Stop()
	for {
		if err := a.Refresh(ctx); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "following the advice of concerns", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
