package app

import (
	"context"
	"log/slog"
	"time"

	"dawa/internal/accounts"
	"dawa/internal/sqlstore"
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

// newAccounts makes the accounts of an open shop.
func newAccounts(s Storage, st *storage, baseURL string, now func() time.Time) (*accounts.Service, *accounts.Passwords, error) {
	secret, err := s.serverSecret()
	if err != nil {
		return nil, nil, err
	}
	keys, err := accounts.NewKeys(secret)
	if err != nil {
		return nil, nil, err
	}
	passwords := accounts.NewPasswords(accounts.DefaultCost())
	return accounts.New(accounts.Options{
		Store: sqlstore.NewAccounts(st.db, st.accountHooks()), Passwords: passwords, Keys: keys, BaseURL: baseURL, Now: now,
	}), passwords, nil
}

// sweepAccounts removes what has expired, now and then, until ctx ends.
func (a *App) sweepAccounts(ctx context.Context) {
	every(ctx, sweepEvery, func() {
		if err := a.accounts.Sweep(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("sweeping accounts", slog.Any("cause", err))
		}
	})
}
