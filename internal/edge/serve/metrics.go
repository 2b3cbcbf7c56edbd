package serve

import (
	"net/http"
	"net/http/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"dawa/internal/base/apperr"
	"dawa/internal/base/tracing"
)

// Metrics are the metrics of one server: rates, errors and durations per route and lane. Other packages add
// their own to Registry.
type Metrics struct {
	Registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	shed     *prometheus.CounterVec
	panics   prometheus.Counter
	refusals *prometheus.CounterVec
	traced   bool
	routes   map[string]*routeMetrics // by name; complete before the first request
}

// routeMetrics are the metrics of one route, looked up once instead of at every request.
type routeMetrics struct {
	name  string
	lane  Lane
	quiet bool // successful requests are not logged
	took  prometheus.Observer
	ok    prometheus.Counter // answers with status 200
}

// withMethod is the route with its method; calls of the contract have theirs in the name.
func (m *routeMetrics) withMethod(method string) string {
	if strings.Contains(m.name, " ") {
		return m.name
	}
	return method + " " + m.name
}

// Names of routes that the stack answers itself.
const (
	RouteStatic  = "static"
	routeUnknown = "unknown"
	routeHealth  = "GET /healthz"
	routeReady   = "GET /readyz"
)

func (m *Metrics) addRoute(name string, lane Lane, quietReads bool) {
	m.routes[name] = &routeMetrics{
		name: name, lane: lane, quiet: isQuiet(name, quietReads),
		took: m.took.WithLabelValues(name, string(lane)),
		ok:   m.requests.WithLabelValues(name, string(lane), "200"),
	}
}

func newMetrics(lanes map[Lane]*lane, shedder *loadShedder) *Metrics {
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		routes:   map[string]*routeMetrics{},
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "lane", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "dawa_request_seconds", Help: "Time from the request's head to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route", "lane"}),
		shed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_requests_shed_total",
			Help: "Requests refused because their lane was full or the load shedder refused them.",
		}, []string{"lane"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "dawa_panics_total", Help: "Programming faults caught while answering.",
		}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_refusals_total",
			Help: "Calls that were refused, by code: stock_short and out_of_stock are missed sales.",
		}, []string{"code"}),
	}
	m.Registry.MustRegister(m.requests, m.took, m.shed, m.panics, m.refusals,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "dawa_pressure",
		Help: "Load shedding: how many of a hundred catalogue and search requests are refused now.",
	}, func() float64 { return float64(shedder.share.Load()) }))
	for name, b := range lanes {
		labels := prometheus.Labels{"lane": string(name)}
		m.Registry.MustRegister(
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "dawa_lane_busy", Help: "Places taken in a lane (bulkhead).", ConstLabels: labels,
			}, func() float64 { return float64(b.Busy()) }),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "dawa_lane_waiting", Help: "Requests waiting for a place in a lane (bulkhead).",
				ConstLabels: labels,
			}, func() float64 { return float64(b.Waiting()) }),
		)
		m.shed.WithLabelValues(string(name))
	}
	m.ExpectRefusals(apperr.Unavailable, apperr.Internal)
	return m
}

// ExpectRefusals makes the counters of codes exist from the start: a rate over a series that appears with its
// first event misses that event.
func (m *Metrics) ExpectRefusals(codes ...apperr.Code) {
	for _, code := range codes {
		m.refusals.WithLabelValues(string(code))
	}
}

func (m *Metrics) observe(st *State, took time.Duration) {
	route := st.route
	if st.status == http.StatusOK {
		route.ok.Inc()
	} else {
		m.requests.WithLabelValues(route.name, string(route.lane), strconv.Itoa(st.status)).Inc()
	}
	route.took.Observe(took.Seconds())
	if m.traced {
		tracing.Of(st.request.Context()).Answered(route.withMethod(st.request.Method), st.status)
	}
}

// Trace makes traced requests report their route and status to the tracer.
func (m *Metrics) Trace() { m.traced = true }

// Ops is the handler of the ops listener: metrics and profiling, for operators only. The command line, which can hold
// secrets, is not among them.
func (m *Metrics) Ops() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return CheckHost(mux, "")
}
