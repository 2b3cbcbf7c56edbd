package httpapi

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/roles"
	"dawa/internal/edge/serve"
)

// call wraps a route's handler in everything its row of the table asks for: the body first, then a place in the
// lane's bulkhead and its deadline, the session, and the CSRF token. The body of an upload comes last: who may
// not send it is refused before it gets the time for it.
func (a *API) call(route Route) http.Handler {
	name := routeName(route)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.stack.SetRoute(r, name)
		out, err := a.work(w, r, route)
		if err != nil {
			out = a.stack.Refuse(r, err)
		}
		a.stack.Send(w, r, out)
	})
}

func (a *API) work(w http.ResponseWriter, r *http.Request, route Route) (serve.Reply, error) {
	if err := a.origin.Check(r); err != nil {
		return serve.Reply{}, apperr.Wrap(apperr.CrossSite, err)
	}
	upload := route.Lane == LaneUpload // its body takes long, and only the handler can say what of it to store
	if !upload {
		a.stack.StartBody(w, r, route.Lane)
		if err := serve.ReadBody(r); err != nil {
			return serve.Reply{}, err
		}
	}
	return a.stack.Do(r, route.Lane, func(r *http.Request) (serve.Reply, error) {
		if err := a.authorize(r, route); err != nil {
			return serve.Reply{}, err
		}
		if upload {
			a.stack.StartBody(w, r, route.Lane)
		}
		return route.handle(r)
	})
}

// authorize checks the access and CSRF columns of the route's row.
func (a *API) authorize(r *http.Request, route Route) error {
	if route.Access == Public && !route.CSRF {
		return nil
	}
	who, err := a.actor(r)
	if err != nil {
		return err
	}
	if route.Access != Public && !who.SignedIn() {
		return apperr.New(apperr.NotSignedIn)
	}
	if action, named := route.Access.action(); named {
		if err := a.checkRole(r, who, action); err != nil {
			return err
		}
	}
	if !route.CSRF {
		return nil
	}
	if a.csrf == nil {
		return apperr.New(apperr.CSRF)
	}
	return a.csrf.Check(r.Context(), who, r.Header.Get("CSRF-Token"))
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
	if p != path.Clean(p) {
		a.stack.Send(w, r, a.stack.Refuse(r, apperr.New(apperr.NotFound)))
		return
	}
	a.mux.ServeHTTP(w, r)
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
