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

const passkeyColumns = "id, user_id, credential, name, record, sign_count, created_at, last_used_at"

func scanPasskey(row interface{ Scan(...any) error }) (p accounts.Passkey, err error) {
	var created, used int64
	err = row.Scan(&p.ID, &p.UserID, &p.Credential, &p.Name, &p.Record, &p.SignCount, &created, &used)
	p.CreatedAt, p.LastUsedAt = Time(created), Time(used)
	return p, err
}

// Passkeys lists a user's passkeys, oldest first.
func (s *Accounts) Passkeys(ctx context.Context, userID string) ([]accounts.Passkey, error) {
	return readAll(ctx, s.db, "listing passkeys", scanPasskey,
		"SELECT "+passkeyColumns+" FROM passkeys WHERE user_id = $1 ORDER BY created_at, id", userID)
}

// PasskeyOwner is the user whose passkey has this credential.
func (s *Accounts) PasskeyOwner(ctx context.Context, credential string) (userID string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT user_id FROM passkeys WHERE credential = $1", credential).Scan(&userID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", apperr.New(apperr.NotFound)
	}
	if err != nil {
		return "", fmt.Errorf("looking for a passkey: %w", s.db.public(err))
	}
	return userID, nil
}

// AddPasskey stores a passkey. The user's row is locked, so that the count holds.
func (tx *accountTx) AddPasskey(ctx context.Context, p accounts.Passkey, most int) error {
	var have int
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM passkeys WHERE user_id = $1", p.UserID).Scan(&have)
	if err != nil {
		return fmt.Errorf("counting passkeys: %w", err)
	}
	if have >= most {
		return apperr.New(apperr.PasskeyLimit)
	}
	_, err = tx.changed(ctx, "adding a passkey",
		"INSERT INTO passkeys ("+passkeyColumns+") VALUES ("+list(1, 8)+")", p.ID, p.UserID, p.Credential, p.Name,
		p.Record, int64(p.SignCount), Millis(p.CreatedAt), Millis(p.LastUsedAt))
	if err != nil && tx.db.IsUnique(err, "passkeys", "credential") {
		return apperr.Wrap(apperr.PasskeyKnown, err)
	}
	return err
}

// UsePasskey stores when a passkey was used. The guard in the statement lets one caller through with a count.
func (tx *accountTx) UsePasskey(ctx context.Context, id string, count uint32, now time.Time) (bool, error) {
	return tx.changed(ctx, "using a passkey", `
		UPDATE passkeys SET sign_count = $2, last_used_at = $3
		WHERE id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`, id, int64(count), Millis(now))
}

// RenamePasskey gives a passkey of a user's another name.
func (tx *accountTx) RenamePasskey(ctx context.Context, userID, id, name string) error {
	found, err := tx.changed(ctx, "renaming a passkey", "UPDATE passkeys SET name = $3 WHERE id = $2 AND user_id = $1",
		userID, id, name)
	if err == nil && !found {
		err = apperr.New(apperr.NotFound)
	}
	return err
}

// RemovePasskey removes a passkey of a user's and takes it from the sessions that were signed in with it.
func (tx *accountTx) RemovePasskey(ctx context.Context, userID, id string) (accounts.Passkey, error) {
	p, err := scanPasskey(tx.QueryRowContext(ctx,
		"SELECT "+passkeyColumns+" FROM passkeys WHERE id = $2 AND user_id = $1", userID, id))
	if errors.Is(err, sql.ErrNoRows) {
		return p, apperr.New(apperr.NotFound)
	}
	if err != nil {
		return p, fmt.Errorf("reading a passkey to remove: %w", err)
	}
	if _, err := tx.changed(ctx, "removing a passkey", "DELETE FROM passkeys WHERE id = $1", id); err != nil {
		return p, err
	}
	return p, tx.dropSessionPasskeys(ctx, userID)
}

// DropPasskeys removes the passkeys that a user added since then.
func (tx *accountTx) DropPasskeys(ctx context.Context, userID string, since time.Time) (dropped int, err error) {
	result, err := tx.ExecContext(ctx, "DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2", userID,
		Millis(since))
	if err != nil {
		return 0, fmt.Errorf("removing passkeys: %w", err)
	}
	n, err := result.RowsAffected()
	if err != nil || n == 0 {
		return 0, err
	}
	return int(n), tx.dropSessionPasskeys(ctx, userID)
}

// dropSessionPasskeys takes passkeys that are gone from the user's sessions.
func (tx *accountTx) dropSessionPasskeys(ctx context.Context, userID string) error {
	_, err := tx.changed(ctx, "taking a passkey from sessions", `
		UPDATE sessions SET passkey_id = '' WHERE user_id = $1 AND passkey_id <> ''
		AND passkey_id NOT IN (SELECT id FROM passkeys WHERE user_id = $1)`, userID)
	return err
}

// SetSessionPasskey makes a session one of a passkey.
func (tx *accountTx) SetSessionPasskey(ctx context.Context, userID, sessionID, passkeyID string) error {
	_, err := tx.changed(ctx, "noting the passkey of a session",
		"UPDATE sessions SET passkey_id = $3 WHERE id = $2 AND user_id = $1", userID, sessionID, passkeyID)
	return err
}

// SetChallenge stores a challenge in place of an earlier one.
func (tx *accountTx) SetChallenge(ctx context.Context, c accounts.Challenge) error {
	_, err := tx.changed(ctx, "storing a challenge", `
		INSERT INTO passkey_challenges (session_id, purpose, state, expires_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (session_id, purpose) DO UPDATE SET state = $3, expires_at = $4`,
		c.SessionID, string(c.Purpose), c.State, Millis(c.ExpiresAt))
	return err
}

// TakeChallenge removes a challenge. The one caller whose statement removes the row gets it.
func (tx *accountTx) TakeChallenge(ctx context.Context, sessionID string, purpose accounts.ChallengePurpose,
	now time.Time) (state string, err error) {
	err = tx.QueryRowContext(ctx, `
		DELETE FROM passkey_challenges WHERE session_id = $1 AND purpose = $2 AND expires_at > $3 RETURNING state`,
		sessionID, string(purpose), Millis(now)).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return "", apperr.New(apperr.NotFound)
	}
	if err != nil {
		return "", fmt.Errorf("taking a challenge: %w", err)
	}
	return state, nil
}

// AddConfirmation stores a code that counts as the password.
func (tx *accountTx) AddConfirmation(ctx context.Context, c accounts.Confirmation) error {
	_, err := tx.changed(ctx, "storing a confirmation",
		"INSERT INTO passkey_confirmations (hash, user_id, expires_at) VALUES ($1, $2, $3)", c.Hash, c.UserID,
		Millis(c.ExpiresAt))
	return err
}

// UseConfirmation removes a confirmation; only one caller finds it.
func (tx *accountTx) UseConfirmation(ctx context.Context, c accounts.Confirmation) (bool, error) {
	return tx.changed(ctx, "using a confirmation",
		"DELETE FROM passkey_confirmations WHERE hash = $1 AND user_id = $2 AND expires_at > $3",
		c.Hash, c.UserID, Millis(c.ExpiresAt))
}
