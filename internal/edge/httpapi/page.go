package httpapi

import (
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/page"
)

// Page is a finished HTML document.
type Page struct {
	Status int
	Kind   string // content type; "" is HTML
	Header http.Header
	Body   []byte
	ETag   string
	// Encoding names the form of a body that is compressed already.
	Encoding string
	// Policy are the sources of what stands inline in the document.
	Policy page.Policy
}

// Pages makes the document for a browser's request. encoding is the form that the
// browser likes best of pageEncodings, "" for none of them.
type Pages interface {
	Page(r *http.Request, encoding string) (Page, error)
}

// pageEncodings are the forms in which documents are kept.
var pageEncodings = []string{"br", "gzip"}

// Names of what stands beside the pages.
const (
	routeCartForm = "POST /user/cart"
	routeSitemap  = "sitemap"
)

// besidePages registers what belongs to the pages and is no call of the contract: what
// crawlers ask for, and the form that a page sends before its script is there.
func (a *API) besidePages() {
	a.sitemaps = newSitemaps(a.baseURL)
	a.metrics.name(routeSitemap, "")
	a.metrics.name(routeCartForm, LaneAccount)
	a.mux.HandleFunc("GET /robots.txt", a.robots)
	if a.catalogue != nil {
		a.mux.HandleFunc("GET /sitemap.xml", a.sitemapIndex)
		a.mux.HandleFunc("GET /sitemap/{part}", a.sitemapPart)
	}
	a.mux.HandleFunc("POST "+cartPath, a.addByForm)
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
	out, policy, err := a.document(r)
	if err != nil {
		out = a.refuse(r, err)
	} else {
		a.headers.applyPage(w.Header(), policy)
	}
	a.write(w, r, out)
}

func (a *API) document(r *http.Request) (reply, page.Policy, error) {
	if err := a.enter(r.Context(), LaneBrowse); err != nil {
		return reply{}, page.Policy{}, err
	}
	defer a.lanes[LaneBrowse].leave()
	p, err := a.pages.Page(r, chooseAmong(r.Header.Get("Accept-Encoding"), pageEncodings))
	if err != nil {
		return reply{}, page.Policy{}, err
	}
	kind := p.Kind
	if kind == "" {
		kind = "text/html; charset=utf-8"
	}
	out := reply{status: p.Status, kind: kind, body: p.Body, etag: p.ETag, encoding: p.Encoding}
	if p.Encoding != "" {
		out.headers = append(out.headers, headerLine{"Vary", "Accept-Encoding"})
	}
	for name, values := range p.Header {
		for _, value := range values {
			out.headers = append(out.headers, headerLine{name, value})
		}
	}
	return out, p.Policy, nil
}
