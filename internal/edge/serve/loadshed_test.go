package serve

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dawa/internal/testkit/timed"
)

// spin keeps a processor busy, as rendering and searching do.
func spin(d time.Duration) func(*http.Request) (Reply, error) {
	return func(*http.Request) (Reply, error) {
		for end := time.Now().Add(d); time.Now().Before(end); {
		}
		return JSON(http.StatusOK, 1)
	}
}

// outcomes counts how the requests of many clients were answered.
type outcomes struct {
	ok, refused, other atomic.Int64
	noRetry            atomic.Int64
	mu                 sync.Mutex
	took               []time.Duration
}

func (c *outcomes) ask(ctx context.Context, client *http.Client, url string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		c.other.Add(1)
		return
	}
	began := time.Now()
	res, err := client.Do(req)
	if err != nil {
		if ctx.Err() == nil {
			c.other.Add(1)
		}
		return
	}
	_ = res.Body.Close()
	took := time.Since(began)
	switch res.StatusCode {
	case http.StatusOK:
		c.ok.Add(1)
		c.mu.Lock()
		c.took = append(c.took, took)
		c.mu.Unlock()
	case http.StatusServiceUnavailable:
		c.refused.Add(1)
		if res.Header.Get("Retry-After") == "" {
			c.noRetry.Add(1)
		}
	default:
		c.other.Add(1)
	}
}

func (c *outcomes) slowest(share float64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.took) == 0 {
		return 0
	}
	slices.Sort(c.took)
	return c.took[min(len(c.took)-1, int(share*float64(len(c.took))))]
}

// Far more catalogue reads than the processors can answer, beside a few checkouts.
func TestShedLoad_RefusesReadsAndNeverCheckouts(t *testing.T) {
	f := newTestServer(t)
	f.handle(t, "/api/look", laneRead, spin(2*time.Millisecond))
	f.handle(t, "/api/pay", lanePay, spin(2*time.Millisecond))
	watching, endWatching := context.WithCancel(t.Context())
	var watcher sync.WaitGroup
	watcher.Go(func() { f.ShedLoad(watching) })
	defer func() { endWatching(); watcher.Wait() }()

	overload, endOverload := context.WithTimeout(t.Context(), timed.Timeout)
	defer endOverload()
	began := time.Now()
	var reading, paying outcomes
	// It lasts until checkouts have met the refusals, on a machine of any speed.
	enough := func() bool {
		return time.Since(began) > 2*time.Second && reading.refused.Load() > 0 && reading.ok.Load() > 0 &&
			paying.ok.Load() >= 4
	}
	var clients sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	defer client.CloseIdleConnections()
	for range 600 {
		clients.Go(func() {
			for overload.Err() == nil {
				reading.ask(overload, client, f.url+"/api/look")
			}
		})
	}
	for range 4 {
		clients.Go(func() {
			for overload.Err() == nil {
				paying.ask(overload, client, f.url+"/api/pay")
				if enough() {
					endOverload()
				}
			}
		})
	}
	clients.Wait()
	t.Logf("reads: %d answered, %d refused, p99 %s; checkouts: %d answered, %d refused, p99 %s",
		reading.ok.Load(), reading.refused.Load(), reading.slowest(.99),
		paying.ok.Load(), paying.refused.Load(), paying.slowest(.99))
	if reading.refused.Load() == 0 || reading.ok.Load() == 0 {
		t.Errorf("%d reads were answered and %d refused", reading.ok.Load(), reading.refused.Load())
	}
	if paying.refused.Load() > 0 || paying.ok.Load() == 0 || paying.other.Load()+reading.other.Load() > 0 {
		t.Errorf("%d checkouts were answered and %d refused; %d requests failed otherwise",
			paying.ok.Load(), paying.refused.Load(), paying.other.Load()+reading.other.Load())
	}
	if reading.noRetry.Load() > 0 {
		t.Error("requests were refused without Retry-After")
	}
	timed.AtMost(t, "the recovery", timed.Eventually(t, "requests are still refused after the overload", func() bool {
		return f.shedder.share.Load() == 0
	}), 5*time.Second)
	var after outcomes
	after.ask(t.Context(), client, f.url+"/api/look")
	if after.ok.Load() != 1 {
		t.Error("after the overload a read is refused")
	}
}

func TestLoadShedder_SheddingFollowsDelayAndQueue(t *testing.T) {
	var l loadShedder
	for _, c := range []struct {
		because string
		delay   time.Duration
		begun   int64
		share   int32
	}{
		{"another process has the processors", time.Second, 3, 0},
		{"a long queue moves fast", acceptableDelay, 100_000, 0},
		{"twice the acceptable delay", 2 * acceptableDelay, 100_000, 33},
		{"a hundred times the acceptable delay", 100 * acceptableDelay, 100_000, 98},
		{"it is over", time.Millisecond, 0, 0},
	} {
		if l.adjust(c.delay, c.begun); l.share.Load() != c.share {
			t.Errorf("%s: %d of a hundred are refused, want %d", c.because, l.share.Load(), c.share)
		}
	}
	for class, want := range map[ShedClass]int32{ShedFirst: 90, ShedHalf: 45, ShedLast: 30, ShedNever: 0} {
		if got := class.of(90); got != want {
			t.Errorf("of class %d %d of a hundred are refused at the worst, want %d", class, got, want)
		}
	}
	if ShedLast.of(60) != 0 {
		t.Error("carts are refused before most reads are")
	}
}

// The probe must show requests that wait in sockets: no queue inside the program does.
func TestShedLoad_ProbeWaitsBehindEarlierRequests(t *testing.T) {
	f := newTestServer(t)
	f.handle(t, "/api/look", lanePay, spin(time.Millisecond))
	watching, endWatching := context.WithCancel(t.Context())
	var watcher sync.WaitGroup
	watcher.Go(func() { f.ShedLoad(watching) })
	defer func() { endWatching(); watcher.Wait() }()
	var highest atomic.Int32
	overload, endOverload := context.WithTimeout(t.Context(), timed.Timeout)
	defer endOverload()
	var clients sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	defer client.CloseIdleConnections()
	var all outcomes
	for range 800 {
		clients.Go(func() {
			for overload.Err() == nil {
				all.ask(overload, client, f.url+"/api/look")
				if share := f.shedder.share.Load(); share > 0 {
					highest.Store(share)
					endOverload()
				}
			}
		})
	}
	clients.Wait()
	if highest.Load() == 0 {
		t.Errorf("%d requests were answered with a p99 of %s, and no load was measured", all.ok.Load(),
			all.slowest(.99))
	}
	endWatching()
	watcher.Wait()
	if f.shedder.share.Load() != 0 {
		t.Error("requests are refused after the measuring ended")
	}
}
