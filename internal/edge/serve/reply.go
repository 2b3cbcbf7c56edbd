package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// JSONType is the content type of JSON answers.
const JSONType = "application/json; charset=utf-8"

// Reply is a finished answer. Handlers return it instead of writing it, so that the place in a bulkhead is free
// again before a slow client reads the bytes, and so that no handler knows how an answer is compressed.
type Reply struct {
	Status      int
	ContentType string
	Body        []byte
	// Parts appends the body to a buffer, for answers that are joined from encoded fragments and would otherwise
	// be copied twice.
	Parts func(to []byte) []byte
	// Stream writes a body that is too long to hold in memory, while it is sent.
	Stream func(ctx context.Context, to io.Writer) error
	// Live is a Stream whose parts are sent as they are written, without compression.
	Live bool
	// OneOff says that the same answer is rarely requested again: it is compressed fast rather than well.
	OneOff bool

	headers []headerLine
	etag    string
	// encoding names the encoding of a body that is compressed already.
	encoding string
}

// headerLine is a header of an answer; the name is in its canonical form.
type headerLine struct{ name, value string }

// JSON encodes a value as the body of an answer.
func JSON(status int, value any) (Reply, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	if err := enc.Encode(value); err != nil {
		return Reply{}, fmt.Errorf("encoding the answer: %w", err)
	}
	return Reply{Status: status, ContentType: JSONType, Body: bytes.TrimSuffix(b.Bytes(), []byte("\n"))}, nil
}

// NoStoreJSON is a good answer that concerns one person or one moment: no cache stores it.
func NoStoreJSON(value any) (Reply, error) {
	out, err := JSON(http.StatusOK, value)
	out.NoStore()
	return out, err
}

// MustJSON is JSON for values that cannot fail to encode.
func MustJSON(status int, value any) Reply {
	out, err := JSON(status, value)
	if err != nil {
		panic(err)
	}
	return out
}

// Set sets a header; the name must be in its canonical form.
func (p *Reply) Set(name, value string) {
	for i := range p.headers {
		if p.headers[i].name == name {
			p.headers[i].value = value
			return
		}
	}
	p.Add(name, value)
}

// Add adds a header line, beside others of the same name; the name must be in its canonical form.
func (p *Reply) Add(name, value string) {
	if p.headers == nil {
		p.headers = make([]headerLine, 0, 5) // as many as a page has
	}
	p.headers = append(p.headers, headerLine{name, value})
}

// Get is the value of a header that was set.
func (p *Reply) Get(name string) string {
	for _, h := range p.headers {
		if h.name == name {
			return h.value
		}
	}
	return ""
}

// AddCookie sends a cookie with the answer.
func (p *Reply) AddCookie(c *http.Cookie) {
	if v := c.String(); v != "" {
		p.Add("Set-Cookie", v)
	}
}

// NoStore keeps the answer out of every cache.
func (p *Reply) NoStore() { p.Set("Cache-Control", "no-store") }

// isPrivate says whether the answer must not enter a cache that clients share.
func (p *Reply) isPrivate() bool {
	control := p.Get("Cache-Control")
	return strings.Contains(control, "private") || strings.Contains(control, "no-store")
}

// Private lets only the client's own cache store the answer, and only if it revalidates it.
func (p *Reply) Private() { p.Set("Cache-Control", "private, no-cache") }

// ContentTag is a tag of bytes. It is a SHA-256, so that nobody who writes a part of them can make two contents
// share a tag, and so that all servers agree on it.
func ContentTag(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// TagBytes gives the answer an ETag made from its bytes, and lets caches store it if they revalidate it.
func (p *Reply) TagBytes() { p.Tag("b", ContentTag(p.Body)) }

// Tag gives the answer an ETag made of a tag that changes with its content: a ContentTag, or one made of such. The
// kind tells apart answers of different shape about the same things.
func (p *Reply) Tag(kind, tag string) {
	p.etag = `"` + kind + tag + `"`
	p.Set("Cache-Control", "public, no-cache")
}

// SetETag gives the answer a tag that was made elsewhere.
func (p *Reply) SetETag(etag string) { p.etag = etag }

// ETag is the tag of the uncompressed answer, "" when it has none.
func (p *Reply) ETag() string { return p.etag }

// SetEncoded says that the body is compressed already.
func (p *Reply) SetEncoded(encoding string) { p.encoding = encoding }

// Bytes is the whole body, uncompressed, in memory of its own.
func (p *Reply) Bytes() []byte {
	if p.Parts != nil {
		return p.Parts(nil)
	}
	return p.Body
}

// matches reads If-None-Match, comparing weakly as RFC 9110 asks for GET.
func matches(r *http.Request, etag string) bool {
	lines := r.Header["If-None-Match"]
	if etag == "" || len(lines) == 0 {
		return false
	}
	for _, line := range lines {
		for part := range strings.SplitSeq(line, ",") {
			part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
			if part == "*" || part == etag || stripEncoding(part) == etag {
				return true
			}
		}
	}
	return false
}

// Send sends the answer: not modified, compressed, or as it is.
func (s *Stack) Send(w http.ResponseWriter, r *http.Request, p Reply) {
	h := &headers{w.Header(), make([]string, 0, len(p.headers)+ownHeaders)}
	for _, line := range p.headers {
		h.add(line.name, line.value)
	}
	if p.Status == 0 {
		p.Status = http.StatusOK
	}
	if p.Status == http.StatusOK && matches(r, p.etag) {
		h.set("Etag", p.etag)
		h.add("Vary", "Accept-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if p.ContentType != "" {
		h.set("Content-Type", p.ContentType)
	}
	if p.Stream != nil {
		s.sendStream(w, r, p)
		return
	}
	if body, enc, ok := s.compressed.find(r, &p); ok {
		h.add("Vary", "Accept-Encoding")
		p.Body, p.encoding = body, enc
	} else if p.Parts != nil {
		buffer := bodyBuffers.Get().(*[]byte)
		joined := p.Parts((*buffer)[:0])
		p.Body = joined
		defer func() {
			if cap(joined) <= maxPooledBody {
				*buffer = joined
			}
			bodyBuffers.Put(buffer)
		}()
	}
	s.sendBody(w, r, h, p)
}

// bodyBuffers are buffers of answers that were joined from parts.
var bodyBuffers = sync.Pool{New: func() any { buffer := make([]byte, 0, 16<<10); return &buffer }}

// shortBody is what net/http buffers before it sends anything.
const shortBody = 2048

// maxPooledBody keeps the buffer of one large answer out of the pool.
const maxPooledBody = 256 << 10

func (s *Stack) sendBody(w http.ResponseWriter, r *http.Request, h *headers, p Reply) {
	body := p.Body
	if p.encoding == "" && len(body) >= compressFrom && compressible(p.ContentType) {
		h.add("Vary", "Accept-Encoding")
		if p.encoding = chooseEncoding(r.Header.Get("Accept-Encoding"), p.OneOff); p.encoding != "" {
			body = s.compressed.get(p.encoding, p)
		}
	}
	if p.encoding != "" {
		h.set("Content-Encoding", p.encoding)
		if p.etag != "" { // other bytes, other tag
			p.etag = strings.TrimSuffix(p.etag, `"`) + "-" + p.encoding + `"`
		}
	}
	if p.etag != "" {
		h.set("Etag", p.etag)
	}
	// net/http adds the length of a short body itself, and a date. Set here, they would be more than the eight headers
	// for which the map of headers need not grow.
	if len(body) > shortBody || r.Method == http.MethodHead {
		h.set("Content-Length", strconv.Itoa(len(body)))
		h.header["Date"] = s.date.at(time.Now())
		if st, ok := w.(*State); ok && p.Status == http.StatusOK {
			st.expectBody(len(body))
		}
	}
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// headers sets the headers of one answer. Their values are in one slice, which is made at once.
type headers struct {
	header http.Header
	values []string
}

// ownHeaders is how many headers Send and sendBody set beside those of the answer.
const ownHeaders = 6

// set sets a header; the name must be in its canonical form.
func (h *headers) set(name, value string) {
	n := len(h.values)
	h.values = append(h.values, value)
	h.header[name] = h.values[n : n+1 : n+1]
}

// add adds a line to what may be set already.
func (h *headers) add(name, value string) {
	if earlier := h.header[name]; len(earlier) > 0 {
		h.header[name] = append(earlier, value)
		return
	}
	h.set(name, value)
}

func stripEncoding(etag string) string {
	for _, enc := range encodings {
		if rest, ok := strings.CutSuffix(etag, "-"+enc+`"`); ok {
			return rest + `"`
		}
	}
	return etag
}
