package app

import (
	"context"
	"errors"
	"fmt"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/demo"
	"dawa/internal/domain/accounts"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/domain/stores"
)

// Progress is told how much of a long work is done.
type Progress func(done, total int)

// demoSeed makes the large demo catalogue the same everywhere.
const demoSeed = 1

// LoadDemo fills a stopped shop with n products of the demo, for benchmarks; what
// exists already is left as it is.
func LoadDemo(ctx context.Context, s Storage, n int, progress Progress) (err error) {
	st, err := openStorage(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.close()) }()
	if _, err := st.db.Migrate(ctx); err != nil {
		return err
	}
	return demo.LoadLarge(ctx, st.demoServices(), demoSeed, n, progress)
}

// loadDemoIfEmpty fills a shop that has no product at all.
func (st *storage) loadDemoIfEmpty(ctx context.Context, progress Progress, more ...demo.Step) error {
	services := st.demoServices()
	services.More = more
	n, err := services.Catalogue.Count(ctx)
	if err != nil {
		return fmt.Errorf("looking whether the shop is empty: %w", err)
	}
	if n > 0 {
		return nil
	}
	return demo.Load(ctx, services, progress)
}

// demoPeople are the steps of the demo that bring people and their store.
func (st *storage) demoPeople(people *accounts.Service) []demo.Step {
	products := catalog.NewService(sqlstore.NewProducts(st.db))
	shops := stores.New(sqlstore.NewStores(st.db), products, "", nil)
	return []demo.Step{demo.UsersStep(people), demo.StoreStep(people, shops, products)}
}

func (st *storage) demoServices() demo.Services {
	return demo.Services{
		Catalogue: catalog.NewService(sqlstore.NewProducts(st.db)),
		Pictures:  media.NewLibrary(st.blobs),
	}
}
