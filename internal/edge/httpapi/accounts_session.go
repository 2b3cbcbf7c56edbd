package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/accounts"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

const (
	// sessionCookie is the cookie that holds the session's secret.
	sessionCookie = "dawa_session"
	// knownCookie marks a browser in which somebody signed in before.
	knownCookie = "dawa_known"
)

// accountSessions finds people by their cookie and checks their tokens.
type accountSessions struct {
	accounts *accounts.Service
	cookies  cookieNames
}

// Current reads the session cookie.
func (s accountSessions) Current(ctx context.Context, r *http.Request) (Actor, error) {
	cookie := s.cookies.read(r, sessionCookie)
	if cookie == "" {
		return Actor{}, nil
	}
	who, err := s.accounts.Identify(ctx, cookie)
	if err != nil {
		return Actor{}, err
	}
	return Actor(who), nil
}

// Check compares the token with the actor's session.
func (s accountSessions) Check(_ context.Context, actor Actor, token string) error {
	return s.accounts.CheckCSRF(actor.SessionID, token)
}

// caller gathers what accounts needs to know about a request.
func (a *API) caller(r *http.Request) (accounts.Caller, error) {
	who, err := a.actor(r)
	if err != nil {
		return accounts.Caller{}, err
	}
	return accounts.Caller{
		Identity: accounts.Identity(who),
		Known:    a.cookies().read(r, knownCookie),
		IP:       serve.ClientIP(r, a.proxies),
		Device:   accounts.Device(r.UserAgent()),
		Language: language(r),
	}, nil
}

// decodeWithCaller reads the body of a request and who sent it.
func decodeWithCaller[T any](a *API, r *http.Request) (in T, from accounts.Caller, err error) {
	if err := serve.Decode(r, &in); err != nil {
		return in, from, err
	}
	from, err = a.caller(r)
	return in, from, err
}

// doneSignedIn answers that something is done, with the cookies of the new session.
func (a *API) doneSignedIn(code string, signedIn *accounts.SignedIn) serve.Reply {
	out := a.done(code)
	a.setSignedIn(&out, signedIn)
	return out
}

// setSignedIn sends the cookies of a user who signed in or got a new session.
func (a *API) setSignedIn(out *serve.Reply, signedIn *accounts.SignedIn) {
	a.setSession(out, signedIn.Cookie)
	a.setCookie(out, knownCookie, signedIn.Known)
}

// setSession sends a session's cookie.
func (a *API) setSession(out *serve.Reply, c accounts.Cookie) { a.setCookie(out, sessionCookie, c) }

// setCookie sends a cookie that no script reads. Lax lets links from mails find people signed in.
func (a *API) setCookie(out *serve.Reply, name string, c accounts.Cookie) {
	out.AddCookie(&http.Cookie{
		Name: a.cookies().name(name), Value: c.Value, Path: "/", Expires: c.Expires,
		HttpOnly: true, Secure: a.secure(), SameSite: http.SameSiteLaxMode,
	})
}

// dropSession takes the cookie back; the next visit begins a new session.
func (a *API) dropSession(out *serve.Reply) {
	out.AddCookie(&http.Cookie{
		Name: a.cookies().name(sessionCookie), Path: "/", MaxAge: -1,
		HttpOnly: true, Secure: a.secure(), SameSite: http.SameSiteLaxMode,
	})
}

func (a *API) secure() bool { return overTLS(a.baseURL) }

func (a *API) cookies() cookieNames { return cookieNames{prefixed: a.secure()} }

func overTLS(baseURL string) bool { return strings.HasPrefix(baseURL, "https://") }

// hostPrefix makes browsers refuse a cookie that another host, a subdomain or a page without TLS
// tries to set in our name.
const hostPrefix = "__Host-"

// cookieNames are what our secret cookies are called: prefixed where the shop is reached over TLS,
// plain on a machine of one's own, where browsers would not take the prefix.
type cookieNames struct{ prefixed bool }

func (n cookieNames) name(plain string) string {
	if n.prefixed {
		return hostPrefix + plain
	}
	return plain
}

// read is the value of a cookie, "" when there is none.
func (n cookieNames) read(r *http.Request, plain string) string {
	cookie, err := r.Cookie(n.name(plain))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// getCsrfToken gives the token of the session; who has none gets one.
func (a *API) getCsrfToken(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	if who.SessionID == "" {
		return a.tokenForNewVisitor(), nil
	}
	return a.tokenReply(who.SessionID), nil
}

// tokenWithoutSession answers a browser that comes for the first time: nothing has to be read for it.
func (a *API) tokenWithoutSession(r *http.Request) (serve.Reply, bool) {
	if a.accounts == nil || a.cookies().read(r, sessionCookie) != "" {
		return serve.Reply{}, false
	}
	return a.tokenForNewVisitor(), true
}

func (a *API) tokenForNewVisitor() serve.Reply {
	visitor, cookie := a.accounts.NewVisitor()
	out := a.tokenReply(visitor.SessionID)
	a.setSession(&out, cookie)
	return out
}

func (a *API) tokenReply(session string) serve.Reply {
	out := serve.MustJSON(http.StatusOK, wire.CsrfToken{CsrfToken: a.accounts.CSRFToken(session)})
	out.NoStore()
	return out
}

// fromOtherSite reads what the browser says about who made it send the request. A
// client that says nothing is no browser on somebody else's page.
func (a *API) fromOtherSite(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "":
	default:
		return true
	}
	for _, name := range []string{"Origin", "Referer"} {
		if said := r.Header.Get(name); said != "" {
			u, err := url.Parse(said)
			return err != nil || u.Host == "" || u.Host != r.Host && u.Scheme+"://"+u.Host != a.baseURL
		}
	}
	return false
}

// refuseOtherSites is for reads that change something.
func (a *API) refuseOtherSites(r *http.Request) error {
	if a.fromOtherSite(r) {
		return apperr.New(apperr.CrossSite)
	}
	return nil
}
