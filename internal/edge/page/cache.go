package page

import (
	"bytes"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/maypok86/otter/v2"
	"github.com/zeebo/xxh3"
)

// finished is a document, compressed. It never changes but for the edition in which
// it was last found to be true.
type finished struct {
	status int
	etag   string
	brotli []byte
	// content is the digest of everything the document is made of; shown is that of
	// the products in it, their prices and what is said about their stock.
	content, shown uint64
	seen           atomic.Uint64
	// until is when a document that could not be drawn is tried again; zero: never.
	until time.Time
}

// pages keeps finished documents within a number of bytes, and their other forms.
type pages struct {
	kept  *otter.Cache[key, *finished]
	forms *otter.Cache[string, []byte] // gzip, by ETag

	mu      sync.Mutex
	flights map[key]*flight
	renders sync.WaitGroup
	closed  bool
}

// overhead is what an entry weighs beside its bytes.
const overhead = 256

func newPages(limit uint64) *pages {
	return &pages{
		kept: otter.Must(&otter.Options[key, *finished]{
			MaximumWeight: limit - limit/4,
			Weigher: func(k key, f *finished) uint32 {
				return uint32(len(k.path) + len(k.search) + len(f.brotli) + overhead)
			},
		}),
		forms: otter.Must(&otter.Options[string, []byte]{
			MaximumWeight: limit / 4,
			Weigher:       func(etag string, body []byte) uint32 { return uint32(len(etag) + len(body) + overhead) },
		}),
		flights: map[key]*flight{},
	}
}

// get finds a page. One that could not be drawn is forgotten after a while.
func (p *pages) get(k key) *finished {
	f, ok := p.kept.GetIfPresent(k)
	if !ok || f.undrawn() && time.Now().After(f.until) {
		return nil
	}
	return f
}

// undrawn tells a page that could not be drawn.
func (f *finished) undrawn() bool { return !f.until.IsZero() }

// close waits for the renders under way; later ones are refused.
func (p *pages) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.renders.Wait()
}

const (
	// lasting balances the bytes of a page that is sent many times with the time until
	// it is sent first.
	lasting = 5
	// fleeting is for a page that is sent once.
	fleeting = 2
)

// finish compresses a document.
func finish(status int, body []byte, quality int) *finished {
	var out bytes.Buffer
	out.Grow(len(body) / 5)
	w := brotli.NewWriterLevel(&out, quality)
	_, _ = w.Write(body)
	_ = w.Close()
	return &finished{
		status: status, brotli: bytes.Clone(out.Bytes()),
		etag: `"` + strconv.FormatUint(xxh3.Hash(body), 36) + `"`,
	}
}

// form gives a document in the form that the browser likes. Nearly all take brotli;
// the other forms are made from it.
func (p *pages) form(f *finished, encoding string) (body []byte, is string) {
	switch encoding {
	case "br":
		return f.brotli, "br"
	case "gzip":
		if body, ok := p.forms.GetIfPresent(f.etag); ok {
			return body, "gzip"
		}
		body := zip(f.plain())
		p.forms.Set(f.etag, body)
		return body, "gzip"
	}
	return f.plain(), ""
}

func (f *finished) plain() []byte {
	body, err := io.ReadAll(brotli.NewReader(bytes.NewReader(f.brotli)))
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
