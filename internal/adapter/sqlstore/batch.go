package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"dawa/internal/base/tracing"
)

// batch is a list of statements that change something and whose outcome decides nothing about the next. On
// PostgreSQL they travel together in one round trip; SQLite runs them one after the other.
type batch struct{ statements []batchStatement }

type batchStatement struct {
	// doing says in an error what the statement was for.
	doing string
	query string
	args  []any
	// check looks at how many rows were changed and at the error; nil accepts any number and no error.
	check func(rows int64, err error) error
}

// add queues a statement.
func (b *batch) add(doing, query string, args ...any) {
	b.statements = append(b.statements, batchStatement{doing: doing, query: query, args: args})
}

// addChecked queues a statement whose outcome is looked at. An error of check ends the batch.
func (b *batch) addChecked(doing string, check func(rows int64, err error) error, query string, args ...any) {
	b.statements = append(b.statements, batchStatement{doing: doing, query: query, args: args, check: check})
}

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
	span := tracing.Start(ctx, "database write")
	defer func() { span.End(err) }()
	return db.public(db.try(ctx, func() error {
		conn, err := db.writer.Conn(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close() }() // back to the pool
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitLimit)
		defer cancel()
		return db.unknownIfCut(b.pipeline(own, conn))
	}))
}

// run sends the statements and gives the first error. After one, the transaction must be given up.
func (b *batch) run(ctx context.Context, tx *Tx) error {
	if tx.conn != nil && len(b.statements) > 1 {
		return b.pipeline(ctx, tx.conn)
	}
	for _, s := range b.statements {
		var rows int64
		result, err := tx.ExecContext(ctx, s.query, s.args...)
		if err == nil {
			rows, err = result.RowsAffected()
		}
		if err := s.outcome(rows, err); err != nil {
			return err
		}
	}
	return nil
}

// pipeline sends everything before it reads the first answer.
func (b *batch) pipeline(ctx context.Context, conn *sql.Conn) error {
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
			tag, err := results.Exec()
			if failure = s.outcome(tag.RowsAffected(), err); failure != nil {
				break
			}
		}
		if err := results.Close(); failure == nil {
			return err
		}
		return failure
	})
}
