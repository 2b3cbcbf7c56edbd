package accounts

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"
)

// Entry is one line of the record of what was done. It holds ids, never names, secrets or
// addresses: a deleted account leaves nothing personal behind in it.
type Entry struct {
	ID     string
	At     time.Time
	Action Action
	// ActorID is a user's id, System for the host's command line, "" for a visitor.
	ActorID string
	// Subject is what it was done to, SubjectKind what sort of thing that is.
	SubjectKind string
	Subject     string
	Detail      string
}

// System is the actor of what is done on the host.
const System = "system"

// SubjectUser is the kind of a subject that is a user's id.
const SubjectUser = "user"

// Action names what was done.
type Action string

// What this package writes down. Other rooms add actions of their own.
const (
	ActionRegister        Action = "register"
	ActionLogin           Action = "login"
	ActionLoginFailed     Action = "login_failed"
	ActionLogout          Action = "logout"
	ActionSessionsEnded   Action = "sessions_ended"
	ActionResetRequested  Action = "password_reset_requested"
	ActionPasswordReset   Action = "password_reset"
	ActionPasswordByHost  Action = "password_reset_by_host"
	ActionPasswordChanged Action = "password_changed"
	ActionEmailVerified   Action = "email_verified"
	ActionEmailChange     Action = "email_change_requested"
	ActionEmailChanged    Action = "email_changed"
	ActionUsernameChanged Action = "username_changed"
	ActionSecondStepOn    Action = "second_step_on"
	ActionSecondStepOff   Action = "second_step_off"
	// ActionSecondStepByHost is its removal on the host, for who lost the app and the codes.
	ActionSecondStepByHost Action = "second_step_removed_by_host"
	ActionRecoveryCodeUsed Action = "recovery_code_used"
	ActionExported         Action = "account_exported"
	ActionDeleted          Action = "account_deleted"
	ActionAdminGranted     Action = "admin_granted"
	ActionAdminRevoked     Action = "admin_revoked"
)

// NewEntry makes an entry about a user.
func NewEntry(action Action, actorID, userID, detail string, now time.Time) Entry {
	return Entry{
		ID: newEntryID(), At: now, Action: action, ActorID: actorID,
		SubjectKind: SubjectUser, Subject: userID, Detail: detail,
	}
}

// newEntryID makes ids that sort by the moment they were made, for entries of one millisecond.
func newEntryID() string {
	return fmt.Sprintf("%016x%s", time.Now().UnixNano(), strings.ToLower(rand.Text()[:10]))
}

// AuditFilter narrows the record down; empty fields do not.
type AuditFilter struct {
	// Actor is a username, or System.
	Actor  string
	Action string
	// From is inclusive, Until exclusive.
	From, Until time.Time
	// UserID keeps what this user did or what was done to them.
	UserID       string
	Limit, Start int
}

// Record is an Entry as people read it: with usernames where the users still exist.
type Record struct {
	Entry
	ActorName   string
	SubjectName string
}

// Audit reads the record, newest first, with the number of all entries that pass the filter.
func (s *Service) Audit(ctx context.Context, filter AuditFilter) (records []Record, total int, err error) {
	return s.store.Audit(ctx, filter)
}

// worthNoting thins out failures: a typing mistake is no event, a series of them is.
func worthNoting(failures int) bool {
	return failures == 5 || failures >= 10 && failures%10 == 0
}
