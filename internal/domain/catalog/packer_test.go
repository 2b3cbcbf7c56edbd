package catalog

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// packerOf makes a packer of products with these encodings.
func packerOf(encodings ...[]byte) *packer {
	items := make([]*Item, len(encodings))
	for i, plain := range encodings {
		items[i] = &Item{encoded: encoded{bytes: plain}}
	}
	return newPacker(items)
}

// alike are encodings as products have them.
func alike(count int) [][]byte {
	all := make([][]byte, count)
	for i := range all {
		all[i] = fmt.Appendf(nil,
			`{"_id":"p%05d","arabic_name":"بنادول %d","code":"C-%d","english_name":"Panadol %d","text":%q}`,
			i, i, i*31, i, strings.Repeat("against pain ", i%7))
	}
	return all
}

func checkPacked(t *testing.T, p *packer, plain []byte) (size int) {
	t.Helper()
	packed := p.pack(plain)
	if cap(packed) != len(packed) {
		t.Errorf("packed has %d bytes to spare", cap(packed)-len(packed))
	}
	before := []byte("before")
	if got := p.unpack(before, packed); !bytes.Equal(got, append([]byte("before"), plain...)) {
		t.Fatalf("%d bytes are unpacked as %.200q, want %.200q", len(plain), got, plain)
	}
	return len(packed)
}

func TestPacker_UnpacksWhatItPacked(t *testing.T) {
	random := make([]byte, 200_000)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range random {
		random[i] = byte(rng.Uint32())
	}
	product := alike(10)[9]
	for name, plain := range map[string][]byte{
		"nothing":                     {},
		"one byte":                    {0},
		"shorter than is looked at":   []byte("1234567"),
		"zeros, as an empty place":    make([]byte, 1000),
		"one letter, very often":      bytes.Repeat([]byte("a"), 1_000_000),
		"two letters in turns":        bytes.Repeat([]byte("ab"), 333),
		"random":                      random,
		"random twice, far apart":     append(bytes.Clone(random), random...),
		"random twice, near":          append(bytes.Clone(random[:3000]), random[:3000]...),
		"a product of the dictionary": product,
		"its beginning":               product[:len(product)/2],
		"its end":                     product[len(product)/2:],
		"twice":                       append(bytes.Clone(product), product...),
		"all bytes": func() (all []byte) {
			for i := range 256 {
				all = append(all, bytes.Repeat([]byte{byte(i)}, i)...)
			}
			return all
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range []*packer{
				packerOf(), packerOf([]byte{}), packerOf(alike(10)...), packerOf(random, plain),
			} {
				checkPacked(t, p, plain)
			}
		})
	}
}

// Pieces of the dictionary, of the product itself and of nothing known, in any order and of any length.
func TestPacker_UnpacksWhatRepeatsInEveryWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	known := alike(200)
	p := packerOf(known...)
	for range 3000 {
		var plain []byte
		for range rng.IntN(30) {
			from := known[rng.IntN(len(known))]
			if rng.IntN(3) == 0 && len(plain) > 0 {
				from = plain
			}
			begin := rng.IntN(len(from))
			plain = append(plain, from[begin:begin+rng.IntN(len(from)-begin)]...)
			for range rng.IntN(4) * rng.IntN(10) {
				plain = append(plain, byte(rng.Uint32()))
			}
		}
		checkPacked(t, p, plain)
	}
}

func TestPacker_MakesProductsAThirdAsLong(t *testing.T) {
	all := alike(2000)
	p := packerOf(all[:1000]...)
	plain, packed := 0, 0
	for _, one := range all[1000:] {
		plain += len(one)
		packed += checkPacked(t, p, one)
	}
	if packed > plain/3 {
		t.Errorf("%d bytes are packed to %d", plain, packed)
	}
}

func TestNewPacker_BoundsItsDictionary(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	unlike := make([][]byte, 400)
	for i := range unlike {
		unlike[i] = make([]byte, 3000)
		for j := range unlike[i] {
			unlike[i][j] = byte(rng.Uint32())
		}
	}
	p := packerOf(unlike...)
	if len(p.words) > dictionarySize || len(p.words) < dictionarySize-2*3000 {
		t.Errorf("the dictionary has %d bytes, at most %d fit", len(p.words), dictionarySize)
	}
	for _, plain := range unlike {
		checkPacked(t, p, plain)
	}
}

func FuzzPacker(f *testing.F) {
	f.Add([]byte(`{"a":"b"}`), []byte(`{"a":"c"}`))
	f.Add(make([]byte, 100), bytes.Repeat([]byte("ab"), 50))
	f.Fuzz(func(t *testing.T, known, plain []byte) {
		checkPacked(t, packerOf(known), plain)
	})
}
