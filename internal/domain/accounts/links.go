package accounts

import (
	"context"
	"fmt"
	"strings"
	"time"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/outbox"
)

// Purpose is what a mailed link is for.
type Purpose string

// The purposes.
const (
	PurposeVerify Purpose = "verify"
	PurposeReset  Purpose = "reset"
	// PurposeApprove lets the old address agree to a change of email, or take it back.
	PurposeApprove Purpose = "approve"
	// PurposeUndo lets the old address take a change of email back.
	PurposeUndo Purpose = "undo"
)

// Link is a mailed link, without the token that opens it.
type Link struct {
	Hash    string
	Purpose Purpose
	UserID  string
	// Email is the address the link was sent to: whoever opens it has proved to read mail there.
	Email string
	// NewEmail is the address that the account is changed to, of links for a change of email.
	NewEmail string
	// Restores says that the link gives the account back to Email: somebody had proved to read mail there.
	Restores  bool
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time
}

func (l Link) good(purpose Purpose, now time.Time) bool {
	return l.Purpose == purpose && l.UsedAt.IsZero() && l.ExpiresAt.After(now)
}

// mailLink queues the mail and stores the hash of the link's token. The token itself is made
// again when the mail is sent (see Email).
func (s *Service) mailLink(ctx context.Context, tx Tx, u *User, kind EmailKind, purpose Purpose, email string,
	life time.Duration) error {
	now := s.now()
	link := Link{Purpose: purpose, UserID: u.ID, Email: email, CreatedAt: now, ExpiresAt: now.Add(life)}
	return s.mailLinkOf(ctx, tx, kind, link)
}

func (s *Service) mailLinkOf(ctx context.Context, tx Tx, kind EmailKind, link Link) error {
	job, err := outbox.New(EmailJob, emailPayload{UserID: link.UserID, Kind: kind})
	if err != nil {
		return err
	}
	link.Hash = hashToken(s.keys.linkToken(job.ID))
	err = tx.AddLink(ctx, link)
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, job)
}

func (s *Service) mailVerifyLink(ctx context.Context, tx Tx, u *User, kind EmailKind, email string) error {
	return s.mailLink(ctx, tx, u, kind, PurposeVerify, email, contract.Shop().VerifyLinkFor())
}

// VerifyEmail follows the link of a verification mail. Following it again is fine as long as
// the address is still the user's. waits says that a new address counts once the old one has agreed. Code: LinkInvalid.
func (s *Service) VerifyEmail(ctx context.Context, email, token string) (waits bool, err error) {
	link, err := s.link(ctx, token, PurposeVerify)
	if err != nil {
		return false, err
	}
	if Fold(link.Email) != Fold(email) {
		return false, apperr.New(apperr.LinkInvalid)
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		waits = false
		user, err := tx.User(ctx, link.UserID)
		if err != nil {
			return asLinkInvalid(err, apperr.NotFound)
		}
		if user.EmailVerified && Fold(user.Email) == Fold(link.Email) {
			return nil
		}
		if user.PendingVerified && Fold(user.PendingEmail) == Fold(link.Email) {
			waits = true
			return nil
		}
		used, err := tx.UseLink(ctx, link.Hash, PurposeVerify, user.ID, now)
		if err != nil {
			return err
		}
		if !used {
			return apperr.New(apperr.LinkInvalid)
		}
		switch Fold(link.Email) {
		case Fold(user.Email):
			user.EmailVerified, user.UpdatedAt = true, now
			if err := tx.SaveUser(ctx, user); err != nil {
				return err
			}
			return tx.Audit(ctx, audit.NewEvent(ActionEmailVerified, user.ID, user.ID, "", now))
		case Fold(user.PendingEmail):
			user.PendingVerified = true
			waits, err = s.finishEmailChange(ctx, tx, user, now)
			return asLinkInvalid(err, apperr.EmailTaken)
		default:
			return apperr.New(apperr.LinkInvalid)
		}
	})
	if err != nil {
		return false, fmt.Errorf("verifying an email: %w", err)
	}
	return waits, nil
}

// ResendVerification mails the links again that are still to be opened. Codes: Conflict when there is nothing to
// verify, RateLimited.
func (s *Service) ResendVerification(ctx context.Context, userID string) error {
	user, err := s.store.User(ctx, userID)
	if err != nil {
		return err
	}
	if user.PendingEmail == "" && user.EmailVerified {
		return apperr.New(apperr.Conflict)
	}
	if _, err := s.limiter.Allow(ctx, s.limiter.Attempt("verify_mail", userID, limitVerifyMail)); err != nil {
		return err
	}
	return s.write(ctx, func(tx Tx) error {
		if user.PendingEmail == "" {
			return s.mailVerifyLink(ctx, tx, user, EmailVerify, user.Email)
		}
		if user.PendingUnapproved {
			if err := s.mailOldAddress(ctx, tx, user, approveKind(user), user.PendingEmail); err != nil {
				return err
			}
		}
		if user.PendingVerified {
			return nil
		}
		return s.mailVerifyLink(ctx, tx, user, EmailVerifyNew, user.PendingEmail)
	})
}

// RequestReset mails a link to choose a new password to the user's address, and to those that can still take a
// change of email back: whoever took the account over cannot do it in silence. Codes: InvalidFields,
// EmailNotRegistered, RateLimited.
func (s *Service) RequestReset(ctx context.Context, from Caller, email string) error {
	clean, errs := validate.Form("reset_request", map[string]string{"email": email})
	if len(errs) > 0 {
		return apperr.Invalid(errs)
	}
	email = Fold(clean["email"])
	_, err := s.limiter.Allow(ctx, s.limiter.AttemptFrom("reset_ip", from.IP, limitResetIP),
		s.limiter.Attempt("reset", email, limitReset))
	if err != nil {
		return err
	}
	now := s.now()
	user, err := s.findByAnyEmail(ctx, email, now)
	if err != nil {
		return err
	}
	old, err := s.store.OldEmails(ctx, user.ID, now)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(tx Tx) error {
		for _, address := range emailsOf(user, old) {
			err := s.mailLink(ctx, tx, user, EmailReset, PurposeReset, address, contract.Shop().ResetLinkFor())
			if err != nil {
				return err
			}
		}
		return tx.Audit(ctx, audit.NewEvent(ActionResetRequested, from.UserID, user.ID, "", now))
	})
	if err != nil {
		return fmt.Errorf("mailing a reset link: %w", err)
	}
	return nil
}

// CheckReset says whether a reset link still works. Code: LinkInvalid.
func (s *Service) CheckReset(ctx context.Context, token string) error {
	link, err := s.link(ctx, token, PurposeReset)
	if err != nil {
		return err
	}
	if !link.good(PurposeReset, s.now()) {
		return apperr.New(apperr.LinkInvalid)
	}
	return nil
}

// ResetPassword sets a new password by a reset link and ends all sessions of the user. A
// failure leaves the link as it was; of many at once, one succeeds. Codes: LinkInvalid,
// InvalidFields, PasswordCommon, Unavailable.
func (s *Service) ResetPassword(ctx context.Context, userID, token, password string) error {
	link, err := s.link(ctx, token, PurposeReset)
	if err != nil {
		return err
	}
	if !link.good(PurposeReset, s.now()) || link.UserID != userID {
		return apperr.New(apperr.LinkInvalid)
	}
	clean, errs := s.checkForm("reset_password", map[string]string{"password": password})
	if len(errs) > 0 {
		return apperr.Invalid(errs)
	}
	user, err := s.store.User(ctx, userID)
	if err != nil {
		return asLinkInvalid(err, apperr.NotFound)
	}
	if err := s.refuseGuessable("password", clean["password"], user); err != nil {
		return err
	}
	hash, err := s.passwords.Hash(ctx, clean["password"])
	if err != nil {
		return err
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		used, err := tx.UseLink(ctx, link.Hash, PurposeReset, userID, now)
		if err != nil {
			return err
		}
		if !used {
			return apperr.New(apperr.LinkInvalid)
		}
		user, err := tx.User(ctx, userID)
		if err != nil {
			return asLinkInvalid(err, apperr.NotFound)
		}
		// The link was read in this mailbox. If nobody had proved before to read it, whoever set two-factor or a
		// passkey up was perhaps not its owner.
		if Fold(link.Email) == Fold(user.Email) {
			if !user.EmailVerified {
				if _, err := tx.DropTwoFactor(ctx, user.ID); err != nil {
					return err
				}
				if _, err := tx.DropPasskeys(ctx, user.ID, time.Time{}); err != nil {
					return err
				}
			}
			user.EmailVerified = true
		}
		return s.replacePassword(ctx, tx, user, hash, EmailPasswordChanged,
			audit.NewEvent(ActionPasswordReset, userID, userID, "", now))
	})
	if err != nil {
		return fmt.Errorf("resetting a password: %w", err)
	}
	return nil
}

// replacePassword sets a new password and shuts every door the old one may have opened: all
// sessions, other links, and a change of address or two-factor that somebody else may have begun.
func (s *Service) replacePassword(ctx context.Context, tx Tx, user *User, hash string, notice EmailKind,
	event audit.Event) error {
	user.PasswordHash, user.UpdatedAt = hash, event.At
	user.dropPending()
	if err := tx.SaveUser(ctx, user); err != nil {
		return err
	}
	if err := tx.DropLinks(ctx, user.ID, PurposeReset); err != nil {
		return err
	}
	if err := tx.DropLinks(ctx, user.ID, PurposeVerify); err != nil {
		return err
	}
	if err := tx.AbandonTwoFactor(ctx, user.ID); err != nil {
		return err
	}
	if _, err := tx.EndSessions(ctx, user.ID, ""); err != nil {
		return err
	}
	if err := tx.Reset(ctx, s.limiter.Attempt("login", user.ID, limitLogin)); err != nil {
		return err
	}
	if err := s.mailNotice(ctx, tx, user, notice, ""); err != nil {
		return err
	}
	return tx.Audit(ctx, event)
}

// link finds the link that a token opens, used and expired ones included.
func (s *Service) link(ctx context.Context, token string, purpose Purpose) (Link, error) {
	link, err := s.store.Link(ctx, hashToken(token))
	if err != nil {
		return Link{}, asLinkInvalid(err, apperr.NotFound)
	}
	if link.Purpose != purpose {
		return Link{}, apperr.New(apperr.LinkInvalid)
	}
	return link, nil
}

// asLinkInvalid answers one kind of failure like a link that does not work.
func asLinkInvalid(err error, code apperr.Code) error {
	if apperr.CodeOf(err) == code {
		return apperr.Wrap(apperr.LinkInvalid, err)
	}
	return err
}

func emailName(email string) string {
	name, _, _ := strings.Cut(email, "@")
	return name
}
