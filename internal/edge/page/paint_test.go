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

	"dawa/internal/base/text"
)

// stockroom is a small catalogue behind the calls: category vitamins shows the first
// half of it, Home all.
type stockroom struct {
	mu       sync.Mutex
	products []product
	edition  atomic.Uint64
	asked    atomic.Int64
}

type product struct {
	id    string
	cents int
	stock int
	name  string
}

func newStockroom(n int) *stockroom {
	s := &stockroom{}
	for i := range n {
		s.products = append(s.products, product{id: fmt.Sprintf("p%d", i), cents: 100 + i, stock: 50, name: fmt.Sprintf("Name %d", i)})
	}
	s.edition.Store(1)
	return s
}

func (s *stockroom) change(i int, edit func(*product)) {
	s.mu.Lock()
	edit(&s.products[i])
	s.mu.Unlock()
	s.edition.Add(1)
}

func (s *stockroom) Answer(_ context.Context, _ text.Lang, path string) Answer {
	s.asked.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	shown := s.products
	switch {
	case strings.HasPrefix(path, "/api/product/category/"):
		shown = shown[:len(shown)/2]
	case strings.HasPrefix(path, "/api/product/facets"):
		return Answer{Status: http.StatusOK, Body: []byte(`{"brands":[]}`), Total: -1}
	case strings.HasPrefix(path, "/api/brand/nobody"):
		return Answer{Status: http.StatusNotFound}
	}
	var lines []string
	for _, p := range shown {
		lines = append(lines, fmt.Sprintf(`{"id":%q,"english_name":%q,"price":%d.%02d,"discount":0,"nb_in_stock":%d}`, p.id, p.name, p.cents/100, p.cents%100, p.stock))
	}
	return Answer{Status: http.StatusOK, Body: []byte("[" + strings.Join(lines, ",") + "]"), Total: len(lines), MaxPrice: "9.00"}
}

// brush draws by copying the data, as slowly or badly as a test wants.
type brush struct {
	renders atomic.Int64
	at      atomic.Int64 // renders under way
	most    atomic.Int64
	slow    atomic.Int64 // nanoseconds
	fail    atomic.Pointer[error]
}

func (b *brush) Render(ctx context.Context, lang text.Lang, address *url.URL, data []byte) ([]byte, error) {
	b.renders.Add(1)
	b.most.Store(max(b.most.Load(), b.at.Add(1)))
	defer b.at.Add(-1)
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
	return fmt.Appendf(nil, `<link rel="preload" as="image" href="/a.webp"/><p>%s %s</p><i>%s</i>`, lang, address, data), nil
}

func painted(t *testing.T, s *stockroom, b *brush, change func(*Options)) *Site {
	t.Helper()
	site := newSite(t, func(o *Options) {
		o.Calls, o.Renderer, o.Edition, o.Patience = s, b, s.edition.Load, 5*time.Second
		if change != nil {
			change(o)
		}
	})
	t.Cleanup(site.Close)
	return site
}

func count(s *Site, how string) int {
	var m dto.Metric
	if err := s.figures.by[how].Write(&m); err != nil {
		panic(err)
	}
	return int(m.GetCounter().GetValue())
}

func TestDrawnPageIsKeptAndLiftsItsPicturesIntoTheHead(t *testing.T) {
	s, b := newStockroom(4), &brush{}
	site := painted(t, s, b, nil)
	for range 3 {
		body := string(open(t, site, "/product/category/vitamins/?utm=x&page=2&sort=name", "arabic").Body)
		if !strings.Contains(body, `<div id="root"><p>arabic /product/category/vitamins?page=2&sort=name</p>`) {
			t.Fatalf("the screen is %.3000s", body)
		}
		head, _, _ := strings.Cut(body, "</head>")
		if !strings.Contains(head, `<link rel="preload" as="image" href="/a.webp"/>`) {
			t.Error("the first picture is not fetched ahead")
		}
		if strings.Contains(body, `type="module"`) || !strings.Contains(body, `data-entry="/assets/js/entry-1.js"`) {
			t.Error("the script of a drawn page is not left to the loader")
		}
	}
	if b.renders.Load() != 1 || s.asked.Load() != 2 {
		t.Errorf("%d renders and %d calls for three visits", b.renders.Load(), s.asked.Load())
	}
}

func TestOnlyTheLanguageCookieIsRead(t *testing.T) {
	s, b := newStockroom(2), &brush{}
	site := painted(t, s, b, nil)
	var first Document
	for i, cookies := range []string{"language=english", "language=english; dawa_session=secret", "a=b; language=english; analytics=yes"} {
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

func TestAddressThatNamesItsLanguageSetsNothing(t *testing.T) {
	site := painted(t, newStockroom(2), &brush{}, nil)
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
		if got := doc.Header.Get("Set-Cookie"); got != "" {
			t.Errorf("%s with %q sets %s", c.path, c.cookie, got)
		}
	}
}

// Whatever is changed in whatever order, a page shows exactly what is true when it is
// asked for, and is drawn again only when what it shows has changed.
func TestPageIsDrawnAgainExactlyWhenAShownPriceOrStockChanges(t *testing.T) {
	s, b := newStockroom(8), &brush{}
	site := painted(t, s, b, nil)
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
		_, drawn, _ := strings.Cut(body, "<i>")
		drawn, _, _ = strings.Cut(drawn, "</i>")
		for _, p := range s.products[:4] {
			if want := fmt.Sprintf(`"id":%q,"english_name":%q,"price":%d.%02d,`, p.id, p.name, p.cents/100, p.cents%100); !strings.Contains(drawn, want) {
				t.Fatalf("step %d: the page shows another price than %s", step, want)
			}
		}
		site.Close() // wait for what is drawn beside the requests
		site.pages.closed = false
		again := b.renders.Load() - renders
		if seen && again != 1 {
			t.Fatalf("step %d: a shown change was drawn %d times", step, again)
		}
		if i >= 4 && again != 0 {
			t.Fatalf("step %d: what is not on the page had it drawn again", step)
		}
	}
	if count(site, fromStale) == 0 || count(site, fromRender) == 0 || count(site, fromCache) == 0 {
		t.Errorf("the test met %d stale, %d drawn and %d kept pages", count(site, fromStale), count(site, fromRender), count(site, fromCache))
	}
}

func TestTextThatChangesIsDrawnBesideTheRequest(t *testing.T) {
	s, b := newStockroom(2), &brush{}
	site := painted(t, s, b, nil)
	open(t, site, "/", "english")
	b.slow.Store(int64(50 * time.Millisecond))
	s.change(0, func(p *product) { p.name = "Renamed" })
	began := time.Now()
	for range 5 {
		if body := string(open(t, site, "/", "english").Body); strings.Contains(body, "Renamed") {
			t.Fatal("the new page was there before it was drawn")
		}
	}
	if took := time.Since(began); took > 45*time.Millisecond {
		t.Errorf("five visits waited %v for a text", took)
	}
	site.Close()
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, "Renamed") {
		t.Error("the new page never came")
	}
	if b.renders.Load() != 2 {
		t.Errorf("%d renders, want one for each state", b.renders.Load())
	}
}

func TestManyVisitorsShareOneRender(t *testing.T) {
	s, b := newStockroom(2), &brush{}
	b.slow.Store(int64(60 * time.Millisecond))
	site := painted(t, s, b, nil)
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

func TestLatePageIsLeftToTheBrowserAndReadyForTheNext(t *testing.T) {
	s, b := newStockroom(2), &brush{}
	b.slow.Store(int64(150 * time.Millisecond))
	site := painted(t, s, b, func(o *Options) { o.Patience = 20 * time.Millisecond })
	began := time.Now()
	doc := open(t, site, "/", "english")
	body := string(doc.Body)
	if took := time.Since(began); took > 120*time.Millisecond {
		t.Errorf("the visitor waited %v", took)
	}
	if doc.Status != http.StatusOK || !strings.Contains(body, `<div id="root"></div>`) || !strings.Contains(body, `<script type="module"`) || !strings.Contains(body, `"id":"p0"`) {
		t.Errorf("the document without a screen is %.2500s", body)
	}
	if count(site, fromLate) != 1 {
		t.Error("it was not counted")
	}
	site.Close()
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, `<div id="root"><p>`) {
		t.Error("the next visitor has no drawn page")
	}
}

func TestScreenThatCannotBeDrawnIsLeftToTheBrowserForAWhile(t *testing.T) {
	s, b := newStockroom(2), &brush{}
	broken := errors.New("broken screen")
	b.fail.Store(&broken)
	site := painted(t, s, b, nil)
	for range 5 {
		doc := open(t, site, "/", "english")
		if doc.Status != http.StatusOK || !strings.Contains(string(doc.Body), `<div id="root"></div>`) {
			t.Fatalf("the document is %d %.300s", doc.Status, doc.Body)
		}
	}
	if b.renders.Load() != 1 || count(site, fromFailed) != 5 {
		t.Errorf("%d renders, %d counted", b.renders.Load(), count(site, fromFailed))
	}
	kept, _ := site.pages.kept.GetIfPresent(key{lang: text.English, path: "/"})
	kept.until = time.Now().Add(-time.Second)
	b.fail.Store(nil)
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, `<div id="root"><p>`) {
		t.Error("it is not tried again")
	}
}

type tooBusy struct{ error }

func (tooBusy) Busy() bool { return true }

func TestBusyEnginesAreNoFaultOfThePage(t *testing.T) {
	s, b := newStockroom(2), &brush{}
	var busy error = tooBusy{errors.New("busy")}
	b.fail.Store(&busy)
	site := painted(t, s, b, nil)
	open(t, site, "/", "english")
	b.fail.Store(nil)
	if body := string(open(t, site, "/", "english").Body); !strings.Contains(body, `<div id="root"><p>`) || count(site, fromBusy) != 1 {
		t.Error("a page that nobody had time for is not tried again at once")
	}
}

func TestWhatDoesNotExistCostsNoRenderAndNoPlace(t *testing.T) {
	s, b := newStockroom(2), &brush{}
	site := painted(t, s, b, nil)
	for i := range 20 {
		if doc := open(t, site, fmt.Sprintf("/brand/nobody%d", i), "english"); doc.Status != http.StatusNotFound {
			t.Errorf("status %d", doc.Status)
		}
		if doc := open(t, site, fmt.Sprintf("/nowhere/%d", i), "english"); doc.Status != http.StatusNotFound || !strings.Contains(string(doc.Body), "<p>english /not-found</p>") {
			t.Errorf("status %d %.200s", doc.Status, doc.Body)
		}
	}
	if b.renders.Load() != 1 || site.pages.kept.EstimatedSize() != 1 {
		t.Errorf("%d renders, %d pages kept; want one for all of them", b.renders.Load(), site.pages.kept.EstimatedSize())
	}
}

func TestPersonalAddressesAreNotKeptByName(t *testing.T) {
	site := painted(t, newStockroom(2), &brush{}, nil)
	for _, token := range []string{"one", "two", "three"} {
		open(t, site, "/resetpassword/u/"+token, "english")
	}
	if n := site.pages.kept.EstimatedSize(); n != 1 {
		t.Errorf("%d pages kept", n)
	}
	if _, ok := site.pages.kept.GetIfPresent(key{lang: text.English, path: "/resetpassword/{userID}/{token}"}); !ok {
		t.Error("a secret is in the cache")
	}
}

func TestCacheStaysWithinItsBytes(t *testing.T) {
	s, b := newStockroom(40), &brush{}
	const limit = 200 << 10
	site := painted(t, s, b, func(o *Options) { o.CacheBytes = limit })
	for i := range 1000 {
		r := httptest.NewRequest(http.MethodGet, fmt.Sprintf("/search-results?q=%d", i), nil)
		r.Header.Set("Cookie", "language=english")
		if _, err := site.Document(r, []string{"br", "gzip", ""}[i%3]); err != nil {
			t.Fatal(err)
		}
	}
	site.pages.kept.CleanUp()
	site.pages.forms.CleanUp()
	if size := site.pages.kept.WeightedSize() + site.pages.forms.WeightedSize(); size > limit || size == 0 {
		t.Errorf("%d bytes of pages are kept, the limit is %d", size, limit)
	}
}

func TestFormsOfADocumentAreTheSameDocument(t *testing.T) {
	site := painted(t, newStockroom(30), &brush{}, nil)
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
