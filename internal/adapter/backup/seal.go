package backup

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A sealed stream is a random salt and chunks. The key of the file comes from the backup key and the
// salt, so that the nonces, which count the chunks, never meet twice under one key. The last chunk
// says in its nonce that it is the last: a stream that was cut off, put in another order or added to
// does not open.
const (
	saltSize  = 32
	chunkSize = 64 << 10
	tagSize   = 16
	nonceSize = 12
)

// fileCipher makes the cipher of one file.
func fileCipher(key *Key, salt []byte) (cipher.AEAD, error) {
	fileKey, err := hkdf.Key(sha256.New, key[:], salt, sealedLine, keySize)
	if err != nil {
		return nil, fmt.Errorf("deriving the key of a backup: %w", err)
	}
	block, err := aes.NewCipher(fileKey)
	if err != nil {
		return nil, fmt.Errorf("preparing the cipher of a backup: %w", err)
	}
	return cipher.NewGCM(block)
}

// nonceOf is the nonce of a chunk.
func nonceOf(number uint64, last bool) []byte {
	nonce := make([]byte, nonceSize)
	binary.BigEndian.PutUint64(nonce[nonceSize-9:], number)
	if last {
		nonce[nonceSize-1] = 1
	}
	return nonce
}

// sealWriter seals what is written to it; Close writes the last chunk.
type sealWriter struct {
	out    io.Writer
	aead   cipher.AEAD
	chunk  []byte
	number uint64
}

func newSealWriter(out io.Writer, key *Key) (*sealWriter, error) {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	aead, err := fileCipher(key, salt)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(salt); err != nil {
		return nil, err
	}
	return &sealWriter{out: out, aead: aead, chunk: make([]byte, 0, chunkSize+tagSize)}, nil
}

func (s *sealWriter) Write(p []byte) (int, error) {
	written := len(p)
	for len(p) > 0 {
		if len(s.chunk) == chunkSize { // more follows, so this one is not the last
			if err := s.flush(false); err != nil {
				return 0, err
			}
		}
		n := min(len(p), chunkSize-len(s.chunk))
		s.chunk = append(s.chunk, p[:n]...)
		p = p[n:]
	}
	return written, nil
}

func (s *sealWriter) Close() error { return s.flush(true) }

func (s *sealWriter) flush(last bool) error {
	sealed := s.aead.Seal(s.chunk[:0], nonceOf(s.number, last), s.chunk, []byte(sealedLine))
	_, err := s.out.Write(sealed)
	s.chunk = s.chunk[:0]
	s.number++
	return err
}

// openReader opens what a sealWriter wrote. It gives nothing of a chunk that does not open.
type openReader struct {
	in     io.Reader
	aead   cipher.AEAD
	ahead  []byte // sealed, read one chunk ahead to know which is the last
	plain  []byte
	number uint64
	ended  bool
}

func newOpenReader(in io.Reader, key *Key) (*openReader, error) {
	salt := make([]byte, saltSize)
	if _, err := io.ReadFull(in, salt); err != nil {
		return nil, damaged("it ends in its head")
	}
	aead, err := fileCipher(key, salt)
	if err != nil {
		return nil, err
	}
	o := &openReader{in: in, aead: aead}
	o.ahead, err = o.fetch()
	return o, err
}

func (o *openReader) fetch() ([]byte, error) {
	chunk := make([]byte, chunkSize+tagSize)
	n, err := io.ReadFull(o.in, chunk)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return chunk[:n], nil
}

func (o *openReader) Read(p []byte) (int, error) {
	for len(o.plain) == 0 {
		if o.ended {
			return 0, io.EOF
		}
		if err := o.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, o.plain)
	o.plain = o.plain[n:]
	return n, nil
}

func (o *openReader) next() error {
	following, err := o.fetch()
	if err != nil {
		return err
	}
	last := len(following) == 0
	plain, err := o.aead.Open(o.ahead[:0], nonceOf(o.number, last), o.ahead, []byte(sealedLine))
	if err != nil {
		return damaged("part %d does not open: the file was changed or cut off, or the key is another one", o.number)
	}
	o.plain, o.ahead, o.ended = plain, following, last
	o.number++
	return nil
}
