package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	// catchUpTime is how long a report waits for the standby to have everything that was committed
	// when it was asked for.
	catchUpTime = time.Second
	catchUpPoll = 20 * time.Millisecond
	// reportConns bounds the reports that run at once.
	reportConns = 4
)

// Replica is a standby that reports are read from, to keep the load off the primary. A report never
// shows less than was committed when it was asked for: before it reads, the standby must have come as
// far as the primary is. One that is too far behind, or that cannot be reached, is passed over and the
// primary is read.
type Replica struct {
	standby, primary *pgx.ConnConfig
	primaryDB        *sql.DB // the primary, for how far it is
	// used and passed count the reports that went to the standby and those that did not.
	used, passed atomic.Int64
}

// Reports opens a standby and gives a database that reads from it. It must only be read; close it before
// the database it came from.
func (db *DB) Reports(primary, standby string) (*DB, *Replica, error) {
	r := &Replica{primaryDB: db.reader}
	var err error
	if r.standby, err = reportConfig(standby); err == nil {
		r.primary, err = reportConfig(primary)
	}
	if err != nil {
		return nil, nil, &OpenError{
			Problem: "the address of the standby must look like postgres://user:password@host:5432/name",
		}
	}
	pool := sql.OpenDB(r)
	pool.SetMaxOpenConns(reportConns)
	pool.SetMaxIdleConns(-1) // whether the standby is fresh is asked when a connection is made
	return &DB{engine: db.engine, reader: pool, writer: db.writer, notifier: newNotifier(nil, nil),
		shut: pool.Close}, r, nil
}

func reportConfig(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 2 * time.Second
	}
	config.RuntimeParams["application_name"] = "dawa reports"
	config.RuntimeParams["default_transaction_read_only"] = "on"
	return config, nil
}

// Counts says how many reports were read from the standby and how many it was passed over for.
func (r *Replica) Counts() (used, passed int64) { return r.used.Load(), r.passed.Load() }

// Driver names the driver.
func (r *Replica) Driver() driver.Driver { return stdlib.GetDefaultDriver() }

// Connect gives a connection to the standby when it has all that is committed now, else to the primary.
func (r *Replica) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := r.fresh(ctx)
	if err == nil {
		r.used.Add(1)
		return conn, nil
	}
	if ctx.Err() != nil {
		return nil, err
	}
	r.passed.Add(1)
	return stdlib.GetConnector(*r.primary).Connect(ctx)
}

// fresh connects to the standby and waits a moment until it has come as far as the primary is now.
func (r *Replica) fresh(ctx context.Context) (driver.Conn, error) {
	var position string
	if err := r.primaryDB.QueryRowContext(ctx, "SELECT pg_current_wal_lsn()::text").Scan(&position); err != nil {
		return nil, fmt.Errorf("asking the primary how far it is: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, r.standby.ConnectTimeout+catchUpTime)
	defer cancel()
	conn, err := stdlib.GetConnector(*r.standby).Connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("reaching the standby: %w", err)
	}
	if err := await(ctx, conn, position); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

func await(ctx context.Context, conn driver.Conn, position string) error {
	standby, ok := conn.(*stdlib.Conn)
	if !ok {
		return errors.New("the driver gave another kind of connection")
	}
	for deadline := time.Now().Add(catchUpTime); ; {
		var there bool
		// Who was promoted meanwhile replays nothing any more: it is passed over.
		err := standby.Conn().QueryRow(ctx, "SELECT coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= "+
			"$1::text::pg_lsn, FALSE)", position).Scan(&there)
		if err != nil {
			return fmt.Errorf("asking the standby how far it is: %w", err)
		}
		if there {
			return nil
		}
		if time.Now().After(deadline) {
			return errors.New("the standby is too far behind")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(catchUpPoll):
		}
	}
}
