// Package audit is the audit log: who did what, when, and to what.
package audit

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"dawa/internal/base/text"
)

// Event is one line of the record of what was done. It holds ids, never names, secrets or
// addresses: a deleted account leaves nothing personal behind in it.
type Event struct {
	ID     string
	At     time.Time
	Action Action
	// ActorID is a user's id, System for the host's command line, "" for a visitor.
	ActorID string
	// Subject is what it was done to, SubjectKind what sort of thing that is.
	SubjectKind string
	Subject     string
	Detail      string
	// Changes are the values that were changed. Like Detail they hold no personal data and no secrets.
	Changes []Change
}

// Change is one value before and after.
type Change struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// System is the actor of what is done on the host.
const System = "system"

// SubjectUser is the kind of a subject that is a user's id.
const SubjectUser = "user"

// Action names what was done.
type Action string

// NewEvent makes an entry about a user.
func NewEvent(action Action, actorID, userID, detail string, now time.Time) Event {
	return Event{
		ID: newEventID(), At: now, Action: action, ActorID: actorID,
		SubjectKind: SubjectUser, Subject: userID, Detail: detail,
	}
}

// newEventID makes ids that sort by the moment they were made, for entries of one millisecond.
func newEventID() string {
	return fmt.Sprintf("%016x%s", time.Now().UnixNano(), strings.ToLower(rand.Text()[:10]))
}

// Filter narrows the record down; empty fields do not.
type Filter struct {
	// Actor is a username, or System.
	Actor  string
	Action string
	// From is inclusive, Until exclusive.
	From, Until time.Time
	// UserID keeps what this user did or what was done to them.
	UserID string
	// SubjectKind and Subject keep what was done to one thing.
	SubjectKind, Subject string
	Limit, Start         int
}

// NamedEvent is an Event as people read it: with the names of users and stores that still exist.
type NamedEvent struct {
	Event
	ActorName   string
	SubjectName string
	StoreName   text.Pair
}

// Log reads the audit log. Its callers are admins, and users for what concerns them. A database that
// cannot serve gives apperr.Unavailable.
type Log interface {
	// Events reads the events that pass the filter, newest first, and how many there are in all.
	Events(ctx context.Context, filter Filter) (events []NamedEvent, total int, err error)
}

// Tx appends to the audit log in the transaction that does what is recorded.
type Tx interface {
	// Audit appends events. Nothing ever changes or removes what is in the log.
	Audit(ctx context.Context, events ...Event) error
}
