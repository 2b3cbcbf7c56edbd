package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
)

// testCardKeys is a ring for shops of the tests; a real shop makes its own.
var testCardKeys = "1:" + strings.Repeat("A", 43) + "="

func TestOpen_ShopNeedsAKeyRingAndDemoMakesOne(t *testing.T) {
	t.Parallel()
	c := testConfig(t)
	c.CardKeys = ""
	_, err := Open(t.Context(), c, quiet(), nil)
	var wrong *settings.Error
	if !errors.As(err, &wrong) || wrong.Setting != "--data" ||
		!strings.Contains(err.Error(), "dawa keys new --data "+c.Data) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("without a ring: %v", err)
	}
	if err := operate.NewCardRing(c.Storage); err != nil {
		t.Fatal(err)
	}
	if err := operate.NewCardRing(c.Storage); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a second ring: %v", err)
	}
	r := start(t, c)
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(c.CardRing(), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), c, quiet(), nil); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("with a ring that others can read: %v", err)
	}
	c.CardKeys = "1:canarycanary"
	if _, err := Open(t.Context(), c, quiet(), nil); !errors.As(err, &wrong) || wrong.Setting != "--card-keys" ||
		strings.Contains(err.Error(), "canary") {
		t.Errorf("with a bad setting: %v", err)
	}
	c.CardKeys = testCardKeys + ", 2:" + strings.Repeat("B", 42) + "A="
	if keys, err := storage.CardKeys(c.Storage, c.Demo, quiet()); err != nil || keys.Ring().Active() != 1 {
		t.Errorf("two keys on one line: %v", err)
	}
	demo := Config{Storage: settings.Storage{Data: filepath.Join(t.TempDir(), "demo")}, Demo: true}
	for range 2 { // made at the first start, read at the second
		if _, err := storage.CardKeys(demo.Storage, demo.Demo, quiet()); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(demo.CardRing()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the demo's ring: %v (%v)", info, err)
	}
}
