package operate

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/demo"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/ratelimit"
)

// Host changes a shop's accounts from the machine it runs on. The shop may be running
// meanwhile: whether somebody is an admin is read at every request.
type Host struct {
	accounts *accounts.Service
	db       *sqlstore.DB
}

// OpenHost opens the accounts of a shop that exists already; it makes and migrates nothing.
func OpenHost(ctx context.Context, s settings.Storage) (_ *Host, err error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	db, name, err := storage.OpenExisting(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	current, latest, err := db.Version(ctx)
	if err != nil {
		return nil, err
	}
	if current != latest {
		return nil, settings.Invalid(name, "the tables are of another version: run dawa migrate first", nil)
	}
	keys, err := hostKeys(s)
	if err != nil {
		return nil, err
	}
	return &Host{db: db, accounts: accounts.New(accounts.Options{
		Store:     sqlstore.NewAccounts(db, sqlstore.AccountHooks{OnDelete: sqlstore.OnDelete(db)}),
		Limiter:   ratelimit.New(sqlstore.NewRateLimits(db), keys.LimitSubject),
		Passwords: accounts.NewPasswords(accounts.DefaultCost()),
		Keys:      keys,
	})}, nil
}

// hostKeys are the servers' keys when they can be found here, else random ones: the commands of the host need
// them only to forget failed sign-ins, and must not leave a key file behind that the server cannot read.
func hostKeys(s settings.Storage) (accounts.Keys, error) {
	secret := []byte(s.Secret)
	if s.Secret == "" {
		found, err := storage.ReadSecret(filepath.Join(s.KeyFolder(), settings.SecretFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return accounts.Keys{}, err
		}
		if secret = found; secret == nil {
			secret = make([]byte, accounts.SecretSize)
			_, _ = rand.Read(secret) // never fails
		}
	}
	return accounts.NewKeys(secret)
}

// Close closes the database.
func (h *Host) Close() error { return h.db.Close() }

// SetAdmin makes a user an admin, or no longer one; changed is false when it was so already.
func (h *Host) SetAdmin(ctx context.Context, username string, admin bool) (changed bool, err error) {
	changed, err = h.accounts.SetAdmin(ctx, username, admin)
	return changed, named(username, err)
}

// Address is where people find a shop, for commands that print a link.
type Address struct {
	Listen  string `help:"${help_served_on}" default:"127.0.0.1:8080" env:"DAWA_LISTEN" placeholder:"HOST:PORT"`
	BaseURL string `name:"base-url" help:"${help_reached_at}" env:"DAWA_BASE_URL" placeholder:"https://…"`
}

// Help holds the help texts that the tags of Address name.
var Help = map[string]string{
	"help_served_on":  "Address the shop is served on.",
	"help_reached_at": "Address under which people reach the shop.",
}

func (a Address) url() (string, error) {
	if _, _, err := settings.HostPort("--listen", a.Listen); err != nil {
		return "", err
	}
	// An address without TLS is accepted: whether the shop may have one, its server has decided.
	return settings.PublicURL(a.BaseURL, a.Listen, a.Listen), settings.CheckBaseURL(a.BaseURL, a.Listen, true)
}

// ResetPassword makes a user's password useless, ends all their sessions and gives the link by which
// they choose another.
func (h *Host) ResetPassword(ctx context.Context, username string, at Address) (link string, err error) {
	shop, err := at.url()
	if err != nil {
		return "", err
	}
	path, err := h.accounts.ResetByHost(ctx, username)
	return shop + path, named(username, err)
}

// RemoveTwoFactor lets a user sign in with the password alone and ends all their sessions; removed
// is false when it was so already.
func (h *Host) RemoveTwoFactor(ctx context.Context, username string) (removed bool, err error) {
	removed, err = h.accounts.RemoveTwoFactor(ctx, username)
	return removed, named(username, err)
}

// RemovePasskeys removes a user's passkeys and ends all their sessions.
func (h *Host) RemovePasskeys(ctx context.Context, username string) (removed int, err error) {
	removed, err = h.accounts.RemovePasskeysByHost(ctx, username)
	return removed, named(username, err)
}

// Enrol gives the code with which somebody who runs the shop turns two-factor on or adds a passkey.
func (h *Host) Enrol(ctx context.Context, username string) (code string, err error) {
	code, err = h.accounts.EnrolByHost(ctx, username)
	return code, named(username, err)
}

// SignOut ends all sessions of a user, or of everybody when username is "".
func (h *Host) SignOut(ctx context.Context, username string) (ended int, err error) {
	ended, err = h.accounts.SignOut(ctx, username)
	return ended, named(username, err)
}

// Admins lists the admins' usernames.
func (h *Host) Admins(ctx context.Context) ([]string, error) {
	admins, err := h.accounts.Admins(ctx)
	names := make([]string, len(admins))
	for i, u := range admins {
		names[i] = u.Username
	}
	return names, err
}

// RemoveDemoUsers deletes the users whose passwords the demo made public and takes the demo's mark off the
// database: the shop can then be served to the public. Users who took a name of the demo with an email of their own
// stay.
func (h *Host) RemoveDemoUsers(ctx context.Context) (removed []string, err error) {
	for _, person := range demo.People() {
		user, err := h.accounts.ByUsername(ctx, person.Username)
		if apperr.CodeOf(err) == apperr.NotFound {
			continue
		}
		if err != nil {
			return removed, err
		}
		if user.Email != person.Email {
			continue
		}
		if err := h.accounts.RemoveByHost(ctx, person.Username); err != nil {
			return removed, err
		}
		removed = append(removed, person.Username)
	}
	return removed, h.db.UnmarkDemo(ctx)
}

func named(username string, err error) error {
	if apperr.CodeOf(err) == apperr.LastAdmin {
		return fmt.Errorf("%s is the last admin: make another one first", username)
	}
	if apperr.CodeOf(err) == apperr.NotFound {
		return fmt.Errorf("there is no user %q", username)
	}
	return err
}
