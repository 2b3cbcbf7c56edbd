package httpapi

import (
	"io"
	"net/http"
	"path"
	"slices"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/base/bulkhead"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/serve"
)

// call wraps a route's handler in everything its row of the table asks for: the body first, then a place in the
// lane's bulkhead and its deadline, the session, and the CSRF token. Whoever may not upload is refused before the
// body gets the time to arrive.
func (a *API) call(route Route) http.Handler {
	name, cached := routeName(route), a.inMemory[route.Operation]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.stack.SetRoute(r, name)
		out, err := a.work(w, r, route, cached)
		if err != nil {
			out = a.stack.Refuse(r, err)
		}
		a.stack.Send(w, r, out)
	})
}

// memoryAnswers are the calls that can be answered from memory alone for most who ask, by operation. Such an answer
// needs no place in a lane and no deadline, and nobody is asked who they are: the calls are public.
func (a *API) memoryAnswers() map[string]serve.Cached {
	return map[string]serve.Cached{
		"getProduct": a.productForVisitor, "getCsrfToken": a.tokenWithoutSession,
		"listProducts": a.answerGiven, "listDiscounted": a.answerGiven, "listCategory": a.answerGiven,
		"listBrand": a.answerGiven, "listConcern": a.answerGiven,
		"searchProducts": a.answerGiven, "suggestProducts": a.answerGiven, "suggest": a.answerGiven,
	}
}

func (a *API) work(w http.ResponseWriter, r *http.Request, route Route, cached serve.Cached) (serve.Reply, error) {
	if err := a.origin.Check(r); err != nil {
		return serve.Reply{}, apperr.Wrap(apperr.CrossSite, err)
	}
	if route.Lane == LaneUpload {
		return a.workUpload(w, r, route)
	}
	if route.Lane != LaneImport { // a file of products is too long to hold
		a.stack.StartBody(w, r, route.Lane)
		if err := serve.ReadBody(r); err != nil {
			return serve.Reply{}, err
		}
	}
	return a.stack.DoUnlessCached(r, route.Lane, cached, func(r *http.Request) (serve.Reply, error) {
		who, err := a.authorize(r, route)
		if err != nil {
			return serve.Reply{}, err
		}
		if who.SignedIn() {
			release, err := a.stack.Claim(route.Lane, who.UserID)
			if err != nil {
				return serve.Reply{}, err
			}
			defer release()
		}
		if route.Lane == LaneImport {
			a.stack.StartBody(w, r, route.Lane)
		}
		return route.handle(r)
	})
}

// workUpload refuses whoever may not send the body before it gets the time for it, and lets the handler read it
// before it takes a place with place.
func (a *API) workUpload(w http.ResponseWriter, r *http.Request, route Route) (serve.Reply, error) {
	_, err := a.stack.Do(r, LaneAccount, func(r *http.Request) (serve.Reply, error) {
		if _, err := a.authorize(r, route); err != nil {
			return serve.Reply{}, err
		}
		return serve.Reply{}, a.mayUpload(r)
	})
	if err != nil {
		return serve.Reply{}, err
	}
	memory := &uploadReader{body: r.Body, budget: a.uploads, client: a.client(r, LaneUpload)}
	defer memory.release()
	a.stack.StartBody(w, r, route.Lane)
	r.Body = memory
	return route.handle(r)
}

// uploadReader takes the bytes of an upload out of the budget as they arrive, until the request is answered.
type uploadReader struct {
	body   io.ReadCloser
	budget *bulkhead.Budget
	client bulkhead.Client
	taken  int
}

func (u *uploadReader) Read(p []byte) (int, error) {
	n, err := u.body.Read(p)
	if n > 0 {
		if full := u.budget.Take(u.client, n); full != nil {
			return 0, full
		}
		u.taken += n
	}
	return n, err
}

func (u *uploadReader) Close() error { return u.body.Close() }

func (u *uploadReader) release() { u.budget.Give(u.client, u.taken) }

// place works on an upload that has arrived.
func (a *API) place(r *http.Request, userID string,
	work func(*http.Request) (serve.Reply, error)) (serve.Reply, error) {
	return a.stack.Do(r, LaneUpload, func(r *http.Request) (serve.Reply, error) {
		release, err := a.stack.Claim(LaneUpload, userID)
		if err != nil {
			return serve.Reply{}, err
		}
		defer release()
		return work(r)
	})
}

// authorize checks the access and CSRF columns of the route's row, and says who is let through where it had to ask.
func (a *API) authorize(r *http.Request, route Route) (who Actor, err error) {
	if route.Access == Public && !route.CSRF {
		return who, nil
	}
	if who, err = a.actor(r); err != nil {
		return who, err
	}
	if route.Access != Public && !who.SignedIn() {
		return who, apperr.New(apperr.NotSignedIn)
	}
	if action, named := route.Access.action(); named {
		if err := a.checkRole(r, who, action); err != nil {
			return who, err
		}
	}
	if !route.CSRF {
		return who, nil
	}
	if a.csrf == nil {
		return who, apperr.New(apperr.CSRF)
	}
	return who, a.csrf.Check(r.Context(), who, r.Header.Get("CSRF-Token"))
}

// checkRole refuses an actor whose role does not allow the action. What is done in a store does not exist for those
// who have nothing to do with the store.
func (a *API) checkRole(r *http.Request, who Actor, action roles.Action) error {
	place, missing := roles.House, apperr.Forbidden
	if action.InStore() {
		var err error
		if place, missing, err = a.placeOf(r); err != nil {
			return err
		}
	}
	switch {
	case who.May(action, place):
		return nil
	case who.LacksPasskey:
		return apperr.New(apperr.PasskeyRequired)
	case who.LacksTwoFactor:
		return apperr.New(apperr.TwoFactorRequired)
	case who.Roles.Knows(place):
		return apperr.New(apperr.Forbidden)
	}
	return apperr.New(missing)
}

// placeOf is the store in which a call works: the one of the path, or the one that sells the product of the path.
// missing is what a stranger is told.
func (a *API) placeOf(r *http.Request) (place string, missing apperr.Code, err error) {
	id := r.PathValue("id")
	if !strings.HasPrefix(r.URL.Path, "/api/product/") && !strings.HasPrefix(r.URL.Path, "/api/product-edit/") {
		return id, apperr.StoreNotFound, nil
	}
	p, err := a.products.Product(r.Context(), id)
	if err != nil {
		return "", "", err
	}
	if p.StoreID == "" {
		return roles.House, apperr.Forbidden, nil // what the shop itself sells is no secret
	}
	return p.StoreID, apperr.ProductNotFound, nil
}

func routeName(route Route) string { return route.Method + " " + route.Path }

// dispatch finds the route. A slash at the end of a call means the same call; a
// path with empty or dotted steps names none, where the mux would send a redirect.
func (a *API) dispatch(w http.ResponseWriter, r *http.Request) {
	p := r.URL.Path
	if !a.hostAllowed(r) {
		a.stack.Send(w, r, a.stack.Refuse(r, apperr.New(apperr.WrongHost)))
		return
	}
	if !strings.HasPrefix(p, "/api/") {
		a.mux.ServeHTTP(w, r)
		return
	}
	if len(p) > len("/api/") && p[len(p)-1] == '/' {
		trimmed := *r.URL
		trimmed.Path = strings.TrimSuffix(p, "/")
		trimmed.RawPath = strings.TrimSuffix(trimmed.RawPath, "/")
		same := *r
		same.URL = &trimmed
		r, p = &same, trimmed.Path
	}
	if (strings.Contains(p, "//") || strings.Contains(p, "/.")) && p != path.Clean(p) {
		a.stack.Send(w, r, a.stack.Refuse(r, apperr.New(apperr.NotFound)))
		return
	}
	a.mux.ServeHTTP(w, r)
}

// hostAllowed tells whether a request is for this shop. Balancers that we trust may name us as they like.
func (a *API) hostAllowed(r *http.Request) bool {
	return a.host == "" || serve.HostAllowed(r.Host, a.host) || serve.FromProxy(r, a.proxies)
}

// noSuchCall answers what the table does not hold: another method of a known path, or nothing at all.
func (a *API) noSuchCall(w http.ResponseWriter, r *http.Request) {
	allowed := a.methodsOf(r)
	if len(allowed) == 0 {
		a.stack.Send(w, r, a.stack.Refuse(r, apperr.New(apperr.NotFound)))
		return
	}
	out := a.stack.Refuse(r, apperr.New(apperr.MethodNotAllowed))
	out.Set("Allow", strings.Join(allowed, ", "))
	a.stack.Send(w, r, out)
}

func (a *API) methodsOf(r *http.Request) []string {
	var found []string
	for _, method := range []string{get, post, put, patch, del} {
		other := *r
		other.Method = method
		if _, pattern := a.mux.Handler(&other); strings.HasPrefix(pattern, method+" ") {
			found = append(found, method)
		}
	}
	if slices.Contains(found, http.MethodGet) {
		found = append(found, http.MethodHead)
	}
	return found
}
