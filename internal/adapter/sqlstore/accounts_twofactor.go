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

// TwoFactor reads a user's two-factor setup with the recovery codes that are left.
func (s *Accounts) TwoFactor(ctx context.Context, userID string) (*accounts.TwoFactor, error) {
	step := &accounts.TwoFactor{UserID: userID}
	var begun, confirmed int64
	err := s.db.QueryRowContext(ctx, "SELECT secret, begun_at, confirmed_at FROM second_steps WHERE user_id = $1",
		userID).
		Scan(&step.Secret, &begun, &confirmed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.NotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("reading two-factor: %w", s.db.public(err))
	}
	step.BegunAt, step.ConfirmedAt = Time(begun), Time(confirmed)
	one := func(row interface{ Scan(...any) error }) (hash string, err error) {
		err = row.Scan(&hash)
		return hash, err
	}
	step.RecoveryCodes, err = readAll(ctx, s.db, "reading recovery codes", one,
		"SELECT hash FROM recovery_codes WHERE user_id = $1 ORDER BY hash", userID)
	return step, err
}

// BeginTwoFactor stores a secret to be confirmed. The guard in the statement leaves one that is on alone.
func (tx *accountTx) BeginTwoFactor(ctx context.Context, s accounts.TwoFactor) (bool, error) {
	return tx.changed(ctx, "beginning two-factor", `
		INSERT INTO second_steps (user_id, secret, begun_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET secret = $2, begun_at = $3 WHERE second_steps.confirmed_at = 0`,
		s.UserID, s.Secret, Millis(s.BegunAt))
}

// ConfirmTwoFactor turns on what was begun. The secret in the guard keeps a code from confirming
// another secret than it was made from.
func (tx *accountTx) ConfirmTwoFactor(ctx context.Context, s *accounts.TwoFactor, step int64, now time.Time,
	recovery []string) (bool, error) {
	confirmed, err := tx.changed(ctx, "confirming two-factor", `
		UPDATE second_steps SET confirmed_at = $3, last_step = $4 WHERE user_id = $1 AND secret = $2
		AND confirmed_at = 0`,
		s.UserID, s.Secret, Millis(now), step)
	if err != nil || !confirmed {
		return false, err
	}
	return true, tx.addRecoveryCodes(ctx, s.UserID, recovery)
}

func (tx *accountTx) addRecoveryCodes(ctx context.Context, userID string, hashes []string) error {
	for _, hash := range hashes {
		if _, err := tx.ExecContext(ctx, "INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)", userID,
			hash); err != nil {
			return fmt.Errorf("storing a recovery code: %w", err)
		}
	}
	return nil
}

// ReplaceRecoveryCodes puts new codes in the place of all old ones.
func (tx *accountTx) ReplaceRecoveryCodes(ctx context.Context, userID string, hashes []string) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM recovery_codes WHERE user_id = $1", userID); err != nil {
		return fmt.Errorf("removing recovery codes: %w", err)
	}
	return tx.addRecoveryCodes(ctx, userID, hashes)
}

// SetEnrolment stores an enrolment in place of an earlier one.
func (tx *accountTx) SetEnrolment(ctx context.Context, e accounts.Enrolment) error {
	_, err := tx.changed(ctx, "storing an enrolment", `
		INSERT INTO enrolments (user_id, hash, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET hash = $2, expires_at = $3`, e.UserID, e.Hash, Millis(e.ExpiresAt))
	return err
}

// UseEnrolment removes an enrolment; only one caller finds it.
func (tx *accountTx) UseEnrolment(ctx context.Context, e accounts.Enrolment) (bool, error) {
	return tx.changed(ctx, "using an enrolment", `
		DELETE FROM enrolments WHERE user_id = $1 AND hash = $2 AND expires_at > $3`,
		e.UserID, e.Hash, Millis(e.ExpiresAt))
}

// UseTOTPStep takes the code of a step. The guard in the statement lets one caller through.
func (tx *accountTx) UseTOTPStep(ctx context.Context, s *accounts.TwoFactor, step int64) (bool, error) {
	return tx.changed(ctx, "using a code", `
		UPDATE second_steps SET last_step = $3 WHERE user_id = $1 AND secret = $2 AND confirmed_at > 0
		AND last_step < $3`,
		s.UserID, s.Secret, step)
}

// UseRecoveryCode takes a recovery code; only one caller finds it.
func (tx *accountTx) UseRecoveryCode(ctx context.Context, s *accounts.TwoFactor, hash string) (bool, error) {
	return tx.changed(ctx, "using a recovery code", "DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2",
		s.UserID, hash)
}

// DropTwoFactor removes a user's two-factor setup; its recovery codes go along.
func (tx *accountTx) DropTwoFactor(ctx context.Context, userID string) (dropped bool, err error) {
	if err := tx.AbandonTwoFactor(ctx, userID); err != nil {
		return false, err
	}
	return tx.changed(ctx, "removing two-factor", "DELETE FROM second_steps WHERE user_id = $1", userID)
}

// AbandonTwoFactor removes a user's two-factor setup unless it is on.
func (tx *accountTx) AbandonTwoFactor(ctx context.Context, userID string) error {
	_, err := tx.changed(ctx, "abandoning two-factor",
		"DELETE FROM second_steps WHERE user_id = $1 AND confirmed_at = 0", userID)
	return err
}

// TwoFactorOn says whether a user has two-factor on.
func (tx *accountTx) TwoFactorOn(ctx context.Context, userID string) (on bool, err error) {
	err = tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM second_steps WHERE user_id = $1 AND confirmed_at > 0)",
		userID).Scan(&on)
	if err != nil {
		return false, fmt.Errorf("looking for two-factor: %w", err)
	}
	return on, nil
}

// changed runs a statement and says whether it found a row to change.
func (tx *accountTx) changed(ctx context.Context, doing, query string, args ...any) (bool, error) {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return false, fmt.Errorf("%s: %w", doing, err)
	}
	n, err := result.RowsAffected()
	return n > 0, err
}
