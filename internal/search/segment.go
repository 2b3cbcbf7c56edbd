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

// lexicon remembers what became of a word: a catalogue of 100,000 products has few thousand of them.
type lexicon map[string]analysis

type analysis struct {
	loose    string
	key      string
	prefixes []string
}

func (l lexicon) of(word string) analysis {
	if known, ok := l[word]; ok {
		return known
	}
	a := analysis{loose: loose(word)}
	a.key = consonantKey(a.loose)
	end, count := 0, 0
	for end < len(a.loose) && count < shortPrefix {
		_, size := utf8.DecodeRuneInString(a.loose[end:])
		end += size
		count++
		a.prefixes = append(a.prefixes, a.loose[:end])
	}
	l[word] = a
	return a
}

// postings gathers the rising document numbers of each term.
type postings map[string][]uint32

func (p postings) add(term string, number uint32) {
	if term == "" {
		return
	}
	numbers := p[term]
	if n := len(numbers); n == 0 || numbers[n-1] != number {
		p[term] = append(numbers, number)
	}
}

func newSegment(documents []Document) (*segment, error) {
	documents = slices.Clone(documents)
	slices.SortFunc(documents, plainestFirst)
	s := &segment{
		ids:      make([]string, len(documents)),
		numbers:  make(map[string]uint32, len(documents)),
		prefixes: map[string]*roaring.Bitmap{},
	}
	known := lexicon{}
	written, folded, joined, others, keys, prefixes := postings{}, postings{}, postings{}, postings{}, postings{}, postings{}
	for i, document := range documents {
		number := uint32(i)
		s.ids[i] = document.ID
		s.numbers[document.ID] = number
		take := func(text string) {
			before := ""
			for _, word := range words(text) {
				a := known.of(word)
				written.add(word, number)
				folded.add(a.loose, number)
				keys.add(a.key, number)
				for _, prefix := range a.prefixes {
					prefixes.add(prefix, number)
				}
				if before != "" {
					joined.add(before+a.loose, number)
				}
				before = a.loose
			}
		}
		for _, name := range document.Names {
			take(name)
		}
		for _, brand := range document.Brands {
			take(brand)
			joined.add(strings.Join(words(brand), ""), number)
		}
		take(document.Code)
		joined.add(strings.Join(words(document.Code), ""), number)
		for _, other := range document.Others {
			for _, word := range words(other) {
				others.add(known.of(word).loose, number)
			}
		}
	}
	for prefix, numbers := range prefixes {
		s.prefixes[prefix] = roaring.BitmapOf(numbers...)
	}
	for _, part := range []struct {
		into **dictionary
		from postings
	}{{&s.strict, written}, {&s.words, folded}, {&s.joined, joined}, {&s.others, others}, {&s.keys, keys}} {
		var err error
		if *part.into, err = newDictionary(part.from); err != nil {
			return nil, err
		}
	}
	return s, nil
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
