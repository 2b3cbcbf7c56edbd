package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"dawa/internal/base/tracing"
)

// batch is a list of statements whose outcome decides nothing about the next. On PostgreSQL they travel together in
// one round trip; SQLite runs them one after the other.
type batch struct{ statements []batchStatement }

type batchStatement struct {
	// doing says in an error what the statement was for.
	doing string
	query string
	args  []any
	// scan reads each row of a SELECT; nil for a statement that changes something.
	scan func(row scanner) error
	// check looks at how many rows were changed or read and at the error; nil accepts any number and no error.
	check func(rows int64, err error) error
}

// scanner is a row that can be read.
type scanner interface{ Scan(dest ...any) error }

// add queues a statement.
func (b *batch) add(doing, query string, args ...any) {
	b.statements = append(b.statements, batchStatement{doing: doing, query: query, args: args})
}

// addChecked queues a statement whose outcome is looked at. An error of check ends the batch.
func (b *batch) addChecked(doing string, check func(rows int64, err error) error, query string, args ...any) {
	b.statements = append(b.statements, batchStatement{doing: doing, query: query, args: args, check: check})
}

// addQuery queues a SELECT whose rows are handed to scan.
func (b *batch) addQuery(doing string, scan func(row scanner) error, query string, args ...any) {
	b.statements = append(b.statements, batchStatement{doing: doing, query: query, args: args, scan: scan})
}

// manyRows is a statement that carries any number of rows as VALUES.
type manyRows struct {
	doing string
	// before and after stand around the rows.
	before, after string
	row           rowForm
	// check looks at each outcome; nil accepts everything but an error.
	check func(rows int64, err error) error
	// orElse is the error of a statement that changes fewer rows than it carries; nil accepts that.
	orElse error
}

// rowForm is how one of many rows is written.
type rowForm struct {
	columns int
	// write gives the row whose placeholders begin at $first.
	write func(first int) string
}

// plainRow is a row of an INSERT, whose columns have types.
func plainRow(columns int) rowForm {
	return rowForm{columns: columns, write: func(first int) string { return "(" + list(first, columns) + ")" }}
}

// typedRow is a row whose types nothing else tells.
func typedRow(types ...string) rowForm {
	return rowForm{columns: len(types), write: func(first int) string {
		casts := make([]string, len(types))
		for i, kind := range types {
			casts[i] = "CAST($" + strconv.Itoa(first+i) + " AS " + kind + ")"
		}
		return "(" + strings.Join(casts, ",") + ")"
	}}
}

const (
	// fewRows travel together, whatever their number.
	fewRows = 8
	// maxRows is how many rows one statement carries at most.
	maxRows = 32
)

// rowsOf is how many of the rows that are left one statement carries: all of a few, otherwise a power of two, so that
// PostgreSQL keeps a few prepared statements instead of one per number of rows.
func rowsOf(left int) int {
	if left <= fewRows {
		return left
	}
	return min(1<<(bits.Len(uint(left))-1), maxRows)
}

// addRows queues the rows whose columns follow each other in values.
func (b *batch) addRows(m manyRows, values []any) {
	for left := len(values) / m.row.columns; left > 0; left = len(values) / m.row.columns {
		n := rowsOf(left)
		rows := make([]string, n)
		for i := range rows {
			rows[i] = m.row.write(i*m.row.columns + 1)
		}
		check := m.check
		if m.orElse != nil {
			check = func(rows int64, err error) error {
				if err == nil && rows != int64(n) {
					return m.orElse
				}
				return err
			}
		}
		end := n * m.row.columns
		b.statements = append(b.statements, batchStatement{
			doing: m.doing, query: m.before + " VALUES " + strings.Join(rows, ",") + m.after, args: values[:end],
			check: check,
		})
		values = values[end:]
	}
}

// arguments are those of a statement whose text is put together.
type arguments []any

// add appends an argument and gives its placeholder.
func (a *arguments) add(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(len(*a))
}

// list appends arguments and gives their placeholders.
func (a *arguments) list(values ...any) string {
	first := len(*a) + 1
	*a = append(*a, values...)
	return list(first, len(values))
}

// last is the statement that was queued last.
func (b *batch) last() *batchStatement { return &b.statements[len(b.statements)-1] }

// outcome is the error of one statement.
func (s batchStatement) outcome(rows int64, err error) error {
	if s.check != nil {
		err = s.check(rows, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.doing, err)
	}
	return nil
}

// WriteBatch runs the statements as one transaction: all or none. On PostgreSQL it needs no BEGIN and COMMIT and one
// round trip. The error of a check does not undo the others, so a statement that must not apply has to say so itself.
func (db *DB) WriteBatch(ctx context.Context, b *batch) (err error) {
	if db.hasOneWriter() {
		return db.Write(ctx, func(tx *Tx) error { return b.run(ctx, tx) })
	}
	return db.public(db.try(ctx, func() error { return db.sendBatch(ctx, b) }))
}

// sendBatch is one try of WriteBatch on PostgreSQL. The statements do not end with the request that sends them.
func (db *DB) sendBatch(ctx context.Context, b *batch) (err error) {
	span := tracing.Start(ctx, "database write")
	defer func() { span.End(err) }()
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // back to the pool
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitLimit)
	defer cancel()
	return db.unknownIfCut(b.pipeline(own, conn))
}

// run sends the statements and gives the first error. After one, the transaction must be given up.
func (b *batch) run(ctx context.Context, tx *Tx) error {
	if tx.conn != nil && (tx.Tx == nil || len(b.statements) > 1) {
		all := batch{slices.Concat(tx.opening.statements, b.statements)}
		tx.opening = batch{}
		return all.pipeline(ctx, tx.conn)
	}
	for _, s := range b.statements {
		if err := s.outcome(s.run(ctx, tx)); err != nil {
			return err
		}
	}
	return nil
}

// run is one statement by itself.
func (s batchStatement) run(ctx context.Context, tx *Tx) (rows int64, err error) {
	if s.scan == nil {
		result, err := tx.ExecContext(ctx, s.query, s.args...)
		if err != nil {
			return 0, err
		}
		return result.RowsAffected()
	}
	found, err := tx.QueryContext(ctx, s.query, s.args...)
	if err != nil {
		return 0, err
	}
	defer func() { _ = found.Close() }()
	for ; found.Next(); rows++ {
		if err := s.scan(found); err != nil {
			return rows, err
		}
	}
	return rows, found.Err()
}

// answer reads what a pipeline answers to one statement.
func (s batchStatement) answer(results pgx.BatchResults) (rows int64, err error) {
	if s.scan == nil {
		tag, err := results.Exec()
		return tag.RowsAffected(), err
	}
	found, err := results.Query()
	if err != nil {
		return 0, err
	}
	defer found.Close()
	for ; found.Next(); rows++ {
		if err := s.scan(found); err != nil {
			return rows, err
		}
	}
	found.Close()
	return rows, found.Err()
}

// pipeline sends everything before it reads the first answer.
func (b *batch) pipeline(ctx context.Context, conn *sql.Conn) error {
	if len(b.statements) == 0 {
		return nil
	}
	return conn.Raw(func(driver any) error {
		line, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("%T is not a connection of pgx", driver)
		}
		var queue pgx.Batch
		for _, s := range b.statements {
			queue.Queue(s.query, s.args...)
		}
		results := line.Conn().SendBatch(ctx, &queue)
		var failure error
		for _, s := range b.statements {
			if failure = s.outcome(s.answer(results)); failure != nil {
				break
			}
		}
		if err := results.Close(); failure == nil {
			return err
		}
		return failure
	})
}
