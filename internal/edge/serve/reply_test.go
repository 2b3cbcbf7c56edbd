package serve

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestSend_ATagOfACompressedFormIsWellFormedOrAbsent(t *testing.T) {
	s := newTestServer(t)
	for _, c := range []struct{ etag, encoding, want string }{
		{"", "br", ""}, // a first visit, or a personal page
		{`"page"`, "br", `"page-br"`},
		{`"page"`, "", `"page"`},
	} {
		out := Reply{Status: http.StatusOK, ContentType: "text/html; charset=utf-8", Body: []byte("compressed")}
		out.SetETag(c.etag)
		out.SetEncoded(c.encoding)
		w := httptest.NewRecorder()
		s.Send(w, httptest.NewRequest(http.MethodGet, "/", nil), out)
		if got := w.Header().Get("ETag"); got != c.want {
			t.Errorf("tag %s in %q: %q, want %q", c.etag, c.encoding, got, c.want)
		}
	}
}
