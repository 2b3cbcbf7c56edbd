package backup

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// This file reads the first form of sealed backups, which was written until November 2026. It is to be removed with
// the release after the one that writes age files.
//
// The line sealedLine1 is followed by a random salt and chunks. The key of the file comes from the backup key and the
// salt; the nonces count the chunks, and the last chunk says in its nonce that it is the last.
const (
	sealedLine1 = "dawa backup 1 sealed\n"
	saltSize    = 32
	chunkSize   = 64 << 10
	tagSize     = 16
	nonceSize   = 12
)

// container1Reader opens the chunks of a sealed backup. It gives nothing of a chunk that does not open.
type container1Reader struct {
	in     io.Reader
	aead   cipher.AEAD
	ahead  []byte // sealed, read one chunk ahead to know which is the last
	plain  []byte
	number uint64
	ended  bool
}

// newContainer1Reader reads what follows sealedLine1.
func newContainer1Reader(in io.Reader, key *Key) (*container1Reader, error) {
	if key.secret1 == nil {
		return nil, damaged("it is of the first form and needs the key it was sealed with, which begins with %s",
			keyPrefix1)
	}
	salt := make([]byte, saltSize)
	if _, err := io.ReadFull(in, salt); err != nil {
		return nil, damaged("it ends in its head")
	}
	fileKey, err := hkdf.Key(sha256.New, key.secret1, salt, sealedLine1, keySize1)
	if err != nil {
		return nil, fmt.Errorf("deriving the key of a backup: %w", err)
	}
	block, err := aes.NewCipher(fileKey)
	if err != nil {
		return nil, fmt.Errorf("preparing the cipher of a backup: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("preparing the cipher of a backup: %w", err)
	}
	r := &container1Reader{in: in, aead: aead}
	r.ahead, err = r.fetch()
	return r, err
}

func (r *container1Reader) fetch() ([]byte, error) {
	chunk := make([]byte, chunkSize+tagSize)
	n, err := io.ReadFull(r.in, chunk)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return chunk[:n], nil
}

// Read gives the opened content.
func (r *container1Reader) Read(p []byte) (int, error) {
	for len(r.plain) == 0 {
		if r.ended {
			return 0, io.EOF
		}
		if err := r.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.plain)
	r.plain = r.plain[n:]
	return n, nil
}

func (r *container1Reader) next() error {
	following, err := r.fetch()
	if err != nil {
		return err
	}
	last := len(following) == 0
	nonce := make([]byte, nonceSize)
	binary.BigEndian.PutUint64(nonce[nonceSize-9:], r.number)
	if last {
		nonce[nonceSize-1] = 1
	}
	plain, err := r.aead.Open(r.ahead[:0], nonce, r.ahead, []byte(sealedLine1))
	if err != nil {
		return damaged("part %d does not open: the file was changed or cut off, or the key is another one", r.number)
	}
	r.plain, r.ahead, r.ended = plain, following, last
	r.number++
	return nil
}
