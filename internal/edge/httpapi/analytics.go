package httpapi

import (
	"log/slog"
	"math"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"dawa/internal/base/apperr"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

const (
	// eventsAtOnce is the most events one report may hold.
	eventsAtOnce = 50
	// maxValue bounds what a stranger can add to a day.
	maxValue = 1_000_000
	// maxVital is the slowest page that is told from slower ones, in milliseconds: sums of the metrics stay finite.
	maxVital = 600_000
)

// reports are the figures that browsers send: how often something happened and how
// fast pages felt. Nothing else of a report is stored.
type reports struct {
	events *prometheus.CounterVec
	vitals *prometheus.HistogramVec
	chunks *prometheus.CounterVec
	errors *prometheus.CounterVec
	lines  lineLimit
}

// errorLines is how many browser errors are logged in a minute; all of them are counted.
const errorLines = 6

// lineLimit lets a few lines a minute into the log, however many browsers report.
type lineLimit struct {
	mu     sync.Mutex
	minute int64
	lines  int
}

func (l *lineLimit) allow(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if minute := now.Unix() / 60; minute != l.minute {
		l.minute, l.lines = minute, 0
	}
	l.lines++
	return l.lines <= errorLines
}

func newReports(to prometheus.Registerer) *reports {
	r := &reports{
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_shop_events_total", Help: "What happened in the shop, as browsers report it.",
		}, []string{"event"}),
		vitals: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "dawa_web_vital", Help: "Web vitals as browsers measure them: milliseconds, CLS without a unit.",
			Buckets: []float64{.01, .05, .1, .25, 1, 10, 50, 100, 200, 500, 800, 1200, 1800, 2500, 4000, 8000},
		}, []string{"metric"}),
		chunks: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_chunk_load_errors_total", Help: "Chunks of the frontend that did not load.",
		}, []string{"reason"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "dawa_browser_errors_total",
			Help: "Errors of the frontend that browsers report, by where they were " +
				"caught.",
		}, []string{"kind"}),
	}
	to.MustRegister(r.events, r.vitals, r.chunks, r.errors)
	return r
}

// vitalNames bounds the labels that a stranger can make.
var vitalNames = map[string]bool{"LCP": true, "CLS": true, "INP": true, "FCP": true, "TTFB": true}

// sendAnalytics counts a browser's report: all of it, or nothing when one event is not valid.
func (a *API) sendAnalytics(r *http.Request) (serve.Reply, error) {
	var in wire.AnalyticsRequest
	if err := serve.Decode(r, &in); err != nil {
		return serve.Reply{}, err
	}
	if len(in.Events) == 0 || len(in.Events) > eventsAtOnce {
		return serve.Reply{}, apperr.New(apperr.AnalyticsRejected)
	}
	for _, e := range in.Events {
		if !countable(e) {
			return serve.Reply{}, apperr.New(apperr.AnalyticsRejected)
		}
	}
	for _, e := range in.Events {
		a.metrics.reports.count(e)
		if e.Event == wire.AnalyticsEventEventBrowserError && a.metrics.reports.lines.allow(a.now()) {
			a.log.WarnContext(r.Context(), "browser error", slog.String("kind", string(*e.Kind)),
				slog.String("error", textOf(e.Error)),
				slog.String("at", textOf(e.At)), slog.String("browser_route", textOf(e.Route)))
		}
		a.analytics.Add(dailySum(e))
	}
	return serve.Reply{Status: http.StatusNoContent}, nil
}

func countable(e wire.AnalyticsEvent) bool {
	switch {
	case !e.Event.Valid(), e.Value != nil && !(*e.Value >= 0):
		return false
	case e.Event == wire.AnalyticsEventEventWebVital:
		return e.Metric != nil && vitalNames[*e.Metric] && e.Value != nil
	case e.Event == wire.AnalyticsEventEventChunkLoadError:
		return e.Reason != nil && e.Reason.Valid()
	case e.Event == wire.AnalyticsEventEventBrowserError:
		return e.Kind != nil && e.Kind.Valid() && errorName.MatchString(textOf(e.Error)) &&
			errorPlace.MatchString(textOf(e.At)) &&
			errorRoute.MatchString(textOf(e.Route))
	default:
		return true
	}
}

// What a browser error may say: nothing that could hold a person's data or forge a line of the log.
var (
	errorName  = regexp.MustCompile(`^[A-Za-z0-9_]{0,60}$`)
	errorPlace = regexp.MustCompile(`^([A-Za-z0-9_.-]{1,120}\.js:[0-9]{1,8}:[0-9]{1,8})?$`)
	errorRoute = regexp.MustCompile(`^[A-Za-z/:*-]{0,80}$`)
)

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// dailySum is what is stored of an event for its day: its name, and cents or thousandths of what it measured.
func dailySum(e wire.AnalyticsEvent) (event string, total int64) {
	event, unit := string(e.Event), 100.0
	if e.Event == wire.AnalyticsEventEventWebVital {
		event, unit = event+"."+*e.Metric, 1000
	}
	if e.Value == nil || !(*e.Value <= maxValue) {
		return event, 0
	}
	return event, int64(math.Round(*e.Value * unit))
}

func (r *reports) count(e wire.AnalyticsEvent) {
	r.events.WithLabelValues(string(e.Event)).Inc()
	switch e.Event {
	case wire.AnalyticsEventEventWebVital:
		r.vitals.WithLabelValues(*e.Metric).Observe(min(*e.Value, maxVital))
	case wire.AnalyticsEventEventChunkLoadError:
		r.chunks.WithLabelValues(string(*e.Reason)).Inc()
	case wire.AnalyticsEventEventBrowserError:
		r.errors.WithLabelValues(string(*e.Kind)).Inc()
	}
}
