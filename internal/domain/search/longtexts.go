package search

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"

	"dawa/internal/domain/catalog"
)

// TextReader gives the long texts of a product (description and usage in both languages), which the catalogue does
// not hold as texts. It may give the same slice again.
type TextReader func(it *catalog.Item) []string

// WithTexts indexes the long texts of products besides.
func (l *Labels) WithTexts(read TextReader) *Labels {
	with := *l
	with.texts = read
	return &with
}

const (
	// shortestTextWord is the length, in letters, from which a word of a long text is worth finding.
	shortestTextWord = 4
	// A word that stands in the texts of more products than this says nothing about any of them.
	commonFrom, commonShare = 64, 200
)

// textIndex finds products by the words of their long texts. These are by far the most words and the least telling,
// so they take as little room as possible: a number for each word, and the differences between document numbers.
type textIndex struct {
	words     []uint64 // hashes, rising
	starts    []uint32 // where the documents of each word begin, and where the last end
	documents []byte
}

// textWords gathers which documents hold which words in their long texts.
type textWords struct {
	hashes map[string]uint64 // by the word as it stands in a text; 0 is none
	lists  map[uint64]*list
}

func newTextWords() *textWords {
	return &textWords{hashes: map[string]uint64{}, lists: map[uint64]*list{}}
}

func (w *textWords) add(text string, number uint32) {
	for start, end := range spans(text) {
		raw := text[start:end]
		hash, known := w.hashes[raw]
		if !known {
			if word := bare(loose(strict(raw))); isTextWord(word) {
				hash = xxhash.Sum64String(word)
			}
			w.hashes[raw] = hash
		}
		if hash == 0 {
			continue
		}
		l := w.lists[hash]
		if l == nil {
			l = &list{}
			w.lists[hash] = l
		}
		l.add(number)
	}
}

func isTextWord(word string) bool {
	_, longer := prefixRunes(word, shortestTextWord-1)
	return longer && !isNumber(word)
}

// index writes what was gathered from so many documents.
func (w *textWords) index(documents int) *textIndex {
	x := &textIndex{}
	common := max(commonFrom, documents/commonShare)
	for _, hash := range slices.Sorted(maps.Keys(w.lists)) {
		numbers := w.lists[hash].numbers
		if len(numbers) > common {
			continue
		}
		x.words = append(x.words, hash)
		x.starts = append(x.starts, uint32(len(x.documents)))
		before := uint32(0)
		for _, number := range numbers {
			x.documents = binary.AppendUvarint(x.documents, uint64(number-before))
			before = number
		}
	}
	x.starts = append(x.starts, uint32(len(x.documents)))
	x.words, x.starts, x.documents = slices.Clip(x.words), slices.Clip(x.starts), slices.Clip(x.documents)
	return x
}

// sameTexts tells whether two states of a product have the same long texts.
func (l *Labels) sameTexts(a, b *catalog.Item) bool {
	return l.texts == nil || slices.Equal(slices.Clone(l.texts(a)), l.texts(b))
}

// readTexts indexes the long texts of the products, which are those of a catalogue.
func (s *segment) readTexts(snapshot *catalog.Snapshot, labels *Labels) {
	if labels.texts == nil {
		return
	}
	gathered := newTextWords()
	for number, slot := range s.slots {
		if it := snapshot.At(slot); it != nil && it.ID == s.ids[number] {
			for _, text := range labels.texts(it) {
				gathered.add(text, uint32(number))
			}
		}
	}
	s.texts.Store(gathered.index(len(s.ids)))
}

// find gives the documents in whose long texts the word stands; nil when it stands in none, or in too many.
func (x *textIndex) find(w *queryWord) *roaring.Bitmap {
	if x == nil || !isTextWord(w.bare) {
		return nil
	}
	at, found := slices.BinarySearch(x.words, xxhash.Sum64String(w.bare))
	if !found {
		return nil
	}
	set, number := roaring.New(), uint32(0)
	for rest := x.documents[x.starts[at]:x.starts[at+1]]; len(rest) > 0; {
		step, size := binary.Uvarint(rest)
		number += uint32(step)
		set.Add(number)
		rest = rest[size:]
	}
	return set
}

// byTexts finds products whose names and long texts together hold every word. It is never more than a guess: a text
// also names what a product is not for.
func (x *Index) byTexts(in interpretation, query string) (Result, bool) {
	if len(in.words) == 0 || in.notSold() != "" {
		return Result{}, false
	}
	r, ok := x.result(in, query, func(p *part) matches {
		var m matches
		have := make([]*roaring.Bitmap, len(in.words))
		for i, w := range in.words {
			have[i] = either(w.upTo(p, tierLabel), p.texts.Load().find(w))
		}
		m.add(tierLabel, intersection(have))
		return m
	})
	if !ok {
		return Result{}, false
	}
	if r = r.within(x.notUnsuitable(in)); r.Total() == 0 {
		return Result{}, false
	}
	return r.as(MatchLoose), true
}
