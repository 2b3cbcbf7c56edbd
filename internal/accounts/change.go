package accounts

import (
	"context"
	"fmt"

	"dawa/internal/apperr"
	"dawa/internal/validate"
)

// ChangePassword sets another password for who knows the current one. All sessions end, as after a
// reset, and this browser gets a new one of the same kind. Codes: InvalidFields, PasswordWrong,
// PasswordCommon, RateLimited, Unavailable.
func (s *Service) ChangePassword(ctx context.Context, from Caller, current, next string) (*SignedIn, error) {
	clean, errs := validate.Form("change_password", map[string]string{"password": current, "new_password": next})
	if len(errs) > 0 {
		return nil, apperr.Invalid(errs)
	}
	tries := []Try{s.try("password", from.UserID, limitPassword)}
	if _, err := s.attempt(ctx, tries...); err != nil {
		return nil, err
	}
	user, err := s.store.User(ctx, from.UserID)
	if err != nil {
		return nil, s.forgive(ctx, tries, err)
	}
	ok, _, err := s.passwords.Check(ctx, user.PasswordHash, clean["password"])
	if err != nil {
		return nil, s.forgive(ctx, tries, err)
	}
	if !ok {
		return nil, apperr.New(apperr.PasswordWrong).WithFields(map[string]string{"password": "password_wrong"})
	}
	if tooCommon(clean["new_password"], user.Username, emailName(user.Email)) {
		_ = s.forgive(ctx, tries, nil)
		return nil, apperr.New(apperr.PasswordCommon).WithFields(map[string]string{"new_password": "password_common"})
	}
	hash, err := s.passwords.Hash(ctx, clean["new_password"])
	if err != nil {
		return nil, s.forgive(ctx, tries, err)
	}
	old, _, err := s.store.Session(ctx, from.SessionID)
	if err != nil {
		return nil, s.forgive(ctx, tries, err)
	}
	now, checked := s.now(), user.PasswordHash
	session, cookie := newSession(user.ID, old.Remember, from.Device, now)
	err = s.store.Write(ctx, func(tx Tx) error {
		// Read again under the lock: a reset in the meantime must win over the old password.
		if user, err = tx.User(ctx, from.UserID); err != nil {
			return err
		}
		if user.PasswordHash != checked {
			return apperr.New(apperr.PasswordWrong).WithFields(map[string]string{"password": "password_wrong"})
		}
		if err := s.replacePassword(ctx, tx, user, hash, NewEntry(ActionPasswordChanged, user.ID, user.ID, "", now)); err != nil {
			return err
		}
		if err := tx.Clear(ctx, tries...); err != nil {
			return err
		}
		return tx.AddSession(ctx, session)
	})
	if err != nil {
		return nil, fmt.Errorf("changing a password: %w", err)
	}
	return &SignedIn{User: user, SessionID: session.ID, Cookie: cookie, Known: s.knownCookie(from.Known, user.ID, now)}, nil
}
