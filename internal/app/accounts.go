package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/webauthn"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/ratelimit"
	"dawa/internal/domain/roles"
)

// sweepEvery is how often expired sessions, links and counts are removed.
const sweepEvery = time.Hour

// accountHooks is what other domains do in the transaction of a sign-in or of an account's deletion.
func (a *App) accountHooks() sqlstore.AccountHooks {
	db := a.storage.DB
	return sqlstore.AccountHooks{
		OnSignIn: []func(context.Context, *sqlstore.Tx, string, string) error{
			sqlstore.NewCarts(db).MergeOnSignIn(a.live, time.Now),
		},
		OnDelete: sqlstore.OnDelete(db),
	}
}

// openAccounts makes the accounts of an open shop.
func (a *App) openAccounts() error {
	secret, err := storage.ServerSecret(a.cfg.Storage)
	if err != nil {
		return err
	}
	keys, err := accounts.NewKeys(secret)
	if err != nil {
		return err
	}
	breached, err := a.openBreached()
	if err != nil {
		return err
	}
	a.answerToken = keys.AnswerToken
	a.passwords = accounts.NewPasswords(cmp.Or(a.cfg.passwordCost, accounts.DefaultCost()))
	a.limiter = ratelimit.New(sqlstore.NewRateLimits(a.storage.DB), keys.LimitSubject)
	passkeys, err := a.openPasskeys()
	if err != nil {
		return err
	}
	a.accounts = accounts.New(accounts.Options{
		Store:               sqlstore.NewAccounts(a.storage.DB, a.accountHooks()),
		Limiter:             a.limiter,
		Passwords:           a.passwords,
		Keys:                keys,
		Breached:            breached,
		AdminsNeedTwoFactor: a.cfg.AdminsNeedTwoFactor,
		Passkeys:            passkeys,
		PasskeysRequired:    accounts.PasskeyRequirement(a.cfg.PasskeysRequired),
		WideRules:           a.cfg.wideRules(),
		BaseURL:             a.address,
		Now:                 a.now,
	})
	a.roles = roles.New(sqlstore.NewMemberships(a.storage.DB), keys.InvitationToken, a.address,
		a.accounts.ForgetSessions, a.now)
	return nil
}

// openPasskeys prepares passkeys for the shop's address, or nil where browsers allow none.
func (a *App) openPasskeys() (accounts.PasskeyVerifier, error) {
	verifier, err := webauthn.New(a.address, "Dawa")
	if err != nil {
		return nil, err
	}
	if verifier == nil {
		return nil, nil
	}
	return verifier, nil
}

// openBreached opens the file of breached passwords, which stays open as long as the shop.
func (a *App) openBreached() (*accounts.Breached, error) {
	const name = "--breached-passwords"
	if a.cfg.BreachedPasswords == "" {
		return nil, nil
	}
	var err error
	if a.breached, err = os.Open(a.cfg.BreachedPasswords); err != nil {
		return nil, settings.Invalid(name, "cannot be read", err)
	}
	info, err := a.breached.Stat()
	if err != nil {
		return nil, settings.Invalid(name, "cannot be read", err)
	}
	if !info.Mode().IsRegular() {
		return nil, settings.Invalid(name, a.cfg.BreachedPasswords+" is not a file", nil)
	}
	breached, err := accounts.NewBreached(a.breached, info.Size())
	if err != nil {
		return nil, settings.Invalid(name, a.cfg.BreachedPasswords+" cannot be used", err)
	}
	return breached, nil
}

// sweepAccounts removes what has expired, once an hour, until ctx ends.
func (a *App) sweepAccounts(ctx context.Context) {
	every(ctx, sweepEvery, func() {
		err := errors.Join(a.accounts.Sweep(ctx), a.limiter.Sweep(ctx),
			sqlstore.NewMemberships(a.storage.DB).Sweep(ctx, time.Now()))
		if err != nil && ctx.Err() == nil {
			a.log.Warn("sweeping accounts", slog.Any("cause", err))
		}
	})
}
