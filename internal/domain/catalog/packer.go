package catalog

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
)

// packer packs encodings. They are much alike, and most of what one says is its names again and the names of members:
// what stands in a dictionary, or earlier in the same encoding, is written as the place where it stands.
//
// A packed encoding is its length and then pairs: so many bytes as they are, and then so many that stand elsewhere. A
// pair begins with a byte that holds both numbers of bytes, or 15 where a number behind it says how many more. A place
// in the dictionary takes three bytes, one in the encoding itself two, as how far back it lies.
//
// The general packers prepare their tables for each text, which took longer than all else about two kilobytes. Here
// those of the dictionary are made once.
type packer struct {
	words []byte // the dictionary; it begins with loadSize zeros, where an empty place leads
	// places are places in the dictionary by the hash of what stands there, each divided by placeStep.
	places  *[1 << placesBits]uint16
	scratch sync.Pool
}

const (
	// dictionarySize is the most that a dictionary holds: as much as places can tell apart.
	dictionarySize = placeStep << 16
	// Every so many bytes of the dictionary can be found, and from there what stands before and behind.
	placeStep  = 8
	placesBits = 16
	nearBits   = 9
	// shortestNear is how many bytes must repeat within an encoding to be written as a place, and loadSize how many
	// are compared at a time, and must repeat from the dictionary.
	shortestNear, loadSize = 4, 8
	// farthestNear is how far back a place in the encoding itself may lie.
	farthestNear = 1<<15 - 1
	// inTag is the number in a pair's first byte that says that more follows.
	inTag = 15
	// maxLearnt is how many products a dictionary is chosen from.
	maxLearnt = 8_000
	// novelty: a product that is packed to less than its length divided by this has nothing new for the dictionary.
	novelty = 5
)

// packing is what one product is packed with.
type packing struct {
	near   [1 << nearBits]uint32 // places in the product, and one, by the hash of what stands there
	packed []byte
}

// newPacker makes a packer whose dictionary holds what is new in each of some products, from all over. They are not
// packed yet.
func newPacker(items []*Item) *packer {
	p := &packer{words: make([]byte, loadSize, dictionarySize), places: new([1 << placesBits]uint16)}
	p.scratch.New = func() any { return new(packing) }
	// Steps of one length could always meet the same of several kinds that take turns.
	const stride = 2_654_435_761 // a prime: every place comes once
	for i := range min(len(items), maxLearnt) {
		plain := items[i*stride%len(items)].encoded.bytes
		if len(p.words)+len(plain) <= dictionarySize {
			p.learn(plain)
		}
	}
	p.words = slices.Clip(slices.Clone(p.words))
	return p
}

// learn adds an encoding to the dictionary, unless most of it stands there already.
func (p *packer) learn(plain []byte) {
	if len(p.pack(plain)) < len(plain)/novelty {
		return
	}
	at := (len(p.words) + placeStep - 1) / placeStep
	p.words = append(p.words, plain...)
	for ; at*placeStep+loadSize <= len(p.words); at++ {
		p.places[hashFar(load(p.words, at*placeStep))] = uint16(at)
	}
}

// pack gives what unpack makes plain again.
func (p *packer) pack(plain []byte) []byte {
	s := p.scratch.Get().(*packing)
	clear(s.near[:])
	s.packed = binary.AppendUvarint(s.packed[:0], uint64(len(plain)))
	written := 0
	for at := 0; at+loadSize <= len(plain); {
		next := load(plain, at)
		far := int(p.places[hashFar(next)]) * placeStep
		seen := &s.near[hashNear(next)]
		near := int(*seen) - 1
		*seen = uint32(at + 1)
		isFar := load(p.words, far) == next
		isNear := near >= 0 && at-near <= farthestNear && uint32(load(plain, near)) == uint32(next)
		if !isFar && !isNear {
			at += 1 + (at-written)>>5 // what repeats nothing for long is looked at less and less
			continue
		}
		back, length := 0, 0
		if isFar {
			back, length = stretch(p.words, far, plain, at, written)
		}
		if isNear {
			if nearBack, nearLength := stretch(plain, near, plain, at, written); nearLength >= length {
				isFar, back, length = false, nearBack, nearLength
			}
		}
		begin := at - back
		s.packed = appendPair(s.packed, plain[written:begin], length)
		if isFar {
			s.packed = appendFar(s.packed, far-back)
		} else {
			s.packed = appendNear(s.packed, at-near)
		}
		at = begin + length
		written = at
	}
	if written < len(plain) {
		s.packed = appendPair(s.packed, plain[written:], 0)
	}
	packed := exactly(s.packed)
	p.scratch.Put(s)
	return packed
}

// stretch tells how many bytes are the same around two places: how many of them stand before, and how many there are
// altogether. Of plain, nothing before written counts.
func stretch(in []byte, from int, plain []byte, at, written int) (back, length int) {
	for back < from && at-back > written && in[from-back-1] == plain[at-back-1] {
		back++
	}
	return back, back + sameBytes(in[from:], plain[at:])
}

// sameBytes counts how many bytes two texts begin with are the same.
func sameBytes(a, b []byte) int {
	n, end := 0, min(len(a), len(b))
	for ; n+loadSize <= end; n += loadSize {
		if differ := load(a, n) ^ load(b, n); differ != 0 {
			return n + bits.TrailingZeros64(differ)/8
		}
	}
	for n < end && a[n] == b[n] {
		n++
	}
	return n
}

func load(in []byte, at int) uint64 { return binary.LittleEndian.Uint64(in[at:]) }

// hashFactor spreads bytes over a table; it is a prime.
const hashFactor = 0xCF1BBCDCB7A56463

func hashFar(next uint64) uint64 { return next * hashFactor >> (64 - placesBits) }

func hashNear(next uint64) uint64 {
	return next << (64 - 8*shortestNear) * hashFactor >> (64 - nearBits)
}

// appendPair writes the first part of a pair: bytes as they are, and how many stand elsewhere, which may be none.
func appendPair(to, literal []byte, length int) []byte {
	length = max(0, length-shortestNear+1)
	to = append(to, byte(min(len(literal), inTag))<<4|byte(min(length, inTag)))
	if len(literal) >= inTag {
		to = binary.AppendUvarint(to, uint64(len(literal)-inTag))
	}
	if length >= inTag {
		to = binary.AppendUvarint(to, uint64(length-inTag))
	}
	return append(to, literal...)
}

// appendFar writes a place in the dictionary. The lowest bit tells it from one that is near.
func appendFar(to []byte, place int) []byte {
	place = place<<1 | 1
	return append(to, byte(place), byte(place>>8), byte(place>>16))
}

// appendNear writes a place in the encoding itself.
func appendNear(to []byte, offset int) []byte { return append(to, byte(offset<<1), byte(offset>>7)) }

// unpack appends what was packed.
func (p *packer) unpack(to, packed []byte) []byte {
	size, packed := readNumber(packed)
	to = slices.Grow(to, size)
	for end := len(to) + size; len(to) < end; {
		literal, length := int(packed[0]>>4), int(packed[0]&inTag)
		packed = packed[1:]
		if literal == inTag {
			literal, packed = readMore(packed)
		}
		if length == inTag {
			length, packed = readMore(packed)
		}
		to, packed = append(to, packed[:literal]...), packed[literal:]
		if length == 0 {
			continue
		}
		length += shortestNear - 1
		place := int(packed[0]) | int(packed[1])<<8
		if place&1 != 0 {
			place |= int(packed[2]) << 16
			to, packed = append(to, p.words[place>>1:place>>1+length]...), packed[3:]
			continue
		}
		to, packed = appendAgain(to, place>>1, length), packed[2:]
	}
	return to
}

// appendAgain appends what stands so far back, which may be less than there is to append: then it repeats itself.
func appendAgain(to []byte, back, length int) []byte {
	for from := len(to) - back; length > 0; {
		part := min(length, len(to)-from)
		to = append(to, to[from:from+part]...)
		length -= part
	}
	return to
}

func readNumber(packed []byte) (number int, rest []byte) {
	n, size := binary.Uvarint(packed)
	return int(n), packed[size:]
}

// readMore reads a number that does not fit into the first byte of a pair.
func readMore(packed []byte) (number int, rest []byte) {
	number, rest = readNumber(packed)
	return number + inTag, rest
}
