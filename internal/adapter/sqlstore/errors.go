package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"time"

	"dawa/internal/base/apperr"
)

// OpenError says in one line, fit for a person, why a database cannot be used. Nothing was
// changed. It never holds a password.
type OpenError struct {
	Problem string
	Cause   error
	// Permanent tells that opening it again cannot succeed before somebody changes something.
	Permanent bool
}

// Error gives the one line.
func (e *OpenError) Error() string {
	if e.Cause == nil {
		return e.Problem
	}
	return e.Problem + ": " + e.Cause.Error()
}

// Unwrap gives what the engine said.
func (e *OpenError) Unwrap() error { return e.Cause }

// ErrNewer is the cause of an OpenError when a newer version of the shop wrote the database.
var ErrNewer = errors.New("it was written by a newer version of dawa")

// ErrCommitUnknown says that a COMMIT was sent and its answer never came.
var ErrCommitUnknown = errors.New("the outcome of the commit is unknown")

// errRunAgain is wrapped by what makes a transaction run again from its start, on either engine.
var errRunAgain = errors.New("the transaction runs again")

// classify says what kind of failure an error is.
func (e engine) classify(err error) class {
	if errors.Is(err, errRunAgain) {
		return classRetry
	}
	return e.classifyDriver(err)
}

// class is a kind of failure that the two engines have in common.
type class int

const (
	classOther class = iota
	// classRetry: another transaction was in the way; the same work can simply be tried again.
	classRetry
	// classConstraint: the data breaks a rule that the database enforces.
	classConstraint
	// classFull: the disk is full or read-only; the transaction is undone.
	classFull
	// classOverloaded: the database is out of memory or connections; the transaction is undone.
	classOverloaded
	// classUnavailable: the database cannot be reached or is shutting down.
	classUnavailable
)

// constraintKind is which rule of the database was broken; zero is none.
type constraintKind int

const (
	uniqueRule constraintKind = iota + 1
	foreignKeyRule
	checkRule
	notNullRule
)

// IsUnique reports whether err is the breach of a unique constraint. With a table and its
// columns it must be that one; such a constraint or index is named <table>_<columns>_key.
func (db *DB) IsUnique(err error, table string, columns ...string) bool {
	return err != nil && db.engine.breaks(err, table, columns)
}

// IsForeignKey reports whether err names a row that does not exist, or one that is in use.
func IsForeignKey(err error) bool { return ruleOf(err) == foreignKeyRule }

// IsCheck reports whether err is the breach of a CHECK.
func IsCheck(err error) bool { return ruleOf(err) == checkRule || ruleOf(err) == notNullRule }

func ruleOf(err error) constraintKind {
	if k := sqliteRule(err); k != 0 {
		return k
	}
	return postgresRule(err)
}

// public gives the edge a code for a database that cannot serve; it leaves the rest alone.
func (db *DB) public(err error) error {
	if err == nil {
		return nil
	}
	if _, coded := errors.AsType[*apperr.Error](err); coded {
		return err
	}
	switch db.engine.classify(err) {
	case classFull:
		db.lastFull.Store(time.Now().UnixMilli())
		return apperr.Wrap(apperr.StorageFull, err).WithRetryAfter(time.Minute)
	case classRetry, classOverloaded, classUnavailable:
		return apperr.Wrap(apperr.Unavailable, err).WithRetryAfter(2 * time.Second)
	default:
		if errors.Is(err, ErrCommitUnknown) {
			return apperr.Wrap(apperr.Unavailable, err).WithRetryAfter(2 * time.Second)
		}
		return err
	}
}

// RecentlyFull tells whether a write failed within so long because the disk was full or read-only.
func (db *DB) RecentlyFull(within time.Duration) bool {
	return time.Since(time.UnixMilli(db.lastFull.Load())) < within
}

// brokenConnection reports whether err is about the way to the database, not about the work.
func brokenConnection(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}
