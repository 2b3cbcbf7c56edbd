package contracttest

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Handler wraps a server under test: every call under /api/ is checked against the contract as it passes.
func Handler(t testing.TB, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		rec := &recorder{ResponseWriter: w}
		sent := &bytes.Buffer{}
		request := r.Clone(r.Context())
		request.Body = http.NoBody
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(r.Body, sent), r.Body}
		next.ServeHTTP(rec, r)
		// What the server did not read belongs to the request all the same.
		_, _ = io.Copy(sent, io.LimitReader(r.Body, 1<<20))
		if rec.status == 0 {
			rec.status, rec.header = http.StatusOK, w.Header().Clone()
		}
		CheckExchange(t, Exchange{
			Request: request, RequestBody: sent.Bytes(), Status: rec.status, Header: rec.header, Body: rec.body.Bytes(),
		})
	})
}

// Transport wraps a client's transport: every call under /api/ is checked against the contract. It is for
// tests that talk to a server in another process. A nil base is the default transport.
func Transport(t testing.TB, base http.RoundTripper) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	return &transport{t: t, base: base}
}

type transport struct {
	t    testing.TB
	base http.RoundTripper
}

func (tr *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return tr.base.RoundTrip(r)
	}
	sent := &sentBody{}
	if r.Body != nil {
		out := r.Clone(r.Context())
		out.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(r.Body, sent), r.Body}
		out.GetBody = nil
		r = out
	}
	resp, err := tr.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	CheckExchange(tr.t, Exchange{
		Request: r, RequestBody: sent.copied(), Status: resp.StatusCode, Header: resp.Header, Body: body,
	})
	return resp, nil
}

// sentBody is what was sent of a request. A server that refuses a long body answers while the rest is on its way.
type sentBody struct {
	mu   sync.Mutex
	body []byte
}

func (s *sentBody) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.body = append(s.body, p...)
	return len(p), nil
}

func (s *sentBody) copied() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.body)
}

// recorder stores a copy of what the server answers.
type recorder struct {
	http.ResponseWriter
	status int
	header http.Header
	body   bytes.Buffer
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status, r.header = status, r.Header().Clone()
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	r.body.Write(p)
	return r.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
