package accounts

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Breached is a collection of passwords that were stolen elsewhere, in the form in which the public
// ones come: lines of a SHA-1 in hex with or without `:count`, sorted by hash. It may be tens of
// gigabytes: nothing of it is held in memory. A nil one holds nothing.
type Breached struct {
	file io.ReaderAt
	size int64
}

const (
	hexSize = 2 * sha1.Size
	// longestLine bounds a line with its end; a count of 20 digits fits well.
	longestLine = 128
	// samples is how many places of the file are looked at before it is trusted. A file that is
	// sorted by count, as the same collections come too, fails at the first of them.
	samples = 1000
)

// NewBreached looks at the file in many places and refuses one that is not of that form.
func NewBreached(file io.ReaderAt, size int64) (*Breached, error) {
	if size == 0 {
		return nil, errors.New("it is empty")
	}
	b := &Breached{file: file, size: size}
	before := ""
	for i := range int64(samples + 1) {
		start, end, hash, err := b.lineAround(min(size*i/samples, size-1))
		if err != nil {
			return nil, err
		}
		if hash < before {
			return nil, fmt.Errorf("the line at byte %d is not sorted by its hash", start)
		}
		before = hash
		if end == size {
			break
		}
		start, _, next, err := b.lineAround(end)
		if err != nil {
			return nil, err
		}
		if next < hash {
			return nil, fmt.Errorf("the line at byte %d is not sorted by its hash", start)
		}
	}
	return b, nil
}

// Has says whether a password is in the collection.
func (b *Breached) Has(password string) (bool, error) {
	if b == nil {
		return false, nil
	}
	sum := sha1.Sum([]byte(password))
	want := strings.ToUpper(hex.EncodeToString(sum[:]))
	low, high := int64(0), b.size
	for low < high {
		start, end, hash, err := b.lineAround(low + (high-low)/2)
		if err != nil {
			return false, fmt.Errorf("looking up a breached password: %w", err)
		}
		switch {
		case hash == want:
			return true, nil
		case hash < want:
			low = end
		default:
			high = start
		}
	}
	return false, nil
}

// lineAround reads the line that a byte belongs to: where it starts, where the next one does, and
// its hash in upper case.
func (b *Breached) lineAround(at int64) (start, end int64, hash string, err error) {
	from := max(0, at-longestLine)
	window := make([]byte, min(b.size, at+longestLine)-from)
	if _, err := b.file.ReadAt(window, from); err != nil {
		return 0, 0, "", fmt.Errorf("reading at byte %d: %w", from, err)
	}
	inside := int(at - from)
	begin := bytes.LastIndexByte(window[:inside], '\n') + 1
	stop := len(window)
	if i := bytes.IndexByte(window[inside:], '\n'); i >= 0 {
		stop = inside + i + 1
	}
	line := bytes.TrimRight(window[begin:stop], "\r\n")
	start, end = from+int64(begin), from+int64(stop)
	hash, ok := hashOf(line)
	if !ok || begin == 0 && from > 0 || window[stop-1] != '\n' && end < b.size {
		return 0, 0, "", fmt.Errorf("the line at byte %d is no SHA-1 in hex, with or without a count", start)
	}
	return start, end, hash, nil
}

func hashOf(line []byte) (string, bool) {
	hash, count, counted := bytes.Cut(line, []byte(":"))
	if len(hash) != hexSize || counted && len(bytes.Trim(count, "0123456789")) > 0 {
		return "", false
	}
	if _, err := hex.Decode(make([]byte, sha1.Size), hash); err != nil {
		return "", false
	}
	return string(bytes.ToUpper(hash)), true
}
