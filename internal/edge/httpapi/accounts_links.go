package httpapi

import (
	"net/http"

	"dawa/internal/edge/httpapi/wire"
)

func (a *API) requestPasswordReset(r *http.Request) (reply, error) {
	var in wire.EmailRequest
	if err := decode(r, &in); err != nil {
		return reply{}, err
	}
	from, err := a.caller(r)
	if err != nil {
		return reply{}, err
	}
	if err := a.accounts.RequestReset(r.Context(), from, in.Email); err != nil {
		return reply{}, err
	}
	return a.done("email_sent"), nil
}

func (a *API) checkResetLink(r *http.Request) (reply, error) {
	if err := a.accounts.CheckReset(r.Context(), r.PathValue("token")); err != nil {
		return reply{}, err
	}
	out := mustJSON(http.StatusOK, wire.LinkChecked{Success: true})
	out.noStore()
	return out, nil
}

func (a *API) resetPassword(r *http.Request) (reply, error) {
	var in wire.PasswordRequest
	if err := decode(r, &in); err != nil {
		return reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	err = a.accounts.ResetPassword(r.Context(), r.PathValue("userID"), r.PathValue("token"), in.Password)
	if err != nil {
		return reply{}, err
	}
	out := a.done("password_changed")
	// A visitor keeps the cart until they sign in; whoever was signed in starts anew.
	if who.SignedIn() {
		a.dropSession(&out)
	}
	return out, nil
}

func (a *API) verifyEmail(r *http.Request) (reply, error) {
	if err := a.accounts.VerifyEmail(r.Context(), r.PathValue("email"), r.PathValue("token")); err != nil {
		return reply{}, err
	}
	return a.done("email_verified"), nil
}

func (a *API) resendVerification(r *http.Request) (reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return reply{}, err
	}
	if err := a.accounts.ResendVerification(r.Context(), who.UserID); err != nil {
		return reply{}, err
	}
	return a.done("verification_sent"), nil
}
