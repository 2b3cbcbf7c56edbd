package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/wishlist"
)

// Wishlists is the store of wishlists. It implements wishlist.Store.
type Wishlists struct{ db *DB }

var _ wishlist.Store = (*Wishlists)(nil)

// NewWishlists makes the store over an open database.
func NewWishlists(db *DB) *Wishlists { return &Wishlists{db: db} }

// Items gives the ids of the products, last added first.
func (s *Wishlists) Items(ctx context.Context, userID string) ([]string, error) {
	ids, err := texts(s.db.QueryContext(ctx,
		"SELECT product_id FROM wishlist_items WHERE user_id = $1 ORDER BY place DESC", userID))
	if err != nil {
		return nil, fmt.Errorf("reading a wishlist: %w", s.db.public(err))
	}
	return ids, nil
}

// Has tells whether the product is in the wishlist.
func (s *Wishlists) Has(ctx context.Context, userID, productID string) (bool, error) {
	var has bool
	err := s.db.QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM wishlist_items WHERE user_id = $1 AND product_id = $2)", userID, productID).
		Scan(&has)
	if err != nil {
		return false, fmt.Errorf("looking into a wishlist: %w", s.db.public(err))
	}
	return has, nil
}

// Add saves a product.
func (s *Wishlists) Add(ctx context.Context, userID, productID string, limit int, now time.Time) error {
	return s.db.Write(ctx, func(tx *Tx) error {
		if err := lockUser(ctx, tx, userID); err != nil {
			return err
		}
		var has bool
		var count, last int
		err := tx.QueryRowContext(ctx, `
			SELECT count(*), coalesce(max(place), 0), coalesce(max(CASE WHEN product_id = $2 THEN 1 ELSE 0 END), 0) = 1
			FROM wishlist_items WHERE user_id = $1`, userID, productID).Scan(&count, &last, &has)
		if err != nil {
			return fmt.Errorf("counting a wishlist: %w", err)
		}
		switch {
		case has:
			return nil
		case count >= limit:
			return apperr.New(apperr.WishlistFull)
		}
		_, err = tx.ExecContext(ctx,
			"INSERT INTO wishlist_items (user_id, product_id, place, added_at) VALUES ($1, $2, $3, $4)",
			userID, productID, last+1, Millis(now))
		if IsForeignKey(err) {
			return apperr.Wrap(apperr.ProductNotFound, err)
		}
		if err != nil {
			return fmt.Errorf("adding to a wishlist: %w", err)
		}
		return nil
	})
}

// Remove drops a product and tells whether it was there.
func (s *Wishlists) Remove(ctx context.Context, userID, productID string) (removed bool, err error) {
	err = s.db.Write(ctx, func(tx *Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM wishlist_items WHERE user_id = $1 AND product_id = $2", userID,
			productID)
		if err != nil {
			return fmt.Errorf("removing from a wishlist: %w", err)
		}
		n, err := result.RowsAffected()
		removed = n > 0
		return err
	})
	return removed, err
}

// Clear drops everything.
func (s *Wishlists) Clear(ctx context.Context, userID string) error {
	return s.db.Write(ctx, func(tx *Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM wishlist_items WHERE user_id = $1", userID); err != nil {
			return fmt.Errorf("clearing a wishlist: %w", err)
		}
		return nil
	})
}

// lockUser keeps what belongs to a user from being changed by others until the transaction ends.
// A user who is gone gives SessionEnded.
func lockUser(ctx context.Context, tx *Tx, userID string) error {
	err := tx.QueryRowContext(ctx, "SELECT id FROM users WHERE id = $1"+tx.ForUpdate(), userID).Scan(new(string))
	if errors.Is(err, sql.ErrNoRows) {
		return apperr.New(apperr.SessionEnded)
	}
	if err != nil {
		return fmt.Errorf("holding a user: %w", err)
	}
	return nil
}
