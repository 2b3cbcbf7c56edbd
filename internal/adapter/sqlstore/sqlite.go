package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLiteFile is the name of the database inside the data folder.
const SQLiteFile = "dawa.db"

var sqliteEngine = engine{
	name:    "sqlite",
	dialect: goose.DialectSQLite3,
	reads:   sql.TxOptions{ReadOnly: true},
	// There is one writer at a time: what a write transaction reads is locked already.
	forUpdate:      "",
	forNoKeyUpdate: "",
	skipLocked:     "",
	// One writer at a time also means that marks are committed in their order.
	mark:          nextMark,
	horizon:       nextMark,
	rowsPerInsert: 1,
	storedBy:      "rowid",
	divide:        func(table string) string { return "SELECT max(rowid) * $1 / $2 FROM " + table },
	tables:        sqliteTables,

	now: "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)",

	classifyDriver: classifySQLite,
	breaks: func(err error, table string, columns []string) bool {
		if sqliteRule(err) != uniqueRule {
			return false
		}
		if table == "" {
			return true
		}
		_, broken, _ := strings.Cut(err.Error(), "UNIQUE constraint failed: ")
		broken, _, _ = strings.Cut(broken, " (") // the code that the driver adds
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = table + "." + c
		}
		return broken == strings.Join(names, ", ")
	},
}

func nextMark(table string) string {
	return "(SELECT coalesce(max(mark), 0) + 1 FROM " + table + ")"
}

func openSQLite(ctx context.Context, dir string, opts Options) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &OpenError{Problem: fmt.Sprintf("the data folder %s cannot be made", dir), Cause: plainPath(err)}
	}
	file, err := filepath.Abs(filepath.Join(dir, SQLiteFile))
	if err != nil {
		return nil, &OpenError{Problem: fmt.Sprintf("the data folder %s cannot be found", dir), Cause: err}
	}
	if err := peekSQLite(ctx, file); err != nil {
		return nil, err
	}
	var stats statementStats
	write, err := newStatementConnector(sqliteDSN(file, "_txlock=immediate&_pragma=journal_mode(WAL)"), &stats)
	if err != nil {
		return nil, sqliteOpenError(file, err)
	}
	writer := sql.OpenDB(write)
	writer.SetMaxOpenConns(1)
	// A write lock taken and given back proves that the folder can be written and nobody else
	// holds the database for himself.
	if err := proveWritable(ctx, writer); err != nil {
		_ = writer.Close()
		return nil, sqliteOpenError(file, err)
	}
	_ = os.Chmod(file, 0o600) // customers' data is nobody else's; a foreign owner may refuse
	read, err := newStatementConnector(sqliteDSN(file, "_pragma=query_only(1)"), &stats)
	if err != nil {
		_ = writer.Close()
		return nil, sqliteOpenError(file, err)
	}
	reader := sql.OpenDB(read)
	readers := opts.MaxConns
	if readers <= 0 {
		readers = max(4, 2*runtime.GOMAXPROCS(0))
	}
	reader.SetMaxOpenConns(readers)
	reader.SetMaxIdleConns(readers)
	return &DB{
		engine: sqliteEngine, reader: reader, writer: writer, notifier: newNotifier(nil, nil), statements: &stats,
		groups: &commitGroups{db: writer, classify: sqliteEngine.classify},
		shut:   func() error { return errors.Join(reader.Close(), writer.Close()) },
	}, nil
}

// peekSQLite refuses a file that is not ours to write, before anything opens it for writing.
func peekSQLite(ctx context.Context, file string) error {
	info, err := os.Stat(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return &OpenError{Problem: fmt.Sprintf("the database %s cannot be read", file), Cause: plainPath(err)}
	}
	if info.IsDir() {
		return &OpenError{Problem: fmt.Sprintf("%s is a folder, not a database", file), Permanent: true}
	}
	if info.Size() == 0 {
		return nil
	}
	readOnly, err := sql.Open("sqlite", sqliteDSN(file, "mode=ro"))
	if err != nil {
		return sqliteOpenError(file, err)
	}
	defer func() { _ = readOnly.Close() }()
	return refuseNewer(ctx, readOnly, "the database "+file, func(err error) error { return sqliteOpenError(file, err) })
}

func proveWritable(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	return tx.Rollback()
}

func sqliteDSN(file, more string) string {
	return (&url.URL{Scheme: "file", Path: file}).String() +
		"?_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)" +
		"&_pragma=temp_store(MEMORY)&_pragma=cache_size(-8000)&_dqs=0&" + more
}

func sqliteOpenError(file string, err error) error {
	problem, permanent := "the database "+file+" cannot be opened", false
	switch sqliteCode(err) & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		problem = "the database " + file + " is locked by another program"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		problem, permanent = "the database "+file+" or its folder cannot be written", true
	case sqlite3.SQLITE_CANTOPEN:
		problem = "the database " + file + " cannot be opened or made in its folder"
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		problem, permanent = file+" is damaged or is not a dawa database", true
	case sqlite3.SQLITE_FULL:
		problem = "the disk of " + file + " is full"
	}
	return &OpenError{Problem: problem, Cause: err, Permanent: permanent}
}

// plainPath drops the operation and the path that the message already names.
func plainPath(err error) error {
	if pathErr, ok := errors.AsType[*os.PathError](err); ok {
		return pathErr.Err
	}
	return err
}

func sqliteCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

func sqliteRule(err error) constraintKind {
	switch sqliteCode(err) {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return uniqueRule
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return foreignKeyRule
	case sqlite3.SQLITE_CONSTRAINT_CHECK:
		return checkRule
	case sqlite3.SQLITE_CONSTRAINT_NOTNULL:
		return notNullRule
	}
	return 0
}

func classifySQLite(err error) class {
	switch sqliteCode(err) & 0xff {
	case 0:
		if brokenConnection(err) {
			return classUnavailable
		}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return classRetry
	case sqlite3.SQLITE_CONSTRAINT:
		return classConstraint
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY:
		return classFull
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOMEM:
		return classUnavailable
	}
	return classOther
}
