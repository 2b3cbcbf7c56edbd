package app

import (
	"context"
	"fmt"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/demo"
	"dawa/internal/app/settings"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// errDemoData says that a database holds users whose passwords everybody can read.
var errDemoData = settings.Invalid("--demo", "this shop was filled by the demo, and its users have public passwords: "+
	"serve it with --demo, or remove them with `dawa admin remove-demo-users`", nil)

// refuseDemoData keeps the demo's admin away from a shop that is served for real.
func (a *App) refuseDemoData(ctx context.Context) error {
	if a.cfg.Demo || a.cfg.drill {
		return nil
	}
	marked, err := a.storage.DB.IsDemo(ctx)
	if err != nil {
		return err
	}
	if marked {
		return errDemoData
	}
	return nil
}

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
	// Before the users: a start that is cut short leaves no unmarked shop with public passwords.
	if err := a.storage.DB.MarkDemo(ctx); err != nil {
		return err
	}
	return demo.Load(ctx, demo.Services{
		Catalogue: products,
		Pictures:  media.NewLibrary(a.storage.Blobs),
		More: []demo.Step{
			demo.UsersStep(a.accounts), demo.StoreStep(a.accounts, a.store.stores, a.roles, products),
			demo.RateStep(a.rates),
			demo.OrderStep(demo.OrderServices{
				People: a.accounts, Carts: sqlstore.NewCarts(a.storage.DB), Orders: a.orders, Now: a.now,
			}),
		},
	}, progress)
}
