package serve

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"

	"github.com/klauspost/compress/gzip"
)

func TestCompressedBodies_CompressesATaggedAnswerOnce(t *testing.T) {
	cache := newCompressedBodies()
	search := Reply{Body: bytes.Repeat([]byte("panadol "), 500), OneOff: true}
	search.TagBytes()
	first := cache.get("gzip", search)
	if again := cache.get("gzip", search); &again[0] != &first[0] {
		t.Error("the same search was compressed twice")
	}
	if other := cache.get("zstd", search); &other[0] == &first[0] {
		t.Error("another encoding got the same bytes")
	}
	untagged := Reply{Body: search.Body}
	if one, two := cache.get("gzip", untagged), cache.get("gzip", untagged); &one[0] == &two[0] {
		t.Error("an answer without a tag was cached")
	}
}

// An answer made of parts is joined for the first who takes it compressed; a private one for everybody.
func TestSend_JoinsACompressedAnswerOnce(t *testing.T) {
	for control, want := range map[string]int{"": 1, "private, no-cache": 2} {
		s := &Stack{compressed: newCompressedBodies()}
		joined := 0
		list := Reply{ContentType: JSONType, Parts: func(to []byte) []byte {
			joined++
			return append(to, bytes.Repeat([]byte("panadol "), 500)...)
		}}
		list.Tag("l", "1")
		if control != "" {
			list.Set("Cache-Control", control)
		}
		var first *httptest.ResponseRecorder
		for range 2 {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", "br")
			w := httptest.NewRecorder()
			s.Send(w, r, list)
			if first == nil {
				first = w
			}
			same := maps.EqualFunc(w.Header(), first.Header(), slices.Equal)
			if !same || !bytes.Equal(w.Body.Bytes(), first.Body.Bytes()) {
				t.Errorf("%q: the same answer differs: %v and %v", control, first.Header(), w.Header())
			}
		}
		if first.Header().Get("Etag") != `"l1-br"` || first.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: headers %v", control, first.Header())
		}
		if joined != want {
			t.Errorf("%q: joined %d times, want %d", control, joined, want)
		}
	}
}

func TestChooseEncoding_TakesTheBestAccepted(t *testing.T) {
	for accept, want := range map[string]string{
		"": "", "identity": "", "gzip": "gzip", "gzip, br": "br", "zstd, gzip": "zstd", "br;q=0, gzip": "gzip",
		"*": "br", "br;q=0, *": "zstd", "GZIP;q=0.5": "gzip", "br; q=0.0": "", "deflate": "",
	} {
		if got := chooseEncoding(accept, false); got != want {
			t.Errorf("%q: got %q, want %q", accept, got, want)
		}
	}
}

// The two files have the same 64-bit xxh3: a tag of that kind let one of them be served as the other.
func TestCompressedBodies_CraftedContentDoesNotReplaceAnother(t *testing.T) {
	cache := newCompressedBodies()
	for _, name := range []string{"testdata/xxh3_collision_a.json", "testdata/xxh3_collision_b.json"} {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out := Reply{Status: http.StatusOK, ContentType: JSONType, Body: body}
		out.TagBytes()
		z, err := gzip.NewReader(bytes.NewReader(cache.get("gzip", out)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%s is served as %.60q, %v", name, got, err)
		}
	}
}

func TestCompressedBodies_HoldNoPrivateAnswers(t *testing.T) {
	cache := newCompressedBodies()
	for _, control := range []string{"private, no-cache", "no-store", "private, no-store"} {
		out := Reply{ContentType: JSONType, Body: bytes.Repeat([]byte("order "), 500)}
		out.TagBytes()
		out.Set("Cache-Control", control)
		if one, two := cache.get("gzip", out), cache.get("gzip", out); &one[0] == &two[0] {
			t.Errorf("an answer with Cache-Control %q came from the shared cache", control)
		}
	}
}
