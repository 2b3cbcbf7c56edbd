package accounts

import (
	"context"
	"maps"
	"sync"
	"time"
)

const (
	// sessionCacheFor is how long a session that was read is answered from memory. What another server ends or
	// changes therefore counts here after less than a second.
	sessionCacheFor = 900 * time.Millisecond
	// maxCachedSessions bounds the memory; a full cache begins anew.
	maxCachedSessions = 20_000
)

// sessionCache holds sessions that were read a moment ago, so that the requests of one page cost one read. Whatever
// this server changes about a session or its user is forgotten right after its commit (see Service.write); changes
// by other servers are noticed when sessionCacheFor is over. Sessions that do not exist are not cached.
type sessionCache struct {
	mu      sync.Mutex
	entries map[string]cachedSession // by session id
	// epoch counts the calls of forget. A session that was read before the last one is not stored: it may be what
	// was to be forgotten.
	epoch int64
}

type cachedSession struct {
	session Session
	state   SessionState
	readAt  time.Time
}

// session reads a session through the cache.
func (s *Service) session(ctx context.Context, id string, now time.Time) (Session, SessionState, error) {
	cached, epoch, ok := s.sessions.find(id, now)
	if ok {
		return cached.session, cached.state, nil
	}
	session, state, err := s.store.Session(ctx, id)
	if err == nil {
		s.sessions.store(cachedSession{session, state, now}, epoch)
	}
	return session, state, err
}

// find gives a session that is recent enough, and the epoch to store it with when it has to be read.
func (c *sessionCache) find(id string, now time.Time) (found cachedSession, epoch int64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok = c.entries[id]
	age := now.Sub(found.readAt) // negative after the clock was set back
	return found, c.epoch, ok && age >= 0 && age < sessionCacheFor
}

func (c *sessionCache) store(read cachedSession, epoch int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch != c.epoch {
		return
	}
	if c.entries == nil || len(c.entries) >= maxCachedSessions {
		c.entries = map[string]cachedSession{}
	}
	c.entries[read.session.ID] = read
}

// forget drops the sessions for which gone is true.
func (c *sessionCache) forget(gone func(Session) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	maps.DeleteFunc(c.entries, func(_ string, e cachedSession) bool { return gone(e.session) })
}

// ForgetSessions makes the next request of a user read session and SessionState anew. Whoever changes what a
// SessionState holds, outside of this Service, calls it after the commit.
func (s *Service) ForgetSessions(userID string) {
	s.sessions.forget(func(cached Session) bool { return cached.UserID == userID })
}

// write is store.Write that forgets the cached sessions which the work may have ended or changed.
func (s *Service) write(ctx context.Context, work func(tx Tx) error) error {
	changed := sessionChanges{users: map[string]bool{}, sessions: map[string]bool{}}
	err := s.store.Write(ctx, func(tx Tx) error { return work(&watchedTx{Tx: tx, changed: &changed}) })
	// Also after an error: a commit whose answer was lost may have happened.
	if changed.any() {
		s.sessions.forget(func(cached Session) bool {
			return changed.everybody || changed.users[cached.UserID] || changed.sessions[cached.ID]
		})
	}
	return err
}

// sessionChanges is whose sessions a transaction has touched.
type sessionChanges struct {
	everybody       bool
	users, sessions map[string]bool
}

func (c *sessionChanges) any() bool { return c.everybody || len(c.users)+len(c.sessions) > 0 }

// watchedTx notes whose sessions, or what is in their SessionState, it changes.
type watchedTx struct {
	Tx
	changed *sessionChanges
}

// SetAdmin changes who is an admin.
func (tx *watchedTx) SetAdmin(ctx context.Context, userID string, admin bool, now time.Time) error {
	tx.changed.users[userID] = true
	return tx.Tx.SetAdmin(ctx, userID, admin, now)
}

// SaveUser changes what others read of a user.
func (tx *watchedTx) SaveUser(ctx context.Context, u *User) error {
	tx.changed.users[u.ID] = true
	return tx.Tx.SaveUser(ctx, u)
}

// DeleteUser ends the user's sessions with the account.
func (tx *watchedTx) DeleteUser(ctx context.Context, id string) error {
	tx.changed.users[id] = true
	return tx.Tx.DeleteUser(ctx, id)
}

// AddSession may end the user's oldest session.
func (tx *watchedTx) AddSession(ctx context.Context, s Session) error {
	tx.changed.users[s.UserID] = true
	return tx.Tx.AddSession(ctx, s)
}

// EndSession ends one session.
func (tx *watchedTx) EndSession(ctx context.Context, id string) error {
	tx.changed.sessions[id] = true
	return tx.Tx.EndSession(ctx, id)
}

// EndSessions ends all sessions of a user but one.
func (tx *watchedTx) EndSessions(ctx context.Context, userID, but string) (int, error) {
	tx.changed.users[userID] = true
	return tx.Tx.EndSessions(ctx, userID, but)
}

// EndEverySession ends all sessions of everybody.
func (tx *watchedTx) EndEverySession(ctx context.Context) (int, error) {
	tx.changed.everybody = true
	return tx.Tx.EndEverySession(ctx)
}

// SetSessionPasskey changes what a session was signed in with.
func (tx *watchedTx) SetSessionPasskey(ctx context.Context, userID, sessionID, passkeyID string) error {
	tx.changed.sessions[sessionID] = true
	return tx.Tx.SetSessionPasskey(ctx, userID, sessionID, passkeyID)
}

// RemovePasskey changes what sessions were signed in with.
func (tx *watchedTx) RemovePasskey(ctx context.Context, userID, id string) (Passkey, error) {
	tx.changed.users[userID] = true
	return tx.Tx.RemovePasskey(ctx, userID, id)
}

// DropPasskeys changes what sessions were signed in with.
func (tx *watchedTx) DropPasskeys(ctx context.Context, userID string, since time.Time) (int, error) {
	tx.changed.users[userID] = true
	return tx.Tx.DropPasskeys(ctx, userID, since)
}

// ConfirmTwoFactor turns two-factor on.
func (tx *watchedTx) ConfirmTwoFactor(
	ctx context.Context, s *TwoFactor, step int64, now time.Time, recovery []string,
) (bool, error) {
	tx.changed.users[s.UserID] = true
	return tx.Tx.ConfirmTwoFactor(ctx, s, step, now, recovery)
}

// DropTwoFactor turns two-factor off.
func (tx *watchedTx) DropTwoFactor(ctx context.Context, userID string) (bool, error) {
	tx.changed.users[userID] = true
	return tx.Tx.DropTwoFactor(ctx, userID)
}
