package accounts

import (
	"context"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/audit"
)

// Edit is what the account form sends.
type Edit struct {
	FullName  string
	Username  string
	Email     string
	Marketing *bool // nil leaves it as it is
}

// Update changes a user's own data. A new email waits until it is verified; a notice goes to
// the old one. mailed says that a verification mail is on its way. Codes: InvalidFields,
// UsernameTaken, EmailTaken, RateLimited.
func (s *Service) Update(ctx context.Context, userID string, e Edit) (user *User, mailed bool, err error) {
	clean, errs := s.checkForm("account", map[string]string{
		"full_name": e.FullName, "username": e.Username, "email": e.Email,
	})
	if len(errs) > 0 {
		return nil, false, apperr.Invalid(errs)
	}
	if _, err := s.limiter.Allow(ctx, s.limiter.Attempt("account_edit", userID, limitAccountEdit)); err != nil {
		return nil, false, err
	}
	if err := s.checkAvailable(ctx, clean["username"], clean["email"], userID); err != nil {
		return nil, false, err
	}
	before, err := s.store.User(ctx, userID)
	if err != nil {
		return nil, false, err
	}
	if startsEmailChange(before, clean["email"]) {
		// Every change sends two mails to addresses of somebody's choice.
		if _, err := s.limiter.Allow(ctx, s.limiter.Attempt("verify_mail", userID, limitVerifyMail)); err != nil {
			return nil, false, err
		}
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		mailed = false
		var err error
		if user, err = tx.User(ctx, userID); err != nil {
			return err
		}
		var events []audit.Event
		if user.Username != clean["username"] {
			events = append(events, audit.NewEvent(ActionUsernameChanged, userID, userID, "", now))
		}
		user.FullName, user.Username, user.UpdatedAt = clean["full_name"], clean["username"], now
		if e.Marketing != nil {
			user.Marketing = *e.Marketing
		}
		changing := startsEmailChange(user, clean["email"])
		if changing {
			mailed = true
			events = append(events, audit.NewEvent(ActionEmailChange, userID, userID, "", now))
			if err := s.beginEmailChange(ctx, tx, user, clean["email"]); err != nil {
				return err
			}
		} else if Fold(clean["email"]) == Fold(user.Email) {
			user.PendingEmail = "" // thought better of it
		}
		if err := tx.SaveUser(ctx, user); err != nil {
			return err
		}
		return tx.Audit(ctx, events...)
	})
	if err != nil {
		return nil, false, fmt.Errorf("changing an account: %w", err)
	}
	return user, mailed, nil
}

func startsEmailChange(u *User, email string) bool {
	return Fold(email) != Fold(u.Email) && Fold(email) != Fold(u.PendingEmail)
}

func (s *Service) beginEmailChange(ctx context.Context, tx Tx, user *User, email string) error {
	// A link to an address that is no longer wanted must not bring it back.
	if user.PendingEmail != "" {
		if err := tx.DropLinks(ctx, user.ID, PurposeVerify); err != nil {
			return err
		}
	}
	user.PendingEmail = email
	if err := s.mailVerifyLink(ctx, tx, user, EmailVerifyNew, email); err != nil {
		return err
	}
	return s.mailNotice(ctx, tx, user, EmailAddressChanged, user.Email)
}

// SetLanguage chooses the language of mails to a user.
func (s *Service) SetLanguage(ctx context.Context, userID string, lang text.Lang) error {
	now := s.now()
	return s.write(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, userID)
		if err != nil {
			return err
		}
		if user.Language == lang {
			return nil
		}
		user.Language, user.UpdatedAt = lang, now
		return tx.SaveUser(ctx, user)
	})
}

// NoteExport writes down that a user took their data along.
func (s *Service) NoteExport(ctx context.Context, userID string) error {
	event := audit.NewEvent(ActionExported, userID, userID, "", s.now())
	return s.write(ctx, func(tx Tx) error { return tx.Audit(ctx, event) })
}

// Delete removes an account for good after asking for the password once more. Other domains are
// told first and keep what they must without a name. Codes: InvalidFields, PasswordWrong,
// RateLimited, Unavailable.
func (s *Service) Delete(ctx context.Context, userID, password string) error {
	_, attempts, err := s.confirmPasswordForm(ctx, userID, password)
	if err != nil {
		return err
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		if err := keepAnAdmin(ctx, tx, userID); err != nil {
			return err
		}
		if err := tx.DeleteUser(ctx, userID); err != nil {
			return err
		}
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionDeleted, userID, userID, "", now))
	})
	if err != nil {
		return fmt.Errorf("deleting an account: %w", err)
	}
	return nil
}
