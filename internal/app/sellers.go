package app

import (
	"context"
	"log/slog"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/domain/stores"
)

// sellers are the rooms of those who sell: stores, their products and pictures.
type sellers struct {
	stores   *stores.Service
	products *catalog.Service
	pictures *media.Workshop
}

func (a *App) newSellers() sellers {
	db := a.store.db
	products := catalog.NewService(sqlstore.NewProducts(db), catalog.WithLive(a.live))
	return sellers{
		products: products,
		stores:   stores.New(sqlstore.NewStores(db), products, a.address, nil),
		pictures: media.NewWorkshop(media.NewLibrary(a.store.blobs), sqlstore.NewPictures(db)),
	}
}

const (
	// collectEvery is how often pictures are looked for that no product took.
	collectEvery = time.Hour
	// editsKept is how long it is remembered what an edit changed.
	editsKept = 30 * 24 * time.Hour
)

// collectPictures removes uploaded pictures that no product took, and forgets old edits, until ctx ends.
func (a *App) collectPictures(ctx context.Context) {
	every(ctx, collectEvery, func() {
		n, err := a.sellers.pictures.Collect(ctx)
		if err != nil && ctx.Err() == nil {
			a.log.Warn("collecting pictures", slog.Any("cause", err))
		}
		if n > 0 {
			a.log.Info("pictures that no product took are gone", slog.Int("count", n))
		}
		if err := sqlstore.NewProducts(a.store.db).ForgetEdits(ctx, time.Now().Add(-editsKept)); err != nil && ctx.Err() == nil {
			a.log.Warn("forgetting old edits", slog.Any("cause", err))
		}
	})
}
