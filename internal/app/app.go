// Package app is the composition root: it turns a configuration into a running
// shop and is the only place that knows all its parts.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"dawa/internal/adapter/mail"
	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/text"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/analytics"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/contact"
	"dawa/internal/domain/content"
	"dawa/internal/domain/orders"
	"dawa/internal/domain/search"
	"dawa/internal/edge/httpapi"
	"dawa/internal/edge/page"
	"dawa/internal/edge/ssr"
	"dawa/web"
)

const (
	// drainTime is how long requests under way may go on after the order to stop.
	drainTime = 15 * time.Second
	// noticeTime is how long /readyz says no at least before the door is shut, so that a
	// balancer can look the other way (see --drain-notice).
	noticeTime = 250 * time.Millisecond
)

// App is an open shop.
type App struct {
	cfg   Config
	log   *slog.Logger
	now   func() time.Time
	store *storage
	// reports is where the desk reads what may come from a standby; replica is that standby, or nil.
	reports *sqlstore.DB
	replica *sqlstore.Replica
	api     *httpapi.API
	public  *listener
	ops     *listener
	address string
	live    *catalog.Live
	finder  *search.Live
	// accounts is who people are; passwords is its bounded work.
	accounts  *accounts.Service
	passwords *accounts.Passwords
	// breached are the passwords nobody may choose, nil when the shop has no such file.
	breached *os.File
	// post brings mail on its way, nil when nobody does; mailbox is the demo's.
	post    mail.Sender
	mailbox *mail.Mailbox
	kept    belongings
	orders  *orders.Service
	sellers sellers
	// site makes the pages, painter draws their screens; nil before they are open or
	// when no frontend is built.
	site    *page.Site
	painter *ssr.Pool
	// background are the loops that run beside the server: each ends when its
	// context does, and Run waits for it.
	background []func(context.Context)
}

// listener is a door with the server behind it.
type listener struct {
	net.Listener
	server *http.Server
}

// Open takes the configuration to the point where Run can serve: everything that
// can be wrong is found here, and nothing is left open on failure. progress, when
// given, follows the loading of the demo shop.
func Open(ctx context.Context, cfg Config, log *slog.Logger, progress Progress) (*App, error) {
	return openAt(ctx, cfg, log, progress, time.Now)
}

// openAt is Open with another clock.
func openAt(ctx context.Context, cfg Config, log *slog.Logger, progress Progress, now func() time.Time) (_ *App, err error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, log: log, now: now}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.store, err = openStorage(ctx, cfg.Storage); err != nil {
		return nil, err
	}
	if err = a.store.db.CopyUnfinished(ctx); err != nil {
		return nil, err
	}
	a.store.db.LimitConnections(cfg.DatabaseConnections)
	if err = a.openReports(); err != nil {
		return nil, err
	}
	// The doors are taken first: a port in use must not cost a migration.
	if a.public, err = listen(ctx, "--listen", cfg.Listen); err != nil {
		return nil, err
	}
	if cfg.OpsListen != "" {
		if a.ops, err = listen(ctx, "--ops-listen", cfg.OpsListen); err != nil {
			return nil, err
		}
	}
	a.address = cfg.publicURL(a.public.Addr().String())
	cardKeys, err := cfg.cardKeys(log)
	if err != nil {
		return nil, err
	}
	if _, err = a.store.db.Migrate(ctx); err != nil {
		return nil, err
	}
	a.live = catalog.NewLive(sqlstore.NewProducts(a.store.db), httpapi.EncodeProduct,
		catalog.LiveOptions{Log: a.log, Detail: httpapi.EncodeDetail})
	a.store.shelf = a.live
	a.kept = a.newBelongings(cardKeys)
	a.sellers = a.newSellers()
	a.background = append(a.background, a.collectPictures, a.sweepCarts, a.sweepReservations)
	if err = a.openAccounts(); err != nil {
		return nil, err
	}
	a.orders = a.newOrders()
	a.background = append(a.background, a.sweepAccounts)
	if cfg.Demo {
		if err = a.store.loadDemoIfEmpty(ctx, progress, a.store.demoPeople(a.accounts)...); err != nil {
			return nil, err
		}
	}
	if err = a.load(ctx); err != nil {
		return nil, err
	}
	if err = a.wire(); err != nil {
		return nil, err
	}
	return a, nil
}

// load reads the catalogue into memory.
func (a *App) load(ctx context.Context) error {
	texts, err := text.LoadCatalogue()
	if err != nil {
		return fmt.Errorf("loading the texts: %w", err)
	}
	// The search follows the catalogue from its first product on: loaded is searchable.
	a.finder = search.NewLive(search.NewLabels(texts))
	a.live.Watch(a.finder.See)
	if err := a.live.Load(ctx); err != nil {
		return err
	}
	a.background = append(a.background, a.live.Follow, boundMemory)
	return nil
}

func (a *App) wire() error {
	texts, err := text.LoadCatalogue()
	if err != nil {
		return fmt.Errorf("loading the texts: %w", err)
	}
	assets, built := web.Dist()
	if !built {
		assets = nil
	}
	proxies, err := a.cfg.proxies()
	if err != nil {
		return err
	}
	if err := a.openPost(texts); err != nil {
		return err
	}
	a.startJobs(texts)
	rooms := a.newDesk()
	tally := analytics.NewTally(sqlstore.NewDailySums(a.store.db), nil)
	a.background = append(a.background, func(ctx context.Context) { tally.Keep(ctx, a.log) })
	// Pages carry answers of calls, and the edge serves the pages: each needs the other.
	documents := &pages{}
	var mailbox http.Handler
	if a.mailbox != nil {
		mailbox = a.mailbox
	}
	a.api, err = httpapi.New(httpapi.Options{
		Log: a.log, Texts: texts, BaseURL: a.address, Assets: assets, Pages: documents, Catalogue: a.live, Finder: a.finder, Media: a.store.blobs, TrustedProxies: proxies,
		Stores: a.sellers.stores, Products: a.sellers.products, Pictures: a.sellers.pictures, Desk: rooms.desk, Imports: rooms.imports, Exports: rooms.exports,
		Mailbox: mailbox, Accounts: a.accounts, Cart: a.kept.cart, Wishlist: a.kept.wishlist, Addresses: a.kept.addresses, Cards: a.kept.cards, Payments: a.cfg.paymentOffer(), Orders: a.orders, Tally: tally, TagManager: a.cfg.TagManager != "",
		Letters: contact.New(sqlstore.NewOutbox(a.store.db), a.accounts.Writing), Content: content.New(sqlstore.NewContentPages(a.store.db)),
	})
	if err != nil {
		return fmt.Errorf("preparing the server: %w", err)
	}
	if !a.cfg.PlainPages {
		if a.painter, err = newPainter(assets); err != nil {
			return err
		}
	}
	options := page.Options{
		Texts: texts, BaseURL: a.address, Assets: assets, HowToBuild: web.HowToBuild(), Calls: a.api, TagManager: a.cfg.TagManager, Log: a.log,
		Edition: (&editions{live: a.live, finder: a.finder}).Number,
	}
	if a.painter != nil {
		options.Renderer = a.painter
		a.api.Metrics().Registry.MustRegister(engineFigures(a.painter)...)
	}
	if a.site, err = page.New(options); err != nil {
		return fmt.Errorf("preparing the pages: %w", err)
	}
	documents.site = a.site
	a.api.Metrics().Registry.MustRegister(a.site.Metrics()...)
	a.api.Metrics().Registry.MustRegister(buildInfo(), catalogueSize(a.live), catalogueAge(a.live), passwordChecks(a.passwords), newStoreFigures(a.store.db))
	a.api.Metrics().Registry.MustRegister(replicaReads(a.replica)...)
	a.public.server = httpapi.Server(a.traced(a.api), a.log)
	a.public.Listener = a.api.Guard(a.public.server, a.public.Listener, a.cfg.connections())
	a.background = append(a.background, a.api.WatchPressure)
	if a.ops != nil {
		a.ops.server = httpapi.Server(a.api.Metrics().Ops(), a.log)
	}
	return nil
}

// pages lets the edge serve documents without knowing who makes them.
type pages struct{ site *page.Site }

func (p *pages) Page(r *http.Request, encoding string) (httpapi.Page, error) {
	d, err := p.site.Document(r, encoding)
	return httpapi.Page(d), err
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
	failed := make(chan error, 2)
	serving := 0
	for _, l := range []*listener{a.public, a.ops} {
		if l == nil {
			continue
		}
		serving++
		go func() { failed <- l.server.Serve(l.Listener) }()
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
	a.log.Info("stopping")
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime+a.cfg.DrainNotice)
	defer cancel()
	if fault == nil {
		pause(stop, max(noticeTime, a.cfg.DrainNotice))
	}
	for _, l := range []*listener{a.public, a.ops} {
		if l == nil {
			continue
		}
		if err := l.server.Shutdown(stop); err != nil {
			a.log.Warn("requests were cut off", slog.Any("cause", err))
			_ = l.server.Close()
		}
	}
	for ; serving > 0; serving-- {
		<-failed
	}
	endWork()
	workers.Wait()
	if fault != nil && !errors.Is(fault, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", fault)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// Close lets go of everything Open took. It may be called after Run or without it.
func (a *App) Close() error {
	var errs []error
	for _, l := range []*listener{a.public, a.ops} {
		if l == nil {
			continue
		}
		if err := l.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if a.site != nil {
		a.site.Close()
	}
	if a.painter != nil {
		a.painter.Close()
	}
	if a.finder != nil {
		a.finder.Close()
	}
	if a.breached != nil {
		errs = append(errs, a.breached.Close())
	}
	errs = append(errs, a.closeReports(), a.store.close())
	return errors.Join(errs...)
}

func listen(ctx context.Context, name, address string) (*listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, setting(name, fmt.Sprintf("cannot listen on %s", address), plainListenError(err))
	}
	return &listener{Listener: l}, nil
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
