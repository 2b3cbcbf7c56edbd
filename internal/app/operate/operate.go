// Package operate is what an operator does on the host beside serving the shop: migrate, load demo products,
// back up, restore, copy to another engine, rotate keys, and manage admins.
package operate

import (
	"context"
	"errors"
	"fmt"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/demo"
	"dawa/internal/app/settings"
	"dawa/internal/app/storage"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// Progress is told how much of a long task is done.
type Progress = func(done, total int)

// Migrate brings the tables of a shop up to this version and reports what ran.
func Migrate(ctx context.Context, s settings.Storage) (applied []string, err error) {
	opened, err := storage.Open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	applied, err = opened.DB.Migrate(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	return applied, nil
}

// demoSeed makes the large demo catalogue the same everywhere.
const demoSeed = 1

// LoadDemo fills a stopped shop with n products of the demo, for benchmarks; what exists already is left as
// it is.
func LoadDemo(ctx context.Context, s settings.Storage, n int, progress Progress) (err error) {
	opened, err := storage.Open(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	if _, err := opened.DB.Migrate(ctx); err != nil {
		return err
	}
	services := demo.Services{
		Catalogue: catalog.NewService(sqlstore.NewProducts(opened.DB)),
		Pictures:  media.NewLibrary(opened.Blobs),
	}
	return demo.LoadLarge(ctx, services, demoSeed, n, progress)
}
