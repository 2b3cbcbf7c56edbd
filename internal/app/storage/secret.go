package storage

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dawa/internal/app/settings"
	"dawa/internal/domain/accounts"
)

// ServerSecret is what sessions, tokens and links are signed with: the setting, which several
// servers of one shop share, or a file that is made at the first start.
func ServerSecret(s settings.Storage) ([]byte, error) {
	if s.Secret != "" {
		return []byte(s.Secret), s.Check()
	}
	if err := os.MkdirAll(s.KeyFolder(), 0o700); err != nil {
		return nil, settings.Invalid("--data", "the folder for keys cannot be made", err)
	}
	path := filepath.Join(s.KeyFolder(), settings.SecretFile)
	secret, err := ReadSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if err := writeSecret(path); err != nil {
		return nil, settings.Invalid("--data", "the servers' secret cannot be stored in "+path, err)
	}
	return ReadSecret(path)
}

// ReadSecret reads the file of the servers' secret.
func ReadSecret(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, settings.Invalid("--data", path+" can be read by others: make it private with chmod 600", nil)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, settings.Invalid("--data", path+" cannot be read", err)
	}
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(secret) < accounts.SecretSize {
		return nil, settings.Invalid("--data", path+
			" does not hold a secret; bring it back from a backup, or remove it and everybody is signed out", nil)
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
