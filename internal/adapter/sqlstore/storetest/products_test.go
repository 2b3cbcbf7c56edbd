package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// sample is a product with every field filled.
func sample(id string) *catalog.Product {
	at := time.Date(2026, 11, 15, 8, 30, 0, 123_000_000, time.UTC)
	return &catalog.Product{
		ID: id, Code: "C-" + id,
		Name:        text.Pair{English: "Panadol Extra", Arabic: "بنادول إكسترا"},
		Description: text.Pair{English: "For headaches, \"fast\" & <gentle>.", Arabic: "للصداع.\nسريع المفعول."},
		Brand:       "panadol", Category: "pain_killers", Price: 425, Discount: 15, Stock: 7, MaxPerOrder: 3,
		Images: []catalog.Image{
			{Hash: fmt.Sprintf("%032x", 1), Alt: text.Pair{English: "Box", Arabic: "علبة"}},
			{Hash: fmt.Sprintf("%032x", 2)},
		},
		Ingredients: []catalog.Ingredient{
			{Name: text.Pair{English: "Paracetamol", Arabic: "باراسيتامول"}, Strength: "500 mg"},
		},
		Form: "tablet", PackSize: "24",
		Usage:    text.Pair{English: "Two tablets.", Arabic: "حبتان."},
		Warnings: text.Pair{English: "Not with alcohol.", Arabic: "لا تُستعمل مع الكحول."},
		StoreID:  "store-1", SubmittedBy: "user-1", Status: catalog.Approved, StatusNote: "fine",
		Version: 1, CreatedAt: at, UpdatedAt: at.Add(time.Hour),

		Regulation: regulation.None, Registration: "12345/6", VATRate: 11,
		OfficialPrice: regulation.OfficialPrice{Pounds: 380_375, Source: "List 12", ValidFrom: "2026-11-15"},
	}
}

func eachProducts(t *testing.T, test func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products)) {
	t.Helper()
	Each(t, func(t *testing.T, db *sqlstore.DB) { test(t, db, sqlstore.NewProducts(db)) })
}

func wantCode(t *testing.T, err error, code apperr.Code) {
	t.Helper()
	if apperr.CodeOf(err) != code {
		t.Fatalf("got %v, want the code %s", err, code)
	}
}

func TestProducts_RoundTrip(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		bare := &catalog.Product{
			ID: "bare", Code: "B", Brand: "x", Category: "hygiene", Price: 1, Status: catalog.Pending, Version: 1,
			CreatedAt: time.UnixMilli(1).UTC(), UpdatedAt: time.UnixMilli(2).UTC(),
		}
		for _, p := range []*catalog.Product{sample("full"), bare} {
			must(t, store.Insert(ctx, p))
			got, err := store.Product(ctx, p.ID)
			must(t, err)
			if !reflect.DeepEqual(got, p) {
				t.Errorf("saved   %+v\nand got %+v", p, got)
			}
		}
		found, err := store.Products(ctx, []string{"bare", "nothing", "full", "full"})
		if err != nil || len(found) != 2 {
			t.Errorf("found %d: %v", len(found), err)
		}
		if none, err := store.Products(ctx, nil); err != nil || len(none) != 0 {
			t.Errorf("asked for none and got %d: %v", len(none), err)
		}
		if n, err := store.Count(ctx); n != 2 || err != nil {
			t.Errorf("counted %d: %v", n, err)
		}
		_, err = store.Product(ctx, "nothing")
		wantCode(t, err, apperr.ProductNotFound)
		again := sample("full")
		again.Code = "another"
		wantCode(t, store.Insert(ctx, again), apperr.Conflict)
	})
}

func TestLoadProducts_OnlyApproved(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		for id, status := range map[string]catalog.Status{
			"a": catalog.Approved, "b": catalog.Pending, "c": catalog.Rejected, "d": catalog.Approved,
		} {
			p := sample(id)
			p.Status, p.Version = status, 5
			must(t, store.Insert(t.Context(), p))
		}
		var ids []string
		must(t, store.EachApproved(t.Context(), 4, func(_ int, p *catalog.Product) error {
			ids = append(ids, p.ID)
			return nil
		}))
		slices.Sort(ids)
		if !slices.Equal(ids, []string{"a", "d"}) {
			t.Errorf("got %v", ids)
		}
		if counts, err := store.Fingerprint(t.Context()); err != nil ||
			counts != (catalog.Fingerprint{Products: 2, Versions: 10}) {
			t.Errorf("counts %+v: %v", counts, err)
		}
		stop := errors.New("enough")
		if err := store.EachApproved(t.Context(), 2, func(int, *catalog.Product) error {
			return stop
		}); !errors.Is(err, stop) {
			t.Errorf("the reader's error was lost: %v", err)
		}
	})
}

func TestReadProducts_GivesEveryProductOnce(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		var all []*catalog.Product
		for i := range 2500 {
			all = append(all, sample(fmt.Sprintf("p-%04d", i)))
		}
		_, err := store.Save(t.Context(), all, catalog.KeepExisting)
		must(t, err)
		for _, parts := range []int{1, 2, 3, 7} {
			read := make([][]string, parts)
			must(t, store.EachApproved(t.Context(), parts, func(part int, p *catalog.Product) error {
				read[part] = append(read[part], p.ID)
				return nil
			}))
			ids := slices.Concat(read...)
			slices.Sort(ids)
			if len(ids) != len(all) || len(slices.Compact(ids)) != len(all) {
				t.Errorf("%d parts gave %d products", parts, len(ids))
			}
		}
	})
}

// Listed products are read as one text of all columns: whatever stands in them, it must give the same.
func TestEachApproved_GivesProductsAsReadingOneDoes(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		bare := &catalog.Product{
			ID: "bare", Code: "B", Brand: "x", Category: "hygiene", Price: 1, Status: catalog.Approved, Version: 1,
			Regulation: regulation.None, CreatedAt: time.UnixMilli(1).UTC(), UpdatedAt: time.UnixMilli(2).UTC(),
		}
		arabicDigits := sample("arabic digits")
		arabicDigits.Name.Arabic, arabicDigits.PackSize = "بنادول ٥٠٠", "٢٤"
		arabicDigits.Ingredients[0].Strength = "٥٠٠ ملغ"
		separator := sample("separator")
		separator.Description.English = "one\x1ftwo"
		separators := sample("separators")
		separators.Code, separators.Form, separators.StoreID = "\x1f\x1f", "\x1f", "\x1f7\x1f"
		lists := sample("lists")
		lists.Concerns, lists.Suits = []string{"headache", "fever"}, []string{"adults"}
		lists.Warnings.English, lists.ReorderLevel = "Line\nby line, 'quoted'; 50 %", 12
		onePicture := sample("one picture")
		onePicture.Images = onePicture.Images[1:]
		want := map[string]*catalog.Product{}
		for _, p := range []*catalog.Product{
			sample("full"), bare, arabicDigits, separator, separators, lists, onePicture,
		} {
			must(t, store.Insert(ctx, p))
			one, err := store.Product(ctx, p.ID)
			must(t, err)
			want[p.ID] = one
		}
		hidden := sample("separator, not listed")
		hidden.Description.English, hidden.OffSale = "\x1f", true
		must(t, store.Insert(ctx, hidden))
		got := map[string]*catalog.Product{}
		must(t, store.EachApproved(ctx, 1, func(_ int, p *catalog.Product) error {
			one := *p
			got[p.ID] = &one
			return nil
		}))
		for id, p := range want {
			if !reflect.DeepEqual(got[id], p) {
				t.Errorf("%s: one by one %+v\nand together %+v", id, p, got[id])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d products, want %d", len(got), len(want))
		}
	})
}

func TestUpdateProduct_WritesTheNextVersion(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		must(t, store.Insert(ctx, sample("a")))
		got, err := update(ctx, store, "a", func(p *catalog.Product) error {
			p.Price, p.Stock, p.StoreID, p.Images = 999, 0, "", nil
			return nil
		})
		must(t, err)
		read, err := store.Product(ctx, "a")
		must(t, err)
		if !reflect.DeepEqual(got, read) || read.Version != 2 || read.Price != 999 || read.StoreID != "" ||
			read.Images != nil {
			t.Errorf("updated %+v, read %+v", got, read)
		}
		no := errors.New("no")
		_, err = update(ctx, store, "a", func(p *catalog.Product) error { p.Price = 1; return no })
		if read, _ := store.Product(ctx, "a"); !errors.Is(err, no) || read.Price != 999 || read.Version != 2 {
			t.Errorf("a refused update was written: %v", err)
		}
		_, err = update(ctx, store, "nothing", func(*catalog.Product) error { return nil })
		wantCode(t, err, apperr.ProductNotFound)
	})
}

func TestUpdateProduct_ConcurrentUpdatesAreNotLost(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		must(t, store.Insert(t.Context(), sample("a")))
		var work sync.WaitGroup
		for range 20 {
			work.Go(func() {
				if _, err := update(t.Context(), store, "a", func(p *catalog.Product) error {
					p.Price++
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		if p, err := store.Product(t.Context(), "a"); err != nil || p.Price != 445 || p.Version != 21 {
			t.Errorf("price %v, version %d after twenty increments: %v", p.Price, p.Version, err)
		}
	})
}

func TestUpdateProduct_OldVersionGetsTheCurrentProduct(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		must(t, store.Insert(ctx, sample("a")))
		service := catalog.NewService(store)
		_, err := service.Update(ctx, "a", 1, func(p *catalog.Product) error { p.Price = 500; return nil })
		must(t, err)
		_, err = service.Update(ctx, "a", 1, func(p *catalog.Product) error { p.Price = 100; return nil })
		wantCode(t, err, apperr.ProductChanged)
		current, _ := apperr.From(err).Details["current"].(*catalog.Product)
		if current == nil || current.Price != 500 || current.Version != 2 {
			t.Errorf("the answer says %+v", current)
		}
		if p, _ := store.Product(ctx, "a"); p.Price != 500 {
			t.Errorf("the stale edit was written: %v", p.Price)
		}
	})
}

func TestProducts_CodeIsUniqueAmongApproved(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		must(t, store.Insert(ctx, sample("a")))
		twin := sample("b")
		twin.Code = "C-a"
		wantCode(t, store.Insert(ctx, twin), apperr.ProductCodeTaken)
		twin.Status = catalog.Pending
		must(t, store.Insert(ctx, twin))
		_, err := catalog.NewService(store).SetStatus(ctx, "b", catalog.Approved, "")
		wantCode(t, err, apperr.ProductCodeTaken)
		_, err = store.Save(ctx, []*catalog.Product{sample("x"),
			{ID: "y", Code: "C-a", Brand: "b", Category: "colds", Price: 1, Status: catalog.Approved, Version: 1,
				Regulation: regulation.None}}, catalog.KeepExisting)
		wantCode(t, err, apperr.ProductCodeTaken)
		if n, _ := store.Count(ctx); n != 2 {
			t.Errorf("half of a refused batch was kept: %d products", n)
		}
	})
}

func TestProductSchema_RefusesInvalidRows(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		must(t, store.Insert(t.Context(), sample("a")))
		for _, set := range []string{
			"stock = -1", "price_cents = 0", "price_cents = -5", "discount = 101", "discount = -1", "status = 'sold'",
			"category = 'shoes'", "max_per_order = -1", "code = ''", "brand = ''", "version = 0",
		} {
			err := db.Write(t.Context(), func(tx *sqlstore.Tx) error {
				_, err := tx.ExecContext(t.Context(), "UPDATE products SET "+set)
				return err
			})
			if !sqlstore.IsCheck(err) {
				t.Errorf("%s: %v", set, err)
			}
		}
	})
}

func TestProductsSave_KeepsOrReplacesExisting(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		batch := func(stock int) (all []*catalog.Product) {
			for i := range 130 {
				p := sample(fmt.Sprintf("p-%03d", i))
				p.Stock = stock
				all = append(all, p)
			}
			return all
		}
		if n, err := store.Save(ctx, batch(1), catalog.KeepExisting); n != 130 || err != nil {
			t.Fatalf("wrote %d: %v", n, err)
		}
		more := append(batch(2), sample("new"))
		if n, err := store.Save(ctx, more, catalog.KeepExisting); n != 1 || err != nil {
			t.Fatalf("wrote %d beside what was kept: %v", n, err)
		}
		if p, _ := store.Product(ctx, "p-007"); p.Stock != 1 || p.Version != 1 {
			t.Errorf("kept product has stock %d, version %d", p.Stock, p.Version)
		}
		if n, err := store.Save(ctx, batch(3), catalog.Replace); n != 130 || err != nil {
			t.Fatalf("replaced %d: %v", n, err)
		}
		if p, _ := store.Product(ctx, "p-129"); p.Stock != 3 || p.Version != 2 ||
			!p.CreatedAt.Equal(sample("x").CreatedAt) {
			t.Errorf("replaced product has stock %d, version %d", p.Stock, p.Version)
		}
	})
}

func TestMoveStock_NeverSellsAPieceTwice(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		const pieces, buyers = 30, 50
		for _, id := range []string{"a", "b"} {
			p := sample(id)
			p.Stock = pieces
			must(t, store.Insert(t.Context(), p))
		}
		var work sync.WaitGroup
		var mu sync.Mutex
		outcomes := map[apperr.Code]int{}
		for i := range buyers {
			work.Go(func() {
				moves := []catalog.StockMove{{ID: "a", By: -1}, {ID: "b", By: -1}}
				if i%2 == 0 {
					slices.Reverse(moves)
				}
				err := store.MoveStock(t.Context(), moves)
				mu.Lock()
				defer mu.Unlock()
				outcomes[apperr.CodeOf(err)]++
			})
		}
		work.Wait()
		if want := map[apperr.Code]int{"": pieces, apperr.StockShort: buyers - pieces}; !maps.Equal(outcomes, want) {
			t.Errorf("outcomes %v, want %v", outcomes, want)
		}
		for _, id := range []string{"a", "b"} {
			if p, err := store.Product(t.Context(), id); err != nil || p.Stock != 0 || p.Version != pieces+1 {
				t.Errorf("%s: stock %d, version %d: %v", id, p.Stock, p.Version, err)
			}
		}
	})
}

func TestMoveStock_AllOrNone(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		must(t, store.Insert(ctx, sample("a")))
		must(t, store.Insert(ctx, sample("b")))
		err := store.MoveStock(ctx, []catalog.StockMove{{ID: "a", By: -5}, {ID: "b", By: -5}, {ID: "b", By: -5}})
		wantCode(t, err, apperr.StockShort)
		if short := apperr.From(err).Details["products"]; !reflect.DeepEqual(short, []string{"b"}) {
			t.Errorf("short of %v", short)
		}
		if p, _ := store.Product(ctx, "a"); p.Stock != 7 || p.Version != 1 {
			t.Errorf("a refused move took %d", 7-p.Stock)
		}
		wantCode(t, store.MoveStock(ctx, []catalog.StockMove{{ID: "a", By: -1}, {ID: "gone", By: -1}}),
			apperr.ProductNotFound)
		must(t, store.MoveStock(ctx, []catalog.StockMove{{ID: "a", By: -5}, {ID: "b", By: 3}}))
		a, _ := store.Product(ctx, "a")
		b, _ := store.Product(ctx, "b")
		if a.Stock != 2 || b.Stock != 10 {
			t.Errorf("a has %d, b has %d", a.Stock, b.Stock)
		}
	})
}

func TestReadProducts_StopsWhenTheCallerStops(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		var all []*catalog.Product
		for i := range 300 {
			all = append(all, sample(fmt.Sprintf("p-%03d", i)))
		}
		_, err := store.Save(t.Context(), all, catalog.KeepExisting)
		must(t, err)
		ctx, leave := context.WithCancel(t.Context())
		seen := 0
		err = store.EachApproved(ctx, 1, func(int, *catalog.Product) error {
			if seen++; seen == 3 {
				leave()
				time.Sleep(50 * time.Millisecond)
			}
			return nil
		})
		if err == nil || seen == len(all) {
			t.Errorf("read all %d after leaving: %v", seen, err)
		}
		if _, err := store.Product(ctx, "p-001"); !errors.Is(err, context.Canceled) {
			t.Errorf("served someone who left: %v", err)
		}
	})
}
