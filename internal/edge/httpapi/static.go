package httpapi

import (
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"
)

// static holds the built frontend in memory, each file with the compressed forms
// that the build laid beside it.
type static struct {
	files map[string]*staticFile
}

type staticFile struct {
	kind  string
	etag  string
	body  []byte
	forms map[string][]byte // by encoding
}

// serviceWorker is the script that keeps pages for moments without a connection.
const serviceWorker = "/sw.js"

var workerCSP = []string{"default-src 'none'; connect-src 'self'"}

// yearLong suits files whose name changes with their content.
const yearLong = "public, max-age=31536000, immutable"

func newStatic(assets fs.FS) (*static, error) {
	s := &static{files: map[string]*staticFile{}}
	if assets == nil {
		return s, nil
	}
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || hidden(name) {
			return err
		}
		body, err := fs.ReadFile(assets, name)
		if err != nil {
			return err
		}
		original, enc := name, ""
		for suffix, e := range map[string]string{".br": "br", ".gz": "gzip"} {
			if plain, ok := strings.CutSuffix(name, suffix); ok {
				original, enc = plain, e
			}
		}
		f := s.files["/"+original]
		if f == nil {
			f = &staticFile{kind: kindOf(original), forms: map[string][]byte{}}
			s.files["/"+original] = f
		}
		if enc != "" {
			f.forms[enc] = body
			return nil
		}
		f.body = body
		f.etag = `"` + strconv.FormatUint(xxh3.Hash(body), 36) + `"`
		return nil
	})
	if err != nil {
		return nil, err
	}
	for name, f := range s.files {
		if f.body == nil {
			delete(s.files, name) // a compressed form without its original
		}
	}
	return s, nil
}

// hidden files (the manifest, the document of development) are not for browsers.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") || name == "index.html" || strings.HasSuffix(name, ".map")
}

func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".webmanifest":
		return "application/manifest+json"
	case ".ico":
		return "image/x-icon"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// topLevel are the files outside /assets/: icons, manifest, service worker.
func (s *static) topLevel() map[string]*staticFile {
	out := map[string]*staticFile{}
	for name, f := range s.files {
		if !strings.HasPrefix(name, "/assets/") {
			out[name] = f
		}
	}
	return out
}

func (a *API) staticFile(s *static) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		nameRoute(r, a.named(routeStatic))
		f := s.files[r.URL.Path]
		if f == nil {
			out := reply{status: http.StatusNotFound, kind: "text/plain; charset=utf-8", body: []byte("not found\n")}
			out.noStore()
			a.write(w, r, out)
			return
		}
		out := reply{status: http.StatusOK, kind: f.kind, etag: f.etag, body: f.body}
		if strings.HasPrefix(r.URL.Path, "/assets/") {
			out.set("Cache-Control", yearLong)
		} else {
			out.set("Cache-Control", "public, max-age=3600")
		}
		if r.URL.Path == serviceWorker {
			// A worker is told apart from an older one by its bytes, each time anew; it
			// fetches what it keeps, under the policy that comes with it.
			out.set("Cache-Control", "no-cache")
			w.Header()["Content-Security-Policy"] = workerCSP
		}
		if len(f.forms) == 0 {
			a.write(w, r, out)
			return
		}
		w.Header().Add("Vary", "Accept-Encoding")
		if enc := chooseAmong(r.Header.Get("Accept-Encoding"), []string{"br", "gzip"}); f.forms[enc] != nil {
			out.body = f.forms[enc]
			out.encoding = enc
		}
		a.write(w, r, out)
	})
}
