package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
)

// Document is what the index knows of a product.
type Document struct {
	ID string
	// Names, brand and code are what people ask for; Others (category labels, active ingredients) are
	// what they may ask by.
	Names   []string
	Brands  []string
	Code    string
	Others  []string
	InStock bool
}

// segment is an immutable index of some documents, numbered in the order they are shown among equals:
// the plainest (shortest) name first.
type segment struct {
	ids     []string
	numbers map[string]uint32

	strict   *dictionary // words as written
	words    *dictionary // words, loosely folded
	joined   *dictionary // two neighbouring words written as one
	others   *dictionary // words of category labels and ingredients
	keys     *dictionary // consonant keys of the words
	prefixes map[string]*roaring.Bitmap
}

// shortPrefix is the length up to which a prefix has its own set: there are few of them, and each would
// gather thousands of terms.
const shortPrefix = 3

// list gathers the rising document numbers of one term.
type list struct{ numbers []uint32 }

func (l *list) add(number uint32) {
	if n := len(l.numbers); n == 0 || l.numbers[n-1] != number {
		l.numbers = append(l.numbers, number)
	}
}

// postings holds a list for each term of one kind.
type postings map[string]*list

func (p postings) of(term string) *list {
	l, ok := p[term]
	if !ok {
		l = &list{}
		p[term] = l
	}
	return l
}

// lexicon remembers where a word is noted: a catalogue of 100,000 products has a few thousand words, and
// each is analysed once.
type lexicon struct {
	strict, words, joined, others, keys, prefixes postings
	known                                         map[string]*entry
	pairs                                         map[[2]*entry]*list
}

type entry struct {
	loose string
	lists []*list // of the word itself, its key and its beginnings
	other *list
}

func newLexicon() *lexicon {
	return &lexicon{
		strict: postings{}, words: postings{}, joined: postings{}, others: postings{}, keys: postings{},
		prefixes: postings{}, known: map[string]*entry{}, pairs: map[[2]*entry]*list{},
	}
}

// entry analyses a word as it stands in a text; nil when nothing is left of it.
func (x *lexicon) entry(raw string) *entry {
	if e, ok := x.known[raw]; ok {
		return e
	}
	var e *entry
	if word := strict(raw); word != "" {
		e = &entry{loose: loose(word)}
		e.lists = append(e.lists, x.strict.of(word), x.words.of(e.loose))
		if key := consonantKey(e.loose); key != "" {
			e.lists = append(e.lists, x.keys.of(key))
		}
		end := 0
		for count := 0; end < len(e.loose) && count < shortPrefix; count++ {
			_, size := utf8.DecodeRuneInString(e.loose[end:])
			end += size
			e.lists = append(e.lists, x.prefixes.of(e.loose[:end]))
		}
	}
	x.known[raw] = e
	return e
}

// note takes in a text that products are asked for by.
func (x *lexicon) note(text string, number uint32) {
	var before *entry
	for _, s := range spans(text) {
		e := x.entry(text[s.start:s.end])
		if e == nil {
			continue
		}
		for _, l := range e.lists {
			l.add(number)
		}
		if before != nil {
			x.pair(before, e).add(number)
		}
		before = e
	}
}

func (x *lexicon) pair(a, b *entry) *list {
	l, ok := x.pairs[[2]*entry{a, b}]
	if !ok {
		l = x.joined.of(a.loose + b.loose)
		x.pairs[[2]*entry{a, b}] = l
	}
	return l
}

// noteWhole takes in a text of several words as if it were written as one.
func (x *lexicon) noteWhole(text string, number uint32) {
	if whole := strings.Join(words(text), ""); whole != "" {
		x.joined.of(whole).add(number)
	}
}

// noteOther takes in a text that products are asked by.
func (x *lexicon) noteOther(text string, number uint32) {
	for _, s := range spans(text) {
		e := x.entry(text[s.start:s.end])
		if e == nil {
			continue
		}
		if e.other == nil {
			e.other = x.others.of(e.loose)
		}
		e.other.add(number)
	}
}

func newSegment(documents []Document) (*segment, error) {
	documents = slices.Clone(documents)
	slices.SortFunc(documents, plainestFirst)
	s := &segment{
		ids:     make([]string, len(documents)),
		numbers: make(map[string]uint32, len(documents)),
	}
	x := newLexicon()
	for i, document := range documents {
		number := uint32(i)
		s.ids[i] = document.ID
		s.numbers[document.ID] = number
		for _, name := range document.Names {
			x.note(name, number)
		}
		for _, brand := range document.Brands {
			x.note(brand, number)
			x.noteWhole(brand, number)
		}
		x.note(document.Code, number)
		x.noteWhole(document.Code, number)
		for _, other := range document.Others {
			x.noteOther(other, number)
		}
	}
	return s, s.keep(x)
}

// keep turns the gathered lists into what queries are answered from.
func (s *segment) keep(x *lexicon) error {
	s.prefixes = make(map[string]*roaring.Bitmap, len(x.prefixes))
	for prefix, l := range x.prefixes {
		s.prefixes[prefix] = roaring.BitmapOf(l.numbers...)
	}
	for _, kind := range []struct {
		into **dictionary
		from postings
	}{{&s.strict, x.strict}, {&s.words, x.words}, {&s.joined, x.joined}, {&s.others, x.others}, {&s.keys, x.keys}} {
		var err error
		if *kind.into, err = newDictionary(kind.from); err != nil {
			return err
		}
	}
	return nil
}

// plainestFirst puts "Panadol" before "Panadol Cold and Flu Day"; ids settle the rest, so that the order
// never changes from one start to the next.
func plainestFirst(a, b Document) int {
	if d := nameLength(a) - nameLength(b); d != 0 {
		return d
	}
	return strings.Compare(a.ID, b.ID)
}

func nameLength(d Document) int {
	if len(d.Names) == 0 {
		return 0
	}
	return len(d.Names[0])
}

// startingWith gives the documents with a word that begins so.
func (s *segment) startingWith(prefix string) *roaring.Bitmap {
	if utf8.RuneCountInString(prefix) <= shortPrefix {
		return s.prefixes[prefix]
	}
	return s.words.prefixed(prefix)
}
