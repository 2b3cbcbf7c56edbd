package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type postgresStore struct{ pool *pgxpool.Pool }

func openPostgres(ctx context.Context, address string, products int) (store, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	config.MaxConns = 20
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	for statement := range strings.SplitSeq(schema+"; CREATE TABLE orders (id BIGSERIAL PRIMARY KEY, session TEXT)",
		";") {
		if _, err := pool.Exec(ctx, statement); err != nil {
			return nil, err
		}
	}
	for i := range products {
		if _, err := pool.Exec(ctx, insertProduct, i+1, fmt.Sprint("product ", i+1), 425, int64(1)<<40); err != nil {
			return nil, err
		}
	}
	return postgresStore{pool}, nil
}

func (s postgresStore) putInCart(ctx context.Context, session string, l line) error {
	_, err := s.pool.Exec(ctx, upsertCart, session, l.ID, l.Qty)
	return err
}

func (s postgresStore) checkout(ctx context.Context, session string, lines []line) (order int64, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, insertOrder, session).Scan(&order); err != nil {
			return err
		}
		for _, l := range lines {
			if _, err := tx.Exec(ctx, insertLine, order, l.ID, l.Qty); err != nil {
				return err
			}
			tag, err := tx.Exec(ctx, takeStock, l.ID, l.Qty)
			if err != nil {
				return err
			}
			if tag.RowsAffected() != 1 {
				return fmt.Errorf("product %d is sold out", l.ID)
			}
		}
		_, err := tx.Exec(ctx, clearCart, session)
		return err
	})
	return order, err
}
