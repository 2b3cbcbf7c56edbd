package accounts

import (
	"context"
	"time"

	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/ratelimit"
)

// Store is everything a Service needs stored. What is not there gives apperr.NotFound; a database that
// cannot serve gives apperr.Unavailable.
type Store interface {
	Users
	Sessions
	Links
	TwoFactors
	Passkeys

	// Sweep removes what has expired.
	Sweep(ctx context.Context, now time.Time) error
	// Write runs work in one transaction, all of it or nothing. It may run more than once.
	Write(ctx context.Context, work func(tx Tx) error) error
}

// Users reads users, for every part of the Service.
type Users interface {
	User(ctx context.Context, id string) (*User, error)
	// UserByLogin reads a user by username or email, folded.
	UserByLogin(ctx context.Context, login string) (*User, error)
	// Taken says which of a username and an email, both folded, another user than except has. An address that can
	// still take a change of email back is the user's.
	Taken(ctx context.Context, username, email, except string,
		now time.Time) (usernameTaken, emailTaken bool, err error)
	// Admins lists the admins by username.
	Admins(ctx context.Context) ([]*User, error)
}

// Sessions reads sessions, for Identify and the list of where somebody is signed in.
type Sessions interface {
	// Session reads a session and the state of its user.
	Session(ctx context.Context, id string) (session Session, state SessionState, err error)
	// Sessions lists a user's sessions that have not expired, last used first.
	Sessions(ctx context.Context, userID string, now time.Time) ([]Session, error)
	// TouchSessions stores when sessions, by id, were last used; a later time that is stored stays.
	TouchSessions(ctx context.Context, times map[string]time.Time) error
}

// Links reads mailed links, for those who follow them and for the mails that carry them.
type Links interface {
	// Link reads a link by the hash of its token.
	Link(ctx context.Context, hash string) (Link, error)
	// OldEmails are the addresses that can still take a change of a user's email back.
	OldEmails(ctx context.Context, userID string, now time.Time) ([]string, error)
	// UserByOldEmail reads the user whose change of email an address, folded, can still take back.
	UserByOldEmail(ctx context.Context, email string, now time.Time) (*User, error)
}

// TwoFactors reads two-factor settings, for signing in and for the settings page.
type TwoFactors interface {
	// TwoFactor reads a user's two-factor settings, confirmed or not.
	TwoFactor(ctx context.Context, userID string) (*TwoFactor, error)
}

// Passkeys reads passkeys, for signing in and for the settings page.
type Passkeys interface {
	// Passkeys lists a user's passkeys, oldest first.
	Passkeys(ctx context.Context, userID string) ([]Passkey, error)
	// PasskeyOwner is the user whose passkey has this credential.
	PasskeyOwner(ctx context.Context, credential string) (userID string, err error)
}

// Tx is what can be done within one transaction.
type Tx interface {
	UserTx
	SessionTx
	TwoFactorTx
	PasskeyTx
	LinkTx
	ratelimit.Tx
	audit.Tx

	// Enqueue queues jobs that are done once the transaction is committed.
	Enqueue(ctx context.Context, jobs ...outbox.Job) error
}

// UserTx changes users.
type UserTx interface {
	// User reads a user and locks the row until the transaction ends.
	User(ctx context.Context, id string) (*User, error)
	// AddUser and SaveUser give apperr.UsernameTaken or apperr.EmailTaken.
	AddUser(ctx context.Context, u *User) error
	SaveUser(ctx context.Context, u *User) error
	// SetAdmin gives or takes the admin's role in the house.
	SetAdmin(ctx context.Context, userID string, admin bool, now time.Time) error
	// LockAdmins reads the ids of all admins and locks them until the transaction ends.
	LockAdmins(ctx context.Context) ([]string, error)
	// DeleteUser lets the other domains remove or anonymise what they store of the user, then removes the
	// user with sessions and links.
	DeleteUser(ctx context.Context, id string) error
}

// SessionTx begins and ends sessions.
type SessionTx interface {
	// AddSession adds a session and removes the user's expired and oldest surplus ones.
	AddSession(ctx context.Context, s Session) error
	EndSession(ctx context.Context, id string) error
	// EndSessions ends all sessions of a user but the one named, which may be "".
	EndSessions(ctx context.Context, userID, but string) (ended int, err error)
	// EndEverySession signs everybody out.
	EndEverySession(ctx context.Context) (ended int, err error)
	// MoveVisitorData gives the user what the other domains store for a visitor's session: the cart.
	MoveVisitorData(ctx context.Context, visitorSession, userID string) error
}

// TwoFactorTx changes two-factor settings and uses codes.
type TwoFactorTx interface {
	// BeginTwoFactor stores a secret to be confirmed, in place of an earlier one; false when two-factor is
	// on.
	BeginTwoFactor(ctx context.Context, s TwoFactor) (bool, error)
	// ConfirmTwoFactor turns on what was begun, with the time step of the code that proved it and the hashes
	// of its recovery codes; false when that secret no longer waits to be confirmed.
	ConfirmTwoFactor(ctx context.Context, s *TwoFactor, step int64, now time.Time, recovery []string) (bool, error)
	// UseTOTPStep uses the code of a time step, UseRecoveryCode one by its hash; only one caller gets true.
	UseTOTPStep(ctx context.Context, s *TwoFactor, step int64) (bool, error)
	UseRecoveryCode(ctx context.Context, s *TwoFactor, hash string) (bool, error)
	// DropTwoFactor removes a user's two-factor settings; dropped is whether they were on.
	DropTwoFactor(ctx context.Context, userID string) (dropped bool, err error)
	// AbandonTwoFactor removes them unless they are on.
	AbandonTwoFactor(ctx context.Context, userID string) error
	TwoFactorOn(ctx context.Context, userID string) (bool, error)
	// ReplaceRecoveryCodes puts new codes, by their hashes, in the place of all old ones.
	ReplaceRecoveryCodes(ctx context.Context, userID string, hashes []string) error
	// SetEnrolment stores an enrolment in place of an earlier one; UseEnrolment removes the one with this hash unless
	// it expired by then, and only one caller gets true.
	SetEnrolment(ctx context.Context, e Enrolment) error
	UseEnrolment(ctx context.Context, e Enrolment) (bool, error)
}

// PasskeyTx changes passkeys and uses challenges.
type PasskeyTx interface {
	// AddPasskey gives apperr.PasskeyKnown for a credential that is stored already, apperr.PasskeyLimit for a user who
	// has that many.
	AddPasskey(ctx context.Context, p Passkey, most int) error
	// UsePasskey stores when it was used and its count; false when it is gone or its count is not below.
	UsePasskey(ctx context.Context, id string, count uint32, now time.Time) (bool, error)
	RenamePasskey(ctx context.Context, userID, id, name string) error
	// RemovePasskey removes a passkey; sessions that were signed in with it count as signed in without.
	RemovePasskey(ctx context.Context, userID, id string) (Passkey, error)
	// DropPasskeys removes those that a user added since then, in the same way.
	DropPasskeys(ctx context.Context, userID string, since time.Time) (dropped int, err error)
	// SetSessionPasskey makes a session of the user's one of a passkey.
	SetSessionPasskey(ctx context.Context, userID, sessionID, passkeyID string) error
	// SetChallenge stores a challenge in place of an earlier one; TakeChallenge removes it, and only one caller ever
	// gets it.
	SetChallenge(ctx context.Context, c Challenge) error
	TakeChallenge(ctx context.Context, sessionID string, purpose ChallengePurpose, now time.Time) (state string,
		err error)
	AddConfirmation(ctx context.Context, c Confirmation) error
	// UseConfirmation removes the one with this hash unless it expired by then; only one caller gets true.
	UseConfirmation(ctx context.Context, c Confirmation) (bool, error)
}

// LinkTx makes and uses mailed links.
type LinkTx interface {
	AddLink(ctx context.Context, l Link) error
	// UseLink marks a good link as used; only one caller ever gets true for it.
	UseLink(ctx context.Context, hash string, purpose Purpose, userID string, now time.Time) (bool, error)
	// DropLinks makes the user's unused links of a purpose worthless.
	DropLinks(ctx context.Context, userID string, purpose Purpose) error
	// ChangesSince is when the first change of email began that an address can still take back.
	ChangesSince(ctx context.Context, userID, email string, now time.Time) (time.Time, error)
	// DropChanges makes the links for changes of email worthless that this address has, and those made since.
	DropChanges(ctx context.Context, userID, email string, since time.Time) error
}
