package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"dawa/internal/domain/catalog"
)

// Position is where to follow changes from.
func (s *Products) Position(ctx context.Context) (catalog.Position, error) {
	var at int64
	if err := s.db.QueryRowContext(ctx, "SELECT "+s.db.engine.horizon("product_changes")).Scan(&at); err != nil {
		return 0, fmt.Errorf("reading the position of the changes: %w", s.db.public(err))
	}
	return catalog.Position(at), nil
}

// ChangesSince lists what was touched after a position. The horizon is read by the same statement as the changes: a
// transaction that is still running keeps it below its own mark, so what it commits later is still above the
// position that is asked from next time.
func (s *Products) ChangesSince(ctx context.Context, after catalog.Position) (catalog.ChangeSet, error) {
	set := catalog.ChangeSet{Stock: map[string]catalog.StockLevel{}}
	whole := map[string]bool{} // products of which more than the stock has changed
	query := `
		SELECT h.next, c.mark, c.product_id,
			c.stock_only AND p.status = 'approved' AND p.regulation <> 'controlled' AND NOT p.off_sale
				AND NOT p.withdrawn, p.stock, p.version
		FROM (SELECT ` + s.db.engine.horizon("product_changes") + ` AS next) h
		LEFT JOIN product_changes c ON c.mark BETWEEN CAST($1 AS BIGINT) AND CAST($2 AS BIGINT)
		LEFT JOIN products p ON p.id = c.product_id ORDER BY c.mark`
	// The upper bound excludes nothing: a range on both sides makes PostgreSQL expect few rows and look each product
	// up, where it would read all products otherwise.
	args := []any{int64(after), int64(math.MaxInt64)}
	err := s.db.eachRow(ctx, "reading the changes", query, args, func(rows *sql.Rows) error {
		var mark, stock, version sql.NullInt64
		var product sql.NullString
		var stockOnly sql.NullBool
		if err := rows.Scan(&set.Next, &mark, &product, &stockOnly, &stock, &version); err != nil {
			return err
		}
		if !mark.Valid {
			return nil // nothing has changed
		}
		set.Changes = append(set.Changes, catalog.Change{Mark: mark.Int64, ProductID: product.String})
		if stockOnly.Bool && !whole[product.String] {
			set.Stock[product.String] = catalog.StockLevel{Stock: int(stock.Int64), Version: version.Int64}
		} else {
			whole[product.String] = true
			delete(set.Stock, product.String)
		}
		return nil
	})
	if err != nil {
		return catalog.ChangeSet{}, err
	}
	return set, nil
}

// Fingerprint counts the approved products and adds up their versions.
func (s *Products) Fingerprint(ctx context.Context) (catalog.Fingerprint, error) {
	var t catalog.Fingerprint
	err := s.db.QueryRowContext(ctx,
		`SELECT count(*), CAST(coalesce(sum(version), 0) AS BIGINT) FROM products
			WHERE `+listed).
		Scan(&t.Products, &t.Versions)
	if err != nil {
		return catalog.Fingerprint{}, fmt.Errorf("reading the fingerprint of the products: %w", s.db.public(err))
	}
	return t, nil
}

// Changed wakes whoever follows the changes.
func (s *Products) Changed() (woken <-chan struct{}, end func()) {
	return s.db.Subscribe(productsTopic)
}

// ForgetChanges drops the record of changes older than before, except the newest mark, from
// which the next one is counted.
func (s *Products) ForgetChanges(ctx context.Context, before time.Time) error {
	return s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx,
			"DELETE FROM product_changes WHERE changed_at < $1 AND mark < (SELECT max(mark) FROM product_changes)",
			Millis(before))
		if err != nil {
			return fmt.Errorf("forgetting old changes: %w", err)
		}
		return nil
	})
}
