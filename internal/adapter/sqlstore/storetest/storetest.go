// Package storetest is the conformance suite of the storage: the same tests on SQLite and on a
// real PostgreSQL. Each runs one test on both; the suite itself is in the _test files here, one
// per domain. A package that uses Each needs a TestMain that calls pgtest.Main.
package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

// Each runs test on a fresh, migrated database of every engine.
func Each(t *testing.T, test func(t *testing.T, db *sqlstore.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, Open(t, SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { test(t, Open(t, Postgres(t))) })
}

// SQLite gives a data folder with a migrated database for the test. It is a copy: the migrations run once in a test
// binary, not once in a test.
func SQLite(t testing.TB) string {
	t.Helper()
	migrated, err := migratedSQLite()
	dir := filepath.Join(t.TempDir(), "data")
	if err == nil {
		err = os.Mkdir(dir, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, sqlstore.SQLiteFile), migrated, 0o600)
	}
	if err != nil {
		t.Fatalf("copying the migrated database: %v", err)
	}
	return dir
}

var migratedSQLite = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "dawa-migrated-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := migrate(dir); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, sqlstore.SQLiteFile))
})

// migrate opens a database, migrates and closes it.
func migrate(target string) error {
	ctx := context.Background()
	db, err := sqlstore.Open(ctx, target, sqlstore.Options{})
	if err != nil {
		return err
	}
	_, err = db.Migrate(ctx)
	return errors.Join(err, db.Close())
}

// Postgres gives the address of a migrated PostgreSQL database for the test. It is a copy: the migrations run once in
// a test binary, not once in a test.
func Postgres(t testing.TB) string {
	t.Helper()
	return pgtest.NewFrom(t, "migrated", migrate)
}

// EachTarget runs test with the address of an empty database of every engine.
func EachTarget(t *testing.T, test func(t *testing.T, target string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, t.TempDir()) })
	t.Run("postgres", func(t *testing.T) { test(t, pgtest.New(t)) })
}

// Open opens and migrates the database at target and closes it when the test ends.
func Open(t testing.TB, target string) *sqlstore.DB {
	t.Helper()
	ctx := context.Background()
	db, err := sqlstore.Open(ctx, target, sqlstore.Options{})
	for end := time.Now().Add(timed.Timeout); err != nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		db, err = sqlstore.Open(ctx, target, sqlstore.Options{}) // a busy machine's PostgreSQL may be late
	}
	if err != nil {
		t.Fatalf("opening the database: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("closing the database: %v", err)
		}
	})
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatalf("migrating the database: %v", err)
	}
	return db
}
