package catalog

import (
	"slices"
	"sort"
)

// order is a sorted list of slots that can be changed without disturbing those who read the
// version before: it is cut into chunks, and a change copies only the chunk it falls into and
// the list of chunks.
type order struct {
	chunks []*chunk
	// starts[i] is the position of the first slot of chunks[i].
	starts []int
	n      int
	owner  *owner
}

type chunk struct {
	slots []uint32
	owner *owner
}

// owner marks what one edit has copied already and may therefore change in place.
type owner struct{ _ byte }

const (
	chunkFill = 512
	chunkMax  = 1024
	chunkMin  = 128
)

// newOrder cuts a sorted list into chunks. It keeps the list.
func newOrder(sorted []uint32) order {
	o := order{chunks: make([]*chunk, 0, len(sorted)/chunkFill+1)}
	for part := range slices.Chunk(sorted, chunkFill) {
		o.chunks = append(o.chunks, &chunk{slots: slices.Clip(part)})
	}
	o.count()
	return o
}

// count brings starts up to date.
func (o *order) count() {
	o.starts = make([]int, len(o.chunks))
	o.n = 0
	for i, c := range o.chunks {
		o.starts[i] = o.n
		o.n += len(c.slots)
	}
}

// at is the slot at a position.
func (o *order) at(position int) uint32 {
	i := o.chunkAt(position)
	return o.chunks[i].slots[position-o.starts[i]]
}

// chunkAt is the chunk that holds a position.
func (o *order) chunkAt(position int) int {
	return sort.Search(len(o.starts), func(i int) bool { return o.starts[i] > position }) - 1
}

// forward gives the slots from a position on until yield says stop.
func (o *order) forward(from int, yield func(slot uint32) bool) {
	if from >= o.n {
		return
	}
	i := o.chunkAt(from)
	offset := from - o.starts[i]
	for ; i < len(o.chunks); i++ {
		for _, slot := range o.chunks[i].slots[offset:] {
			if !yield(slot) {
				return
			}
		}
		offset = 0
	}
}

// backward is forward in the reverse order: position 0 is the last slot.
func (o *order) backward(from int, yield func(slot uint32) bool) {
	if from >= o.n {
		return
	}
	position := o.n - 1 - from
	i := o.chunkAt(position)
	end := position - o.starts[i] + 1
	for ; i >= 0; i-- {
		slots := o.chunks[i].slots
		if end >= 0 {
			slots, end = slots[:end], -1
		}
		for j := len(slots) - 1; j >= 0; j-- {
			if !yield(slots[j]) {
				return
			}
		}
	}
}

// position is how many slots lie before the first for which reached is true.
func (o *order) position(reached func(slot uint32) bool) int {
	return sort.Search(o.n, func(i int) bool { return reached(o.at(i)) })
}

// locate finds the chunk and the place in it of the first slot for which reached is true.
func (o *order) locate(reached func(slot uint32) bool) (inChunk, place int) {
	// The chunk is the last one whose first slot is not yet reached.
	i := sort.Search(len(o.chunks), func(i int) bool { return reached(o.chunks[i].slots[0]) }) - 1
	if i < 0 {
		return 0, 0
	}
	slots := o.chunks[i].slots
	place = sort.Search(len(slots), func(j int) bool { return reached(slots[j]) })
	if place == len(slots) && i+1 < len(o.chunks) {
		return i + 1, 0
	}
	return i, place
}

// insert puts slot before the first slot for which reached is true. Call count afterwards.
func (o *order) insert(slot uint32, reached func(slot uint32) bool, by *owner) {
	o.own(by)
	if len(o.chunks) == 0 {
		o.chunks = append(o.chunks, &chunk{slots: []uint32{slot}, owner: by})
		return
	}
	i, place := o.locate(reached)
	if place == 0 && i > 0 { // the end of the chunk before is as good, and never worse
		i--
		place = len(o.chunks[i].slots)
	}
	c := o.ownChunk(i, by)
	c.slots = slices.Insert(c.slots, place, slot)
	if len(c.slots) > chunkMax {
		rest := &chunk{slots: slices.Clone(c.slots[chunkFill:]), owner: by}
		c.slots = slices.Clip(c.slots[:chunkFill])
		o.chunks = slices.Insert(o.chunks, i+1, rest)
	}
}

// remove takes slot out; reached must be true first for slot itself. Call count afterwards.
func (o *order) remove(slot uint32, reached func(slot uint32) bool, by *owner) bool {
	i, place := o.locate(reached)
	if i >= len(o.chunks) || place >= len(o.chunks[i].slots) || o.chunks[i].slots[place] != slot {
		return false
	}
	o.own(by)
	c := o.ownChunk(i, by)
	c.slots = slices.Delete(c.slots, place, place+1)
	switch {
	case len(c.slots) == 0:
		o.chunks = slices.Delete(o.chunks, i, i+1)
	case len(c.slots) < chunkMin && i+1 < len(o.chunks) && len(o.chunks[i+1].slots) < chunkFill:
		c.slots = append(c.slots, o.chunks[i+1].slots...)
		o.chunks = slices.Delete(o.chunks, i+1, i+2)
	}
	return true
}

func (o *order) own(by *owner) {
	if o.owner != by {
		o.chunks = append(make([]*chunk, 0, len(o.chunks)+2), o.chunks...)
		o.owner = by
	}
}

func (o *order) ownChunk(i int, by *owner) *chunk {
	c := o.chunks[i]
	if c.owner != by {
		c = &chunk{slots: append(make([]uint32, 0, len(c.slots)+8), c.slots...), owner: by}
		o.chunks[i] = c
	}
	return c
}
