package accounts

import (
	"context"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
)

// ChangePassword sets another password for who knows the current one. All sessions end, as after a
// reset, and this browser gets a new one of the same kind. Codes: InvalidFields, PasswordWrong,
// PasswordCommon, RateLimited, Unavailable.
func (s *Service) ChangePassword(ctx context.Context, from Caller, current, next string) (*SignedIn, error) {
	clean, errs := s.checkForm("change_password", map[string]string{"password": current, "new_password": next})
	if len(errs) > 0 {
		return nil, apperr.Invalid(errs)
	}
	user, attempts, err := s.confirmPassword(ctx, from.UserID, clean["password"])
	if err != nil {
		return nil, err
	}
	if err := s.refuseGuessable("new_password", clean["new_password"], user); err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	hash, err := s.passwords.Hash(ctx, clean["new_password"])
	if err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	now := s.now()
	session, cookie, err := s.newSessionLike(ctx, from, now)
	if err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	var changed *User
	err = s.write(ctx, func(tx Tx) (err error) {
		if changed, err = lockUnchanged(ctx, tx, user); err != nil {
			return err
		}
		if err := s.replacePassword(ctx, tx, changed, hash, EmailPasswordChanged,
			audit.NewEvent(ActionPasswordChanged, user.ID, user.ID, "", now)); err != nil {
			return err
		}
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		return tx.AddSession(ctx, session)
	})
	if err != nil {
		return nil, fmt.Errorf("changing a password: %w", err)
	}
	return s.signedIn(from, changed, session, cookie), nil
}
