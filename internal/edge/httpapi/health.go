package httpapi

import "net/http"

// health says that the process answers, nothing more: a server that is loading
// or draining is still alive.
func (a *API) health(w http.ResponseWriter, r *http.Request) {
	nameRoute(r, a.named(routeHealth))
	out := reply{status: http.StatusOK, kind: "text/plain; charset=utf-8", body: []byte("ok\n")}
	out.noStore()
	a.write(w, r, out)
}

// readiness says whether people should be sent here.
func (a *API) readiness(w http.ResponseWriter, r *http.Request) {
	nameRoute(r, a.named(routeReady))
	out := reply{status: http.StatusOK, kind: "text/plain; charset=utf-8", body: []byte("ready\n")}
	if !a.ready.Load() {
		out.status, out.body = http.StatusServiceUnavailable, []byte("not ready\n")
		out.set("Retry-After", "1")
	}
	out.noStore()
	a.write(w, r, out)
}
