package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/operate"
	"dawa/internal/app/settings"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

// dump reads a whole SQLite database without the code that copies it.
func dump(t *testing.T, dir string) map[string][]string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, sqlstore.SQLiteFile)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all := map[string][]string{}
	for _, table := range oneColumn(t, db,
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'") {
		// Of these each database has its own.
		if slices.Contains([]string{"goose_db_version", "product_changes", "sweeps", "phone_slots"}, table) {
			continue
		}
		columns := oneColumn(t, db, "SELECT name FROM pragma_table_info('"+table+"') ORDER BY cid")
		// Told apart by type: 1 and '1' are not the same.
		var parts []string
		for _, c := range columns {
			parts = append(parts, "typeof("+c+") || ':' || quote("+c+")")
		}
		rows := oneColumn(t, db, "SELECT "+strings.Join(parts, " || ',' || ")+" FROM "+table)
		slices.Sort(rows)
		all[table] = rows
	}
	return all
}

func oneColumn(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCopyShop_ToPostgresAndBackLosesNothing(t *testing.T) {
	t.Parallel()
	c := withKeyFiles(t, testConfig(t))
	s, order := livedIn(t, c)
	if _, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: c.Data, To: pgtest.New(t)}, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "--from: folder "+c.Data+" is in use") {
		t.Errorf("a shop that is open was copied: %v", err)
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	before := dump(t, c.Data)
	full := 0
	for _, rows := range before {
		if len(rows) > 0 {
			full++
		}
	}
	if full < 12 || len(before["orders"]) != 1 || len(before["cards"]) != 1 || len(before["recovery_codes"]) != 10 {
		t.Fatalf("only %d tables have rows: the shop is hardly lived in", full)
	}
	database := pgtest.New(t)
	there := t.TempDir()
	shown := -1
	done, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: c.Data, To: database, ToMedia: there},
		func(done, total int) {
			if done < shown || done > total {
				t.Errorf("progress went from %d to %d of %d", shown, done, total)
			}
			shown = done
		})
	if err != nil || done.Pictures != 3 || done.Resumed {
		t.Fatalf("copied %+v, %v", done, err)
	}
	var rows int64
	for _, all := range before {
		rows += int64(len(all))
	}
	if done.Rows != rows || shown != int(2*rows) {
		t.Errorf("copied %d rows and showed %d, there are %d", done.Rows, shown, rows)
	}
	if _, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: c.Data, To: database}, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "--to: preparing the target: the target is not empty") {
		t.Errorf("a second copy over the first: %v", err)
	}

	// The shop opens there, with the same keys, and goes on.
	moved := c
	moved.Database, moved.Media, moved.Payments = database, there, "sandbox"
	r := start(t, moved)
	remembers(t, &stock{running: r, client: s.client, t: t}, order)
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}

	// And back, into a folder: row for row what it was, but for the new session and its traces.
	back, again := t.TempDir(), pgtest.New(t)
	if _, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: c.Data, To: again}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: again, FromMedia: there, To: back},
		nil); err != nil {
		t.Fatal(err)
	}
	after := dump(t, back)
	for table, rows := range before {
		if !slices.Equal(rows, after[table]) {
			t.Errorf("%s came back as\n%v\nwas\n%v", table, after[table], rows)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d tables came back of %d", len(after), len(before))
	}
}

func TestCopyShop_RefusesAnOpenShopAndMarksItAsMoved(t *testing.T) {
	t.Parallel()
	c := withKeyFiles(t, testConfig(t))
	c.Database = pgtest.New(t)
	shop := start(t, c)
	copied := func() error {
		_, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: c.Database, To: t.TempDir()}, nil)
		return err
	}
	var err error
	timed.Eventually(t, "the open shop holds its lock", func() bool {
		err = copied()
		return err != nil
	})
	if !strings.Contains(err.Error(), "--from: servers have the shop open") {
		t.Errorf("copying an open shop: %v", err)
	}
	if err := shop.stop(); err != nil {
		t.Fatal(err)
	}
	if err := operate.Reopen(t.Context(), c.Storage); err != nil { // a copy may have been quicker than the lock
		t.Fatal(err)
	}
	if err := copied(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), c, quiet(), nil)
	if wrong, ok := errors.AsType[*settings.Error](err); !ok || wrong.Temporary || wrong.Setting != "--database" ||
		!strings.Contains(wrong.Problem, "was moved") {
		t.Fatalf("serving a shop that was moved: %v", err)
	}
	if err := operate.Reopen(t.Context(), c.Storage); err != nil {
		t.Fatal(err)
	}
	if err := start(t, c).stop(); err != nil {
		t.Fatal(err)
	}
}

// manyProducts is a closed shop with products for several chunks.
func manyProducts(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := operate.LoadDemo(t.Context(), settings.Storage{Data: dir}, 3000, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCopyShop_ResumesAfterAStop(t *testing.T) {
	t.Parallel()
	from := manyProducts(t)
	for _, engine := range []string{"postgres", "sqlite"} {
		t.Run(engine, func(t *testing.T) {
			to := t.TempDir()
			if engine == "postgres" {
				to = pgtest.New(t)
			}
			ctx, cancel := context.WithCancel(t.Context())
			_, err := operate.CopyShop(ctx, operate.CopyOptions{From: from, To: to}, func(done, _ int) {
				if done >= 1000 {
					cancel()
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("stopped in the middle: %v", err)
			}
			cfg := testConfig(t)
			if engine == "postgres" {
				cfg.Database = to
			} else {
				cfg.Data = to
			}
			if shop, err := Open(t.Context(), cfg, quiet(), nil); !errors.Is(err, sqlstore.ErrCopyUnfinished) {
				t.Errorf("half a shop was opened: %v", err)
				_ = shop.Close()
			}
			if _, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: manyProducts(t), To: to},
				nil); err == nil || !strings.Contains(err.Error(), "an unfinished copy from "+from) {
				t.Errorf("another shop was copied over the half: %v", err)
			}
			first := -1
			done, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: from, To: to}, func(done, _ int) {
				if first < 0 {
					first = done
				}
			})
			if err != nil || !done.Resumed || first < 1000 {
				t.Errorf("it went on at %d: %+v, %v", first, done, err)
			}
		})
	}
}

func TestCopyShop_ResumesAfterPicturesFailed(t *testing.T) {
	t.Parallel()
	from := manyProducts(t)
	for _, engine := range []string{"postgres", "sqlite"} {
		t.Run(engine, func(t *testing.T) {
			to := t.TempDir()
			if engine == "postgres" {
				to = pgtest.New(t)
			}
			noFolder := filepath.Join(from, sqlstore.SQLiteFile)
			if _, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: from, To: to, ToMedia: noFolder},
				nil); err == nil || !strings.HasPrefix(err.Error(), "--media: ") {
				t.Fatalf("pictures went into a file: %v", err)
			}
			done, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: from, To: to, ToMedia: t.TempDir()},
				nil)
			if err != nil || done.Pictures == 0 || done.Rows == 0 {
				t.Errorf("the second try copied %+v, %v", done, err)
			}
		})
	}
}

func TestCopyShop_FindsARowThatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	from, to := manyProducts(t), pgtest.New(t)
	other, err := sql.Open("pgx", to)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for name, meddle := range map[string]string{
		"changed": "UPDATE products SET price_cents = price_cents + 1 WHERE id = (SELECT min(id) FROM products)",
		"removed": "DELETE FROM products WHERE id = (SELECT min(id) FROM products)",
		"added": "INSERT INTO users (id, username, username_fold, full_name, phone_nb, email, email_fold, " +
			"password_hash, language, created_at, updated_at) VALUES ('u', 'u', 'u', 'u', '', 'e', 'e', 'x', " +
			"'english', 0, 0)",
	} {
		t.Run(name, func(t *testing.T) {
			meddled := false
			_, err := operate.CopyShop(t.Context(), operate.CopyOptions{From: from, To: to}, func(done, total int) {
				if done >= total/2 && !meddled {
					meddled = true
					if _, err := other.Exec(meddle); err != nil {
						t.Error(err)
					}
				}
			})
			if err == nil || !strings.Contains(fmt.Sprint(err), "did somebody write") || !meddled {
				t.Errorf("it was not noticed: %v", err)
			}
			if _, err := other.Exec("TRUNCATE products, users CASCADE; DROP TABLE copy_progress"); err != nil {
				t.Fatal(err)
			}
		})
	}
}
