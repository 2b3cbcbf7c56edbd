package sqlstore

import (
	lru "container/list"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"sync/atomic"

	"modernc.org/sqlite"
)

// maxStatements bounds the prepared statements of one SQLite connection. The shop has about 300 different
// texts; most connections need a few dozen of them.
const maxStatements = 200

// statementConnector opens SQLite connections that prepare each statement once. Parsing a statement anew each
// time took 29 % of the processor time of an order. PostgreSQL needs none of this: pgx caches by itself.
type statementConnector struct {
	driver.Connector
	stats *statementStats
}

// statementStats counts how often a statement was found prepared.
type statementStats struct{ hits, misses atomic.Int64 }

func newStatementConnector(dsn string, stats *statementStats) (driver.Connector, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return &statementConnector{Connector: connector, stats: stats}, nil
}

// Connect opens a connection with an empty cache.
func (c *statementConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	inner, ok := conn.(sqliteConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("the SQLite driver's %T lacks a method", conn), conn.Close())
	}
	return &statementConn{sqliteConn: inner, stats: c.stats, cached: map[string]*lru.Element{}, recent: lru.New()}, nil
}

// sqliteConn is what database/sql uses of the driver's connection.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// statementConn is a connection with a least-recently-used cache of prepared statements. database/sql uses a
// connection from one goroutine at a time, so the cache needs no lock.
type statementConn struct {
	sqliteConn
	stats  *statementStats
	cached map[string]*lru.Element // of *statement
	recent *lru.List               // most recently used first
}

// statement is a prepared statement. inUse is true while its rows are being read: it cannot run a second
// time until they are closed.
type statement struct {
	sqliteStmt
	query string
	inUse bool
	// uncached statements are closed after their one use.
	uncached bool
}

type sqliteStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// ExecContext runs a statement that returns no rows.
func (c *statementConn) ExecContext(ctx context.Context, query string,
	args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := s.ExecContext(ctx, args)
	return result, errors.Join(err, c.release(s))
}

// QueryContext runs a statement and gives its rows; the statement is free again when they are closed.
func (c *statementConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, c.release(s))
	}
	return &statementRows{Rows: rows, release: func() error { return c.release(s) }}, nil
}

// statement finds a prepared statement or prepares it, and marks it as in use.
func (c *statementConn) statement(ctx context.Context, query string) (*statement, error) {
	if element, ok := c.cached[query]; ok {
		if s := element.Value.(*statement); !s.inUse {
			c.stats.hits.Add(1)
			c.recent.MoveToFront(element)
			s.inUse = true
			return s, nil
		}
	}
	c.stats.misses.Add(1)
	prepared, err := c.PrepareContext(ctx, plannedOnce(query))
	if err != nil {
		return nil, err
	}
	inner, ok := prepared.(sqliteStmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("the SQLite driver's %T lacks a method", prepared), prepared.Close())
	}
	s := &statement{sqliteStmt: inner, query: query, inUse: true}
	if _, taken := c.cached[query]; taken {
		s.uncached = true
		return s, nil
	}
	c.cached[query] = c.recent.PushFront(s)
	return s, c.evict()
}

// parameters are the places of values in a statement.
var parameters = regexp.MustCompile(`\$\d+`)

// plannedOnce writes a plus before each parameter, which changes no value. SQLite plans a statement anew for each value
// of a parameter that it could make use of, as in any join, and then parses it again: a fifth of the processor time of
// an order. Of an expression it knows nothing beforehand.
func plannedOnce(query string) string { return parameters.ReplaceAllString(query, "+$0") }

// evict closes the statements that were not used for longest, except those in use.
func (c *statementConn) evict() error {
	var errs []error
	for element := c.recent.Back(); element != nil && c.recent.Len() > maxStatements; {
		before := element.Prev()
		if s := element.Value.(*statement); !s.inUse {
			c.recent.Remove(element)
			delete(c.cached, s.query)
			errs = append(errs, s.Close())
		}
		element = before
	}
	return errors.Join(errs...)
}

func (c *statementConn) release(s *statement) error {
	s.inUse = false
	if s.uncached {
		return s.Close()
	}
	return nil
}

// Close closes the statements, then the connection.
func (c *statementConn) Close() error {
	var errs []error
	for element := c.recent.Front(); element != nil; element = element.Next() {
		errs = append(errs, element.Value.(*statement).Close())
	}
	c.recent.Init()
	clear(c.cached)
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

// statementRows frees its statement when it is closed.
type statementRows struct {
	driver.Rows
	release func() error
}

// Close ends the reading.
func (r *statementRows) Close() error { return errors.Join(r.Rows.Close(), r.release()) }
