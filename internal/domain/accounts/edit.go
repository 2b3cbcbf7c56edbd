package accounts

import (
	"context"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/ratelimit"
)

// Edit is what the account form sends.
type Edit struct {
	FullName string
	Username string
	Phone    *string // nil leaves it as it is
	Email    string
	// Password lets a new email count once its own link is opened; without it the old address must agree as well.
	Password  string
	Marketing *bool // nil leaves it as it is
}

// Update changes a user's own data. A new email waits until it is verified and, unless the password was sent along,
// until the old address agrees; the old one can take it back. mailed says that links are on their way. Codes:
// InvalidFields, PasswordWrong, UsernameTaken, EmailTaken, RateLimited, Unavailable.
func (s *Service) Update(ctx context.Context, userID string, e Edit) (user *User, mailed bool, err error) {
	form := map[string]string{"full_name": e.FullName, "username": e.Username, "email": e.Email}
	if e.Phone != nil {
		form["phone_nb"] = *e.Phone
	}
	clean, errs := s.checkForm("account", form)
	if e.Phone == nil {
		delete(errs, "phone_nb")
	}
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
	confirmed := false
	var attempts []ratelimit.Attempt
	if e.Password != "" && (startsEmailChange(before, clean["email"]) || approvesEmailChange(before, clean["email"])) {
		if before, attempts, err = s.confirmPassword(ctx, userID, e.Password); err != nil {
			return nil, false, err
		}
		confirmed = true
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		mailed = false
		var err error
		if user, err = tx.User(ctx, userID); err != nil {
			return err
		}
		if confirmed && user.PasswordHash != before.PasswordHash {
			return passwordWrong()
		}
		var events []audit.Event
		if user.Username != clean["username"] {
			events = append(events, audit.NewEvent(ActionUsernameChanged, userID, userID, "", now))
		}
		if e.Phone != nil && user.Phone != clean["phone_nb"] {
			user.Phone = clean["phone_nb"]
			events = append(events, audit.NewEvent(ActionPhoneChanged, userID, userID, "", now))
		}
		user.FullName, user.Username, user.UpdatedAt = clean["full_name"], clean["username"], now
		if e.Marketing != nil {
			user.Marketing = *e.Marketing
		}
		changing := startsEmailChange(user, clean["email"])
		if changing {
			mailed = true
			events = append(events, audit.NewEvent(ActionEmailChange, userID, userID, "", now))
			if err := s.beginEmailChange(ctx, tx, user, clean["email"], confirmed); err != nil {
				return err
			}
		} else if Fold(clean["email"]) == Fold(user.Email) {
			user.dropPending() // thought better of it
		}
		if err := tx.SaveUser(ctx, user); err != nil {
			return err
		}
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		if confirmed && approvesEmailChange(user, clean["email"]) {
			user.PendingUnapproved = false
			if _, err := s.finishEmailChange(ctx, tx, user, now); err != nil {
				return err
			}
		}
		return tx.Audit(ctx, events...)
	})
	if err != nil {
		return nil, false, fmt.Errorf("changing an account: %w", err)
	}
	return user, mailed, nil
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

// ConfirmExport asks for the password before a user takes their data along, and writes it down. Codes: InvalidFields,
// PasswordWrong, RateLimited, Unavailable.
func (s *Service) ConfirmExport(ctx context.Context, userID, password string) error {
	_, attempts, err := s.confirmPasswordForm(ctx, userID, password)
	if err != nil {
		return err
	}
	if _, err := s.limiter.Allow(ctx, s.limiter.Attempt("export", userID, limitExport)); err != nil {
		return s.undo(ctx, attempts, err)
	}
	event := audit.NewEvent(ActionExported, userID, userID, "", s.now())
	return s.write(ctx, func(tx Tx) error {
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		return tx.Audit(ctx, event)
	})
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
