package operate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dawa/internal/adapter/backup"
	"dawa/internal/adapter/buildstore"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
)

// Where things lie inside a backup.
const (
	backupDatabase = "database/" + sqlstore.SQLiteFile
	backupMedia    = "media/"
	backupKeys     = "keys/"
)

// BackupOptions says how to make a backup.
type BackupOptions struct {
	// Version is the build that makes the backup, for its manifest.
	Version string
	// To is the new file.
	To string
	// Key seals it, nil leaves it readable.
	Key *backup.Key
	// WithoutKeys leaves the keys of cards and sessions out; KeysInClear puts them into a file that is
	// not sealed.
	WithoutKeys, KeysInClear bool
}

// BackupReport says what a backup holds.
type BackupReport struct {
	Manifest backup.Manifest
	Bytes    int64
	Pictures int
	// KeysElsewhere says that the shop's keys come from settings, where no backup reaches them.
	KeysElsewhere bool
}

// MakeBackup writes everything a shop stores into one file, while it runs. A shop on PostgreSQL is
// brought into the same form, as it was at one moment. The file appears when it is whole.
func MakeBackup(ctx context.Context, s settings.Storage, o BackupOptions,
	progress Progress) (_ BackupReport, err error) {
	if err := s.Check(); err != nil {
		return BackupReport{}, err
	}
	keys, err := keysForBackup(s, o)
	if err != nil {
		return BackupReport{}, err
	}
	if _, err := os.Lstat(o.To); err == nil {
		return BackupReport{}, settings.Invalid("--to", o.To+" exists already and was left as it is", nil)
	}
	// The copy of the database waits beside the database itself: no new place learns what is in it.
	if err := storage.MakeFolder("--data", s.Data); err != nil {
		return BackupReport{}, err
	}
	work, err := makeWorkFolder(s.Data, ".backup-*")
	if err != nil {
		return BackupReport{}, settings.Invalid("--data", "there is no room for the copy of the database", err)
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	if err := takeSnapshot(ctx, s, work.path, progress); err != nil {
		return BackupReport{}, err
	}
	part := o.To + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return BackupReport{}, settings.Invalid("--to", "cannot be written", err)
	}
	done, err := writeBackup(ctx, s, file, work.path, keys, o, progress)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(part, o.To)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(o.To))
	}
	if err != nil {
		_ = os.Remove(part)
		return BackupReport{}, fmt.Errorf("writing the backup: %w", err)
	}
	if err := noteBackup(s); err != nil {
		return BackupReport{}, fmt.Errorf("noting the backup, which is whole: %w", err)
	}
	done.KeysElsewhere = s.Secret != "" || s.CardKeys != ""
	return done, nil
}

// keysForBackup lists the key files to take along, or refuses to leave a choice of this weight to a
// default. A file whose place a setting has taken opens nothing and stays.
func keysForBackup(s settings.Storage, o BackupOptions) ([]string, error) {
	if o.WithoutKeys {
		return nil, nil
	}
	entries, err := os.ReadDir(s.KeyFolder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, settings.Invalid("--data", "the keys cannot be read", err)
	}
	var keys []string
	for _, e := range entries {
		replaced := e.Name() == settings.CardRingFile && s.CardKeys != "" ||
			e.Name() == settings.SecretFile && s.Secret != ""
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") && !replaced {
			keys = append(keys, e.Name())
		}
	}
	if len(keys) > 0 && o.Key == nil && !o.KeysInClear {
		return nil, settings.Invalid("--key",
			"the keys of saved cards and sessions must not lie readable in a backup: "+
				"encrypt it with --key FILE (made by `dawa keys backup FILE`), leave them out with --without-keys and "+
				"store "+
				s.KeyFolder()+" elsewhere, or say --keys-in-clear", nil)
	}
	return keys, nil
}

// takeSnapshot leaves the database as it is at one moment in a folder.
func takeSnapshot(ctx context.Context, s settings.Storage, work string, progress Progress) error {
	if s.SQLite() {
		if err := sqlstore.Snapshot(ctx, s.Data, work); err != nil {
			return settings.Invalid("--data", settings.OneLine(err), nil)
		}
		return nil
	}
	_, err := CopyShop(ctx, CopyOptions{From: s.Database, To: work, fresh: true}, progress)
	if bad, ok := errors.AsType[*settings.Error](err); ok && bad.Setting == "--from" {
		return settings.Invalid("--database", bad.Problem, bad.Cause)
	}
	return err
}

// writeBackup writes the database first and the pictures it names afterwards, so that no picture is missing
// that was there when the database was copied.
func writeBackup(
	ctx context.Context, s settings.Storage, to io.Writer, work string, keys []string, o BackupOptions,
	progress Progress,
) (BackupReport, error) {
	contents, err := sqlstore.Inspect(ctx, work)
	if err != nil {
		return BackupReport{}, err
	}
	counted := &byteCounter{to: to}
	w, err := backup.NewWriter(counted, o.Key, time.Now())
	if err != nil {
		return BackupReport{}, err
	}
	if err := addFile(w, backupDatabase, filepath.Join(work, sqlstore.SQLiteFile)); err != nil {
		return BackupReport{}, err
	}
	for _, name := range keys {
		if err := addFile(w, backupKeys+name, filepath.Join(s.KeyFolder(), name)); err != nil {
			return BackupReport{}, err
		}
	}
	pictures, err := addPictures(ctx, s, w, progress)
	if err != nil {
		return BackupReport{}, err
	}
	source := "sqlite"
	if !s.SQLite() {
		source = "postgres"
	}
	m := backup.Manifest{
		Version: o.Version, Source: source, Schema: contents.Schema, Keys: len(keys) > 0, Rows: contents.Rows,
	}
	if err := w.Close(m); err != nil {
		return BackupReport{}, err
	}
	return BackupReport{Manifest: m, Bytes: counted.n, Pictures: pictures}, nil
}

func addFile(w *backup.Writer, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return w.Add(name, info.Size(), f)
}

func addPictures(ctx context.Context, s settings.Storage, w *backup.Writer, progress Progress) (int, error) {
	blobs, err := storage.OpenBlobs(ctx, s)
	if err != nil {
		return 0, err
	}
	defer func() { _ = blobs.Close() }()
	var all []string
	if err := blobs.Each(ctx, func(key string, _ time.Time) error {
		if !buildstore.IsKey(key) { // belongs to the program, not to the shop
			all = append(all, key)
		}
		return nil
	}); err != nil {
		return 0, fmt.Errorf("listing the pictures: %w", err)
	}
	slices.Sort(all)
	added := 0
	for i, key := range all {
		content, err := blobs.Read(ctx, key)
		if errors.Is(err, fs.ErrNotExist) {
			continue // nothing named it any more, and it was removed meanwhile
		}
		if err != nil {
			return 0, err
		}
		if err := w.Add(path.Join(backupMedia, key), int64(len(content)), bytes.NewReader(content)); err != nil {
			return 0, err
		}
		added++
		if progress != nil {
			progress(i+1, len(all))
		}
	}
	return added, nil
}

// byteCounter counts what is written.
type byteCounter struct {
	to io.Writer
	n  int64
}

func (b *byteCounter) Write(p []byte) (int, error) {
	n, err := b.to.Write(p)
	b.n += int64(n)
	return n, err
}

// syncFolder makes a new name in a folder survive a power cut.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
