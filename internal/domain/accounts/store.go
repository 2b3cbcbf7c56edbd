package accounts

import (
	"context"
	"time"

	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/ratelimit"
)

// Store keeps accounts. What is not there gives apperr.NotFound; a database that cannot serve
// gives apperr.Unavailable.
type Store interface {
	// User reads a user by id.
	User(ctx context.Context, id string) (*User, error)
	// UserByLogin reads a user by username or email, folded.
	UserByLogin(ctx context.Context, login string) (*User, error)
	// Taken says which of a username and an email, both folded, another user than except has.
	Taken(ctx context.Context, username, email, except string) (usernameTaken, emailTaken bool, err error)
	// Admins lists the admins by username.
	Admins(ctx context.Context) ([]*User, error)

	// Session reads a session and how its user stands.
	Session(ctx context.Context, id string) (session Session, state SessionState, err error)
	// Sessions lists a user's sessions that have not expired, last used first.
	Sessions(ctx context.Context, userID string, now time.Time) ([]Session, error)
	// TouchSessions stores when sessions, by id, were last used; a later time that is stored stays.
	TouchSessions(ctx context.Context, times map[string]time.Time) error

	// TwoFactor reads a user's second step, confirmed or not.
	TwoFactor(ctx context.Context, userID string) (*TwoFactor, error)

	// Link reads a link by the hash of its token.
	Link(ctx context.Context, hash string) (Link, error)

	// Sweep removes what has expired.
	Sweep(ctx context.Context, now time.Time) error

	// Write runs work in one transaction, all of it or nothing. It may run more than once.
	Write(ctx context.Context, work func(tx Tx) error) error
}

// Tx is what can be done within one transaction.
type Tx interface {
	// User reads a user and holds the row until the transaction ends.
	User(ctx context.Context, id string) (*User, error)
	// AddUser and SaveUser give apperr.UsernameTaken or apperr.EmailTaken.
	AddUser(ctx context.Context, u *User) error
	SaveUser(ctx context.Context, u *User) error
	// DeleteUser tells the other rooms, then removes the user with sessions and links.
	DeleteUser(ctx context.Context, id string) error

	// AddSession adds a session and drops the user's expired and oldest surplus ones.
	AddSession(ctx context.Context, s Session) error
	EndSession(ctx context.Context, id string) error
	// EndSessions ends all sessions of a user but the one named, which may be "".
	EndSessions(ctx context.Context, userID, but string) (ended int, err error)
	// EndEverySession signs everybody out.
	EndEverySession(ctx context.Context) (ended int, err error)
	// MoveVisitorData tells the other rooms that a visitor's session became this user's.
	MoveVisitorData(ctx context.Context, visitorSession, userID string) error

	// BeginTwoFactor keeps a secret to be confirmed, in place of another such; false when the second
	// step is on.
	BeginTwoFactor(ctx context.Context, s TwoFactor) (bool, error)
	// ConfirmTwoFactor turns on what was begun, with the step of the code that proved it and the
	// hashes of its recovery codes; false when that is no longer there to be confirmed.
	ConfirmTwoFactor(ctx context.Context, s *TwoFactor, step int64, now time.Time, recovery []string) (bool, error)
	// UseTOTPStep takes the code of a step, UseRecoveryCode one by its hash; only one caller ever gets true.
	UseTOTPStep(ctx context.Context, s *TwoFactor, step int64) (bool, error)
	UseRecoveryCode(ctx context.Context, s *TwoFactor, hash string) (bool, error)
	// DropTwoFactor removes a user's second step, confirmed or not; dropped is whether it was on.
	DropTwoFactor(ctx context.Context, userID string) (dropped bool, err error)
	// AbandonTwoFactor removes it unless it is on.
	AbandonTwoFactor(ctx context.Context, userID string) error
	// TwoFactorOn says whether the second step of a user is on.
	TwoFactorOn(ctx context.Context, userID string) (bool, error)

	AddLink(ctx context.Context, l Link) error
	// UseLink marks a good link as used; only one caller ever gets true for it.
	UseLink(ctx context.Context, hash string, purpose Purpose, userID string, now time.Time) (bool, error)
	// DropLinks makes the user's unused links of a purpose worthless.
	DropLinks(ctx context.Context, userID string, purpose Purpose) error

	ratelimit.Tx
	audit.Tx

	Enqueue(ctx context.Context, jobs ...outbox.Job) error
}
