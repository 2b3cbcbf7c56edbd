package page

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"dawa/internal/base/text"
)

const manifest = `{
  "../contract/messages/en.json?texts=first": {"file": "assets/js/en-1.js",
    "src": "../contract/messages/en.json?texts=first", "isDynamicEntry": true},
  "../contract/messages/ar.json?texts=first": {"file": "assets/js/ar-1.js",
    "src": "../contract/messages/ar.json?texts=first", "isDynamicEntry": true},
  "../contract/messages/en.json?texts=rest": {"file": "assets/js/en-2.js", "isDynamicEntry": true},
  "_vendor-1.js": {"file": "assets/js/vendor-1.js", "name": "vendor"},
  "_card-1.js": {"file": "assets/js/card-1.js", "imports": ["_vendor-1.js"], "css": ["assets/css/card-1.css"]},
  "src/routes/home.tsx": {"file": "assets/js/home-1.js", "src": "src/routes/home.tsx", "isDynamicEntry": true,
    "imports": ["src/entry-client.tsx", "_vendor-1.js", "_card-1.js"]},
  "src/routes/user/cart.tsx": {"file": "assets/js/user-cart-1.js", "isDynamicEntry": true,
    "imports": ["src/entry-client.tsx"]},
  "src/app/later-screens.ts": {"file": "assets/js/later-screens-1.js", "isDynamicEntry": true,
    "dynamicImports": ["src/routes/user/cart.tsx", "src/routes/home.tsx"]},
  "src/entry-client.tsx": {"file": "assets/js/entry-1.js", "src": "src/entry-client.tsx", "isEntry": true,
    "imports": ["_vendor-1.js"], "dynamicImports": ["src/routes/home.tsx"], "css": ["assets/css/entry-1.css"],
    "assets": ["assets/fonts/cairo-arabic-wght-normal-1.woff2", "assets/fonts/cairo-latin-wght-normal-1.woff2"]}
}`

func newSite(t *testing.T, change func(*Options)) *Site {
	t.Helper()
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Texts:   texts,
		BaseURL: "http://localhost:8080",
		Assets: fstest.MapFS{
			".vite/manifest.json": {Data: []byte(manifest)},
			"favicon.svg":         {Data: []byte("<svg/>")},
		},
	}
	if change != nil {
		change(&o)
	}
	site, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func open(t *testing.T, site *Site, path, cookie string) Document {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if cookie != "" {
		r.Header.Set("Cookie", "language="+cookie)
	}
	doc, err := site.Document(r, "")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDocument_LanguageComesFromTheCookie(t *testing.T) {
	site := newSite(t, nil)
	for _, c := range []struct{ cookie, start, title, font string }{
		{"english", `<!doctype html><html lang="en" dir="ltr">`, `<title>Shopping cart · Dawa</title>`, "cairo-latin"},
		{"arabic", `<!doctype html><html lang="ar" dir="rtl">`, `· دواء</title>`, "cairo-arabic"},
		{"klingon", `<!doctype html><html lang="en" dir="ltr">`, `<title>Shopping cart · Dawa</title>`, "cairo-latin"},
	} {
		doc := open(t, site, "/user/cart", c.cookie)
		body := string(doc.Body)
		if got := doc.ContentLanguage; got != c.start[len(`<!doctype html><html lang="`):][:2] {
			t.Errorf("%s: Content-Language is %s", c.cookie, got)
		}
		if !strings.HasPrefix(body, c.start) || !strings.Contains(body, c.title) {
			t.Errorf("%s: document is %.300s", c.cookie, body)
		}
		if !regexp.MustCompile(`rel="preload" as="font"[^>]*` + c.font).MatchString(body) {
			t.Errorf("%s: the font is not loaded ahead", c.cookie)
		}
	}
}

func TestDocument_FirstVisitSetsTheLanguageCookieToEnglish(t *testing.T) {
	site := newSite(t, nil)
	doc := open(t, site, "/", "")
	if got := doc.SetCookie; got != "language=english; Path=/; Max-Age=31536000; SameSite=Lax" {
		t.Errorf("Set-Cookie is %q", got)
	}
	if doc.CacheControl != "private, no-cache" {
		t.Errorf("Cache-Control is %q", doc.CacheControl)
	}
	if got := open(t, site, "/", "arabic").SetCookie; got != "" {
		t.Errorf("a known language is written again: %q", got)
	}
	if got := open(t, site, "/", "klingon").SetCookie; !strings.HasPrefix(got, "language=english;") {
		t.Errorf("an unknown language stays: %q", got)
	}
	secure := newSite(t, func(o *Options) { o.BaseURL = "https://shop.example" })
	if got := open(t, secure, "/", "").SetCookie; !strings.Contains(got, "; Secure") {
		t.Errorf("on https the cookie is %q", got)
	}
}

func TestDocument_PublicPagesHaveETagsAndPersonalOnesAreNoStore(t *testing.T) {
	site := newSite(t, nil)
	for path, personal := range map[string]bool{
		"/": false, "/product/discounts/": false, "/brand/dove": false, "/contact": false, "/nowhere": false,
		"/user/cart": true, "/user/account": true, "/order/1": true, "/product/edit/x": true,
		"/verify-email/a%40b.com/t": true, "/resetpassword/u/t": true, "/email-change/t": true,
	} {
		doc := open(t, site, path, "english")
		cache := doc.CacheControl
		if personal != (cache == "private, no-store") || personal == (doc.ETag != "") {
			t.Errorf("%s: cache %q, tag %q", path, cache, doc.ETag)
		}
		if !personal && cache != "public, no-cache" {
			t.Errorf("%s: cache %q; the service worker stores only what is public", path, cache)
		}
		if !personal && doc.Vary != "Cookie" {
			t.Errorf("%s: Vary is %q", path, doc.Vary)
		}
	}
	if open(t, site, "/", "english").ETag == open(t, site, "/", "arabic").ETag {
		t.Error("both languages share a tag")
	}
}

func TestDocument_UnknownAddressIsNotFoundAndStillTheApplication(t *testing.T) {
	site := newSite(t, nil)
	for _, path := range []string{
		"/nowhere", "/user", "/product", "/product/a/b", "/testnav", "/user/cart/x", "/%ff%fe/x",
	} {
		doc := open(t, site, path, "english")
		body := string(doc.Body)
		if doc.Status != http.StatusNotFound || !strings.Contains(body, `<div id="root">`) ||
			!strings.Contains(body, `"notFound":true`) {
			t.Errorf("%s: %d %.200s", path, doc.Status, body)
		}
		if !strings.Contains(body, "Page not found · Dawa") || !strings.Contains(body, `content="noindex"`) {
			t.Errorf("%s: head is %.400s", path, body)
		}
	}
	for _, r := range routes {
		path := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(r.Path, "x")
		if doc := open(t, site, path, "english"); doc.Status != http.StatusOK ||
			!strings.Contains(string(doc.Body), `"notFound":false`) {
			t.Errorf("%s answers %d", path, doc.Status)
		}
	}
}

func TestDocument_LoadsTheEntryAndTheChunkOfItsScreen(t *testing.T) {
	body := string(open(t, newSite(t, nil), "/", "english").Body)
	for _, want := range []string{
		`<script type="module" src="/assets/js/entry-1.js"></script>`,
		`<div id="start-failed" role="alert" hidden>`,
		` data-now>`,
		`<link rel="modulepreload" href="/assets/js/vendor-1.js">`,
		`<link rel="modulepreload" href="/assets/js/home-1.js">`,
		`<link rel="modulepreload" href="/assets/js/card-1.js">`,
		`<link rel="modulepreload" href="/assets/js/en-1.js">`,
		`<link rel="stylesheet" href="/assets/css/entry-1.css">`,
		`<link rel="stylesheet" href="/assets/css/card-1.css">`,
		`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`,
		`<meta name="theme-color"`,
	} {
		if strings.Count(body, want) != 1 && !strings.HasPrefix(want, "<meta") || !strings.Contains(body, want) {
			t.Errorf("%s is there %d times", want, strings.Count(body, want))
		}
	}
	if strings.Contains(body, "en-2.js") {
		t.Error("Home loads texts that it does not say")
	}
	if cart := string(open(t, newSite(t, nil), "/user/cart", "english").Body); !strings.Contains(cart, "en-1.js") ||
		!strings.Contains(cart, "en-2.js") {
		t.Error("the cart does not load all its texts")
	}
	// A later screen is found through the list of those.
	later := `<link rel="modulepreload" href="/assets/js/later-screens-1.js">`
	if cart := string(open(t, newSite(t, nil), "/user/cart", "english").Body); !strings.Contains(cart, later) {
		t.Error("the cart does not load the list of later screens ahead")
	}
	if strings.Contains(body, later) {
		t.Error("Home loads the list of later screens")
	}
	if nowhere := string(open(t, newSite(t, nil), "/no/such/page", "english").Body); !strings.Contains(nowhere, later) {
		t.Error("a page for an address that does not exist does not load the list of later screens ahead")
	}
	// Strict policy: nothing in the document may run but the entry.
	if n := strings.Count(body, "<script"); n != 3 {
		t.Errorf("%d scripts, want the entry, the data and the loader", n)
	}
	if strings.Contains(body, "style=") || regexp.MustCompile(`\son\w+=`).MatchString(body) {
		t.Error("the document has inline style or handlers")
	}
}

func TestPageData_CannotEndItsScript(t *testing.T) {
	evil := `{"x":"</script><script>alert(1)</script><!-- \u2028 &amp;"}`
	data := pageData("1", NoCards, http.StatusOK, []answer{
		{path: `/api/a?q=</script>`, encoded: Encoded{Body: []byte(evil)}},
	})
	if strings.ContainsAny(string(data), "<>&") {
		t.Fatalf("data holds markup: %s", data)
	}
	var back struct {
		Answers map[string]struct {
			Body struct{ X string }
		}
	}
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if got := back.Answers["/api/a?q=</script>"].Body.X; got != "</script><script>alert(1)</script><!-- \u2028 &amp;" {
		t.Errorf("the text came back as %q", got)
	}
}

func TestDocument_WithoutAFrontendSaysHowToBuildIt(t *testing.T) {
	site := newSite(t, func(o *Options) { o.Assets = nil; o.HowToBuild = "run make build\n" })
	doc := open(t, site, "/anything", "")
	if doc.Status != http.StatusOK || string(doc.Body) != "run make build\n" ||
		!strings.HasPrefix(doc.Kind, "text/plain") {
		t.Errorf("got %d %s %q", doc.Status, doc.Kind, doc.Body)
	}
}

func TestNew_RefusesABrokenManifest(t *testing.T) {
	for name, m := range map[string]string{
		"not JSON": "{", "no entry": "{}", "entry without file": `{"src/entry-client.tsx":{}}`,
	} {
		if _, err := New(Options{Assets: fstest.MapFS{".vite/manifest.json": {Data: []byte(m)}}}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// The server's table and the browser's are the same addresses with the same titles
// and pieces; otherwise a reload would show another page than a click.
func TestRoutes_EqualTheFrontends(t *testing.T) {
	var source []byte
	for _, file := range []string{"first-routes.ts", "later-screens.ts"} {
		part, err := os.ReadFile("../../../web/src/app/" + file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, part...)
	}
	row := regexp.MustCompile(`path: '([^']+)'[\s\S]*?import\('\.\./routes/([^']+)'\)` +
		`[\s\S]*?title: '([^']+)'([\s\S]*?)\n  \}`)
	param := regexp.MustCompile(`:(\w+)`)
	theirs := map[string]Route{}
	for _, m := range row.FindAllStringSubmatch(string(source), -1) {
		path := param.ReplaceAllString(m[1], "{$1}")
		theirs[path] = Route{
			Path: path, Source: "src/routes/" + m[2] + ".tsx", Title: m[3],
			CriticalMessages: strings.Contains(m[4], "criticalMessages: true"),
		}
	}
	for _, ours := range append(routes[:len(routes):len(routes)], missing) {
		got, ok := theirs[ours.Path]
		if !ok {
			t.Errorf("%s is not among the frontend's routes", ours.Path)
			continue
		}
		delete(theirs, ours.Path)
		if got.Source != ours.Source || got.Title != ours.Title || got.CriticalMessages != ours.CriticalMessages {
			t.Errorf("%s: here %+v, there %+v", ours.Path, ours, got)
		}
	}
	for path := range theirs {
		t.Errorf("%s is a route of the frontend only", path)
	}
}
