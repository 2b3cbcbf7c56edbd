package sqlstore

import (
	"context"
	"fmt"
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

// ChangesSince lists what was touched after a position. The horizon is read in the same moment
// as the changes: a transaction that is still running keeps it below its own mark, so what it
// commits later is still above the position that is asked from next time.
func (s *Products) ChangesSince(ctx context.Context, after catalog.Position) (catalog.ChangeSet, error) {
	var set catalog.ChangeSet
	err := s.db.Read(ctx, func(tx *Tx) error {
		set = catalog.ChangeSet{}
		if err := tx.QueryRowContext(ctx, "SELECT "+s.db.engine.horizon("product_changes")).Scan(&set.Next); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, "SELECT mark, product_id FROM product_changes WHERE mark >= $1 ORDER BY mark", int64(after))
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var c catalog.Change
			if err := rows.Scan(&c.Mark, &c.ProductID); err != nil {
				return err
			}
			set.Changes = append(set.Changes, c)
		}
		return rows.Err()
	})
	if err != nil {
		return catalog.ChangeSet{}, fmt.Errorf("reading the changes: %w", err)
	}
	return set, nil
}

// Fingerprint counts the approved products and adds up their versions.
func (s *Products) Fingerprint(ctx context.Context) (catalog.Fingerprint, error) {
	var t catalog.Fingerprint
	err := s.db.QueryRowContext(ctx, "SELECT count(*), CAST(coalesce(sum(version), 0) AS BIGINT) FROM products WHERE status = 'approved'").Scan(&t.Products, &t.Versions)
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
		_, err := tx.ExecContext(ctx, "DELETE FROM product_changes WHERE changed_at < $1 AND mark < (SELECT max(mark) FROM product_changes)", Millis(before))
		if err != nil {
			return fmt.Errorf("forgetting old changes: %w", err)
		}
		return nil
	})
}
