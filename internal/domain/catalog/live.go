package catalog

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Live holds the present Snapshot and keeps it up to date: at once for changes made in this process
// (Refresh), when it is notified for those of other servers, and by polling for those whose
// notification was lost.
type Live struct {
	source Source
	encode encoding
	log    *slog.Logger
	poll   time.Duration
	verify time.Duration
	// packFrom is how many products there are when their encodings are packed.
	packFrom int

	current atomic.Pointer[Snapshot]
	loaded  atomic.Bool
	synced  atomic.Int64 // unix milliseconds

	// change serialises everything that replaces the Snapshot. Products are read under it: who
	// reads later applies later, so an older state never overwrites a newer one.
	change   sync.Mutex
	at       Position
	seen     map[Change]bool
	watchers []func(next *Snapshot, changed []string)
}

// LiveOptions tune a Live. The zero value is right for a shop.
type LiveOptions struct {
	Log *slog.Logger
	// Detail, when given, is how the edge appends what only the product's own page shows.
	Detail func(to []byte, p *Product) []byte
	// Stock, when given, is how the edge appends what it wrote for lists with another stock and version. Without it a
	// product whose stock has changed is read and encoded anew.
	Stock func(to, list []byte, level StockLevel) []byte
	// Poll is how often it looks for changes without a notification; zero is half a second.
	Poll time.Duration
	// Verify is how often it compares its fingerprint with the store's; zero is a minute.
	Verify time.Duration
	// PackFrom is how many products there are when their encodings are packed; zero is 200,000.
	PackFrom int
}

const (
	// applyBatch bounds how many changed products are read and shown at a time.
	applyBatch = 2000
	// From this many changed products on, and when they are a good part of the catalogue (one in
	// wholeShare), reading all of it once is quicker than laying them over it batch by batch.
	wholeFrom  = 4 * applyBatch
	wholeShare = 8
	// The log of changes is stored for a day: a server that was suspended for less catches up from it
	// without reading the whole catalogue.
	forgetAfter = 24 * time.Hour
	forgetEvery = time.Hour
	// gatherFor is how long a notification waits for others: short enough for a change to be seen within 50 ms,
	// long enough for a busy shop not to read the feed for every order.
	gatherFor = 15 * time.Millisecond
)

// NewLive makes a Live with an empty Snapshot. encode is how the edge appends a product for lists to what it is given.
func NewLive(source Source, encode func(to []byte, p *Product) []byte, opts LiveOptions) *Live {
	l := &Live{
		source: source, encode: encoding{list: encode, detail: opts.Detail, stock: opts.Stock}, log: opts.Log,
		poll: opts.Poll, verify: opts.Verify, packFrom: opts.PackFrom, seen: map[Change]bool{},
	}
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	if l.poll <= 0 {
		l.poll = 500 * time.Millisecond
	}
	if l.verify <= 0 {
		l.verify = time.Minute
	}
	if l.packFrom <= 0 {
		l.packFrom = packFrom
	}
	l.current.Store(emptySnapshot())
	return l
}

// Snapshot is the catalogue now.
func (l *Live) Snapshot() *Snapshot { return l.current.Load() }

// Loaded tells whether the catalogue has been read at least once.
func (l *Live) Loaded() bool { return l.loaded.Load() }

// SyncedAt is when the Snapshot was last known to be up to date.
func (l *Live) SyncedAt() time.Time { return time.UnixMilli(l.synced.Load()) }

// Watch calls see after every change with the new Snapshot and the ids that changed, or nil ids
// when it was read anew, one call at a time. It is called once at the start with what is there.
func (l *Live) Watch(see func(next *Snapshot, changed []string)) {
	l.change.Lock()
	defer l.change.Unlock()
	l.watchers = append(l.watchers, see)
	see(l.current.Load(), nil)
}

// Load reads the whole catalogue.
func (l *Live) Load(ctx context.Context) error {
	l.change.Lock()
	defer l.change.Unlock()
	return l.loadLocked(ctx)
}

func (l *Live) loadLocked(ctx context.Context) error {
	began := time.Now()
	at, err := l.source.Position(ctx)
	if err != nil {
		return fmt.Errorf("loading the catalogue: %w", err)
	}
	items, encode, err := l.readAll(ctx)
	if err != nil {
		return fmt.Errorf("loading the catalogue: %w", err)
	}
	l.at, l.encode = at, encode
	clear(l.seen)
	l.showLocked(build(items), nil)
	l.loaded.Store(true)
	l.synced.Store(time.Now().UnixMilli())
	l.log.Info("catalogue loaded", "products", len(items), "took", time.Since(began).Round(time.Millisecond))
	return nil
}

// Refresh shows the products of those ids as they are now in the store.
func (l *Live) Refresh(ctx context.Context, ids ...string) error {
	l.change.Lock()
	defer l.change.Unlock()
	return l.refreshLocked(ctx, ids)
}

func (l *Live) refreshLocked(ctx context.Context, ids []string) error {
	for part := range slices.Chunk(ids, applyBatch) {
		products, err := l.source.Products(ctx, part)
		if err != nil {
			return fmt.Errorf("refreshing the catalogue: %w", err)
		}
		before := l.current.Load()
		gone := make(map[string]bool, len(part))
		for _, id := range part {
			gone[id] = true
		}
		items := make([]*Item, 0, len(products))
		for _, p := range products {
			if !p.Listed() {
				continue
			}
			delete(gone, p.ID)
			if old, ok := before.Product(p.ID); ok && old.Version == p.Version {
				continue // shown already
			}
			items = append(items, newItem(p, l.encode, nil))
		}
		left := make([]string, 0, len(gone))
		for id := range gone {
			if _, listed := before.Product(id); listed {
				left = append(left, id)
			}
		}
		if len(items)+len(left) > 0 {
			l.showLocked(before.apply(items, left), part)
		}
	}
	return nil
}

// restockLocked shows the stock of products of which nothing else has changed, and gives the ids of the others.
func (l *Live) restockLocked(ids []string, levels map[string]StockLevel) (others []string) {
	before := l.current.Load()
	var items []*Item
	var shown []string
	for _, id := range ids {
		level, stockOnly := levels[id]
		old, listed := before.Product(id)
		switch {
		case !stockOnly, !listed, l.encode.stock == nil:
			others = append(others, id)
		case old.Version < level.Version:
			items = append(items, old.withStock(level, l.encode))
			shown = append(shown, id)
		}
	}
	if len(items) > 0 {
		l.showLocked(before.apply(items, nil), shown)
	}
	return others
}

func (l *Live) showLocked(next *Snapshot, changed []string) {
	l.current.Store(next)
	for _, see := range l.watchers {
		see(next, changed)
	}
}

// Follow keeps the Snapshot up to date until ctx ends. A store that cannot be reached leaves
// the Snapshot as it is; Follow catches up when it is back.
func (l *Live) Follow(ctx context.Context) {
	woken, end := l.source.Changed()
	defer end()
	poll, verify := time.NewTicker(l.poll), time.NewTicker(l.verify)
	defer poll.Stop()
	defer verify.Stop()
	failing := false
	var cleaned time.Time
	for {
		step := l.catchUp
		select {
		case <-ctx.Done():
			return
		case <-woken:
			// Changes that follow each other closely are read together.
			if !pause(ctx, gatherFor) {
				return
			}
			select {
			case <-woken: // told of the same changes again
			default:
			}
		case <-poll.C:
		case <-verify.C:
			step = l.check
		}
		err := step(ctx)
		switch {
		case err != nil && ctx.Err() != nil:
			return
		case err != nil && !failing:
			l.log.Warn("the catalogue cannot follow its store", "error", err)
		case err == nil && failing:
			l.log.Info("the catalogue follows its store again")
			// What happened meanwhile may be more than the feed can tell: a standby may have
			// taken over that had not heard of everything.
			_ = l.check(ctx)
		}
		failing = err != nil
		if !failing && time.Since(cleaned) > forgetEvery {
			cleaned = time.Now()
			if err := l.source.ForgetChanges(ctx, cleaned.Add(-forgetAfter)); err != nil && ctx.Err() == nil {
				l.log.Warn("old changes could not be dropped", "error", err)
			}
		}
	}
}

// pause waits and tells whether ctx goes on.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// catchUp shows what the feed says has changed.
func (l *Live) catchUp(ctx context.Context) error {
	l.change.Lock()
	defer l.change.Unlock()
	if !l.loaded.Load() {
		return l.loadLocked(ctx)
	}
	set, err := l.source.ChangesSince(ctx, l.at)
	if err != nil {
		return err
	}
	if set.Next < l.at {
		l.log.Warn("the store's sequence of changes went back; reading the catalogue anew")
		return l.loadLocked(ctx)
	}
	var ids []string
	fresh := map[string]bool{}
	for _, c := range set.Changes {
		if !l.seen[c] && !fresh[c.ProductID] {
			fresh[c.ProductID] = true
			ids = append(ids, c.ProductID)
		}
	}
	if len(ids) >= wholeFrom && len(ids) >= l.current.Load().Len()/wholeShare {
		return l.loadLocked(ctx)
	}
	ids = l.restockLocked(ids, set.Stock)
	if err := l.refreshLocked(ctx, ids); err != nil {
		return err
	}
	l.at = set.Next
	for c := range l.seen {
		if c.Mark < int64(l.at) {
			delete(l.seen, c)
		}
	}
	for _, c := range set.Changes {
		if c.Mark >= int64(l.at) {
			l.seen[c] = true
		}
	}
	l.synced.Store(time.Now().UnixMilli())
	return nil
}

// check compares the Snapshot with the store and reads it anew when they have drifted apart,
// whatever the reason.
func (l *Live) check(ctx context.Context) error {
	if err := l.catchUp(ctx); err != nil {
		return err
	}
	l.change.Lock()
	defer l.change.Unlock()
	fingerprint, err := l.source.Fingerprint(ctx)
	if err != nil {
		return err
	}
	if l.current.Load().fingerprint() == fingerprint {
		return nil
	}
	// Something may just have been committed that the feed will tell of: ask it once more.
	l.change.Unlock()
	err = l.catchUp(ctx)
	l.change.Lock()
	if err != nil || l.current.Load().fingerprint() == fingerprint {
		return err
	}
	now, err := l.source.Fingerprint(ctx)
	if err != nil || l.current.Load().fingerprint() == now || now != fingerprint {
		return err // still moving: the next check will tell
	}
	l.log.Warn("the catalogue had drifted from its store; reading it anew")
	return l.loadLocked(ctx)
}
