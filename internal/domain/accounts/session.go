package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/roles"
)

// Session is a browser in which somebody is signed in.
type Session struct {
	// ID is the hash of the secret in the cookie.
	ID string
	// Handle names the session in lists; it opens nothing.
	Handle   string
	UserID   string
	Remember bool
	Device   string
	// PasskeyID is the passkey it was signed in with, "" for a password.
	PasskeyID  string
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time
}

// SessionState is what the shop knows of the user behind a session: whatever decides what a request may do belongs
// here (roles and memberships, too), so that it is read together with the session and cached with it for less than a
// second. Changes through Service.write are noticed on this server at once; other code that changes what a state
// holds calls ForgetSessions after its commit.
type SessionState struct {
	Roles     roles.Set
	TwoFactor bool // is on
}

// inHouse tells whether the user belongs to those who run the shop, of whom more is asked.
func (s SessionState) inHouse() bool { return s.Roles.In(roles.House) != "" }

// Identity is what a session cookie proves. The zero value is somebody without a session.
type Identity struct {
	UserID    string // empty for visitors
	Admin     bool
	SessionID string // set for visitors with a session, too
	// LacksTwoFactor is set for somebody of the house who has no rights there until two-factor is on.
	LacksTwoFactor bool
	// LacksPasskey is set for somebody who has no roles until they sign in with a passkey.
	LacksPasskey bool
	// Roles say what the user may do, in stores and in the house.
	Roles roles.Set
}

// Visitor gives the id of a visitor's session, "" for everybody else.
func (i Identity) Visitor() string {
	if i.UserID != "" {
		return ""
	}
	return i.SessionID
}

// Cookie is a session as the browser stores it. A zero Expires ends it with the browser.
type Cookie struct {
	Value   string
	Expires time.Time
}

const (
	secretSize = 32
	// A signed-in session is a random secret whose hash is in the database. A visitor's is
	// random and signed: it needs no row, so that passing robots leave nothing behind.
	signedInMark = "s."
	visitorMark  = "v."
	visitorSize  = secretSize + 8 + sha256.Size
	// adminIdle is how long an admin's session lives without being used: a browser left open must
	// not leave the admin screens open. Shoppers have the 12 hours or 30 days of their session.
	adminIdle = 2 * time.Hour
)

// newSession makes a session and its cookie.
func newSession(userID string, remember bool, device string, now time.Time) (Session, Cookie) {
	secret := random(secretSize)
	life := contract.Shop().SessionFor()
	cookie := Cookie{Value: signedInMark + base64.RawURLEncoding.EncodeToString(secret)}
	if remember {
		life = contract.Shop().RememberFor()
		cookie.Expires = now.Add(life)
	}
	return Session{
		ID: hashSecret(secret), Handle: strings.ToLower(rand.Text()[:16]), UserID: userID, Remember: remember,
		Device: device, CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(life),
	}, cookie
}

// NewVisitor gives a visitor a session of their own.
func (s *Service) NewVisitor() (Identity, Cookie) {
	now := s.now()
	body := binary.BigEndian.AppendUint64(random(secretSize), uint64(now.Unix()))
	value := visitorMark + base64.RawURLEncoding.EncodeToString(append(body, sum(s.keys.visitor, string(body))...))
	return Identity{SessionID: visitorID(body)}, Cookie{Value: value, Expires: now.Add(contract.Shop().RememberFor())}
}

// Identify finds out whom a cookie belongs to. A missing, expired or forged one is nobody; an
// error means that the store could not be asked.
func (s *Service) Identify(ctx context.Context, cookie string) (Identity, error) {
	if visitor, ok := s.visitorIn(cookie); ok {
		return Identity{SessionID: visitor}, nil
	}
	secret, ok := signedInSecret(cookie)
	if !ok {
		return Identity{}, nil
	}
	now := s.now()
	session, state, err := s.session(ctx, hashSecret(secret), now)
	if apperr.CodeOf(err) == apperr.NotFound {
		return Identity{}, nil
	}
	if err != nil {
		return Identity{}, fmt.Errorf("looking up a session: %w", err)
	}
	used := s.lastSeen.of(session.ID, session.LastSeenAt)
	if !session.ExpiresAt.After(now) || state.inHouse() && now.Sub(used) >= adminIdle+lastSeenEvery {
		return Identity{}, nil
	}
	if now.Sub(used) >= lastSeenEvery {
		s.lastSeen.note(session.ID, now)
	}
	lacks := state.inHouse() && s.adminsNeedTwoFactor && !state.TwoFactor && session.PasskeyID == ""
	lacksPasskey := s.passkeysRequired.lacksPasskey(session, state)
	switch {
	case lacksPasskey && s.passkeysRequired == PasskeysOfStaff:
		state.Roles = roles.NewSet()
	case lacks || lacksPasskey:
		state.Roles = state.Roles.Without(roles.House)
	}
	return Identity{SessionID: session.ID, UserID: session.UserID, Admin: state.Roles.In(roles.House) == roles.Admin,
		LacksTwoFactor: lacks, LacksPasskey: lacksPasskey, Roles: state.Roles}, nil
}

func (s *Service) visitorIn(cookie string) (id string, ok bool) {
	raw, ok := decodeCookie(cookie, visitorMark, visitorSize)
	if !ok {
		return "", false
	}
	body, mac := raw[:visitorSize-sha256.Size], raw[visitorSize-sha256.Size:]
	if !hmac.Equal(mac, sum(s.keys.visitor, string(body))) {
		return "", false
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(body[secretSize:])), 0)
	if s.now().Sub(issued) >= contract.Shop().RememberFor() {
		return "", false
	}
	return visitorID(body), true
}

func signedInSecret(cookie string) ([]byte, bool) {
	return decodeCookie(cookie, signedInMark, secretSize)
}

func decodeCookie(cookie, mark string, size int) ([]byte, bool) {
	text, ok := strings.CutPrefix(cookie, mark)
	if !ok || len(text) != base64.RawURLEncoding.EncodedLen(size) {
		return nil, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return raw, err == nil && len(raw) == size
}

func hashSecret(secret []byte) string {
	h := sha256.Sum256(secret)
	return hex.EncodeToString(h[:])
}

func visitorID(body []byte) string { return "v" + hashSecret(body[:secretSize]) }

// CSRFToken is the token of a session. It is made from the session's id, so that every server
// knows it without being told.
func (s *Service) CSRFToken(sessionID string) string {
	return base64.RawURLEncoding.EncodeToString(sum(s.keys.csrf, sessionID))
}

// CheckCSRF compares a token with the one of the session. Code: CSRF.
func (s *Service) CheckCSRF(sessionID, token string) error {
	if sessionID == "" || subtle.ConstantTimeCompare([]byte(token), []byte(s.CSRFToken(sessionID))) != 1 {
		return apperr.New(apperr.CSRF)
	}
	return nil
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: the program ends when the system has no randomness
	return b
}
