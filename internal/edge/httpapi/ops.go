package httpapi

import (
	"net/http"
	"net/http/pprof"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/tracing"
)

// Metrics are the figures of one server: rates, errors and durations per route
// and lane. Others add their own to Registry.
type Metrics struct {
	Registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	shed     *prometheus.CounterVec
	panics   prometheus.Counter
	refusals *prometheus.CounterVec
	orders   *prometheus.CounterVec
	reports  *reports
	traced   bool
	pressure pressure
	full     atomic.Pointer[[longestWait]reply] // what a full lane answers, by the seconds to stay away, made once
	named    map[string]*figures                // by route; complete before the first request
}

// figures are the metrics of one route, found once instead of at every request.
type figures struct {
	route string
	lane  Lane
	took  prometheus.Observer
	fine  prometheus.Counter // answers with status 200
}

// named is the route with its method; calls of the contract have theirs in the name.
func (f *figures) named(method string) string {
	if strings.Contains(f.route, " ") {
		return f.route
	}
	return method + " " + f.route
}

// Names of what is no call of the contract.
const (
	routeUnknown = "unknown"
	routePage    = "page"
	routeStatic  = "static"
	routeMedia   = "media"
	routeHealth  = "GET /healthz"
	routeReady   = "GET /readyz"
)

func (m *Metrics) name(route string, lane Lane) {
	m.named[route] = &figures{
		route: route, lane: lane,
		took: m.took.WithLabelValues(route, string(lane)),
		fine: m.requests.WithLabelValues(route, string(lane), "200"),
	}
}

func (a *API) named(route string) *figures { return a.metrics.named[route] }

func newMetrics(lanes map[Lane]*lane) *Metrics {
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		named:    map[string]*figures{},
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "lane", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "dawa_request_seconds", Help: "Time from the request's head to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "lane"}),
		shed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_requests_shed_total", Help: "Requests turned away because their lane was full.",
		}, []string{"lane"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "dawa_panics_total", Help: "Programming faults caught while answering.",
		}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_refusals_total", Help: "Calls that were refused, by code: stock_short and out_of_stock are sales that were missed.",
		}, []string{"code"}),
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_orders_total", Help: "Orders that were confirmed to their buyers, repeated questions included, by way of payment.",
		}, []string{"method"}),
	}
	m.reports = newReports(m.Registry)
	m.Registry.MustRegister(m.requests, m.took, m.shed, m.panics, m.refusals, m.orders,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "dawa_pressure", Help: "How hard the server is pressed: how many of a hundred who only look are turned away.",
	}, func() float64 { return float64(m.pressure.share.Load()) }))
	for name, l := range lanes {
		m.Registry.MustRegister(
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "dawa_lane_busy", Help: "Places taken in a lane.", ConstLabels: prometheus.Labels{"lane": string(name)},
			}, func() float64 { return float64(l.busy()) }),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "dawa_lane_waiting", Help: "Requests waiting for a place in a lane.", ConstLabels: prometheus.Labels{"lane": string(name)},
			}, func() float64 { return float64(l.waiting.Load()) }),
		)
	}
	// Series that exist from the start: a rate over one that appears with its first event misses it.
	for _, code := range []apperr.Code{apperr.StockShort, apperr.OutOfStock, apperr.PaymentDeclined, apperr.PaymentTimeout, apperr.Unavailable, apperr.Internal} {
		m.refusals.WithLabelValues(string(code))
	}
	for _, method := range contract.Shop().PaymentMethods {
		m.orders.WithLabelValues(method)
	}
	for name := range lanes {
		m.shed.WithLabelValues(string(name))
	}
	m.name(routeUnknown, "")
	m.name(routePage, LaneBrowse)
	m.name(routeStatic, "")
	m.name(routeMedia, LaneBrowse)
	m.name(routeHealth, "")
	m.name(routeReady, "")
	return m
}

func (m *Metrics) observe(x *exchange, took time.Duration) {
	f := x.figures
	if x.status == http.StatusOK {
		f.fine.Inc()
	} else {
		m.requests.WithLabelValues(f.route, string(f.lane), strconv.Itoa(x.status)).Inc()
	}
	f.took.Observe(took.Seconds())
	if m.traced {
		tracing.Of(x.request.Context()).Answered(f.named(x.request.Method), x.status)
	}
}

// Trace lets requests that go through a tracer say how they were answered.
func (m *Metrics) Trace() { m.traced = true }

// Ops is the handler of the ops listener: metrics and profiling, for operators only.
func (m *Metrics) Ops() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
