package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// versionTable is where goose records which migrations have run.
const versionTable = "goose_db_version"

// maxMigrationFailures is how often a migration is tried while nobody gets on.
const maxMigrationFailures = 3

// Migrate brings the tables up to what this binary knows and reports which migrations ran.
// Migrations only go forward, each in a transaction of its own; several servers may start at
// once.
func (db *DB) Migrate(ctx context.Context) (applied []string, err error) {
	provider, err := db.migrations()
	if err != nil {
		return nil, err
	}
	for failures := 0; ; {
		before, versionErr := schemaVersion(ctx, db.writer)
		if versionErr != nil {
			return applied, fmt.Errorf("reading the version of the tables: %w", db.public(versionErr))
		}
		results, err := provider.Up(ctx)
		if partial, ok := errors.AsType[*goose.PartialError](err); ok {
			results = partial.Applied
		}
		for _, r := range results {
			applied = append(applied, strings.TrimSuffix(r.Source.Path, ".sql"))
		}
		if err == nil {
			return applied, nil
		}
		// Another process may have been quicker with the same work, or with a part of it: SQLite has no lock that
		// lasts over all migrations. What is left is tried again as long as somebody gets on.
		if pending, checkErr := provider.HasPending(ctx); checkErr == nil && !pending {
			return applied, nil
		}
		if after, versionErr := schemaVersion(ctx, db.writer); versionErr != nil || after == before {
			failures++
		}
		if failures == maxMigrationFailures || ctx.Err() != nil {
			return nil, fmt.Errorf("migrating the database: %w", db.public(err))
		}
	}
}

// SchemaVersion is the number of the last migration that this binary knows.
func SchemaVersion() int64 {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		panic(err) // a wrong pattern
	}
	var last int64
	for _, file := range files {
		number, err := goose.NumericComponent(file)
		if err != nil {
			panic(err) // a wrong name
		}
		last = max(last, number)
	}
	return last
}

// MigrateTo brings the tables up to a version and no further. It is for tests of what a migration does to the rows that
// are there.
func (db *DB) MigrateTo(ctx context.Context, version int64) error {
	provider, err := db.migrations()
	if err != nil {
		return err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return fmt.Errorf("migrating the database to %d: %w", version, db.public(err))
	}
	return nil
}

// Version says how far the tables are and how far this binary would bring them.
func (db *DB) Version(ctx context.Context) (current, latest int64, err error) {
	current, err = schemaVersion(ctx, db.reader)
	if err != nil {
		return 0, 0, fmt.Errorf("reading the version of the tables: %w", db.public(err))
	}
	return current, latestMigration(), nil
}

func (db *DB) migrations() (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	opts := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithTableName(versionTable)}
	if db.engine.dialect == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		opts = append(opts, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(db.engine.dialect, db.writer, files, opts...)
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	return provider, nil
}

// refuseNewer ends an opening when a later version of the shop has written the tables.
func refuseNewer(ctx context.Context, db *sql.DB, where string, failed func(error) error) error {
	current, err := schemaVersion(ctx, db)
	if err != nil {
		return failed(err)
	}
	if latest := latestMigration(); current > latest {
		return &OpenError{
			Problem: fmt.Sprintf("%s has tables of version %d and this dawa knows them up to %d", where, current,
				latest),
			Cause: ErrNewer, Permanent: true,
		}
	}
	return nil
}

// schemaVersion reads the version without creating anything; a database without tables is 0.
func schemaVersion(ctx context.Context, db *sql.DB) (int64, error) {
	var version sql.NullInt64
	err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM "+versionTable+" WHERE is_applied").Scan(&version)
	if err != nil && noSuchTable(err) {
		return 0, nil
	}
	return version.Int64, err
}

func noSuchTable(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "42P01"
	}
	return sqliteCode(err) != 0 && strings.Contains(err.Error(), "no such table")
}

func latestMigration() int64 {
	entries, err := fs.ReadDir(migrationFiles, "migrations")
	if err != nil {
		panic(err) // embedded: it is there or the program would not have been built
	}
	var latest int64
	for _, e := range entries {
		if v, err := goose.NumericComponent(e.Name()); err == nil {
			latest = max(latest, v)
		}
	}
	return latest
}
