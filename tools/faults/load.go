package main

import (
	"context"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// watch collects the answers of many simulated users.
type watch struct {
	mu      sync.Mutex
	took    []time.Duration // of answers
	refused []time.Duration // of 503
	failed  int
	first   string // the first failure
	faults  []time.Time
}

func newWatch() *watch { return &watch{} }

func (w *watch) note(status int, took time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err == nil && status == http.StatusServiceUnavailable:
		w.refused = append(w.refused, took)
	case err == nil && status < 500:
		w.took = append(w.took, took)
	default:
		w.failed++
		w.faults = append(w.faults, time.Now())
		if w.first == "" {
			w.first = http.StatusText(status)
			if err != nil {
				w.first = err.Error()
			}
		}
	}
}

// quantile is the time within which that share was answered.
func quantile(times []time.Duration, share float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Clone(times)
	slices.Sort(sorted)
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))].Round(100 * time.Microsecond)
}

// reads are the paths that simulated users fetch.
var reads = []string{
	"/api/product/all", "/api/product/category/vitamins", "/api/product/category/pain_killers?page=2",
	"/api/brand/panadol", "/api/product/discounted-products-page", "/api/autocomplete?name=pan",
	"/api/search?name=panadol", "/api/search?name=%D8%A8%D9%86%D8%A7%D8%AF%D9%88%D9%84",
	"/api/product/facets?category=vitamins",
}

// browse lets n simulated users fetch pages until ctx ends. A user who is refused retries after a pause.
func browse(ctx context.Context, base string, n int, pause time.Duration, w *watch) {
	client := newClient(n)
	defer client.CloseIdleConnections()
	var users sync.WaitGroup
	for i := range n {
		users.Go(func() {
			for at := i; ctx.Err() == nil; at++ {
				status, took, err := fetchOnce(ctx, client, base+reads[at%len(reads)])
				if ctx.Err() != nil {
					return
				}
				w.note(status, took, err)
				if status == http.StatusServiceUnavailable {
					sleep(ctx, 100*time.Millisecond)
				}
				if pause > 0 {
					sleep(ctx, pause)
				}
			}
		})
	}
	users.Wait()
}

func fetchOnce(ctx context.Context, client *http.Client, address string) (int, time.Duration, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, 0, err
	}
	began := time.Now()
	res, err := client.Do(req)
	if err != nil {
		return 0, time.Since(began), err
	}
	_, err = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res.StatusCode, time.Since(began), err
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
