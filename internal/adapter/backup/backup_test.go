package backup

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type content map[string]string

func newKey(t *testing.T) *Key {
	t.Helper()
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func write(t *testing.T, key *Key, files content) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, key, time.UnixMilli(1_800_000_000_000))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"database/dawa.db", "keys/server.key", "media/ab/abc", "media/large"} {
		if text, ok := files[name]; ok {
			if err := w.Add(name, int64(len(text)), strings.NewReader(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(Manifest{Schema: 5, Rows: map[string]int64{"products": 3}}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(file []byte, key *Key) (*Manifest, content, error) {
	got := content{}
	m, err := Read(bytes.NewReader(file), key, func(name string, _ int64, in io.Reader) error {
		text, err := io.ReadAll(in)
		got[name] = string(text)
		return err
	})
	return m, got, err
}

func someFiles() content {
	large := make([]byte, 3*chunkSize+17)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(large)
	return content{
		"database/dawa.db": strings.Repeat("customers ", 1000), "keys/server.key": "",
		"media/ab/abc": "picture", "media/large": string(large),
	}
}

func TestBackup_ReadsBackWhatWasWritten(t *testing.T) {
	for name, key := range map[string]*Key{"plain": nil, "sealed": newKey(t)} {
		t.Run(name, func(t *testing.T) {
			files := someFiles()
			m, got, err := read(write(t, key, files), key)
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range files {
				if got[name] != want {
					t.Errorf("%s came back with %d bytes, want %d", name, len(got[name]), len(want))
				}
			}
			if m.Schema != 5 || m.Rows["products"] != 3 || len(m.Files) != 4 ||
				m.Made.UnixMilli() != 1_800_000_000_000 {
				t.Errorf("the manifest came back as %+v", m)
			}
		})
	}
}

func TestRead_NoticesEveryChange(t *testing.T) {
	for name, key := range map[string]*Key{"plain": nil, "sealed": newKey(t)} {
		t.Run(name, func(t *testing.T) {
			whole := write(t, key, someFiles())
			random := rand.New(rand.NewPCG(1, 1))
			for range 300 {
				changed := bytes.Clone(whole)
				at := random.IntN(len(changed))
				changed[at] ^= 1 << random.IntN(8)
				if _, got, err := read(changed, key); err == nil && !same(got, someFiles()) {
					t.Fatalf("a changed byte at %d of %d was not noticed", at, len(whole))
				} else if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNeedsKey) {
					t.Fatalf("a changed byte at %d: %v is not ErrDamaged", at, err)
				} else if err == nil && key != nil {
					t.Fatalf("a changed byte at %d of a sealed backup was let through", at)
				}
			}
			for _, cut := range []int{
				0, 3, len(plainLine), 60, chunkSize, len(whole) / 2, len(whole) - 300, len(whole) - 1,
			} {
				if _, _, err := read(whole[:cut], key); !errors.Is(err, ErrDamaged) {
					t.Errorf("cut off after %d of %d: %v", cut, len(whole), err)
				}
			}
		})
	}
}

func same(a, b content) bool {
	if len(a) != len(b) {
		return false
	}
	for name := range a {
		if a[name] != b[name] {
			return false
		}
	}
	return true
}

func TestRead_RefusesChunksInAnotherOrderOrFromAnotherFile(t *testing.T) {
	key := newKey(t)
	one, two := write(t, key, someFiles()), write(t, key, someFiles())
	// After the header comes a nonce of 16 bytes, then chunks with a tag each.
	begin, size := bytes.Index(one, []byte("\n---"))+1, chunkSize+tagSize
	begin += bytes.IndexByte(one[begin:], '\n') + 1 + 16
	swapped := bytes.Clone(one)
	copy(swapped[begin:], one[begin+size:begin+2*size])
	copy(swapped[begin+size:], one[begin:begin+size])
	foreign := bytes.Clone(one)
	copy(foreign[begin+size:], two[begin+size:begin+2*size])
	withoutEnd := one[:begin+2*size]
	for name, file := range map[string][]byte{
		"swapped": swapped, "foreign": foreign, "without its last chunk": withoutEnd,
	} {
		if _, _, err := read(file, key); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSealedBackup_OpensOnlyWithItsKey(t *testing.T) {
	key := newKey(t)
	file := write(t, key, content{"database/dawa.db": "layla@example.com", "keys/server.key": "sekret"})
	for _, word := range []string{"layla", "sekret", "dawa.db", "manifest"} {
		if bytes.Contains(file, []byte(word)) {
			t.Errorf("%q can be read in it", word)
		}
	}
	if _, _, err := read(file, nil); !errors.Is(err, ErrNeedsKey) {
		t.Errorf("without a key: %v", err)
	}
	if _, got, err := read(file, newKey(t)); !errors.Is(err, ErrDamaged) || len(got) > 0 {
		t.Errorf("with another key: %v, %v", got, err)
	}
}

func TestRead_RefusesNamesThatLeaveTheFolder(t *testing.T) {
	for _, name := range []string{"../outside", "/etc/passwd", "a/../../b", `..\outside`, "a//b"} {
		var out bytes.Buffer
		w, err := NewWriter(&out, nil, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(name, 1, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(Manifest{}); err != nil {
			t.Fatal(err)
		}
		if _, got, err := read(out.Bytes(), nil); !errors.Is(err, ErrDamaged) || len(got) > 0 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestKey_IsAPrivateFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "backup.key")
	key := newKey(t)
	if err := WriteKey(path, key); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadKey(path); err != nil || got.Text() != key.Text() {
		t.Errorf("read %v, %v", got, err)
	}
	if err := WriteKey(path, newKey(t)); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second key over the first: %v", err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKey(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that others can read: %v", err)
	}
	if _, err := ParseKey("hello"); err == nil {
		t.Error("a word was taken for a key")
	}
}

func FuzzReader_Read(f *testing.F) {
	var out bytes.Buffer
	w, _ := NewWriter(&out, nil, time.UnixMilli(0))
	_ = w.Add("database/dawa.db", 3, strings.NewReader("abc"))
	_ = w.Close(Manifest{})
	f.Add(out.Bytes())
	f.Add([]byte(sealedLine1))
	f.Add([]byte(ageLine))
	key, err := ParseKey(keyPrefix1 + strings.Repeat("A", 43))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(_ *testing.T, file []byte) {
		_, _ = Read(bytes.NewReader(file), key, func(_ string, _ int64, in io.Reader) error {
			_, err := io.Copy(io.Discard, in)
			return err
		})
	})
}
