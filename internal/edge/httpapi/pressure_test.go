package httpapi

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// spin keeps a processor busy, as rendering and searching do.
func spin(d time.Duration) handler {
	return func(*http.Request) (reply, error) {
		for end := time.Now().Add(d); time.Now().Before(end); {
		}
		return answer(http.StatusOK, 1)
	}
}

// tally is what a crowd of clients was told.
type tally struct {
	fine, refused, other atomic.Int64
	noRetry              atomic.Int64
	mu                   sync.Mutex
	took                 []time.Duration
}

func (c *tally) ask(ctx context.Context, client *http.Client, url string) {
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
		c.fine.Add(1)
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

func (c *tally) slowest(share float64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.took) == 0 {
		return 0
	}
	slices.Sort(c.took)
	return c.took[min(len(c.took)-1, int(share*float64(len(c.took))))]
}

// A rush for the catalogue, far more than the processors can answer, while a few people pay.
func TestARushTurnsAwayThoseWhoLookAndNeverThoseWhoPay(t *testing.T) {
	f := newFrame(t, Options{},
		Route{get, "/api/look", "look", Public, free, LaneBrowse, spin(2 * time.Millisecond)},
		Route{get, "/api/pay", "pay", Public, free, LaneCheckout, spin(2 * time.Millisecond)})
	watching, endWatching := context.WithCancel(t.Context())
	var watcher sync.WaitGroup
	watcher.Go(func() { f.WatchPressure(watching) })
	defer func() { endWatching(); watcher.Wait() }()

	rush, endRush := context.WithTimeout(t.Context(), 3*time.Second)
	defer endRush()
	var looking, paying tally
	var crowd sync.WaitGroup
	crowded := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	defer crowded.CloseIdleConnections()
	for range 600 {
		crowd.Go(func() {
			for rush.Err() == nil {
				looking.ask(rush, crowded, f.url+"/api/look")
			}
		})
	}
	for range 4 {
		crowd.Go(func() {
			for rush.Err() == nil {
				paying.ask(rush, crowded, f.url+"/api/pay")
			}
		})
	}
	crowd.Wait()
	t.Logf("looking: %d answered, %d turned away, slowest of a hundred %s; paying: %d answered, %d turned away, slowest of a hundred %s",
		looking.fine.Load(), looking.refused.Load(), looking.slowest(.99), paying.fine.Load(), paying.refused.Load(), paying.slowest(.99))
	if looking.refused.Load() == 0 || looking.fine.Load() == 0 {
		t.Errorf("of those who look %d were answered and %d turned away", looking.fine.Load(), looking.refused.Load())
	}
	if paying.refused.Load() > 0 || paying.fine.Load() == 0 || paying.other.Load()+looking.other.Load() > 0 {
		t.Errorf("of those who pay %d were answered and %d turned away; %d failed otherwise", paying.fine.Load(), paying.refused.Load(), paying.other.Load()+looking.other.Load())
	}
	if looking.noRetry.Load() > 0 {
		t.Error("people were turned away without being told when to come back")
	}
	for deadline := time.Now().Add(5 * time.Second); f.metrics.pressure.share.Load() > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("5 s after the rush people are still turned away")
		}
	}
	var after tally
	after.ask(t.Context(), crowded, f.url+"/api/look")
	if after.fine.Load() != 1 {
		t.Error("after the rush nobody is answered")
	}
}

func TestPressureRisesOnlyWithALongQueueAndFallsAgain(t *testing.T) {
	var p pressure
	for _, c := range []struct {
		because string
		wait    time.Duration
		ahead   int64
		share   int32
	}{
		{"somebody else has the processors", time.Second, 3, 0},
		{"a long queue moves fast", fineWait, 100_000, 0},
		{"a wait twice as long as fine", 2 * fineWait, 100_000, 33},
		{"a hopeless queue", 100 * fineWait, 100_000, 98},
		{"it is over", time.Millisecond, 0, 0},
	} {
		if p.judge(c.wait, c.ahead); p.share.Load() != c.share {
			t.Errorf("%s: %d of a hundred are turned away, want %d", c.because, p.share.Load(), c.share)
		}
	}
	for lane, want := range map[Lane]int32{LaneBrowse: 90, LaneSearch: 90, LaneAdmin: 45, LaneAccount: 30, LaneCheckout: 0} {
		if got := shareOf(lane, 90); got != want {
			t.Errorf("at the worst %d of a hundred are turned away in the lane %s, want %d", got, lane, want)
		}
	}
	if shareOf(LaneAccount, 60) != 0 {
		t.Error("carts are turned away before most of those who look are")
	}
}

// The letter must tell of people who wait unread: nothing of the program's own queues would.
func TestALetterWaitsBehindThoseWhoCameBefore(t *testing.T) {
	f := newFrame(t, Options{}, Route{get, "/api/look", "look", Public, free, LaneCheckout, spin(time.Millisecond)})
	watching, endWatching := context.WithCancel(t.Context())
	var watcher sync.WaitGroup
	watcher.Go(func() { f.WatchPressure(watching) })
	defer func() { endWatching(); watcher.Wait() }()
	var highest atomic.Int32
	rush, endRush := context.WithTimeout(t.Context(), 10*time.Second)
	defer endRush()
	var crowd sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	defer client.CloseIdleConnections()
	var all tally
	for range 800 {
		crowd.Go(func() {
			for rush.Err() == nil {
				all.ask(rush, client, f.url+"/api/look")
				if share := f.metrics.pressure.share.Load(); share > 0 {
					highest.Store(share)
					endRush()
				}
			}
		})
	}
	crowd.Wait()
	if highest.Load() == 0 {
		t.Errorf("%d requests were answered, the slowest of a hundred after %s, and nobody noticed", all.fine.Load(), all.slowest(.99))
	}
	endWatching()
	watcher.Wait()
	if f.metrics.pressure.share.Load() != 0 {
		t.Error("people are turned away though nobody watches")
	}
}
