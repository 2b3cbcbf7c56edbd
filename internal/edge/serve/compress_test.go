package serve

import (
	"bytes"
	"testing"
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
