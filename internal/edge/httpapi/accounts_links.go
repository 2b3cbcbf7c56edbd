package httpapi

import (
	"net/http"

	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

func (a *API) requestPasswordReset(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.EmailRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.RequestReset(r.Context(), from, in.Email); err != nil {
		return serve.Reply{}, err
	}
	return a.done("email_sent"), nil
}

func (a *API) checkResetLink(r *http.Request) (serve.Reply, error) {
	if err := a.accounts.CheckReset(r.Context(), r.PathValue("token")); err != nil {
		return serve.Reply{}, err
	}
	out := serve.MustJSON(http.StatusOK, wire.LinkChecked{Success: true})
	out.NoStore()
	return out, nil
}

func (a *API) resetPassword(r *http.Request) (serve.Reply, error) {
	var in wire.PasswordRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	err = a.accounts.ResetPassword(r.Context(), r.PathValue("userID"), r.PathValue("token"), in.Password)
	if err != nil {
		return serve.Reply{}, err
	}
	out := a.done("password_changed")
	// A visitor keeps the cart until they sign in; whoever was signed in starts anew.
	if who.SignedIn() {
		a.dropSession(&out)
	}
	return out, nil
}

func (a *API) verifyEmail(r *http.Request) (serve.Reply, error) {
	if err := a.accounts.VerifyEmail(r.Context(), r.PathValue("email"), r.PathValue("token")); err != nil {
		return serve.Reply{}, err
	}
	return a.done("email_verified"), nil
}

func (a *API) resendVerification(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.ResendVerification(r.Context(), who.UserID); err != nil {
		return serve.Reply{}, err
	}
	return a.done("verification_sent"), nil
}
