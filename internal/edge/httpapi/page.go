package httpapi

import (
	"errors"
	"net/http"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
)

// Pages makes the document for a browser's request. encoding is the one of pageEncodings that the browser prefers,
// "" for none of them.
type Pages interface {
	// Cached is the document if it is in memory as it has to be sent.
	Cached(r *http.Request, encoding string) (page.Document, bool)
	Document(r *http.Request, encoding string) (page.Document, error)
}

// pageEncodings are the encodings in which documents are cached.
var pageEncodings = []string{"br", "gzip"}

// Names of routes that are no call of the contract.
const (
	routePage     = "page"
	routeMedia    = "media"
	routeCartForm = "POST /user/cart"
	routeSitemap  = "sitemap"
)

// addOtherRoutes names the routes that are no call of the contract.
func (a *API) addOtherRoutes() error {
	return errors.Join(
		a.stack.AddRoute(routePage, LaneRead), a.stack.AddRoute(routeMedia, LaneRead),
		a.stack.AddRoute(routeCartForm, LaneAccount), a.stack.AddRoute(routeSitemap, ""),
		a.stack.AddRoute(routeMailbox, ""), a.stack.AddRoute(routePaymentPage, ""),
	)
}

// besidePages registers what belongs to the pages and is no call of the contract: what
// crawlers ask for, and the form that a page sends before its script is there.
func (a *API) besidePages() {
	a.sitemaps = newSitemaps(a.baseURL)
	a.mux.HandleFunc("GET /robots.txt", a.robots)
	if a.reads.catalogue != nil {
		a.mux.HandleFunc("GET /sitemap.xml", a.sitemapIndex)
		a.mux.HandleFunc("GET /sitemap/{part}", a.sitemapPart)
	}
	a.mux.HandleFunc("POST "+cartPath, a.addByForm)
}

// page answers every address that is no call and no file.
func (a *API) page(w http.ResponseWriter, r *http.Request) {
	a.stack.SetRoute(r, routePage)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		out := a.stack.Refuse(r, apperr.New(apperr.MethodNotAllowed))
		out.Set("Allow", "GET, HEAD")
		a.stack.Send(w, r, out)
		return
	}
	out, policy, err := a.document(r)
	if err != nil {
		out = a.stack.Refuse(r, err)
	} else {
		a.stack.SetDocumentHeaders(w.Header(), serve.InlineSources(policy))
	}
	a.stack.Send(w, r, out)
}

func (a *API) document(r *http.Request) (out serve.Reply, policy page.Policy, err error) {
	encoding := serve.ChooseEncoding(r.Header.Get("Accept-Encoding"), pageEncodings)
	cached := func(r *http.Request) (serve.Reply, bool) {
		p, ok := a.pages.Cached(r, encoding)
		policy = p.Policy
		return pageReply(p), ok
	}
	out, err = a.stack.DoUnlessCached(r, LaneRead, cached, func(r *http.Request) (serve.Reply, error) {
		p, err := a.pages.Document(r, encoding)
		policy = p.Policy
		return pageReply(p), err
	})
	return out, policy, err
}

func pageReply(p page.Document) serve.Reply {
	kind := p.Kind
	if kind == "" {
		kind = "text/html; charset=utf-8"
	}
	out := serve.Reply{Status: p.Status, ContentType: kind, Body: p.Body}
	out.SetETag(p.ETag)
	if p.Encoding != "" {
		out.SetEncoded(p.Encoding)
		out.Add("Vary", "Accept-Encoding")
	}
	for _, h := range [...]struct{ name, value string }{
		{"Content-Language", p.ContentLanguage}, {"Cache-Control", p.CacheControl}, {"Vary", p.Vary},
		{"Set-Cookie", p.SetCookie},
	} {
		if h.value != "" {
			out.Add(h.name, h.value)
		}
	}
	return out
}
