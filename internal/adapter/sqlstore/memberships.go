package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/roles"
)

// Memberships stores who may do what. It implements roles.Repository.
type Memberships struct{ db *DB }

var _ roles.Repository = (*Memberships)(nil)

// NewMemberships makes it over an open database.
func NewMemberships(db *DB) *Memberships { return &Memberships{db: db} }

type membershipTx struct{ *Tx }

// Write runs work in one transaction.
func (s *Memberships) Write(ctx context.Context, work func(tx roles.Tx) error) error {
	return s.db.Write(ctx, func(tx *Tx) error { return work(membershipTx{tx}) })
}

// Members lists the people of a place.
func (s *Memberships) Members(ctx context.Context, place string) ([]roles.Member, error) {
	one := func(row interface{ Scan(...any) error }) (m roles.Member, err error) {
		var since int64
		err = row.Scan(&m.UserID, &m.Store, &m.Role, &m.AddedBy, &since, &m.Username, &m.FullName, &m.Email, &m.Phone)
		m.Since = Time(since)
		return m, err
	}
	return readAll(ctx, s.db, "listing members", one, `
		SELECT m.user_id, m.store_id, m.role, m.added_by, m.since, u.username, u.full_name, u.email, u.phone_nb
		FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.store_id = $1
		ORDER BY CASE m.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 0 WHEN 'pharmacist' THEN 1 WHEN 'support' THEN 1
			WHEN 'staff' THEN 2 ELSE 3 END, u.username_fold`, place)
}

// RolesOf reads what a user is everywhere.
func (s *Memberships) RolesOf(ctx context.Context, userID string) (roles.Set, error) {
	one := func(row interface{ Scan(...any) error }) (p roles.Place, err error) {
		err = row.Scan(&p.Store, &p.Role)
		return p, err
	}
	places, err := readAll(ctx, s.db, "reading roles", one,
		"SELECT store_id, role FROM memberships WHERE user_id = $1", userID)
	return roles.NewSet(places...), err
}

const selectInvitations = `SELECT i.id, i.hash, i.store_id, i.role, i.email, i.language, i.invited_by, i.created_at,
		i.expires_at, i.used_at, coalesce(s.name, ''), coalesce(s.arabic_name, '')
	FROM invitations i LEFT JOIN stores s ON s.id = i.store_id `

func scanInvitation(row interface{ Scan(...any) error }) (i roles.Invitation, err error) {
	var created, expires, used int64
	err = row.Scan(&i.ID, &i.Hash, &i.Store, &i.Role, &i.Email, &i.Language, &i.InvitedBy, &created, &expires, &used,
		&i.PlaceName.English, &i.PlaceName.Arabic)
	if errors.Is(err, sql.ErrNoRows) {
		return i, apperr.New(apperr.NotFound)
	}
	i.CreatedAt, i.ExpiresAt = Time(created), Time(expires)
	if used > 0 {
		i.UsedAt = Time(used)
	}
	return i, err
}

// Open lists the invitations of a place that can still be accepted.
func (s *Memberships) Open(ctx context.Context, place string, now time.Time) ([]roles.Invitation, error) {
	return readAll(ctx, s.db, "listing invitations", scanInvitation, selectInvitations+
		"WHERE i.store_id = $1 AND i.used_at = 0 AND i.expires_at > $2 ORDER BY i.created_at DESC, i.id", place,
		Millis(now))
}

// Invitation reads an invitation by the hash of its token.
func (s *Memberships) Invitation(ctx context.Context, hash string) (*roles.Invitation, error) {
	return s.invitation(ctx, "WHERE i.hash = $1", hash)
}

// InvitationByID reads an invitation by its id.
func (s *Memberships) InvitationByID(ctx context.Context, id string) (*roles.Invitation, error) {
	return s.invitation(ctx, "WHERE i.id = $1", id)
}

func (s *Memberships) invitation(ctx context.Context, where, arg string) (*roles.Invitation, error) {
	i, err := scanInvitation(s.db.QueryRowContext(ctx, selectInvitations+where, arg))
	if err != nil {
		return nil, fmt.Errorf("reading an invitation: %w", s.db.public(err))
	}
	return &i, nil
}

// Language is the language of the user with an email address.
func (s *Memberships) Language(ctx context.Context, email string) (lang text.Lang, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT language FROM users WHERE email_fold = $1", accounts.Fold(email)).
		Scan(&lang)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("reading a language: %w", s.db.public(err))
	}
	return lang, nil
}

// Sweep removes invitations that were closed or ran out a month ago.
func (s *Memberships) Sweep(ctx context.Context, now time.Time) error {
	const closedInvitationLife = 30 * 24 * time.Hour
	return s.db.Write(ctx, func(tx *Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM invitations WHERE expires_at <= $1",
			Millis(now.Add(-closedInvitationLife)))
		if err != nil {
			return fmt.Errorf("sweeping invitations: %w", err)
		}
		return nil
	})
}

// Members reads the people of a place and locks them.
func (tx membershipTx) Members(ctx context.Context, place string) ([]roles.Membership, error) {
	return lockMembers(ctx, tx.Tx, place)
}

// lockMembers locks in the order of the ids, so that two transactions never wait for each other.
func lockMembers(ctx context.Context, tx *Tx, place string) ([]roles.Membership, error) {
	rows, err := tx.QueryContext(ctx, `SELECT user_id, store_id, role, added_by, since FROM memberships
		WHERE store_id = $1 ORDER BY user_id`+tx.ForUpdate(), place)
	if err != nil {
		return nil, fmt.Errorf("locking members: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var members []roles.Membership
	for rows.Next() {
		var m roles.Membership
		var since int64
		if err := rows.Scan(&m.UserID, &m.Store, &m.Role, &m.AddedBy, &since); err != nil {
			return nil, fmt.Errorf("locking members: %w", err)
		}
		m.Since = Time(since)
		members = append(members, m)
	}
	return members, rows.Err()
}

// Set gives a user a role in a place.
func (tx membershipTx) Set(ctx context.Context, m roles.Membership) error {
	return setMembership(ctx, tx.Tx, m)
}

func setMembership(ctx context.Context, tx *Tx, m roles.Membership) error {
	if err := endInvitations(ctx, tx, m.Store, m.UserID, m.Role); err != nil {
		return err
	}
	known, err := texts(tx.QueryContext(ctx, "SELECT id FROM users WHERE id = $1"+tx.ForUpdate(), m.UserID))
	if err != nil {
		return fmt.Errorf("locking a user: %w", err)
	}
	if len(known) == 0 {
		return apperr.New(apperr.SessionEnded)
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO memberships (user_id, store_id, role, added_by, since) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, store_id) DO UPDATE SET role = excluded.role`,
		m.UserID, m.Store, string(m.Role), m.AddedBy, Millis(m.Since))
	if err != nil {
		return fmt.Errorf("adding a member: %w", err)
	}
	return mirrorMembership(ctx, tx, m.Store, m.UserID)
}

// Remove takes the role in a place away.
func (tx membershipTx) Remove(ctx context.Context, place, userID string) error {
	return removeMembership(ctx, tx.Tx, place, userID)
}

func removeMembership(ctx context.Context, tx *Tx, place, userID string) error {
	if err := endInvitations(ctx, tx, place, userID, ""); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM memberships WHERE store_id = $1 AND user_id = $2", place, userID)
	if err != nil {
		return fmt.Errorf("removing a member: %w", err)
	}
	return mirrorMembership(ctx, tx, place, userID)
}

// endInvitations closes the open invitations that are worthless once a user has another role in a place, or none. Every
// change of a membership comes by here, so that none forgets it.
func endInvitations(ctx context.Context, tx *Tx, place, userID string, role roles.Role) error {
	after, err := rolesAfter(ctx, tx, userID, roles.Place{Store: place, Role: role})
	if err != nil {
		return err
	}
	var email string
	err = tx.QueryRowContext(ctx, "SELECT email FROM users WHERE id = $1", userID).Scan(&email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("reading a member's address: %w", err)
	}
	ended, err := invitationsEnded(ctx, tx, place, userID, email, after)
	if err != nil || len(ended) == 0 {
		return err
	}
	in, args := In(2, ended)
	_, err = tx.ExecContext(ctx, "UPDATE invitations SET used_at = $1 WHERE id IN ("+in+") AND used_at = 0",
		append([]any{Millis(tx.db.time())}, args...)...)
	if err != nil {
		return fmt.Errorf("closing invitations: %w", err)
	}
	return nil
}

// rolesAfter is what a user is everywhere once one role has changed; an empty role is none.
func rolesAfter(ctx context.Context, tx *Tx, userID string, changed roles.Place) (roles.Set, error) {
	rows, err := tx.QueryContext(ctx, "SELECT store_id, role FROM memberships WHERE user_id = $1 AND store_id <> $2",
		userID, changed.Store)
	if err != nil {
		return roles.Set{}, fmt.Errorf("reading roles: %w", err)
	}
	defer func() { _ = rows.Close() }()
	places := []roles.Place{changed}
	for rows.Next() {
		var p roles.Place
		if err := rows.Scan(&p.Store, &p.Role); err != nil {
			return roles.Set{}, fmt.Errorf("reading roles: %w", err)
		}
		places = append(places, p)
	}
	return roles.NewSet(places...), rows.Err()
}

// invitationsEnded gives the ids of the open invitations to a place, and of those that the user sent anywhere, that are
// worthless now. There are few: a place has a bounded number, and old ones are swept.
func invitationsEnded(ctx context.Context, tx *Tx, place, userID, email string, after roles.Set) (
	ended []string, err error,
) {
	rows, err := tx.QueryContext(ctx, `SELECT id, store_id, email, invited_by FROM invitations
		WHERE used_at = 0 AND (store_id = $1 OR invited_by = $2) ORDER BY id`, place, userID)
	if err != nil {
		return nil, fmt.Errorf("reading invitations: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var i roles.Invitation
		if err := rows.Scan(&i.ID, &i.Store, &i.Email, &i.InvitedBy); err != nil {
			return nil, fmt.Errorf("reading invitations: %w", err)
		}
		if i.EndsWith(place, userID, email, after) {
			ended = append(ended, i.ID)
		}
	}
	return ended, rows.Err()
}

// mirrorMembership copies a change to where the version before looks: whether a user is an admin, and the owner
// whom mails about a store go to. Of several owners it is the one who has been longest.
func mirrorMembership(ctx context.Context, tx *Tx, place, userID string) error {
	var err error
	if place == roles.House {
		_, err = tx.ExecContext(ctx, `UPDATE users SET admin = EXISTS (SELECT 1 FROM memberships m
			WHERE m.user_id = users.id AND m.store_id = 'house' AND m.role = 'admin') WHERE id = $1`, userID)
	} else {
		_, err = tx.ExecContext(ctx, `UPDATE stores SET owner_id = coalesce((SELECT m.user_id FROM memberships m
			WHERE m.store_id = stores.id AND m.role = 'owner' ORDER BY m.since, m.user_id LIMIT 1), owner_id)
			WHERE id = $1`, place)
	}
	if err != nil {
		return fmt.Errorf("copying a membership: %w", err)
	}
	return nil
}

// StoreExists locks a store.
func (tx membershipTx) StoreExists(ctx context.Context, id string) error {
	found, err := texts(tx.QueryContext(ctx, "SELECT id FROM stores WHERE id = $1"+tx.ForUpdate(), id))
	if err != nil {
		return fmt.Errorf("locking a store: %w", err)
	}
	if len(found) == 0 {
		return apperr.New(apperr.StoreNotFound)
	}
	return nil
}

// CountOpen counts the invitations of a place that can still be accepted.
func (tx membershipTx) CountOpen(ctx context.Context, place string, now time.Time) (n int, err error) {
	err = tx.QueryRowContext(ctx,
		"SELECT count(*) FROM invitations WHERE store_id = $1 AND used_at = 0 AND expires_at > $2", place, Millis(now)).
		Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("counting invitations: %w", err)
	}
	return n, nil
}

// AddInvitation adds one and withdraws an open one of the same place and email.
func (tx membershipTx) AddInvitation(ctx context.Context, i roles.Invitation) error {
	_, err := tx.ExecContext(ctx, `UPDATE invitations SET used_at = $3
		WHERE store_id = $1 AND lower(email) = lower($2) AND used_at = 0`, i.Store, i.Email, Millis(i.CreatedAt))
	if err != nil {
		return fmt.Errorf("replacing an invitation: %w", err)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO invitations
		(id, hash, store_id, role, email, language, invited_by, created_at, expires_at) VALUES (`+list(1, 9)+`)`,
		i.ID, i.Hash, i.Store, string(i.Role), i.Email, string(i.Language), i.InvitedBy, Millis(i.CreatedAt),
		Millis(i.ExpiresAt))
	if err != nil {
		return fmt.Errorf("adding an invitation: %w", err)
	}
	return nil
}

// UseInvitation closes an open invitation.
func (tx membershipTx) UseInvitation(ctx context.Context, id string, now time.Time) (bool, error) {
	result, err := tx.ExecContext(ctx,
		"UPDATE invitations SET used_at = $2 WHERE id = $1 AND used_at = 0 AND expires_at > $2", id, Millis(now))
	if err != nil {
		return false, fmt.Errorf("closing an invitation: %w", err)
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// Enqueue queues jobs in this transaction.
func (tx membershipTx) Enqueue(ctx context.Context, jobs ...outbox.Job) error {
	return enqueue(ctx, tx.Tx, jobs)
}

// Audit adds to the audit log in this transaction.
func (tx membershipTx) Audit(ctx context.Context, events ...audit.Event) error {
	return recordAudit(ctx, tx.Tx, events...)
}
