package accounts

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/outbox"
)

// EmailJob is the kind of the jobs that send mail about accounts.
const EmailJob = "account_letter"

// EmailKind says what a mail is about; its words are the messages mail.<kind>_subject and so on.
type EmailKind string

// The mails about accounts.
const (
	EmailVerify          EmailKind = "verify"
	EmailVerifyNew       EmailKind = "verify_new"
	EmailReset           EmailKind = "reset"
	EmailPasswordChanged EmailKind = "password_changed"
	// EmailAddressChanging tells the old address that a change was begun by somebody who knew the password,
	// EmailApproveChange asks it to agree to one that was begun without, EmailAddressChanged says that it took effect.
	EmailAddressChanging EmailKind = "email_change"
	EmailApproveChange   EmailKind = "email_approve"
	// EmailApproveOnly is the same for an address that was never verified, which can take nothing back.
	EmailApproveOnly    EmailKind = "email_approve_only"
	EmailAddressChanged EmailKind = "email_changed"
	EmailRestored       EmailKind = "email_restored"
	EmailTwoFactorOn    EmailKind = "second_step_on"
	EmailTwoFactorOff   EmailKind = "second_step_off"
	EmailPasskeyAdded   EmailKind = "passkey_added"
	EmailPasskeyRemoved EmailKind = "passkey_removed"
	EmailRecoveryCodes  EmailKind = "recovery_codes"
)

// emailPayload is the payload of a job. It holds no token: rows wait in the database.
type emailPayload struct {
	UserID string    `json:"user_id"`
	Kind   EmailKind `json:"letter"`
	// To overrides the user's address.
	To string `json:"to,omitempty"`
}

// Email is a mail ready to be worded.
type Email struct {
	Kind     EmailKind
	To       string
	Language text.Lang
	FullName string
	Username string
	// Link is the address behind the button, "" when there is none; LinkLife is how many days (a change of email),
	// hours (verify) or minutes (reset) it works.
	Link     string
	LinkLife int
	// NewEmail is the address that an account is changed to.
	NewEmail string
}

// Email makes the mail that a job asks for. ok is false when there is nothing to send any
// more: the user is gone, the link is used or has expired.
func (s *Service) Email(ctx context.Context, job outbox.Job) (email Email, ok bool, err error) {
	var order emailPayload
	if err := json.Unmarshal(job.Payload, &order); err != nil {
		return Email{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading the job of an email: %w", err)}
	}
	user, err := s.store.User(ctx, order.UserID)
	if apperr.CodeOf(err) == apperr.NotFound {
		return Email{}, false, nil
	}
	if err != nil {
		return Email{}, false, err
	}
	email = Email{
		Kind: order.Kind, To: user.Email, Language: user.Language, FullName: user.FullName, Username: user.Username,
		NewEmail: user.PendingEmail,
	}
	switch order.Kind {
	case EmailVerify, EmailVerifyNew:
		return s.withLink(ctx, email, job.ID, PurposeVerify)
	case EmailReset:
		return s.withLink(ctx, email, job.ID, PurposeReset)
	case EmailApproveChange, EmailApproveOnly:
		return s.withLink(ctx, email, job.ID, PurposeApprove)
	case EmailAddressChanging, EmailAddressChanged:
		return s.withLink(ctx, email, job.ID, PurposeUndo)
	}
	return email, true, nil
}

func (s *Service) withLink(ctx context.Context, email Email, jobID string, purpose Purpose) (Email, bool, error) {
	token := s.keys.linkToken(jobID)
	link, err := s.store.Link(ctx, hashToken(token))
	if apperr.CodeOf(err) == apperr.NotFound {
		return Email{}, false, nil
	}
	if err != nil {
		return Email{}, false, err
	}
	if !link.good(purpose, s.now()) {
		return Email{}, false, nil
	}
	email.To = link.Email
	links := contract.Shop().Links
	switch purpose {
	case PurposeVerify:
		email.Link = s.baseURL + "/verify-email/" + url.PathEscape(link.Email) + "/" + token
		email.LinkLife = links.VerifyHours
	case PurposeReset:
		email.Link = s.baseURL + resetPath(link.UserID, token)
		email.LinkLife = links.ResetMinutes
	default:
		email.Link = s.baseURL + "/email-change/" + token
		email.LinkLife, email.NewEmail = links.UndoDays, link.NewEmail
	}
	return email, true, nil
}

func resetPath(userID, token string) string {
	return "/resetpassword/" + url.PathEscape(userID) + "/" + token
}

// mailNotice queues a mail without a link.
func (s *Service) mailNotice(ctx context.Context, tx Tx, u *User, email EmailKind, to string) error {
	job, err := outbox.New(EmailJob, emailPayload{UserID: u.ID, Kind: email, To: to})
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, job)
}
