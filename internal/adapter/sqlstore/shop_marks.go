package sqlstore

import (
	"context"
	"fmt"
)

const (
	// markDemo is the mark of a database that was filled with the demo shop.
	markDemo = "demo"
	// markMoved is the mark of a database whose shop was copied elsewhere to be served there.
	markMoved = "moved"
)

// MarkDemo notes that the database holds the demo shop, whose users have public passwords.
func (db *DB) MarkDemo(ctx context.Context) error { return db.mark(ctx, markDemo) }

// UnmarkDemo notes that the database no longer holds users with public passwords.
func (db *DB) UnmarkDemo(ctx context.Context) error { return db.unmark(ctx, markDemo) }

// IsDemo tells whether the database holds the demo shop.
func (db *DB) IsDemo(ctx context.Context) (bool, error) { return db.isMarked(ctx, markDemo) }

// MarkMoved notes that the shop lives elsewhere now.
func (db *DB) MarkMoved(ctx context.Context) error { return db.mark(ctx, markMoved) }

// UnmarkMoved notes that the shop lives here again.
func (db *DB) UnmarkMoved(ctx context.Context) error { return db.unmark(ctx, markMoved) }

// IsMoved tells whether the shop lives elsewhere.
func (db *DB) IsMoved(ctx context.Context) (bool, error) { return db.isMarked(ctx, markMoved) }

func (db *DB) mark(ctx context.Context, name string) error {
	return db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO shop_marks (name, since) VALUES ($1, `+tx.Now()+`) ON CONFLICT (name) DO NOTHING`, name)
		if err != nil {
			return fmt.Errorf("marking the shop as %s: %w", name, err)
		}
		return nil
	})
}

func (db *DB) unmark(ctx context.Context, name string) error {
	return db.Write(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM shop_marks WHERE name = $1", name); err != nil {
			return fmt.Errorf("removing the mark %s: %w", name, err)
		}
		return nil
	})
}

func (db *DB) isMarked(ctx context.Context, name string) (bool, error) {
	var marked bool
	err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM shop_marks WHERE name = $1)", name).Scan(&marked)
	if err != nil {
		return false, fmt.Errorf("looking for the mark %s: %w", name, db.public(err))
	}
	return marked, nil
}
