package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

// oldestPostgres is the first version that the tests have seen.
const oldestPostgres = 150000

var postgresEngine = engine{
	name:           "postgres",
	dialect:        goose.DialectPostgres,
	reads:          sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead},
	forUpdate:      " FOR UPDATE",
	forNoKeyUpdate: " FOR NO KEY UPDATE",
	skipLocked:     " FOR UPDATE SKIP LOCKED",
	chainsWrites:   true,
	// Transactions commit in another order than they began. Marked with its number, nothing of
	// a transaction can appear below the oldest number that is still running.
	mark:          func(string) string { return "pg_current_xact_id()::text::bigint" },
	horizon:       func(string) string { return "pg_snapshot_xmin(pg_current_snapshot())::text::bigint" },
	rowsPerInsert: 50,
	// An update moves a row, so its place in the table is no name for it.
	storedBy: "id",
	divide: func(table string) string {
		return "SELECT id FROM " + table + " ORDER BY id LIMIT 1" +
			" OFFSET (SELECT count(*) FROM " + table + ") * CAST($1 AS BIGINT) / CAST($2 AS BIGINT)"
	},
	tables: postgresTables,

	now: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",

	classifyDriver: classifyPostgres,
	breaks: func(err error, table string, columns []string) bool {
		pg, ok := errors.AsType[*pgconn.PgError](err)
		if !ok || pg.Code != "23505" {
			return false
		}
		name := table + "_" + strings.Join(columns, "_") + "_key"
		return table == "" || pg.ConstraintName == name ||
			pg.ConstraintName == table+"_pkey" && len(columns) == 1 && columns[0] == "id"
	},
}

func openPostgres(ctx context.Context, url string, opts Options) (*DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// What the parser says may quote the address, password and all.
		return nil, &OpenError{
			Problem: "the database address must look like postgres://user:password@host:5432/name", Permanent: true,
		}
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "dawa"
	}
	pool := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		// A server that died in mid-transaction must not hold its locks for long.
		_, err := conn.Exec(ctx, "SET idle_in_transaction_session_timeout = '60s'; SET lock_timeout = '10s'",
			pgx.QueryExecModeSimpleProtocol)
		return err
	}))
	conns := opts.MaxConns
	if conns <= 0 {
		conns = 16
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	pool.SetConnMaxLifetime(time.Hour)
	if err := checkPostgres(ctx, pool, config); err != nil {
		_ = pool.Close()
		return nil, err
	}
	self := newID()
	send := func(ctx context.Context, topics []string) error {
		calls, args := make([]string, len(topics)), []any{pgChannel}
		for i, topic := range topics {
			calls[i] = fmt.Sprintf("pg_notify($1, $%d)", i+2)
			args = append(args, self+" "+topic)
		}
		_, err := pool.ExecContext(ctx, "SELECT "+strings.Join(calls, ", "), args...)
		return err
	}
	listen := func(ctx context.Context, heard func(topic string)) error {
		return listenPostgres(ctx, config, self, heard)
	}
	return &DB{engine: postgresEngine, reader: pool, writer: pool, notifier: newNotifier(send, listen),
		shut: pool.Close}, nil
}

func checkPostgres(ctx context.Context, pool *sql.DB, config *pgx.ConnConfig) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	where := fmt.Sprintf("the PostgreSQL database %q at %s", config.Database,
		net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))))
	var version int
	var encoding string
	err := pool.QueryRowContext(ctx,
		"SELECT current_setting('server_version_num')::int, current_setting('server_encoding')").
		Scan(&version, &encoding)
	if err != nil {
		return postgresOpenError(where, err)
	}
	if version < oldestPostgres {
		return &OpenError{
			Problem: fmt.Sprintf("%s is version %d; 15 or newer is needed", where, version/10000), Permanent: true,
		}
	}
	if encoding != "UTF8" {
		return &OpenError{
			Problem: fmt.Sprintf("%s has the encoding %s; UTF8 is needed", where, encoding), Permanent: true,
		}
	}
	return refuseNewer(ctx, pool, where, func(err error) error { return postgresOpenError(where, err) })
}

func postgresOpenError(where string, err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code {
		case "28P01", "28000":
			return &OpenError{Problem: where + " refuses this user or password", Permanent: true}
		case "3D000":
			return &OpenError{Problem: where + " does not exist", Permanent: true}
		}
		return &OpenError{Problem: where + " cannot be used", Cause: errors.New(pg.Message)}
	}
	var cause error
	if op, ok := errors.AsType[*net.OpError](err); ok {
		cause = op.Err
		if call, ok := errors.AsType[*os.SyscallError](op.Err); ok {
			cause = call.Err
		}
	} else if dns, ok := errors.AsType[*net.DNSError](err); ok {
		cause = errors.New(dns.Err)
	} else if errors.Is(err, context.DeadlineExceeded) {
		cause = errors.New("no answer in time")
	} else if errors.Is(err, context.Canceled) {
		cause = context.Canceled
	}
	return &OpenError{Problem: where + " cannot be reached", Cause: cause}
}

func postgresRule(err error) constraintKind {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code {
		case "23505":
			return uniqueRule
		case "23503":
			return foreignKeyRule
		case "23514":
			return checkRule
		case "23502":
			return notNullRule
		}
	}
	return 0
}

// closedBefore reports whether the line was found dead before anything was sent on it.
func closedBefore(err error) bool {
	return pgconn.SafeToRetry(err) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

func classifyPostgres(err error) class {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		if _, connecting := errors.AsType[*pgconn.ConnectError](err); connecting || brokenConnection(err) ||
			closedBefore(err) {
			return classUnavailable
		}
		return classOther
	}
	switch {
	case pg.Code == "40001", pg.Code == "40P01", pg.Code == "55P03": // serialization, deadlock, lock timeout
		return classRetry
	case strings.HasPrefix(pg.Code, "23"):
		return classConstraint
	case pg.Code == "53100", pg.Code == "58030" && strings.Contains(pg.Message, "No space left"):
		return classFull
	case strings.HasPrefix(pg.Code, "53"): // out of memory or connections
		return classOverloaded
	case strings.HasPrefix(pg.Code, "08"), strings.HasPrefix(pg.Code, "57P"), strings.HasPrefix(pg.Code, "58"),
		pg.Code == "25006", pg.Code == "25P03":
		return classUnavailable // connection, shutdown, system, a standby where a primary was
	}
	return classOther
}
