package accounts

import (
	"context"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/ratelimit"
)

// confirmPassword asks somebody who is signed in for the password once more; the code of a passkey's confirmation
// counts as it. The attempts it returns are
// the caller's to reset, or to undo when something else fails; that the password was hashed stays counted.
// Codes: PasswordWrong, RateLimited, Unavailable.
func (s *Service) confirmPassword(ctx context.Context, userID, password string) (*User, []ratelimit.Attempt, error) {
	attempts := []ratelimit.Attempt{
		s.limiter.Attempt("password", userID, limitPassword), s.limiter.Attempt("confirmed", userID, limitConfirmed),
	}
	if _, err := s.limiter.Allow(ctx, attempts...); err != nil {
		return nil, nil, err
	}
	user, err := s.store.User(ctx, userID)
	if err != nil {
		return nil, nil, s.undo(ctx, attempts, err)
	}
	ok, err := s.useConfirmation(ctx, userID, password)
	if err == nil && !ok {
		ok, _, err = s.passwords.Check(ctx, user.PasswordHash, password)
	}
	if err != nil {
		return nil, nil, s.undo(ctx, attempts, err)
	}
	if !ok {
		return nil, nil, passwordWrong()
	}
	return user, attempts[:1], nil
}

// confirmPasswordForm is confirmPassword for a form that asks for nothing else. Codes: also InvalidFields.
func (s *Service) confirmPasswordForm(ctx context.Context, userID,
	password string) (*User, []ratelimit.Attempt, error) {
	clean, errs := s.checkForm("reset_password", map[string]string{"password": password})
	if len(errs) > 0 {
		return nil, nil, apperr.Invalid(errs)
	}
	return s.confirmPassword(ctx, userID, clean["password"])
}

// lockUnchanged reads a user anew under the lock: a reset in the meantime must win over the password that
// was asked for. Code: PasswordWrong.
func lockUnchanged(ctx context.Context, tx Tx, checked *User) (*User, error) {
	user, err := tx.User(ctx, checked.ID)
	if err != nil {
		return nil, err
	}
	if user.PasswordHash != checked.PasswordHash {
		return nil, passwordWrong()
	}
	return user, nil
}

// newSessionLike makes the session that will replace the caller's, of the same kind.
func (s *Service) newSessionLike(ctx context.Context, from Caller, now time.Time) (Session, Cookie, error) {
	old, _, err := s.store.Session(ctx, from.SessionID)
	if err != nil {
		return Session{}, Cookie{}, err
	}
	session, cookie := newSession(from.UserID, old.Remember, from.Device, now)
	session.PasskeyID = old.PasskeyID
	return session, cookie, nil
}

func (s *Service) signedIn(from Caller, user *User, session Session, cookie Cookie) *SignedIn {
	return &SignedIn{
		User: user, SessionID: session.ID, Cookie: cookie, Known: s.knownCookie(from.Known, user, session.CreatedAt),
	}
}

func passwordWrong() error {
	return apperr.New(apperr.PasswordWrong).WithFields(map[string]string{"password": "password_wrong"})
}
