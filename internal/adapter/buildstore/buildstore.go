// Package buildstore stores the files of the frontend's builds where all servers of a shop find them. A page that was
// opened before a new version was installed still loads its scripts, whichever server its request reaches.
package buildstore

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Blobs is where builds are stored. A key never changes its content.
type Blobs interface {
	Put(ctx context.Context, key string, content []byte) error
	Read(ctx context.Context, key string) ([]byte, error)
	Has(ctx context.Context, key string) (bool, error)
	Delete(ctx context.Context, key string) error
	// EachUnder gives every key that begins with a prefix.
	EachUnder(ctx context.Context, prefix string, yield func(key string) error) error
}

const (
	// prefix begins the keys of builds: the files of a build are builds/<id>.zip, and each start of a server adds
	// builds/<id>.started-<time>, which tells the newest builds from the oldest.
	prefix  = "builds/"
	started = ".started-"
	archive = ".zip"
	// maxBuilds is how many builds are stored, the newest included.
	maxBuilds = 3
	// refreshEvery bounds how often a file that no known build has makes the server look for new builds.
	refreshEvery = 2 * time.Second
	// refreshTime bounds how long that look takes.
	refreshTime = 5 * time.Second
	// assets is the folder whose file names change with their content.
	assets = "assets/"
	// maxFile bounds one file of a stored build.
	maxFile = 32 << 20
)

// IsKey tells the keys of builds from those of pictures, which are stored in the same place.
func IsKey(key string) bool { return strings.HasPrefix(key, prefix) }

// Store finds the files of builds other than the server's own. It is safe for concurrent use.
type Store struct {
	blobs Blobs
	own   string
	now   func() time.Time

	mu sync.Mutex
	// builds are the files of the other builds, by path: "/assets/…".
	builds    map[string]map[string][]byte
	refreshed time.Time
	failed    error // of the last refresh
}

// New makes the store of a server whose own build has that id.
func New(blobs Blobs, own string) *Store {
	return &Store{blobs: blobs, own: own, now: time.Now, builds: map[string]map[string][]byte{}}
}

// Save stores the files of the server's own build and forgets the oldest builds. Saving again is harmless.
func (s *Store) Save(ctx context.Context, files fs.FS) error {
	key := prefix + s.own + archive
	there, err := s.blobs.Has(ctx, key)
	if err != nil {
		return fmt.Errorf("looking for the build's files: %w", err)
	}
	if !there {
		content, err := pack(files)
		if err != nil {
			return fmt.Errorf("packing the build's files: %w", err)
		}
		if err := s.blobs.Put(ctx, key, content); err != nil {
			return fmt.Errorf("storing the build's files: %w", err)
		}
	}
	marker := prefix + s.own + started + strconv.FormatInt(s.now().UnixMilli(), 10)
	if err := s.blobs.Put(ctx, marker, []byte(s.own)); err != nil {
		return fmt.Errorf("marking the build as started: %w", err)
	}
	return s.prune(ctx)
}

// stored is a build in the store.
type stored struct {
	id   string
	last int64 // when a server with it last started, Unix milliseconds
	keys []string
}

// list finds the stored builds, the one that was started last first.
func (s *Store) list(ctx context.Context) ([]stored, error) {
	byID := map[string]*stored{}
	err := s.blobs.EachUnder(ctx, prefix, func(key string) error {
		name := strings.TrimPrefix(key, prefix)
		id, isArchive := strings.CutSuffix(name, archive)
		var at int64
		if !isArchive {
			before, after, found := strings.Cut(name, started)
			if !found {
				return nil
			}
			id = before
			at, _ = strconv.ParseInt(after, 10, 64)
		}
		b := byID[id]
		if b == nil {
			b = &stored{id: id}
			byID[id] = b
		}
		b.last = max(b.last, at)
		b.keys = append(b.keys, key)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing the builds: %w", err)
	}
	all := make([]stored, 0, len(byID))
	for _, b := range byID {
		all = append(all, *b)
	}
	slices.SortFunc(all, func(a, b stored) int {
		return cmp.Or(cmp.Compare(b.last, a.last), strings.Compare(a.id, b.id))
	})
	return all, nil
}

// prune forgets all but the newest builds, and the older marks of those.
func (s *Store) prune(ctx context.Context) error {
	all, err := s.list(ctx)
	if err != nil {
		return err
	}
	for i, b := range all {
		newest := prefix + b.id + started + strconv.FormatInt(b.last, 10)
		for _, key := range b.keys {
			if i < maxBuilds && (key == newest || strings.HasSuffix(key, archive)) {
				continue
			}
			if err := s.blobs.Delete(ctx, key); err != nil {
				return fmt.Errorf("forgetting an old build: %w", err)
			}
		}
	}
	return nil
}

// File gives a file of another build by its path, "/assets/…"; the error is fs.ErrNotExist when none has it. The
// name of such a file changes with its content, so it does not matter which build it comes from.
func (s *Store) File(ctx context.Context, path string) ([]byte, error) {
	if !strings.HasPrefix(path, "/"+assets) {
		return nil, fs.ErrNotExist
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if content, ok := s.find(path); ok {
		return content, nil
	}
	if s.now().Sub(s.refreshed) >= refreshEvery {
		// Others wait for the same answer: it does not end with the request that asked first.
		reading, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshTime)
		s.failed = s.refresh(reading)
		cancel()
		s.refreshed = s.now()
	}
	if s.failed != nil {
		return nil, s.failed
	}
	if content, ok := s.find(path); ok {
		return content, nil
	}
	return nil, fs.ErrNotExist
}

func (s *Store) find(path string) ([]byte, bool) {
	for _, files := range s.builds {
		if content, ok := files[path]; ok {
			return content, true
		}
	}
	return nil, false
}

// refresh reads the builds that are new since the last time and drops those that are gone.
func (s *Store) refresh(ctx context.Context) error {
	all, err := s.list(ctx)
	if err != nil {
		return err
	}
	present := map[string]map[string][]byte{}
	for _, b := range all[:min(len(all), maxBuilds)] {
		if b.id == s.own {
			continue
		}
		files, known := s.builds[b.id]
		if !known {
			content, err := s.blobs.Read(ctx, prefix+b.id+archive)
			if errors.Is(err, fs.ErrNotExist) {
				continue // its files are still being stored, or were removed meanwhile
			}
			if err != nil {
				return fmt.Errorf("reading the files of an earlier build: %w", err)
			}
			if files, err = unpack(content); err != nil {
				return fmt.Errorf("reading the files of build %s: %w", b.id, err)
			}
		}
		present[b.id] = files
	}
	s.builds = present
	return nil
}

// pack writes the files whose names change with their content into one archive, as they are: the build compresses
// them already.
func pack(files fs.FS) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(name, assets) || strings.HasSuffix(name, ".map") {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		_, err = to.Write(content)
		return err
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func unpack(content []byte) (map[string][]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, f := range r.File {
		if !strings.HasPrefix(f.Name, assets) || f.UncompressedSize64 > maxFile {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(io.LimitReader(in, maxFile))
		if err = errors.Join(err, in.Close()); err != nil {
			return nil, err
		}
		files["/"+f.Name] = body
	}
	return files, nil
}
