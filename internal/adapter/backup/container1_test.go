package backup

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// The files were written by the last version that wrote the first form.
func TestRead_BackupsOfTheFirstForm(t *testing.T) {
	key, err := ParseKey(string(fixture(t, "container-1.key")))
	if err != nil {
		t.Fatal(err)
	}
	sealed := fixture(t, "container-1-sealed.backup")
	for name, c := range map[string]struct {
		file  []byte
		key   *Key
		files int
	}{
		"sealed": {sealed, key, 4},
		"plain":  {fixture(t, "container-1-plain.backup"), nil, 2},
	} {
		m, got, err := read(c.file, c.key)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(m.Files) != c.files || m.Schema != 5 || m.Rows["products"] != 3 ||
			got["database/dawa.db"] != strings.Repeat("customers ", 20000) || got["media/ab/abc"] != "picture" {
			t.Errorf("%s came back as %+v", name, m)
		}
	}
	if _, got, _ := read(sealed, key); len(got["media/large"]) != 70<<10 {
		t.Errorf("the large picture came back with %d bytes", len(got["media/large"]))
	}
	if _, _, err := read(sealed, nil); !errors.Is(err, ErrNeedsKey) {
		t.Errorf("without a key: %v", err)
	}
	if _, got, err := read(sealed, newKey(t)); !errors.Is(err, ErrDamaged) || len(got) > 0 {
		t.Errorf("with a key of the new form: %v", err)
	}
	for _, cut := range []int{len(sealedLine1) + 3, 60, chunkSize, len(sealed) - 1} {
		if _, _, err := read(sealed[:cut], key); !errors.Is(err, ErrDamaged) {
			t.Errorf("cut off after %d of %d: %v", cut, len(sealed), err)
		}
	}
	for _, at := range []int{len(sealedLine1) + 5, 100, len(sealed) / 2, len(sealed) - 5} {
		changed := bytes.Clone(sealed)
		changed[at] ^= 1
		if _, _, err := read(changed, key); !errors.Is(err, ErrDamaged) {
			t.Errorf("changed at %d: %v", at, err)
		}
	}
}

// An operator's key file goes on sealing the nightly backup after the upgrade.
func TestKey_OfTheFirstFormSealsNewBackups(t *testing.T) {
	key, err := ParseKey(string(fixture(t, "container-1.key")))
	if err != nil {
		t.Fatal(err)
	}
	file := write(t, key, someFiles())
	if !bytes.HasPrefix(file, []byte(ageLine)) || bytes.Contains(file, []byte("customers")) {
		t.Errorf("it was written as %.40q", file)
	}
	if _, got, err := read(file, key); err != nil || !same(got, someFiles()) {
		t.Errorf("it does not open: %v", err)
	}
	if _, _, err := read(file, newKey(t)); !errors.Is(err, ErrDamaged) {
		t.Errorf("with another key: %v", err)
	}
}
