package app

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dawa/internal/domain/accounts"
)

// secretFile holds the servers' secret when no setting gives it.
const secretFile = "server.key"

// keyFolder is the room for keys inside the data folder.
func (s Storage) keyFolder() string { return filepath.Join(s.Data, "keys") }

// serverSecret is what sessions, tokens and links are signed with: the setting, which several
// servers of one shop share, or a file that is made at the first start.
func (s Storage) serverSecret() ([]byte, error) {
	if s.Secret != "" {
		return []byte(s.Secret), s.checkSecret()
	}
	if err := os.MkdirAll(s.keyFolder(), 0o700); err != nil {
		return nil, setting("--data", "the folder for keys cannot be made", err)
	}
	path := filepath.Join(s.keyFolder(), secretFile)
	secret, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if err := writeSecret(path); err != nil {
		return nil, setting("--data", "the servers' secret cannot be kept in "+path, err)
	}
	return readSecret(path)
}

func (s Storage) checkSecret() error {
	if s.Secret != "" && len(s.Secret) < accounts.SecretSize {
		return setting("--secret", fmt.Sprintf("must be random and at least %d characters long", accounts.SecretSize), nil)
	}
	return nil
}

func readSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, setting("--data", path+" can be read by others: make it private with chmod 600", nil)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, setting("--data", path+" cannot be read", err)
	}
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(secret) < accounts.SecretSize {
		return nil, setting("--data", path+" does not hold a secret; bring it back from a backup, or remove it and everybody is signed out", nil)
	}
	return secret, nil
}

// writeSecret puts a new secret in place, whole or not at all. When two processes start at
// once, the file of the first stays.
func writeSecret(path string) error {
	raw := make([]byte, accounts.SecretSize)
	_, _ = rand.Read(raw) // never fails
	file, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(base64.RawURLEncoding.EncodeToString(raw) + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
