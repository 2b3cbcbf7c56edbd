// Package page makes the HTML document for every address a browser can open: the
// language and direction, the head, the screen drawn as HTML, the data it is made
// of, and the scripts that bring it to life.
package page

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"dawa/contract"
	"dawa/internal/base/text"
)

// Options is what documents are made of.
type Options struct {
	Texts   *text.Catalogue
	BaseURL string // scheme and host people use
	// TagManager is the id of the one that counts along for visitors who agree; empty for none.
	TagManager string
	// Assets is the built frontend; nil serves HowToBuild instead of pages.
	Assets     fs.FS
	HowToBuild string
	// Calls gives the data of the first screen; nil leaves it to the browser.
	Calls Calls
	// Edition is a number that changes whenever an answer of Calls may have changed;
	// nil asks for the answers at every request.
	Edition func() uint64
	// Renderer draws the screen on the server; nil leaves it to the browser.
	Renderer Renderer
	// Patience is how long a request waits for its screen to be drawn; zero is 300 ms.
	Patience time.Duration
	// CacheBytes caps the memory of finished pages; zero is 48 MiB.
	CacheBytes uint64
	Log        *slog.Logger
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
	// Encoding names the form of a body that is compressed already.
	Encoding string
	// Policy are the sources, by hash, that the document's own inline parts need.
	Policy Policy
}

// Policy allows what stands inline in a document, by its hash.
type Policy struct{ Script, Style string }

// Site makes documents. It is safe for concurrent use.
type Site struct {
	texts      *text.Catalogue
	log        *slog.Logger
	baseURL    string
	secure     bool
	built      *build
	howToBuild string
	tagManager string
	calls      Calls
	edition    func() uint64
	renderer   Renderer
	patience   time.Duration
	pages      *pages
	figures    *figures
}

const (
	defaultPatience   = 300 * time.Millisecond
	defaultCacheBytes = 48 << 20
)

// New reads the built frontend's manifest.
func New(o Options) (*Site, error) {
	s := &Site{
		texts:      o.Texts,
		log:        o.Log,
		baseURL:    strings.TrimRight(o.BaseURL, "/"),
		secure:     strings.HasPrefix(o.BaseURL, "https://"),
		howToBuild: o.HowToBuild,
		tagManager: o.TagManager,
		calls:      o.Calls,
		edition:    o.Edition,
		renderer:   o.Renderer,
		patience:   o.Patience,
		figures:    newFigures(),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.patience <= 0 {
		s.patience = defaultPatience
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = defaultCacheBytes
	}
	s.pages = newPages(o.CacheBytes)
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

// Close waits for the renders under way.
func (s *Site) Close() { s.pages.close() }

// Document answers one address. encoding is the compressed form that the browser
// would like best of br and gzip, or "" for none.
func (s *Site) Document(r *http.Request, encoding string) (Document, error) {
	if s.built == nil {
		return s.unbuilt(), nil
	}
	a := s.address(r)
	page := s.page(r.Context(), a)
	doc := Document{Status: page.status, Kind: "text/html; charset=utf-8", Header: http.Header{}, Policy: s.built.policy}
	doc.Body, doc.Encoding = s.pages.form(page, encoding)
	doc.Header["Content-Language"] = contentLanguage[a.lang]
	if a.unknown {
		doc.Header["Set-Cookie"] = []string{s.languageCookie(a.lang).String()}
	}
	switch {
	case a.route.Personal:
		doc.Header["Cache-Control"] = privateNoStore
	case a.unknown:
		// The first visit carries a cookie: no shared cache may keep it.
		doc.Header["Cache-Control"] = privateNoCache
		doc.Header["Vary"] = varyPage
	default:
		doc.Header["Cache-Control"] = publicNoCache
		doc.Header["Vary"] = varyPage
		doc.ETag = page.etag
	}
	return doc, nil
}

// The values of headers, made once.
var (
	contentLanguage = map[text.Lang][]string{text.English: {text.English.Tag()}, text.Arabic: {text.Arabic.Tag()}}
	privateNoStore  = []string{"private, no-store"}
	privateNoCache  = []string{"private, no-cache"}
	publicNoCache   = []string{"public, no-cache"}
	varyPage        = []string{"Cookie"}
)

func (s *Site) unbuilt() Document {
	return Document{
		Status: http.StatusOK,
		Kind:   "text/plain; charset=utf-8",
		Header: http.Header{"Cache-Control": {"no-store"}},
		Body:   []byte(s.howToBuild),
	}
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
