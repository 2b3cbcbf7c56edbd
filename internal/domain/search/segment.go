package search

import (
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"dawa/internal/domain/catalog"
)

// segment is an immutable index of some products, numbered in the order they are shown among equals.
type segment struct {
	ids     []string
	slots   []uint32 // in the catalogue's snapshot
	lengths []int32  // of the names: what the order goes by
	prints  []uint64 // fingerprints of what they are found by
	bySlot  []uint32 // the number of a slot's product, and one; zero is none

	strict     map[string]*roaring.Bitmap // words as written
	words      *dictionary                // words of names, brands and codes, loosely folded
	labels     *dictionary                // words of categories, forms and ingredients
	keys       *dictionary                // consonant keys of the words
	nameSounds soundTable                 // words of names and brands by how they sound
	texts      atomic.Pointer[textIndex]  // words of long texts; nil until they have been read
	codes      codes
	brands     map[string]*roaring.Bitmap
	categories map[string]*roaring.Bitmap
	forms      map[string]*roaring.Bitmap
	suits      map[string]*roaring.Bitmap
	concerns   map[string]*roaring.Bitmap
	// mainConcerns are those of the products that name the concern first.
	mainConcerns map[string]*roaring.Bitmap
	// unclassified name no concern, ageless nobody whom they suit.
	unclassified, ageless *roaring.Bitmap
}

// newSegment indexes the products. It does not refer to them afterwards.
func newSegment(items []*catalog.Item, labels *Labels) *segment {
	items = plainest(items)
	s := &segment{
		ids: make([]string, len(items)), slots: make([]uint32, len(items)),
		lengths: make([]int32, len(items)), prints: make([]uint64, len(items)),
	}
	highest := uint32(0)
	for _, it := range items {
		highest = max(highest, it.Slot())
	}
	s.bySlot = make([]uint32, highest+1)
	s.gather(items, labels).fill(s)
	return s
}

// gather reads all products, a part of them on each processor.
func (s *segment) gather(items []*catalog.Item, labels *Labels) *lexicon {
	const fewest = 1000 // that are worth a processor
	share := max(fewest, (len(items)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	lexicons := []*lexicon{newLexicon()}
	var work sync.WaitGroup
	for from := 0; from < len(items); from += share {
		x := lexicons[0]
		if from > 0 {
			x = newLexicon()
			lexicons = append(lexicons, x)
		}
		work.Go(func() { s.read(x, items, from, min(from+share, len(items)), labels) })
	}
	work.Wait()
	for _, x := range lexicons[1:] {
		lexicons[0].append(x)
	}
	return lexicons[0]
}

// read takes some of the products into a lexicon.
func (s *segment) read(x *lexicon, items []*catalog.Item, from, to int, labels *Labels) {
	var d document
	for i := from; i < to; i++ {
		it, number := items[i], uint32(i)
		s.ids[i], s.slots[i], s.lengths[i], s.prints[i] = it.ID, it.Slot(), int32(plainness(it)), fingerprint(it)
		s.bySlot[it.Slot()] = number + 1
		labels.describe(it, &d)
		for _, name := range d.names {
			x.addName(name, number)
		}
		for _, brand := range d.brands {
			x.addBrand(brand, number)
		}
		for _, label := range d.labels {
			x.addLabel(label, number)
		}
		x.addCode(d.code, number)
		x.addFilterKeys(it, number)
	}
}

// plainest gives the products in the order of plainestFirst: dealt out by length, then each length by id, on all
// processors.
func plainest(items []*catalog.Item) []*catalog.Item {
	var ends []int // of each length: first how many there are, then where they begin, at last where they end
	for _, it := range items {
		n := plainness(it)
		for len(ends) <= n {
			ends = append(ends, 0)
		}
		ends[n]++
	}
	begin := 0
	for n, count := range ends {
		ends[n] = begin
		begin += count
	}
	sorted := make([]*catalog.Item, len(items))
	for _, it := range items {
		n := plainness(it)
		sorted[ends[n]] = it
		ends[n]++
	}
	lengths := make(chan []*catalog.Item, len(ends))
	begin = 0
	for _, end := range ends {
		lengths <- sorted[begin:end]
		begin = end
	}
	close(lengths)
	var work sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() {
			for same := range lengths {
				slices.SortFunc(same, func(a, b *catalog.Item) int { return strings.Compare(a.ID, b.ID) })
			}
		})
	}
	work.Wait()
	return sorted
}

// numberOf finds a product by its slot and makes sure it is that product.
func (s *segment) numberOf(slot uint32, id string) (uint32, bool) {
	if int(slot) >= len(s.bySlot) || s.bySlot[slot] == 0 {
		return 0, false
	}
	number := s.bySlot[slot] - 1
	return number, s.ids[number] == id
}

// before counts the documents that are shown before the one with this length and id.
func (s *segment) before(length int32, id string) uint32 {
	return uint32(sort.Search(len(s.ids), func(i int) bool {
		return plainestFirst(int(s.lengths[i]), s.ids[i], int(length), id) >= 0
	}))
}
