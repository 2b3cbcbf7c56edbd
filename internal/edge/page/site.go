// Package page makes the HTML document for every address a browser can open: the language and direction, the head,
// the screen rendered as HTML, the data it is made of, and the scripts that hydrate it.
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
	// TagManager is the id of the tag manager that visitors may agree to; empty for none.
	TagManager string
	// WideRules tells the forms of accounts to check by the wider rules.
	WideRules bool
	// Assets is the built frontend; nil serves HowToBuild instead of pages.
	Assets     fs.FS
	HowToBuild string
	// Build identifies the built frontend; documents carry it.
	Build string
	// Source answers the data of the first screen; nil leaves it to the browser.
	Source Source
	// Cards says how cards are taken.
	Cards Cards
	// Rate is the answer of /api/rate where pounds stand beside every price; nil, or an answer of nil, where not.
	Rate func() *Encoded
	// Version is a number that grows whenever an answer of Source may have changed; nil reads the data at every
	// request.
	Version func() uint64
	// Renderer renders the screen on the server; nil leaves it to the browser.
	Renderer Renderer
	// RenderWait is how long a request waits for its screen to be rendered; zero is 300 ms.
	RenderWait time.Duration
	// CacheBytes caps the memory of cached pages; zero is 48 MiB.
	CacheBytes uint64
	Log        *slog.Logger
}

// Renderer turns a page's data into the HTML inside the root element. An error means that the browser renders the
// screen itself.
type Renderer interface {
	Render(ctx context.Context, lang text.Lang, address *url.URL, data []byte) ([]byte, error)
}

// Document is a finished answer to a browser.
type Document struct {
	Status int
	Kind   string // content type
	Body   []byte
	ETag   string
	// The values of headers; "" for none.
	ContentLanguage, CacheControl, Vary, SetCookie string
	// Encoding names the encoding of a body that is compressed already.
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
	built      *buildFiles
	howToBuild string
	tagManager string
	wideRules  bool
	build      string
	cards      Cards
	source     Source
	rate       func() *Encoded
	version    func() uint64
	renderer   Renderer
	renderWait time.Duration
	cache      *pageCache
	metrics    *metrics
	now        func() time.Time
}

const (
	defaultRenderWait = 300 * time.Millisecond
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
		tagManager: o.TagManager, wideRules: o.WideRules,
		build:      o.Build,
		cards:      o.Cards,
		source:     o.Source,
		rate:       o.Rate,
		version:    o.Version,
		renderer:   o.Renderer,
		renderWait: o.RenderWait,
		metrics:    newMetrics(),
		now:        time.Now,
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.renderWait <= 0 {
		s.renderWait = defaultRenderWait
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = defaultCacheBytes
	}
	s.cache = newPageCache(o.CacheBytes)
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
func (s *Site) Close() { s.cache.close() }

// Document answers one address. encoding is the one of br and gzip that the browser prefers, or "" for none.
func (s *Site) Document(r *http.Request, encoding string) (Document, error) {
	if s.built == nil {
		return s.unbuilt(), nil
	}
	a := s.address(r)
	return s.document(a, s.page(r.Context(), a), encoding), nil
}

// Cached is the document of an address if it is in memory as it has to be sent: whoever asks for it needs neither
// a place nor time.
func (s *Site) Cached(r *http.Request, encoding string) (Document, bool) {
	if s.built == nil || s.version == nil || encoding != cachedEncoding {
		return Document{}, false
	}
	a := s.address(r)
	now := s.now()
	page := s.cache.get(a.key, now)
	if page == nil || !s.current(page, s.version(), now) {
		return Document{}, false
	}
	return s.document(a, page, encoding), true
}

func (s *Site) document(a address, page *cachedPage, encoding string) Document {
	doc := Document{
		Status: page.status, Kind: "text/html; charset=utf-8", Policy: s.built.policy,
		ContentLanguage: a.lang.Tag(),
	}
	doc.Body, doc.Encoding = s.cache.encoded(a.key, page, encoding)
	if a.unknown {
		doc.SetCookie = s.languageCookie(a.lang).String()
	}
	switch {
	case a.route.Personal:
		doc.CacheControl = "private, no-store"
	case a.unknown:
		// The first visit carries a cookie: no shared cache may store it.
		doc.CacheControl, doc.Vary = "private, no-cache", "Cookie"
	default:
		doc.CacheControl, doc.Vary = "public, no-cache", "Cookie"
		doc.ETag = page.etag
	}
	return doc
}

func (s *Site) unbuilt() Document {
	return Document{
		Status: http.StatusOK,
		Kind:   "text/plain; charset=utf-8",
		Body:   []byte(s.howToBuild),

		CacheControl: "no-store",
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
