package catalog

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"
)

// textKey is a text to sort by with its first bytes at hand: comparing two keys seldom has to read the texts, which lie
// far apart in memory.
type textKey struct {
	first, second uint64
	text          string
	place         uint32
}

func newTextKey(text string, place int) textKey {
	var head [16]byte
	copy(head[:], text)
	return textKey{
		first: binary.BigEndian.Uint64(head[:8]), second: binary.BigEndian.Uint64(head[8:]),
		text: text, place: uint32(place),
	}
}

func (k *textKey) compare(other *textKey) int {
	if k.first != other.first {
		return cmp.Compare(k.first, other.first)
	}
	if k.second != other.second {
		return cmp.Compare(k.second, other.second)
	}
	return strings.Compare(k.text, other.text)
}

// sortTexts gives the places of n texts in the order of the texts; the rank of their places decides between equals, or
// without ranks the places themselves. Two halves are sorted side by side.
func sortTexts(n int, text func(place int) string, rank []uint32) []uint32 {
	compare := func(a, b textKey) int {
		if c := a.compare(&b); c != 0 {
			return c
		}
		if rank == nil {
			return cmp.Compare(a.place, b.place)
		}
		return cmp.Compare(rank[a.place], rank[b.place])
	}
	keys := make([]textKey, n)
	var halves sync.WaitGroup
	for _, half := range [][2]int{{0, n / 2}, {n / 2, n}} {
		halves.Go(func() {
			for place := half[0]; place < half[1]; place++ {
				keys[place] = newTextKey(text(place), place)
			}
			slices.SortFunc(keys[half[0]:half[1]], compare)
		})
	}
	halves.Wait()
	places := make([]uint32, 0, n)
	left, right := keys[:n/2], keys[n/2:]
	for len(left) > 0 && len(right) > 0 {
		if compare(left[0], right[0]) < 0 {
			places, left = append(places, left[0].place), left[1:]
		} else {
			places, right = append(places, right[0].place), right[1:]
		}
	}
	for _, rest := range [][]textKey{left, right} {
		for _, key := range rest {
			places = append(places, key.place)
		}
	}
	return places
}
