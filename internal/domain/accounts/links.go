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

// The two purposes.
const (
	PurposeVerify Purpose = "verify"
	PurposeReset  Purpose = "reset"
)

// Link is a mailed link, without the token that opens it.
type Link struct {
	Hash    string
	Purpose Purpose
	UserID  string
	// Email is the address the link was sent to: whoever opens it has proved to read mail there.
	Email     string
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
	job, err := outbox.New(EmailJob, emailPayload{UserID: u.ID, Kind: kind})
	if err != nil {
		return err
	}
	err = tx.AddLink(ctx, Link{
		Hash: hashToken(s.keys.linkToken(job.ID)), Purpose: purpose, UserID: u.ID, Email: email,
		CreatedAt: now, ExpiresAt: now.Add(life),
	})
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, job)
}

func (s *Service) mailVerifyLink(ctx context.Context, tx Tx, u *User, kind EmailKind, email string) error {
	return s.mailLink(ctx, tx, u, kind, PurposeVerify, email, contract.Shop().VerifyLinkFor())
}

// VerifyEmail follows the link of a verification mail. Following it again is fine as long as
// the address is still the user's. Code: LinkInvalid.
func (s *Service) VerifyEmail(ctx context.Context, email, token string) error {
	link, err := s.link(ctx, token, PurposeVerify)
	if err != nil {
		return err
	}
	if Fold(link.Email) != Fold(email) {
		return apperr.New(apperr.LinkInvalid)
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, link.UserID)
		if err != nil {
			return asLinkInvalid(err, apperr.NotFound)
		}
		if user.EmailVerified && Fold(user.Email) == Fold(link.Email) {
			return nil
		}
		used, err := tx.UseLink(ctx, link.Hash, PurposeVerify, user.ID, now)
		if err != nil {
			return err
		}
		if !used {
			return apperr.New(apperr.LinkInvalid)
		}
		action := ActionEmailVerified
		switch Fold(link.Email) {
		case Fold(user.Email):
		case Fold(user.PendingEmail):
			action = ActionEmailChanged
			user.Email, user.PendingEmail = user.PendingEmail, ""
			// Reset links in the old mailbox must not open the account any more.
			if err := tx.DropLinks(ctx, user.ID, PurposeReset); err != nil {
				return err
			}
		default:
			return apperr.New(apperr.LinkInvalid)
		}
		user.EmailVerified, user.UpdatedAt = true, now
		if err := tx.SaveUser(ctx, user); err != nil {
			return asLinkInvalid(err, apperr.EmailTaken)
		}
		return tx.Audit(ctx, audit.NewEvent(action, user.ID, user.ID, "", now))
	})
	if err != nil {
		return fmt.Errorf("verifying an email: %w", err)
	}
	return nil
}

// ResendVerification mails the link again. Codes: Conflict when there is nothing to verify,
// RateLimited.
func (s *Service) ResendVerification(ctx context.Context, userID string) error {
	user, err := s.store.User(ctx, userID)
	if err != nil {
		return err
	}
	kind, email := EmailVerify, user.Email
	if user.PendingEmail != "" {
		kind, email = EmailVerifyNew, user.PendingEmail
	} else if user.EmailVerified {
		return apperr.New(apperr.Conflict)
	}
	if _, err := s.limiter.Allow(ctx, s.limiter.Attempt("verify_mail", userID, limitVerifyMail)); err != nil {
		return err
	}
	return s.write(ctx, func(tx Tx) error { return s.mailVerifyLink(ctx, tx, user, kind, email) })
}

// RequestReset mails a link to choose a new password to the user's address. Codes:
// InvalidFields, EmailNotRegistered, RateLimited.
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
	user, err := s.find(ctx, email)
	if err != nil {
		return err
	}
	if user == nil {
		return apperr.New(apperr.EmailNotRegistered)
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		err := s.mailLink(ctx, tx, user, EmailReset, PurposeReset, user.Email, contract.Shop().ResetLinkFor())
		if err != nil {
			return err
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
		// The link was read in this mailbox. If nobody had proved before to read it, whoever set two-factor up was
		// perhaps not its owner.
		if Fold(link.Email) == Fold(user.Email) {
			if !user.EmailVerified {
				if _, err := tx.DropTwoFactor(ctx, user.ID); err != nil {
					return err
				}
			}
			user.EmailVerified = true
		}
		return s.replacePassword(ctx, tx, user, hash, audit.NewEvent(ActionPasswordReset, userID, userID, "", now))
	})
	if err != nil {
		return fmt.Errorf("resetting a password: %w", err)
	}
	return nil
}

// replacePassword sets a new password and shuts every door the old one may have opened: all
// sessions, other links, and a change of address or two-factor that somebody else may have begun.
func (s *Service) replacePassword(ctx context.Context, tx Tx, user *User, hash string, event audit.Event) error {
	user.PasswordHash, user.PendingEmail, user.UpdatedAt = hash, "", event.At
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
	if err := s.mailNotice(ctx, tx, user, EmailPasswordChanged, ""); err != nil {
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
