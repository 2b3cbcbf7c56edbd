package app

import (
	"context"
	"log/slog"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/cardvault"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/domain/stores"
)

// storeServices are the services of those who sell: stores, their products and pictures.
type storeServices struct {
	stores   *stores.Service
	products *catalog.Service
	pictures *media.ImageProcessor
}

func (a *App) newStoreServices(keys cardvault.Keys) storeServices {
	db := a.storage.DB
	products := catalog.NewService(sqlstore.NewProducts(db), catalog.WithLive(a.live), catalog.WithClock(a.now))
	return storeServices{
		products: products,
		stores:   stores.New(sqlstore.NewStores(db), products, cardvault.NewDocuments(keys), a.address, nil),
		pictures: media.NewImageProcessor(media.NewLibrary(a.storage.Blobs), sqlstore.NewPictures(db)),
	}
}

const (
	// collectEvery is how often uploaded pictures that no product uses are removed.
	collectEvery = time.Hour
	// editRetention is how long it is stored what an edit changed.
	editRetention = 30 * 24 * time.Hour
)

// collectPictures removes uploaded pictures that no product uses, and old edits, until ctx ends.
func (a *App) collectPictures(ctx context.Context) {
	every(ctx, collectEvery, func() {
		n, err := a.store.pictures.Collect(ctx)
		if err != nil && ctx.Err() == nil {
			a.log.Warn("collecting pictures", slog.Any("cause", err))
		}
		if n > 0 {
			a.log.Info("removed pictures that no product uses", slog.Int("count", n))
		}
		err = sqlstore.NewProducts(a.storage.DB).ForgetEdits(ctx, a.now().Add(-editRetention))
		if err != nil && ctx.Err() == nil {
			a.log.Warn("removing old edits", slog.Any("cause", err))
		}
	})
}
