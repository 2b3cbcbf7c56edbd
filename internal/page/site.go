// Package page makes the HTML document for every address a browser can open: the
// language and direction, the head, the data the first screen needs, and the
// scripts that bring it to life.
package page

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"dawa/contract"
	"dawa/internal/text"
)

// Options is what documents are made of.
type Options struct {
	Texts   *text.Catalogue
	BaseURL string // scheme and host people use
	// Assets is the built frontend; nil serves HowToBuild instead of pages.
	Assets     fs.FS
	HowToBuild string
	// Calls gives the data of the first screen; nil leaves it to the browser.
	Calls Calls
	// Renderer draws the screen on the server; nil leaves it to the browser.
	Renderer Renderer
}

// Renderer turns a page's data into the HTML inside the root element. An error
// means that the browser draws the screen itself.
type Renderer interface {
	Render(ctx context.Context, lang text.Lang, address *url.URL, data []byte) ([]byte, error)
}

// Document is a finished answer to a browser.
type Document struct {
	Status int
	Kind   string // content type
	Header http.Header
	Body   []byte
	ETag   string
}

// Site makes documents. It is safe for concurrent use.
type Site struct {
	texts      *text.Catalogue
	secure     bool
	built      *build
	howToBuild string
	calls      Calls
	renderer   Renderer
}

// New reads the built frontend's manifest.
func New(o Options) (*Site, error) {
	s := &Site{
		texts:      o.Texts,
		secure:     strings.HasPrefix(o.BaseURL, "https://"),
		howToBuild: o.HowToBuild,
		calls:      o.Calls,
		renderer:   o.Renderer,
	}
	if o.Assets == nil {
		return s, nil
	}
	built, err := readBuild(o.Assets)
	if err != nil {
		return nil, fmt.Errorf("reading the frontend's manifest: %w", err)
	}
	s.built = built
	return s, nil
}

// Document answers one address.
func (s *Site) Document(r *http.Request) (Document, error) {
	if s.built == nil {
		return s.unbuilt(), nil
	}
	lang, known := language(r)
	view := s.view(r, lang)
	header := http.Header{}
	if !known {
		header.Add("Set-Cookie", s.languageCookie(lang).String())
	}
	doc := Document{Status: view.status, Kind: "text/html; charset=utf-8", Header: header}
	var drawn []byte
	if s.renderer != nil && view.data != nil {
		if html, err := s.renderer.Render(r.Context(), lang, r.URL, view.data); err == nil {
			drawn = html
		}
	}
	doc.Body = s.write(lang, view, drawn)
	switch {
	case view.route.Personal:
		header.Set("Cache-Control", "private, no-store")
	case !known:
		// The first visit carries a cookie: no shared cache may keep it.
		header.Set("Cache-Control", "private, no-cache")
		header.Set("Vary", "Cookie")
	default:
		header.Set("Cache-Control", "no-cache")
		header.Set("Vary", "Cookie")
		doc.ETag = `"` + strconv.FormatUint(xxh3.Hash(doc.Body), 36) + `"`
	}
	return doc, nil
}

func (s *Site) unbuilt() Document {
	return Document{
		Status: http.StatusOK,
		Kind:   "text/plain; charset=utf-8",
		Header: http.Header{"Cache-Control": {"no-store"}},
		Body:   []byte(s.howToBuild),
	}
}

// language reads the cookie; known is false when there is none to trust.
func language(r *http.Request) (lang text.Lang, known bool) {
	c, err := r.Cookie(contract.Shop().Languages.Cookie)
	if err != nil {
		return text.English, false
	}
	return text.ParseLang(c.Value)
}

// languageCookie is readable by scripts, which is how the switch works.
func (s *Site) languageCookie(lang text.Lang) *http.Cookie {
	shop := contract.Shop()
	return &http.Cookie{
		Name:     shop.Languages.Cookie,
		Value:    string(lang),
		Path:     "/",
		MaxAge:   int((time.Duration(shop.Languages.CookieDays) * 24 * time.Hour).Seconds()),
		SameSite: http.SameSiteLaxMode,
		Secure:   s.secure,
	}
}
