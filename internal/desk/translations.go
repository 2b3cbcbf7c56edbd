package desk

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"

	"dawa/internal/catalog"
	"dawa/internal/text"
)

// Lack is what can be wrong between the two languages of a product.
type Lack string

// The three problems of the meter.
const (
	MissingEnglish  Lack = "missing_english"
	MissingArabic   Lack = "missing_arabic"
	StrengthDiffers Lack = "strength_differs"
)

// Gap is one problem between the two languages of a product.
type Gap struct {
	ID, Code string
	Name     text.Pair
	Lack     Lack
	// Field is the one to mend, as on the wire.
	Field string
	// Strengths are what each language states, when they differ.
	Strengths text.Pair
}

// Translations is how complete the catalogue is in both languages.
type Translations struct {
	Products, Complete int
	// Each product counts at most once in each of these.
	MissingEnglish, MissingArabic, StrengthDiffers int
	GapCount                                       int
	// Gaps are one page of them, by code.
	Gaps []Gap
}

// Translations reads the meter, for everything that is not rejected.
func (s *Service) Translations(ctx context.Context, offset, limit int) (*Translations, error) {
	return s.meter.read(ctx, s.catalogue.Snapshot(), offset, limit)
}

// gapsOf compares the two languages of a product.
func gapsOf(p *catalog.Product) []Gap {
	var gaps []Gap
	add := func(lack Lack, field string, strengths text.Pair) {
		gaps = append(gaps, Gap{ID: p.ID, Code: p.Code, Name: p.Name, Lack: lack, Field: field, Strengths: strengths})
	}
	for _, t := range []struct {
		field    string
		pair     text.Pair
		required bool
		// strict texts state every strength in both languages; in longer ones one may be told in words.
		strict bool
	}{
		{"name", p.Name, true, true}, {"description", p.Description, true, false},
		{"usage", p.Usage, false, false}, {"warnings", p.Warnings, false, false},
	} {
		if !t.required && t.pair == (text.Pair{}) {
			continue
		}
		english, arabic := hasScript(t.pair.English, unicode.Latin), hasScript(t.pair.Arabic, unicode.Arabic)
		if !english {
			add(MissingEnglish, "english_"+t.field, text.Pair{})
		}
		if !arabic {
			add(MissingArabic, "arabic_"+t.field, text.Pair{})
		}
		if !english || !arabic {
			continue
		}
		inEnglish, inArabic := strengthsIn(t.pair.English), strengthsIn(t.pair.Arabic)
		if differ(inEnglish, inArabic, t.strict) {
			add(StrengthDiffers, "arabic_"+t.field, text.Pair{English: describe(inEnglish), Arabic: describe(inArabic)})
		}
	}
	return gaps
}

// differ tells whether two texts contradict each other.
func differ(english, arabic []strength, strict bool) bool {
	if slices.Equal(english, arabic) {
		return false
	}
	return strict || len(english) > 0 && len(arabic) > 0
}

// hasScript tells whether a text is written in a script at all: a name copied from the other
// language is none.
func hasScript(s string, script *unicode.RangeTable) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(script, r) && unicode.IsLetter(r) })
}

// meter remembers what it found out about each product, so that only changed ones are read again.
type meter struct {
	source catalog.Source
	books  Books

	mu    sync.Mutex
	seen  map[string]int64 // id → version
	gaps  map[string][]Gap
	order []Gap // all of them by code; nil when it must be made anew
}

func newMeter(source catalog.Source, books Books) *meter {
	return &meter{source: source, books: books, seen: map[string]int64{}, gaps: map[string][]Gap{}}
}

// readAllFrom is how many changed products make reading the whole catalogue the shorter way.
const readAllFrom = 5000

func (m *meter) read(ctx context.Context, snapshot *catalog.Snapshot, offset, limit int) (*Translations, error) {
	drafts, err := m.books.Drafts(ctx)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.catchUp(ctx, snapshot, drafts); err != nil {
		return nil, err
	}
	return m.page(offset, limit), nil
}

// catchUp reads what changed since the last time.
func (m *meter) catchUp(ctx context.Context, snapshot *catalog.Snapshot, drafts []*catalog.Product) error {
	now := make(map[string]bool, len(m.seen))
	var changed []string
	note := func(id string, version int64) {
		now[id] = true
		if m.seen[id] != version {
			changed = append(changed, id)
		}
	}
	snapshot.Each(func(it *catalog.Item) bool {
		note(it.ID, it.Version)
		return true
	})
	listed := len(changed)
	for _, p := range drafts {
		if p.Status == catalog.Pending {
			note(p.ID, p.Version)
		}
	}
	for id := range m.seen {
		if !now[id] {
			delete(m.seen, id)
			m.forget(id)
		}
	}
	if listed > readAllFrom {
		if err := m.readListed(ctx, now); err != nil {
			return err
		}
		changed = changed[listed:]
	}
	for part := range slices.Chunk(changed, batchRows) {
		products, err := m.source.Products(ctx, part)
		if err != nil {
			return err
		}
		for _, p := range products {
			m.learn(p, gapsOf(p))
		}
	}
	return nil
}

// readListed reads everything on the shelves, on all processors.
func (m *meter) readListed(ctx context.Context, wanted map[string]bool) error {
	var adding sync.Mutex
	return m.source.EachApproved(ctx, readers, func(_ int, p *catalog.Product) error {
		gaps := gapsOf(p)
		adding.Lock()
		defer adding.Unlock()
		if wanted[p.ID] {
			m.learn(p, gaps)
		}
		return nil
	})
}

// readers is how many parts of the catalogue are read side by side.
const readers = 2

func (m *meter) learn(p *catalog.Product, gaps []Gap) {
	m.forget(p.ID)
	m.seen[p.ID] = p.Version
	if len(gaps) > 0 {
		m.gaps[p.ID] = gaps
		m.order = nil
	}
}

func (m *meter) forget(id string) {
	if _, had := m.gaps[id]; had {
		delete(m.gaps, id)
		m.order = nil
	}
}

func (m *meter) page(offset, limit int) *Translations {
	t := &Translations{Products: len(m.seen), Complete: len(m.seen) - len(m.gaps)}
	for _, gaps := range m.gaps {
		counted := map[Lack]bool{}
		for _, g := range gaps {
			counted[g.Lack] = true
		}
		t.GapCount += len(gaps)
		t.MissingEnglish += one(counted[MissingEnglish])
		t.MissingArabic += one(counted[MissingArabic])
		t.StrengthDiffers += one(counted[StrengthDiffers])
	}
	if m.order == nil {
		for _, gaps := range m.gaps {
			m.order = append(m.order, gaps...)
		}
		slices.SortStableFunc(m.order, func(a, b Gap) int {
			if c := strings.Compare(a.Code, b.Code); c != 0 {
				return c
			}
			return strings.Compare(a.ID, b.ID)
		})
	}
	from := min(max(offset, 0), len(m.order))
	t.Gaps = slices.Clone(m.order[from:min(from+limit, len(m.order))])
	return t
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
