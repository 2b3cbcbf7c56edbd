package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"dawa/internal/base/tracing"
)

const (
	// attempts is how often a transaction is begun before its conflict is given back.
	attempts = 12
	// commitLimit ends a COMMIT that nobody answers.
	commitLimit = 15 * time.Second
)

// Tx is a running transaction. After an error in it, return that error: PostgreSQL refuses
// everything that follows, so expect a conflict with ON CONFLICT, never by catching it.
type Tx struct {
	// Tx is nil in the transaction of a group, which has batches only.
	*sql.Tx
	db     *DB
	topics []string
	// conn is PostgreSQL's connection, for batches; nil on SQLite and in a read.
	conn *sql.Conn
	// opening travels with the first batch of a group.
	opening batch
}

// ForUpdate ends a SELECT whose rows the transaction means to change.
func (tx *Tx) ForUpdate() string { return tx.db.engine.forUpdate }

// ForNoKeyUpdate is ForUpdate for rows whose keys stay as they are and that are not removed: others may add rows that
// refer to them meanwhile, so that somebody puts into the cart what somebody else is ordering.
func (tx *Tx) ForNoKeyUpdate() string { return tx.db.engine.forNoKeyUpdate }

// SkipLocked ends a SELECT that takes work nobody else holds.
func (tx *Tx) SkipLocked() string { return tx.db.engine.skipLocked }

// Now is an SQL expression of the database's own clock in milliseconds.
func (tx *Tx) Now() string { return tx.db.engine.now }

// Notify wakes everyone who subscribed to the topic, on every server, once the transaction
// is committed. It carries no data: who wakes up looks for what is new.
func (tx *Tx) Notify(topic string) { tx.topics = append(tx.topics, topic) }

// Read runs work in a transaction that sees one moment of the database and cannot write.
func (db *DB) Read(ctx context.Context, work func(tx *Tx) error) (err error) {
	span := tracing.Start(ctx, "database read")
	defer func() { span.End(err) }()
	opts := db.engine.reads
	return db.public(db.try(ctx, func() error {
		sqlTx, err := db.reader.BeginTx(ctx, &opts)
		if err != nil {
			return err
		}
		defer func() { _ = sqlTx.Rollback() }() // there is nothing to keep
		return work(&Tx{Tx: sqlTx, db: db})
	}))
}

// Write runs work in a transaction and commits it when work returns nil. After a conflict
// with another transaction work runs again from the start, so whatever it does outside the
// transaction must bear repeating. A COMMIT that was sent but never answered gives
// ErrCommitUnknown: it is not repeated, the caller looks up what became of it.
func (db *DB) Write(ctx context.Context, work func(tx *Tx) error) (err error) {
	span := tracing.Start(ctx, "database write")
	defer func() { span.End(err) }()
	return db.public(db.try(ctx, func() error { return db.attemptWrite(ctx, work) }))
}

// writeGroup is Write on PostgreSQL for batches that nobody tries again. The first of them takes BEGIN along, which
// saves a round trip. After an error the work may be committed or not, as after ErrCommitUnknown.
func (db *DB) writeGroup(ctx context.Context, work func(tx *Tx) error) (err error) {
	span := tracing.Start(ctx, "database write")
	defer func() { span.End(err) }()
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // back to the pool, which drops it when it is still in a transaction
	tx := &Tx{db: db, conn: conn}
	tx.opening.add("beginning", "BEGIN")
	tx.opening.add("limiting how long a group waits", limitLocks)
	worked := false
	defer func() {
		if !worked { // work failed or panicked
			_, _ = conn.ExecContext(ctx, "ROLLBACK")
		}
	}()
	if err := work(tx); err != nil {
		return err
	}
	worked = true
	if _, err := conn.ExecContext(ctx, "COMMIT"); err != nil {
		return err
	}
	db.notifier.notify(tx.topics)
	return nil
}

// attemptWrite is one try of Write.
func (db *DB) attemptWrite(ctx context.Context, work func(tx *Tx) error) error {
	tx := &Tx{db: db}
	write := db.writeOnce
	if db.groups != nil {
		write = db.groups.write
	}
	if err := write(ctx, tx, work); err != nil {
		return err
	}
	db.notifier.notify(tx.topics)
	return nil
}

// statements is what runs statements: a transaction, or a connection on which each is one by itself.
type statements interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// hasOneWriter tells whether a write waits for every other write, as on SQLite.
func (db *DB) hasOneWriter() bool { return db.groups != nil }

// WriteOne is Write for work that makes exactly one statement and notifies nobody. PostgreSQL commits such a
// statement by itself, which saves the round trips of BEGIN and COMMIT. A statement that was sent but never
// answered gives ErrCommitUnknown. The context that work is given does not end when the caller leaves: that must
// not cut off a statement which commits by itself.
func (db *DB) WriteOne(ctx context.Context, work func(ctx context.Context, on statements) error) (err error) {
	if db.hasOneWriter() {
		return db.Write(ctx, func(tx *Tx) error { return work(ctx, tx) })
	}
	span := tracing.Start(ctx, "database write")
	defer func() { span.End(err) }()
	return db.public(db.try(ctx, func() error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitLimit)
		defer cancel()
		return db.unknownIfCut(work(own, db.writer))
	}))
}

// unknownIfCut marks the error of statements that commit by themselves when the line broke after they were sent.
func (db *DB) unknownIfCut(err error) error {
	if err != nil && db.engine.classify(err) == classUnavailable && !closedBefore(err) {
		return errors.Join(ErrCommitUnknown, err)
	}
	return err
}

func (db *DB) writeOnce(ctx context.Context, tx *Tx, work func(tx *Tx) error) error {
	// A caller who leaves must not tear a COMMIT in two, so the transaction has a context of
	// its own; the statements in it are given the caller's and stop when he leaves.
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stopWaiting := context.AfterFunc(ctx, cancel)
	conn, sqlTx, err := beginOn(own, db.writer)
	if err == nil {
		defer func() { _ = conn.Close() }() // back to the pool
	}
	if !stopWaiting() && err == nil {
		_ = sqlTx.Rollback()
		return context.Cause(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	}
	done := false
	defer func() {
		if !done { // work failed or panicked
			_ = sqlTx.Rollback()
		}
	}()
	tx.Tx, tx.conn = sqlTx, conn
	if err := work(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	done = true
	limit := time.AfterFunc(commitLimit, cancel)
	defer limit.Stop()
	if err := sqlTx.Commit(); err != nil {
		if k := db.engine.classify(err); k == classRetry || k == classConstraint || k == classFull ||
			k == classOverloaded {
			return err // the database itself said no
		}
		return errors.Join(ErrCommitUnknown, err)
	}
	return nil
}

// beginOn takes a connection of the pool and begins a transaction on it.
func beginOn(ctx context.Context, pool *sql.DB) (*sql.Conn, *sql.Tx, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	return conn, tx, nil
}

// try repeats run while another transaction is in its way.
func (db *DB) try(ctx context.Context, run func() error) error {
	for attempt := 1; ; attempt++ {
		err := run()
		if err == nil || attempt == attempts || errors.Is(err, ErrCommitUnknown) ||
			db.engine.classify(err) != classRetry {
			return err
		}
		pause := time.Duration(rand.Int64N(int64(time.Millisecond) << min(attempt, 7)))
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}
