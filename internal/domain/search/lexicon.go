package search

import (
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/domain/catalog"
)

// lexicon gathers which documents hold which words. A catalogue of 100,000 products has a few thousand
// words: each is analysed once, and a document costs one number for each of its words.
type lexicon struct {
	byRaw    map[string]*entry   // by the word as it stands in a text
	byStrict map[string]*entry   // by its strict form
	byText   map[string][]*entry // the words of texts that many products share
	whole    map[string]*entry   // texts of several words written as one

	codes   []codeOf
	filters [filterKinds]filterLists
}

// entry is one word and where it stands.
type entry struct {
	strict        string
	names, labels list
	named         bool // stands in a name or a brand, not in item codes only
}

// list gathers rising document numbers.
type list struct{ numbers []uint32 }

func (l *list) add(number uint32) {
	if n := len(l.numbers); n == 0 || l.numbers[n-1] != number {
		l.numbers = append(l.numbers, number)
	}
}

func (l *list) set() *roaring.Bitmap {
	set := roaring.New()
	set.AddMany(l.numbers)
	return set
}

func newLexicon() *lexicon {
	x := &lexicon{
		byRaw: map[string]*entry{}, byStrict: map[string]*entry{}, byText: map[string][]*entry{},
		whole: map[string]*entry{},
	}
	for i := range x.filters {
		x.filters[i] = filterLists{}
	}
	return x
}

// entry is the word as it stands in a text; nil when nothing is left of it.
func (x *lexicon) entry(raw string) *entry {
	if e, ok := x.byRaw[raw]; ok {
		return e
	}
	var e *entry
	if word := strict(raw); word != "" {
		e = x.strictEntry(word)
	}
	x.byRaw[raw] = e
	return e
}

func (x *lexicon) strictEntry(word string) *entry {
	e, ok := x.byStrict[word]
	if !ok {
		e = &entry{strict: word}
		x.byStrict[word] = e
	}
	return e
}

// addName takes in a product's name.
func (x *lexicon) addName(name string, number uint32) {
	for start, end := range spans(name) {
		if e := x.entry(name[start:end]); e != nil {
			e.named = true
			e.names.add(number)
		}
	}
}

// addBrand takes in a brand, also as one word.
func (x *lexicon) addBrand(brand string, number uint32) {
	for _, e := range x.shared(brand) {
		e.named = true
		e.names.add(number)
	}
	whole := x.joined(brand)
	whole.named = true
	whole.names.add(number)
}

// addLabel takes in what a product may be asked by.
func (x *lexicon) addLabel(label string, number uint32) {
	for _, e := range x.shared(label) {
		e.labels.add(number)
	}
	x.joined(label).labels.add(number)
}

func (x *lexicon) shared(text string) []*entry {
	if entries, ok := x.byText[text]; ok {
		return entries
	}
	entries := []*entry{}
	for start, end := range spans(text) {
		if e := x.entry(text[start:end]); e != nil {
			entries = append(entries, e)
		}
	}
	x.byText[text] = entries
	return entries
}

func (x *lexicon) joined(text string) *entry {
	if e, ok := x.whole[text]; ok {
		return e
	}
	e := x.strictEntry(strings.Join(words(text), ""))
	x.whole[text] = e
	return e
}

// addCode takes in an item code, and its letters as words: their numbers mean nothing alone.
func (x *lexicon) addCode(code string, number uint32) {
	x.codes = append(x.codes, codeOf{codeText(code), number})
	for start, end := range spans(code) {
		if part := code[start:end]; !isNumber(part) {
			if e := x.entry(part); e != nil {
				e.names.add(number)
			}
		}
	}
}

// addFilterKeys takes in what results are filtered by and what concerns are found by.
func (x *lexicon) addFilterKeys(it *catalog.Item, number uint32) {
	x.filters[byBrand].add(it.Brand, number)
	x.filters[byCategory].add(it.Category, number)
	x.filters[byDosageForm].add(it.Form, number)
	for i, key := range it.Concerns {
		x.filters[byConcern].add(key, number)
		if i < mainConcerns {
			x.filters[byMainConcern].add(key, number)
		}
	}
	for _, key := range it.Suits {
		x.filters[bySuits].add(key, number)
	}
	// What needs a prescription is found for a concern only when somebody said so.
	if len(it.Concerns) == 0 && it.Regulation.MayBeOrdered() {
		x.filters[byConcern].add("", number)
	}
	if len(it.Suits) == 0 {
		x.filters[bySuits].add("", number)
	}
}

// mainConcerns is how many of a product's concerns count as what it is made for.
const mainConcerns = 2

// What documents are filtered by.
const (
	byBrand = iota
	byCategory
	byDosageForm
	byConcern
	byMainConcern
	bySuits
	filterKinds
)

// filterLists are documents by a key.
type filterLists map[string]*list

func (f filterLists) add(key string, number uint32) {
	l, ok := f[key]
	if !ok {
		l = &list{}
		f[key] = l
	}
	l.add(number)
}

// append takes in what another lexicon gathered from documents with higher numbers.
func (x *lexicon) append(other *lexicon) {
	for word, e := range other.byStrict {
		mine := x.strictEntry(word)
		mine.named = mine.named || e.named
		mine.names.numbers = append(mine.names.numbers, e.names.numbers...)
		mine.labels.numbers = append(mine.labels.numbers, e.labels.numbers...)
	}
	for i, lists := range other.filters {
		for key, l := range lists {
			if mine, ok := x.filters[i][key]; ok {
				mine.numbers = append(mine.numbers, l.numbers...)
			} else {
				x.filters[i][key] = l
			}
		}
	}
	x.codes = append(x.codes, other.codes...)
}

// gathered are sets by term; a term may have several.
type gathered map[string][]*roaring.Bitmap

func (g gathered) add(term string, set *roaring.Bitmap) { g[term] = append(g[term], set) }

// fill turns what was gathered into what queries are answered from. A set that several terms share is
// stored once.
func (x *lexicon) fill(s *segment) {
	names, labels := map[string]*roaring.Bitmap{}, map[string]*roaring.Bitmap{}
	spoken := map[string]*roaring.Bitmap{} // nobody says an item code
	for word, e := range x.byStrict {
		if word == "" {
			continue
		}
		if len(e.names.numbers) > 0 {
			names[word] = e.names.set()
			if e.named {
				spoken[word] = names[word]
			}
		}
		if len(e.labels.numbers) > 0 {
			labels[word] = e.labels.set()
		}
	}
	s.strict = names
	var work sync.WaitGroup
	work.Go(func() { s.codes = newCodes(x.codes) })
	work.Go(func() { s.words = newDictionary(byForm(names), kind{typos: 2, open: true}) })
	work.Go(func() {
		s.keys = newDictionary(byKey(spoken), kind{typos: 1, codes: true})
		s.labels = newDictionary(byForm(labels), kind{typos: 2})
		s.nameSounds = newSoundTable(spoken)
		s.brands, s.categories = setsOf(x.filters[byBrand]), setsOf(x.filters[byCategory])
		s.forms, s.suits = setsOf(x.filters[byDosageForm]), setsOf(x.filters[bySuits])
		s.concerns, s.mainConcerns = setsOf(x.filters[byConcern]), setsOf(x.filters[byMainConcern])
		s.unclassified, s.ageless = s.concerns[""], s.suits[""]
	})
	work.Wait()
}

func byForm(sets map[string]*roaring.Bitmap) gathered {
	g := make(gathered, len(sets))
	for word, set := range sets {
		for _, form := range forms(loose(word)) {
			g.add(form, set)
		}
	}
	return g
}

func byKey(sets map[string]*roaring.Bitmap) gathered {
	g := make(gathered, len(sets))
	for word, set := range sets {
		if isNumber(word) {
			continue
		}
		folded := loose(word)
		key := consonantKey(folded)
		if key != "" {
			g.add(key, set)
		}
		if b := bare(folded); b != folded {
			if other := consonantKey(b); other != "" && other != key {
				g.add(other, set)
			}
		}
	}
	return g
}

func setsOf(lists filterLists) map[string]*roaring.Bitmap {
	sets := make(map[string]*roaring.Bitmap, len(lists))
	for key, l := range lists {
		sets[key] = l.set()
	}
	return sets
}
