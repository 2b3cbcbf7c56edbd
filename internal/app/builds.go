package app

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"dawa/internal/adapter/buildstore"
	"dawa/internal/edge/serve"
	"dawa/web"
)

// builds is the frontend's build of this server and the files of others.
type builds struct {
	id      string
	earlier serve.EarlierBuilds
}

const (
	// saveBuildAfter is how long a server runs before it stores its build's files: one that stops at once never
	// sent a page that needs them.
	saveBuildAfter = 5 * time.Second
	// saveBuildAgain is when a failed attempt is repeated.
	saveBuildAgain = time.Minute
)

// openBuilds identifies the build and has its files stored where servers of other builds find them; there is none
// without a built frontend.
func (a *App) openBuilds(assets fs.FS) (builds, error) {
	if assets == nil {
		return builds{}, nil
	}
	id, err := web.BuildID(assets)
	if err != nil {
		return builds{}, err
	}
	store := buildstore.New(a.storage.Blobs, id)
	a.background = append(a.background, func(ctx context.Context) { a.saveBuild(ctx, store, assets) })
	return builds{id: id, earlier: store}, nil
}

// saveBuild stores the files of the build, again and again until that succeeds.
func (a *App) saveBuild(ctx context.Context, store *buildstore.Store, assets fs.FS) {
	for wait := saveBuildAfter; ; wait = saveBuildAgain {
		pause(ctx, wait)
		if ctx.Err() != nil {
			return
		}
		err := store.Save(ctx, assets)
		if err == nil {
			return
		}
		a.log.Warn("the files of this build are not stored for later versions yet", slog.Any("cause", err))
	}
}
