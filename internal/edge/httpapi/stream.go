package httpapi

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/klauspost/compress/gzip"
)

// pourTime is how long a reader of a long answer may take for one piece of it.
const pourTime = 30 * time.Second

// pour sends a body while it is made. It may take as long as the client keeps reading: each piece that
// goes out has its own time. An answer that cannot be finished is cut off visibly, never ended early as if
// it were whole.
func (a *API) pour(w http.ResponseWriter, r *http.Request, p reply) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	packed := chooseAmong(r.Header.Get("Accept-Encoding"), []string{"gzip"}) == "gzip"
	if packed {
		h["Content-Encoding"] = []string{"gzip"}
	}
	w.WriteHeader(p.status)
	if r.Method == http.MethodHead {
		return
	}
	ctx := r.Context()
	if x := exchangeOf(ctx); x != nil {
		ctx = x.limit.parent // the lane's deadline is for the work before the answer
	}
	var to io.Writer = &patient{ResponseWriter: w, control: http.NewResponseController(w)}
	end := func() error { return nil }
	if packed {
		z, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
		if err != nil {
			panic(err) // the level is a constant
		}
		to, end = z, z.Close
	}
	if err := errors.Join(p.stream(ctx, to), end()); err != nil {
		if ctx.Err() == nil {
			a.log.LogAttrs(ctx, slog.LevelWarn, "answer cut off", slog.String("request", RequestID(r.Context())),
				slog.String("route", routeOf(r)), slog.Any("cause", err))
		}
		panic(http.ErrAbortHandler)
	}
}

// patient gives each piece of an answer its own time to be taken.
type patient struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (p *patient) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(pourTime))
	return p.ResponseWriter.Write(b)
}
