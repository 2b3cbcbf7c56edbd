package search

import (
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// codes finds products by their item code, written as one word: people copy it whole or in part, with
// the dashes or without.
type codes struct {
	texts   []string
	numbers []uint32
}

type codeOf struct {
	text   string
	number uint32
}

const (
	// shortestCode is the length from which a query may be the beginning of a code.
	shortestCode = 3
	// mostCodes bounds what the beginning of a code may mean; one that vague means nothing.
	maxCodes = 500
)

func newCodes(all []codeOf) codes {
	slices.SortFunc(all, func(a, b codeOf) int { return strings.Compare(a.text, b.text) })
	c := codes{texts: make([]string, len(all)), numbers: make([]uint32, len(all))}
	for i, code := range all {
		c.texts[i], c.numbers[i] = code.text, code.number
	}
	return c
}

// find gives the documents with exactly this code, and those whose code goes on after it.
func (c codes) find(text string) (exact, longer *roaring.Bitmap) {
	if len(text) < shortestCode {
		return nil, nil
	}
	from, _ := slices.BinarySearch(c.texts, text)
	for i := from; i < len(c.texts) && i < from+maxCodes && strings.HasPrefix(c.texts[i], text); i++ {
		if c.texts[i] == text {
			if exact == nil {
				exact = roaring.New()
			}
			exact.Add(c.numbers[i])
			continue
		}
		if longer == nil {
			longer = roaring.New()
		}
		longer.Add(c.numbers[i])
	}
	return exact, longer
}

// codeText is a code, or a query that may be one, as one word.
func codeText(text string) string {
	if folded, ok := foldedCode(text); ok {
		return folded
	}
	return strings.Join(words(text), "")
}

// foldedCode is codeText for plain ASCII, which nearly every code is.
func foldedCode(text string) (string, bool) {
	var buffer [64]byte
	size := 0
	for i := range len(text) {
		c := text[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c < 0x80:
			continue
		default:
			return "", false
		}
		if size == len(buffer) {
			return "", false
		}
		buffer[size] = c
		size++
	}
	return string(buffer[:size]), true
}
