package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"dawa/internal/domain/importer"
)

const differenceColumns = "job_id, row_number, product_id, code, english_name, arabic_name, kind, fields, " +
	"seen_stock, changes"

// Explain stores what rows change. Fields and stock stay what the job found first.
func (s *Imports) Explain(ctx context.Context, lease *importer.Lease, rows []importer.Difference) error {
	const width = 10
	return s.write(ctx, "storing the differences of an import", func(tx *Tx) error {
		for part := range slices.Chunk(rows, s.db.engine.rowsPerInsert) {
			args := make([]any, 0, len(part)*width)
			for _, d := range part {
				changes, err := json.Marshal(d.Changes)
				if err != nil {
					return fmt.Errorf("writing differences: %w", err)
				}
				args = append(args, lease.ID, d.Row, d.ProductID, d.Code, d.Name.English, d.Name.Arabic, string(d.Kind),
					strings.Join(d.Fields, ","), d.SeenStock, string(changes))
			}
			_, err := tx.ExecContext(ctx, "INSERT INTO import_differences ("+differenceColumns+") VALUES "+
				tuples(len(part), width)+` ON CONFLICT (job_id, row_number) DO UPDATE SET
				product_id = excluded.product_id, kind = excluded.kind, changes = excluded.changes`, args...)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Seen gives what a job found, without the values.
func (s *Imports) Seen(ctx context.Context, jobID string, yield func(importer.Difference)) error {
	return s.db.eachRow(ctx, "reading the differences of an import", `
		SELECT product_id, code, kind, fields, seen_stock FROM import_differences WHERE job_id = $1`, []any{jobID},
		func(rows *sql.Rows) error {
			var d importer.Difference
			var fields string
			err := rows.Scan(&d.ProductID, &d.Code, &d.Kind, &fields, &d.SeenStock)
			d.Fields = strings.Split(fields, ",")
			yield(d)
			return err
		})
}

// Differences reads what rows change.
func (s *Imports) Differences(ctx context.Context, jobID string, kind importer.DifferenceKind, limit,
	skip int) (found []importer.Difference, total int, err error) {
	const where = " FROM import_differences WHERE job_id = $1 AND ($2 = '' OR kind = $2)"
	if err := s.db.QueryRowContext(ctx, "SELECT count(*)"+where, jobID, string(kind)).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("counting the differences of an import: %w", s.db.public(err))
	}
	one := func(row interface{ Scan(...any) error }) (d importer.Difference, err error) {
		var changes string
		err = row.Scan(&d.Row, &d.ProductID, &d.Code, &d.Name.English, &d.Name.Arabic, &d.Kind, &changes)
		if err == nil {
			err = json.Unmarshal([]byte(changes), &d.Changes)
		}
		return d, err
	}
	found, err = readAll(ctx, s.db, "reading the differences of an import", one,
		"SELECT row_number, product_id, code, english_name, arabic_name, kind, changes"+where+
			" ORDER BY row_number LIMIT $3 OFFSET $4", jobID, string(kind), limit, skip)
	return found, total, err
}
