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
	waits, err := a.accounts.VerifyEmail(r.Context(), r.PathValue("email"), r.PathValue("token"))
	if err != nil {
		return serve.Reply{}, err
	}
	if waits {
		return a.done("email_waits"), nil
	}
	return a.done("email_verified"), nil
}

// getEmailChange says what the link in an old mailbox is about.
func (a *API) getEmailChange(r *http.Request) (serve.Reply, error) {
	change, err := a.accounts.EmailChange(r.Context(), r.PathValue("token"))
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.EmailChange{
		Success: true, Email: change.Email, NewEmail: change.NewEmail, Approvable: change.Approvable,
		Restorable: change.Restorable,
	})
}

func (a *API) approveEmailChange(r *http.Request) (serve.Reply, error) {
	waits, err := a.accounts.ApproveEmailChange(r.Context(), r.PathValue("token"))
	if err != nil {
		return serve.Reply{}, err
	}
	if waits {
		return a.done("email_approved_waits"), nil
	}
	return a.done("email_approved"), nil
}

func (a *API) undoEmailChange(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	userID, token, err := a.accounts.UndoEmailChange(r.Context(), r.PathValue("token"))
	if err != nil {
		return serve.Reply{}, err
	}
	const code = "email_restored"
	out, err := serve.JSON(http.StatusOK, wire.EmailChangeUndone{
		Success: true, Code: code, Message: a.doneText(code), User: userID, Token: token,
	})
	out.NoStore()
	if who.UserID == userID {
		a.dropSession(&out)
	}
	return out, err
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
