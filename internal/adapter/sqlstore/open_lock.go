package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// openLock is the advisory lock of an open shop on PostgreSQL. Every server holds it, shared with the others, on the
// connection that listens for changes; whoever copies the shop takes it alone. A folder has a lock of its own.
const openLock = 0x64617761 // dawa

// ErrOpen says that servers have the shop open.
var ErrOpen = errors.New("servers have the shop open: stop them first")

// LockClosed makes sure that no server has the shop open, and that none opens it before release. Without servers of
// its own, as in a folder, there is nothing to do.
func (db *DB) LockClosed(ctx context.Context) (release func() error, err error) {
	if db.hasOneWriter() {
		return func() error { return nil }, nil
	}
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("locking the shop: %w", db.public(err))
	}
	var locked bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", openLock).Scan(&locked); err != nil {
		return nil, errors.Join(fmt.Errorf("locking the shop: %w", db.public(err)), conn.Close())
	}
	if !locked {
		return nil, errors.Join(ErrOpen, conn.Close())
	}
	return func() error { return unlock(conn) }, nil
}

// IsLocked tells whether somebody copies the shop, so that no server may open it.
func (db *DB) IsLocked(ctx context.Context) (locked bool, err error) {
	if db.hasOneWriter() {
		return false, nil
	}
	err = db.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
			AND classid = 0 AND objid = $1 AND objsubid = 1
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`, openLock).Scan(&locked)
	if err != nil {
		return false, fmt.Errorf("looking whether the shop is being copied: %w", db.public(err))
	}
	return locked, nil
}

func unlock(conn *sql.Conn) error {
	_, err := conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", openLock)
	return errors.Join(err, conn.Close())
}
