package serve

import (
	"context"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"dawa/internal/base/apperr"
)

// StaticFiles holds the built frontend in memory, each file with the compressed forms that the build wrote
// beside it.
type StaticFiles struct {
	files map[string]*staticFile
}

type staticFile struct {
	kind  string
	etag  string
	body  []byte
	forms map[string][]byte // by encoding
}

// serviceWorker is the script that stores pages for use without a connection.
const serviceWorker = "/sw.js"

var workerCSP = []string{"default-src 'none'; connect-src 'self'"}

// Immutable is the Cache-Control of files whose name changes with their content.
const Immutable = "public, max-age=31536000, immutable"

// NewStaticFiles reads the built frontend; nil assets hold no files.
func NewStaticFiles(assets fs.FS) (*StaticFiles, error) {
	s := &StaticFiles{files: map[string]*staticFile{}}
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
		f.etag = `"` + ContentTag(body) + `"`
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

// hidden files (the manifest, the development document) are not served.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") ||
		name == "index.html" || strings.HasSuffix(name, ".map")
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

// TopLevel are the paths of the files outside /assets/: icons, manifest, service worker.
func (f *StaticFiles) TopLevel() []string {
	var out []string
	for name := range f.files {
		if !strings.HasPrefix(name, "/assets/") {
			out = append(out, name)
		}
	}
	return out
}

// EarlierBuilds gives files of other builds by their path, "/assets/…", for pages that a server of another version
// sent. A file that no build has is fs.ErrNotExist.
type EarlierBuilds interface {
	File(ctx context.Context, path string) ([]byte, error)
}

// earlierFile finds a file of another build, with the compressed forms that were stored beside it.
func earlierFile(ctx context.Context, builds EarlierBuilds, path string) (*staticFile, error) {
	if hidden(strings.TrimPrefix(path, "/")) {
		return nil, fs.ErrNotExist
	}
	body, err := builds.File(ctx, path)
	if err != nil {
		return nil, err
	}
	f := &staticFile{kind: kindOf(path), body: body, forms: map[string][]byte{}}
	for suffix, encoding := range map[string]string{".br": "br", ".gz": "gzip"} {
		if form, err := builds.File(ctx, path+suffix); err == nil {
			f.forms[encoding] = form
		}
	}
	return f, nil
}

// Static serves files of the built frontend, and of earlier builds when those are given.
func (s *Stack) Static(files *StaticFiles, earlier EarlierBuilds) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.SetRoute(r, RouteStatic)
		f := files.files[r.URL.Path]
		if f == nil && earlier != nil {
			var err error
			if f, err = earlierFile(r.Context(), earlier, r.URL.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				s.Send(w, r, s.Refuse(r, apperr.Wrap(apperr.Unavailable, err)))
				return
			}
		}
		if f == nil {
			s.Send(w, r, NotFound())
			return
		}
		out := Reply{Status: http.StatusOK, ContentType: f.kind, Body: f.body, etag: f.etag}
		if strings.HasPrefix(r.URL.Path, "/assets/") {
			out.Set("Cache-Control", Immutable)
		} else {
			out.Set("Cache-Control", "public, max-age=3600")
		}
		if r.URL.Path == serviceWorker {
			// Browsers compare a worker's bytes with the ones they have; what it fetches is subject to the policy
			// that comes with it.
			out.Set("Cache-Control", "no-cache")
			w.Header()["Content-Security-Policy"] = workerCSP
		}
		if len(f.forms) == 0 {
			s.Send(w, r, out)
			return
		}
		w.Header().Add("Vary", "Accept-Encoding")
		if enc := ChooseEncoding(r.Header.Get("Accept-Encoding"), []string{"br", "gzip"}); f.forms[enc] != nil {
			out.Body = f.forms[enc]
			out.encoding = enc
		}
		s.Send(w, r, out)
	})
}

// NotFound is the answer to a file that does not exist.
func NotFound() Reply {
	out := Reply{Status: http.StatusNotFound, ContentType: plainText, Body: []byte("not found\n")}
	out.NoStore()
	return out
}
