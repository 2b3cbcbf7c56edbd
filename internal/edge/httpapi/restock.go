package httpapi

import (
	"context"
	"net/http"

	"dawa/internal/domain/restock"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// askRestockAlert takes that somebody wants to know when a product is back: a user at the address of the account, a
// visitor at the one they typed.
func (a *API) askRestockAlert(r *http.Request) (serve.Reply, error) {
	var in wire.RestockRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	ask := restock.Request{ProductID: r.PathValue("id"), Language: language(r)}
	if in.Email != nil {
		ask.Email = *in.Email
	}
	if who.SignedIn() {
		user, err := a.accounts.User(r.Context(), who.UserID)
		if err != nil {
			return serve.Reply{}, err
		}
		ask.UserID, ask.Email = user.ID, user.Email
	}
	if err := a.restock.Ask(r.Context(), serve.ClientIP(r, a.proxies), ask); err != nil {
		return serve.Reply{}, err
	}
	return a.done("restock_asked"), nil
}

// openUnsubscribe leads to the page that ends the mails once it is open. A mail program that looks at links in advance
// ends nothing by that.
func (a *API) openUnsubscribe(r *http.Request) (serve.Reply, error) {
	out := serve.Reply{Status: http.StatusSeeOther}
	out.NoStore()
	out.Set("Location", "/unsubscribe/"+r.PathValue("token"))
	return out, nil
}

func (a *API) unsubscribe(r *http.Request) (serve.Reply, error) {
	if err := a.restock.Unsubscribe(r.Context(), r.PathValue("token")); err != nil {
		return serve.Reply{}, err
	}
	return a.done("unsubscribed"), nil
}

// exportRestock is what the user waits for, for the user's own file.
func (a *API) exportRestock(ctx context.Context, userID string) ([]wire.RestockAlert, error) {
	waiting, err := a.restock.Waiting(ctx, userID)
	out := make([]wire.RestockAlert, len(waiting))
	for i, alert := range waiting {
		out[i] = wire.RestockAlert{Product: alert.ProductID, AskedAt: alert.AskedAt}
	}
	return out, err
}
