package app

import (
	"context"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
	"dawa/internal/edge/ssr"
	"dawa/web"
)

// serverBuild is the frontend's build for the page renderer, inside its dist.
const serverBuild = ".server/page.js"

// newRenderer starts the engines that render pages; nil when nothing is built.
func newRenderer(assets fs.FS, o ssr.Options) (*ssr.Pool, error) {
	if assets == nil {
		return nil, nil
	}
	script, err := fs.ReadFile(assets, serverBuild)
	if err != nil {
		return nil, fmt.Errorf("reading the page renderer (run make build again): %w", err)
	}
	return ssr.New(string(script), o)
}

// prepare begins what takes a while and needs no storage, so that it is done when the catalogue is read.
func (a *App) prepare() {
	go searchLabels()
	if assets, built := web.Dist(); built && !a.cfg.PlainPages {
		go func() {
			if script, err := fs.ReadFile(assets, serverBuild); err == nil {
				ssr.Prepare(string(script))
			}
		}()
	}
}

// pageVersion numbers the state of everything that public pages show: the catalogue, the search, content pages and
// stores. The settings of the shop do not change while it is open. Every cached page, on every server, is checked
// against the data when the number has grown. Each process counts for itself.
type pageVersion struct {
	live    *catalog.Live
	finder  *search.Live
	shop    shopVersion
	advice  func() uint64 // counts the changes of the advice of concerns
	changed <-chan struct{}
	end     func()
	// changes counts the changes of the shop's other data that were noticed.
	changes atomic.Uint64
	last    atomic.Pointer[numberedState]
}

// shopVersion tells of changes to content pages and stores, on any server.
type shopVersion interface {
	Fingerprint(ctx context.Context) (string, error)
	Changed() (woken <-chan struct{}, end func())
}

// numberedState is a state of the data and its number.
type numberedState struct {
	snapshot *catalog.Snapshot
	index    *search.Index
	changes  uint64
	advice   uint64
	number   uint64
}

// versionPoll is how often changes are looked for whose notification was lost.
const versionPoll = 500 * time.Millisecond

func newPageVersion(
	live *catalog.Live, finder *search.Live, shop shopVersion, advice func() uint64,
) *pageVersion {
	v := &pageVersion{live: live, finder: finder, shop: shop, advice: advice}
	v.changed, v.end = shop.Changed()
	return v
}

// Number grows with every change. A change that was made in this process is in it as soon as the call that made
// the change has returned.
func (v *pageVersion) Number() uint64 {
	select {
	case <-v.changed:
		v.changes.Add(1)
	default:
	}
	for {
		now := numberedState{
			snapshot: v.live.Snapshot(), index: v.finder.Index(), changes: v.changes.Load(),
			advice: v.advice(), number: 1,
		}
		last := v.last.Load()
		if last != nil {
			now.number = last.number
			if *last == now {
				return last.number
			}
			now.number++
		}
		if v.last.CompareAndSwap(last, &now) {
			return now.number
		}
	}
}

// Follow looks for changes whose notification was lost, until ctx ends.
func (v *pageVersion) Follow(ctx context.Context) {
	defer v.end()
	seen := "" // what happened before the first look is unknown: the first look counts as a change
	every(ctx, versionPoll, func() {
		now, err := v.shop.Fingerprint(ctx)
		if err == nil && now != seen {
			seen = now
			v.changes.Add(1)
		}
	})
}

func engineMetrics(p *ssr.Pool) []prometheus.Collector {
	return []prometheus.Collector{
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_page_engines_total", Help: "Engines that were started to render pages.",
		}, func() float64 { return float64(p.Made()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_page_renders_waiting", Help: "Pages that wait for an engine.",
		}, func() float64 { return float64(p.Waiting()) }),
	}
}
