package page

import (
	"github.com/prometheus/client_golang/prometheus"
)

// How a document came about, as the metrics count it.
const (
	fromCache  = "cache"  // finished and up to date
	fromStale  = "stale"  // finished; what changed since is being drawn
	fromRender = "render" // drawn for this request
	fromPlain  = "plain"  // a screen that browsers always draw themselves
	// The browser draws the screen because the server …
	fromLate   = "late"   // … is still at it
	fromFailed = "failed" // … could not
	fromBusy   = "busy"   // … has too many others to draw
)

// figures are the metrics of documents.
type figures struct {
	documents *prometheus.CounterVec
	renders   prometheus.Histogram
	by        map[string]prometheus.Counter
}

func newFigures() *figures {
	f := &figures{
		documents: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_pages_total", Help: "Documents by how they came about: cache, stale, render, plain; late, failed and busy fell back to the browser.",
		}, []string{"how"}),
		renders: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "dawa_page_render_seconds", Help: "Time to draw a screen, waiting for an engine included.",
			Buckets: []float64{.01, .025, .05, .1, .2, .3, .5, 1, 2.5},
		}),
		by: map[string]prometheus.Counter{},
	}
	for _, how := range []string{fromCache, fromStale, fromRender, fromPlain, fromLate, fromFailed, fromBusy} {
		f.by[how] = f.documents.WithLabelValues(how)
	}
	return f
}

// Metrics are the figures of this site, to be registered once.
func (s *Site) Metrics() []prometheus.Collector {
	return []prometheus.Collector{s.figures.documents, s.figures.renders,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_page_cache_bytes", Help: "Memory of finished pages.",
		}, func() float64 { return float64(s.pages.kept.WeightedSize()) }),
	}
}
