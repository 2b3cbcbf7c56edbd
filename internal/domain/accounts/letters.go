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

// LetterJob is the kind of the jobs that send mail about accounts.
const LetterJob = "account_letter"

// LetterKind says what a mail is about; its words are the messages mail.<kind>_subject and so on.
type LetterKind string

// The mails about accounts.
const (
	LetterVerify          LetterKind = "verify"
	LetterVerifyNew       LetterKind = "verify_new"
	LetterReset           LetterKind = "reset"
	LetterPasswordChanged LetterKind = "password_changed"
	LetterEmailChanged    LetterKind = "email_changed"
	LetterSecondStepOn    LetterKind = "second_step_on"
	LetterSecondStepOff   LetterKind = "second_step_off"
)

// letterOrder is the payload of a job. It holds no token: rows wait in the database.
type letterOrder struct {
	UserID string     `json:"user_id"`
	Letter LetterKind `json:"letter"`
	// To overrides the user's address, for a notice to the one that is being left.
	To string `json:"to,omitempty"`
}

// Letter is a mail ready to be worded.
type Letter struct {
	Kind     LetterKind
	To       string
	Language text.Lang
	FullName string
	Username string
	// Link is the address behind the button, "" when there is none; LinkLife is how many hours
	// (verify) or minutes (reset) it works.
	Link     string
	LinkLife int
	// NewEmail is the address that an account is changed to.
	NewEmail string
}

// Letter makes the mail that a job asks for. ok is false when there is nothing to send any
// more: the user is gone, the link is used or has expired.
func (s *Service) Letter(ctx context.Context, job outbox.Job) (letter Letter, ok bool, err error) {
	var order letterOrder
	if err := json.Unmarshal(job.Payload, &order); err != nil {
		return Letter{}, false, outbox.PermanentError{Reason: fmt.Errorf("reading a letter's order: %w", err)}
	}
	user, err := s.store.User(ctx, order.UserID)
	if apperr.CodeOf(err) == apperr.NotFound {
		return Letter{}, false, nil
	}
	if err != nil {
		return Letter{}, false, err
	}
	letter = Letter{Kind: order.Letter, To: user.Email, Language: user.Language, FullName: user.FullName, Username: user.Username, NewEmail: user.PendingEmail}
	switch order.Letter {
	case LetterVerify, LetterVerifyNew:
		return s.withLink(ctx, letter, job.ID, PurposeVerify)
	case LetterReset:
		return s.withLink(ctx, letter, job.ID, PurposeReset)
	case LetterEmailChanged:
		letter.To = order.To
		// A change that was verified before this notice went out is told all the same.
		if letter.NewEmail == "" {
			letter.NewEmail = user.Email
		}
	}
	return letter, true, nil
}

func (s *Service) withLink(ctx context.Context, letter Letter, jobID string, purpose Purpose) (Letter, bool, error) {
	token := s.keys.linkToken(jobID)
	link, err := s.store.Link(ctx, hashToken(token))
	if apperr.CodeOf(err) == apperr.NotFound {
		return Letter{}, false, nil
	}
	if err != nil {
		return Letter{}, false, err
	}
	if !link.good(purpose, s.now()) {
		return Letter{}, false, nil
	}
	letter.To = link.Email
	if purpose == PurposeVerify {
		letter.Link = s.baseURL + "/verify-email/" + url.PathEscape(link.Email) + "/" + token
		letter.LinkLife = contract.Shop().Links.VerifyHours
	} else {
		letter.Link = s.baseURL + resetPath(link.UserID, token)
		letter.LinkLife = contract.Shop().Links.ResetMinutes
	}
	return letter, true, nil
}

func resetPath(userID, token string) string {
	return "/resetpassword/" + url.PathEscape(userID) + "/" + token
}

// mailNotice queues a mail without a link.
func (s *Service) mailNotice(ctx context.Context, tx Tx, u *User, letter LetterKind, to string) error {
	job, err := outbox.New(LetterJob, letterOrder{UserID: u.ID, Letter: letter, To: to})
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, job)
}
