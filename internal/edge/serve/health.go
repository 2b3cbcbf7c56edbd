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

// Drain has every answer from now on end its connection, so that clients come back on new ones, which another process
// may serve.
func (s *Stack) Drain() { s.draining.Store(true) }

// TellTrouble has /readyz tell, beside being ready, what an operator must know: trouble gives it, or "".
func (s *Stack) TellTrouble(trouble func() string) { s.troubles.Store(&trouble) }

func (s *Stack) trouble() string {
	if tell := s.troubles.Load(); tell != nil {
		return (*tell)()
	}
	return ""
}

// Readiness says whether balancers should send requests here.
func (s *Stack) Readiness(w http.ResponseWriter, r *http.Request) {
	s.SetRoute(r, routeReady)
	out := Reply{Status: http.StatusOK, ContentType: plainText, Body: []byte("ready\n")}
	if trouble := s.trouble(); trouble != "" {
		// Reading goes on, on this server as well as on any other that shares the database: it stays ready.
		out.Body = []byte("ready, but " + trouble + "\n")
	}
	if !s.ready.Load() {
		out.Status, out.Body = http.StatusServiceUnavailable, []byte("not ready\n")
		out.Set("Retry-After", "1")
	}
	out.NoStore()
	s.Send(w, r, out)
}
