package app

import (
	"context"
	"log/slog"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/importer"
	"dawa/internal/domain/pricelist"
)

// adminServices are the services of the catalogue's administration.
type adminServices struct {
	catalogue *admin.Service
	imports   *importer.Importer
	exports   *importer.Exporter
	prices    *pricelist.Service
}

// newAdminServices makes them, and the loops that run imports and apply official prices.
func (a *App) newAdminServices() adminServices {
	store := sqlstore.NewImports(a.storage.DB)
	services := adminServices{
		catalogue: admin.New(sqlstore.NewAdmin(a.reports), sqlstore.NewProducts(a.storage.DB), a.live, a.finder),
		imports:   importer.New(store, a.storage.Blobs, a.now),
		exports:   importer.NewExporter(sqlstore.NewImports(a.reports)),
	}
	services.prices = pricelist.New(pricelist.Options{
		Store: sqlstore.NewPriceLists(a.storage.DB),
		Rate:  func() int64 { return a.rates.Current().PoundsPerDollar }, Now: a.now, Log: a.log,
	})
	a.background = append(a.background, services.prices.Run, func(ctx context.Context) {
		if a.cfg.SQLite() {
			// A data folder has one server: no other works on the imports that an earlier run left.
			if err := store.TakeOver(ctx); err != nil {
				a.log.Warn("taking imports over", slog.Any("cause", err))
			}
		}
		services.imports.Run(ctx, a.log)
	})
	return services
}
