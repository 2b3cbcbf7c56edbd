package serve

import (
	"bytes"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/maypok86/otter/v2"
)

// compressFrom is the size under which compressing costs more than it saves.
const compressFrom = 1024

// encodings in the order in which we prefer them for answers made on the fly.
var encodings = []string{"br", "zstd", "gzip"}

func compressible(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	switch strings.TrimSpace(kind) {
	case "application/json", "text/html", "text/css", "text/plain", "text/javascript", "text/csv",
		"image/svg+xml", "application/yaml", "application/manifest+json", "application/xml":
		return true
	}
	return false
}

// fastEncodings are the encodings from the fastest on: for a page of search results brotli takes five times as
// long as the others and saves a tenth more.
var fastEncodings = []string{"zstd", "gzip", "br"}

// chooseEncoding picks the best encoding the client takes; "" is none.
func chooseEncoding(accept string, oneOff bool) string {
	if oneOff {
		return ChooseEncoding(accept, fastEncodings)
	}
	return ChooseEncoding(accept, encodings)
}

// ChooseEncoding picks the first of the offered encodings that the client accepts; "" is none.
func ChooseEncoding(accept string, offered []string) string {
	if accept == "" {
		return ""
	}
	others, _ := accepts(accept, "*")
	for _, name := range offered {
		if taken, named := accepts(accept, name); taken || others && !named {
			return name
		}
	}
	return ""
}

// accepts reads what Accept-Encoding says about one encoding: whether the client takes it, and whether it is named.
func accepts(accept, encoding string) (taken, named bool) {
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		switch strings.ReplaceAll(strings.TrimSpace(params), " ", "") {
		case "q=0", "q=0.0", "q=0.00", "q=0.000":
			named = true
		default:
			return true, true
		}
	}
	return false, named
}

// compressedBodies caches compressed forms of public answers that carry an ETag. All clients share it, so the whole
// name of the content is compared, never a hash of it: nobody outside the process can make two answers share one.
// A private answer is never cached.
type compressedBodies struct {
	cache *otter.Cache[bodyKey, []byte]
}

// bodyKey names the compressed form of an answer. The tag is a SHA-256 of the content, or made of such.
type bodyKey struct{ encoding, contentType, etag string }

// compressedBytes caps the memory of the cache.
const compressedBytes = 32 << 20

func newCompressedBodies() *compressedBodies {
	return &compressedBodies{cache: otter.Must(&otter.Options[bodyKey, []byte]{
		MaximumWeight: compressedBytes,
		Weigher:       func(key bodyKey, body []byte) uint32 { return uint32(len(key.etag) + len(body) + 128) },
	})}
}

// find gives the compressed form of a public answer that was sent before: nothing has to be joined for it.
func (c *compressedBodies) find(r *http.Request, p *Reply) (body []byte, enc string, ok bool) {
	if p.Parts == nil || p.etag == "" || p.isPrivate() {
		return nil, "", false
	}
	if enc = chooseEncoding(r.Header.Get("Accept-Encoding"), p.OneOff); enc == "" {
		return nil, "", false
	}
	body, ok = c.cache.GetIfPresent(bodyKey{enc, p.ContentType, p.etag})
	return body, enc, ok
}

func (c *compressedBodies) get(enc string, p Reply) []byte {
	if p.etag == "" || p.isPrivate() {
		return compress(enc, p.Body, false)
	}
	key := bodyKey{enc, p.ContentType, p.etag}
	if body, ok := c.cache.GetIfPresent(key); ok {
		return body
	}
	body := compress(enc, p.Body, !p.OneOff)
	c.cache.Set(key, body)
	return body
}

// compress spends more time on bytes that are cached.
func compress(enc string, body []byte, cached bool) []byte {
	var out bytes.Buffer
	out.Grow(len(body)/3 + 64)
	switch enc {
	case "br":
		level := 3
		if cached {
			level = 5
		}
		w := brotli.NewWriterLevel(&out, level)
		_, _ = w.Write(body)
		_ = w.Close()
	case "zstd":
		return zstdEncoder().EncodeAll(body, out.Bytes())
	default:
		w := gzipWriters.Get().(*gzip.Writer)
		defer gzipWriters.Put(w)
		w.Reset(&out)
		_, _ = w.Write(body)
		_ = w.Close()
	}
	return out.Bytes()
}

// zstdEncoder is safe for concurrent use through EncodeAll.
var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		panic(err) // only wrong options fail, and these are constant
	}
	return enc
})

var gzipWriters = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, 5)
	if err != nil {
		panic(err) // only a wrong level fails
	}
	return w
}}
