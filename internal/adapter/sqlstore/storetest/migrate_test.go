package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"dawa/internal/adapter/sqlstore"
)

func TestMigrate_RepeatedAndConcurrentIsHarmless(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// eachMigratedTo runs test with a database of every engine whose tables are at a version, before later migrations.
func eachMigratedTo(t *testing.T, version int64, test func(t *testing.T, db *sqlstore.DB)) {
	t.Helper()
	EachTarget(t, func(t *testing.T, target string) {
		db, err := sqlstore.Open(t.Context(), target, sqlstore.Options{})
		must(t, err)
		t.Cleanup(func() { _ = db.Close() })
		must(t, db.MigrateTo(t.Context(), version))
		test(t, db)
	})
}

// The table of carts is written anew: nobody loses a line, and a cart still belongs to one person.
func TestMigrate_CartsSurviveLosingAnIndex(t *testing.T) {
	t.Parallel()
	eachMigratedTo(t, 76, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		change(t, db, `INSERT INTO users (id, username, username_fold, full_name, phone_nb, email, email_fold,
			password_hash, language, created_at, updated_at)
			VALUES ('u', 'layla', 'layla', 'Layla', '03123456', 'l@x.com', 'l@x.com', 'h', 'english', 1, 1)`)
		cart := "INSERT INTO carts (id, user_id, visitor_id, checkout_id, updated_at, expires_at, stamp) VALUES "
		change(t, db, cart+"('c1', 'u', NULL, 'o1', 2, 0, 's1')")
		change(t, db, cart+"('c2', NULL, 'v', 'o2', 3, 9, 's2')")
		for i, id := range []string{"c1", "c1", "c2"} {
			change(t, db, `INSERT INTO cart_lines (cart_id, product_id, quantity, seen_price_cents, place, added_at)
				VALUES ($1, $2, 3, 250, 1, 4)`, id, fmt.Sprint("p", i))
		}
		_, err := db.Migrate(ctx)
		must(t, err)
		for from, want := range map[string]int{
			"carts WHERE id = 'c1' AND user_id = 'u' AND checkout_id = 'o1' AND updated_at = 2 AND stamp = 's1'": 1,
			"carts WHERE id = 'c2' AND visitor_id = 'v' AND expires_at = 9 AND stamp = 's2'":                     1,
			"cart_lines WHERE cart_id = 'c1' AND quantity = 3 AND seen_price_cents = 250 AND added_at = 4":       2,
			"cart_lines WHERE cart_id = 'c2'": 1,
		} {
			if got := rows(t, db, from); got != want {
				t.Errorf("%s: %d rows, want %d", from, got, want)
			}
		}
		err = db.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, cart+"('c3', 'u', NULL, 'o3', 2, 0, 's3')")
			return err
		})
		if !db.IsUnique(err, "carts", "user_id") {
			t.Errorf("a second cart of one person: %v", err)
		}
		change(t, db, "DELETE FROM users")
		if got := rows(t, db, "cart_lines"); got != 1 {
			t.Errorf("%d lines are left when their owner has gone, want the visitor's", got)
		}
	})
}
