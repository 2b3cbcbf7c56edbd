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

// An import is staged in import_rows and then written to the products, both by many short transactions:
// whoever buys meanwhile never waits for more than one of them. Nothing is written before the whole file
// has passed its check.

var stageColumns = slices.Concat([]string{"job_id"}, productColumns, []string{"base_version", "base_stock", "fields"})

// Stage lays products ready.
func (s *Imports) Stage(ctx context.Context, lease *importer.Lease, rows []importer.Staged) error {
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
				args = append(append(append(args, lease.ID), row...), r.Version, r.Stock, strings.Join(r.Fields, ","))
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

// Applied rows of import_rows stay until the job ends, so that another attempt does not write them again.
// Their base_version says what they were.
const (
	appliedNew     = -1
	appliedUpdated = -2
)

// ClearStage removes what was staged for a job and not applied.
func (s *Imports) ClearStage(ctx context.Context, jobID string) error {
	return s.clearRows(ctx, "job_id = $1 AND base_version >= 0", jobID)
}

// DropStage removes everything that was staged for a job.
func (s *Imports) DropStage(ctx context.Context, jobID string) error {
	return s.clearRows(ctx, "job_id = $1", jobID)
}

// clearRows removes rows, a bounded number per transaction.
func (s *Imports) clearRows(ctx context.Context, where string, args ...any) error {
	query := fmt.Sprintf(`DELETE FROM import_rows WHERE (job_id, id) IN
		(SELECT job_id, id FROM import_rows WHERE %s LIMIT %d)`, where, sweepBatch)
	return s.inBatches(ctx, "clearing an import", sweepBatch, query, args...)
}

// inBatches repeats a statement that removes at most batch rows until it removes fewer.
func (s *Imports) inBatches(ctx context.Context, doing string, batch int64, query string, args ...any) error {
	for {
		removed := int64(0)
		err := s.write(ctx, doing, func(tx *Tx) error {
			result, err := tx.ExecContext(ctx, query, args...)
			if err != nil {
				return err
			}
			removed, err = result.RowsAffected()
			return err
		})
		if err != nil || removed < batch {
			return err
		}
	}
}

// Applied gives the products that an earlier attempt of the job wrote, and whether they were new.
func (s *Imports) Applied(ctx context.Context, jobID string) (map[string]bool, error) {
	applied := map[string]bool{}
	err := s.db.eachRow(ctx, "reading what an import wrote", `
		SELECT id, base_version FROM import_rows
		WHERE job_id = $1 AND base_version < 0`, []any{jobID}, func(rows *sql.Rows) error {
		var id string
		var was int64
		err := rows.Scan(&id, &was)
		applied[id] = was == appliedNew
		return err
	})
	return applied, err
}

// TouchPictures marks pictures as used, so that nobody collects them before the products hold them.
func (s *Imports) TouchPictures(ctx context.Context, hashes []string, at time.Time) error {
	for part := range slices.Chunk(hashes, MaxIn) {
		in, args := In(2, part)
		err := s.write(ctx, "marking pictures as used", func(tx *Tx) error {
			_, err := tx.ExecContext(ctx, "UPDATE pictures SET touched_at = $1 WHERE hash IN ("+in+")",
				append([]any{Millis(at)}, args...)...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Apply writes staged products, all or none.
func (s *Imports) Apply(ctx context.Context, lease *importer.Lease, ids []string, at time.Time) error {
	err := s.write(ctx, "importing products", func(tx *Tx) error {
		if err := s.applyStaged(ctx, tx, lease, ids, at); err != nil {
			return err
		}
		tx.Notify(productsTopic)
		return deriveNewPrices(ctx, tx, ids)
	})
	if s.db.IsUnique(err, "products", "code") || s.db.IsUnique(err, "products", "id") {
		return errors.Join(importer.ErrProductEdited, err) // somebody added a product meanwhile
	}
	return err
}

func (s *Imports) applyStaged(ctx context.Context, tx *Tx, lease *importer.Lease, ids []string, at time.Time) error {
	existing, err := lockStaged(ctx, tx, lease, ids)
	if err != nil {
		return err
	}
	// Every statement gets the same arguments and uses all of them: PostgreSQL wants to know the type of
	// each. $1 is the job, $2 the time, the rest are the ids.
	in, args := In(3, ids)
	args = append([]any{lease.ID, Millis(at)}, args...)
	staged := " job_id = $1 AND CAST($2 AS BIGINT) >= 0 AND id IN (" + in + ")"
	columns := strings.Join(productColumns, ", ")
	// Products may take over codes from one another: those that change are out of the way first.
	steps := []struct {
		doing, query string
		touches      int
	}{
		{"freeing codes", `UPDATE products SET code = '~' || id WHERE id IN (
			SELECT id FROM import_rows WHERE` + staged + ` AND base_version > 0
				AND (',' || fields || ',' LIKE '%,code,%' OR ',' || fields || ',' LIKE '%,status,%'))`, -1},
		{"changing products", updateFromStage + " AND s.id IN (" + in + ")", existing},
		{"adding products", `INSERT INTO products (` + columns + `)
			SELECT ` + columns + ` FROM import_rows WHERE` + staged + ` AND base_version = 0 ORDER BY id`, -1},
		{"recording edits", `INSERT INTO product_edits (product_id, version, fields, at)
			SELECT p.id, p.version, s.fields, CAST($2 AS BIGINT) FROM import_rows s JOIN products p ON p.id = s.id
			WHERE s.job_id = $1 AND s.base_version > 0 AND s.id IN (` + in + `) ON CONFLICT DO NOTHING`, -1},
		{"recording changed products", `INSERT INTO product_changes (mark, product_id, changed_at)
			SELECT ` + tx.db.engine.mark("product_changes") + `, id, CAST($2 AS BIGINT) FROM import_rows
			WHERE` + staged + `
			ON CONFLICT DO NOTHING`, -1},
		{"marking rows as applied", fmt.Sprintf(`UPDATE import_rows SET
			base_version = CASE WHEN base_version = 0 THEN %d ELSE %d END
			WHERE`, appliedNew, appliedUpdated) + staged, -1},
	}
	for _, step := range steps {
		result, err := tx.ExecContext(ctx, step.query, args...)
		if err != nil {
			return fmt.Errorf("%s: %w", step.doing, err)
		}
		if n, err := result.RowsAffected(); err != nil || step.touches >= 0 && n != int64(step.touches) {
			return errors.Join(fmt.Errorf("%s: %d of %d", step.doing, n, step.touches), err, importer.ErrProductEdited)
		}
	}
	if existing == 0 {
		return nil // nobody waits for what is new
	}
	var b batch
	addRestocked(&b, tx, ids)
	return b.run(ctx, tx)
}

// updateFromStage changes the products that exist. The stock moves by what the file changed it by, so
// that pieces sold since the file was checked stay sold.
var updateFromStage = func() string {
	var set []string
	for _, c := range productColumns {
		switch c {
		case "id", "created_at", "submitted_by", "withdrawn":
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

// lockStaged makes sure that the job is still this server's and that nobody edited what it is about to
// change, and locks the products in the order of their ids, as everybody does. It counts them.
func lockStaged(ctx context.Context, tx *Tx, lease *importer.Lease, ids []string) (existing int, err error) {
	err = tx.QueryRowContext(ctx, "SELECT 1 FROM import_jobs WHERE id = $1 AND lease_token = $2 AND state = 'running'"+
		tx.ForUpdate(),
		lease.ID, lease.Token).Scan(new(int))
	if errors.Is(err, sql.ErrNoRows) {
		return 0, importer.ErrLeaseLost
	}
	if err != nil {
		return 0, fmt.Errorf("looking at the import: %w", err)
	}
	in, args := In(2, ids)
	args = append([]any{lease.ID}, args...)
	rows, err := tx.QueryContext(ctx, `SELECT p.id FROM products p JOIN import_rows s ON s.id = p.id
		WHERE s.job_id = $1 AND s.base_version > 0 AND s.id IN (`+in+`) ORDER BY p.id`+tx.ForUpdate(), args...)
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
	var expected, edited, closed int
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM import_rows
		WHERE job_id = $1 AND base_version > 0 AND id IN (`+in+`)`, args...).Scan(&expected)
	if err != nil {
		return 0, fmt.Errorf("counting what is staged: %w", err)
	}
	// A store may have been closed since the file was checked, too: nothing goes on sale in it any more.
	err = tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM import_rows s
		JOIN product_edits e ON e.product_id = s.id AND e.version > s.base_version
		WHERE s.job_id = $1 AND s.base_version > 0 AND s.id IN (`+in+`)),
		(SELECT count(*) FROM import_rows s JOIN stores t ON t.id = s.store_id AND t.status <> 'approved'
		WHERE s.job_id = $1 AND s.base_version >= 0 AND s.id IN (`+in+`) AND s.status = 'approved'
			AND (s.base_version = 0 OR ',' || s.fields || ',' LIKE '%,store,%'
				OR ',' || s.fields || ',' LIKE '%,status,%'))`, args...).Scan(&edited, &closed)
	if err != nil {
		return 0, fmt.Errorf("looking for edits: %w", err)
	}
	if edited > 0 || closed > 0 || existing != expected {
		return 0, importer.ErrProductEdited
	}
	return existing, nil
}

// EachProduct gives every product's id, code and status.
func (s *Imports) EachProduct(ctx context.Context, yield func(id, code string, status catalog.Status)) error {
	return s.db.eachRow(ctx, "reading the existing codes", "SELECT id, code, status FROM products", nil,
		func(rows *sql.Rows) error {
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

// StoreStatuses are the ids of all stores and what was decided about them.
func (s *Imports) StoreStatuses(ctx context.Context) (map[string]catalog.Status, error) {
	statuses := map[string]catalog.Status{}
	err := s.db.eachRow(ctx, "reading the stores", "SELECT id, status FROM stores", nil, func(rows *sql.Rows) error {
		var id, status string
		err := rows.Scan(&id, &status)
		statuses[id] = catalog.Status(status)
		return err
	})
	return statuses, err
}

// KnownPictures are those of the hashes that people uploaded.
func (s *Imports) KnownPictures(ctx context.Context, hashes []string) (map[string]bool, error) {
	known := map[string]bool{}
	for part := range slices.Chunk(hashes, MaxIn) {
		in, args := In(1, part)
		err := s.db.eachRow(ctx, "looking for pictures", "SELECT hash FROM pictures WHERE hash IN ("+in+")", args,
			func(rows *sql.Rows) error {
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
	return s.products.all(ctx, selectProducts+" WHERE id > $1 ORDER BY id LIMIT $2", []any{id, limit})
}
