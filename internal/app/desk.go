package app

import (
	"context"
	"log/slog"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/importer"
)

// deskRooms are the catalogue desk and its imports.
type deskRooms struct {
	desk    *admin.Service
	imports *importer.Importer
	exports *importer.Exporter
}

// newDesk makes the catalogue desk of an open shop, and the loop that does its imports.
func (a *App) newDesk() deskRooms {
	store := sqlstore.NewImports(a.store.db)
	rooms := deskRooms{
		desk:    admin.New(sqlstore.NewAdmin(a.reports), sqlstore.NewProducts(a.store.db), a.live, a.finder),
		imports: importer.New(store, a.store.blobs),
		exports: importer.NewExporter(sqlstore.NewImports(a.reports)),
	}
	a.background = append(a.background, func(ctx context.Context) {
		if a.cfg.SQLite() {
			// A folder has one server: nobody else is at work on what an earlier one left.
			if err := store.TakeOver(ctx); err != nil {
				a.log.Warn("taking imports over", slog.Any("cause", err))
			}
		}
		rooms.imports.Run(ctx, a.log)
	})
	return rooms
}
