package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/maypok86/otter/v2"
)

// cachedPage is a document, compressed. It never changes, except for when it was last known to be true.
type cachedPage struct {
	status int
	etag   string
	brotli []byte
	// content is the digest of everything the document is made of; products is that of the prices and the stock
	// in it.
	content, products digest
	// version is the version of the shop's data for which the document was last compared with the data.
	version atomic.Uint64
	// confirmed is when the document was last known to be true, in Unix nanoseconds.
	confirmed atomic.Int64
	// retryAt is when a document that could not be rendered is tried again; zero for a rendered one.
	retryAt time.Time
}

// confirmEvery spares the cache line of a page that many processors serve: its confirmation may be this old.
const confirmEvery = 20 * time.Millisecond

// confirm notes that the document is true now.
func (p *cachedPage) confirm(now time.Time) {
	if n := now.UnixNano(); n-p.confirmed.Load() > int64(confirmEvery) {
		p.confirmed.Store(n)
	}
}

// trueWithin tells whether the document was known to be true less than d ago.
func (p *cachedPage) trueWithin(d time.Duration, now time.Time) bool {
	return now.Sub(time.Unix(0, p.confirmed.Load())) <= d+confirmEvery
}

// failed tells a page that could not be rendered.
func (p *cachedPage) failed() bool { return !p.retryAt.IsZero() }

// pageCache holds documents within a number of bytes, by address.
type pageCache struct {
	pages *otter.Cache[key, *cachedPage]
	gzips *otter.Cache[gzipKey, []byte]

	mu      sync.Mutex
	pending map[key]*pendingRender
	renders sync.WaitGroup
	closed  bool
}

// gzipKey names the gzip form of a document: the page and its ETag.
type gzipKey struct {
	key
	etag string
}

// entryOverhead is what an entry weighs beside its bytes.
const entryOverhead = 384

func newPageCache(limit uint64) *pageCache {
	return &pageCache{
		pages: otter.Must(&otter.Options[key, *cachedPage]{
			MaximumWeight: limit - limit/4,
			Weigher: func(k key, p *cachedPage) uint32 {
				return uint32(len(k.path) + len(k.search) + len(p.brotli) + entryOverhead)
			},
		}),
		gzips: otter.Must(&otter.Options[gzipKey, []byte]{
			MaximumWeight: limit / 4,
			Weigher: func(k gzipKey, body []byte) uint32 {
				return uint32(len(k.path) + len(k.search) + len(k.etag) + len(body) + entryOverhead)
			},
		}),
		pending: map[key]*pendingRender{},
	}
}

// get finds a page. One that could not be rendered is tried again after a while.
func (c *pageCache) get(k key, now time.Time) *cachedPage {
	p, ok := c.pages.GetIfPresent(k)
	if !ok || p.failed() && now.After(p.retryAt) {
		return nil
	}
	return p
}

// close waits for the renders under way; later ones are refused.
func (c *pageCache) close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.renders.Wait()
}

const (
	// cachedQuality balances the bytes of a page that is sent many times with the time until it is sent first.
	cachedQuality = 5
	// onceQuality is for a page that is sent once.
	onceQuality = 2
)

// compress makes a document of its HTML.
func compress(status int, body []byte, quality int) *cachedPage {
	var out bytes.Buffer
	out.Grow(len(body) / 5)
	w := brotli.NewWriterLevel(&out, quality)
	_, _ = w.Write(body)
	_ = w.Close()
	// The tag is SHA-256 because parts of the page are written by people who may want two pages to share one.
	sum := sha256.Sum256(body)
	return &cachedPage{
		status: status, brotli: bytes.Clone(out.Bytes()),
		etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`,
	}
}

// cachedEncoding is the encoding in which documents are cached.
const cachedEncoding = "br"

// encoded gives a document in the encoding that the browser prefers. Nearly all take brotli; the other forms are
// made from it.
func (c *pageCache) encoded(k key, p *cachedPage, encoding string) (body []byte, is string) {
	switch encoding {
	case cachedEncoding:
		return p.brotli, cachedEncoding
	case "gzip":
		name := gzipKey{k, p.etag}
		if body, ok := c.gzips.GetIfPresent(name); ok {
			return body, "gzip"
		}
		body := zip(p.plain())
		c.gzips.Set(name, body)
		return body, "gzip"
	}
	return p.plain(), ""
}

func (p *cachedPage) plain() []byte {
	body, err := io.ReadAll(brotli.NewReader(bytes.NewReader(p.brotli)))
	if err != nil {
		panic("page: what was compressed here does not decompress: " + err.Error())
	}
	return body
}

func zip(body []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.DefaultCompression)
	if err != nil {
		panic(err) // only a wrong level fails
	}
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}
