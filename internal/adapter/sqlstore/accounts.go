package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/roles"
)

// Accounts is the store of users, sessions, links, tries and the audit record. It implements
// accounts.Store.
type Accounts struct {
	db    *DB
	hooks AccountHooks
}

// AccountHooks let other domains take part in the transactions of accounts.
type AccountHooks struct {
	// OnSignIn runs when a visitor's session became a user's: the cart follows the person.
	OnSignIn []func(ctx context.Context, tx *Tx, visitorSession, userID string) error
	// OnDelete runs before a user is removed: what must stay loses its name.
	OnDelete []func(ctx context.Context, tx *Tx, userID string) error
}

// OnDelete is what follows when a user is deleted: orders lose the name, stores are closed, nobody is told of stock.
func OnDelete(db *DB) []func(ctx context.Context, tx *Tx, userID string) error {
	return []func(ctx context.Context, tx *Tx, userID string) error{
		NewOrders(db).AnonymiseUser, NewStores(db).RemoveUser, NewRestockAlerts(db).RemoveUser,
	}
}

// NewAccounts makes the store over an open database.
func NewAccounts(db *DB, hooks AccountHooks) *Accounts { return &Accounts{db: db, hooks: hooks} }

// accountTx is a transaction as package accounts sees it.
type accountTx struct {
	*Tx
	hooks AccountHooks
}

// Write runs work in one transaction.
func (s *Accounts) Write(ctx context.Context, work func(tx accounts.Tx) error) error {
	return s.db.Write(ctx, func(tx *Tx) error { return work(&accountTx{Tx: tx, hooks: s.hooks}) })
}

const userColumns = `id, username, full_name, phone_nb, email, email_verified, pending_email,
	pending_unapproved, pending_verified, password_hash, language, marketing_emails,
	EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.store_id = 'house' AND m.role = 'admin'),
	EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = users.id AND m.store_id = 'house'),
	created_at, updated_at`

func scanUser(row interface{ Scan(...any) error }) (*accounts.User, error) {
	var u accounts.User
	var lang string
	var created, updated int64
	err := row.Scan(&u.ID, &u.Username, &u.FullName, &u.Phone, &u.Email, &u.EmailVerified, &u.PendingEmail,
		&u.PendingUnapproved, &u.PendingVerified, &u.PasswordHash, &lang, &u.Marketing, &u.Admin, &u.InHouse, &created,
		&updated)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apperr.New(apperr.NotFound)
	}
	if err != nil {
		return nil, err
	}
	u.Language, u.CreatedAt, u.UpdatedAt = text.Lang(lang), Time(created), Time(updated)
	return &u, nil
}

func (s *Accounts) oneUser(ctx context.Context, where string, arg any) (*accounts.User, error) {
	u, err := scanUser(s.db.QueryRowContext(ctx, "SELECT "+userColumns+" FROM users WHERE "+where, arg))
	if err != nil {
		return nil, fmt.Errorf("reading a user: %w", s.db.public(err))
	}
	return u, nil
}

// User reads a user by id.
func (s *Accounts) User(ctx context.Context, id string) (*accounts.User, error) {
	return s.oneUser(ctx, "id = $1", id)
}

// UserByLogin reads a user by username or email. A username has no @, an email has one.
func (s *Accounts) UserByLogin(ctx context.Context, login string) (*accounts.User, error) {
	if strings.Contains(login, "@") {
		return s.oneUser(ctx, "email_fold = $1", login)
	}
	return s.oneUser(ctx, "username_fold = $1", login)
}

// Taken says which of a username and an email another user has.
func (s *Accounts) Taken(ctx context.Context, username, email,
	except string, now time.Time) (usernameTaken, emailTaken bool, err error) {
	err = s.db.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM users WHERE username_fold = $1 AND id <> $3),
		       EXISTS (SELECT 1 FROM users WHERE email_fold = $2 AND id <> $3)
		       OR EXISTS (SELECT 1 FROM account_links WHERE email_fold = $2 AND email_fold <> '' AND user_id <> $3
		                  AND used_at = 0 AND expires_at > $4)`, username, email, except, Millis(now)).
		Scan(&usernameTaken, &emailTaken)
	if err != nil {
		return false, false, fmt.Errorf("looking for a name: %w", s.db.public(err))
	}
	return usernameTaken, emailTaken, nil
}

// Admins lists the admins by username.
func (s *Accounts) Admins(ctx context.Context) ([]*accounts.User, error) {
	return readAll(ctx, s.db, "listing admins", scanUser,
		"SELECT "+userColumns+` FROM users WHERE id IN
			(SELECT user_id FROM memberships WHERE store_id = 'house' AND role = 'admin') ORDER BY username_fold`)
}

// Sweep removes expired sessions, links, challenges and two-factor secrets that were never confirmed.
func (s *Accounts) Sweep(ctx context.Context, now time.Time) error {
	// A used link is stored for a while, so that following it again still finds it.
	const usedLinkLife = 30 * 24 * time.Hour
	return s.db.Write(ctx, func(tx *Tx) error {
		for _, expired := range []struct {
			query  string
			before time.Time
		}{
			{"DELETE FROM sessions WHERE expires_at <= $1", now},
			{"DELETE FROM account_links WHERE expires_at <= $1", now.Add(-usedLinkLife)},
			{"DELETE FROM enrolments WHERE expires_at <= $1", now},
			{"DELETE FROM passkey_challenges WHERE expires_at <= $1", now},
			{"DELETE FROM passkey_confirmations WHERE expires_at <= $1", now},
			{"DELETE FROM second_steps WHERE confirmed_at = 0 AND begun_at <= $1", now.Add(-accounts.BeginLife)},
		} {
			if _, err := tx.ExecContext(ctx, expired.query, Millis(expired.before)); err != nil {
				return fmt.Errorf("sweeping accounts: %w", err)
			}
		}
		return nil
	})
}

// User reads a user and holds the row.
func (tx *accountTx) User(ctx context.Context, id string) (*accounts.User, error) {
	u, err := scanUser(tx.QueryRowContext(ctx, "SELECT "+userColumns+" FROM users WHERE id = $1"+tx.ForUpdate(), id))
	if err != nil {
		return nil, fmt.Errorf("reading a user to change: %w", err)
	}
	return u, nil
}

// AddUser inserts a user.
func (tx *accountTx) AddUser(ctx context.Context, u *accounts.User) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO users (id, username, full_name, phone_nb, email, email_verified, pending_email,
			pending_unapproved, pending_verified, password_hash, language, marketing_emails, created_at, updated_at,
			username_fold, email_fold)
		VALUES (`+list(1, 16)+`)`, append(userRow(u), Millis(u.CreatedAt), Millis(u.UpdatedAt),
		accounts.Fold(u.Username), accounts.Fold(u.Email))...)
	return tx.refuseUser("adding a user", err)
}

// SaveUser writes a user back.
func (tx *accountTx) SaveUser(ctx context.Context, u *accounts.User) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE users SET username = $2, full_name = $3, phone_nb = $4, email = $5, email_verified = $6,
			pending_email = $7, pending_unapproved = $8, pending_verified = $9, password_hash = $10, language = $11,
			marketing_emails = $12, updated_at = $13, username_fold = $14, email_fold = $15
		WHERE id = $1`, append(userRow(u), Millis(u.UpdatedAt), accounts.Fold(u.Username), accounts.Fold(u.Email))...)
	return tx.refuseUser("changing a user", err)
}

func userRow(u *accounts.User) []any {
	return []any{u.ID, u.Username, u.FullName, u.Phone, u.Email, u.EmailVerified, u.PendingEmail,
		u.PendingUnapproved, u.PendingVerified, u.PasswordHash, string(u.Language), u.Marketing}
}

// SetAdmin gives or takes the admin's role in the house. Who has another role there leaves it for the admin's.
func (tx *accountTx) SetAdmin(ctx context.Context, userID string, admin bool, now time.Time) error {
	if !admin {
		return removeMembership(ctx, tx.Tx, roles.House, userID)
	}
	return setMembership(ctx, tx.Tx, roles.Membership{
		Place: roles.Place{Store: roles.House, Role: roles.Admin}, UserID: userID, Since: now,
	})
}

// LockAdmins reads the ids of all admins and locks them.
func (tx *accountTx) LockAdmins(ctx context.Context) ([]string, error) {
	members, err := lockMembers(ctx, tx.Tx, roles.House)
	var admins []string
	for _, m := range members {
		if m.Role == roles.Admin {
			admins = append(admins, m.UserID)
		}
	}
	return admins, err
}

func (tx *accountTx) refuseUser(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case tx.db.IsUnique(err, "users", "username_fold"):
		return apperr.Wrap(apperr.UsernameTaken, err).WithFields(map[string]string{"username": "username_taken"})
	case tx.db.IsUnique(err, "users", "email_fold"):
		return apperr.Wrap(apperr.EmailTaken, err).WithFields(map[string]string{"email": "email_taken"})
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// DeleteUser tells the other domains, then removes the user; sessions and links go along.
func (tx *accountTx) DeleteUser(ctx context.Context, id string) error {
	if _, err := tx.User(ctx, id); err != nil {
		return err
	}
	for _, hook := range tx.hooks.OnDelete {
		if err := hook(ctx, tx.Tx, id); err != nil {
			return fmt.Errorf("parting with a user: %w", err)
		}
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM users WHERE id = $1", id); err != nil {
		return fmt.Errorf("deleting a user: %w", err)
	}
	return nil
}

// MoveVisitorData tells the other domains that a visitor's session became this user's.
func (tx *accountTx) MoveVisitorData(ctx context.Context, visitorSession, userID string) error {
	for _, hook := range tx.hooks.OnSignIn {
		if err := hook(ctx, tx.Tx, visitorSession, userID); err != nil {
			return fmt.Errorf("taking a visitor's things along: %w", err)
		}
	}
	return nil
}

// Enqueue queues jobs in this transaction.
func (tx *accountTx) Enqueue(ctx context.Context, jobs ...outbox.Job) error {
	return enqueue(ctx, tx.Tx, jobs)
}

// Audit adds to the record in this transaction.
func (tx *accountTx) Audit(ctx context.Context, events ...audit.Event) error {
	return recordAudit(ctx, tx.Tx, events...)
}
