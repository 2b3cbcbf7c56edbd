package backup

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
)

// keySize is the length of a key in bytes.
const keySize = 32

// keyPrefix begins a key, so that no other secret is taken for one.
const keyPrefix = "dawa-backup-key:"

// Key seals and opens backups.
type Key [keySize]byte

// NewKey makes a random key.
func NewKey() *Key {
	var k Key
	_, _ = rand.Read(k[:]) // never fails
	return &k
}

// Text is the line that ParseKey reads.
func (k *Key) Text() string { return keyPrefix + base64.RawURLEncoding.EncodeToString(k[:]) }

// ParseKey reads what Text wrote.
func ParseKey(text string) (*Key, error) {
	encoded, ok := strings.CutPrefix(strings.TrimSpace(text), keyPrefix)
	raw, err := base64.RawURLEncoding.DecodeString(encoded)
	if !ok || err != nil || len(raw) != keySize {
		return nil, errors.New("a key of a backup begins with " + keyPrefix + " and this does not")
	}
	return (*Key)(raw), nil
}

// ReadKey reads a key file, which must be private.
func ReadKey(path string) (*Key, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s can be read by others: make it private with chmod 600", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	k, err := ParseKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}

// WriteKey keeps a key in a new private file.
func WriteKey(path string, k *Key) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(k.Text() + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}
