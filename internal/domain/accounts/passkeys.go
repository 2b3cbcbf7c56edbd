package accounts

import (
	"context"
	"fmt"
	"slices"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/validate"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/ratelimit"
)

// Passkey is a key in somebody's device, by its public part. Its use takes the device and what unlocks it, so it
// counts as both factors.
type Passkey struct {
	ID     string
	UserID string
	// Credential is the authenticator's own name for the key.
	Credential string
	// Name is what its owner calls it.
	Name string
	// Record is the public key and what else the PasskeyVerifier needs to know of it.
	Record string
	// SignCount is how often it has signed, by its own count. Keys that are synced between devices count nothing.
	SignCount  uint32
	CreatedAt  time.Time
	LastUsedAt time.Time // zero until it is used
}

// regresses says that a count is not above the one before: two devices hold a key that only one should.
func (p Passkey) regresses(count uint32) bool {
	return count <= p.SignCount && (count > 0 || p.SignCount > 0)
}

// PasskeyVerifier is what the WebAuthn standard asks of a server. Options go to the browser, state stays here until
// the browser has answered. Each Finish checks challenge, origin, relying party, signature and that the user was
// verified; an answer that fails any of it is an error.
type PasskeyVerifier interface {
	BeginCreation(user *User, have []Passkey) (options []byte, state string, err error)
	// FinishCreation gives Credential, Record and SignCount of the new passkey.
	FinishCreation(user *User, state string, answer []byte) (Passkey, error)
	// BeginAssertion asks for one of some passkeys, or for any when there are none to choose from.
	BeginAssertion(have []Passkey) (options []byte, state string, err error)
	// Credential says which passkey an answer claims to be signed with.
	Credential(answer []byte) (string, error)
	// FinishAssertion gives the passkey of the user that signed, and its own count of signatures.
	FinishAssertion(state string, answer []byte, userID string, have []Passkey) (used Passkey, count uint32, err error)
}

// ChallengePurpose is what an answer to a challenge is for.
type ChallengePurpose string

// The purposes.
const (
	ChallengeCreate  ChallengePurpose = "create"
	ChallengeLogin   ChallengePurpose = "login"
	ChallengeConfirm ChallengePurpose = "confirm"
)

// Challenge is what a session was asked to sign. A session has one of each purpose; a new one replaces it.
type Challenge struct {
	SessionID string
	Purpose   ChallengePurpose
	State     string
	ExpiresAt time.Time
}

const (
	// ChallengeLife is how long a browser may take to answer.
	ChallengeLife = 5 * time.Minute
	// MaxPasskeys is how many one user may have.
	MaxPasskeys = 20
)

// PasskeyRequirement says of whom the shop asks that they work in sessions signed in with a passkey.
type PasskeyRequirement string

// The requirements.
const (
	PasskeysOptional PasskeyRequirement = "off"
	// PasskeysOfHouse asks it of those who run the shop, PasskeysOfStaff of those who work in a store as well.
	PasskeysOfHouse PasskeyRequirement = "house"
	PasskeysOfStaff PasskeyRequirement = "staff"
)

// lacksPasskey says that a session has no roles until it is one of a passkey.
func (r PasskeyRequirement) lacksPasskey(session Session, state SessionState) bool {
	switch {
	case session.PasskeyID != "":
		return false
	case r == PasskeysOfStaff:
		return len(state.Roles.All()) > 0
	}
	return r == PasskeysOfHouse && state.inHouse()
}

// PasskeyState is how passkeys stand for a user.
type PasskeyState struct {
	Passkeys []Passkey
	// Available is false where the shop's address allows none: browsers want a host name.
	Available bool
	// Offered says that the user works for a store or the house, Required that this session has no roles without one.
	Offered  bool
	Required bool
	// Enrolment says that adding one takes a code of the host.
	Enrolment bool
	// CodeNeeded says that adding one takes a two-factor code.
	CodeNeeded bool
}

// Passkeys lists a user's passkeys, oldest first, and says what adding one takes. Code: NotFound.
func (s *Service) Passkeys(ctx context.Context, from Caller) (PasskeyState, error) {
	list, err := s.store.Passkeys(ctx, from.UserID)
	if err != nil {
		return PasskeyState{}, err
	}
	step, err := s.twoFactor(ctx, from.UserID)
	if err != nil {
		return PasskeyState{}, err
	}
	session, state, err := s.store.Session(ctx, from.SessionID)
	if err != nil {
		return PasskeyState{}, err
	}
	return PasskeyState{
		Passkeys: list, Available: s.passkeys != nil, Offered: len(state.Roles.All()) > 0,
		Required:   s.passkeysRequired.lacksPasskey(session, state),
		Enrolment:  state.inHouse() && !step.enabled() && session.PasskeyID == "",
		CodeNeeded: step.enabled(),
	}, nil
}

// PasskeysOf lists a user's passkeys, oldest first.
func (s *Service) PasskeysOf(ctx context.Context, userID string) ([]Passkey, error) {
	return s.store.Passkeys(ctx, userID)
}

// PasskeyPermission is what adding a passkey takes: it will open the account without a password or code.
type PasskeyPermission struct {
	Password string
	// Code is a two-factor code, of those who have turned it on.
	Code string
	// Enrolment is a code of the host, of those who run the shop and have neither two-factor nor a passkey.
	Enrolment string
}

// BeginPasskey gives the options with which a browser makes a passkey. As two-factor it needs a verified email: whoever
// signed up with a stranger's address must not keep a way in. Codes: InvalidFields, PasswordWrong, EmailUnverified,
// CodeNeeded, EnrolmentNeeded, PasskeyLimit, PasskeysUnavailable, RateLimited, Unavailable.
func (s *Service) BeginPasskey(ctx context.Context, from Caller, p PasskeyPermission) (options []byte, err error) {
	if s.passkeys == nil {
		return nil, apperr.New(apperr.PasskeysUnavailable)
	}
	user, attempts, err := s.confirmPasswordForm(ctx, from.UserID, p.Password)
	if err != nil {
		return nil, err
	}
	if !user.EmailVerified {
		return nil, s.undo(ctx, attempts, apperr.New(apperr.EmailUnverified))
	}
	now := s.now()
	step, verified, err := s.checkPasskeyCode(ctx, user, p.Code, &attempts, now)
	if err != nil {
		if apperr.CodeOf(err) == apperr.InvalidFields { // a wrong code counts
			return nil, err
		}
		return nil, s.undo(ctx, attempts, err)
	}
	have, err := s.store.Passkeys(ctx, user.ID)
	if err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	if len(have) >= MaxPasskeys {
		return nil, s.undo(ctx, attempts, apperr.New(apperr.PasskeyLimit))
	}
	session, of, err := s.store.Session(ctx, from.SessionID)
	if err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	// Where roles take a passkey, the password alone must not add one beside those that are there.
	if len(have) > 0 && !step.enabled() && !of.inHouse() && s.passkeysRequired.lacksPasskey(session, of) {
		return nil, s.undo(ctx, attempts, apperr.New(apperr.PasskeyRequired))
	}
	options, state, err := s.passkeys.BeginCreation(user, have)
	if err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	err = s.write(ctx, func(tx Tx) error {
		held, err := lockUnchanged(ctx, tx, user)
		if err != nil {
			return err
		}
		if err := useTwoFactorCode(ctx, tx, held.ID, step, verified, now); err != nil {
			return asWrongCode(err)
		}
		if !step.enabled() && session.PasskeyID == "" {
			if err := useEnrolment(ctx, tx, held, p.Enrolment, now); err != nil {
				return err
			}
		}
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		return tx.SetChallenge(ctx, newChallenge(from, ChallengeCreate, state, now))
	})
	if err != nil {
		return nil, fmt.Errorf("beginning a passkey: %w", err)
	}
	return options, nil
}

// checkPasskeyCode looks at the two-factor code of who has two-factor on, and adds to the attempts. Codes: CodeNeeded,
// InvalidFields, RateLimited.
func (s *Service) checkPasskeyCode(ctx context.Context, user *User, code string, attempts *[]ratelimit.Attempt,
	now time.Time) (step *TwoFactor, verified verifiedCode, err error) {
	if step, err = s.twoFactor(ctx, user.ID); err != nil || !step.enabled() {
		return step, verified, err
	}
	if code == "" {
		return step, verified, apperr.New(apperr.CodeNeeded)
	}
	codes, err := s.countCode(ctx, user.ID)
	if err != nil {
		return step, verified, err
	}
	*attempts = append(*attempts, codes)
	typed, _ := validate.Form("second_step", map[string]string{"code": code})
	verified, ok, err := s.checkCode(ctx, step, typed["code"], now)
	if err == nil && !ok {
		err = wrongCode()
	}
	return step, verified, err
}

// asWrongCode answers a code that was used meanwhile as a form shows it.
func asWrongCode(err error) error {
	if apperr.CodeOf(err) == apperr.WrongCode {
		return wrongCode()
	}
	return err
}

// AddPasskey stores the passkey that a browser made. The session counts as one of that passkey from then on; no other
// ends. Codes: InvalidFields, PasskeyExpired, PasskeyRefused, PasskeyKnown, PasskeyLimit, PasskeysUnavailable,
// Unavailable.
func (s *Service) AddPasskey(ctx context.Context, from Caller, name string, answer []byte) (Passkey, error) {
	clean, errs := validate.Form("passkey", map[string]string{"name": name})
	if len(errs) > 0 {
		return Passkey{}, apperr.Invalid(errs)
	}
	state, err := s.takeChallenge(ctx, from, ChallengeCreate)
	if err != nil {
		return Passkey{}, err
	}
	user, err := s.store.User(ctx, from.UserID)
	if err != nil {
		return Passkey{}, err
	}
	made, err := s.passkeys.FinishCreation(user, state, answer)
	if err != nil {
		return Passkey{}, apperr.Wrap(apperr.PasskeyRefused, err)
	}
	now := s.now()
	made.ID, made.UserID, made.Name, made.CreatedAt = newID(), user.ID, clean["name"], now
	err = s.write(ctx, func(tx Tx) error {
		held, err := tx.User(ctx, user.ID)
		if err != nil {
			return err
		}
		if err := tx.AddPasskey(ctx, made, MaxPasskeys); err != nil {
			return err
		}
		if err := tx.SetSessionPasskey(ctx, held.ID, from.SessionID, made.ID); err != nil {
			return err
		}
		if err := s.mailNotice(ctx, tx, held, EmailPasskeyAdded, ""); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionPasskeyAdded, held.ID, held.ID, made.ID, now))
	})
	if err != nil {
		return Passkey{}, fmt.Errorf("adding a passkey: %w", err)
	}
	return made, nil
}

// RenamePasskey gives a passkey another name. Codes: InvalidFields, NotFound, RateLimited.
func (s *Service) RenamePasskey(ctx context.Context, userID, id, name string) error {
	clean, errs := validate.Form("passkey", map[string]string{"name": name})
	if len(errs) > 0 {
		return apperr.Invalid(errs)
	}
	if _, err := s.limiter.Allow(ctx, s.limiter.Attempt("account_edit", userID, limitAccountEdit)); err != nil {
		return err
	}
	return s.write(ctx, func(tx Tx) error { return tx.RenamePasskey(ctx, userID, id, clean["name"]) })
}

// RemovePasskey removes a passkey of who confirms it with the password, or with a passkey. Sessions go on; those of
// the passkey count as signed in without one. Codes: InvalidFields, PasswordWrong, NotFound, RateLimited, Unavailable.
func (s *Service) RemovePasskey(ctx context.Context, from Caller, id, password string) error {
	user, attempts, err := s.confirmPasswordForm(ctx, from.UserID, password)
	if err != nil {
		return err
	}
	session, state, err := s.store.Session(ctx, from.SessionID)
	if err != nil {
		return s.undo(ctx, attempts, err)
	}
	if s.passkeysRequired.lacksPasskey(session, state) { // or the password alone would add another one then
		return s.undo(ctx, attempts, apperr.New(apperr.PasskeyRequired))
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		held, err := lockUnchanged(ctx, tx, user)
		if err != nil {
			return err
		}
		removed, err := tx.RemovePasskey(ctx, held.ID, id)
		if err != nil {
			return err
		}
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		if err := s.mailNotice(ctx, tx, held, EmailPasskeyRemoved, ""); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionPasskeyRemoved, held.ID, held.ID, removed.ID, now))
	})
	if err != nil {
		return fmt.Errorf("removing a passkey: %w", err)
	}
	return nil
}

// RemovePasskeysByHost removes all passkeys of a user, for one whose device is lost. It is called on the host only.
// Code: NotFound.
func (s *Service) RemovePasskeysByHost(ctx context.Context, username string) (removed int, err error) {
	found, err := s.ByUsername(ctx, username)
	if err != nil {
		return 0, err
	}
	now := s.now()
	err = s.write(ctx, func(tx Tx) error {
		user, err := tx.User(ctx, found.ID)
		if err != nil {
			return err
		}
		if removed, err = tx.DropPasskeys(ctx, user.ID, time.Time{}); err != nil || removed == 0 {
			return err
		}
		if _, err := tx.EndSessions(ctx, user.ID, ""); err != nil {
			return err
		}
		if err := s.mailNotice(ctx, tx, user, EmailPasskeyRemoved, ""); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.NewEvent(ActionPasskeysByHost, audit.System, user.ID, "", now))
	})
	if err != nil {
		return 0, fmt.Errorf("removing the passkeys of %s: %w", username, err)
	}
	return removed, nil
}

// BeginPasskeyLogin gives the options with which a browser offers the passkeys it has for the shop. Codes:
// PasskeysUnavailable, RateLimited, Unavailable.
func (s *Service) BeginPasskeyLogin(ctx context.Context, from Caller) (options []byte, err error) {
	return s.beginAssertion(ctx, from, ChallengeLogin, nil,
		s.limiter.AttemptFrom("passkey_begin_ip", from.IP, limitPasskeyBegin))
}

// PasskeyLogin signs somebody in with a passkey, which is both factors at once. What fails counts against the network;
// no count of the account can keep its owner out. Codes: PasskeyExpired, PasskeyRefused, PasskeysUnavailable,
// RateLimited, Unavailable.
func (s *Service) PasskeyLogin(ctx context.Context, from Caller, answer []byte, remember bool) (*SignedIn, error) {
	attempts := []ratelimit.Attempt{s.limiter.AttemptFrom("login_ip", from.IP, limitLoginIP)}
	if _, err := s.limiter.Allow(ctx, attempts...); err != nil {
		return nil, err
	}
	used, count, err := s.finishAssertion(ctx, from, ChallengeLogin, answer)
	if err != nil {
		if apperr.CodeOf(err) == apperr.PasskeyRefused {
			return nil, err
		}
		return nil, s.undo(ctx, attempts, err)
	}
	done := s.limiter.Attempt("login_known_done", used.UserID, limitLoginDone)
	if _, err := s.limiter.Allow(ctx, done); err != nil {
		return nil, s.undo(ctx, attempts, err)
	}
	now := s.now()
	session, cookie := newSession(used.UserID, remember, from.Device, now)
	session.PasskeyID = used.ID
	var user *User
	err = s.write(ctx, func(tx Tx) (err error) {
		if user, err = tx.User(ctx, used.UserID); err != nil {
			return asPasskeyRefused(err)
		}
		if err := usePasskey(ctx, tx, used, count, now); err != nil {
			return err
		}
		if err := tx.Undo(ctx, attempts...); err != nil {
			return err
		}
		return replaceSession(ctx, tx, from, session,
			audit.NewEvent(ActionPasskeyLogin, user.ID, user.ID, session.Device, now))
	})
	if err != nil {
		return nil, fmt.Errorf("signing in with a passkey: %w", err)
	}
	return s.signedIn(from, user, session, cookie), nil
}

// BeginPasskeyConfirmation gives the options with which somebody who is signed in confirms a change with one of their
// passkeys. Codes: NotFound when there is none, PasskeysUnavailable, RateLimited, Unavailable.
func (s *Service) BeginPasskeyConfirmation(ctx context.Context, from Caller) (options []byte, err error) {
	have, err := s.store.Passkeys(ctx, from.UserID)
	if err != nil {
		return nil, err
	}
	if len(have) == 0 {
		return nil, apperr.New(apperr.NotFound)
	}
	return s.beginAssertion(ctx, from, ChallengeConfirm, have,
		s.limiter.Attempt("confirmed", from.UserID, limitConfirmed))
}

// ConfirmWithPasskey gives a code that counts as the password wherever a change asks for it again: once, for this user,
// for ConfirmationLife. Codes: PasskeyExpired, PasskeyRefused, PasskeysUnavailable, RateLimited, Unavailable.
func (s *Service) ConfirmWithPasskey(ctx context.Context, from Caller, answer []byte) (code string, err error) {
	attempts := []ratelimit.Attempt{s.limiter.Attempt("password", from.UserID, limitPassword)}
	if _, err := s.limiter.Allow(ctx, attempts...); err != nil {
		return "", err
	}
	used, count, err := s.finishAssertion(ctx, from, ChallengeConfirm, answer)
	if err == nil && used.UserID != from.UserID {
		err = apperr.New(apperr.PasskeyRefused)
	}
	if err != nil {
		if apperr.CodeOf(err) == apperr.PasskeyRefused {
			return "", err
		}
		return "", s.undo(ctx, attempts, err)
	}
	now, code := s.now(), newID()
	err = s.write(ctx, func(tx Tx) error {
		if err := usePasskey(ctx, tx, used, count, now); err != nil {
			return err
		}
		if err := tx.Reset(ctx, attempts...); err != nil {
			return err
		}
		return tx.AddConfirmation(ctx, Confirmation{
			Hash: hashToken(code), UserID: from.UserID, ExpiresAt: now.Add(ConfirmationLife),
		})
	})
	if err != nil {
		return "", fmt.Errorf("confirming with a passkey: %w", err)
	}
	return code, nil
}

// ConfirmationLife is how long the code of a passkey's confirmation works.
const ConfirmationLife = 2 * time.Minute

// Confirmation is a code that counts as the password once, by its hash.
type Confirmation struct {
	Hash      string
	UserID    string
	ExpiresAt time.Time
}

// useConfirmation says whether what was sent as a password is the code of a passkey's confirmation, and uses it up.
func (s *Service) useConfirmation(ctx context.Context, userID, code string) (ok bool, err error) {
	if len(code) != len(newID()) {
		return false, nil
	}
	now := s.now()
	err = s.store.Write(ctx, func(tx Tx) (err error) {
		ok, err = tx.UseConfirmation(ctx, Confirmation{Hash: hashToken(code), UserID: userID, ExpiresAt: now})
		return err
	})
	return ok, err
}

func (s *Service) beginAssertion(ctx context.Context, from Caller, purpose ChallengePurpose, have []Passkey,
	attempt ratelimit.Attempt) (options []byte, err error) {
	if s.passkeys == nil {
		return nil, apperr.New(apperr.PasskeysUnavailable)
	}
	if _, err := s.limiter.Allow(ctx, attempt); err != nil {
		return nil, err
	}
	options, state, err := s.passkeys.BeginAssertion(have)
	if err != nil {
		return nil, err
	}
	challenge := newChallenge(from, purpose, state, s.now())
	if err := s.store.Write(ctx, func(tx Tx) error { return tx.SetChallenge(ctx, challenge) }); err != nil {
		return nil, fmt.Errorf("storing a challenge: %w", err)
	}
	return options, nil
}

// finishAssertion finds the passkey that signed. Codes: PasskeyExpired, PasskeyRefused.
func (s *Service) finishAssertion(ctx context.Context, from Caller, purpose ChallengePurpose,
	answer []byte) (used Passkey, count uint32, err error) {
	state, err := s.takeChallenge(ctx, from, purpose)
	if err != nil {
		return used, 0, err
	}
	credential, err := s.passkeys.Credential(answer)
	if err != nil {
		return used, 0, apperr.Wrap(apperr.PasskeyRefused, err)
	}
	owner, err := s.store.PasskeyOwner(ctx, credential)
	if err != nil {
		return used, 0, asPasskeyRefused(err)
	}
	have, err := s.store.Passkeys(ctx, owner)
	if err != nil {
		return used, 0, err
	}
	used, count, err = s.passkeys.FinishAssertion(state, answer, owner, have)
	if err != nil {
		return used, 0, apperr.Wrap(apperr.PasskeyRefused, err)
	}
	if !slices.ContainsFunc(have, func(p Passkey) bool { return p.ID == used.ID }) {
		return used, 0, apperr.New(apperr.PasskeyRefused)
	}
	if used.regresses(count) {
		return used, 0, s.refuseCopied(ctx, used)
	}
	return used, count, nil
}

// refuseCopied writes down that a passkey signed with a count that it had passed already: there may be a copy of it.
func (s *Service) refuseCopied(ctx context.Context, used Passkey) error {
	event := audit.NewEvent(ActionPasskeyCopied, "", used.UserID, used.ID, s.now())
	if err := s.write(ctx, func(tx Tx) error { return tx.Audit(ctx, event) }); err != nil {
		return err
	}
	return apperr.New(apperr.PasskeyRefused)
}

// usePasskey stores that a passkey was used. One that was removed or used with a later count meanwhile is refused.
func usePasskey(ctx context.Context, tx Tx, used Passkey, count uint32, now time.Time) error {
	ok, err := tx.UsePasskey(ctx, used.ID, count, now)
	if err == nil && !ok {
		err = apperr.New(apperr.PasskeyRefused)
	}
	return err
}

// takeChallenge uses a session's challenge up, whatever the answer will be worth. Codes: PasskeyExpired,
// PasskeysUnavailable.
func (s *Service) takeChallenge(ctx context.Context, from Caller, purpose ChallengePurpose) (state string, err error) {
	if s.passkeys == nil {
		return "", apperr.New(apperr.PasskeysUnavailable)
	}
	now := s.now()
	err = s.store.Write(ctx, func(tx Tx) (err error) {
		state, err = tx.TakeChallenge(ctx, from.SessionID, purpose, now)
		return err
	})
	if apperr.CodeOf(err) == apperr.NotFound {
		return "", apperr.Wrap(apperr.PasskeyExpired, err)
	}
	return state, err
}

func newChallenge(from Caller, purpose ChallengePurpose, state string, now time.Time) Challenge {
	return Challenge{SessionID: from.SessionID, Purpose: purpose, State: state, ExpiresAt: now.Add(ChallengeLife)}
}

func asPasskeyRefused(err error) error {
	if apperr.CodeOf(err) == apperr.NotFound {
		return apperr.Wrap(apperr.PasskeyRefused, err)
	}
	return err
}
