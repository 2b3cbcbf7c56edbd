package storetest

import (
	"errors"
	"sync"
	"testing"

	"dawa/internal/adapter/sqlstore"
)

func TestMigrate_RepeatedAndConcurrentIsHarmless(t *testing.T) {
	EachTarget(t, func(t *testing.T, target string) {
		dbs := make([]*sqlstore.DB, 4)
		for i := range dbs {
			db, err := sqlstore.Open(t.Context(), target, sqlstore.Options{})
			must(t, err)
			defer func() { _ = db.Close() }()
			dbs[i] = db
		}
		current, latest, err := dbs[0].Version(t.Context())
		must(t, err)
		if current != 0 || latest < 1 {
			t.Fatalf("an empty database is at %d of %d", current, latest)
		}
		var work sync.WaitGroup
		for _, db := range dbs {
			work.Go(func() {
				if _, err := db.Migrate(t.Context()); err != nil {
					t.Errorf("migrating beside others: %v", err)
				}
			})
		}
		work.Wait()
		current, latest, err = dbs[1].Version(t.Context())
		must(t, err)
		if current != latest {
			t.Fatalf("migrated to %d of %d", current, latest)
		}
		applied, err := dbs[2].Migrate(t.Context())
		if err != nil || len(applied) != 0 {
			t.Fatalf("a second migration did %v: %v", applied, err)
		}
	})
}

func TestOpen_RefusesANewerDatabaseUntouched(t *testing.T) {
	EachTarget(t, func(t *testing.T, target string) {
		db := Open(t, target)
		must(t, db.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(),
				"INSERT INTO goose_db_version (version_id, is_applied) VALUES (900000, TRUE)")
			return err
		}))
		_, err := sqlstore.Open(t.Context(), target, sqlstore.Options{})
		if _, ok := errors.AsType[*sqlstore.OpenError](err); !ok || !errors.Is(err, sqlstore.ErrNewer) {
			t.Fatalf("opened a newer database: %v", err)
		}
		t.Log(err)
		current, _, err := db.Version(t.Context())
		if err != nil || current != 900000 {
			t.Fatalf("the version is now %d: %v", current, err)
		}
	})
}
