package serve

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/klauspost/compress/gzip"
)

// streamWriteTime is how long the client of a long answer may take for one write.
const streamWriteTime = 30 * time.Second

// sendStream sends a body while it is made. It may take as long as the client keeps reading: each write has its
// own deadline. An answer that cannot be finished drops the connection, so that the client never takes it for
// complete.
func (s *Stack) sendStream(w http.ResponseWriter, r *http.Request, p Reply) {
	h := w.Header()
	compressed := false
	if !p.Live {
		h.Add("Vary", "Accept-Encoding")
		compressed = ChooseEncoding(r.Header.Get("Accept-Encoding"), []string{"gzip"}) == "gzip"
	}
	if compressed {
		h["Content-Encoding"] = []string{"gzip"}
	}
	w.WriteHeader(p.Status)
	if r.Method == http.MethodHead {
		return
	}
	ctx := r.Context() // without the lane's deadline, which is for the work before the answer
	var to io.Writer = &streamWriter{ResponseWriter: w, control: http.NewResponseController(w), live: p.Live}
	end := func() error { return nil }
	if compressed {
		z, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
		if err != nil {
			panic(err) // the level is a constant
		}
		to, end = z, z.Close
	}
	if err := errors.Join(p.Stream(ctx, to), end()); err != nil {
		if ctx.Err() == nil {
			s.log.LogAttrs(ctx, slog.LevelWarn, "answer cut off", slog.String("request", RequestID(r.Context())),
				slog.String("route", routeOf(r)), slog.Any("cause", err))
		}
		panic(http.ErrAbortHandler)
	}
}

// streamWriter gives each write its own deadline.
type streamWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	live    bool
}

func (p *streamWriter) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(streamWriteTime))
	n, err := p.ResponseWriter.Write(b)
	if err == nil && p.live {
		err = p.control.Flush()
	}
	return n, err
}
