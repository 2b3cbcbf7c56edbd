package admin

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// Problem is what can be wrong between the two languages of a product.
type Problem string

// The three problems of the meter.
const (
	MissingEnglish  Problem = "missing_english"
	MissingArabic   Problem = "missing_arabic"
	StrengthDiffers Problem = "strength_differs"
)

// Gap is one problem between the two languages of a product.
type Gap struct {
	ID, Code string
	Name     text.Pair
	Problem  Problem
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
	// WithoutConcern counts the products on sale that nobody finds by what they help with.
	WithoutConcern int
	GapCount       int
	// Gaps are one page of them, by code.
	Gaps []Gap
}

// Translations reads the meter, for everything that is not rejected.
func (s *Service) Translations(ctx context.Context, offset, limit int) (*Translations, error) {
	snapshot := s.catalogue.Snapshot()
	t, err := s.translations.read(ctx, snapshot, offset, limit)
	if err != nil {
		return nil, err
	}
	t.WithoutConcern = 0
	snapshot.Each(func(it *catalog.Item) bool {
		if len(it.Concerns) == 0 {
			t.WithoutConcern++
		}
		return true
	})
	return t, nil
}

// gapsOf compares the two languages of a product.
func gapsOf(p *catalog.Product) []Gap {
	var gaps []Gap
	add := func(lack Problem, field string, strengths text.Pair) {
		gaps = append(gaps, Gap{
			ID: p.ID, Code: p.Code, Name: p.Name, Problem: lack, Field: field, Strengths: strengths,
		})
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

// translationIndex remembers what it found out about each product, so that only changed ones are read again.
type translationIndex struct {
	source catalog.Source
	store  Store

	mu   sync.Mutex
	seen map[string]*productGaps
	// round counts the times it looked; what a round did not meet is gone.
	round int
	// snapshot and waiting are what it saw last: the same again needs no looking.
	snapshot *catalog.Snapshot
	pending  uint64

	sums Translations // without its page
	gaps []Gap        // all of them, by code
}

// productGaps is what the meter knows of a product.
type productGaps struct {
	version int64
	round   int
	gaps    []Gap
}

func newTranslationIndex(source catalog.Source, books Store) *translationIndex {
	return &translationIndex{source: source, store: books, seen: map[string]*productGaps{}}
}

const (
	// readAllFrom is how many changed products make reading the whole catalogue the shorter way.
	readAllFrom = 5000
	// readAtOnce is how many changed products are read by one query.
	readAtOnce = 500
	// readers is how many parts of the catalogue are read side by side.
	readers = 2
)

func (m *translationIndex) read(ctx context.Context, snapshot *catalog.Snapshot, offset,
	limit int) (*Translations, error) {
	drafts, err := m.store.Unlisted(ctx, catalog.Pending)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if waiting := fingerprint(drafts); m.snapshot != snapshot || m.pending != waiting {
		if err := m.refresh(ctx, snapshot, drafts); err != nil {
			return nil, err
		}
		m.recount()
		m.snapshot, m.pending = snapshot, waiting
	}
	t := m.sums
	from := min(max(offset, 0), len(m.gaps))
	t.Gaps = slices.Clone(m.gaps[from:min(from+limit, len(m.gaps))])
	return &t, nil
}

// fingerprint changes with the products and their versions, whatever their order.
func fingerprint(products []*catalog.Product) (sum uint64) {
	for _, p := range products {
		h := fnv.New64a()
		_, _ = h.Write([]byte(p.ID + " " + strconv.FormatInt(p.Version, 10)))
		sum += h.Sum64()
	}
	return sum
}

// refresh reads what changed since the last time.
func (m *translationIndex) refresh(ctx context.Context, snapshot *catalog.Snapshot, drafts []*catalog.Product) error {
	m.round++
	var changed []string
	note := func(id string, version int64) {
		w := m.seen[id]
		if w == nil {
			w = &productGaps{}
			m.seen[id] = w
		}
		w.round = m.round
		if w.version != version {
			changed = append(changed, id)
		}
	}
	snapshot.Each(func(it *catalog.Item) bool {
		note(it.ID, it.Version)
		return true
	})
	listed := len(changed)
	for _, p := range drafts {
		note(p.ID, p.Version)
	}
	for id, w := range m.seen {
		if w.round != m.round {
			delete(m.seen, id)
		}
	}
	if listed > readAllFrom {
		if err := m.readListed(ctx); err != nil {
			return err
		}
		changed = changed[listed:]
	}
	for part := range slices.Chunk(changed, readAtOnce) {
		products, err := m.source.Products(ctx, part)
		if err != nil {
			return err
		}
		for _, p := range products {
			m.setGaps(p, gapsOf(p))
		}
	}
	return nil
}

// readListed reads everything on sale, on all processors.
func (m *translationIndex) readListed(ctx context.Context) error {
	var adding sync.Mutex
	return m.source.EachApproved(ctx, readers, func(_ int, p *catalog.Product) error {
		gaps := gapsOf(p)
		adding.Lock()
		defer adding.Unlock()
		m.setGaps(p, gaps)
		return nil
	})
}

// setGaps takes in a product, unless it left meanwhile.
func (m *translationIndex) setGaps(p *catalog.Product, gaps []Gap) {
	if w := m.seen[p.ID]; w != nil {
		w.version, w.gaps = p.Version, gaps
	}
}

// recount counts what is known and puts the gaps in order.
func (m *translationIndex) recount() {
	t := Translations{Products: len(m.seen)}
	m.gaps = nil
	for _, w := range m.seen {
		counted := map[Problem]bool{}
		for _, g := range w.gaps {
			counted[g.Problem] = true
		}
		m.gaps = append(m.gaps, w.gaps...)
		t.Complete += one(len(w.gaps) == 0)
		t.MissingEnglish += one(counted[MissingEnglish])
		t.MissingArabic += one(counted[MissingArabic])
		t.StrengthDiffers += one(counted[StrengthDiffers])
	}
	t.GapCount = len(m.gaps)
	slices.SortStableFunc(m.gaps, func(a, b Gap) int {
		return cmp.Or(strings.Compare(a.Code, b.Code), strings.Compare(a.ID, b.ID))
	})
	m.sums = t
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
