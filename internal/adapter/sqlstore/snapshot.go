package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Snapshot writes the shop in a data folder, as it is at one moment, into a new folder's SQLite
// database, also while servers work on it. Nothing of what was deleted is carried along. The tables
// stay of the version they are.
func Snapshot(ctx context.Context, from, to string) error {
	file, err := filepath.Abs(filepath.Join(from, SQLiteFile))
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); err != nil {
		return &OpenError{Problem: fmt.Sprintf("there is no shop in %s", from)}
	}
	db, err := sql.Open("sqlite", sqliteDSN(file, "mode=ro"))
	if err != nil {
		return sqliteOpenError(file, err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", filepath.Join(to, SQLiteFile)); err != nil {
		return sqliteOpenError(file, err)
	}
	return nil
}

// Contents is what a SQLite database holds.
type Contents struct {
	Schema int64
	Rows   map[string]int64
}

// Inspect reads a SQLite database from its first page to its last and fails when anything in it is
// damaged or points to nothing. It does not write to it.
func Inspect(ctx context.Context, dir string) (Contents, error) {
	file, err := filepath.Abs(filepath.Join(dir, SQLiteFile))
	if err != nil {
		return Contents{}, err
	}
	db, err := sql.Open("sqlite", sqliteDSN(file, "mode=ro"))
	if err != nil {
		return Contents{}, sqliteOpenError(file, err)
	}
	defer func() { _ = db.Close() }()
	if err := complaints(ctx, db, "PRAGMA integrity_check", 1, "ok"); err != nil {
		return Contents{}, fmt.Errorf("checking the database: %w", err)
	}
	if err := complaints(ctx, db, "PRAGMA foreign_key_check", 4, ""); err != nil {
		return Contents{}, fmt.Errorf("checking what points where: %w", err)
	}
	return contents(ctx, db)
}

func contents(ctx context.Context, db *sql.DB) (Contents, error) {
	c := Contents{Rows: map[string]int64{}}
	var err error
	if c.Schema, err = schemaVersion(ctx, db); err != nil {
		return Contents{}, err
	}
	all, err := sqliteTables(ctx, db)
	if err != nil {
		return Contents{}, fmt.Errorf("reading the tables: %w", err)
	}
	for _, t := range all {
		if c.Rows[t.name], err = countRows(ctx, db, t.name); err != nil {
			return Contents{}, fmt.Errorf("counting %s: %w", t.name, err)
		}
	}
	return c, nil
}

// complaints runs a check whose answer is nothing but one word when all is well.
func complaints(ctx context.Context, db *sql.DB, check string, columns int, well string) error {
	rows, err := db.QueryContext(ctx, check)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	var said []error
	for rows.Next() && len(said) < 5 {
		values := make([]sql.NullString, columns)
		into := make([]any, columns)
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if values[0].String != well {
			said = append(said, errors.New(values[0].String))
		}
	}
	return errors.Join(append(said, rows.Err())...)
}
