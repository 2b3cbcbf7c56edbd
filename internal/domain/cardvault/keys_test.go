package cardvault

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/base/apperr"
)

func openKeys(t *testing.T, path string) (*KeyFile, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	keys, err := OpenKeyFile(path, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return keys, log
}

func ringFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys", "cards.ring")
	if err := MakeKeyFile(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestKeyRingFile_PrivateAndNeverOverwritten(t *testing.T) {
	path := ringFile(t)
	for file, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v (%v), want %v", file, info.Mode().Perm(), err, want)
		}
	}
	before, _ := os.ReadFile(path)
	if err := MakeKeyFile(path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("making it again: %v", err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the ring was written over")
	}
	if err := AddKeyToFile(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("after a new key the mode is %v (%v)", info.Mode().Perm(), err)
	}
}

func TestKeyRingFile_RefusedWhenOthersCanRead(t *testing.T) {
	for _, mode := range []fs.FileMode{0o644, 0o640, 0o604, 0o666} {
		path := ringFile(t)
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := OpenKeyFile(path, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("mode %v: %v", mode, err)
		}
	}
	if _, err := OpenKeyFile(filepath.Join(t.TempDir(), "none"), nil); !errors.Is(err, ErrNoRing) {
		t.Errorf("no file: %v", err)
	}
}

func TestKeyRingFile_NewKeyUsedWhileRunning(t *testing.T) {
	path := ringFile(t)
	keys, _ := openKeys(t, path)
	store := memoryStore{}
	shop := NewService(store, keys, func() time.Time { return today }, slog.New(slog.DiscardHandler))
	if err := shop.Add(t.Context(), "before", Input{canary, visa, "12/30"}); err != nil {
		t.Fatal(err)
	}
	if err := AddKeyToFile(path); err != nil {
		t.Fatal(err)
	}
	if err := shop.Add(t.Context(), "after", Input{canary, visa, "12/30"}); err != nil {
		t.Fatal(err)
	}
	if old, fresh := store["before"].KeyID, store["after"].KeyID; old != 1 || fresh != 2 {
		t.Errorf("sealed with the keys %d and %d, want 1 and 2", old, fresh)
	}
	for _, user := range []string{"before", "after"} {
		if number, _, err := shop.Number(t.Context(), user); err != nil || number != visa {
			t.Errorf("%s: %v", user, err)
		}
	}
	if broken, err := shop.Rotate(t.Context(), func(int, int) {}); err != nil || broken != 0 {
		t.Fatalf("%d broken, %v", broken, err)
	}
	if err := DropInactiveKeys(path); err != nil {
		t.Fatal(err)
	}
	if got := keys.Ring(); len(got.keys) != 1 || got.Active() != 2 {
		t.Errorf("the ring has %d keys, active %d", len(got.keys), got.Active())
	}
	if number, _, err := shop.Number(t.Context(), "before"); err != nil || number != visa {
		t.Errorf("after the old key was dropped: %v", err)
	}
}

func TestKeyRingFile_BrokenFileLeavesLastGoodRing(t *testing.T) {
	path := ringFile(t)
	keys, log := openKeys(t, path)
	good := keys.Ring()
	if err := os.WriteFile(path, []byte("1:nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if keys.Ring() != good {
			t.Fatal("the last good ring is not in use")
		}
	}
	if n := strings.Count(log.String(), "cannot be read"); n != 1 || strings.Contains(log.String(), "nonsense") {
		t.Errorf("the log says %q", log)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if keys.Ring() != good {
		t.Error("without the file the last ring is gone")
	}
}

// busyShelf changes a card behind the back of whoever is about to replace it.
type busyStore struct {
	memoryStore
	once   sync.Once
	behind func()
}

func TestRotate_ContinuesUntilNothingIsLeft(t *testing.T) {
	path := ringFile(t)
	old, _ := openKeys(t, path)
	oldRing := Fixed(old.Ring())
	store := &busyStore{memoryStore: memoryStore{}}
	now := func() time.Time { return today }
	late := NewService(store, oldRing, now, slog.New(slog.DiscardHandler)) // a server that has not noticed yet
	for _, user := range []string{"a", "b"} {
		if err := late.Add(t.Context(), user, Input{canary, visa, "12/30"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := AddKeyToFile(path); err != nil {
		t.Fatal(err)
	}
	keys, _ := openKeys(t, path)
	store.behind = func() {
		if err := late.Add(t.Context(), "0 saved meanwhile", Input{canary, visa, "12/30"}); err != nil {
			t.Error(err)
		}
	}
	vault := NewService(store, keys, now, slog.New(slog.DiscardHandler))
	steps := 0
	broken, err := vault.Rotate(t.Context(), func(done, total int) {
		if steps++; steps == 2 {
			store.once.Do(store.behind)
		}
		if done > total {
			t.Errorf("%d of %d", done, total)
		}
	})
	if err != nil || broken != 0 {
		t.Fatalf("%d broken, %v", broken, err)
	}
	for user, record := range store.memoryStore {
		if record.KeyID != 2 {
			t.Errorf("%s is still sealed with key %d", user, record.KeyID)
		}
	}
	if len(store.memoryStore) != 3 {
		t.Fatalf("%d cards", len(store.memoryStore))
	}
}

func TestRotate_LeavesUnreadableCards(t *testing.T) {
	path := ringFile(t)
	keys, _ := openKeys(t, path)
	store := memoryStore{}
	vault := NewService(store, keys, func() time.Time { return today }, slog.New(slog.DiscardHandler))
	for _, user := range []string{"fine", "tampered"} {
		if err := vault.Add(t.Context(), user, Input{canary, visa, "12/30"}); err != nil {
			t.Fatal(err)
		}
	}
	bad := store["tampered"]
	bad.Number[5] ^= 1
	if err := AddKeyToFile(path); err != nil {
		t.Fatal(err)
	}
	broken, err := vault.Rotate(t.Context(), func(int, int) {})
	if err != nil || broken != 1 {
		t.Errorf("%d broken, %v", broken, err)
	}
	if store["tampered"].KeyID != 1 || store["fine"].KeyID != 2 {
		t.Errorf("keys %d and %d", store["tampered"].KeyID, store["fine"].KeyID)
	}
	if _, err := vault.Card(t.Context(), "nobody"); apperr.CodeOf(err) != apperr.CardNotFound {
		t.Errorf("no card: %v", err)
	}
}
