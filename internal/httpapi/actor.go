package httpapi

import (
	"context"
	"net/http"
	"sync"
)

// Actor is who makes a request. The zero value is a visitor without a session.
type Actor struct {
	UserID    string // empty for visitors
	Admin     bool
	SessionID string // set for visitors who hold a cart, too
}

// SignedIn says whether the actor is a known user.
func (a Actor) SignedIn() bool { return a.UserID != "" }

// Sessions finds out who makes a request. Current is called at most once per
// request and only when somebody asks, so that public reads touch no database.
// A missing, expired or forged cookie is a visitor, not an error; an error means
// that the store could not be asked.
type Sessions interface {
	Current(ctx context.Context, r *http.Request) (Actor, error)
}

// CSRF checks the token in the header CSRF-Token against the actor's session.
// It returns apperr code csrf when the token is missing or wrong.
type CSRF interface {
	Check(ctx context.Context, actor Actor, token string) error
}

// visitors is the answer before anybody can sign in: everyone is a visitor.
type visitors struct{}

func (visitors) Current(context.Context, *http.Request) (Actor, error) { return Actor{}, nil }

type actorKey struct{}

// withActor puts a question into the request's context that is asked once.
func (a *API) withActor(r *http.Request) *http.Request {
	ask := sync.OnceValues(func() (Actor, error) { return a.sessions.Current(r.Context(), r) })
	return r.WithContext(context.WithValue(r.Context(), actorKey{}, ask))
}

// actor returns who makes the request.
func actor(r *http.Request) (Actor, error) {
	ask, ok := r.Context().Value(actorKey{}).(func() (Actor, error))
	if !ok {
		return Actor{}, nil
	}
	return ask()
}
