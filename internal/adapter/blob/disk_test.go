package blob

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func openDisk(t *testing.T) (*Disk, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "media")
	d, err := OpenDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d, dir
}

func keys(t *testing.T, d *Disk) []string {
	t.Helper()
	var all []string
	err := d.Each(t.Context(), func(key string, put time.Time) error {
		if time.Since(put) > time.Hour {
			t.Errorf("%s was put at %v", key, put)
		}
		all = append(all, key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// A blob must not vanish in a power cut after Put has returned: its name is in a folder that is synced after the
// rename, and so are the folders that were made for it.
func TestDiskPut_SyncsTheFolderAfterTheRename(t *testing.T) {
	d, dir := openDisk(t)
	var synced []string
	fsync := d.syncFolder
	d.syncFolder = func(name string) error {
		synced = append(synced, name)
		_, err := os.Stat(filepath.Join(dir, "ab", "abcd", "200.webp"))
		if inPlace := err == nil; name == "ab/abcd" && !inPlace {
			t.Error("the folder was synced before the blob was in it")
		}
		return fsync(name)
	}
	if err := d.Put(t.Context(), "abcd/200.webp", []byte("small")); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(synced, []string{"ab", ".", "ab/abcd"}) {
		t.Errorf("synced %q", synced)
	}
	broken := errors.New("the disk is gone")
	d.syncFolder = func(string) error { return broken }
	if err := d.Put(t.Context(), "abcd/400.webp", []byte("large")); !errors.Is(err, broken) {
		t.Errorf("a folder that could not be synced: %v", err)
	}
}

func TestDisk_PutFilesAreReadListedAndDeleted(t *testing.T) {
	d, dir := openDisk(t)
	ctx := t.Context()
	for key, content := range map[string]string{
		"abcd/200.webp": "small", "abcd/400.webp": "large", "ab00/200.webp": "other",
	} {
		for range 2 { // the second time is harmless
			if err := d.Put(ctx, key, []byte(content)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := d.Read(ctx, key); err != nil || string(got) != content {
			t.Errorf("%s holds %q: %v", key, got, err)
		}
		if has, err := d.Has(ctx, key); !has || err != nil {
			t.Errorf("%s: %v %v", key, has, err)
		}
	}
	if got := keys(t, d); !slices.Equal(got, []string{"ab00/200.webp", "abcd/200.webp", "abcd/400.webp"}) {
		t.Errorf("listed %v", got)
	}
	for range 2 {
		for _, key := range []string{"abcd/200.webp", "abcd/400.webp"} {
			if err := d.Delete(ctx, key); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "ab", "abcd")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("an empty folder is left behind")
	}
	if _, err := d.Read(ctx, "abcd/200.webp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("deleted and read: %v", err)
	}
	if has, err := d.Has(ctx, "abcd/200.webp"); has || err != nil {
		t.Errorf("deleted and there: %v %v", has, err)
	}
}

func TestDisk_RefusesKeysOutsideItsFolder(t *testing.T) {
	d, dir := openDisk(t)
	secret := filepath.Join(filepath.Dir(dir), "secret")
	if err := os.WriteFile(secret, []byte("key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "ab"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(dir), filepath.Join(dir, "ab", "about")); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"", "a", "../secret", "ab/../../secret", "/etc/passwd", "about/secret", "abc//x", "abc/.new-x",
	} {
		if got, err := d.Read(t.Context(), key); err == nil {
			t.Errorf("read %q from %q", got, key)
		}
		if err := d.Put(t.Context(), key, []byte("x")); err == nil && key != "abc//x" {
			t.Errorf("put %q", key)
		}
	}
	if got, _ := os.ReadFile(secret); string(got) != "key" {
		t.Error("the secret was changed")
	}
}

func TestDisk_ShowsOnlyWholeFiles(t *testing.T) {
	d, _ := openDisk(t)
	content := []byte(strings.Repeat("picture ", 50_000))
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() {
		for ctx.Err() == nil {
			if got, err := d.Read(t.Context(), "abcd/800.webp"); err == nil && len(got) != len(content) {
				t.Errorf("read %d of %d bytes", len(got), len(content))
				return
			}
		}
	})
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			if err := d.Put(t.Context(), "abcd/800.webp", content); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	stop()
	work.Wait()
	if got := keys(t, d); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.Put(gone, "abce/800.webp", content); !errors.Is(err, context.Canceled) {
		t.Errorf("wrote for someone who left: %v", err)
	}
}
