// Package httpapi is the shop's HTTP edge: one table of routes, the middleware
// around them, and the handlers that turn requests into calls of the domains.
package httpapi

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"dawa/internal/base/bulkhead"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/addresses"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/analytics"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/cart"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/concerns"
	"dawa/internal/domain/contact"
	"dawa/internal/domain/importer"
	"dawa/internal/domain/ledger"
	"dawa/internal/domain/media"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/pricelist"
	"dawa/internal/domain/ratelimit"
	"dawa/internal/domain/rates"
	"dawa/internal/domain/reconcile"
	"dawa/internal/domain/refunds"
	"dawa/internal/domain/restock"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/shifts"
	"dawa/internal/domain/signals"
	"dawa/internal/domain/stores"
	"dawa/internal/domain/wishlist"
	"dawa/internal/edge/serve"
)

// Options is what the edge is made of.
type Options struct {
	Log       *slog.Logger
	Texts     *text.Catalogue
	BaseURL   string                // scheme and host people use; https adds HSTS
	Reads     *Reads                // what every visitor may read
	Cart      *cart.Service         // what people mean to buy
	Wishlist  *wishlist.Service     // nil: every wishlist is empty
	Addresses *addresses.Service    // where to deliver
	Cards     *cardvault.Service    // the one saved card
	Payments  PaymentOffer          // what the checkout offers
	Orders    *orders.Service       // what people bought
	Refunds   *refunds.Service      // money that goes back
	Shifts    *shifts.Service       // the cash in couriers' bags
	Rates     *rates.Service        // pounds per dollar; nil: there is no rate
	Schedules *stores.Schedules     // when orders arrive; nil: nothing is promised
	Ledger    *ledger.Service       // the money of stores
	Reconcile *reconcile.Service    // compares payments with the gateway
	Stores    *stores.Service       // who sells in the shop
	Roles     *roles.Service        // who may do what
	Products  *catalog.Service      // changes the catalogue
	Pictures  *media.ImageProcessor // takes pictures in
	Admin     *admin.Service        // overview, product table and translations
	Imports   *importer.Importer    // files of products
	Exports   *importer.Exporter    // the catalogue as a file
	// PriceLists brings official prices in.
	PriceLists *pricelist.Service
	Limiter    *ratelimit.Limiter // slows down what is tried too often
	Audit      audit.Log          // who did what
	Accounts   *accounts.Service  // who people are; brings Sessions and CSRF along
	Sessions   Sessions           // nil: as Accounts says; without it everyone is a visitor
	// nil: as Accounts says; without it no call that needs a token is let through
	CSRF           CSRF
	Lanes          map[serve.Lane]serve.LaneLimits // nil: DefaultLanes
	Assets         fs.FS                           // built frontend, nil when there is none
	Build          string                          // identifies the built frontend
	EarlierBuilds  serve.EarlierBuilds             // files of other builds; nil: none are known
	Pages          Pages                           // HTML documents
	Media          Media                           // pictures; nil: there are none
	TrustedProxies []netip.Prefix
	Concerns       *concerns.Service
	Advice         *concerns.AdviceTexts
	Misses         *concerns.MissCounter // queries without an exact answer; nil counts none
	Analytics      *analytics.Counter    // sums of what browsers report; nil: only the metrics count
	Contact        *contact.Service      // what people write to the shop
	Restock        *restock.Service      // who waits for a product
	Undelivered    *outbox.Undelivered   // mail that could not be delivered
	Signals        *signals.Service      // what may be an attack
	Now            func() time.Time      // the clock; nil is time.Now
	TagManager     bool                  // pages may load one
	Mailbox        http.Handler          // mails of the demo at /dev/mail; nil: there is no such page
	VisitorCarts   int                   // how many visitors of a network fill carts within an hour; 0: no limit
	PaymentPage    http.Handler          // the sandbox's own page at /dev/pay; nil: there is no such page
}

// API answers every request of the shop.
type API struct {
	log         *slog.Logger
	texts       *text.Catalogue
	baseURL     string
	accounts    *accounts.Service
	limiter     *ratelimit.Limiter
	audit       audit.Log
	sessions    Sessions
	csrf        CSRF
	pages       Pages
	reads       *Reads
	cart        *cart.Service
	wishlist    *wishlist.Service
	addresses   *addresses.Service
	cards       *cardvault.Service
	payments    PaymentOffer
	orders      *orders.Service
	refunds     *refunds.Service
	shifts      *shifts.Service
	rates       *rates.Service
	schedules   *stores.Schedules
	ledger      *ledger.Service
	reconcile   *reconcile.Service
	stores      *stores.Service
	roles       *roles.Service
	products    *catalog.Service
	pictures    *media.ImageProcessor
	admin       *admin.Service
	imports     *importer.Importer
	exports     *importer.Exporter
	priceLists  *pricelist.Service
	media       Media
	analytics   *analytics.Counter
	inMemory    map[string]serve.Cached // by operation
	answers     *answers
	concerns    *concerns.Service
	advice      *concerns.AdviceTexts
	misses      *concerns.MissCounter
	contact     *contact.Service
	restock     *restock.Service
	undelivered *outbox.Undelivered
	signals     *signals.Service
	stack       *serve.Stack
	metrics     *shopMetrics
	origin      *http.CrossOriginProtection
	sitemaps    *sitemaps
	proxies     []netip.Prefix
	mux         *http.ServeMux
	handler     http.Handler
	now         func() time.Time
	// stopping is closed when the server stops: streams end, so that their connections can close.
	stopping chan struct{}
	stopOnce sync.Once
	uploads  *bulkhead.Budget
	newCarts visitorCarts
	host     string // the shop's own, without a port; "" answers to any
}

// New wires the edge. It fails only on what a programmer or a setting got wrong.
func New(o Options) (*API, error) { return newAPI(o, (*API).routes) }

func newAPI(o Options, table func(*API) []Route) (*API, error) {
	a := &API{
		stopping:    make(chan struct{}),
		log:         o.Log,
		texts:       o.Texts,
		baseURL:     o.BaseURL,
		accounts:    o.Accounts,
		limiter:     o.Limiter,
		audit:       o.Audit,
		sessions:    o.Sessions,
		csrf:        o.CSRF,
		pages:       o.Pages,
		reads:       o.Reads,
		cart:        o.Cart,
		wishlist:    o.Wishlist,
		addresses:   o.Addresses,
		cards:       o.Cards,
		payments:    o.Payments,
		orders:      o.Orders,
		refunds:     o.Refunds,
		shifts:      o.Shifts,
		rates:       o.Rates,
		schedules:   o.Schedules,
		ledger:      o.Ledger,
		reconcile:   o.Reconcile,
		stores:      o.Stores,
		roles:       o.Roles,
		products:    o.Products,
		pictures:    o.Pictures,
		admin:       o.Admin,
		imports:     o.Imports,
		exports:     o.Exports,
		priceLists:  o.PriceLists,
		media:       o.Media,
		analytics:   o.Analytics,
		concerns:    o.Concerns,
		advice:      o.Advice,
		misses:      o.Misses,
		contact:     o.Contact,
		restock:     o.Restock,
		undelivered: o.Undelivered,
		signals:     o.Signals,
		origin:      http.NewCrossOriginProtection(),
		proxies:     o.TrustedProxies,
		mux:         http.NewServeMux(),
		now:         o.Now,
		uploads:     bulkhead.NewBudget(uploadMemory),
		newCarts:    visitorCarts{limit: o.VisitorCarts},
		answers:     newAnswers(),
	}
	a.inMemory = a.memoryAnswers()
	if a.now == nil {
		a.now = time.Now
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
	if a.reads == nil {
		a.reads = NewReads(nil, nil, nil)
	}
	if o.BaseURL != "" {
		if err := a.origin.AddTrustedOrigin(o.BaseURL); err != nil {
			return nil, fmt.Errorf("trusting our own address: %w", err)
		}
		own, err := url.Parse(o.BaseURL)
		if err != nil {
			return nil, fmt.Errorf("reading our own address: %w", err)
		}
		a.host = own.Hostname()
	}
	limits := o.Lanes
	if limits == nil {
		limits = DefaultLanes()
	}
	a.stack = serve.New(serve.Options{
		Log: o.Log, Texts: o.Texts, BaseURL: o.BaseURL, TagManager: o.TagManager, Lanes: limits,
		Build: o.Build, Client: a.client,
	})
	a.metrics = newShopMetrics(a.stack.Metrics())

	rows := table(a)
	for _, route := range rows {
		if err := a.stack.AddRoute(routeName(route), route.Lane); err != nil {
			return nil, err
		}
		a.mux.Handle(pattern(route), a.call(route))
	}
	if err := a.addOtherRoutes(); err != nil {
		return nil, err
	}
	a.mux.HandleFunc("/api/", a.noSuchCall)
	a.mux.HandleFunc("GET /media/", a.mediaFile)
	a.mux.HandleFunc("GET /healthz", a.stack.Health)
	a.mux.HandleFunc("GET /readyz", a.stack.Readiness)
	static, err := serve.NewStaticFiles(o.Assets)
	if err != nil {
		return nil, fmt.Errorf("reading the built frontend: %w", err)
	}
	a.mux.Handle("GET /assets/", a.stack.Static(static, o.EarlierBuilds))
	for _, path := range static.TopLevel() {
		a.mux.Handle("GET "+path, a.stack.Static(static, nil))
	}
	if o.Mailbox != nil {
		a.showMailbox(o.Mailbox)
	}
	if o.PaymentPage != nil {
		a.showPaymentPage(o.PaymentPage)
	}
	a.besidePages()
	a.mux.HandleFunc("/", a.page)

	a.handler = a.stack.Wrap(http.HandlerFunc(a.dispatch))
	return a, nil
}

// pattern is the route as the mux wants it; a slash at the end is taken off
// requests before they are matched.
func pattern(route Route) string {
	return route.Method + " " + strings.TrimRight(route.Path, "/")
}

// ServeHTTP answers one request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// TellTrouble has /readyz tell what an operator must know.
func (a *API) TellTrouble(trouble func() string) { a.stack.TellTrouble(trouble) }

// SetReady says whether /readyz tells balancers to send requests here.
func (a *API) SetReady(ready bool) { a.stack.SetReady(ready) }

// EndStreams ends the answers that would go on for ever, before the server stops.
func (a *API) EndStreams() { a.stopOnce.Do(func() { close(a.stopping) }) }

// Metrics are the metrics of this server, for the ops listener.
func (a *API) Metrics() *serve.Metrics { return a.stack.Metrics() }

// Stack is what the requests pass through: connection limit, load shedding, replies.
func (a *API) Stack() *serve.Stack { return a.stack }
