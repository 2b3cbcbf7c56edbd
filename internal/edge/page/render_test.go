package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	dto "github.com/prometheus/client_model/go"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

// testSource is a small catalogue: category vitamins shows the first half of it, Home all.
type testSource struct {
	mu       sync.Mutex
	products []product
	content  string
	version  atomic.Uint64
	reads    atomic.Int64
}

type product struct {
	id    string
	cents int
	stock int
	name  string
}

func newTestSource(n int) *testSource {
	s := &testSource{content: "First words"}
	for i := range n {
		s.products = append(s.products, product{
			id: fmt.Sprintf("p%d", i), cents: 100 + i, stock: 50, name: fmt.Sprintf("Name %d", i),
		})
	}
	s.version.Store(1)
	return s
}

func (s *testSource) change(i int, edit func(*product)) {
	s.mu.Lock()
	edit(&s.products[i])
	s.mu.Unlock()
	s.version.Add(1)
}

func (s *testSource) changeContent(words string) {
	s.mu.Lock()
	s.content = words
	s.mu.Unlock()
	s.version.Add(1)
}

// list is a page of the first n products.
func (s *testSource) list(n int) *catalog.Page {
	s.reads.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	products := make([]*catalog.Product, n)
	encodings := map[string][]byte{}
	for i, p := range s.products[:n] {
		products[i] = &catalog.Product{
			ID: p.id, Name: text.Pair{English: p.name, Arabic: p.name}, Price: money.Cents(p.cents), Stock: p.stock,
			Status: catalog.Approved, Version: 1,
		}
		encodings[p.id] = fmt.Appendf(nil, `{"id":%q,"english_name":%q,"price":%d.%02d,"discount":0,"nb_in_stock":%d}`,
			p.id, p.name, p.cents/100, p.cents%100, p.stock)
	}
	snapshot := catalog.NewSnapshot(products, func(to []byte, p *catalog.Product) []byte {
		return append(to, encodings[p.ID]...)
	})
	items := make([]*catalog.Item, n)
	for i, p := range products {
		items[i], _ = snapshot.Product(p.ID)
	}
	page := catalog.NewPage(items, n, 900)
	return &page
}

var testFacets = Encoded{Body: []byte(`{"brands":[]}`), Tag: "facets"}

func (s *testSource) Home(context.Context, text.Lang) (HomeData, error) {
	return HomeData{Newest: *s.list(len(s.products)), Discounted: *s.list(1)}, nil
}

func (s *testSource) Category(_ context.Context, _ text.Lang, _ string, _ ListQuery) (ListData, error) {
	return ListData{Products: s.list(len(s.products) / 2), Facets: testFacets}, nil
}

func (s *testSource) Brand(_ context.Context, _ text.Lang, key string, _ ListQuery) (ListData, error) {
	if strings.HasPrefix(key, "nobody") {
		return ListData{}, apperr.New(apperr.BrandNotFound)
	}
	return ListData{Products: s.list(1), Facets: testFacets}, nil
}

func (s *testSource) Concern(context.Context, text.Lang, string, ListQuery) (ListData, error) {
	return ListData{Products: s.list(1), Facets: testFacets}, nil
}

func (s *testSource) Discounts(_ context.Context, _ text.Lang, q ListQuery) (ListData, error) {
	if q.Page == "abc" {
		return ListData{Facets: testFacets}, nil
	}
	return ListData{Products: s.list(1), Facets: testFacets}, nil
}

func (s *testSource) Search(context.Context, text.Lang, string, ListQuery) (ListData, error) {
	note := ListNote{ShowingFor: "other words"}
	return ListData{Products: s.list(len(s.products)), Note: note, Facets: testFacets}, nil
}

func (s *testSource) Product(_ context.Context, _ text.Lang, id string) (ProductData, error) {
	for _, it := range s.list(len(s.products)).Items {
		if it.ID == id {
			return ProductData{Item: it, Answer: Encoded{Body: it.JSON(), Tag: it.Tag.String()}}, nil
		}
	}
	return ProductData{}, apperr.New(apperr.ProductNotFound)
}

func (s *testSource) Content(context.Context, text.Lang, string) (ContentData, error) {
	s.reads.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	return ContentData{Answer: Encoded{Body: quoted(s.content), Tag: s.content}}, nil
}

// copyRenderer renders by copying the data, as slowly or badly as a test wants.
type copyRenderer struct {
	renders atomic.Int64
	at      atomic.Int64 // renders under way
	highest atomic.Int64
	slow    atomic.Int64 // nanoseconds
	held    atomic.Pointer[chan struct{}]
	fail    atomic.Pointer[error]
}

func (b *copyRenderer) Render(ctx context.Context, lang text.Lang, address *url.URL, data []byte) ([]byte, error) {
	b.renders.Add(1)
	b.highest.Store(max(b.highest.Load(), b.at.Add(1)))
	defer b.at.Add(-1)
	if held := b.held.Load(); held != nil {
		select {
		case <-*held:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if wait := time.Duration(b.slow.Load()); wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if err := b.fail.Load(); err != nil && *err != nil {
		return nil, *err
	}
	return fmt.Appendf(nil, firstPicture+nextPicture+`<p>%s %s</p><i>%s</i>`, lang, address, data), nil
}

// The links that React makes of a picture that is fetched first and of one that comes after it.
const (
	firstPicture = `<link rel="preload" as="image" href="/a.webp" fetchPriority="high"/>`
	nextPicture  = `<link rel="preload" as="image" href="/b.webp" fetchPriority="auto"/>`
)

// hold makes renders wait until the function is called.
func (b *copyRenderer) hold() (release func()) {
	held := make(chan struct{})
	b.held.Store(&held)
	return func() { close(held) }
}

func renderedSite(t *testing.T, s *testSource, b *copyRenderer, change func(*Options)) *Site {
	t.Helper()
	site := newSite(t, func(o *Options) {
		o.Source, o.Renderer, o.Version, o.RenderWait = s, b, s.version.Load, 5*time.Second
		if change != nil {
			change(o)
		}
	})
	t.Cleanup(site.Close)
	return site
}

func count(s *Site, how string) int {
	var m dto.Metric
	if err := s.metrics.by[how].Write(&m); err != nil {
		panic(err)
	}
	return int(m.GetCounter().GetValue())
}

func TestPage_IsRenderedOnceAndPreloadsItsFirstPicturesAlone(t *testing.T) {
	s, b := newTestSource(4), &copyRenderer{}
	site := renderedSite(t, s, b, nil)
	for range 3 {
		body := string(open(t, site, "/product/category/vitamins/?utm=x&page=2&sort=name", "arabic").Body)
		if !strings.Contains(body, `<div id="root"><p>arabic /product/category/vitamins?page=2&sort=name</p>`) {
			t.Fatalf("the screen is %.3000s", body)
		}
		head, _, _ := strings.Cut(body, "</head>")
		if !strings.Contains(head, firstPicture) {
			t.Error("the first picture is not fetched ahead")
		}
		if strings.Contains(body, "/b.webp") || strings.Contains(head, ".woff2") {
			t.Error("another picture or a font shares the line with the first picture")
		}
		if strings.Contains(body, `type="module"`) || !strings.Contains(body, `data-entry="/assets/js/entry-1.js"`) {
			t.Error("the script of a rendered page is not left to the loader")
		}
	}
	if b.renders.Load() != 1 || s.reads.Load() != 1 {
		t.Errorf("%d renders and %d reads for three visits", b.renders.Load(), s.reads.Load())
	}
}

func TestPage_DependsOnNoCookieButTheLanguage(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	site := renderedSite(t, s, b, nil)
	var first Document
	for i, cookies := range []string{
		"language=english", "language=english; dawa_session=secret", "a=b; language=english; analytics=yes",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Cookie", cookies)
		r.Header.Set("User-Agent", fmt.Sprint(i))
		doc, err := site.Document(r, "")
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = doc
		}
		if doc.ETag != first.ETag || !bytes.Equal(doc.Body, first.Body) {
			t.Errorf("%s changes the page", cookies)
		}
	}
	if b.renders.Load() != 1 {
		t.Errorf("%d renders", b.renders.Load())
	}
}

func TestPage_LanguageParameterSetsNoCookie(t *testing.T) {
	site := renderedSite(t, newTestSource(2), &copyRenderer{}, nil)
	for _, c := range []struct{ path, cookie, start string }{
		{"/?lang=ar", "", `<!doctype html><html lang="ar" dir="rtl">`},
		{"/?lang=ar", "english", `<!doctype html><html lang="ar" dir="rtl">`},
		{"/?lang=en", "arabic", `<!doctype html><html lang="en" dir="ltr">`},
		{"/?lang=xx", "arabic", `<!doctype html><html lang="ar" dir="rtl">`},
	} {
		doc := open(t, site, c.path, c.cookie)
		if !strings.HasPrefix(string(doc.Body), c.start) {
			t.Errorf("%s with %q is %.60s", c.path, c.cookie, doc.Body)
		}
		if got := doc.SetCookie; got != "" {
			t.Errorf("%s with %q sets %s", c.path, c.cookie, got)
		}
	}
}

// Whatever is changed in whatever order, a page shows what is true when it is requested, and is rendered again only
// when what it shows has changed.
func TestPage_IsRenderedAgainExactlyWhenAShownPriceOrStockChanges(t *testing.T) {
	s, b := newTestSource(8), &copyRenderer{}
	site := renderedSite(t, s, b, nil)
	random := rand.New(rand.NewPCG(1, 2))
	openVitamins := func() string { return string(open(t, site, "/product/category/vitamins", "english").Body) }
	openVitamins()
	for step := range 300 {
		i := random.IntN(len(s.products))
		var seen bool
		switch random.IntN(3) {
		case 0:
			s.change(i, func(p *product) { p.cents++ })
			seen = i < 4
		case 1:
			before := s.products[i].stock
			s.change(i, func(p *product) { p.stock = random.IntN(15) })
			seen = i < 4 && min(before, 10) != min(s.products[i].stock, 10)
		case 2: // a change that nobody sees: the same again
			s.change(i, func(*product) {})
		}
		renders := b.renders.Load()
		body := openVitamins()
		_, screen, _ := strings.Cut(body, "<i>")
		screen, _, _ = strings.Cut(screen, "</i>")
		for _, p := range s.products[:4] {
			if want := fmt.Sprintf(`"id":%q,"english_name":%q,"price":%d.%02d,`, p.id, p.name, p.cents/100,
				p.cents%100); !strings.Contains(screen, want) {
				t.Fatalf("step %d: the page shows another price than %s", step, want)
			}
		}
		site.Close() // wait for what is rendered in the background
		site.cache.closed = false
		again := b.renders.Load() - renders
		if seen && again != 1 {
			t.Fatalf("step %d: a shown change was rendered %d times", step, again)
		}
		if i >= 4 && again != 0 {
			t.Fatalf("step %d: what is not on the page had it rendered again", step)
		}
	}
	if count(site, fromStale) == 0 || count(site, fromRender) == 0 || count(site, fromCache) == 0 {
		t.Errorf("the test met %d stale, %d rendered and %d cached pages", count(site, fromStale),
			count(site, fromRender), count(site, fromCache))
	}
}

func TestPage_ChangedTextIsRenderedInTheBackground(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	site := renderedSite(t, s, b, nil)
	now := time.Now()
	site.now = func() time.Time { return now } // no page grows too old to be sent
	open(t, site, "/", "english")
	release := b.hold()
	s.change(0, func(p *product) { p.name = "Renamed" })
	for range 5 { // a visit that waited for the render would wait for ever
		if body := string(open(t, site, "/", "english").Body); strings.Contains(body, "Renamed") {
			t.Fatal("the new page was there before it was rendered")
		}
	}
	release()
	site.Close()
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, "Renamed") {
		t.Error("the new page never came")
	}
	if b.renders.Load() != 2 {
		t.Errorf("%d renders, want one for each state", b.renders.Load())
	}
}

func TestPage_ConcurrentRequestsShareOneRender(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	b.slow.Store(int64(60 * time.Millisecond))
	site := renderedSite(t, s, b, nil)
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Cookie", "language=english")
			if doc, err := site.Document(r, "br"); err != nil || doc.Encoding != "br" {
				t.Errorf("got %v, %v", doc.Encoding, err)
			}
		})
	}
	wg.Wait()
	if b.renders.Load() != 1 {
		t.Errorf("%d renders for one page", b.renders.Load())
	}
}

func TestPage_LateRenderFallsBackToTheBrowserAndIsCached(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	release := b.hold()
	site := renderedSite(t, s, b, func(o *Options) { o.RenderWait = 20 * time.Millisecond })
	doc := open(t, site, "/", "english") // before the render has ended
	body := string(doc.Body)
	if doc.Status != http.StatusOK || !strings.Contains(body, `<div id="root"></div>`) ||
		!strings.Contains(body, `<script type="module"`) || !strings.Contains(body, `"id":"p0"`) {
		t.Errorf("the document without a screen is %.2500s", body)
	}
	if count(site, fromLate) != 1 {
		t.Error("it was not counted")
	}
	release()
	site.Close()
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, `<div id="root"><p>`) {
		t.Error("the next visitor has no rendered page")
	}
}

func TestPage_FailedRenderIsLeftToTheBrowserForAWhile(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	broken := errors.New("broken screen")
	b.fail.Store(&broken)
	site := renderedSite(t, s, b, nil)
	for range 5 {
		doc := open(t, site, "/", "english")
		if doc.Status != http.StatusOK || !strings.Contains(string(doc.Body), `<div id="root"></div>`) {
			t.Fatalf("the document is %d %.300s", doc.Status, doc.Body)
		}
	}
	if b.renders.Load() != 1 || count(site, fromFailed) != 5 {
		t.Errorf("%d renders, %d counted", b.renders.Load(), count(site, fromFailed))
	}
	cached, _ := site.cache.pages.GetIfPresent(key{lang: text.English, path: "/"})
	cached.retryAt = time.Now().Add(-time.Second)
	b.fail.Store(nil)
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, `<div id="root"><p>`) {
		t.Error("it is not tried again")
	}
}

type tooBusy struct{ error }

func (tooBusy) Busy() bool { return true }

func TestPage_BusyRendererIsTriedAgainAtOnce(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	var busy error = tooBusy{errors.New("busy")}
	b.fail.Store(&busy)
	site := renderedSite(t, s, b, nil)
	open(t, site, "/", "english")
	b.fail.Store(nil)
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, `<div id="root"><p>`) ||
		count(site, fromBusy) != 1 {
		t.Error("a page that nobody had time for is not tried again at once")
	}
}

func TestPage_UnknownThingsAreNeitherRenderedNorCached(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	site := renderedSite(t, s, b, nil)
	for i := range 20 {
		if doc := open(t, site, fmt.Sprintf("/brand/nobody%d", i), "english"); doc.Status != http.StatusNotFound {
			t.Errorf("status %d", doc.Status)
		}
		if doc := open(t, site, fmt.Sprintf("/nowhere/%d", i), "english"); doc.Status != http.StatusNotFound ||
			!strings.Contains(string(doc.Body), "<p>english /not-found</p>") {
			t.Errorf("status %d %.200s", doc.Status, doc.Body)
		}
	}
	if b.renders.Load() != 1 || site.cache.pages.EstimatedSize() != 1 {
		t.Errorf("%d renders, %d pages cached; want one for all of them", b.renders.Load(),
			site.cache.pages.EstimatedSize())
	}
}

func TestPage_PersonalAddressesAreNotInTheCache(t *testing.T) {
	site := renderedSite(t, newTestSource(2), &copyRenderer{}, nil)
	for _, token := range []string{"one", "two", "three"} {
		open(t, site, "/resetpassword/u/"+token, "english")
	}
	if n := site.cache.pages.EstimatedSize(); n != 1 {
		t.Errorf("%d pages cached", n)
	}
	if _, ok := site.cache.pages.GetIfPresent(key{lang: text.English, path: "/resetpassword/{userID}/{token}"}); !ok {
		t.Error("a secret is in the cache")
	}
}

func TestPageCache_StaysWithinItsBytes(t *testing.T) {
	s, b := newTestSource(40), &copyRenderer{}
	const limit = 200 << 10
	site := renderedSite(t, s, b, func(o *Options) { o.CacheBytes = limit })
	for i := range 1000 {
		r := httptest.NewRequest(http.MethodGet, fmt.Sprintf("/search-results?q=%d", i), nil)
		r.Header.Set("Cookie", "language=english")
		if _, err := site.Document(r, []string{"br", "gzip", ""}[i%3]); err != nil {
			t.Fatal(err)
		}
	}
	site.cache.pages.CleanUp()
	site.cache.gzips.CleanUp()
	if size := site.cache.pages.WeightedSize() + site.cache.gzips.WeightedSize(); size > limit || size == 0 {
		t.Errorf("%d bytes of pages are cached, the limit is %d", size, limit)
	}
}

func TestPageCache_EncodingsHoldTheSameDocument(t *testing.T) {
	site := renderedSite(t, newTestSource(30), &copyRenderer{}, nil)
	read := func(encoding string) (string, Document) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Cookie", "language=english")
		doc, err := site.Document(r, encoding)
		if err != nil || doc.Encoding != encoding {
			t.Fatalf("%q: %q, %v", encoding, doc.Encoding, err)
		}
		var from io.Reader = bytes.NewReader(doc.Body)
		switch encoding {
		case "br":
			from = brotli.NewReader(from)
		case "gzip":
			if from, err = gzip.NewReader(from); err != nil {
				t.Fatal(err)
			}
		}
		body, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		return string(body), doc
	}
	plain, doc := read("")
	for _, encoding := range []string{"br", "gzip", "gzip"} {
		if body, other := read(encoding); body != plain || other.ETag != doc.ETag || len(other.Body) > len(plain)/2 {
			t.Errorf("%s is another document, or not compressed: %d of %d bytes", encoding, len(other.Body), len(plain))
		}
	}
}

// A page that nobody opened for a while must not show what was true then.
func TestPage_TextThatChangedLongAgoIsNotSentOnceMore(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	site := renderedSite(t, s, b, nil)
	now := time.Now()
	site.now = func() time.Time { return now }
	open(t, site, "/privacy", "english")
	now = now.Add(staleTime / 2)
	open(t, site, "/privacy", "english") // still true: confirmed again
	s.changeContent("Second words")
	now = now.Add(staleTime / 2)
	if body := string(open(t, site, "/privacy", "english").Body); !strings.Contains(body, "First words") {
		t.Error("a text that changed a moment ago was waited for")
	}
	site.Close()
	site.cache.closed = false
	s.changeContent("Third words")
	now = now.Add(time.Hour)
	if body := string(open(t, site, "/privacy", "english").Body); !strings.Contains(body, "Third words") {
		t.Errorf("an hour later the page says %.2000s", body)
	}
}

func TestPage_InvalidListQueryIsLeftToTheBrowser(t *testing.T) {
	s, b := newTestSource(2), &copyRenderer{}
	body := string(open(t, renderedSite(t, s, b, nil), "/product/discounts?page=abc", "english").Body)
	if strings.Contains(body, "discounted-products-page?") || !strings.Contains(body, "facets?discounted=true") {
		t.Errorf("the page data is %.2500s", body)
	}
	if b.renders.Load() != 0 {
		t.Error("it was rendered")
	}
}

func TestPage_CarriesTheBuild(t *testing.T) {
	site := renderedSite(t, newTestSource(2), &copyRenderer{}, func(o *Options) { o.Build = "abc123" })
	body := string(open(t, site, "/", "english").Body)
	for _, want := range []string{`<meta name="build" content="abc123">`, `id="page-data">{"build":"abc123",`} {
		if !strings.Contains(body, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
}
