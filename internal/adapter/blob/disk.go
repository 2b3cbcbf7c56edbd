// Package blob stores the bytes of pictures: on a disk, for a shop of one machine, or in an S3-compatible store that
// many servers share.
package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"dawa/internal/domain/media"
)

// Disk stores blobs as files below one folder, which no key can leave.
type Disk struct {
	root *os.Root
	// syncFolder makes the names in a folder survive a power cut; tests watch it.
	syncFolder func(name string) error
}

var _ media.Blobs = (*Disk)(nil)

// temporary begins the name of a file that is still being written.
const temporary = ".new-"

// OpenDisk opens the folder, making it when it is missing.
func OpenDisk(dir string) (*Disk, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder for pictures: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the folder for pictures: %w", err)
	}
	d := &Disk{root: root}
	d.syncFolder = d.fsync
	return d, nil
}

// Close closes the folder.
func (d *Disk) Close() error { return d.root.Close() }

// file is the path of a key: its first two letters are a folder, so that no folder grows too long.
func file(key string) (string, error) {
	if len(key) < 3 || !fs.ValidPath(key) || strings.Contains(key, temporary) {
		return "", fmt.Errorf("the key %q: %w", key, fs.ErrInvalid)
	}
	return path.Join(key[:2], key), nil
}

// Put writes a temporary file, syncs it, renames it and syncs its folder: after Put has returned, the blob survives
// a power cut.
func (d *Disk) Put(ctx context.Context, key string, content []byte) error {
	name, err := file(key)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if info, err := d.root.Stat(name); err == nil && info.Size() == int64(len(content)) {
		return nil
	}
	folder := path.Dir(name)
	if err := d.makeFolder(folder); err != nil {
		return fmt.Errorf("making a folder for a picture: %w", err)
	}
	part := path.Join(folder, temporary+rand.Text())
	if err := d.write(part, content); err != nil {
		_ = d.root.Remove(part)
		return fmt.Errorf("writing a picture: %w", err)
	}
	if err := d.root.Rename(part, name); err != nil {
		_ = d.root.Remove(part)
		return fmt.Errorf("renaming a picture: %w", err)
	}
	if err := d.syncFolder(folder); err != nil {
		return fmt.Errorf("syncing the folder of a picture: %w", err)
	}
	return nil
}

// makeFolder makes a folder of keys when it is missing, and syncs the folders above it.
func (d *Disk) makeFolder(folder string) error {
	if _, err := d.root.Stat(folder); err == nil {
		return nil
	}
	if err := d.root.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for above := path.Dir(folder); ; above = path.Dir(above) {
		if err := d.syncFolder(above); err != nil || above == "." {
			return err
		}
	}
}

func (d *Disk) fsync(name string) error {
	folder, err := d.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (d *Disk) write(name string, content []byte) error {
	f, err := d.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

// Read gives the content of a key.
func (d *Disk) Read(ctx context.Context, key string) ([]byte, error) {
	name, err := file(key)
	if err != nil {
		return nil, fs.ErrNotExist
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	content, err := d.root.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading a picture: %w", err)
	}
	return content, nil
}

// Has tells whether a key exists.
func (d *Disk) Has(ctx context.Context, key string) (bool, error) {
	name, err := file(key)
	if err != nil {
		return false, nil //nolint:nilerr // what cannot be a key is simply not there
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	_, err = d.root.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Delete removes a key and, when it was the last of its folder, the folder.
func (d *Disk) Delete(ctx context.Context, key string) error {
	name, err := file(key)
	if err != nil {
		return nil //nolint:nilerr // what cannot be a key is not there already
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("deleting a picture: %w", err)
	}
	_ = d.root.Remove(path.Dir(name)) // refused while anything is in it
	return nil
}

// Each gives every key and when it was put.
func (d *Disk) Each(ctx context.Context, yield func(key string, put time.Time) error) error {
	return fs.WalkDir(d.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		_, key, found := strings.Cut(name, "/")
		if entry.IsDir() || !found || strings.HasPrefix(entry.Name(), temporary) {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted while we looked
		}
		if err != nil {
			return err
		}
		return yield(key, info.ModTime())
	})
}

// EachUnder gives every key that begins with a prefix, which names a folder and ends with a slash.
func (d *Disk) EachUnder(ctx context.Context, prefix string, yield func(key string) error) error {
	folder, err := file(strings.TrimSuffix(prefix, "/"))
	if err != nil {
		return err
	}
	return fs.WalkDir(d.root.FS(), folder, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // nothing was stored there, or it was deleted meanwhile
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		_, key, found := strings.Cut(name, "/")
		if entry.IsDir() || !found || strings.HasPrefix(entry.Name(), temporary) {
			return nil
		}
		return yield(key)
	})
}
