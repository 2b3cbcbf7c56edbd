package accounts

import (
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"dawa/internal/base/apperr"
)

func sha1Hex(password string) string { return fmt.Sprintf("%X", sha1.Sum([]byte(password))) }

// collection is a file of the passwords p0, p1 … with lines as shape makes them.
func collection(n int, shape func(i int, hash string) string) string {
	hashes := make([]string, n)
	for i := range hashes {
		hashes[i] = sha1Hex(fmt.Sprintf("p%d", i))
	}
	slices.Sort(hashes)
	var b strings.Builder
	for i, hash := range hashes {
		b.WriteString(shape(i, hash))
	}
	return b.String()
}

func TestBreached_FindsPasswordAnywhereInTheFile(t *testing.T) {
	for name, shape := range map[string]func(i int, hash string) string{
		"counted": func(i int, hash string) string { return fmt.Sprintf("%s:%d\n", hash, i+1) },
		"bare":    func(_ int, hash string) string { return hash + "\n" },
		"CRLF":    func(i int, hash string) string { return fmt.Sprintf("%s:%d\r\n", hash, i) },
		"lower":   func(_ int, hash string) string { return strings.ToLower(hash) + "\n" },
		"long and short lines": func(i int, hash string) string {
			if i%3 == 0 {
				return hash + "\n"
			}
			return hash + ":" + strings.Repeat("9", i%70+1) + "\r\n"
		},
	} {
		for _, n := range []int{1, 2, 3, 100, 5000} {
			for _, whole := range []bool{true, false} { // with and without the end of the last line
				text := collection(n, shape)
				if !whole {
					text = strings.TrimRight(text, "\r\n")
				}
				b, err := NewBreached(strings.NewReader(text), int64(len(text)))
				if err != nil {
					t.Fatalf("%s, %d lines: %v", name, n, err)
				}
				for i := range n { // the first and the last line are among them
					if has, err := b.Has(fmt.Sprintf("p%d", i)); !has || err != nil {
						t.Fatalf("%s, %d lines: p%d is not found, %v", name, n, i, err)
					}
				}
				for _, absent := range []string{"", "q", "P0", "Zaatar4Manakish"} {
					if has, err := b.Has(absent); has || err != nil {
						t.Fatalf("%s, %d lines: %q is found, %v", name, n, absent, err)
					}
				}
			}
		}
	}
}

func TestBreached_RefusesUnsortedFile(t *testing.T) {
	a, z := strings.Repeat("A", 40), strings.Repeat("F", 40)
	good := collection(5000, func(i int, hash string) string { return fmt.Sprintf("%s:%d\n", hash, i) })
	lines := strings.SplitAfter(strings.TrimSuffix(good, "\n"), "\n")
	byCount := slices.Clone(lines)
	slices.Reverse(byCount)
	for name, text := range map[string]string{
		"empty":            "",
		"words":            "password\n123456\n",
		"unsorted":         z + "\n" + a + "\n",
		"by count":         strings.Join(byCount, ""),
		"SHA-256":          strings.Repeat("a", 64) + "\n",
		"not hex":          strings.Repeat("G", 40) + "\n",
		"a strange count":  a + ":many\n",
		"a blank line":     a + "\n\n" + z + "\n",
		"blank at its end": a + "\n\n",
		"one endless line": strings.Repeat("A", 4000),
		"the last is odd":  good + "end\n",
	} {
		if _, err := NewBreached(strings.NewReader(text), int64(len(text))); err == nil {
			t.Errorf("%s: was taken", name)
		}
	}
}

// broken is a disk that fails after the start.
type broken struct {
	io.ReaderAt
	failed bool
}

func (b *broken) ReadAt(p []byte, at int64) (int, error) {
	if b.failed {
		return 0, errors.New("the disk is gone")
	}
	return b.ReaderAt.ReadAt(p, at)
}

func TestBreached_UnreadableFileRefusesEveryPassword(t *testing.T) {
	text := collection(10, func(_ int, hash string) string { return hash + "\n" })
	disk := &broken{ReaderAt: strings.NewReader(text)}
	b, err := NewBreached(disk, int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	disk.failed = true
	s := New(Options{Breached: b})
	if err := s.refuseGuessable("password", "Zaatar4Manakish", &User{}); apperr.CodeOf(err) != apperr.Unavailable {
		t.Errorf("got %v", err)
	}
}
