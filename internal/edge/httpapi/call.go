package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"dawa/internal/base/apperr"
)

// call wraps a route's handler in everything its row of the table asks for:
// body first, then a place in the lane, the deadline, who it is, and the token.
func (a *API) call(route Route) http.Handler {
	a.metrics.name(routeName(route), route.Lane)
	figures := a.named(routeName(route))
	lane := a.lanes[route.Lane]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		nameRoute(r, figures)
		out, err := a.work(w, r, route, lane)
		if err != nil {
			out = a.refuse(r, err)
		}
		a.write(w, r, out)
	})
}

func (a *API) work(w http.ResponseWriter, r *http.Request, route Route, lane *lane) (reply, error) {
	if err := a.origin.Check(r); err != nil {
		return reply{}, apperr.Wrap(apperr.CrossSite, err)
	}
	if !route.Built() {
		return reply{}, apperr.New(apperr.NotImplemented)
	}
	a.giveTime(w, r, lane)
	if route.Lane != LaneUpload {
		if err := readBody(w, r, jsonLimit); err != nil {
			return reply{}, err
		}
	}
	if err := a.enter(r.Context(), route.Lane); err != nil {
		return reply{}, err
	}
	defer lane.leave()
	if x := exchangeOf(r.Context()); x != nil {
		x.limit.set(time.Now().Add(lane.Deadline))
	}
	if err := a.admit(r, route); err != nil {
		return reply{}, err
	}
	return route.handle(r)
}

// giveTime bounds how long the body may take to arrive, and extends the time for the
// answer where the lane allows more than the server's own limit.
func (a *API) giveTime(w http.ResponseWriter, r *http.Request, lane *lane) {
	if hasBody(r) {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(lane.Body))
	}
	if all := lane.Body + lane.Wait + lane.Deadline + sendTime; all > writeTime {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(all))
	}
}

func hasBody(r *http.Request) bool {
	return r.Body != nil && r.Body != http.NoBody && r.ContentLength != 0
}

// admit checks the access and CSRF columns of the route's row.
func (a *API) admit(r *http.Request, route Route) error {
	if route.Access == Public && !route.CSRF {
		return nil
	}
	who, err := a.actor(r)
	if err != nil {
		return err
	}
	switch route.Access {
	case User, Owner:
		if !who.SignedIn() {
			return apperr.New(apperr.NotSignedIn)
		}
	case Admin:
		if !who.SignedIn() {
			return apperr.New(apperr.NotSignedIn)
		}
		if who.LacksSecondStep {
			return apperr.New(apperr.SecondStepRequired)
		}
		if !who.Admin {
			return apperr.New(apperr.Forbidden)
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

func routeName(route Route) string { return route.Method + " " + route.Path }

func nameRoute(r *http.Request, f *figures) {
	if x := exchangeOf(r.Context()); x != nil {
		x.figures = f
	}
}

// noSuchCall answers what the table does not hold: another method of a known
// path, or nothing at all.
func (a *API) noSuchCall(w http.ResponseWriter, r *http.Request) {
	allowed := a.methodsOf(r)
	if len(allowed) == 0 {
		a.write(w, r, a.refuse(r, apperr.New(apperr.NotFound)))
		return
	}
	out := a.refuse(r, apperr.New(apperr.MethodNotAllowed))
	out.set("Allow", strings.Join(allowed, ", "))
	a.write(w, r, out)
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
