package sqlstore

import (
	"context"
	"fmt"
	"testing"

	"modernc.org/sqlite"
)

func openEmptySQLite(t *testing.T) *DB {
	t.Helper()
	db, err := Open(t.Context(), t.TempDir(), Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	err = db.Write(t.Context(), func(tx *Tx) error {
		_, err := tx.ExecContext(t.Context(), "CREATE TABLE things (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func (db *DB) mustWrite(t *testing.T, query string, args ...any) {
	t.Helper()
	err := db.Write(t.Context(), func(tx *Tx) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStatements_PreparedOncePerConnection(t *testing.T) {
	db := openEmptySQLite(t)
	db.mustWrite(t, "INSERT INTO things VALUES ($1, $2)", 1, 10)
	hits, misses := db.Statements()
	for i := 2; i <= 11; i++ {
		db.mustWrite(t, "INSERT INTO things VALUES ($1, $2)", i, 10*i)
	}
	if h, m := db.Statements(); m != misses || h != hits+10 {
		t.Errorf("10 equal statements: %d hits and %d misses more, want 10 and 0", h-hits, m-misses)
	}
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT sum(n) FROM things").Scan(&n); err != nil || n != 660 {
		t.Errorf("sum = %d, %v, want 660: a reused statement kept old values", n, err)
	}
}

func countThings(ctx context.Context, tx *Tx) (n int, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id FROM things ORDER BY id")
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

// A statement whose rows are still read must not be restarted by the same text inside the loop.
func TestStatements_SameTextWhileItsRowsAreRead(t *testing.T) {
	db := openEmptySQLite(t)
	for i := 1; i <= 3; i++ {
		db.mustWrite(t, "INSERT INTO things VALUES ($1, $2)", i, i)
	}
	var outer, inner int
	err := db.Read(t.Context(), func(tx *Tx) error {
		rows, err := tx.QueryContext(t.Context(), "SELECT id FROM things ORDER BY id")
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			outer++
			n, err := countThings(t.Context(), tx)
			if err != nil {
				return err
			}
			inner += n
		}
		return rows.Err()
	})
	if err != nil || outer != 3 || inner != 9 {
		t.Errorf("%d outer and %d inner rows, %v; want 3 and 9", outer, inner, err)
	}
}

func TestStatements_CacheIsBounded(t *testing.T) {
	db := openEmptySQLite(t)
	for i := range 3 * maxStatements {
		var n int
		if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT %d", i)).Scan(&n); err != nil || n != i {
			t.Fatalf("SELECT %d gave %d, %v", i, n, err)
		}
	}
	conn, err := db.reader.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	err = conn.Raw(func(c any) error {
		if got := len(c.(*statementConn).cached); got > maxStatements {
			return fmt.Errorf("%d statements are cached, at most %d may be", got, maxStatements)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestStatements_SurviveAChangeOfTheTables(t *testing.T) {
	db := openEmptySQLite(t)
	db.mustWrite(t, "INSERT INTO things VALUES (1, 5)")
	count := func() (columns int) {
		t.Helper()
		rows, err := db.QueryContext(t.Context(), "SELECT * FROM things")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			names, err := rows.Columns()
			if err != nil {
				t.Fatal(err)
			}
			columns = len(names)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return columns
	}
	if got := count(); got != 2 {
		t.Fatalf("%d columns, want 2", got)
	}
	db.mustWrite(t, "ALTER TABLE things ADD COLUMN m INTEGER")
	if got := count(); got != 3 {
		t.Errorf("%d columns after one was added, want 3", got)
	}
}

// TestStatements_PlannedOnceWhateverTheirValues asks the authorizer, which SQLite calls whenever it plans a statement.
func TestStatements_PlannedOnceWhateverTheirValues(t *testing.T) {
	db := openEmptySQLite(t)
	db.mustWrite(t, "CREATE TABLE parts (thing INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (thing, name))")
	conn, err := db.reader.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	planned := 0
	err = conn.Raw(func(driverConn any) error {
		count := func(sqlite.AuthorizerActionCode, string, string, string, string) sqlite.AuthorizerReturnCode {
			planned++
			return sqlite.AuthorizerOK
		}
		return driverConn.(*statementConn).sqliteConn.(sqlite.AuthorizerRegisterer).RegisterAuthorizer(count)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"SELECT count(*) FROM parts p JOIN things t ON t.id = p.thing WHERE p.thing = $1",
		"SELECT count(*) FROM (SELECT 1 FROM things LIMIT $1) AS t",
		"SELECT count(*) FROM things t WHERE t.n > $1 AND EXISTS (SELECT 1 FROM parts p WHERE p.thing = t.id)",
	} {
		planned = 0
		for value := range 5 {
			var n int
			if err := conn.QueryRowContext(t.Context(), query, value).Scan(&n); err != nil {
				t.Fatal(err)
			}
			if value == 0 && planned == 0 {
				t.Fatalf("planning %s was not noticed", query)
			}
			if value == 0 {
				planned = 0
			}
		}
		if planned > 0 {
			t.Errorf("%s is planned again for another value", query)
		}
	}
}
