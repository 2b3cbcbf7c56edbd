package app

import (
	"context"
	"log/slog"
	"os"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/accounts"
)

// sweepEvery is how often expired sessions, links and counts are removed.
const sweepEvery = time.Hour

// accountHooks is what other rooms do when somebody signs in or leaves for good.
func (st *storage) accountHooks() sqlstore.AccountHooks {
	if st.shelf == nil {
		return sqlstore.AccountHooks{} // a command of the host: nobody signs in
	}
	return sqlstore.AccountHooks{
		SignedIn: []func(context.Context, *sqlstore.Tx, string, string) error{sqlstore.NewCarts(st.db).Follow(st.shelf, time.Now)},
		Deleted:  []func(context.Context, *sqlstore.Tx, string) error{sqlstore.NewOrders(st.db).Part, sqlstore.NewStores(st.db).Part},
	}
}

// openAccounts makes the accounts of an open shop.
func (a *App) openAccounts() error {
	secret, err := a.cfg.serverSecret()
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
	a.passwords = accounts.NewPasswords(accounts.DefaultCost())
	a.accounts = accounts.New(accounts.Options{
		Store: sqlstore.NewAccounts(a.store.db, a.store.accountHooks()), Passwords: a.passwords, Keys: keys, Breached: breached,
		AdminsNeedSecondStep: a.cfg.AdminsNeedSecondStep, BaseURL: a.address, Now: a.now,
	})
	return nil
}

// openBreached opens the file of breached passwords, which stays open as long as the shop.
func (a *App) openBreached() (*accounts.Breached, error) {
	const name = "--breached-passwords"
	if a.cfg.BreachedPasswords == "" {
		return nil, nil
	}
	var err error
	if a.breached, err = os.Open(a.cfg.BreachedPasswords); err != nil {
		return nil, setting(name, "cannot be read", err)
	}
	info, err := a.breached.Stat()
	if err != nil {
		return nil, setting(name, "cannot be read", err)
	}
	if !info.Mode().IsRegular() {
		return nil, setting(name, a.cfg.BreachedPasswords+" is not a file", nil)
	}
	breached, err := accounts.NewBreached(a.breached, info.Size())
	if err != nil {
		return nil, setting(name, a.cfg.BreachedPasswords+" cannot be used", err)
	}
	return breached, nil
}

// sweepAccounts removes what has expired, now and then, until ctx ends.
func (a *App) sweepAccounts(ctx context.Context) {
	every(ctx, sweepEvery, func() {
		if err := a.accounts.Sweep(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("sweeping accounts", slog.Any("cause", err))
		}
	})
}
