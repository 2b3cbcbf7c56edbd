package httpapi

import (
	"net/http"

	"dawa/internal/apperr"
)

// Page is a finished HTML document.
type Page struct {
	Status int
	Kind   string // content type; "" is HTML
	Header http.Header
	Body   []byte
	ETag   string
}

// Pages makes the document for a browser's request.
type Pages interface {
	Page(r *http.Request) (Page, error)
}

// page answers every address that is no call and no file.
func (a *API) page(w http.ResponseWriter, r *http.Request) {
	nameRoute(r, a.named(routePage))
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		out := a.refuse(r, apperr.New(apperr.MethodNotAllowed))
		out.set("Allow", "GET, HEAD")
		a.write(w, r, out)
		return
	}
	out, err := a.document(r)
	if err != nil {
		out = a.refuse(r, err)
	} else {
		a.headers.applyPage(w.Header())
	}
	a.write(w, r, out)
}

func (a *API) document(r *http.Request) (reply, error) {
	if err := a.enter(r.Context(), LaneBrowse); err != nil {
		return reply{}, err
	}
	defer a.lanes[LaneBrowse].leave()
	p, err := a.pages.Page(r)
	if err != nil {
		return reply{}, err
	}
	kind := p.Kind
	if kind == "" {
		kind = "text/html; charset=utf-8"
	}
	out := reply{status: p.Status, kind: kind, body: p.Body, etag: p.ETag}
	for name, values := range p.Header {
		for _, value := range values {
			out.headers = append(out.headers, headerLine{name, value})
		}
	}
	return out, nil
}
