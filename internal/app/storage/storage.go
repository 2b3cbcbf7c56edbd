// Package storage opens what settings.Storage names: the data folder with its lock, the database, the store of
// pictures and the keys.
package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dawa/internal/adapter/blob"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/settings"
)

// Storage is the opened data of a shop.
type Storage struct {
	lock  *FolderLock
	DB    *sqlstore.DB
	Blobs blob.Store
}

// Open locks the data folder and opens the database in it, or the one that was named. It changes no table.
func Open(ctx context.Context, s settings.Storage) (*Storage, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	opened := &Storage{}
	target, name := s.Database, "--database"
	if s.SQLite() {
		lock, err := LockFolder(s.Data)
		if err != nil {
			return nil, err
		}
		opened.lock, target, name = lock, s.Data, "--data"
	} else if err := MakeFolder("--data", s.Data); err != nil {
		return nil, err
	}
	blobs, err := OpenBlobs(ctx, s)
	if err != nil {
		_ = opened.lock.Release()
		return nil, err
	}
	opened.Blobs = blobs
	db, err := sqlstore.Open(ctx, target, sqlstore.Options{})
	if err != nil {
		_ = opened.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, notOpened(name, err)
	}
	opened.DB = db
	return opened, nil
}

// OpenAfter is Open, but waits so long for the lock of the folder: the server that holds it is about to stop.
func OpenAfter(ctx context.Context, s settings.Storage, wait time.Duration) (*Storage, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		opened, err := Open(ctx, s)
		if !errors.Is(err, ErrInUse) {
			return opened, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Close closes the database and the store of pictures and gives the folder's lock back.
func (o *Storage) Close() error {
	if o == nil {
		return nil
	}
	var errs []error
	if o.DB != nil {
		errs = append(errs, o.DB.Close())
	}
	if o.Blobs != nil {
		errs = append(errs, o.Blobs.Close())
	}
	return errors.Join(append(errs, o.lock.Release())...)
}

// OpenExisting opens the database of a shop that exists already, without locking its folder: the shop may be
// running, so nothing that it caches in memory may be changed through it. setting is the one that led to the
// database, for errors.
func OpenExisting(ctx context.Context, s settings.Storage) (db *sqlstore.DB, setting string, err error) {
	target, name := s.Database, "--database"
	if s.SQLite() {
		target, name = s.Data, "--data"
		if _, err := os.Stat(filepath.Join(s.Data, sqlstore.SQLiteFile)); err != nil {
			return nil, name, settings.Invalid(name, fmt.Sprintf("there is no shop in %s", s.Data), nil)
		}
	}
	db, err = sqlstore.Open(ctx, target, sqlstore.Options{})
	if err != nil {
		return nil, name, notOpened(name, err)
	}
	return db, name, nil
}

// notOpened says why the database that a setting names was not opened, and whether waiting may help.
func notOpened(setting string, err error) error {
	if failed, ok := errors.AsType[*sqlstore.OpenError](err); ok && failed.Permanent {
		return settings.Invalid(setting, settings.OneLine(err), nil)
	}
	return settings.Unavailable(setting, settings.OneLine(err), nil)
}
