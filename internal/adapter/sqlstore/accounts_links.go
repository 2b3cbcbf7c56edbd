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
		SELECT purpose, user_id, email, new_email, email_fold <> '', created_at, expires_at, used_at
		FROM account_links WHERE hash = $1`,
		hash).Scan(&l.Purpose, &l.UserID, &l.Email, &l.NewEmail, &l.Restores, &created, &expires, &used)
	if errors.Is(err, sql.ErrNoRows) {
		return l, apperr.New(apperr.NotFound)
	}
	if err != nil {
		return l, fmt.Errorf("reading a link: %w", s.db.public(err))
	}
	l.CreatedAt, l.ExpiresAt, l.UsedAt = Time(created), Time(expires), Time(used)
	return l, nil
}

// OldEmails are the addresses that can still take a change of a user's email back.
func (s *Accounts) OldEmails(ctx context.Context, userID string, now time.Time) ([]string, error) {
	one := func(row interface{ Scan(...any) error }) (email string, err error) {
		err = row.Scan(&email)
		return email, err
	}
	return readAll(ctx, s.db, "reading old addresses", one, `
		SELECT email FROM account_links WHERE user_id = $1 AND email_fold <> '' AND used_at = 0 AND expires_at > $2
		ORDER BY created_at, hash`, userID, Millis(now))
}

// UserByOldEmail reads the user whose change of email an address can still take back.
func (s *Accounts) UserByOldEmail(ctx context.Context, email string, now time.Time) (*accounts.User, error) {
	u, err := scanUser(s.db.QueryRowContext(ctx, "SELECT "+userColumns+` FROM users WHERE id =
		(SELECT user_id FROM account_links WHERE email_fold = $1 AND email_fold <> '' AND used_at = 0
			AND expires_at > $2 ORDER BY created_at DESC, hash LIMIT 1)`, email, Millis(now)))
	if err != nil {
		return nil, fmt.Errorf("reading a user by an old address: %w", s.db.public(err))
	}
	return u, nil
}

// ChangesSince is when the first change of email began that an address can still take back.
func (tx *accountTx) ChangesSince(ctx context.Context, userID, email string, now time.Time) (time.Time, error) {
	var since int64
	err := tx.QueryRowContext(ctx, `
		SELECT coalesce(min(created_at), CAST($3 AS BIGINT)) FROM account_links
		WHERE user_id = $1 AND email_fold = $2 AND used_at = 0 AND expires_at > $3`,
		userID, accounts.Fold(email), Millis(now)).Scan(&since)
	if err != nil {
		return time.Time{}, fmt.Errorf("looking for changes of email: %w", err)
	}
	return Time(since), nil
}

// DropChanges makes the links for changes of email worthless that this address has, and those made since.
func (tx *accountTx) DropChanges(ctx context.Context, userID, email string, since time.Time) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM account_links WHERE user_id = $1 AND email_fold <> '' AND used_at = 0
			AND (email_fold = $2 OR created_at >= $3)`, userID, accounts.Fold(email), Millis(since))
	if err != nil {
		return fmt.Errorf("dropping changes of email: %w", err)
	}
	return nil
}

// AddLink stores a link.
func (tx *accountTx) AddLink(ctx context.Context, l accounts.Link) error {
	oldEmail := ""
	if l.Restores {
		oldEmail = accounts.Fold(l.Email)
	}
	_, err := tx.ExecContext(ctx, `
		INSERT INTO account_links (hash, purpose, user_id, email, email_fold, new_email, created_at, expires_at)
		VALUES (`+list(1, 8)+`)`, l.Hash, string(l.Purpose), l.UserID, l.Email, oldEmail, l.NewEmail,
		Millis(l.CreatedAt), Millis(l.ExpiresAt))
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
