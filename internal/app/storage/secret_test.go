package storage

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dawa/internal/app/settings"
)

func TestServerSecret_MadeOnceStoredPrivatelyAndChecked(t *testing.T) {
	s := settings.Storage{Data: t.TempDir()}
	first, err := ServerSecret(s)
	if err != nil || len(first) != 32 {
		t.Fatalf("%d bytes, %v", len(first), err)
	}
	path := filepath.Join(s.Data, "keys", "server.key")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if again, err := ServerSecret(s); err != nil || !bytes.Equal(again, first) {
		t.Errorf("the second start has another secret, %v", err)
	}
	var wrong *settings.Error
	must(t, os.Chmod(path, 0o640))
	if _, err := ServerSecret(s); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a file that others can read: %v", err)
	}
	must(t, os.Chmod(path, 0o600))
	must(t, os.WriteFile(path, []byte("short"), 0o600))
	if _, err := ServerSecret(s); !errors.As(err, &wrong) || wrong.Setting != "--data" {
		t.Errorf("a damaged file: %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "short" {
		t.Error("a damaged file was overwritten")
	}
}

func TestServerSecret_ConcurrentStartsAgree(t *testing.T) {
	s := settings.Storage{Data: t.TempDir()}
	secrets := make([][]byte, 20)
	var starts sync.WaitGroup
	for i := range secrets {
		starts.Go(func() {
			var err error
			if secrets[i], err = ServerSecret(s); err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	for _, secret := range secrets {
		if !bytes.Equal(secret, secrets[0]) {
			t.Fatal("two servers have two secrets")
		}
	}
	if left, _ := filepath.Glob(filepath.Join(s.Data, "keys", ".new-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestServerSecret_SettingIsUsedAndMustBeLong(t *testing.T) {
	s := settings.Storage{Data: filepath.Join(t.TempDir(), "none"), Secret: strings.Repeat("canary", 6)}
	if got, err := ServerSecret(s); err != nil || string(got) != s.Secret {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := os.Stat(s.Data); err == nil {
		t.Error("a folder was made for a key that nobody needs")
	}
	s.Secret = "canary-short"
	if err := s.Check(); err == nil || strings.Contains(err.Error(), "canary") ||
		!strings.HasPrefix(err.Error(), "--secret: ") {
		t.Errorf("a short secret: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
