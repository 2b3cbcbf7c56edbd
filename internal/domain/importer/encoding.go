package importer

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"dawa/internal/base/apperr"
)

var (
	utf8Mark    = []byte("\xef\xbb\xbf")
	utf16Little = []byte("\xff\xfe")
	utf16Big    = []byte("\xfe\xff")
)

// readText gives the text of a file as UTF-8 without a byte-order mark. UTF-16 with its mark, which
// spreadsheets save as "Unicode text", is turned into UTF-8; anything else that is not UTF-8, and a
// zero byte, is refused with ImportEncoding: guessing would spoil the Arabic.
func readText(in io.Reader) (io.Reader, error) {
	first := make([]byte, 3)
	n, err := io.ReadFull(in, first)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	first = first[:n]
	if n == 0 {
		return nil, apperr.New(apperr.ImportEmpty)
	}
	whole := io.MultiReader(bytes.NewReader(first), in)
	switch {
	case bytes.HasPrefix(first, utf16Little), bytes.HasPrefix(first, utf16Big):
		decoder := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
		return &utf8Only{in: transform.NewReader(whole, decoder)}, nil
	case bytes.Equal(first, utf8Mark):
		return &utf8Only{in: in}, nil
	}
	return &utf8Only{in: whole}, nil
}

// utf8Only passes valid UTF-8 on and refuses the rest.
type utf8Only struct {
	in      io.Reader
	partial []byte // the beginning of a character whose end has not come yet
}

func (u *utf8Only) Read(p []byte) (int, error) {
	if len(p) < 2*utf8.UTFMax {
		return 0, io.ErrShortBuffer
	}
	for {
		n := copy(p, u.partial)
		u.partial = u.partial[:0]
		more, err := u.in.Read(p[n:])
		n += more
		if bytes.IndexByte(p[:n], 0) >= 0 {
			return 0, apperr.New(apperr.ImportEncoding)
		}
		whole := wholeRunes(p[:n])
		if err != nil {
			whole = n // nothing follows that could complete it
		}
		if !utf8.Valid(p[:whole]) {
			return 0, apperr.New(apperr.ImportEncoding)
		}
		u.partial = append(u.partial, p[whole:n]...)
		if whole > 0 || err != nil {
			return whole, err
		}
	}
}

// wholeRunes is how much of b does not end within a character.
func wholeRunes(b []byte) int {
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[len(b)-i:]) {
				return len(b) - i
			}
			break
		}
	}
	return len(b)
}
