// Package sqlstore holds all the SQL of the shop.
//
// One text of SQL runs on SQLite and on PostgreSQL. What differs between the two is written
// down as data in the engine type (sqlite.go and postgres.go) and nothing else in the shop
// asks which engine it has. The rules that keep it so:
//
//   - placeholders are $1, $2, …; one placeholder never feeds two column types;
//   - ids are TEXT made in Go; money is BIGINT cents; flags are BOOLEAN;
//   - a time is a BIGINT of milliseconds since 1970 in UTC (Millis and Time), made in Go:
//     it compares, sorts and subtracts alike on both engines and has no time zone to get wrong;
//   - lists and small objects that are never searched by SQL are JSON in a TEXT column;
//   - no now(), ILIKE, = ANY, least(): they exist on one side only.
package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"

	"dawa/internal/base/tracing"
)

// DB is an open database of either engine. It is safe for concurrent use.
type DB struct {
	engine   engine
	reader   *sql.DB
	writer   *sql.DB
	notifier *notifier
	clock    func() time.Time // nil is time.Now
	shut     func() error
	// statements counts SQLite's prepared statements; nil on PostgreSQL, where pgx caches them.
	statements *statementStats
	// groups lets SQLite's writers share commits; nil on PostgreSQL, which does so itself.
	groups *commitGroups
	// lastFull is when a write last failed for want of room, in milliseconds.
	lastFull atomic.Int64
	// carts are those that this server wrote a moment ago.
	carts recentCarts
}

// engine is everything that differs between the two databases.
type engine struct {
	name    string
	dialect goose.Dialect
	// reads are the options of a read transaction that sees one moment of the database.
	reads sql.TxOptions
	// forUpdate, forNoKeyUpdate and skipLocked end a SELECT that locks what it reads.
	forUpdate      string
	forNoKeyUpdate string
	skipLocked     string
	// chainsWrites says that WITH may hold a statement that writes.
	chainsWrites bool
	// mark is an expression: a number that orders the running transaction among those that
	// write to the table; horizon is the lowest mark that may still be committed later.
	mark    func(table string) string
	horizon func(table string) string
	// classifyDriver says what kind of failure a driver's error is.
	classifyDriver func(err error) class
	// breaks says whether err is the breach of the unique constraint over those columns.
	breaks func(err error, table string, columns []string) bool
	// rowsPerInsert is how many rows an INSERT of many should carry: a round trip costs
	// PostgreSQL most; SQLite searches its parameters one by one, so few are quicker.
	rowsPerInsert int
	// storedBy is what names a row for good and is the quickest to read a whole table along; divide asks where part $1
	// of $2 of a table begins.
	storedBy string
	divide   func(table string) string
	// tables reads the shape of all tables, in no order.
	tables func(ctx context.Context, db *sql.DB) ([]table, error)
	// now is an expression for the database's own clock in milliseconds, for what several
	// servers must agree on (leases, rate limits).
	now string
}

// Options tune an open database. The zero value is right for one server.
type Options struct {
	// MaxConns bounds the connections to PostgreSQL, or the readers of SQLite. Zero chooses.
	MaxConns int
}

// Open opens the database at target: a URL that begins with postgres:// or postgresql://, or
// a folder in which SQLite stores dawa.db. It makes a missing folder, never a missing
// PostgreSQL database, and changes no table: call Migrate for that. A target that cannot
// serve, or that a newer version of the shop has written, is a *OpenError.
func Open(ctx context.Context, target string, opts Options) (*DB, error) {
	var db *DB
	var err error
	scheme, _, isURL := strings.Cut(target, "://")
	switch {
	case target == "":
		return nil, &OpenError{Problem: "no database was named", Permanent: true}
	case isURL && (scheme == "postgres" || scheme == "postgresql"):
		db, err = openPostgres(ctx, target, opts)
	case isURL:
		return nil, &OpenError{
			Problem: fmt.Sprintf("a database address begins with postgres://, not with %s://", scheme), Permanent: true,
		}
	default:
		db, err = openSQLite(ctx, target, opts)
	}
	if err != nil {
		return nil, err
	}
	return db, nil
}

// UseClock hands in the clock for rows whose caller brings no time of its own; without it that is time.Now. Call it
// before the database is used.
func (db *DB) UseClock(now func() time.Time) { db.clock = now }

// time is the present by the handed-in clock, in UTC.
func (db *DB) time() time.Time {
	if db.clock == nil {
		return time.Now().UTC()
	}
	return db.clock().UTC()
}

// Close ends the notifications and closes every connection.
func (db *DB) Close() error {
	db.notifier.stop()
	return db.shut()
}

// LimitConnections bounds the connections to PostgreSQL anew; 0 leaves them as they are. SQLite has its
// own number.
func (db *DB) LimitConnections(limit int) {
	if limit > 0 && db.reader == db.writer {
		db.writer.SetMaxOpenConns(limit)
		db.writer.SetMaxIdleConns(limit)
	}
}

// Connections says how many connections of the pool for writes are in use, how many may be, and how long
// people have waited for one altogether.
func (db *DB) Connections() (used, limit int, waited time.Duration) {
	stats := db.writer.Stats()
	return stats.InUse, stats.MaxOpenConnections, stats.WaitDuration
}

// Statements says how often SQLite found a statement prepared and how often it had to prepare one. Both are 0 on
// PostgreSQL.
func (db *DB) Statements() (hits, misses int64) {
	if db.statements == nil {
		return 0, 0
	}
	return db.statements.hits.Load(), db.statements.misses.Load()
}

// Commits says how many writes SQLite committed and by how many commits. Both are 0 on PostgreSQL.
func (db *DB) Commits() (writes, commits int64) {
	if db.groups == nil {
		return 0, 0
	}
	stats := db.groups.stats()
	return stats.writes, stats.commits
}

// Engine names the engine, "sqlite" or "postgres", for logs and metrics only.
func (db *DB) Engine() string { return db.engine.name }

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	return db.public(db.reader.QueryRowContext(ctx, "SELECT 1").Scan(&one))
}

// QueryContext runs one SELECT outside a transaction.
func (db *DB) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	span := tracing.Start(ctx, "database query")
	rows, err := db.reader.QueryContext(ctx, query, args...)
	span.End(err)
	return rows, db.public(err)
}

// QueryRowContext runs one SELECT of one row outside a transaction.
func (db *DB) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	span := tracing.Start(ctx, "database query")
	row := db.reader.QueryRowContext(ctx, query, args...)
	span.End(row.Err())
	return row
}

// eachRow hands over the rows of one SELECT outside a transaction; doing says in an error what it was for.
func (db *DB) eachRow(ctx context.Context, doing, query string, args []any, take func(rows *sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := take(rows); err != nil {
			return fmt.Errorf("%s: %w", doing, db.public(err))
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", doing, db.public(err))
	}
	return nil
}

// readAll reads each row of one SELECT outside a transaction with scan.
func readAll[T any](ctx context.Context, db *DB, doing string, scan func(row interface {
	Scan(...any) error
}) (T, error), query string, args ...any) ([]T, error) {
	var found []T
	err := db.eachRow(ctx, doing, query, args, func(rows *sql.Rows) error {
		one, err := scan(rows)
		found = append(found, one)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// ForUpdate ends a SELECT whose rows the transaction means to change.
func (db *DB) ForUpdate() string { return db.engine.forUpdate }

// SkipLocked ends a SELECT that takes work nobody else holds.
func (db *DB) SkipLocked() string { return db.engine.skipLocked }

// Now is an SQL expression of the database's own clock in milliseconds, for what several
// servers must agree on. Everything else takes its time from Go.
func (db *DB) Now() string { return db.engine.now }

// Millis is how a time is stored.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Time reads what Millis stored.
func Time(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// In writes the placeholders of an IN list beginning at $first, with their arguments:
// In(2, ids) gives "$2,$3,$4,$4" for three ids. The list is padded to a power of two with its
// last element, so that PostgreSQL keeps a few prepared statements instead of one per length.
// An empty list matches nothing. Lists longer than MaxIn belong in several statements.
func In[T any](first int, values []T) (placeholders string, args []any) {
	if len(values) == 0 {
		return "NULL", nil
	}
	width := 1
	for width < len(values) {
		width *= 2
	}
	args = make([]any, width)
	for i := range args {
		args[i] = values[min(i, len(values)-1)]
	}
	return list(first, width), args
}

// MaxIn is the longest IN list that one statement should carry.
const MaxIn = 512

// list writes n placeholders beginning at $first.
func list(first, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "$%d", first+i)
	}
	return b.String()
}

// tuples writes rows groups of columns placeholders each, for an INSERT of many rows.
func tuples(rows, columns int) string {
	var b strings.Builder
	for i := range rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("(" + list(i*columns+1, columns) + ")")
	}
	return b.String()
}
