package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dawa/internal/adapter/blob"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/cart"
)

// storage is the opened place where the shop keeps its things.
type storage struct {
	lock  *folderLock
	db    *sqlstore.DB
	blobs blob.Store
	// shelf is what the shop sells, nil when no shop is open.
	shelf cart.Catalogue
}

// openStorage takes the data folder and opens the database in it, or the one that
// was named. It changes no table.
func openStorage(ctx context.Context, s Storage) (*storage, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	st := &storage{}
	target, name := s.Database, "--database"
	if s.SQLite() {
		lock, err := lockFolder(s.Data)
		if err != nil {
			return nil, err
		}
		st.lock, target, name = lock, s.Data, "--data"
	} else if err := makeFolder("--data", s.Data); err != nil {
		return nil, err
	}
	blobs, err := s.openBlobs(ctx)
	if err != nil {
		_ = st.lock.release()
		return nil, err
	}
	st.blobs = blobs
	db, err := sqlstore.Open(ctx, target, sqlstore.Options{})
	if err != nil {
		_ = st.close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, setting(name, oneLine(err), nil)
	}
	st.db = db
	return st, nil
}

// openExisting opens the database of a shop that exists already, without taking its folder: the shop may be
// running. The name is that of the setting that led there, for what may be wrong with it.
func (s Storage) openExisting(ctx context.Context) (db *sqlstore.DB, name string, err error) {
	target, name := s.Database, "--database"
	if s.SQLite() {
		target, name = s.Data, "--data"
		if _, err := os.Stat(filepath.Join(s.Data, sqlstore.SQLiteFile)); err != nil {
			return nil, name, setting(name, fmt.Sprintf("there is no shop in %s", s.Data), nil)
		}
	}
	db, err = sqlstore.Open(ctx, target, sqlstore.Options{})
	if err != nil {
		return nil, name, setting(name, oneLine(err), nil)
	}
	return db, name, nil
}

func (st *storage) close() error {
	if st == nil {
		return nil
	}
	var errs []error
	if st.db != nil {
		errs = append(errs, st.db.Close())
	}
	if st.blobs != nil {
		errs = append(errs, st.blobs.Close())
	}
	return errors.Join(append(errs, st.lock.release())...)
}

// Migrate brings the tables of a shop up to this version and reports what ran.
func Migrate(ctx context.Context, s Storage) (applied []string, err error) {
	st, err := openStorage(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, st.close()) }()
	applied, err = st.db.Migrate(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	return applied, nil
}
