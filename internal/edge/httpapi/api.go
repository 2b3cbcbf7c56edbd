// Package httpapi is the shop's HTTP edge: one table of routes, the middleware
// around them, and the handlers that turn requests into calls of the domains.
package httpapi

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/analytics"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/contact"
	"dawa/internal/domain/content"
	"dawa/internal/domain/importer"
	"dawa/internal/domain/media"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/stores"
	"dawa/internal/domain/wishlist"
)

// Options is what the edge is made of.
type Options struct {
	Log            *slog.Logger
	Texts          *text.Catalogue
	BaseURL        string              // scheme and host people use; https adds HSTS
	Catalogue      Catalogue           // products
	Finder         Finder              // searches them
	Cart           *cart.Service       // what people mean to buy
	Wishlist       *wishlist.Service   // nil: nobody keeps anything
	Addresses      *addresses.Service  // where to deliver
	Cards          *cardvault.Service  // the one saved card
	Payments       PaymentOffer        // what the checkout offers
	Orders         *orders.Service     // what people bought
	Stores         *stores.Service     // who sells in the shop
	Products       *catalog.Service    // changes the catalogue
	Pictures       *media.Workshop     // takes pictures in
	Desk           *admin.Service      // the catalogue desk
	Imports        *importer.Importer  // files of products
	Exports        *importer.Exporter  // the catalogue as a file
	Accounts       *accounts.Service   // who people are; brings Sessions and CSRF along
	Sessions       Sessions            // nil: as Accounts says; without it everyone is a visitor
	CSRF           CSRF                // nil: as Accounts says; without it no call that needs a token is let through
	Lanes          map[Lane]LaneLimits // nil: DefaultLanes
	Assets         fs.FS               // built frontend, nil when there is none
	Pages          Pages               // HTML documents
	Media          Media               // pictures; nil: there are none
	TrustedProxies []netip.Prefix
	Tally          *analytics.Tally // sums of what browsers report; nil: only the metrics count
	Letters        *contact.Service // what people write to the shop
	Content        *content.Service // pages that the shop words itself
	TagManager     bool             // pages may load one
	Mailbox        http.Handler     // mails of the demo at /dev/mail; nil: there is no such page
}

// API answers every request of the shop.
type API struct {
	log        *slog.Logger
	texts      *text.Catalogue
	baseURL    string
	accounts   *accounts.Service
	sessions   Sessions
	csrf       CSRF
	pages      Pages
	catalogue  Catalogue
	finder     Finder
	cart       *cart.Service
	wishlist   *wishlist.Service
	addresses  *addresses.Service
	cards      *cardvault.Service
	payments   PaymentOffer
	orders     *orders.Service
	stores     *stores.Service
	products   *catalog.Service
	pictures   *media.Workshop
	desk       *admin.Service
	imports    *importer.Importer
	exports    *importer.Exporter
	facets     facetAnswers
	media      Media
	tally      *analytics.Tally
	letters    *contact.Service
	content    *content.Service
	lanes      map[Lane]*lane
	metrics    *Metrics
	compressed *compressedBodies
	headers    securityHeaders
	date       dateLine
	origin     *http.CrossOriginProtection
	sitemaps   *sitemaps
	proxies    []netip.Prefix
	mux        *http.ServeMux
	reads      *http.ServeMux // public reads, for pages
	handler    http.Handler
	ready      atomic.Bool
}

// New wires the edge. It fails only on what a programmer or a setting got wrong.
func New(o Options) (*API, error) { return newAPI(o, (*API).routes) }

func newAPI(o Options, table func(*API) []Route) (*API, error) {
	a := &API{
		log:        o.Log,
		texts:      o.Texts,
		baseURL:    o.BaseURL,
		accounts:   o.Accounts,
		sessions:   o.Sessions,
		csrf:       o.CSRF,
		pages:      o.Pages,
		catalogue:  o.Catalogue,
		finder:     o.Finder,
		cart:       o.Cart,
		wishlist:   o.Wishlist,
		addresses:  o.Addresses,
		cards:      o.Cards,
		payments:   o.Payments,
		orders:     o.Orders,
		stores:     o.Stores,
		products:   o.Products,
		pictures:   o.Pictures,
		desk:       o.Desk,
		imports:    o.Imports,
		exports:    o.Exports,
		media:      o.Media,
		tally:      o.Tally,
		letters:    o.Letters,
		content:    o.Content,
		lanes:      map[Lane]*lane{},
		compressed: newCompressedBodies(),
		headers:    newSecurityHeaders(o.BaseURL, o.TagManager),
		origin:     http.NewCrossOriginProtection(),
		proxies:    o.TrustedProxies,
		mux:        http.NewServeMux(),
	}
	if o.Accounts != nil && a.sessions == nil {
		a.sessions = accountSessions{o.Accounts, a.cookies()}
	}
	if o.Accounts != nil && a.csrf == nil {
		a.csrf = accountSessions{o.Accounts, a.cookies()}
	}
	if a.sessions == nil {
		a.sessions = visitors{}
	}
	if o.BaseURL != "" {
		if err := a.origin.AddTrustedOrigin(o.BaseURL); err != nil {
			return nil, fmt.Errorf("trusting our own address: %w", err)
		}
	}
	limits := o.Lanes
	if limits == nil {
		limits = DefaultLanes()
	}
	for name, l := range limits {
		a.lanes[name] = newLane(l)
	}
	a.metrics = newMetrics(a.lanes)

	rows := table(a)
	a.reads = readsOf(rows)
	for _, route := range rows {
		if a.lanes[route.Lane] == nil {
			return nil, fmt.Errorf("route %s %s: there is no lane %q", route.Method, route.Path, route.Lane)
		}
		a.mux.Handle(pattern(route), a.call(route))
	}
	a.mux.HandleFunc("/api/", a.noSuchCall)
	a.mux.HandleFunc("GET /media/", a.mediaFile)
	a.mux.HandleFunc("GET /healthz", a.health)
	a.mux.HandleFunc("GET /readyz", a.readiness)
	static, err := newStatic(o.Assets)
	if err != nil {
		return nil, fmt.Errorf("reading the built frontend: %w", err)
	}
	a.mux.Handle("GET /assets/", a.staticFile(static))
	for path := range static.topLevel() {
		a.mux.Handle("GET "+path, a.staticFile(static))
	}
	if o.Mailbox != nil {
		a.showMailbox(o.Mailbox)
	}
	a.besidePages()
	a.mux.HandleFunc("/", a.page)

	a.handler = a.observe(a.recoverPanics(http.HandlerFunc(a.dispatch)))
	return a, nil
}

// pattern is the route as the mux wants it; a slash at the end is taken off
// requests before they are matched.
func pattern(route Route) string {
	return route.Method + " " + strings.TrimRight(route.Path, "/")
}

// ServeHTTP answers one request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// SetReady says whether /readyz tells balancers to send people here.
func (a *API) SetReady(ready bool) { a.ready.Store(ready) }

// Metrics are the figures of this edge, for the ops listener.
func (a *API) Metrics() *Metrics { return a.metrics }

const (
	// writeTime is how long a request may take from its head to the end of its
	// answer, unless its lane allows more.
	writeTime = 45 * time.Second
	// sendTime is what a client has to take an answer that took its lane's time.
	sendTime = 20 * time.Second
	// maxHeader lets a query of ten thousand Arabic letters, six bytes each, reach the
	// handler that refuses it with a code.
	maxHeader = 96 << 10
)

// Server returns an http.Server with limits that a careless or hostile client
// cannot stretch. Bodies and answers have their own deadlines per lane.
func Server(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      writeTime,
		IdleTimeout:       2 * time.Minute,
		// Ten thousand Arabic letters in an address are still read and refused in words.
		MaxHeaderBytes: 72 << 10,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}
