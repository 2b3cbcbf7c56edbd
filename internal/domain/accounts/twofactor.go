package accounts

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/ratelimit"
)

// TwoFactor is what a user signs in with besides the password: an app that shows codes, and codes
// on paper for the day it is lost.
type TwoFactor struct {
	UserID string
	// Secret is what the app makes its codes from, sealed with the servers' secret.
	Secret  string
	BegunAt time.Time
	// ConfirmedAt is zero until a first code has proved that an app holds the secret.
	ConfirmedAt time.Time
	// RecoveryCodes are the hashes of those that are left.
	RecoveryCodes []string
}

func (s *TwoFactor) enabled() bool { return s != nil && !s.ConfirmedAt.IsZero() }

const (
	// BeginLife is how long two-factor waits to be confirmed.
	BeginLife     = 15 * time.Minute
	recoveryCount = 10
	// recoverySize is the number of base32 characters of a recovery code, five bits each.
	recoverySize = 10
)

// TwoFactorState is how two-factor stands for a user.
type TwoFactorState struct {
	// Since is zero when it is off.
	Since     time.Time
	CodesLeft int
	// Required says that the shop asks it of this user.
	Required bool
	// Enrolment says that turning it on takes a code of the host.
	Enrolment bool
}

// TwoFactor says how two-factor stands for a user. Code: NotFound.
func (s *Service) TwoFactor(ctx context.Context, userID string) (TwoFactorState, error) {
	user, err := s.store.User(ctx, userID)
	if err != nil {
		return TwoFactorState{}, err
	}
	step, err := s.twoFactor(ctx, userID)
	if err != nil {
		return TwoFactorState{}, err
	}
	state := TwoFactorState{Required: user.InHouse && s.adminsNeedTwoFactor, Enrolment: user.InHouse}
	if step.enabled() {
		state.Since, state.CodesLeft = step.ConfirmedAt, len(step.RecoveryCodes)
	}
	return state, nil
}

// twoFactor reads the two-factor setup of a user, or nil.
func (s *Service) twoFactor(ctx context.Context, userID string) (*TwoFactor, error) {
	step, err := s.store.TwoFactor(ctx, userID)
	if apperr.CodeOf(err) == apperr.NotFound {
		return nil, nil
	}
	return step, err
}

// BeginTwoFactor makes the secret for an app, to type and as a URI. It counts once it is confirmed;
// beginning again replaces it. It needs a verified email: whoever signed up with a stranger's address must not lock
// the owner of the address out. Of those who run the shop it takes a code of the host besides. Codes: InvalidFields,
// PasswordWrong, EmailUnverified, EnrolmentNeeded, TwoFactorOn, RateLimited, Unavailable.
func (s *Service) BeginTwoFactor(ctx context.Context, userID, password,
	enrolment string) (secret, uri string, err error) {
	user, attempts, err := s.confirmPasswordForm(ctx, userID, password)
	if err != nil {
		return "", "", err
	}
	if !user.EmailVerified {
		return "", "", s.undo(ctx, attempts, apperr.New(apperr.EmailUnverified))
	}
	plain := random(totpSecretSize)
	sealed, err := s.keys.seal(userID, plain)
	if err != nil {
		return "", "", s.undo(ctx, attempts, err)
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		held, err := lockUnchanged(ctx, tx, user)
		if err != nil {
			return err
		}
		if err := useEnrolment(ctx, tx, held, enrolment, now); err != nil {
			return err
		}
		begun, err := tx.BeginTwoFactor(ctx, TwoFactor{UserID: userID, Secret: sealed, BegunAt: now})
		if err != nil {
			return err
		}
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		if !begun {
			return apperr.New(apperr.TwoFactorOn)
		}
		return nil
	})
	if err != nil {
		return "", "", fmt.Errorf("beginning two-factor: %w", err)
	}
	return totpText(plain), totpURI(plain, user.Username), nil
}

// ConfirmTwoFactor turns two-factor on for who shows a code of the app, and gives the recovery
// codes, which nobody can read again. All sessions end, as after a change of password, and this
// browser gets a new one. Codes: InvalidFields, TwoFactorOn, TwoFactorNotBegun, RateLimited,
// Unavailable.
func (s *Service) ConfirmTwoFactor(ctx context.Context, from Caller,
	code string) (recovery []string, signedIn *SignedIn, err error) {
	clean, errs := validate.Form("second_step", map[string]string{"code": code})
	if len(errs) > 0 {
		return nil, nil, apperr.Invalid(errs)
	}
	attempts := []ratelimit.Attempt{s.limiter.Attempt("second_step", from.UserID, limitPassword)}
	if _, err := s.limiter.Allow(ctx, attempts...); err != nil {
		return nil, nil, err
	}
	now := s.now()
	begun, err := s.begunTwoFactor(ctx, from.UserID, now)
	if err != nil {
		return nil, nil, s.undo(ctx, attempts, err)
	}
	secret, err := s.keys.open(begun.UserID, begun.Secret)
	if err != nil {
		return nil, nil, s.undo(ctx, attempts, apperr.Wrap(apperr.TwoFactorNotBegun, err))
	}
	at, ok := totpStepOf(secret, clean["code"], now)
	if !ok {
		return nil, nil, wrongCode()
	}
	recovery, hashes, err := s.newRecoveryCodes(ctx)
	if err != nil {
		return nil, nil, s.undo(ctx, attempts, err)
	}
	session, cookie, err := s.newSessionLike(ctx, from, now)
	if err != nil {
		return nil, nil, s.undo(ctx, attempts, err)
	}
	var user *User
	err = s.write(ctx, func(tx Tx) (err error) {
		if user, err = tx.User(ctx, from.UserID); err != nil {
			return err
		}
		confirmed, err := tx.ConfirmTwoFactor(ctx, begun, at, now, hashes)
		if err != nil {
			return err
		}
		if !confirmed {
			return apperr.New(apperr.TwoFactorNotBegun)
		}
		return s.twoFactorChanged(ctx, tx, user, session, attempts, EmailTwoFactorOn,
			audit.NewEvent(ActionTwoFactorOn, user.ID, user.ID, "", now))
	})
	if err != nil {
		return nil, nil, fmt.Errorf("confirming two-factor: %w", err)
	}
	return recovery, s.signedIn(from, user, session, cookie), nil
}

// begunTwoFactor reads what waits to be confirmed. Codes: TwoFactorOn, TwoFactorNotBegun.
func (s *Service) begunTwoFactor(ctx context.Context, userID string, now time.Time) (*TwoFactor, error) {
	step, err := s.twoFactor(ctx, userID)
	switch {
	case err != nil:
		return nil, err
	case step.enabled():
		return nil, apperr.New(apperr.TwoFactorOn)
	case step == nil || now.Sub(step.BegunAt) >= BeginLife:
		return nil, apperr.New(apperr.TwoFactorNotBegun)
	}
	return step, nil
}

// EndTwoFactor turns two-factor off for who knows the password and has a code, of the app or
// for recovery. All sessions end, and this browser gets a new one. Codes: InvalidFields,
// PasswordWrong, Conflict when it is not on, RateLimited, Unavailable.
func (s *Service) EndTwoFactor(ctx context.Context, from Caller, password, code string) (*SignedIn, error) {
	c, err := s.confirmWithCode(ctx, from.UserID, password, code)
	if err != nil {
		return nil, err
	}
	now := s.now()
	session, cookie, err := s.newSessionLike(ctx, from, now)
	if err != nil {
		return nil, s.undo(ctx, c.attempts, err)
	}
	err = s.write(ctx, func(tx Tx) error {
		held, err := c.use(ctx, tx, now)
		if err != nil {
			return err
		}
		if _, err := tx.DropTwoFactor(ctx, held.ID); err != nil {
			return err
		}
		return s.twoFactorChanged(ctx, tx, held, session, c.attempts, EmailTwoFactorOff,
			audit.NewEvent(ActionTwoFactorOff, held.ID, held.ID, "", now))
	})
	if err != nil {
		return nil, fmt.Errorf("ending two-factor: %w", err)
	}
	return s.signedIn(from, c.user, session, cookie), nil
}

// RenewRecoveryCodes gives ten new recovery codes, for who knows the password and has a code; the old ones work no
// more. Codes: InvalidFields, PasswordWrong, Conflict when two-factor is not on, RateLimited, Unavailable.
func (s *Service) RenewRecoveryCodes(ctx context.Context, userID, password, code string) ([]string, error) {
	c, err := s.confirmWithCode(ctx, userID, password, code)
	if err != nil {
		return nil, err
	}
	recovery, hashes, err := s.newRecoveryCodes(ctx)
	if err != nil {
		return nil, s.undo(ctx, c.attempts, err)
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		held, err := c.use(ctx, tx, now)
		if err != nil {
			return err
		}
		if err := tx.ReplaceRecoveryCodes(ctx, held.ID, hashes); err != nil {
			return err
		}
		if err := tx.Reset(ctx, c.attempts...); err != nil {
			return err
		}
		if err := s.mailNotice(ctx, tx, held, EmailRecoveryCodes, ""); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionRecoveryCodesNew, held.ID, held.ID, "", now))
	})
	if err != nil {
		return nil, fmt.Errorf("renewing recovery codes: %w", err)
	}
	return recovery, nil
}

// confirmation is a user whose password and code were right when they were looked at.
type confirmation struct {
	user     *User
	step     *TwoFactor
	code     verifiedCode
	attempts []ratelimit.Attempt
}

// confirmWithCode asks for the password and a code, which is used up later. Codes: InvalidFields, PasswordWrong,
// Conflict when two-factor is not on, RateLimited, Unavailable.
func (s *Service) confirmWithCode(ctx context.Context, userID, password, code string) (c confirmation, err error) {
	clean, errs := s.checkForm("second_step_end", map[string]string{"password": password, "code": code})
	if len(errs) > 0 {
		return c, apperr.Invalid(errs)
	}
	if c.user, c.attempts, err = s.confirmPassword(ctx, userID, clean["password"]); err != nil {
		return c, err
	}
	if c.step, err = s.twoFactor(ctx, userID); err != nil {
		return c, s.undo(ctx, c.attempts, err)
	}
	if !c.step.enabled() {
		return c, s.undo(ctx, c.attempts, apperr.New(apperr.Conflict))
	}
	codes, err := s.countCode(ctx, userID)
	if err != nil {
		return c, s.undo(ctx, c.attempts, err)
	}
	c.attempts = append(c.attempts, codes)
	verified, ok, err := s.checkCode(ctx, c.step, clean["code"], s.now())
	if err != nil {
		return c, s.undo(ctx, c.attempts, err)
	}
	if !ok {
		return c, wrongCode()
	}
	c.code = verified
	return c, nil
}

// countCode counts a code that a signed-in user types apart from their password: every other call with the right
// password takes the counts of that back, and whoever makes it may know no code. Code: RateLimited.
func (s *Service) countCode(ctx context.Context, userID string) (ratelimit.Attempt, error) {
	codes := s.limiter.Attempt("second_step", userID, limitPassword)
	_, err := s.limiter.Allow(ctx, codes)
	return codes, err
}

// use locks the user and uses the code up. Codes: PasswordWrong, InvalidFields.
func (c confirmation) use(ctx context.Context, tx Tx, now time.Time) (*User, error) {
	held, err := lockUnchanged(ctx, tx, c.user)
	if err != nil {
		return nil, err
	}
	used, err := c.code.use(ctx, tx, c.step, now)
	if err == nil && !used {
		err = wrongCode()
	}
	return held, err
}

// twoFactorChanged is what turning it on and off have in common: this browser goes on alone, the
// user is told and the record too.
func (s *Service) twoFactorChanged(ctx context.Context, tx Tx, user *User, session Session,
	attempts []ratelimit.Attempt, email EmailKind, event audit.Event) error {
	if _, err := tx.EndSessions(ctx, user.ID, ""); err != nil {
		return err
	}
	if err := tx.AddSession(ctx, session); err != nil {
		return err
	}
	if err := tx.Reset(ctx, attempts...); err != nil {
		return err
	}
	if err := s.mailNotice(ctx, tx, user, email, ""); err != nil {
		return err
	}
	return tx.Audit(ctx, event)
}

// verifiedCode is a code that was right when it was looked at: a step's, or a recovery code by its hash.
type verifiedCode struct {
	step     int64
	recovery string
}

// checkCode looks at a code; nothing is used up yet. A secret that cannot be opened, because the
// servers' secret was replaced, has no right code: recovery codes go on working.
func (s *Service) checkCode(ctx context.Context, step *TwoFactor, code string,
	now time.Time) (verified verifiedCode, ok bool, err error) {
	switch len(code) {
	case totpDigits:
		if secret, unreadable := s.keys.open(step.UserID, step.Secret); unreadable == nil {
			verified.step, ok = totpStepOf(secret, code, now)
		}
	case recoverySize:
		verified.recovery, err = s.passwords.CheckAny(ctx, step.RecoveryCodes, asPrinted.Replace(strings.ToLower(code)))
		ok = verified.recovery != ""
	}
	return verified, ok, err
}

// asPrinted undoes what a reader takes for one another: recovery codes hold neither 0 nor 1.
var asPrinted = strings.NewReplacer("0", "o", "1", "l")

// use takes the code; of many callers with one code, one ever gets true.
func (c verifiedCode) use(ctx context.Context, tx Tx, step *TwoFactor, now time.Time) (bool, error) {
	if c.recovery == "" {
		return tx.UseTOTPStep(ctx, step, c.step)
	}
	used, err := tx.UseRecoveryCode(ctx, step, c.recovery)
	if err != nil || !used {
		return false, err
	}
	left := strconv.Itoa(len(step.RecoveryCodes)-1) + " left"
	return true, tx.Audit(ctx, audit.NewEvent(ActionRecoveryCodeUsed, step.UserID, step.UserID, left, now))
}

// newRecoveryCodes makes a set of codes, as people write them down and as the database stores them.
func (s *Service) newRecoveryCodes(ctx context.Context) (verified, hashes []string, err error) {
	plain := make([]string, recoveryCount)
	for i := range plain {
		plain[i] = strings.ToLower(rand.Text()[:recoverySize])
		verified = append(verified, plain[i][:recoverySize/2]+"-"+plain[i][recoverySize/2:])
	}
	hashes, err = s.passwords.HashAll(ctx, plain)
	return verified, hashes, err
}

func wrongCode() error {
	return apperr.Invalid(map[string]string{"code": "wrong_code"})
}
