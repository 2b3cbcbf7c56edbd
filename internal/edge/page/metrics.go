package page

import (
	"github.com/prometheus/client_golang/prometheus"
)

// How a document came about, as the metrics count it.
const (
	fromCache  = "cache"  // cached and up to date
	fromStale  = "stale"  // cached; a text that changed a moment ago is being rendered
	fromRender = "render" // rendered for this request
	fromPlain  = "plain"  // a screen that browsers always render themselves
	// The browser renders the screen because the server …
	fromLate   = "late"   // … was not ready in time
	fromFailed = "failed" // … could not
	fromBusy   = "busy"   // … has too many others to render
)

// metrics of documents.
type metrics struct {
	documents *prometheus.CounterVec
	renders   prometheus.Histogram
	by        map[string]prometheus.Counter
}

func newMetrics() *metrics {
	m := &metrics{
		documents: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_pages_total",
			Help: "Documents by how they came about: cache, stale, render, plain; " +
				"late, failed and busy fell back to the browser.",
		}, []string{"how"}),
		renders: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "dawa_page_render_seconds", Help: "Time to render a screen, waiting for an engine included.",
			Buckets: []float64{.01, .025, .05, .1, .2, .3, .5, 1, 2.5},
		}),
		by: map[string]prometheus.Counter{},
	}
	for _, how := range []string{fromCache, fromStale, fromRender, fromPlain, fromLate, fromFailed, fromBusy} {
		m.by[how] = m.documents.WithLabelValues(how)
	}
	return m
}

// Metrics are the metrics of this site, to be registered once.
func (s *Site) Metrics() []prometheus.Collector {
	return []prometheus.Collector{s.metrics.documents, s.metrics.renders,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "dawa_page_cache_bytes", Help: "Memory of cached pages.",
		}, func() float64 { return float64(s.cache.pages.WeightedSize()) }),
	}
}
