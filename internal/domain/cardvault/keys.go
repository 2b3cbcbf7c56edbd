package cardvault

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Keys gives the ring to work with. It is asked for every card, so that a ring that was changed
// while the shop runs is used at once.
type Keys interface {
	Ring() *Ring
}

// Fixed is a ring that does not change while the program runs, such as one from the environment.
func Fixed(ring *Ring) Keys { return fixed{ring} }

type fixed struct{ ring *Ring }

func (f fixed) Ring() *Ring { return f.ring }

// ErrNoRing says that there is no file to read a ring from.
var ErrNoRing = errors.New("there is no key ring")

// KeyFile is a ring in a file, read again whenever the file has changed.
type KeyFile struct {
	path string
	log  *slog.Logger

	mu      sync.Mutex
	ring    *Ring
	read    stamp
	failing stamp // a change that could not be read, reported once
}

// stamp tells one content of the file from the next.
type stamp struct {
	modified time.Time
	size     int64
	inode    fs.FileInfo
}

func (s stamp) same(info fs.FileInfo) bool {
	return s.inode != nil && s.modified.Equal(info.ModTime()) && s.size == info.Size() && os.SameFile(s.inode, info)
}

// OpenKeyFile reads the ring in a file. A missing file is ErrNoRing; one that others than its owner
// can read is refused.
func OpenKeyFile(path string, log *slog.Logger) (*KeyFile, error) {
	k := &KeyFile{path: path, log: log}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w at %s", ErrNoRing, path)
	}
	if err != nil {
		return nil, fmt.Errorf("looking at the key ring: %w", err)
	}
	if err := k.load(info); err != nil {
		return nil, err
	}
	return k, nil
}

// Ring gives the ring as it is in the file now. When the file has become unreadable the last good
// ring stays in use, and the log says so.
func (k *KeyFile) Ring() *Ring {
	k.mu.Lock()
	defer k.mu.Unlock()
	info, err := os.Stat(k.path)
	if err == nil && k.read.same(info) {
		return k.ring
	}
	if err == nil {
		if k.failing.same(info) {
			return k.ring
		}
		if err = k.load(info); err == nil {
			k.log.Info("cardvault: the key ring was read again", "active", k.ring.active, "keys", len(k.ring.keys))
			return k.ring
		}
		k.failing = stampOf(info)
	}
	k.log.Error("cardvault: the key ring cannot be read; the last one stays in use", "error", err)
	return k.ring
}

func (k *KeyFile) load(info fs.FileInfo) error {
	text, err := readKeyFile(k.path)
	if err != nil {
		return err
	}
	ring, err := ParseRing(text)
	if err != nil {
		return fmt.Errorf("%s: %w", k.path, err)
	}
	k.ring, k.read = ring, stampOf(info)
	return nil
}

func stampOf(info fs.FileInfo) stamp {
	return stamp{modified: info.ModTime(), size: info.Size(), inode: info}
}

// readKeyFile reads the text of a ring that is its owner's alone.
func readKeyFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("opening the key ring: %w", err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return "", fmt.Errorf("looking at the key ring: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return "", fmt.Errorf("the key ring %s can be read by others (mode %04o): run chmod 600 on it", path, mode)
	}
	text := make([]byte, 64<<10)
	n, err := file.Read(text)
	if err != nil && n == 0 && info.Size() > 0 {
		return "", fmt.Errorf("reading the key ring: %w", err)
	}
	return string(text[:n]), nil
}

// MakeKeyFile writes a new ring with one fresh key. A file that exists is left alone and given back
// as fs.ErrExist.
func MakeKeyFile(path string) error {
	text, err := AddKey("")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("making the folder of the key ring: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("making the key ring: %w", err)
	}
	return finish(file, text)
}

// AddKeyToFile puts a fresh active key in front of those that the file has. Whoever reads the file
// meanwhile finds the old ring or the new one, never half of one.
func AddKeyToFile(path string) error {
	text, err := readKeyFile(path)
	if err != nil {
		return err
	}
	if text, err = AddKey(text); err != nil {
		return err
	}
	return replaceKeyFile(path, text)
}

// DropInactiveKeys drops every key of the file but the active one.
func DropInactiveKeys(path string) error {
	text, err := readKeyFile(path)
	if err != nil {
		return err
	}
	if text, err = activeKeyOnly(text); err != nil {
		return err
	}
	return replaceKeyFile(path, text)
}

func replaceKeyFile(path, text string) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".cards-*.ring") // made with mode 0600
	if err != nil {
		return fmt.Errorf("writing the key ring: %w", err)
	}
	if err := finish(file, text); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return errors.Join(fmt.Errorf("writing the key ring: %w", err), os.Remove(file.Name()))
	}
	return nil
}

// finish writes and closes a file so that a power cut cannot leave an empty one: cards would be
// sealed with a key that nobody has.
func finish(file *os.File, text string) error {
	_, err := file.WriteString(text)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("writing the key ring: %w", err)
	}
	dir, err := os.Open(filepath.Dir(file.Name()))
	if err != nil {
		return fmt.Errorf("writing the key ring: %w", err)
	}
	// Not every file system can; the file itself is safe.
	_ = dir.Sync()
	return dir.Close()
}
