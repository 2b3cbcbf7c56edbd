package httpapi

import (
	"bytes"
	"testing"
)

func TestWhatIsAskedForAgainIsNotCompressedAgain(t *testing.T) {
	kept := newCompressedBodies()
	search := reply{body: bytes.Repeat([]byte("panadol "), 500), fleeting: true}
	search.tagged()
	first := kept.get("gzip", search)
	if again := kept.get("gzip", search); &again[0] != &first[0] {
		t.Error("the same search was compressed twice")
	}
	if other := kept.get("zstd", search); &other[0] == &first[0] {
		t.Error("another encoding got the same bytes")
	}
	untagged := reply{body: search.body}
	if one, two := kept.get("gzip", untagged), kept.get("gzip", untagged); &one[0] == &two[0] {
		t.Error("an answer without a tag was kept: nobody knows what it stands for")
	}
}
