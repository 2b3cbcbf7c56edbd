package backup

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"

	"filippo.io/age"
)

// A key of the first form begins with keyPrefix1 and has keySize1 bytes. It opens backups of the first form, and
// still seals new ones: as a passphrase, whose work factor may be low because the key is random.
const (
	keyPrefix1     = "dawa-backup-key:"
	keySize1       = 32
	key1WorkFactor = 10
)

// ageKeyPrefix begins an age identity, which is what a key is now.
const ageKeyPrefix = "AGE-SECRET-KEY-1"

// Key seals and opens backups. The age program opens them with the same file.
type Key struct {
	text      string
	identity  age.Identity
	recipient age.Recipient
	// secret1 is the key of the first form, nil for any other.
	secret1 []byte
}

// NewKey makes a random key.
func NewKey() (*Key, error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	return &Key{text: identity.String(), identity: identity, recipient: identity.Recipient()}, nil
}

// Text is the line that ParseKey reads.
func (k *Key) Text() string { return k.text }

// ParseKey reads what Text wrote, also in an age identity file with comments.
func ParseKey(text string) (*Key, error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ageKeyPrefix) {
			identity, err := age.ParseX25519Identity(line)
			if err != nil {
				return nil, errors.New("the age key is not whole")
			}
			return &Key{text: line, identity: identity, recipient: identity.Recipient()}, nil
		}
		if strings.HasPrefix(line, keyPrefix1) {
			return parseKey1(line)
		}
	}
	return nil, errors.New("a key of a backup begins with " + ageKeyPrefix + " and this does not")
}

func parseKey1(line string) (*Key, error) {
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(line, keyPrefix1))
	if err != nil || len(secret) != keySize1 {
		return nil, errors.New("the key is not whole")
	}
	recipient, err := age.NewScryptRecipient(line)
	if err != nil {
		return nil, fmt.Errorf("reading a key: %w", err)
	}
	recipient.SetWorkFactor(key1WorkFactor)
	identity, err := age.NewScryptIdentity(line)
	if err != nil {
		return nil, fmt.Errorf("reading a key: %w", err)
	}
	return &Key{text: line, identity: identity, recipient: recipient, secret1: secret}, nil
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

// WriteKey stores a key in a new private file.
func WriteKey(path string, k *Key) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(k.Text() + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}
