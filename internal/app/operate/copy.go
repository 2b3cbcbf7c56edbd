package operate

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dawa/internal/adapter/buildstore"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
)

// CopyOptions says what to copy where. A place is a data folder or a PostgreSQL address.
type CopyOptions struct {
	From, To string
	// FromMedia and ToMedia are where the pictures lie and where they go. Empty: the media folder of a
	// data folder, and nowhere for PostgreSQL.
	FromMedia, ToMedia string
	// fresh says that the target is nobody's and the source may be running: a backup is being made.
	fresh bool
}

// CopyReport says what was copied and compared.
type CopyReport struct {
	sqlstore.Copied
	Pictures int
	// PicturesStay says that no place for pictures was named.
	PicturesStay bool
}

func isDatabase(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// storageOf is the configuration of a shop that lives in a place.
func storageOf(place, pictures string) settings.Storage {
	if isDatabase(place) {
		return settings.Storage{Data: os.TempDir(), Database: place, Media: pictures}
	}
	return settings.Storage{Data: place, Media: pictures}
}

// CopyShop moves a shop from one engine to the other, row by row, and compares every row afterwards.
// It can be stopped and started again. The shop must be closed meanwhile, which a lock makes sure, and the one that
// was copied is marked as moved: serving both would part the orders.
func CopyShop(ctx context.Context, o CopyOptions, progress Progress) (_ CopyReport, err error) {
	from, to := storageOf(o.From, o.FromMedia), storageOf(o.To, o.ToMedia)
	if err := errors.Join(checkPlace(from, "--from"), checkPlace(to, "--to")); err != nil {
		return CopyReport{}, err
	}
	if place(o.From) == place(o.To) {
		return CopyReport{}, settings.Invalid("--to", "is where the shop is already", nil)
	}
	if from.SQLite() {
		if _, err := os.Stat(filepath.Join(o.From, sqlstore.SQLiteFile)); err != nil {
			return CopyReport{}, settings.Invalid("--from", fmt.Sprintf("there is no shop in %s", o.From), nil)
		}
	}
	source, endSource, err := openForCopy(ctx, from, "--from")
	if err != nil {
		return CopyReport{}, err
	}
	defer func() { err = errors.Join(err, endSource()) }()
	current, latest, err := source.Version(ctx)
	if err != nil {
		return CopyReport{}, err
	}
	if current != latest {
		return CopyReport{}, settings.Invalid("--from", "its tables are of an older version: run `dawa migrate` first",
			nil)
	}
	if !o.fresh {
		unlock, err := source.LockClosed(ctx)
		if errors.Is(err, sqlstore.ErrOpen) {
			return CopyReport{}, settings.Unavailable("--from", err.Error(), nil)
		}
		if err != nil {
			return CopyReport{}, err
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	target, endTarget, err := openForCopy(ctx, to, "--to")
	if err != nil {
		return CopyReport{}, err
	}
	defer func() { err = errors.Join(err, endTarget()) }()
	if _, err := target.Migrate(ctx); err != nil {
		return CopyReport{}, err
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	var out CopyReport
	out.PicturesStay = isDatabase(o.From) && o.FromMedia == "" || isDatabase(o.To) && o.ToMedia == ""
	// The rows come last: when they are there the copy is done and is not begun again.
	if !o.fresh && !out.PicturesStay {
		if out.Pictures, err = copyPictures(ctx, from, to); err != nil {
			return CopyReport{}, err
		}
	}
	out.Copied, err = sqlstore.Copy(ctx, source, target, place(o.From), progress)
	if errors.Is(err, sqlstore.ErrNotEmpty) {
		return CopyReport{}, settings.Invalid("--to", settings.OneLine(err), nil)
	}
	if err == nil && !o.fresh {
		err = errors.Join(source.MarkMoved(ctx), target.UnmarkMoved(ctx))
	}
	return out, err
}

// Reopen lets a shop be served again that was marked as moved.
func Reopen(ctx context.Context, s settings.Storage) (err error) {
	if err := s.Check(); err != nil {
		return err
	}
	db, err := openMigrated(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.UnmarkMoved(ctx)
}

// checkPlace names the flag of a place that cannot be used.
func checkPlace(s settings.Storage, flag string) error {
	err := s.Check()
	if bad, ok := errors.AsType[*settings.Error](err); ok && (bad.Setting == "--database" || bad.Setting == "--data") {
		return settings.Invalid(flag, bad.Problem, nil)
	}
	return err
}

// openForCopy opens a place; a folder is locked, so that no server works on it.
func openForCopy(ctx context.Context, s settings.Storage, flag string) (*sqlstore.DB, func() error, error) {
	target := s.Database
	var lock *storage.FolderLock
	if s.SQLite() {
		var err error
		if lock, err = storage.LockFolder(s.Data); err != nil {
			if bad, ok := errors.AsType[*settings.Error](err); ok {
				return nil, nil, settings.Invalid(flag, bad.Problem, bad.Cause)
			}
			return nil, nil, err
		}
		target = s.Data
	}
	db, err := sqlstore.Open(ctx, target, sqlstore.Options{})
	if err != nil {
		return nil, nil, errors.Join(settings.Invalid(flag, settings.OneLine(err), nil), lock.Release())
	}
	return db, func() error { return errors.Join(db.Close(), lock.Release()) }, nil
}

// place names a place without its password.
func place(where string) string {
	if !isDatabase(where) {
		if full, err := filepath.Abs(where); err == nil {
			return full
		}
		return where
	}
	u, err := url.Parse(where)
	if err != nil {
		return "a PostgreSQL database"
	}
	return "postgres://" + u.Host + u.Path
}

// copyPictures brings over what is not there yet; a key always has the same content.
func copyPictures(ctx context.Context, from, to settings.Storage) (n int, err error) {
	source, err := storage.OpenBlobs(ctx, from)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := storage.OpenBlobs(ctx, to)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	err = source.Each(ctx, func(key string, _ time.Time) error {
		if buildstore.IsKey(key) {
			return nil // belongs to the program, not to the shop
		}
		content, err := source.Read(ctx, key)
		if err != nil {
			return err
		}
		if err := target.Put(ctx, key, content); err != nil {
			return err
		}
		n++
		return nil
	})
	if err != nil {
		return n, fmt.Errorf("copying pictures: %w", err)
	}
	return n, nil
}
