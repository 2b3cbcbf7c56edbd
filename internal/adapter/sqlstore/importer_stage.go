package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/importer"
)

// An import is laid ready in import_rows by many short transactions and then goes into the products
// by one: nothing of it is seen before all of it is, and who sells meanwhile waits only for that one.

var stageColumns = slices.Concat([]string{"job_id"}, productColumns, []string{"base_version", "base_stock", "fields"})

// Stage lays products ready.
func (s *Imports) Stage(ctx context.Context, hold *importer.Lease, rows []importer.Staged) error {
	insert := "INSERT INTO import_rows (" + strings.Join(stageColumns, ", ") + ") VALUES "
	perInsert := s.db.engine.rowsPerInsert
	return s.write(ctx, "laying an import ready", func(tx *Tx) error {
		full, err := tx.PrepareContext(ctx, insert+tuples(perInsert, len(stageColumns)))
		if err != nil {
			return err
		}
		defer func() { _ = full.Close() }()
		for part := range slices.Chunk(rows, perInsert) {
			args := make([]any, 0, len(part)*len(stageColumns))
			for _, r := range part {
				row, err := productRow(r.Product)
				if err != nil {
					return err
				}
				args = append(append(append(args, hold.ID), row...), r.Version, r.Stock, strings.Join(r.Fields, ","))
			}
			if len(part) == perInsert {
				_, err = full.ExecContext(ctx, args...)
			} else {
				_, err = tx.ExecContext(ctx, insert+tuples(len(part), len(stageColumns)), args...)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ClearStage forgets what was staged for a job.
func (s *Imports) ClearStage(ctx context.Context, jobID string) error {
	return s.clearRows(ctx, "job_id = $1", jobID)
}

// clearRows removes rows a piece at a time.
func (s *Imports) clearRows(ctx context.Context, where string, args ...any) error {
	for {
		removed := int64(0)
		err := s.write(ctx, "clearing an import", func(tx *Tx) error {
			result, err := tx.ExecContext(ctx, fmt.Sprintf(
				"DELETE FROM import_rows WHERE (job_id, id) IN (SELECT job_id, id FROM import_rows WHERE %s LIMIT %d)", where, sweepPiece), args...)
			if err != nil {
				return err
			}
			removed, err = result.RowsAffected()
			return err
		})
		if err != nil || removed < sweepPiece {
			return err
		}
	}
}

// Commit brings everything that was staged into the products.
func (s *Imports) Commit(ctx context.Context, hold *importer.Lease, outcome importer.Outcome, pictures []string, at time.Time) error {
	err := s.write(ctx, "importing products", func(tx *Tx) error {
		if err := s.settleImport(ctx, tx, hold, at); err != nil {
			return err
		}
		for part := range slices.Chunk(pictures, MaxIn) {
			in, args := In(2, part)
			if _, err := tx.ExecContext(ctx, "UPDATE pictures SET touched_at = $1 WHERE hash IN ("+in+")", append([]any{Millis(at)}, args...)...); err != nil {
				return fmt.Errorf("taking pictures: %w", err)
			}
		}
		tx.Notify(productsTopic)
		return endImport(ctx, tx, hold, importer.Done, outcome, at)
	})
	if s.db.IsUnique(err, "products", "code") || s.db.IsUnique(err, "products", "id") {
		return errors.Join(importer.ErrProductEdited, err) // somebody added a product meanwhile
	}
	return err
}

// settleImport does what Commit does to the products.
func (s *Imports) settleImport(ctx context.Context, tx *Tx, hold *importer.Lease, at time.Time) error {
	existing, err := lockStaged(ctx, tx, hold)
	if err != nil {
		return err
	}
	// Products may take over codes from one another: those that change are out of the way first.
	steps := []struct {
		doing, query string
		args         []any
		touches      int
	}{
		{"freeing codes", `UPDATE products SET code = '~' || id WHERE id IN (
			SELECT id FROM import_rows WHERE job_id = $1 AND base_version > 0
				AND (',' || fields || ',' LIKE '%,code,%' OR ',' || fields || ',' LIKE '%,status,%'))`, []any{hold.ID}, -1},
		{"changing products", updateStaged, []any{hold.ID, Millis(at)}, existing},
		{"adding products", `INSERT INTO products (` + strings.Join(productColumns, ", ") + `)
			SELECT ` + strings.Join(productColumns, ", ") + ` FROM import_rows WHERE job_id = $1 AND base_version = 0 ORDER BY id`, []any{hold.ID}, -1},
		{"writing down edits", `INSERT INTO product_edits (product_id, version, fields, at)
			SELECT p.id, p.version, s.fields, CAST($2 AS BIGINT) FROM import_rows s JOIN products p ON p.id = s.id
			WHERE s.job_id = $1 AND s.base_version > 0 ON CONFLICT DO NOTHING`, []any{hold.ID, Millis(at)}, -1},
		{"recording changed products", `INSERT INTO product_changes (mark, product_id, changed_at)
			SELECT ` + tx.db.engine.mark("product_changes") + `, id, CAST($2 AS BIGINT) FROM import_rows WHERE job_id = $1
			ON CONFLICT DO NOTHING`, []any{hold.ID, Millis(at)}, -1},
	}
	for _, step := range steps {
		result, err := tx.ExecContext(ctx, step.query, step.args...)
		if err != nil {
			return fmt.Errorf("%s: %w", step.doing, err)
		}
		if n, err := result.RowsAffected(); err != nil || step.touches >= 0 && n != int64(step.touches) {
			return errors.Join(fmt.Errorf("%s: %d of %d", step.doing, n, step.touches), err, importer.ErrProductEdited)
		}
	}
	return nil
}

// updateStaged changes the products that exist. The stock moves by what the file changed it by, so
// that pieces sold since the file was checked stay sold.
var updateStaged = func() string {
	var set []string
	for _, c := range productColumns {
		switch c {
		case "id", "created_at", "submitted_by":
		case "version":
			set = append(set, "version = products.version + 1")
		case "updated_at":
			set = append(set, "updated_at = CAST($2 AS BIGINT)")
		case "stock":
			const moved = "products.stock + s.stock - s.base_stock"
			set = append(set, "stock = CASE WHEN "+moved+" < 0 THEN 0 ELSE "+moved+" END")
		default:
			set = append(set, c+" = s."+c)
		}
	}
	return "UPDATE products SET " + strings.Join(set, ", ") + ` FROM import_rows s
		WHERE s.job_id = $1 AND s.base_version > 0 AND products.id = s.id`
}()

// lockStaged makes sure that the job is still this server's and that nobody edited what it is about
// to change, and takes the products in the order in which everybody takes them.
func lockStaged(ctx context.Context, tx *Tx, hold *importer.Lease) (existing int, err error) {
	var one int
	err = tx.QueryRowContext(ctx, "SELECT 1 FROM import_jobs WHERE id = $1 AND lease_token = $2 AND state = 'running'"+tx.ForUpdate(), hold.ID, hold.Token).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, importer.ErrLeaseLost
	}
	if err != nil {
		return 0, fmt.Errorf("looking at the import: %w", err)
	}
	rows, err := tx.QueryContext(ctx, `SELECT p.id FROM products p JOIN import_rows s ON s.id = p.id
		WHERE s.job_id = $1 AND s.base_version > 0 ORDER BY p.id`+tx.ForUpdate(), hold.ID)
	if err != nil {
		return 0, fmt.Errorf("locking products: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		existing++
	}
	if err := rows.Err(); err != nil {
		return 0, fmt.Errorf("locking products: %w", err)
	}
	var expected, edited int
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM import_rows WHERE job_id = $1 AND base_version > 0", hold.ID).Scan(&expected)
	if err != nil {
		return 0, fmt.Errorf("counting what is staged: %w", err)
	}
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM import_rows s JOIN product_edits e ON e.product_id = s.id AND e.version > s.base_version
		WHERE s.job_id = $1 AND s.base_version > 0`, hold.ID).Scan(&edited)
	if err != nil {
		return 0, fmt.Errorf("looking for edits: %w", err)
	}
	if edited > 0 || existing != expected {
		return 0, importer.ErrProductEdited
	}
	return existing, nil
}

// EachProduct gives every product's id, code and status.
func (s *Imports) EachProduct(ctx context.Context, yield func(id, code string, status catalog.Status)) error {
	return s.db.eachRow(ctx, "reading the roster", "SELECT id, code, status FROM products", nil, func(rows *sql.Rows) error {
		var id, code, status string
		err := rows.Scan(&id, &code, &status)
		yield(id, code, catalog.Status(status))
		return err
	})
}

// Products reads those of the ids that exist.
func (s *Imports) Products(ctx context.Context, ids []string) ([]*catalog.Product, error) {
	return s.products.Products(ctx, ids)
}

// StoreIDs are the ids of all stores.
func (s *Imports) StoreIDs(ctx context.Context) (map[string]bool, error) {
	ids := map[string]bool{}
	err := s.db.eachRow(ctx, "reading the stores", "SELECT id FROM stores", nil, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids[id] = true
		return err
	})
	return ids, err
}

// KnownPictures are those of the hashes that people uploaded.
func (s *Imports) KnownPictures(ctx context.Context, hashes []string) (map[string]bool, error) {
	known := map[string]bool{}
	for part := range slices.Chunk(hashes, MaxIn) {
		in, args := In(1, part)
		err := s.db.eachRow(ctx, "looking for pictures", "SELECT hash FROM pictures WHERE hash IN ("+in+")", args, func(rows *sql.Rows) error {
			var hash string
			err := rows.Scan(&hash)
			known[hash] = true
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return known, nil
}

// ProductsAfter reads whole products of any status in the order of their ids.
func (s *Imports) ProductsAfter(ctx context.Context, id string, limit int) ([]*catalog.Product, error) {
	found := make([]*catalog.Product, 0, limit)
	err := s.products.each(ctx, selectProducts+" WHERE id > $1 ORDER BY id LIMIT $2", []any{id, limit}, func(p *catalog.Product) error {
		found = append(found, p)
		return nil
	})
	return found, err
}
