package roles

import (
	"context"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
)

// Repository stores memberships and invitations. What is not there gives apperr.NotFound; a database that cannot
// serve gives apperr.Unavailable.
type Repository interface {
	// Members lists the people of a place: the strongest role first, then by name.
	Members(ctx context.Context, place string) ([]Member, error)
	// RolesOf reads what a user is everywhere.
	RolesOf(ctx context.Context, userID string) (Set, error)
	// Open lists the invitations of a place that can still be accepted, newest first.
	Open(ctx context.Context, place string, now time.Time) ([]Invitation, error)
	// Invitation reads an invitation by the hash of its token, InvitationByID by its id.
	Invitation(ctx context.Context, hash string) (*Invitation, error)
	InvitationByID(ctx context.Context, id string) (*Invitation, error)
	// Language is the language of the user with an email address, "" when there is none.
	Language(ctx context.Context, email string) (text.Lang, error)
	// Write runs work in one transaction, all of it or nothing. It may run more than once.
	Write(ctx context.Context, work func(tx Tx) error) error
}

// Tx is what can be done within one transaction.
type Tx interface {
	audit.Tx
	// Members reads the people of a place and locks them until the transaction ends, so that of two who leave
	// at once the second finds the first gone.
	Members(ctx context.Context, place string) ([]Membership, error)
	// Set gives a user a role in a place, instead of an earlier one, and closes the invitations that EndsWith names. A
	// user who is gone gives apperr.SessionEnded.
	Set(ctx context.Context, m Membership) error
	// Remove takes the role in a place away and closes the invitations that EndsWith names.
	Remove(ctx context.Context, place, userID string) error
	// StoreExists locks a store; one that is not there gives apperr.StoreNotFound.
	StoreExists(ctx context.Context, id string) error
	// CountOpen counts the invitations of a place that can still be accepted.
	CountOpen(ctx context.Context, place string, now time.Time) (int, error)
	// AddInvitation adds one and withdraws an open one of the same place and email.
	AddInvitation(ctx context.Context, i Invitation) error
	// UseInvitation closes an open invitation; only one caller ever gets true.
	UseInvitation(ctx context.Context, id string, now time.Time) (bool, error)
	// Enqueue queues jobs that are done once the transaction is committed.
	Enqueue(ctx context.Context, jobs ...outbox.Job) error
}
