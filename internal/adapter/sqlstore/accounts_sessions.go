package sqlstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/roles"
)

// maxSessions is how many sessions of one user are stored; the longest unused go first.
const maxSessions = 50

const sessionColumns = "s.id, s.handle, s.user_id, s.remember, s.device, s.passkey_id, " +
	"s.created_at, s.last_seen_at, s.expires_at"

func sessionFields(s *accounts.Session, times *[3]int64) []any {
	return []any{&s.ID, &s.Handle, &s.UserID, &s.Remember, &s.Device, &s.PasskeyID, &times[0], &times[1], &times[2]}
}

func setSessionTimes(s *accounts.Session, times [3]int64) {
	s.CreatedAt, s.LastSeenAt, s.ExpiresAt = Time(times[0]), Time(times[1]), Time(times[2])
}

// Session reads a session and how its user stands.
func (s *Accounts) Session(ctx context.Context,
	id string) (session accounts.Session, state accounts.SessionState, err error) {
	var times [3]int64
	// One row for each role, or one without: the session and the roles are read together, of one moment.
	type sessionRow struct {
		session   accounts.Session
		twoFactor bool
		place     roles.Place
	}
	one := func(row interface{ Scan(...any) error }) (r sessionRow, err error) {
		err = row.Scan(append(sessionFields(&r.session, &times), &r.twoFactor, &r.place.Store, &r.place.Role)...)
		setSessionTimes(&r.session, times)
		return r, err
	}
	rows, err := readAll(ctx, s.db, "reading a session", one, "SELECT "+sessionColumns+`,
			EXISTS (SELECT 1 FROM second_steps t WHERE t.user_id = s.user_id AND t.confirmed_at > 0),
			coalesce(m.store_id, ''), coalesce(m.role, '')
		FROM sessions s LEFT JOIN memberships m ON m.user_id = s.user_id WHERE s.id = $1`, id)
	if err != nil {
		return session, state, err
	}
	if len(rows) == 0 {
		return session, state, apperr.New(apperr.NotFound)
	}
	var places []roles.Place
	for _, r := range rows {
		places = append(places, r.place)
	}
	state = accounts.SessionState{Roles: roles.NewSet(places...), TwoFactor: rows[0].twoFactor}
	return rows[0].session, state, nil
}

// Sessions lists a user's sessions, last used first.
func (s *Accounts) Sessions(ctx context.Context, userID string, now time.Time) ([]accounts.Session, error) {
	one := func(row interface{ Scan(...any) error }) (session accounts.Session, err error) {
		var times [3]int64
		err = row.Scan(sessionFields(&session, &times)...)
		setSessionTimes(&session, times)
		return session, err
	}
	return readAll(ctx, s.db, "listing sessions", one, "SELECT "+sessionColumns+` FROM sessions s
		WHERE s.user_id = $1 AND s.expires_at > $2 ORDER BY s.last_seen_at DESC, s.id`, userID, Millis(now))
}

// touchRows bounds how many sessions one transaction touches, so that nobody waits long for it.
const touchRows = 200

// TouchSessions stores when sessions were last used; a later time that is stored stays.
func (s *Accounts) TouchSessions(ctx context.Context, times map[string]time.Time) error {
	// Servers that write at once take the rows in the same order, so that none waits for the other.
	for part := range slices.Chunk(slices.Sorted(maps.Keys(times)), touchRows) {
		err := s.db.Write(ctx, func(tx *Tx) error {
			for _, id := range part {
				_, err := tx.ExecContext(ctx,
					"UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2",
					id, Millis(times[id]))
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("storing when sessions were last used: %w", err)
		}
	}
	return nil
}

// AddSession adds a session and drops the user's expired and surplus ones.
func (tx *accountTx) AddSession(ctx context.Context, s accounts.Session) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO sessions (id, handle, user_id, remember, device, passkey_id, created_at, last_seen_at, expires_at)
		VALUES (`+list(1, 9)+`)`, s.ID, s.Handle, s.UserID, s.Remember, s.Device, s.PasskeyID,
		Millis(s.CreatedAt), Millis(s.LastSeenAt), Millis(s.ExpiresAt))
	if err != nil {
		return fmt.Errorf("adding a session: %w", err)
	}
	_, err = tx.ExecContext(ctx, `
		DELETE FROM sessions WHERE user_id = $1 AND (expires_at <= $2 OR id NOT IN
			(SELECT id FROM sessions WHERE user_id = $1 ORDER BY last_seen_at DESC, created_at DESC, id LIMIT $3))`,
		s.UserID, Millis(s.CreatedAt), maxSessions)
	if err != nil {
		return fmt.Errorf("dropping old sessions: %w", err)
	}
	return nil
}

// EndSession ends a session.
func (tx *accountTx) EndSession(ctx context.Context, id string) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM sessions WHERE id = $1", id); err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

// EndEverySession ends all sessions of everybody.
func (tx *accountTx) EndEverySession(ctx context.Context) (ended int, err error) {
	result, err := tx.ExecContext(ctx, "DELETE FROM sessions")
	if err != nil {
		return 0, fmt.Errorf("ending every session: %w", err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// EndSessions ends all sessions of a user but one.
func (tx *accountTx) EndSessions(ctx context.Context, userID, but string) (ended int, err error) {
	result, err := tx.ExecContext(ctx, "DELETE FROM sessions WHERE user_id = $1 AND id <> $2", userID, but)
	if err != nil {
		return 0, fmt.Errorf("ending sessions: %w", err)
	}
	n, err := result.RowsAffected()
	return int(n), err
}
