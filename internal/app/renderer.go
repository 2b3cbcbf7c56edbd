package app

import (
	"fmt"
	"io/fs"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
	"dawa/internal/edge/ssr"
)

// serverBuild is the frontend's build for the page renderer, inside its dist.
const serverBuild = ".server/page.js"

// newRenderer starts the engines that render pages; nil when nothing is built.
func newRenderer(assets fs.FS) (*ssr.Pool, error) {
	if assets == nil {
		return nil, nil
	}
	script, err := fs.ReadFile(assets, serverBuild)
	if err != nil {
		return nil, fmt.Errorf("reading the page renderer (run make build again): %w", err)
	}
	return ssr.New(string(script), ssr.Options{})
}

// editions numbers what pages can show: another snapshot of the catalogue, or
// another index of the search, is another edition.
type editions struct {
	live   *catalog.Live
	finder *search.Live
	last   atomic.Pointer[edition]
}

type edition struct {
	snapshot *catalog.Snapshot
	index    *search.Index
	number   uint64
}

// Number is that of the edition now.
func (e *editions) Number() uint64 {
	for {
		now := edition{snapshot: e.live.Snapshot(), index: e.finder.Index(), number: 1}
		last := e.last.Load()
		if last != nil {
			if last.snapshot == now.snapshot && last.index == now.index {
				return last.number
			}
			now.number = last.number + 1
		}
		if e.last.CompareAndSwap(last, &now) {
			return now.number
		}
	}
}

func engineFigures(p *ssr.Pool) []prometheus.Collector {
	return []prometheus.Collector{
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "dawa_page_engines_total", Help: "Engines that were started to draw pages.",
		}, func() float64 { return float64(p.Made()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_page_renders_waiting", Help: "Pages that wait for an engine.",
		}, func() float64 { return float64(p.Waiting()) }),
	}
}
