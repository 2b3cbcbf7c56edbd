package buildstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// memory holds blobs in a map.
type memory struct {
	mu    sync.Mutex
	blobs map[string][]byte
	lists int
	down  error
}

func newMemory() *memory { return &memory{blobs: map[string][]byte{}} }

func (m *memory) Put(_ context.Context, key string, content []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, there := m.blobs[key]; !there && m.down == nil {
		m.blobs[key] = content
	}
	return m.down
}

func (m *memory) Read(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if content, there := m.blobs[key]; there {
		return content, m.down
	}
	return nil, fs.ErrNotExist
}

func (m *memory) Has(_ context.Context, key string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, there := m.blobs[key]
	return there, m.down
}

func (m *memory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.blobs, key)
	return m.down
}

func (m *memory) EachUnder(_ context.Context, prefix string, yield func(key string) error) error {
	m.mu.Lock()
	m.lists++
	keys := slices.Sorted(maps.Keys(m.blobs))
	m.mu.Unlock()
	for _, key := range keys {
		if strings.HasPrefix(key, prefix) {
			if err := yield(key); err != nil {
				return err
			}
		}
	}
	return m.down
}

// clock is moved by the test.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func build(id string) fs.FS {
	return fstest.MapFS{
		"assets/js/entry-" + id + ".js":    {Data: []byte("entry of " + id)},
		"assets/js/entry-" + id + ".js.br": {Data: []byte("compressed entry of " + id)},
		"assets/js/same.js":                {Data: []byte("the same in every build")},
		"assets/js/entry.js.map":           {Data: []byte("source map")},
		"sw.js":                            {Data: []byte("worker of " + id)},
	}
}

func server(blobs Blobs, c *clock, id string) *Store {
	s := New(blobs, id)
	s.now = c.now
	return s
}

func save(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Save(t.Context(), build(s.own)); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, s *Store, path string) string {
	t.Helper()
	content, err := s.File(t.Context(), path)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestFile_ComesFromOtherBuildsInBothDirections(t *testing.T) {
	blobs, c := newMemory(), &clock{time.Now()}
	older, newer := server(blobs, c, "one"), server(blobs, c, "two")
	save(t, older)
	if got := read(t, newer, "/assets/js/entry-one.js"); got != "entry of one" {
		t.Errorf("the newer server has %q", got)
	}
	if got := read(t, newer, "/assets/js/entry-one.js.br"); got != "compressed entry of one" {
		t.Errorf("the compressed form is %q", got)
	}
	if got := read(t, older, "/assets/js/entry-two.js"); got != "" {
		t.Errorf("a build that is not stored has %q", got)
	}
	save(t, newer)
	c.at = c.at.Add(refreshEvery)
	if got := read(t, older, "/assets/js/entry-two.js"); got != "entry of two" {
		t.Errorf("the older server has %q", got)
	}
	for _, path := range []string{
		"/sw.js", "/assets/js/entry.js.map", "/assets/../sw.js", "assets/js/entry-one.js", "/",
	} {
		if got := read(t, newer, path); got != "" {
			t.Errorf("%s is served: %q", path, got)
		}
	}
}

func TestSave_KeepsTheThreeBuildsThatWereStartedLast(t *testing.T) {
	blobs, c := newMemory(), &clock{time.Now()}
	for i := range 5 {
		c.at = c.at.Add(time.Hour)
		save(t, server(blobs, c, fmt.Sprint("build", i)))
	}
	// An old version is installed again: it is the newest now.
	c.at = c.at.Add(time.Hour)
	save(t, server(blobs, c, "build3"))
	c.at = c.at.Add(time.Hour)
	save(t, server(blobs, c, "build9"))
	reader := server(blobs, c, "reader")
	for id, want := range map[string]bool{
		"build0": false, "build1": false, "build2": false, "build3": true, "build4": true, "build9": true,
	} {
		c.at = c.at.Add(refreshEvery)
		if got := read(t, reader, "/assets/js/entry-"+id+".js"); (got != "") != want {
			t.Errorf("%s has %q", id, got)
		}
	}
	if n := len(blobs.blobs); n != 2*maxBuilds {
		t.Errorf("%d blobs are stored, want an archive and a mark of each build: %v", n,
			slices.Sorted(maps.Keys(blobs.blobs)))
	}
}

func TestFile_UnknownNamesAreLookedForOnceInAWhile(t *testing.T) {
	blobs, c := newMemory(), &clock{time.Now()}
	save(t, server(blobs, c, "one"))
	s := server(blobs, c, "two")
	blobs.lists = 0
	for i := range 100 {
		read(t, s, fmt.Sprintf("/assets/js/guess-%d.js", i))
	}
	if blobs.lists != 1 {
		t.Errorf("100 guesses listed the store %d times", blobs.lists)
	}
}

func TestFile_StoreThatIsDownIsAnErrorAndNotAMissingFile(t *testing.T) {
	blobs, c := newMemory(), &clock{time.Now()}
	save(t, server(blobs, c, "one"))
	s := server(blobs, c, "two")
	blobs.down = errors.New("out of reach")
	if _, err := s.File(t.Context(), "/assets/js/entry-one.js"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if err := s.Save(t.Context(), build("two")); err == nil {
		t.Error("a build that could not be stored was")
	}
}
