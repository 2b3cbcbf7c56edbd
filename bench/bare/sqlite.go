package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver
)

// sqliteStore has one connection: SQLite has one writer at a time.
type sqliteStore struct{ db *sql.DB }

func openSQLite(ctx context.Context, folder string, products int) (store, error) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "bare.db")+
		"?_txlock=immediate&_pragma=journal_mode(wal)&_pragma=busy_timeout(5000)&_pragma=synchronous(full)")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, schema+
		"; CREATE TABLE orders (id INTEGER PRIMARY KEY, session TEXT)"); err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	for i := range products {
		if _, err := tx.ExecContext(ctx, insertProduct, i+1, fmt.Sprint("product ", i+1), 425, 1<<40); err != nil {
			return nil, errors.Join(err, tx.Rollback())
		}
	}
	return sqliteStore{db}, tx.Commit()
}

func (s sqliteStore) putInCart(ctx context.Context, session string, l line) error {
	_, err := s.db.ExecContext(ctx, upsertCart, session, l.ID, l.Qty)
	return err
}

func (s sqliteStore) checkout(ctx context.Context, session string, lines []line) (order int64, err error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if err := tx.QueryRowContext(ctx, insertOrder, session).Scan(&order); err != nil {
		return 0, err
	}
	for _, l := range lines {
		if _, err := tx.ExecContext(ctx, insertLine, order, l.ID, l.Qty); err != nil {
			return 0, err
		}
		result, err := tx.ExecContext(ctx, takeStock, l.ID, l.Qty)
		if err != nil {
			return 0, err
		}
		if n, err := result.RowsAffected(); err != nil || n != 1 {
			return 0, fmt.Errorf("product %d is sold out: %w", l.ID, err)
		}
	}
	if _, err := tx.ExecContext(ctx, clearCart, session); err != nil {
		return 0, err
	}
	return order, tx.Commit()
}
