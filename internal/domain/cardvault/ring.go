// Package cardvault is the only place that seals and opens what is printed on a payment card.
package cardvault

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// keyBytes makes AES-256.
const keyBytes = 32

// Ring holds the keys that cards are sealed with. New cards use the active key; the others only open
// what was sealed before them.
type Ring struct {
	active byte
	keys   map[byte]cipher.AEAD
}

// ErrSeal says that something sealed cannot be opened: it was changed, belongs to somebody else, or its
// key is gone. It is never told apart to the outside.
var ErrSeal = errors.New("the seal is broken")

// ParseRing reads a key ring: one key a line as id:base64, the active one first. Blank lines and lines
// that begin with # are left out.
func ParseRing(text string) (*Ring, error) {
	ring := &Ring{keys: map[byte]cipher.AEAD{}}
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, aead, err := parseKey(line)
		if err != nil {
			return nil, fmt.Errorf("key ring, line %d: %w", number+1, err)
		}
		if _, twice := ring.keys[id]; twice {
			return nil, fmt.Errorf("key ring, line %d: key %d is there twice", number+1, id)
		}
		if len(ring.keys) == 0 {
			ring.active = id
		}
		ring.keys[id] = aead
	}
	if len(ring.keys) == 0 {
		return nil, errors.New("the key ring is empty")
	}
	return ring, nil
}

func parseKey(line string) (byte, cipher.AEAD, error) {
	name, encoded, ok := strings.Cut(line, ":")
	if !ok {
		return 0, nil, errors.New("a key is written as id:base64")
	}
	id, err := strconv.ParseUint(name, 10, 8)
	if err != nil {
		return 0, nil, errors.New("a key's id is a number from 0 to 255")
	}
	// The decoder's own message would repeat part of the key.
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(key) != keyBytes {
		return 0, nil, fmt.Errorf("key %d is not %d bytes in base64", id, keyBytes)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return 0, nil, fmt.Errorf("key %d: %w", id, err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return 0, nil, fmt.Errorf("key %d: %w", id, err)
	}
	return byte(id), aead, nil
}

// AddKey gives the text of a ring with a fresh active key in front of the ones it has.
func AddKey(text string) (string, error) {
	id := byte(1)
	if strings.TrimSpace(text) != "" {
		ring, err := ParseRing(text)
		if err != nil {
			return "", err
		}
		id = ring.active + 1
		for range 256 {
			if _, used := ring.keys[id]; !used {
				break
			}
			id++
		}
		if _, used := ring.keys[id]; used {
			return "", errors.New("the key ring is full: drop keys that nothing is sealed with any more")
		}
	}
	key := make([]byte, keyBytes)
	rand.Read(key)
	return fmt.Sprintf("%d:%s\n%s", id, base64.StdEncoding.EncodeToString(key), text), nil
}

// activeKeyOnly gives the text of a ring with its active key alone.
func activeKeyOnly(text string) (string, error) {
	if _, err := ParseRing(text); err != nil {
		return "", err
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			return line + "\n", nil
		}
	}
	return "", errors.New("the key ring is empty")
}

// Active is the id of the key that seals.
func (r *Ring) Active() byte { return r.active }

// seal binds the text to its owner and field: moved to another row or column it does not open.
func (r *Ring) seal(owner, field, text string) []byte {
	return r.keys[r.active].Seal([]byte{r.active}, nil, []byte(text), binding(owner, field))
}

func (r *Ring) open(owner, field string, sealed []byte) (string, error) {
	if len(sealed) == 0 {
		return "", ErrSeal
	}
	aead, ok := r.keys[sealed[0]]
	if !ok {
		return "", ErrSeal
	}
	text, err := aead.Open(nil, nil, sealed[1:], binding(owner, field))
	if err != nil {
		return "", ErrSeal
	}
	return string(text), nil
}

// binding cannot be confused between owners and fields: the owner's length stands in front.
func binding(owner, field string) []byte {
	return fmt.Appendf(nil, "dawa card %d:%s %s", len(owner), owner, field)
}

// Documents seals what else only a few may read with the same ring as the cards: nothing that is sealed by one opens as
// the other.
type Documents struct{ keys Keys }

// NewDocuments makes a Documents over the keys of the cards.
func NewDocuments(keys Keys) Documents { return Documents{keys} }

// Active is the id of the key that seals.
func (d Documents) Active() byte { return d.keys.Ring().active }

// Seal binds the data to its owner and field and says which key sealed it.
func (d Documents) Seal(owner, field string, data []byte) (sealed []byte, key byte) {
	r := d.keys.Ring()
	return r.seal(owner, "document "+field, string(data)), r.active
}

// Open gives what Seal sealed. Error: ErrSeal.
func (d Documents) Open(owner, field string, sealed []byte) ([]byte, error) {
	data, err := d.keys.Ring().open(owner, "document "+field, sealed)
	return []byte(data), err
}
