package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"
)

const jsonType = "application/json; charset=utf-8"

// reply is a finished answer. Handlers return it instead of writing it, so that
// a place in a lane is free again before a slow reader takes the bytes.
type reply struct {
	status int
	kind   string
	body   []byte
	// parts writes the body behind what a buffer holds, for answers that are put
	// together from ready pieces and would otherwise be copied twice.
	parts   func(to []byte) []byte
	headers []headerLine
	etag    string
	// encoding names the form of a body that is compressed already.
	encoding string
	// stream writes a body that is too long to hold, while it is sent.
	stream func(ctx context.Context, to io.Writer) error
	// fleeting says that hardly anybody may ask for the same again: the body is
	// compressed fast rather than well.
	fleeting bool
}

// headerLine is a header of an answer; the name is in its canonical form.
type headerLine struct{ name, value string }

// answer encodes a value as the body of an answer.
func answer(status int, value any) (reply, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	if err := enc.Encode(value); err != nil {
		return reply{}, fmt.Errorf("encoding the answer: %w", err)
	}
	return reply{status: status, kind: jsonType, body: bytes.TrimSuffix(b.Bytes(), []byte("\n"))}, nil
}

// mustJSON is answer for values that cannot fail to encode.
func mustJSON(status int, value any) reply {
	out, err := answer(status, value)
	if err != nil {
		panic(err)
	}
	return out
}

// set adds a header; the name must be in its canonical form.
func (p *reply) set(name, value string) {
	for i := range p.headers {
		if p.headers[i].name == name {
			p.headers[i].value = value
			return
		}
	}
	p.headers = append(p.headers, headerLine{name, value})
}

// get is the value of a header that was set.
func (p *reply) get(name string) string {
	for _, h := range p.headers {
		if h.name == name {
			return h.value
		}
	}
	return ""
}

// addCookie sends a cookie with the answer.
func (p *reply) addCookie(c *http.Cookie) {
	if v := c.String(); v != "" {
		p.headers = append(p.headers, headerLine{"Set-Cookie", v})
	}
}

func (p *reply) noStore() { p.set("Cache-Control", "no-store") }

// tagged gives the answer an ETag made from its bytes, and lets caches keep it as
// long as they ask whether it still holds.
func (p *reply) tagged() {
	p.tag("b", xxh3.Hash(p.body))
}

// tag gives the answer an ETag made of a number that changes with its content. The
// kind keeps apart answers of different shape about the same things.
func (p *reply) tag(kind string, number uint64) {
	p.etag = `"` + kind + strconv.FormatUint(number, 36) + `"`
	p.set("Cache-Control", "no-cache")
}

// whole is the body in one piece, in memory of its own.
func (p *reply) whole() []byte {
	if p.parts != nil {
		return p.parts(nil)
	}
	return p.body
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

// write sends the answer: not modified, compressed, or as it is.
func (a *API) write(w http.ResponseWriter, r *http.Request, p reply) {
	h := w.Header()
	for _, line := range p.headers {
		h[line.name] = append(h[line.name], line.value)
	}
	if p.etag != "" {
		h["Etag"] = []string{p.etag}
	}
	if p.status == 0 {
		p.status = http.StatusOK
	}
	if p.status == http.StatusOK && matches(r, p.etag) {
		h.Add("Vary", "Accept-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if p.kind != "" {
		h["Content-Type"] = []string{p.kind}
	}
	if p.stream != nil {
		a.pour(w, r, p)
		return
	}
	if p.parts != nil {
		room := bodies.Get().(*[]byte)
		p.body = p.parts((*room)[:0])
		defer func() {
			if cap(p.body) <= maxKeptBody {
				*room = p.body
			}
			bodies.Put(room)
		}()
	}
	a.send(w, r, p)
}

// bodies are buffers of answers that were put together from parts.
var bodies = sync.Pool{New: func() any { room := make([]byte, 0, 16<<10); return &room }}

// shortBody is what net/http gathers before it sends anything.
const shortBody = 2048

// maxKeptBody keeps one large answer from holding its memory for ever.
const maxKeptBody = 256 << 10

func (a *API) send(w http.ResponseWriter, r *http.Request, p reply) {
	h := w.Header()
	body := p.body
	if p.encoding != "" {
		h["Content-Encoding"] = []string{p.encoding}
		h["Etag"] = []string{encodedTag(p.etag, p.encoding)}
	} else if len(body) >= compressFrom && compressible(p.kind) {
		h.Add("Vary", "Accept-Encoding")
		if enc := chooseEncoding(r.Header.Get("Accept-Encoding"), p.fleeting); enc != "" {
			body = a.compressed.get(enc, p)
			h["Content-Encoding"] = []string{enc}
			if p.etag != "" {
				h["Etag"] = []string{encodedTag(p.etag, enc)}
			}
		}
	}
	// Of a short body the server knows the length by itself. The header would be the
	// ninth, for which the map of headers has to grow.
	if len(body) > shortBody || r.Method == http.MethodHead {
		h["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// encodedTag makes the tag of a compressed form of the answer: other bytes, other tag.
func encodedTag(etag, enc string) string {
	return strings.TrimSuffix(etag, `"`) + "-" + enc + `"`
}

func stripEncoding(etag string) string {
	for _, enc := range encodings {
		if rest, ok := strings.CutSuffix(etag, "-"+enc+`"`); ok {
			return rest + `"`
		}
	}
	return etag
}
