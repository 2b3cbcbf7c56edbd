// Package media is the shop's pictures: each is stored in three widths, under the hash of its
// content, and therefore never changes once it is there.
package media

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// DefaultWidth is the one to send to whoever asks for no width.
const DefaultWidth = 400

// hashLength is how many hexadecimal digits of the SHA-256 name a picture: 128 bits.
const hashLength = 32

// Blobs stores renditions under their keys, on a disk or in an object store.
type Blobs interface {
	// Put stores content under key. The same key always has the same content, so one that is
	// there already is left as it is. It returns when the content is safe.
	Put(ctx context.Context, key string, content []byte) error
	// Read gives the content of a key; one that does not exist is fs.ErrNotExist.
	Read(ctx context.Context, key string) ([]byte, error)
	// Has tells whether a key exists.
	Has(ctx context.Context, key string) (bool, error)
	// Delete forgets a key; one that does not exist is no error.
	Delete(ctx context.Context, key string) error
	// Each gives every key and when it was put, in any order.
	Each(ctx context.Context, yield func(key string, put time.Time) error) error
}

// ErrIncomplete is a set of renditions that are not one of each width.
var ErrIncomplete = errors.New("a picture needs one rendition of each width")

// Library stores pictures.
type Library struct{ blobs Blobs }

// NewLibrary makes a Library over blobs.
func NewLibrary(blobs Blobs) *Library { return &Library{blobs: blobs} }

// Add stores a picture, given in all widths, and returns its hash. Adding it again is harmless.
func (l *Library) Add(ctx context.Context, renditions []Rendition) (hash string, err error) {
	hash, err = HashOf(renditions)
	if err != nil {
		return "", err
	}
	for _, r := range renditions {
		if err := l.blobs.Put(ctx, Key(hash, r.Width), r.Data); err != nil {
			return "", fmt.Errorf("storing a picture of width %d: %w", r.Width, err)
		}
	}
	return hash, nil
}

// Has tells whether a picture is there in all widths.
func (l *Library) Has(ctx context.Context, hash string) (bool, error) {
	for _, width := range Widths {
		if there, err := l.blobs.Has(ctx, Key(hash, width)); err != nil || !there {
			return false, err
		}
	}
	return true, nil
}

// Delete removes a picture in all widths; one that is not there is no error.
func (l *Library) Delete(ctx context.Context, hash string) error {
	for _, width := range Widths {
		if err := l.blobs.Delete(ctx, Key(hash, width)); err != nil {
			return fmt.Errorf("removing a picture of width %d: %w", width, err)
		}
	}
	return nil
}

// HashOf names a picture by all its renditions, so that the same original in another quality
// is another picture and nobody's cache is wrong.
func HashOf(renditions []Rendition) (string, error) {
	if len(renditions) != len(Widths) {
		return "", ErrIncomplete
	}
	h := sha256.New()
	for _, width := range Widths {
		found := false
		for _, r := range renditions {
			if r.Width == width && len(r.Data) > 0 {
				found = true
				var size [8]byte
				binary.BigEndian.PutUint64(size[:], uint64(len(r.Data)))
				h.Write(size[:])
				h.Write(r.Data)
			}
		}
		if !found {
			return "", ErrIncomplete
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:hashLength], nil
}

var goodHash = regexp.MustCompile(`^[0-9a-f]{32}$`)

// IsHash tells whether s is formed like the hash of a picture.
func IsHash(s string) bool { return goodHash.MatchString(s) }

// Key is where a rendition is stored: "<hash>/<width>.webp".
func Key(hash string, width int) string { return hash + "/" + strconv.Itoa(width) + ".webp" }

// URL is the address of a rendition. It names the content, so it may be cached for ever.
func URL(hash string, width int) string { return "/media/" + Key(hash, width) }
