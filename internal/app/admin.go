package app

import (
	"context"
	"log/slog"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/importer"
)

// adminServices are the services of the catalogue's administration.
type adminServices struct {
	catalogue *admin.Service
	imports   *importer.Importer
	exports   *importer.Exporter
}

// newAdminServices makes them, and the loop that runs the imports.
func (a *App) newAdminServices() adminServices {
	store := sqlstore.NewImports(a.storage.DB)
	services := adminServices{
		catalogue: admin.New(sqlstore.NewAdmin(a.reports), sqlstore.NewProducts(a.storage.DB), a.live, a.finder),
		imports:   importer.New(store, a.storage.Blobs, a.now),
		exports:   importer.NewExporter(sqlstore.NewImports(a.reports)),
	}
	a.background = append(a.background, func(ctx context.Context) {
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
