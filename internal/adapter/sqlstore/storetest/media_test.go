package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

func TestPictures_UnusedAreCollected(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		pictures := sqlstore.NewPictures(db)
		uploaded := time.Now().UTC().Add(-25 * time.Hour)
		hash := func(n int) string { return fmt.Sprintf("%032x", n) }
		for n := range 4 {
			must(t, pictures.Record(ctx, hash(n), fmt.Sprint("file ", n), uploaded))
		}
		must(t, pictures.Record(ctx, hash(4), "file 4", time.Now().UTC())) // just now
		p := sample("a")
		p.Images = []catalog.Image{{Hash: hash(1)}, {Hash: hash(2)}}
		must(t, store.Insert(ctx, p))
		before := time.Now().UTC().Add(-media.Unclaimed)
		unused, err := pictures.Unused(ctx, before, 100)
		must(t, err)
		if slices.Sort(unused); !slices.Equal(unused, []string{hash(0), hash(3)}) {
			t.Errorf("unused are %v", unused)
		}
		removed := 0
		gone, err := pictures.Delete(ctx, hash(0), before, func() error { removed++; return nil })
		must(t, err)
		// Somebody takes the other one a moment before it would go.
		taken := sample("b")
		taken.Code, taken.Images = "other", []catalog.Image{{Hash: hash(3)}}
		_, err = catalog.NewService(store).Add(ctx, taken, catalog.ChangeRecord{})
		must(t, err)
		kept, err := pictures.Delete(ctx, hash(3), before, func() error { removed++; return nil })
		must(t, err)
		if !gone || kept || removed != 1 {
			t.Errorf("gone %v, kept %v, removed %d", gone, kept, removed)
		}
		// A store that cannot delete keeps the row, so that the next round finds it.
		must(t, pictures.Record(ctx, hash(9), "file 9", uploaded))
		if _, err := pictures.Delete(ctx, hash(9), before, func() error {
			return fmt.Errorf("the store is down")
		}); err == nil {
			t.Error("a failed removal was forgotten")
		}
		if unused, err := pictures.Unused(ctx, before, 100); err != nil || !slices.Equal(unused, []string{hash(9)}) {
			t.Errorf("unused afterwards are %v, %v", unused, err)
		}
		if got, err := pictures.Known(ctx, "file 9", time.Now().UTC()); err != nil || got != hash(9) {
			t.Errorf("the same file again is %q, %v", got, err)
		}
		if unused, err := pictures.Unused(ctx, before, 100); err != nil || len(unused) != 0 {
			t.Errorf("an upload that was repeated is unused: %v, %v", unused, err)
		}
	})
}
