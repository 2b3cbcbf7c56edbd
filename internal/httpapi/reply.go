package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"
)

const jsonType = "application/json; charset=utf-8"

// reply is a finished answer. Handlers return it instead of writing it, so that
// a place in a lane is free again before a slow reader takes the bytes.
type reply struct {
	status int
	kind   string
	body   []byte
	header http.Header
	etag   string
	// encoding names the form of a body that is compressed already.
	encoding string
}

// answer encodes a value as the body of an answer.
func answer(status int, value any) (reply, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	if err := enc.Encode(value); err != nil {
		return reply{}, fmt.Errorf("encoding the answer: %w", err)
	}
	return reply{status: status, kind: jsonType, body: bytes.TrimSuffix(b.Bytes(), []byte("\n"))}, nil
}

// raw answers bytes that are JSON already.
func raw(status int, body []byte) reply {
	return reply{status: status, kind: jsonType, body: body}
}

// mustJSON is answer for values that cannot fail to encode.
func mustJSON(status int, value any) reply {
	out, err := answer(status, value)
	if err != nil {
		panic(err)
	}
	return out
}

func (p *reply) set(name, value string) {
	if p.header == nil {
		p.header = http.Header{}
	}
	p.header.Set(name, value)
}

// addCookie sends a cookie with the answer.
func (p *reply) addCookie(c *http.Cookie) {
	if p.header == nil {
		p.header = http.Header{}
	}
	if v := c.String(); v != "" {
		p.header.Add("Set-Cookie", v)
	}
}

func (p *reply) noStore() { p.set("Cache-Control", "no-store") }

// tagged gives the answer an ETag made from its bytes and headers that count, and
// lets caches keep it as long as they ask whether it still holds.
func (p *reply) tagged() {
	h := xxh3.New()
	_, _ = h.Write(p.body)
	for _, name := range countingHeaders {
		_, _ = h.WriteString("\x00" + p.header.Get(name))
	}
	p.etag = `"` + strconv.FormatUint(h.Sum64(), 36) + `"`
	p.set("Cache-Control", "no-cache")
}

// tag gives the answer an ETag made of a number that changes with its content. The
// kind keeps apart answers of different shape about the same things.
func (p *reply) tag(kind string, number uint64) {
	p.etag = `"` + kind + strconv.FormatUint(number, 36) + `"`
	p.set("Cache-Control", "no-cache")
}

// countingHeaders are part of what a list answers, so a change of them is a change
// of the answer.
var countingHeaders = []string{"X-Total-Count", "X-Max-Price"}

// matches reads If-None-Match, comparing weakly as RFC 9110 asks for GET.
func matches(r *http.Request, etag string) bool {
	if etag == "" {
		return false
	}
	for _, line := range r.Header.Values("If-None-Match") {
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
	for name, values := range p.header {
		h[name] = values
	}
	if p.etag != "" {
		h.Set("ETag", p.etag)
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
		h.Set("Content-Type", p.kind)
	}
	body := p.body
	if p.encoding != "" {
		h.Set("Content-Encoding", p.encoding)
		h.Set("ETag", encodedTag(p.etag, p.encoding))
	} else if compressible(p.kind) && len(body) >= compressFrom {
		h.Add("Vary", "Accept-Encoding")
		if enc := chooseEncoding(r.Header.Get("Accept-Encoding")); enc != "" {
			body = a.compressed.get(enc, p)
			h.Set("Content-Encoding", enc)
			if p.etag != "" {
				h.Set("ETag", encodedTag(p.etag, enc))
			}
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
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
