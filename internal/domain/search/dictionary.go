package search

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
)

// dictionary maps sorted terms to the documents that hold them.
type dictionary struct {
	terms []string
	sets  []*roaring.Bitmap
	// wide holds the documents of beginnings that very many terms share.
	wide map[string]*roaring.Bitmap

	close typoIndex // terms by what is left of them
	// openings are the beginnings of terms, for typos in a word that is still being typed.
	openings []opening
	open     typoIndex
	codes    bool // the terms are no words
}

// opening is the beginning that some neighbouring terms share.
type opening struct {
	text     string
	from, to uint32
}

const (
	// wideFrom is how many terms a beginning must have to get a set of its own.
	wideFrom = 3
	// Openings are this long, in letters.
	shortestOpening, longestOpening = 4, 8
)

// kind says what a dictionary is asked for besides exact terms and beginnings.
type kind struct {
	typos int // how many typos are forgiven
	open  bool
	codes bool // the terms are consonant keys
}

// newDictionary stores a set for each term; a term may be given several.
func newDictionary(gathered map[string][]*roaring.Bitmap, k kind) *dictionary {
	d := &dictionary{codes: k.codes, terms: make([]string, 0, len(gathered)), wide: map[string]*roaring.Bitmap{}}
	for term := range gathered {
		d.terms = append(d.terms, term)
	}
	slices.Sort(d.terms)
	d.sets = make([]*roaring.Bitmap, len(d.terms))
	for i, term := range d.terms {
		d.sets[i] = union(gathered[term])
	}
	d.widen(0, len(d.terms), 0)
	if k.typos > 0 {
		d.addTypos(k.typos)
	}
	if k.open {
		d.addOpenings()
	}
	return d
}

func union(sets []*roaring.Bitmap) *roaring.Bitmap {
	switch len(sets) {
	case 0:
		return nil
	case 1:
		return sets[0]
	case 2:
		return roaring.Or(sets[0], sets[1])
	}
	return roaring.FastOr(sets...)
}

// widen gives the crowded beginnings, one letter longer than size, sets of their own.
func (d *dictionary) widen(from, to, size int) {
	for from < to {
		if len(d.terms[from]) == size {
			from++
			continue
		}
		_, letter := utf8.DecodeRuneInString(d.terms[from][size:])
		prefix := d.terms[from][:size+letter]
		end := from + sort.Search(to-from, func(i int) bool { return !strings.HasPrefix(d.terms[from+i], prefix) })
		if end-from > wideFrom {
			d.wide[prefix] = roaring.FastOr(d.sets[from:end]...)
			d.widen(from, end, len(prefix))
		}
		from = end
	}
}

func (d *dictionary) addTypos(depth int) {
	var entries []uint64
	for i, term := range d.terms {
		if isNumber(term) {
			continue
		}
		limit := depth
		if utf8.RuneCountInString(term) < shortestFar-2 {
			limit = 1
		}
		entries = appendTypos(entries, term, uint32(i), limit)
	}
	d.close = newTypoIndex(entries)
}

func (d *dictionary) addOpenings() {
	var entries []uint64
	for length := shortestOpening; length <= longestOpening; length++ {
		for i := 0; i < len(d.terms); {
			text, longer := prefixRunes(d.terms[i], length)
			if !longer || isNumber(text) {
				i++
				continue
			}
			end := i + 1
			for end < len(d.terms) && strings.HasPrefix(d.terms[end], text) {
				end++
			}
			entries = appendTypos(entries, text, uint32(len(d.openings)), 1)
			d.openings = append(d.openings, opening{text, uint32(i), uint32(end)})
			i = end
		}
	}
	d.open = newTypoIndex(entries)
}

// exact gives the documents that hold the term, or nil.
func (d *dictionary) exact(term string) *roaring.Bitmap {
	if i, ok := slices.BinarySearch(d.terms, term); ok {
		return d.sets[i]
	}
	return nil
}

// prefixed gives the documents that hold a term beginning so.
func (d *dictionary) prefixed(prefix string) *roaring.Bitmap {
	if prefix == "" {
		return nil
	}
	from, _ := slices.BinarySearch(d.terms, prefix)
	if from == len(d.terms) || !strings.HasPrefix(d.terms[from], prefix) {
		return nil
	}
	if set, ok := d.wide[prefix]; ok {
		return set
	}
	to := from + 1
	for to < len(d.terms) && strings.HasPrefix(d.terms[to], prefix) {
		to++
	}
	return union(d.sets[from:to])
}

// near gives the documents that hold a term within so many typos.
func (d *dictionary) near(term string, limit int) *roaring.Bitmap {
	var sets []*roaring.Bitmap
	for _, i := range d.close.candidates(term, limit) {
		if within(term, d.terms[i], limit) && (d.codes || plausibleTypo(term, d.terms[i])) {
			sets = append(sets, d.sets[i])
		}
	}
	return union(sets)
}

// nearOpen gives the documents that hold a term whose beginning is one typo away.
func (d *dictionary) nearOpen(beginning string) *roaring.Bitmap {
	var sets []*roaring.Bitmap
	for _, i := range d.open.candidates(beginning, 1) {
		if o := d.openings[i]; within(beginning, o.text, 1) && plausibleTypo(beginning, o.text) {
			if set, ok := d.wide[o.text]; ok {
				sets = append(sets, set)
			} else {
				sets = append(sets, d.sets[o.from:o.to]...)
			}
		}
	}
	return union(sets)
}
