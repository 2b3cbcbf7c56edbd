package accounts

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/ratelimit"
)

// SignedIn is the outcome of signing in or up.
type SignedIn struct {
	User      *User
	SessionID string
	Cookie    Cookie
	// Known marks the browser as one of the user's.
	Known Cookie
}

// Credentials is what the sign-in form sends.
type Credentials struct {
	Login    string // username or email
	Password string
	Remember bool
	// Code is the two-factor code, "" when none was sent.
	Code string
}

// Login signs somebody in with a new session; the one they came with ends, and a visitor's cart
// follows them. Unknown users cost the same work and get the same answer as wrong passwords. A wrong
// code counts like a wrong password; asking which code to send counts nothing. Codes: InvalidFields,
// LoginFailed, CodeNeeded, WrongCode, RateLimited, Unavailable.
func (s *Service) Login(ctx context.Context, from Caller, c Credentials) (*SignedIn, error) {
	clean, errs := s.checkForm("sign_in", map[string]string{"username": c.Login, "password": c.Password})
	if len(errs) > 0 {
		return nil, apperr.Invalid(errs)
	}
	login := Fold(clean["username"])
	user, err := s.find(ctx, login)
	if err != nil {
		return nil, err
	}
	attempts := s.loginAttempts(from, login, user)
	counts, err := s.limiter.Allow(ctx, attempts...)
	if err != nil {
		return nil, err
	}
	stored := ""
	if user != nil {
		stored = user.PasswordHash
	}
	ok, stale, err := s.passwords.Check(ctx, stored, clean["password"])
	if err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	if !ok || user == nil {
		return nil, s.refuseLogin(ctx, user, counts[1], apperr.LoginFailed)
	}
	now := s.now()
	step, err := s.twoFactor(ctx, user.ID)
	if err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	var verified verifiedCode
	if step.enabled() {
		if c.Code == "" {
			// No mistake, but a hash was computed: that stays counted.
			return nil, s.undo(ctx, attempts[:2], apperr.New(apperr.CodeNeeded))
		}
		typed, _ := validate.Form("second_step", map[string]string{"code": c.Code})
		if verified, ok, err = s.checkCode(ctx, step, typed["code"], now); err != nil {
			return nil, s.undo(ctx, attempts, err)
		}
		if !ok {
			return nil, s.refuseLogin(ctx, user, counts[1], apperr.WrongCode)
		}
	}
	renewed := ""
	if stale {
		if renewed, err = s.passwords.Hash(ctx, clean["password"]); err != nil {
			return nil, s.undo(ctx, attempts, err)
		}
	}
	session, cookie := newSession(user.ID, c.Remember, from.Device, now)
	err = s.write(ctx, func(tx Tx) error {
		// Read again under the lock: a reset in the meantime must win over the old password.
		current, err := tx.User(ctx, user.ID)
		if apperr.CodeOf(err) == apperr.NotFound || err == nil && current.PasswordHash != stored {
			return apperr.New(apperr.LoginFailed)
		}
		if err != nil {
			return err
		}
		if err := useTwoFactorCode(ctx, tx, user.ID, step, verified, now); err != nil {
			return err
		}
		if renewed != "" {
			current.PasswordHash = renewed
			if err := tx.SaveUser(ctx, current); err != nil {
				return err
			}
		}
		user = current
		if err := tx.Reset(ctx, attempts[1]); err != nil {
			return err
		}
		if err := tx.Undo(ctx, attempts[0]); err != nil {
			return err
		}
		return replaceSession(ctx, tx, from, session,
			audit.NewEvent(ActionLogin, user.ID, user.ID, session.Device, now))
	})
	if err != nil {
		return nil, fmt.Errorf("signing in: %w", err)
	}
	return s.signedIn(from, user, session, cookie), nil
}

// useTwoFactorCode uses the code up in the transaction that makes the session. A two-factor setup that was
// turned on since the password was looked at is asked for. Codes: CodeNeeded, WrongCode.
func useTwoFactorCode(ctx context.Context, tx Tx, userID string, step *TwoFactor, verified verifiedCode,
	now time.Time) error {
	if !step.enabled() {
		on, err := tx.TwoFactorOn(ctx, userID)
		if err == nil && on {
			err = apperr.New(apperr.CodeNeeded)
		}
		return err
	}
	used, err := verified.use(ctx, tx, step, now)
	if err == nil && !used {
		err = apperr.New(apperr.WrongCode)
	}
	return err
}

// loginAttempts are what a sign-in counts against: the network; the account, by whichever of its names, or all the
// browsers of the user's own; and, success or not, how often the password is hashed for either.
func (s *Service) loginAttempts(from Caller, login string, user *User) []ratelimit.Attempt {
	scope, account := "login", login
	if user != nil {
		account = user.ID
		if s.isKnown(from.Known, user) {
			scope = "login_known"
		}
	}
	return []ratelimit.Attempt{
		s.limiter.AttemptFrom("login_ip", from.IP, limitLoginIP), s.limiter.Attempt(scope, account, limitLogin),
		s.limiter.Attempt(scope+"_done", account, limitLoginDone),
	}
}

// find reads a user, or nil.
func (s *Service) find(ctx context.Context, login string) (*User, error) {
	user, err := s.store.UserByLogin(ctx, login)
	if apperr.CodeOf(err) == apperr.NotFound {
		return nil, nil
	}
	return user, err
}

// undo takes the counts back after a failure that was not the caller's.
func (s *Service) undo(ctx context.Context, attempts []ratelimit.Attempt, failure error) error {
	_ = s.limiter.Undo(context.WithoutCancel(ctx), attempts...)
	return failure
}

// refuseLogin answers a wrong combination or code; long series of them are written down, for names that
// nobody has as well: the time it takes must not tell which exist.
func (s *Service) refuseLogin(ctx context.Context, user *User, failures int, code apperr.Code) error {
	if isNotable(failures) {
		subject := ""
		if user != nil {
			subject = user.ID
		}
		event := audit.NewEvent(ActionLoginFailed, "", subject, strconv.Itoa(failures)+" in a row", s.now())
		if err := s.write(ctx, func(tx Tx) error { return tx.Audit(ctx, event) }); err != nil {
			return err
		}
	}
	return apperr.New(code)
}

// replaceSession replaces the session somebody came with by a new one.
func replaceSession(ctx context.Context, tx Tx, from Caller, session Session, event audit.Event) error {
	if err := tx.AddSession(ctx, session); err != nil {
		return err
	}
	if visitor := from.Visitor(); visitor != "" {
		if err := tx.MoveVisitorData(ctx, visitor, session.UserID); err != nil {
			return err
		}
	} else if from.SessionID != "" {
		if err := tx.EndSession(ctx, from.SessionID); err != nil {
			return err
		}
	}
	return tx.Audit(ctx, event)
}

// Logout ends a session. Ending one that is gone already is no error.
func (s *Service) Logout(ctx context.Context, who Identity) error {
	if who.UserID == "" {
		return nil
	}
	event := audit.NewEvent(ActionLogout, who.UserID, who.UserID, "", s.now())
	err := s.write(ctx, func(tx Tx) error {
		if err := tx.EndSession(ctx, who.SessionID); err != nil {
			return err
		}
		return tx.Audit(ctx, event)
	})
	if err != nil {
		return fmt.Errorf("signing out: %w", err)
	}
	return nil
}

// Sessions lists where a user is signed in, last used first.
func (s *Service) Sessions(ctx context.Context, userID string) ([]Session, error) {
	list, err := s.store.Sessions(ctx, userID, s.now())
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].LastSeenAt = s.lastSeen.of(list[i].ID, list[i].LastSeenAt)
	}
	slices.SortStableFunc(list, func(a, b Session) int { return b.LastSeenAt.Compare(a.LastSeenAt) })
	return list, nil
}

// EndSessions signs a user who knows the password out everywhere, but for the session named, which
// may be "". Codes: InvalidFields, PasswordWrong, RateLimited, Unavailable.
func (s *Service) EndSessions(ctx context.Context, userID, password, but string) error {
	_, attempts, err := s.confirmPasswordForm(ctx, userID, password)
	if err != nil {
		return err
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		ended, err := tx.EndSessions(ctx, userID, but)
		if err != nil || ended == 0 {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionSessionsEnded, userID, userID, strconv.Itoa(ended), now))
	})
	if err != nil {
		return fmt.Errorf("signing out everywhere: %w", err)
	}
	return nil
}
