package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
)

// Link reads a link by the hash of its token.
func (s *Accounts) Link(ctx context.Context, hash string) (accounts.Link, error) {
	l := accounts.Link{Hash: hash}
	var created, expires, used int64
	err := s.db.QueryRowContext(ctx, `
		SELECT purpose, user_id, email, created_at, expires_at, used_at FROM account_links WHERE hash = $1`, hash).
		Scan(&l.Purpose, &l.UserID, &l.Email, &created, &expires, &used)
	if errors.Is(err, sql.ErrNoRows) {
		return l, apperr.New(apperr.NotFound)
	}
	if err != nil {
		return l, fmt.Errorf("reading a link: %w", s.db.public(err))
	}
	l.CreatedAt, l.ExpiresAt, l.UsedAt = Time(created), Time(expires), Time(used)
	return l, nil
}

// AddLink stores a link.
func (tx *accountTx) AddLink(ctx context.Context, l accounts.Link) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO account_links (hash, purpose, user_id, email, created_at, expires_at) VALUES (`+list(1, 6)+`)`,
		l.Hash, string(l.Purpose), l.UserID, l.Email, Millis(l.CreatedAt), Millis(l.ExpiresAt))
	if err != nil {
		return fmt.Errorf("storing a link: %w", err)
	}
	return nil
}

// UseLink marks a good link as used. The guard in the statement lets one caller through.
func (tx *accountTx) UseLink(ctx context.Context, hash string, purpose accounts.Purpose, userID string,
	now time.Time) (bool, error) {
	result, err := tx.ExecContext(ctx, `
		UPDATE account_links SET used_at = $4
		WHERE hash = $1 AND purpose = $2 AND user_id = $3 AND used_at = 0 AND expires_at > $4`,
		hash, string(purpose), userID, Millis(now))
	if err != nil {
		return false, fmt.Errorf("using a link: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// DropLinks makes the user's unused links of a purpose worthless.
func (tx *accountTx) DropLinks(ctx context.Context, userID string, purpose accounts.Purpose) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM account_links WHERE user_id = $1 AND purpose = $2 AND used_at = 0",
		userID, string(purpose))
	if err != nil {
		return fmt.Errorf("dropping links: %w", err)
	}
	return nil
}
