package page

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"regexp"
	"time"
)

// renderJob is one page to be rendered: its address, its data, and the version of the data.
type renderJob struct {
	address
	view
	content, products digest
	version           uint64
	// readAt is when the version was read: the data is at least as new.
	readAt time.Time
}

// pendingRender is one render under way; whoever wants the same page waits for it.
type pendingRender struct {
	done chan struct{}
	page *cachedPage // nil when it could not be rendered
	busy bool        // … because no engine was free
}

const (
	// renderTime bounds a render that nobody waits for any more.
	renderTime = 5 * time.Second
	// retryAfter is how long a page that cannot be rendered is left to browsers.
	retryAfter = 15 * time.Second
	// staleTime is how long a page may still be sent after it was last known to be true, while it is rendered
	// again. It never covers prices and stock.
	staleTime = 500 * time.Millisecond
)

// page finds or makes the document of an address. A cached one is sent while it shows the shop's data as they are.
// When only a text has changed, and no more than staleTime ago, it is sent once more while the new one is rendered.
// A page that is not ready in time is sent without its screen, which the browser renders from the data in it.
func (s *Site) page(ctx context.Context, a address) *cachedPage {
	job := renderJob{address: a, readAt: s.now()}
	if s.version != nil {
		// Read before the data: what changes in between is noticed next time.
		job.version = s.version()
	}
	cached := s.cache.get(a.key, job.readAt)
	if cached != nil && s.version != nil && s.current(cached, job.version, job.readAt) {
		return cached
	}
	job.view = s.view(ctx, a)
	job.content = job.view.content()
	if cached != nil && cached.content == job.content {
		cached.version.Store(job.version)
		cached.confirm(job.readAt)
		s.count(cached)
		return cached
	}
	job.products = job.view.products()
	if !job.rendered || s.renderer == nil {
		s.metrics.by[fromPlain].Inc()
		return s.withoutScreen(job)
	}
	if cached != nil && !cached.failed() && cached.products == job.products &&
		cached.trueWithin(staleTime, job.readAt) {
		s.startRender(job)
		s.metrics.by[fromStale].Inc()
		return cached
	}
	page, how := s.await(ctx, job)
	s.metrics.by[how].Inc()
	return page
}

// current tells whether a cached page shows the shop's data as they are in a version, and counts it as sent if so.
func (s *Site) current(cached *cachedPage, version uint64, now time.Time) bool {
	if cached.version.Load() != version {
		return false
	}
	cached.confirm(now)
	s.count(cached)
	return true
}

func (s *Site) count(cached *cachedPage) {
	if cached.failed() {
		s.metrics.by[fromFailed].Inc()
		return
	}
	s.metrics.by[fromCache].Inc()
}

// withoutScreen is a document whose screen the browser renders, cached when it is worth it.
func (s *Site) withoutScreen(job renderJob) *cachedPage {
	if !job.cacheable {
		return compress(job.status, s.write(job.address, job.view, nil), onceQuality)
	}
	page := job.compress(s.write(job.address, job.view, nil))
	s.cache.pages.Set(job.key, page)
	return page
}

// await has the page rendered, and gives the one without a screen when that takes too long or fails.
func (s *Site) await(ctx context.Context, job renderJob) (page *cachedPage, how string) {
	late := time.NewTimer(s.renderWait)
	defer late.Stop()
	how = fromLate
	for waiting := true; waiting; {
		pending := s.startRender(job)
		select {
		case <-pending.done:
			switch {
			case pending.page == nil:
				waiting, how = false, fromFailed
				if pending.busy {
					how = fromBusy
				}
			case pending.page.content == job.content || pending.page.version.Load() > job.version:
				return pending.page, fromRender
			}
			// Otherwise it was rendered from older data than ours: once more.
		case <-late.C:
			waiting = false
		case <-ctx.Done():
			waiting = false
		}
	}
	return compress(job.status, s.write(job.address, job.view, nil), onceQuality), how
}

// startRender begins to render a page unless that is under way already. The result goes to the cache, whether
// anybody still waits or not.
func (s *Site) startRender(job renderJob) *pendingRender {
	c := s.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	if pending, under := c.pending[job.key]; under {
		return pending
	}
	pending := &pendingRender{done: make(chan struct{})}
	if page, ok := c.pages.GetIfPresent(job.key); ok && !page.failed() && page.content == job.content {
		pending.page = page // rendered while this request read its data
		close(pending.done)
		return pending
	}
	if c.closed {
		pending.busy = true
		close(pending.done)
		return pending
	}
	c.pending[job.key] = pending
	c.renders.Go(func() {
		s.render(job, pending)
		c.mu.Lock()
		delete(c.pending, job.key)
		c.mu.Unlock()
		close(pending.done)
	})
	return pending
}

// Busy is implemented by errors of a Renderer that had no engine free: the same page may be rendered a moment
// later.
type Busy interface{ Busy() bool }

func (s *Site) render(job renderJob, pending *pendingRender) {
	ctx, cancel := context.WithTimeout(context.Background(), renderTime)
	defer cancel()
	began := time.Now()
	html, err := s.renderer.Render(ctx, job.lang, job.url(), s.data(job.view))
	if err == nil {
		s.metrics.renders.Observe(time.Since(began).Seconds())
		pending.page = job.compress(s.write(job.address, job.view, html))
		s.cache.pages.Set(job.key, pending.page)
		return
	}
	var busy Busy
	if errors.As(err, &busy) && busy.Busy() || errors.Is(err, context.DeadlineExceeded) {
		pending.busy = true
		return
	}
	// A broken screen must not occupy the engines: it is left to browsers for a while.
	s.log.Warn("a page could not be rendered", slog.String("route", job.route.Path), slog.Any("cause", err))
	page := job.compress(s.write(job.address, job.view, nil))
	page.retryAt = s.now().Add(retryAfter)
	s.cache.pages.Set(job.key, page)
}

// compress makes the document of the job.
func (job *renderJob) compress(body []byte) *cachedPage {
	page := compress(job.status, body, cachedQuality)
	page.content, page.products = job.content, job.products
	page.version.Store(job.version)
	page.confirmed.Store(job.readAt.UnixNano())
	return page
}

// React puts links to the pictures that are fetched at once in front of a screen.
var (
	hoisted      = regexp.MustCompile(`^(?:<link [^>]*>)+`)
	fetchedFirst = regexp.MustCompile(`<link [^>]*fetchPriority="high"[^>]*>`)
)

// splitLinks takes the links in front of a rendered screen off it. Those to the pictures that come first belong into
// the head; the browser finds the others where they are shown, and they do not share the line with the first.
func splitLinks(rendered []byte) (links, screen []byte) {
	all := hoisted.Find(rendered)
	return bytes.Join(fetchedFirst.FindAll(all, -1), nil), bytes.TrimPrefix(rendered, all)
}
