package httpapi

import (
	"context"
	"net/http"

	"dawa/internal/domain/roles"
	"dawa/internal/edge/serve"
)

// Actor is who makes a request. The zero value is a visitor without a session.
type Actor struct {
	UserID    string // empty for visitors
	Admin     bool
	SessionID string // set for visitors who hold a cart, too
	// LacksTwoFactor is set for somebody of the house who has no rights there until two-factor is on.
	LacksTwoFactor bool
	// LacksPasskey is set for somebody who has no roles until they sign in with a passkey.
	LacksPasskey bool
	// Roles say what the actor may do, in stores and in the house.
	Roles roles.Set
}

// May tells whether the actor may do something in a place: the id of a store, or roles.House.
func (a Actor) May(action roles.Action, place string) bool { return a.Roles.May(action, place) }

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

// identified is what Sessions answered for a request.
type identified struct {
	actor Actor
	err   error
}

// actor returns who makes the request. Sessions is asked once per request.
func (a *API) actor(r *http.Request) (Actor, error) {
	st := serve.StateOf(r.Context())
	if st == nil {
		return Actor{}, nil // an internal request of a page, as a visitor
	}
	known, ok := st.Actor().(identified)
	if !ok {
		known.actor, known.err = a.sessions.Current(r.Context(), r)
		st.SetActor(known, known.actor.UserID)
	}
	return known.actor, known.err
}
