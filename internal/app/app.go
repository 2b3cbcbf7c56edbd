// Package app is the composition root: it turns a configuration into a running shop and is the only package
// that knows all its parts.
package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"dawa/internal/adapter/mail"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/certificates"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
	"dawa/internal/base/text"
	"dawa/internal/base/tracing"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/analytics"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/concerns"
	"dawa/internal/domain/contact"
	"dawa/internal/domain/content"
	"dawa/internal/domain/ledger"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/outbox"
	"dawa/internal/domain/payments"
	"dawa/internal/domain/ratelimit"
	"dawa/internal/domain/rates"
	"dawa/internal/domain/reconcile"
	"dawa/internal/domain/refunds"
	"dawa/internal/domain/restock"
	"dawa/internal/domain/retention"
	"dawa/internal/domain/roles"
	"dawa/internal/domain/search"
	"dawa/internal/domain/signals"
	"dawa/internal/domain/stores"
	"dawa/internal/edge/httpapi"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
	"dawa/internal/edge/ssr"
	"dawa/web"
)

const (
	// drainTime is how long running requests may go on after the signal to stop.
	drainTime = 15 * time.Second
	// noticeTime is how long /readyz answers no at least before the listener is closed, so that a balancer
	// stops sending requests (see --drain-notice).
	noticeTime = 250 * time.Millisecond
	// firstRequestTime is how long a connection that was accepted before the stop has for its request.
	firstRequestTime = time.Second
)

// App is an open shop.
type App struct {
	cfg     Config
	log     *slog.Logger
	now     func() time.Time
	storage *storage.Storage
	// reports is the database for the admins' reports: the standby that replica reads, or else the database itself.
	reports *sqlstore.DB
	replica *sqlstore.Replica
	api     *httpapi.API
	// public is the port that people reach the shop on; plain only leads from HTTP to it, nil without --tls-domain.
	public *listener
	plain  *listener
	ops    *listener
	// certificates are those of the public port, nil when TLS ends before it.
	certificates *certificates.Manager
	address      string
	live         *catalog.Live
	finder       *search.Live
	advice       *concerns.AdviceTexts
	// passwords hashes with a bounded number at a time.
	accounts *accounts.Service
	roles    *roles.Service
	limiter  *ratelimit.Limiter
	// answerToken signs the links by which customers answer questions about their orders.
	answerToken func(subject string) string
	passwords   *accounts.Passwords
	// breached is the file of passwords that are refused, nil when none is configured.
	breached *os.File
	// mailer sends mail, nil when no way is configured; mailbox is the demo's.
	mailer   mail.Sender
	mailbox  *mail.Mailbox
	customer customerServices
	orders   *orders.Service
	refunds  *refunds.Service
	rates    *rates.Service
	// schedules are opened with the catalogue; until then nothing is promised.
	schedules *stores.Schedules
	restock   *restock.Service
	// ledger keeps the money of stores.
	ledger *ledger.Service
	// reconcile compares payments with the gateway.
	reconcile *reconcile.Service
	store     storeServices
	// unfitKeys is how many keys of saved cards were missing or wrong at start.
	unfitKeys int
	// gateway takes cards, nil when the shop takes cash only; paymentPage is the sandbox's own, in a demo.
	gateway     payments.Gateway
	paymentPage http.Handler
	// chargesPounds charges cards in pounds at the shop's rate.
	chargesPounds bool
	// site makes the pages, renderer renders their content; both are nil before they are open, and renderer
	// also when no frontend is built.
	site     *page.Site
	renderer *ssr.Pool
	// tracer sends traces, nil when no collector is configured.
	tracer *tracing.Tracer
	// signals finds what may be an attack.
	signals *signals.Service
	// sweeper removes what is too old.
	sweeper *retention.Sweeper
	// background are the loops that run beside the server: each ends when its
	// context does, and Run waits for it.
	background []func(context.Context)
}

// listener is an open port with its server.
type listener struct {
	net.Listener
	server *http.Server
	tls    bool // server.TLSConfig has the certificates
}

func (l *listener) serve() error {
	if l.tls {
		return l.server.ServeTLS(l.Listener, "", "")
	}
	return l.server.Serve(l.Listener)
}

// Open takes the configuration to the point where Run can serve: everything that
// can be wrong is found here, and nothing is left open on failure. progress, when
// given, follows the loading of the demo shop.
func Open(ctx context.Context, cfg Config, log *slog.Logger, progress func(done, total int)) (*App, error) {
	return openAt(ctx, cfg, log, progress, time.Now)
}

// openAt is Open with another clock.
func openAt(
	ctx context.Context, cfg Config, log *slog.Logger, progress func(done, total int), now func() time.Time,
) (_ *App, err error) {
	passed, err := takeSockets(&cfg)
	if err != nil {
		return nil, err
	}
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, log: log, now: now}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	a.prepare()
	if a.storage, err = a.openStorage(ctx, len(passed) > 0); err != nil {
		return nil, err
	}
	if err = a.storage.DB.CopyUnfinished(ctx); err != nil {
		if errors.Is(err, sqlstore.ErrCopyUnfinished) {
			err = settings.Invalid(cfg.DatabaseSetting(), "holds half a shop", err)
		}
		return nil, err
	}
	a.storage.DB.LimitConnections(cfg.DatabaseConnections)
	if err = a.openReports(); err != nil {
		return nil, err
	}
	// The ports are opened first: one that is in use must not cost a migration.
	if err = a.openPorts(ctx, passed); err != nil {
		return nil, err
	}
	a.address = settings.PublicURL(cfg.BaseURL, cfg.Listen, a.public.Addr().String())
	cardKeys, err := storage.CardKeys(cfg.Storage, cfg.Demo, log)
	if err != nil {
		return nil, err
	}
	a.storage.DB.UseClock(a.now)
	if err = a.migrate(ctx); err != nil {
		return nil, err
	}
	if err = a.refuseMoved(ctx); err != nil {
		return nil, err
	}
	if err = a.refuseDemoData(ctx); err != nil {
		return nil, err
	}
	a.live = catalog.NewLive(sqlstore.NewProducts(a.storage.DB), httpapi.AppendProduct,
		catalog.LiveOptions{Log: a.log, Detail: httpapi.AppendProductDetail, Stock: httpapi.AppendStock})
	a.customer = a.newCustomerServices(cardKeys)
	if err = a.checkCardKeys(ctx); err != nil {
		return nil, err
	}
	a.store = a.newStoreServices(cardKeys)
	a.background = append(a.background, a.collectPictures, a.sweepCarts, a.sweepReservations, a.sweepPayments,
		a.sweepRefunds, a.reconcilePayments)
	if err = a.openAccounts(); err != nil {
		return nil, err
	}
	texts, err := text.LoadCatalogue()
	if err != nil {
		return nil, fmt.Errorf("loading the texts: %w", err)
	}
	if err = a.openGateway(texts); err != nil {
		return nil, err
	}
	if err = a.openRates(ctx); err != nil {
		return nil, err
	}
	a.ledger = ledger.New(sqlstore.NewLedger(a.storage.DB), a.now)
	a.orders, a.refunds = a.newOrders(cardKeys), a.newRefunds()
	a.reconcile = reconcile.New(reconcile.Options{
		Store: sqlstore.NewReconciliation(a.storage.DB), Gateway: a.gateway, Now: a.now, Log: a.log,
	})
	a.background = append(a.background, a.sweepAccounts, func(ctx context.Context) {
		a.accounts.RunLastSeen(ctx, a.log)
	})
	a.sweeper = a.newSweeper()
	a.signals = signals.New(sqlstore.NewSignals(a.storage.DB), a.now, a.log)
	a.background = append(a.background, a.sweeper.Run, a.signals.Run)
	if cfg.Demo {
		if err = a.loadDemoIfEmpty(ctx, progress); err != nil {
			return nil, err
		}
	}
	if err = a.openSchedules(ctx); err != nil {
		return nil, err
	}
	if err = a.load(ctx); err != nil {
		return nil, err
	}
	if err = a.wire(); err != nil {
		return nil, err
	}
	return a, nil
}

// searchLabels are what the shop's own texts say of brands, forms and concerns: the same for every shop in a process.
var searchLabels = sync.OnceValue(func() *search.Labels {
	return search.NewLabels(text.MustCatalogue()).WithTexts(httpapi.LongTexts)
})

// load reads the catalogue into memory.
func (a *App) load(ctx context.Context) error {
	// The search follows the catalogue from its first product on: loaded is searchable.
	a.finder = search.NewLive(searchLabels())
	a.live.Watch(a.finder.See)
	defer loadSparingly()()
	if err := a.live.Load(ctx); err != nil {
		return err
	}
	a.background = append(a.background, a.live.Follow, boundMemory)
	return nil
}

// wire connects the services with the edge.
func (a *App) wire() error {
	texts, err := text.LoadCatalogue()
	if err != nil {
		return fmt.Errorf("loading the texts: %w", err)
	}
	assets, built := web.Dist()
	if !built {
		assets = nil
	}
	builds, err := a.openBuilds(assets)
	if err != nil {
		return err
	}
	if err := a.openMailer(texts); err != nil {
		return err
	}
	a.restock = restock.New(sqlstore.NewRestockAlerts(a.storage.DB), a.limiter.AllowRestockAlert, a.address, a.now)
	a.startJobs(texts)
	reads := httpapi.NewReads(a.live, a.finder, content.New(sqlstore.NewContentPages(a.storage.DB),
		content.Cards(a.cfg.cardsTaken())))
	reads.SetPharmacist(settings.PhoneNumber(a.cfg.PharmacistPhone), settings.PhoneNumber(a.cfg.PharmacistWhatsApp),
		a.schedules.House().Hours)
	a.advice = concerns.NewAdviceTexts(sqlstore.NewConcerns(a.storage.DB), a.now)
	a.background = append(a.background, func(ctx context.Context) { a.advice.Run(ctx, a.log) })
	reads.SetAdvice(a.advice)
	if err := a.openPages(texts, assets, builds.id, reads); err != nil {
		return err
	}
	if err := a.openAPI(texts, assets, builds, reads); err != nil {
		return err
	}
	a.registerMetrics()
	traced, err := a.traced(a.api)
	if err != nil {
		return err
	}
	a.public.server = serve.NewServer(traced, a.log)
	a.public.Listener = a.api.Stack().LimitConns(a.public.Listener, a.cfg.connections())
	a.useCertificates(traced)
	a.background = append(a.background, a.api.Stack().ShedLoad)
	if a.ops != nil {
		a.ops.server = serve.NewServer(a.api.Metrics().Ops(), a.log)
	}
	return nil
}

// newConcerns follows the words that admins add to concerns and counts the queries without an exact answer.
func (a *App) newConcerns() (*concerns.Service, *concerns.MissCounter) {
	store := sqlstore.NewConcerns(a.storage.DB)
	words := concerns.NewService(store, store, func(extra map[string][]string) { a.finder.SetExtraWords(extra) }, nil)
	misses := concerns.NewMissCounter(store, nil)
	a.background = append(a.background,
		func(ctx context.Context) { words.Run(ctx, a.log) },
		func(ctx context.Context) { misses.Run(ctx, a.log) })
	return words, misses
}

// openAPI makes the HTTP interface of all services.
func (a *App) openAPI(texts *text.Catalogue, assets fs.FS, builds builds, reads *httpapi.Reads) error {
	proxies, err := a.cfg.proxies()
	if err != nil {
		return err
	}
	admins := a.newAdminServices()
	counter := analytics.NewCounter(sqlstore.NewDailySums(a.storage.DB), nil)
	a.background = append(a.background, func(ctx context.Context) { counter.Run(ctx, a.log) })
	words, misses := a.newConcerns()
	var mailbox http.Handler
	if a.mailbox != nil {
		mailbox = a.mailbox
	}
	a.api, err = httpapi.New(httpapi.Options{
		Log:            a.log,
		Texts:          texts,
		BaseURL:        a.address,
		Lanes:          a.cfg.lanes,
		Assets:         assets,
		Build:          builds.id,
		EarlierBuilds:  builds.earlier,
		Pages:          a.site,
		Reads:          reads,
		Media:          a.storage.Blobs,
		TrustedProxies: proxies,
		Stores:         a.store.stores,
		Roles:          a.roles,
		Products:       a.store.products,
		Pictures:       a.store.pictures,
		Admin:          admins.catalogue,
		Imports:        admins.imports,
		Exports:        admins.exports,
		PriceLists:     admins.prices,
		Mailbox:        mailbox,
		PaymentPage:    a.paymentPage,
		VisitorCarts:   a.cfg.visitorCarts(),
		Limiter:        a.limiter,
		Audit:          sqlstore.NewAuditLog(a.storage.DB),
		Accounts:       a.accounts,
		Cart:           a.customer.cart,
		Wishlist:       a.customer.wishlist,
		Addresses:      a.customer.addresses,
		Cards:          a.customer.cards,
		Payments:       a.cfg.paymentOffer(),
		Orders:         a.orders,
		Refunds:        a.refunds,
		Shifts:         a.newShifts(),
		Rates:          a.rates,
		Schedules:      a.schedules,
		Ledger:         a.ledger,
		Reconcile:      a.reconcile,
		Now:            a.now,
		Analytics:      counter,
		Concerns:       words,
		Advice:         a.advice,
		Misses:         misses,
		TagManager:     a.cfg.TagManager != "",
		Undelivered:    outbox.NewUndelivered(sqlstore.NewOutbox(a.storage.DB), mailTopics),
		Restock:        a.restock,
		Signals:        a.signals,
		Contact:        contact.New(sqlstore.NewOutbox(a.storage.DB), a.limiter.AllowContactMessage),
	})
	if err != nil {
		return fmt.Errorf("preparing the server: %w", err)
	}
	return nil
}

// openPages makes the HTML documents and the renderer of their content.
func (a *App) openPages(texts *text.Catalogue, assets fs.FS, build string, source page.Source) (err error) {
	if !a.cfg.PlainPages {
		if a.renderer, err = newRenderer(assets, a.cfg.rendering); err != nil {
			return err
		}
	}
	version := newPageVersion(a.live, a.finder, sqlstore.NewShopVersion(a.storage.DB), a.advice.Changes)
	a.background = append(a.background, version.Follow)
	rate := func() *page.Encoded { return httpapi.RateBesidePrices(a.rates) }
	options := page.Options{
		Texts:      texts,
		BaseURL:    a.address,
		Assets:     assets,
		HowToBuild: web.HowToBuild(),
		Build:      build,
		Source:     source,
		TagManager: a.cfg.TagManager,
		Cards:      a.cfg.cardsTaken(),
		WideRules:  a.cfg.wideRules(),
		Log:        a.log,
		Version:    version.Number,
		Rate:       rate,
		RenderWait: a.cfg.renderWait,
	}
	if a.renderer != nil {
		options.Renderer = a.renderer
	}
	if a.site, err = page.New(options); err != nil {
		return fmt.Errorf("preparing the pages: %w", err)
	}
	return nil
}

// Address is where people reach the shop.
func (a *App) Address() string { return a.address }

// Addr is the address the shop listens on, with the real port.
func (a *App) Addr() net.Addr { return a.public.Addr() }

// OpsAddr is the address of the ops listener, nil when it is off.
func (a *App) OpsAddr() net.Addr {
	if a.ops == nil {
		return nil
	}
	return a.ops.Addr()
}

// Run serves until ctx ends, then stops in order: not ready, drained, closed. It
// returns nil after an orderly stop.
func (a *App) Run(ctx context.Context) error {
	failed := make(chan error, 3)
	serving := 0
	for _, l := range a.ports() {
		serving++
		go func() { failed <- l.serve() }()
	}
	working, endWork := context.WithCancel(context.WithoutCancel(ctx))
	defer endWork()
	var workers sync.WaitGroup
	for _, work := range a.background {
		workers.Go(func() { work(working) })
	}
	a.api.SetReady(true)

	var fault error
	select {
	case <-ctx.Done():
	case fault = <-failed:
		serving--
	}
	a.api.SetReady(false)
	a.api.Stack().Drain()
	a.log.Info("stopping")
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime+a.cfg.DrainNotice)
	defer cancel()
	if fault == nil {
		pause(stop, max(noticeTime, a.cfg.DrainNotice))
	}
	a.closePorts(stop, failed, serving)
	a.api.EndStreams()
	for _, l := range a.ports() {
		if err := l.server.Shutdown(stop); err != nil {
			a.log.Warn("requests were cut off", slog.Any("cause", err))
			_ = l.server.Close()
		}
	}
	endWork()
	workers.Wait()
	if fault != nil {
		return fmt.Errorf("serving: %w", fault)
	}
	return nil
}

// closePorts closes the listeners and waits a moment for the first requests on connections that were accepted.
func (a *App) closePorts(ctx context.Context, ended <-chan error, serving int) {
	for _, l := range a.ports() {
		_ = l.Close()
	}
	for range serving {
		<-ended
	}
	ctx, cancel := context.WithTimeout(ctx, firstRequestTime)
	defer cancel()
	for _, l := range a.ports() {
		if limiter, ok := l.Listener.(*serve.ConnLimiter); ok {
			limiter.AwaitFirst(ctx)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Close closes everything that Open opened. It may be called after Run or without it.
func (a *App) Close() error {
	var errs []error
	for _, l := range a.ports() {
		if err := l.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if a.site != nil {
		a.site.Close()
	}
	if a.renderer != nil {
		a.renderer.Close()
	}
	if a.finder != nil {
		a.finder.Close()
	}
	if a.breached != nil {
		errs = append(errs, a.breached.Close())
	}
	errs = append(errs, a.tracer.Close(), a.closeReports(), a.storage.Close())
	return errors.Join(errs...)
}

// every does something each time a pause is over, until ctx ends.
func every(ctx context.Context, pause time.Duration, do func()) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do()
		}
	}
}
