package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/edge/page"
	"dawa/internal/edge/ssr"
	"dawa/web"
)

// renderedPages are addresses of every kind of screen that arrives as HTML.
var renderedPages = []string{
	"/", "/nowhere",
	"/product/category/vitamins",
	"/product/category/vitamins?page=2&brands=dove,head+and+shoulders&min_price=2&sort=price_desc",
	"/brand/head%20and%20shoulders", "/brand/small%20maker?page=1", "/product/discounts/", "/product/item-07",
	"/product/item-00", "/search-results", "/search-results?q=product",
	"/search-results?q=%D9%85%D9%86%D8%AA%D8%AC+%26+%3Cb%3E%27%28~%29%21*", "/search-results?q=100%25", "/contact",
	"/about", "/pharmacy-owners", "/app", "/secure-payment", "/privacy", "/terms",
}

// renderInput is what a page is rendered from.
type renderInput struct {
	Lang    text.Lang
	Address string
	Data    string
}

// recorder is a renderer that records what it is given and renders nothing.
type recorder struct{ inputs []renderInput }

func (n *recorder) Render(_ context.Context, lang text.Lang, address *url.URL, data []byte) ([]byte, error) {
	n.inputs = append(n.inputs, renderInput{lang, address.RequestURI(), string(data)})
	return nil, errors.New("only recorded")
}

// missing ends a test that needs what a bare clone does not have. Where everything was built, as
// `make test` says, it fails instead: nothing may go unproved there.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("DAWA_BUILT") == "1" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// builtFrontend is the real frontend; a clone in which it was never built has none.
func builtFrontend(t *testing.T) (assets fs.FS, script string) {
	t.Helper()
	assets, built := web.Dist()
	if !built {
		missing(t, "no frontend is built here: make build")
	}
	raw, err := fs.ReadFile(assets, serverBuild)
	if err != nil {
		t.Fatal(err)
	}
	return assets, string(raw)
}

// renderInputs are the inputs of every page of a stocked shop in both languages.
func renderInputs(t *testing.T, assets fs.FS) []renderInput {
	t.Helper()
	s := stocked(t, testConfig(t))
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	recorded := &recorder{}
	site, err := page.New(page.Options{
		Texts: texts, BaseURL: s.base, Source: s.reads(), Assets: assets, Renderer: recorded, RenderWait: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.Close)
	for _, lang := range text.Langs() {
		for _, path := range renderedPages {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Cookie", "language="+string(lang))
			before := len(recorded.inputs)
			if _, err := site.Document(r, ""); err != nil {
				t.Fatal(err)
			}
			if len(recorded.inputs) != before+1 {
				t.Fatalf("%s is not rendered on the server", path)
			}
		}
	}
	return recorded.inputs
}

// renderByNode renders the same pages with the same script in Node.
func renderByNode(t *testing.T, script string, pages []renderInput) []string {
	t.Helper()
	node, err := filepath.Abs("../../node_modules/.bin/node")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(node); err != nil {
		missing(t, "the tools are not installed here: npm ci")
	}
	const program = `
		const { script, pages } = JSON.parse(require('fs').readFileSync(0, 'utf8'))
		require('vm').runInThisContext(script)
		const rendered = pages.map((p) => renderPage(p.Lang, p.Address, p.Data))
		process.stdout.write(JSON.stringify(rendered), () => process.exit()) // timers would keep it for a minute`
	input, err := json.Marshal(map[string]any{"script": script, "pages": pages})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "-e", program)
	cmd.Stdin = bytes.NewReader(input)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("Node: %v", err)
	}
	var rendered []string
	if err := json.Unmarshal(out, &rendered); err != nil {
		t.Fatal(err)
	}
	return rendered
}

func TestSSR_RendersEveryPageAsNodeDoes(t *testing.T) {
	t.Parallel()
	assets, script := builtFrontend(t)
	pages := renderInputs(t, assets)
	if testing.Short() {
		pages = everyFourth(pages)
	}
	theirs := renderByNode(t, script, pages)
	pool, err := ssr.New(script, ssr.Options{Time: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	for i, p := range pages {
		address, err := url.Parse(p.Address)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := pool.Render(t.Context(), p.Lang, address, []byte(p.Data))
		if err != nil {
			t.Errorf("%s in %s: %v", p.Address, p.Lang, err)
			continue
		}
		if string(ours) != theirs[i] {
			at := firstDifference(string(ours), theirs[i])
			t.Errorf("%s in %s differs at %d:\n ours   %.200s\n Node's %.200s", p.Address, p.Lang, at, ours[at:],
				theirs[i][at:])
		}
		// Our policy lets no inline style and no handler run.
		if bytes.Contains(ours, []byte(` style="`)) || bytes.Contains(ours, []byte(`<script`)) {
			t.Errorf("%s in %s holds what the page's policy forbids", p.Address, p.Lang)
		}
	}
}

// everyFourth leaves out most pages, from both languages alike.
func everyFourth[T any](pages []T) (some []T) {
	for i := 0; i < len(pages); i += 4 {
		some = append(some, pages[i])
	}
	return some
}

func firstDifference(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// Engines are replaced now and then, so that memory stays flat however many pages are
// rendered: 5,000 of them with DAWA_LONG=1.
//
// It runs by itself, because it looks at the memory of the process.
func TestSSR_MemoryStaysFlatHoweverManyPagesAreRendered(t *testing.T) {
	assets, script := builtFrontend(t)
	pages := renderInputs(t, assets)
	renders, share := 160, 20
	switch {
	case os.Getenv("DAWA_LONG") == "1":
		renders, share = 5000, 200
	case testing.Short():
		renders, share = 30, 5
	}
	pool, err := ssr.New(script, ssr.Options{Engines: 1, Renders: share, Time: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	var settled, highest int
	for i := range renders {
		p := pages[i%len(pages)]
		address, err := url.Parse(p.Address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Render(t.Context(), p.Lang, address, []byte(p.Data)); err != nil {
			t.Fatalf("render %d: %v", i, err)
		}
		if i == 2*share {
			settled = resident(t)
		}
		if i > 2*share && i%share == share-1 {
			highest = max(highest, resident(t))
		}
	}
	t.Logf("%d renders, %d engines: %d MiB after the first two, at most %d MiB", renders, pool.Made(), settled>>20,
		highest>>20)
	if highest > settled+48<<20 {
		t.Errorf("memory grew from %d to %d MiB", settled>>20, highest>>20)
	}
	if want := int64(renders / share); pool.Made() < want {
		t.Errorf("%d engines were made, want at least %d", pool.Made(), want)
	}
}

// resident is the memory of this process in bytes.
func resident(t *testing.T) int {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(raw))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func TestShop_RendersItsPages(t *testing.T) {
	t.Parallel()
	builtFrontend(t)
	s := stocked(t, testConfig(t))
	get := func(path, tag string) *http.Response {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Cookie", "language=english")
		req.Header.Set("Accept-Encoding", "br")
		if tag != "" {
			req.Header.Set("If-None-Match", tag)
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	first := get("/product/item-07", "")
	// On a busy machine the first render may be late: the browser's document comes first, then ours.
	for range 20 {
		next := get("/product/item-07", "")
		if next.Header.Get("Etag") == first.Header.Get("Etag") {
			break
		}
		first = next
		time.Sleep(100 * time.Millisecond)
	}
	if first.StatusCode != http.StatusOK || first.Header.Get("Content-Encoding") != "br" ||
		first.Header.Get("Etag") == "" {
		t.Fatalf("%d %v", first.StatusCode, first.Header)
	}
	if vary := strings.Join(first.Header.Values("Vary"), ","); !strings.Contains(vary, "Cookie") ||
		!strings.Contains(vary, "Accept-Encoding") {
		t.Errorf("Vary is %s", vary)
	}
	policy := first.Header.Get("Content-Security-Policy")
	for _, want := range []string{"script-src 'self' 'sha256-", "style-src 'self' 'sha256-"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s: %s", want, policy)
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is open: %s", policy)
	}
	if again := get("/product/item-07", first.Header.Get("Etag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same page is sent again: %d", again.StatusCode)
	}
	// A sale that shows changes the page; its tag no longer matches.
	product, err := s.service.Product(t.Context(), "item-07")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.service.Update(t.Context(), product.ID, product.Version, func(p *catalog.Product) error {
		p.Price += 100
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if changed := get("/product/item-07", first.Header.Get("Etag")); changed.StatusCode != http.StatusOK {
		t.Errorf("a page with another price is %d", changed.StatusCode)
	}
}
