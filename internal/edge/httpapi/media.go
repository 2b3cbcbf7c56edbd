package httpapi

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"regexp"
	"time"
)

// Media gives the renditions of pictures: the bytes under a key such as
// <hash>/400.webp. A key that does not exist is fs.ErrNotExist.
type Media interface {
	Read(ctx context.Context, key string) ([]byte, error)
}

// mediaKey is the only form of a key: nothing of it can climb out of the store.
var mediaKey = regexp.MustCompile(`^[0-9a-f]{32}/(200|400|800)\.webp$`)

// mediaFile answers /media/: content under the name of its hash, so it never
// changes and may be kept for a year.
func (a *API) mediaFile(w http.ResponseWriter, r *http.Request) {
	nameRoute(r, a.named(routeMedia))
	key := r.URL.Path[len("/media/"):]
	body, err := a.readMedia(r.Context(), key)
	if errors.Is(err, fs.ErrNotExist) {
		out := reply{status: http.StatusNotFound, kind: "text/plain; charset=utf-8", body: []byte("not found\n")}
		out.noStore()
		a.write(w, r, out)
		return
	}
	if err != nil {
		a.write(w, r, a.refuse(r, err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", pictureKind(body))
	h.Set("Cache-Control", yearLong)
	h.Set("ETag", `"`+key+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// readMedia takes the whole rendition, a few ten kilobytes, while it has a place in
// the lane; the client may then take its time.
func (a *API) readMedia(ctx context.Context, key string) ([]byte, error) {
	if a.media == nil || !mediaKey.MatchString(key) {
		return nil, fs.ErrNotExist
	}
	lane := a.lanes[LaneBrowse]
	if err := a.enter(ctx, LaneBrowse); err != nil {
		return nil, err
	}
	defer lane.leave()
	ctx, cancel := context.WithTimeout(ctx, lane.Deadline)
	defer cancel()
	return a.media.Read(ctx, key)
}

// pictureKind looks at the bytes, since a rendition is kept in whichever of two
// formats came out smaller.
func pictureKind(body []byte) string {
	if bytes.HasPrefix(body, []byte("\xff\xd8\xff")) {
		return "image/jpeg"
	}
	return "image/webp"
}
