// Package accounts is who people are to the shop: users, passwords, sessions, the links that
// prove an email, the limits that slow guessing down, and the record of what was done.
package accounts

import (
	"strings"
	"time"

	"dawa/internal/base/text"
)

// User is somebody who signed up.
type User struct {
	ID       string
	Username string
	FullName string
	Phone    string
	// Email is where mail goes: the last address that was verified or, before the first
	// verification, the one given at sign-up.
	Email         string
	EmailVerified bool
	// PendingEmail is a new address that waits for its verification. PendingUnapproved means that the present address
	// must agree, too; PendingVerified that the new one is verified and waits for that only.
	PendingEmail      string
	PendingUnapproved bool
	PendingVerified   bool
	PasswordHash      string
	Language          text.Lang
	Marketing         bool
	Admin             bool
	// InHouse says that the user has a role in the house: of them more is asked.
	InHouse   bool
	CreatedAt time.Time
	UpdatedAt time.Time
}

// dropPending forgets a change of email that has not taken effect.
func (u *User) dropPending() {
	u.PendingEmail, u.PendingUnapproved, u.PendingVerified = "", false, false
}

// FirstName is the full name up to its first space.
func (u *User) FirstName() string {
	first, _, _ := strings.Cut(u.FullName, " ")
	return first
}

// LastName is what follows the first name.
func (u *User) LastName() string {
	_, last, _ := strings.Cut(u.FullName, " ")
	return strings.TrimSpace(last)
}

// Fold is how usernames and emails are compared: both are ASCII, and nobody may take a name
// that differs in case only.
func Fold(name string) string { return strings.ToLower(name) }
