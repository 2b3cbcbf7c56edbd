package app

import (
	"context"
	"fmt"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/demo"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/domain/stores"
)

// loadDemoIfEmpty fills a shop that has no product at all.
func (a *App) loadDemoIfEmpty(ctx context.Context, progress func(done, total int)) error {
	products := catalog.NewService(sqlstore.NewProducts(a.storage.DB))
	n, err := products.Count(ctx)
	if err != nil {
		return fmt.Errorf("looking whether the shop is empty: %w", err)
	}
	if n > 0 {
		return nil
	}
	shops := stores.New(sqlstore.NewStores(a.storage.DB), products, "", nil)
	return demo.Load(ctx, demo.Services{
		Catalogue: products,
		Pictures:  media.NewLibrary(a.storage.Blobs),
		More:      []demo.Step{demo.UsersStep(a.accounts), demo.StoreStep(a.accounts, shops, products)},
	}, progress)
}
