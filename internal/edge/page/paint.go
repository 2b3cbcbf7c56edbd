package page

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"regexp"
	"time"
)

// painting is one page to be drawn: where, of what, and as of which edition.
type painting struct {
	address
	view
	content, shown, edition uint64
}

// flight is one render under way; whoever wants the same page waits for it.
type flight struct {
	done chan struct{}
	page *finished // nil when it could not be drawn
	busy bool      // … because nobody had time for it
}

const (
	// renderTime bounds a render that nobody waits for any more.
	renderTime = 5 * time.Second
	// retryAfter is how long a page that cannot be drawn is left to browsers.
	retryAfter = 15 * time.Second
)

// page finds or makes the document of an address. A finished one is sent as long as
// it shows the right products at the right prices with the right stock; when
// something else changed, such as a text, it is sent once more while the new one is
// drawn. A page that is not ready in time is sent without its screen, which the
// browser then draws from the data in it.
func (s *Site) page(ctx context.Context, a address) *finished {
	p := painting{address: a}
	if s.edition != nil {
		// Read before the data: what changes in between is noticed next time.
		p.edition = s.edition()
	}
	kept := s.pages.get(a.key)
	if kept != nil && s.edition != nil && kept.seen.Load() == p.edition {
		s.count(kept)
		return kept
	}
	p.view = s.view(ctx, a)
	p.content = p.digest()
	if kept != nil && kept.content == p.content {
		kept.seen.Store(p.edition)
		s.count(kept)
		return kept
	}
	p.shown = p.view.shown()
	if !p.drawable || s.renderer == nil {
		s.figures.by[fromPlain].Inc()
		return s.plain(p)
	}
	if kept != nil && !kept.undrawn() && kept.shown == p.shown {
		s.draw(p)
		s.figures.by[fromStale].Inc()
		return kept
	}
	page, how := s.await(ctx, p)
	s.figures.by[how].Inc()
	return page
}

func (s *Site) count(kept *finished) {
	if kept.undrawn() {
		s.figures.by[fromFailed].Inc()
		return
	}
	s.figures.by[fromCache].Inc()
}

// plain is a document without its screen, kept when it is worth it.
func (s *Site) plain(p painting) *finished {
	if !p.lasting {
		return finish(p.status, s.write(p.address, p.view, nil), fleeting)
	}
	page := p.finished(s.write(p.address, p.view, nil))
	s.pages.kept.Set(p.key, page)
	return page
}

// await has the page drawn, and gives the one without a screen when that takes too
// long or does not succeed.
func (s *Site) await(ctx context.Context, p painting) (page *finished, how string) {
	late := time.NewTimer(s.patience)
	defer late.Stop()
	how = fromLate
	for waiting := true; waiting; {
		f := s.draw(p)
		select {
		case <-f.done:
			switch {
			case f.page == nil:
				waiting, how = false, fromFailed
				if f.busy {
					how = fromBusy
				}
			case f.page.shown == p.shown:
				return f.page, fromRender
			}
			// Otherwise it was drawn from older data than ours: once more.
		case <-late.C:
			waiting = false
		case <-ctx.Done():
			waiting = false
		}
	}
	return finish(p.status, s.write(p.address, p.view, nil), fleeting), how
}

// draw begins to draw a page unless somebody does already. What comes of it goes to
// the cache, whether anybody still waits or not.
func (s *Site) draw(p painting) *flight {
	k := s.pages
	k.mu.Lock()
	defer k.mu.Unlock()
	if f, under := k.flights[p.key]; under {
		return f
	}
	f := &flight{done: make(chan struct{})}
	if k.closed {
		f.busy = true
		close(f.done)
		return f
	}
	k.flights[p.key] = f
	k.renders.Go(func() {
		s.render(p, f)
		k.mu.Lock()
		delete(k.flights, p.key)
		k.mu.Unlock()
		close(f.done)
	})
	return f
}

// Busy is implemented by errors of a Renderer that had no time for a page: the same
// page may be drawn a moment later.
type Busy interface{ Busy() bool }

func (s *Site) render(p painting, f *flight) {
	ctx, cancel := context.WithTimeout(context.Background(), renderTime)
	defer cancel()
	began := time.Now()
	html, err := s.renderer.Render(ctx, p.lang, p.url(), p.data)
	if err == nil {
		s.figures.renders.Observe(time.Since(began).Seconds())
		f.page = p.finished(s.write(p.address, p.view, html))
		s.pages.kept.Set(p.key, f.page)
		return
	}
	var busy Busy
	if errors.As(err, &busy) && busy.Busy() || errors.Is(err, context.DeadlineExceeded) {
		f.busy = true
		return
	}
	// A broken screen must not keep the engines busy: it is left to browsers for a while.
	s.log.Warn("a page could not be drawn", slog.String("route", p.route.Path), slog.Any("cause", err))
	page := p.finished(s.write(p.address, p.view, nil))
	page.until = time.Now().Add(retryAfter)
	s.pages.kept.Set(p.key, page)
}

func (p painting) finished(body []byte) *finished {
	page := finish(p.status, body, lasting)
	page.content, page.shown = p.content, p.shown
	page.seen.Store(p.edition)
	return page
}

// hoisted is what React puts in front of a screen: pictures to be fetched first.
var hoisted = regexp.MustCompile(`^(?:<link [^>]*>)+`)

// lift takes the links in front of a screen off it: they belong into the head.
func lift(drawn []byte) (links, screen []byte) {
	links = hoisted.Find(drawn)
	return links, bytes.TrimPrefix(drawn, links)
}
