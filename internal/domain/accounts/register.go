package accounts

import (
	"context"
	"fmt"

	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/audit"
)

// Registration is what the sign-up form sends.
type Registration struct {
	FullName  string
	Username  string
	Phone     string
	Email     string
	Password  string
	Marketing bool
}

// Register signs somebody up and in, and mails the link that verifies the address. Codes:
// InvalidFields, PasswordCommon, UsernameTaken, EmailTaken, RateLimited, Unavailable.
func (s *Service) Register(ctx context.Context, from Caller, r Registration) (*SignedIn, error) {
	user, password, err := s.newUser(r)
	if err != nil {
		return nil, err
	}
	if err := s.refuseGuessable("password", password, user); err != nil {
		return nil, err
	}
	if _, err := s.limiter.Allow(ctx, s.limiter.AttemptFrom("register_ip", from.IP, limitRegisterIP)); err != nil {
		return nil, err
	}
	if err := s.checkAvailable(ctx, user.Username, user.Email, ""); err != nil {
		return nil, err
	}
	if user.PasswordHash, err = s.passwords.Hash(ctx, password); err != nil {
		return nil, err
	}
	if from.Language != "" {
		user.Language = from.Language
	}
	session, cookie := newSession(user.ID, false, from.Device, user.CreatedAt)
	err = s.write(ctx, func(tx Tx) error {
		if err := tx.AddUser(ctx, user); err != nil {
			return err
		}
		if err := s.mailVerifyLink(ctx, tx, user, EmailVerify, user.Email); err != nil {
			return err
		}
		return replaceSession(ctx, tx, from, session,
			audit.NewEvent(ActionRegister, user.ID, user.ID, session.Device, user.CreatedAt))
	})
	if err != nil {
		return nil, fmt.Errorf("signing up: %w", err)
	}
	return s.signedIn(from, user, session, cookie), nil
}

// Seed is a user that is made on the host, for the demo: verified, without mail or session.
type Seed struct {
	Registration
	Admin bool
}

// AddSeed adds a user unless the username is there already. The list of common passwords does
// not apply: whoever makes users on the host knows what they do.
func (s *Service) AddSeed(ctx context.Context, seed Seed) (added bool, err error) {
	user, password, err := s.newUser(seed.Registration)
	if err != nil {
		return false, err
	}
	if usernameTaken, _, err := s.store.Taken(ctx, Fold(user.Username), "", "", s.now()); err != nil || usernameTaken {
		return false, err
	}
	if user.PasswordHash, err = s.passwords.Hash(ctx, password); err != nil {
		return false, err
	}
	user.Admin, user.EmailVerified = seed.Admin, true
	err = s.write(ctx, func(tx Tx) error {
		if err := tx.AddUser(ctx, user); err != nil {
			return err
		}
		events := []audit.Event{audit.NewEvent(ActionRegister, audit.System, user.ID, "", user.CreatedAt)}
		if user.Admin {
			if err := tx.SetAdmin(ctx, user.ID, true, user.CreatedAt); err != nil {
				return err
			}
			events = append(events, audit.NewEvent(ActionAdminGranted, audit.System, user.ID, "", user.CreatedAt))
		}
		return tx.Audit(ctx, events...)
	})
	if apperr.CodeOf(err) == apperr.UsernameTaken {
		return false, nil // another server was quicker
	}
	if err != nil {
		return false, fmt.Errorf("adding the user %s: %w", user.Username, err)
	}
	return true, nil
}

func (s *Service) newUser(r Registration) (user *User, password string, err error) {
	clean, errs := s.checkForm("sign_up", map[string]string{
		"full_name": r.FullName, "username": r.Username, "phone_nb": r.Phone, "email": r.Email, "password": r.Password,
	})
	if len(errs) > 0 {
		return nil, "", apperr.Invalid(errs)
	}
	now := s.now()
	return &User{
		ID: newID(), Username: clean["username"], FullName: clean["full_name"], Phone: clean["phone_nb"],
		Email: clean["email"], Language: text.English, Marketing: r.Marketing, CreatedAt: now, UpdatedAt: now,
	}, clean["password"], nil
}

// checkAvailable refuses a username or an email that another user has. The database decides in the end;
// this answers both fields at once and before any costly work.
func (s *Service) checkAvailable(ctx context.Context, username, email, except string) error {
	usernameTaken, emailTaken, err := s.store.Taken(ctx, Fold(username), Fold(email), except, s.now())
	if err != nil {
		return err
	}
	fields := map[string]string{}
	var refusal *apperr.Error
	if emailTaken {
		fields["email"], refusal = "email_taken", apperr.New(apperr.EmailTaken)
	}
	// Nobody may sign the record with the host's name.
	if usernameTaken || Fold(username) == audit.System {
		fields["username"], refusal = "username_taken", apperr.New(apperr.UsernameTaken)
	}
	if refusal == nil {
		return nil
	}
	return refusal.WithFields(fields)
}
