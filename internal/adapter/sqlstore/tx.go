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
	*sql.Tx
	db     *DB
	topics []string
}

// ForUpdate ends a SELECT whose rows the transaction means to change.
func (tx *Tx) ForUpdate() string { return tx.db.engine.forUpdate }

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
	return db.public(db.try(ctx, func() error {
		tx := &Tx{db: db}
		write := db.writeOnce
		if db.groups != nil {
			write = db.groups.write
		}
		if err := write(ctx, tx, work); err != nil {
			return err
		}
		db.bell.ring(tx.topics)
		return nil
	}))
}

func (db *DB) writeOnce(ctx context.Context, tx *Tx, work func(tx *Tx) error) error {
	// A caller who leaves must not tear a COMMIT in two, so the transaction has a context of
	// its own; the statements in it are given the caller's and stop when he leaves.
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stopWaiting := context.AfterFunc(ctx, cancel)
	sqlTx, err := db.writer.BeginTx(own, nil)
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
	tx.Tx = sqlTx
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
		if k := db.engine.classify(err); k == classRetry || k == classConstraint || k == classFull {
			return err // the database itself said no
		}
		return errors.Join(ErrCommitUnknown, err)
	}
	return nil
}

// try repeats run while another transaction is in its way.
func (db *DB) try(ctx context.Context, run func() error) error {
	for attempt := 1; ; attempt++ {
		err := run()
		if err == nil || attempt == attempts || errors.Is(err, ErrCommitUnknown) || db.engine.classify(err) != classRetry {
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
