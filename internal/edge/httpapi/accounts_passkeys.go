package httpapi

import (
	"net/http"
	"time"

	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

func (a *API) listPasskeys(r *http.Request) (serve.Reply, error) {
	from, err := a.caller(r)
	if err != nil {
		return serve.Reply{}, err
	}
	state, err := a.accounts.Passkeys(r.Context(), from)
	if err != nil {
		return serve.Reply{}, err
	}
	return privateJSON(wire.PasskeyList{
		Success: true, Passkeys: toPasskeys(state.Passkeys), Available: state.Available, Offered: state.Offered,
		Required: state.Required, Enrolment: state.Enrolment, CodeNeeded: state.CodeNeeded,
	})
}

func toPasskeys(list []accounts.Passkey) []wire.Passkey {
	all := make([]wire.Passkey, len(list))
	for i, p := range list {
		all[i] = toPasskey(p)
	}
	return all
}

func toPasskey(p accounts.Passkey) wire.Passkey {
	var used *time.Time
	if !p.LastUsedAt.IsZero() {
		used = &p.LastUsedAt
	}
	return wire.Passkey{ID: p.ID, Name: p.Name, CreatedAt: p.CreatedAt, LastUsedAt: used}
}

func (a *API) beginPasskey(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.PasskeyBeginRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	return passkeyOptions(a.accounts.BeginPasskey(r.Context(), from, accounts.PasskeyPermission{
		Password: in.Password, Code: valueOf(in.Code), Enrolment: valueOf(in.Enrolment),
	}))
}

func (a *API) addPasskey(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.PasskeyAddRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	added, err := a.accounts.AddPasskey(r.Context(), from, in.Name, in.Credential)
	if err != nil {
		return serve.Reply{}, err
	}
	return privateJSON(wire.PasskeyAdded{Success: true, Passkey: toPasskey(added)})
}

func (a *API) renamePasskey(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.PasskeyRenameRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.RenamePasskey(r.Context(), from.UserID, r.PathValue("id"), in.Name); err != nil {
		return serve.Reply{}, err
	}
	return a.done("passkey_renamed"), nil
}

func (a *API) removePasskey(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.PasswordRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.RemovePasskey(r.Context(), from, r.PathValue("id"), in.Password); err != nil {
		return serve.Reply{}, err
	}
	return a.done("passkey_removed"), nil
}

func (a *API) beginPasskeyLogin(r *http.Request) (serve.Reply, error) {
	from, err := a.caller(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return passkeyOptions(a.accounts.BeginPasskeyLogin(r.Context(), from))
}

func (a *API) passkeyLogin(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.PasskeyLoginRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	session, err := a.accounts.PasskeyLogin(r.Context(), from, in.Credential, valueOf(in.Remember) == remembers)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.replySignedIn(r, session, "logged_in")
}

func (a *API) beginPasskeyConfirmation(r *http.Request) (serve.Reply, error) {
	from, err := a.caller(r)
	if err != nil {
		return serve.Reply{}, err
	}
	return passkeyOptions(a.accounts.BeginPasskeyConfirmation(r.Context(), from))
}

func (a *API) confirmWithPasskey(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.PasskeyConfirmRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	code, err := a.accounts.ConfirmWithPasskey(r.Context(), from, in.Credential)
	if err != nil {
		return serve.Reply{}, err
	}
	return privateJSON(wire.PasskeyConfirmed{Success: true, Password: code})
}

func passkeyOptions(options []byte, err error) (serve.Reply, error) {
	if err != nil {
		return serve.Reply{}, err
	}
	return privateJSON(wire.PasskeyOptions{Success: true, Options: options})
}

// privateJSON answers what no cache may store.
func privateJSON(body any) (serve.Reply, error) {
	return serve.NoStoreJSON(body)
}
