package search

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"
)

// dictionary maps terms to the documents that hold them: a transducer over the sorted terms, and a
// compressed set of document numbers for each.
type dictionary struct {
	terms    *vellum.FST
	postings []*roaring.Bitmap
}

func newDictionary(postings postings) (*dictionary, error) {
	d := &dictionary{postings: make([]*roaring.Bitmap, 0, len(postings))}
	var data bytes.Buffer
	builder, err := vellum.New(&data, nil)
	if err != nil {
		return nil, fmt.Errorf("opening a term builder: %w", err)
	}
	for _, term := range slices.Sorted(maps.Keys(postings)) {
		numbers := postings[term].numbers
		if len(numbers) == 0 {
			continue // a word that only category labels carry
		}
		if err := builder.Insert([]byte(term), uint64(len(d.postings))); err != nil {
			return nil, fmt.Errorf("adding the term %q: %w", term, err)
		}
		set := roaring.BitmapOf(numbers...)
		set.RunOptimize()
		d.postings = append(d.postings, set)
	}
	if err := builder.Close(); err != nil {
		return nil, fmt.Errorf("closing a term builder: %w", err)
	}
	d.terms, err = vellum.Load(data.Bytes())
	if err != nil {
		return nil, fmt.Errorf("loading the terms: %w", err)
	}
	return d, nil
}

// exact gives the documents that hold the term, or nil.
func (d *dictionary) exact(term string) *roaring.Bitmap {
	if term == "" {
		return nil
	}
	if number, ok, err := d.terms.Get([]byte(term)); err == nil && ok {
		return d.postings[number]
	}
	return nil
}

// prefixed gives the documents that hold a term beginning so.
func (d *dictionary) prefixed(prefix string) *roaring.Bitmap {
	if prefix == "" {
		return nil
	}
	return d.union(d.terms.Iterator([]byte(prefix), after(prefix)))
}

// near gives the documents that hold a term within the edit distance; with open, a term that begins so.
func (d *dictionary) near(term string, distance uint8, open bool) *roaring.Bitmap {
	automaton, err := automata[distance]().BuildDfa(term, distance)
	if err != nil {
		return nil
	}
	if open {
		return d.union(d.terms.Search(openEnded{automaton}, nil, nil))
	}
	return d.union(d.terms.Search(automaton, nil, nil))
}

// mostTerms bounds what one lookup may gather; short prefixes have sets of their own.
const mostTerms = 2000

func (d *dictionary) union(it *vellum.FSTIterator, err error) *roaring.Bitmap {
	var sets []*roaring.Bitmap
	for ; err == nil && len(sets) < mostTerms; err = it.Next() {
		_, number := it.Current()
		sets = append(sets, d.postings[number])
	}
	if err != nil && !errors.Is(err, vellum.ErrIteratorDone) {
		return nil
	}
	switch len(sets) {
	case 0:
		return nil
	case 1:
		return sets[0]
	}
	return roaring.FastOr(sets...)
}

// after is the first key behind everything that begins with the prefix.
func after(prefix string) []byte {
	end := []byte(prefix)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i] < 0xFF {
			end[i]++
			return end[:i+1]
		}
	}
	return nil
}

// automata build the Levenshtein automata of each distance; their tables take a while to make, once.
var automata = map[uint8]func() *levenshtein.LevenshteinAutomatonBuilder{
	1: sync.OnceValue(func() *levenshtein.LevenshteinAutomatonBuilder { return newAutomata(1) }),
	2: sync.OnceValue(func() *levenshtein.LevenshteinAutomatonBuilder { return newAutomata(2) }),
}

func newAutomata(distance uint8) *levenshtein.LevenshteinAutomatonBuilder {
	const swapsCountOnce = true
	builder, err := levenshtein.NewLevenshteinAutomatonBuilder(distance, swapsCountOnce)
	if err != nil {
		panic(fmt.Sprintf("building the automata of distance %d: %v", distance, err))
	}
	return builder
}

// openEnded accepts everything that goes on after a match: a typo in a word that is still being typed.
type openEnded struct{ word *levenshtein.DFA }

// matched is a state no automaton of ours numbers.
const matched = 1 << 30

func (o openEnded) Start() int { return o.word.Start() }

func (o openEnded) IsMatch(state int) bool { return state == matched || o.word.IsMatch(state) }

func (o openEnded) CanMatch(state int) bool { return state == matched || o.word.CanMatch(state) }

func (o openEnded) WillAlwaysMatch(state int) bool { return state == matched }

func (o openEnded) Accept(state int, b byte) int {
	if state == matched || o.word.IsMatch(state) {
		return matched
	}
	return o.word.Accept(state, b)
}
