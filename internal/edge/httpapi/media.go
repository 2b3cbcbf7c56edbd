package httpapi

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"regexp"
	"time"

	"dawa/internal/edge/serve"
)

// Media gives the renditions of pictures: the bytes under a key such as
// <hash>/400.webp. A key that does not exist is fs.ErrNotExist.
type Media interface {
	Read(ctx context.Context, key string) ([]byte, error)
}

// mediaKey is the only form of a key: nothing of it can climb out of the store.
var mediaKey = regexp.MustCompile(`^[0-9a-f]{32}/(200|400|800)\.webp$`)

// mediaFile answers /media/: content under the name of its hash, so it never
// changes and may be cached for a year.
func (a *API) mediaFile(w http.ResponseWriter, r *http.Request) {
	a.stack.SetRoute(r, routeMedia)
	key := r.URL.Path[len("/media/"):]
	out, err := a.readMedia(r, key)
	if errors.Is(err, fs.ErrNotExist) {
		a.stack.Send(w, r, serve.NotFound())
		return
	}
	if err != nil {
		a.stack.Send(w, r, a.stack.Refuse(r, err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", out.ContentType)
	h.Set("Cache-Control", serve.Immutable)
	h.Set("ETag", `"`+key+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(out.Body))
}

// readMedia takes the whole rendition, a few ten kilobytes, while it has a place in
// the lane; the client may then take its time.
func (a *API) readMedia(r *http.Request, key string) (serve.Reply, error) {
	if a.media == nil || !mediaKey.MatchString(key) {
		return serve.Reply{}, fs.ErrNotExist
	}
	return a.stack.Do(r, LaneRead, func(r *http.Request) (serve.Reply, error) {
		body, err := a.media.Read(r.Context(), key)
		return serve.Reply{ContentType: pictureKind(body), Body: body}, err
	})
}

// pictureKind looks at the bytes, since a rendition is stored in whichever of two
// formats came out smaller.
func pictureKind(body []byte) string {
	if bytes.HasPrefix(body, []byte("\xff\xd8\xff")) {
		return "image/jpeg"
	}
	return "image/webp"
}
