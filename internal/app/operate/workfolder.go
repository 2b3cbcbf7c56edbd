package operate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// workFolder is a folder for copies of a shop that nobody needs when the work is done. It is locked for as long as its
// process lives, so that the next one can tell what a killed process left behind: a readable copy of the database must
// not lie there forever, nor one more of them every night.
type workFolder struct {
	path string
	lock *os.File
}

// makeWorkFolder removes what killed processes left under a pattern of os.MkdirTemp and makes a new folder.
func makeWorkFolder(parent, pattern string) (*workFolder, error) {
	if err := removeLeftovers(parent, pattern); err != nil {
		return nil, err
	}
	for {
		path, err := os.MkdirTemp(parent, pattern)
		if err != nil {
			return nil, err
		}
		lock, err := lockFolder(path, 0)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(err, os.RemoveAll(path))
		}
		if err == nil {
			if _, err = os.Stat(path); err == nil {
				return &workFolder{path: path, lock: lock}, nil
			}
			_ = lock.Close()
		}
		// Somebody who removes leftovers came between making and locking it.
	}
}

// remove removes the folder with all that is in it.
func (w *workFolder) remove() error {
	return errors.Join(os.RemoveAll(w.path), w.lock.Close())
}

// removeLeftovers removes the folders of processes that are no more.
func removeLeftovers(parent, pattern string) error {
	found, err := filepath.Glob(filepath.Join(parent, pattern))
	if err != nil {
		return err
	}
	for _, path := range found {
		lock, err := lockFolder(path, syscall.LOCK_NB)
		if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, fs.ErrNotExist) {
			continue // in use, or gone meanwhile
		}
		if err != nil {
			return err
		}
		if err := errors.Join(os.RemoveAll(path), lock.Close()); err != nil {
			return fmt.Errorf("removing what an earlier run left behind: %w", err)
		}
	}
	return nil
}

// lockFolder takes the lock of a folder, which the kernel drops with the process.
func lockFolder(path string, how int) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|how); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
