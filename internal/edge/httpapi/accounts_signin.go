package httpapi

import (
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// remembers is the value of `remember` that keeps a session for 30 days.
const remembers = "remember"

func (a *API) login(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.LoginRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	credentials := accounts.Credentials{
		Login: in.Username, Password: in.Password, Remember: in.Remember != nil && *in.Remember == remembers,
	}
	if in.Code != nil {
		credentials.Code = *in.Code
	}
	session, err := a.accounts.Login(r.Context(), from, credentials)
	if err != nil {
		return serve.Reply{}, err
	}
	return a.replySignedIn(r, session, "logged_in")
}

func (a *API) register(r *http.Request) (serve.Reply, error) {
	in, from, err := decodeWithCaller[wire.RegisterRequest](a, r)
	if err != nil {
		return serve.Reply{}, err
	}
	session, err := a.accounts.Register(r.Context(), from, accounts.Registration{
		FullName: in.User.FullName, Username: in.User.Username, Phone: in.User.PhoneNb, Email: in.User.Email,
		Password: in.Password, Marketing: in.User.MarketingEmails != nil && *in.User.MarketingEmails,
	})
	if err != nil {
		return serve.Reply{}, err
	}
	return a.replySignedIn(r, session, "registered")
}

// replySignedIn answers with the user and the cookie of the new session.
func (a *API) replySignedIn(r *http.Request, session *accounts.SignedIn, code string) (serve.Reply, error) {
	user, err := a.toUser(r.Context(), session.User)
	if err != nil {
		return serve.Reply{}, err
	}
	out, err := serve.JSON(http.StatusOK, wire.SignedIn{
		Success: true, Code: code, Message: a.doneText(code), User: user,
	})
	out.NoStore()
	a.setSignedIn(&out, session)
	return out, err
}

func (a *API) logout(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if err := a.accounts.Logout(r.Context(), accounts.Identity(who)); err != nil {
		return serve.Reply{}, err
	}
	out := a.done("logged_out")
	a.dropSession(&out)
	return out, nil
}

// logoutByLink is logout as a plain GET. Another site must not be able to sign people out.
func (a *API) logoutByLink(r *http.Request) (serve.Reply, error) {
	if err := a.refuseOtherSites(r); err != nil {
		return serve.Reply{}, err
	}
	return a.logout(r)
}

func (a *API) listSessions(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	sessions, err := a.accounts.Sessions(r.Context(), who.UserID)
	if err != nil {
		return serve.Reply{}, err
	}
	return serve.NoStoreJSON(wire.SessionList{
		Success: true, Sessions: toSessions(sessions, who.SessionID),
	})
}

func toSessions(sessions []accounts.Session, current string) []wire.Session {
	list := make([]wire.Session, len(sessions))
	for i, s := range sessions {
		list[i] = wire.Session{
			ID: s.Handle, Current: s.ID == current, Device: s.Device,
			CreatedAt: s.CreatedAt, LastSeenAt: s.LastSeenAt, ExpiresAt: s.ExpiresAt,
		}
	}
	return list
}

// endSessions signs the user out everywhere, here included unless they ask to stay.
func (a *API) endSessions(r *http.Request) (serve.Reply, error) {
	var in wire.PasswordRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	query, err := values(r)
	if err != nil {
		return serve.Reply{}, err
	}
	stay := ""
	switch query.Get("except_current") {
	case "", "false":
	case "true":
		stay = who.SessionID
	default:
		return serve.Reply{}, apperr.New(apperr.BadQuery)
	}
	if err := a.accounts.EndSessions(r.Context(), who.UserID, in.Password, stay); err != nil {
		return serve.Reply{}, err
	}
	out := a.done("sessions_ended")
	if stay == "" {
		a.dropSession(&out)
		clearSite(&out)
	}
	return out, nil
}

// clearSite makes the browser forget what it stored of the shop: pages and drafts.
//
// Cookies are not among it: the session's own is ended by name, and the chosen language is not about the person.
func clearSite(out *serve.Reply) { out.Set("Clear-Site-Data", `"cache", "storage"`) }
