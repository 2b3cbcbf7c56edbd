package accounts_test

import (
	"context"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
)

// noRows is a store that holds nothing, for fuzzing what comes before it.
type noRows struct{ accounts.Store }

func (noRows) Session(context.Context, string) (accounts.Session, accounts.SessionState, error) {
	return accounts.Session{}, accounts.SessionState{}, apperr.New(apperr.NotFound)
}

func (noRows) Link(context.Context, string) (accounts.Link, error) {
	return accounts.Link{}, apperr.New(apperr.NotFound)
}
