// Package gatewaytest is what the simulators of payment gateways share: a server that answers in JSON and that can
// fail in every way a server can.
package gatewaytest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

// Fault is what goes wrong with one request.
type Fault int

// What can go wrong.
const (
	None Fault = iota
	// Lost: the request never arrives.
	Lost
	// LostAnswer: the request has its effect, and nobody hears of it.
	LostAnswer
	// Broken: the server answers 500 and does nothing.
	Broken
	// Late: the request has its effect after whoever asked has given up.
	Late
)

// Server answers requests one at a time. Its lock guards the state of the simulator.
type Server struct {
	*httptest.Server
	sync.Mutex
	answer func(r *http.Request) (status int, body any)
	asking sync.Mutex
	fault  func(r *http.Request) Fault
}

// Start starts a server; answer is called with the lock held.
func Start(answer func(r *http.Request) (status int, body any)) *Server {
	s := &Server{answer: answer}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	return s
}

// Fail lets requests fail as decide says; nil lets all of them succeed. It is called for one request at a time and
// may take its time.
func (s *Server) Fail(decide func(r *http.Request) Fault) {
	s.Lock()
	defer s.Unlock()
	s.fault = decide
}

func (s *Server) faultOf(r *http.Request) Fault {
	s.Lock()
	decide := s.fault
	s.Unlock()
	if decide == nil {
		return None
	}
	s.asking.Lock()
	defer s.asking.Unlock()
	return decide(r)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	// Half a request, of a shop that was killed while sending it, has no effect at any gateway.
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	fault := s.faultOf(r)
	switch fault {
	case Lost:
		panic(http.ErrAbortHandler)
	case Broken:
		write(w, http.StatusInternalServerError, map[string]any{"error": map[string]string{"type": "api_error"}})
		return
	case Late:
		<-r.Context().Done()
	}
	s.Lock()
	status, body := s.answer(r)
	data, err := json.Marshal(body)
	s.Unlock()
	if err != nil || fault == LostAnswer || fault == Late {
		panic(http.ErrAbortHandler)
	}
	write(w, status, json.RawMessage(data))
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
