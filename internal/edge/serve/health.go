package serve

import "net/http"

const plainText = "text/plain; charset=utf-8"

// Health says that the process answers, nothing more: a server that is loading or draining is still alive.
func (s *Stack) Health(w http.ResponseWriter, r *http.Request) {
	s.SetRoute(r, routeHealth)
	out := Reply{Status: http.StatusOK, ContentType: plainText, Body: []byte("ok\n")}
	out.NoStore()
	s.Send(w, r, out)
}

// SetReady says whether /readyz tells balancers to send requests here.
func (s *Stack) SetReady(ready bool) { s.ready.Store(ready) }

// Readiness says whether balancers should send requests here.
func (s *Stack) Readiness(w http.ResponseWriter, r *http.Request) {
	s.SetRoute(r, routeReady)
	out := Reply{Status: http.StatusOK, ContentType: plainText, Body: []byte("ready\n")}
	if !s.ready.Load() {
		out.Status, out.Body = http.StatusServiceUnavailable, []byte("not ready\n")
		out.Set("Retry-After", "1")
	}
	out.NoStore()
	s.Send(w, r, out)
}
