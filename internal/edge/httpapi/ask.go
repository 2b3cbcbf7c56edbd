package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/edge/page"
	"dawa/internal/edge/serve"
)

// Answer makes a public read of the contract inside the process, as a visitor
// who reads that language. Pages carry such answers along, so that what a document shows
// is what the call would say.
func (a *API) Answer(ctx context.Context, lang text.Lang, path string) page.Answer {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return page.Answer{Status: http.StatusBadRequest}
	}
	r.AddCookie(&http.Cookie{Name: contract.Shop().Languages.Cookie, Value: string(lang)})
	x := &asked{err: apperr.New(apperr.NotFound)}
	a.reads.ServeHTTP(x, r)
	if x.err != nil {
		return page.Answer{Status: serve.StatusOf(apperr.CodeOf(x.err))}
	}
	out := page.Answer{Status: x.out.Status, Body: x.out.Bytes(), Total: -1}
	if total, err := strconv.Atoi(x.out.Get("X-Total-Count")); err == nil {
		out.Total, out.MaxPrice = total, x.out.Get("X-Max-Price")
	}
	if reading, err := url.PathUnescape(x.out.Get("X-Showing-Results-For")); err == nil {
		out.ShowingFor = reading
	}
	return out
}

// asked takes the reply of a handler that was called without a connection.
type asked struct {
	out    serve.Reply
	err    error
	header http.Header
}

func (x *asked) Header() http.Header {
	if x.header == nil {
		x.header = http.Header{}
	}
	return x.header
}
func (x *asked) Write(b []byte) (int, error) { return len(b), nil }
func (x *asked) WriteHeader(int)             {}

// readsOf finds the handlers of public reads by address.
func readsOf(table []Route) *http.ServeMux {
	mux := http.NewServeMux()
	for _, route := range table {
		if route.Method != get || route.Access != Public || !route.Built() {
			continue
		}
		mux.HandleFunc(pattern(route), func(w http.ResponseWriter, r *http.Request) {
			x, ok := w.(*asked)
			if !ok {
				panic(fmt.Sprintf("%s was asked through a connection", route.Path))
			}
			x.out, x.err = route.handle(r)
		})
	}
	return mux
}
