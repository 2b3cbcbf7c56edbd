package sqlstore

import (
	"context"
	"fmt"
)

// markDemo is the mark of a database that was filled with the demo shop.
const markDemo = "demo"

// MarkDemo notes that the database holds the demo shop, whose users have public passwords.
func (db *DB) MarkDemo(ctx context.Context) error {
	return db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO shop_marks (name, since) VALUES ($1, `+tx.Now()+`) ON CONFLICT (name) DO NOTHING`, markDemo)
		if err != nil {
			return fmt.Errorf("marking a demo shop: %w", err)
		}
		return nil
	})
}

// UnmarkDemo notes that the database no longer holds users with public passwords.
func (db *DB) UnmarkDemo(ctx context.Context) error {
	return db.Write(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM shop_marks WHERE name = $1", markDemo); err != nil {
			return fmt.Errorf("removing the mark of a demo shop: %w", err)
		}
		return nil
	})
}

// IsDemo tells whether the database holds the demo shop.
func (db *DB) IsDemo(ctx context.Context) (bool, error) {
	var marked bool
	err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM shop_marks WHERE name = $1)", markDemo).Scan(&marked)
	if err != nil {
		return false, fmt.Errorf("looking for the mark of a demo shop: %w", db.public(err))
	}
	return marked, nil
}
