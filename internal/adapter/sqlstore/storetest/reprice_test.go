package storetest

import (
	"fmt"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// offShelf counts the medicines whose price is not the one that money.InCents derives.
func offShelf(t *testing.T, store *sqlstore.Products, rate int64, ids []string) (n int) {
	t.Helper()
	products, err := store.Products(t.Context(), ids)
	must(t, err)
	for _, p := range products {
		want := p.Price
		if p.Regulation.Medicine() && p.OfficialPrice.Pounds > 0 {
			want = money.InCents(money.Pounds(p.OfficialPrice.Pounds), rate)
		}
		if p.Price != want {
			n++
		}
	}
	return n
}

func TestReprice_MedicinesFollowTheRateInBoundedTransactions(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		const products, limit = 45, 10
		ids := make([]string, products)
		classes := []regulation.Class{regulation.None, regulation.OTC, regulation.Prescription}
		for i := range ids {
			p := sample(fmt.Sprintf("m%02d", i))
			p.Discount, p.Images, p.Regulation, p.Price = 0, nil, classes[i%3], 123
			p.OfficialPrice.Pounds = int64(i) * 37_123
			ids[i] = p.ID
			must(t, store.Insert(ctx, p))
		}
		if n, err := store.Reprice(ctx, limit, time.Now()); n != 0 || err != nil {
			t.Fatalf("without a rate %d were repriced: %v", n, err)
		}
		service := newRates(db)
		for _, rate := range []int64{89_500, 120_000, 89_501} {
			_, err := service.Set(ctx, rate, "admin", true)
			must(t, err)
			for range products {
				n, err := store.Reprice(ctx, limit, time.Now())
				must(t, err)
				if n > limit {
					t.Fatalf("one transaction repriced %d", n)
				}
				if n == 0 {
					break
				}
			}
			if n := offShelf(t, store, rate, ids); n != 0 {
				t.Errorf("at %d, %d medicines have another price", rate, n)
			}
		}
		free, err := store.Product(ctx, "m00")
		must(t, err)
		if free.Price != 123 {
			t.Errorf("what is no medicine costs %d", free.Price)
		}
	})
}

func TestReprice_NoPathSetsAnotherPrice(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		const rate = 89_500
		service := newRates(db)
		_, err := service.Set(ctx, rate, "admin", false)
		must(t, err)
		p := sample("pill")
		p.Discount, p.Images, p.Regulation, p.Price = 0, nil, regulation.OTC, 999
		p.OfficialPrice.Pounds = 300_000
		must(t, store.Insert(ctx, p))
		products := catalog.NewService(store)
		edited, err := products.Edit(ctx, catalog.Edit{ID: "pill", Change: func(p *catalog.Product) error {
			p.Price = 777
			return nil
		}})
		must(t, err)
		if edited.Price != 335 || offShelf(t, store, rate, []string{"pill"}) != 0 {
			t.Errorf("after an edit it costs %d", edited.Price)
		}
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx,
				"UPDATE products SET price_cents = 1, version = version + 1 WHERE id = 'pill'")
			return err
		}))
		if n, err := service.Reprice(ctx, store); n != 1 || err != nil {
			t.Errorf("%d were repriced after direct SQL: %v", n, err)
		}
		if offShelf(t, store, rate, []string{"pill"}) != 0 {
			t.Error("the price set by direct SQL stays")
		}
	})
}
