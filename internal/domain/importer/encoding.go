package importer

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding"
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
		return onlyUTF8(transform.NewReader(whole, decoder)), nil
	case bytes.Equal(first, utf8Mark):
		return onlyUTF8(in), nil
	}
	return onlyUTF8(whole), nil
}

// utf8Only passes valid UTF-8 on and refuses the rest, and zero bytes.
type utf8Only struct{ in io.Reader }

func onlyUTF8(in io.Reader) io.Reader {
	return &utf8Only{transform.NewReader(in, encoding.UTF8Validator)}
}

func (u *utf8Only) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	if errors.Is(err, encoding.ErrInvalidUTF8) || bytes.IndexByte(p[:n], 0) >= 0 {
		return 0, apperr.New(apperr.ImportEncoding)
	}
	return n, err
}
