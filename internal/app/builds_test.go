package app

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"dawa/internal/adapter/blob"
	"dawa/internal/adapter/buildstore"
	"dawa/internal/base/text"
	"dawa/internal/edge/httpapi"
	"dawa/internal/edge/page"
	"dawa/web"
)

// buildServer is a server with its own build of the frontend over a shared store.
type buildServer struct {
	*httpapi.API
	store  *buildstore.Store
	assets fs.FS
	id     string
}

func frontend(version string) fs.FS {
	entry := "assets/js/entry-" + version + ".js"
	return fstest.MapFS{
		".vite/manifest.json": {Data: []byte(`{"src/entry-client.tsx":{"file":"` + entry + `"}}`)},
		entry:                 {Data: []byte("entry of " + version)},
		entry + ".br":         {Data: []byte("compressed entry of " + version)},
		"sw.js":               {Data: []byte("worker of " + version)},
	}
}

func newBuildServer(t *testing.T, blobs *blob.Disk, version string) *buildServer {
	t.Helper()
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	s := &buildServer{assets: frontend(version)}
	if s.id, err = web.BuildID(s.assets); err != nil {
		t.Fatal(err)
	}
	s.store = buildstore.New(blobs, s.id)
	site, err := page.New(page.Options{Texts: texts, Assets: s.assets, Build: s.id})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.Close)
	s.API, err = httpapi.New(httpapi.Options{
		Log: quiet(), Texts: texts, Assets: s.assets, Pages: site, Build: s.id, EarlierBuilds: s.store,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *buildServer) get(path, encoding string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Cookie", "language=english")
	if encoding != "" {
		r.Header.Set("Accept-Encoding", encoding)
	}
	out := httptest.NewRecorder()
	s.ServeHTTP(out, r)
	return out
}

func TestBuilds_FilesOfTheOtherVersionAreServedInBothDirections(t *testing.T) {
	t.Parallel()
	blobs, err := blob.OpenDisk(filepath.Join(t.TempDir(), "media"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	older, newer := newBuildServer(t, blobs, "1"), newBuildServer(t, blobs, "2")
	if older.id == newer.id || older.id == "" {
		t.Fatalf("two builds have the ids %q and %q", older.id, newer.id)
	}
	for _, s := range []*buildServer{older, newer} {
		if err := s.store.Save(t.Context(), s.assets); err != nil {
			t.Fatal(err)
		}
	}
	for version, s := range map[string]*buildServer{"1": newer, "2": older} {
		path := "/assets/js/entry-" + version + ".js"
		plain := s.get(path, "")
		if plain.Code != http.StatusOK || plain.Body.String() != "entry of "+version ||
			plain.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" ||
			!strings.HasPrefix(plain.Header().Get("Content-Type"), "text/javascript") {
			t.Errorf("%s at the other server: %d %q %v", path, plain.Code, plain.Body, plain.Header())
		}
		packed := s.get(path, "br")
		if packed.Body.String() != "compressed entry of "+version || packed.Header().Get("Content-Encoding") != "br" {
			t.Errorf("%s compressed: %q %v", path, packed.Body, packed.Header())
		}
	}
	if missing := newer.get("/assets/js/entry-3.js", ""); missing.Code != http.StatusNotFound ||
		missing.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("a file of no build is %d %v", missing.Code, missing.Header())
	}
	if worker := newer.get("/sw.js", ""); worker.Body.String() != "worker of 2" {
		t.Errorf("the worker is %q", worker.Body)
	}
}

func TestBuilds_PagesAndAnswersNameTheBuild(t *testing.T) {
	t.Parallel()
	blobs, err := blob.OpenDisk(filepath.Join(t.TempDir(), "media"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	s := newBuildServer(t, blobs, "1")
	for _, path := range []string{"/", "/user/cart", "/api/openapi.yaml", "/api/nothing"} {
		if got := s.get(path, "").Header().Get("X-Build"); got != s.id {
			t.Errorf("%s: X-Build is %q, want %q", path, got, s.id)
		}
	}
	body := s.get("/", "").Body.String()
	if !strings.Contains(body, `<meta name="build" content="`+s.id+`">`) ||
		!strings.Contains(body, `{"build":"`+s.id+`",`) {
		t.Errorf("the document does not name its build: %.1500s", body)
	}
}
