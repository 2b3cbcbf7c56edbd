package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/stores"
)

// bulkRetention is how long changes of many products are stored, in milliseconds: longer than they can be undone.
const bulkRetention = 24 * 3600 * 1000

// AddBulkEdit begins a change of many products, and forgets old ones.
func (r *Stores) AddBulkEdit(ctx context.Context, e stores.BulkEdit) error {
	err := r.db.Write(ctx, func(tx *Tx) error {
		old := Millis(e.MadeAt) - bulkRetention
		_, err := tx.ExecContext(ctx,
			"DELETE FROM bulk_edit_rows WHERE edit_id IN (SELECT id FROM bulk_edits WHERE made_at < $1)", old)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM bulk_edits WHERE made_at < $1", old); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO bulk_edits (id, place, actor_id, made_at) VALUES ("+list(1, 4)+")",
			e.ID, e.Place, e.By, Millis(e.MadeAt))
		return err
	})
	if err != nil {
		return fmt.Errorf("adding a change of many products: %w", err)
	}
	return nil
}

// BulkEdit reads a change of many products.
func (r *Stores) BulkEdit(ctx context.Context, id string) (*stores.BulkEdit, error) {
	e := &stores.BulkEdit{ID: id}
	var made, undone int64
	err := r.db.QueryRowContext(ctx, "SELECT place, actor_id, made_at, undone_at FROM bulk_edits WHERE id = $1", id).
		Scan(&e.Place, &e.By, &made, &undone)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.NotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a change of many products: %w", r.db.public(err))
	}
	if e.MadeAt = Time(made); undone > 0 {
		e.UndoneAt = Time(undone)
	}
	e.UndoUntil = e.MadeAt.Add(stores.UndoTime)
	one := func(row interface{ Scan(...any) error }) (b stores.BulkRow, err error) {
		err = row.Scan(&b.ID, &b.Before.Price, &b.After.Price, &b.Before.Stock, &b.After.Stock, &b.Before.OffSale,
			&b.After.OffSale, &b.Before.Status, &b.After.Status)
		return b, err
	}
	e.Rows, err = readAll(ctx, r.db, "reading a change of many products", one, `
		SELECT product_id, old_cents, new_cents, old_stock, new_stock, old_off_sale, new_off_sale, old_status,
			new_status FROM bulk_edit_rows WHERE edit_id = $1 AND NOT undone ORDER BY product_id`, id)
	return e, err
}

// EndBulkEdit marks a change of many products as undone.
func (r *Stores) EndBulkEdit(ctx context.Context, id string, at time.Time) error {
	err := r.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE bulk_edits SET undone_at = $2 WHERE id = $1", id, Millis(at))
		return err
	})
	if err != nil {
		return fmt.Errorf("ending a change of many products: %w", err)
	}
	return nil
}

// recordBulk notes what a product was before a change of many, or that it was taken back, which happens once.
func recordBulk(ctx context.Context, tx *Tx, p *catalog.Product, change catalog.ChangeRecord) error {
	switch {
	case change.BulkEdit != "":
		was := change.Before
		_, err := tx.ExecContext(ctx, `INSERT INTO bulk_edit_rows (edit_id, product_id, old_cents, new_cents, old_stock,
			new_stock, old_off_sale, new_off_sale, old_status, new_status) VALUES (`+list(1, 10)+`)`,
			change.BulkEdit, p.ID, int64(was.Price), int64(p.Price), was.Stock, p.Stock, was.OffSale, p.OffSale,
			string(was.Status), string(p.Status))
		if err != nil {
			return fmt.Errorf("recording a change of many products: %w", err)
		}
	case change.BulkUndo != "":
		result, err := tx.ExecContext(ctx,
			"UPDATE bulk_edit_rows SET undone = TRUE WHERE edit_id = $1 AND product_id = $2 AND NOT undone",
			change.BulkUndo, p.ID)
		if err != nil {
			return fmt.Errorf("undoing a change of many products: %w", err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, apperr.New(apperr.Conflict))
		}
	}
	return nil
}
