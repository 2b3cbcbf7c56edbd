package storetest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/pricelist"
	"dawa/internal/domain/regulation"
)

const listRate = 89_500

// listMapping are the columns of the lists that the tests write.
var listMapping = pricelist.Mapping{
	pricelist.Registration: "Reg", pricelist.Name: "Name", pricelist.Price: "Price LBP",
}

func newPriceLists(db *sqlstore.DB) *pricelist.Service {
	return pricelist.New(pricelist.Options{
		Store: sqlstore.NewPriceLists(db), Rate: func() int64 { return listRate }, Now: time.Now,
		Log: slog.New(slog.DiscardHandler),
	})
}

// addMedicines adds medicines with the official price 100,000.
func addMedicines(t *testing.T, db *sqlstore.DB, store *sqlstore.Products, n int) (ids []string) {
	t.Helper()
	if _, err := newRates(db).Set(t.Context(), listRate, "admin", true); err != nil {
		t.Fatal(err)
	}
	var all []*catalog.Product
	for i := range n {
		p := sample(fmt.Sprintf("m%04d", i))
		p.Discount, p.Images, p.Regulation, p.Registration = 0, nil, regulation.OTC, "R-"+p.ID
		p.OfficialPrice = regulation.OfficialPrice{Pounds: 100_000, Source: "before", ValidFrom: "2025-01-01"}
		p.Price = money.InCents(100_000, listRate)
		all, ids = append(all, p), append(ids, p.ID)
	}
	_, err := store.Save(t.Context(), all, catalog.KeepExisting)
	must(t, err)
	return ids
}

// compared brings in a list with one price for each of the products.
func compared(t *testing.T, s *pricelist.Service, ids []string, pounds func(i int) int64) *pricelist.List {
	t.Helper()
	var file strings.Builder
	file.WriteString("Reg,Name,Price LBP\n")
	for i, id := range ids {
		fmt.Fprintf(&file, "R-%s,Name %d,%d\n", id, i, pounds(i))
	}
	list, err := s.Compare(t.Context(), pricelist.Draft{
		File: []byte(file.String()), FileName: "list.csv", Mapping: listMapping, Source: "Circular 7",
		ValidFrom: "2026-02-01", By: "admin",
	})
	must(t, err)
	return list
}

func same(pounds int64) func(int) int64 { return func(int) int64 { return pounds } }

func counted(t *testing.T, db *sqlstore.DB, query string, args ...any) (n int) {
	t.Helper()
	must(t, db.QueryRowContext(t.Context(), query, args...).Scan(&n))
	return n
}

func TestPriceList_AppliesWhatWasApprovedAndAudits(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		ids := addMedicines(t, db, store, 5)
		s := newPriceLists(db)
		// The prices: as before, +20 %, far and ticked, far and not ticked, a row for nobody.
		list := compared(t, s, append(ids[:4:4], "nobody"), func(i int) int64 {
			return []int64{100_000, 120_000, 200_000, 300_000, 5000}[i]
		})
		if list.Counts != (pricelist.Counts{
			Rows: 5, Same: 1, Changed: 3, Suspicious: 2, Unmatched: 1, Missing: 1,
		}) {
			t.Fatalf("counts %+v", list.Counts)
		}
		if remembered, err := sqlstore.NewPriceLists(db).Mapping(ctx); err != nil ||
			remembered[pricelist.Price] != "Price LBP" || len(remembered) != 3 {
			t.Errorf("remembered %v, %v", remembered, err)
		}
		must(t, s.ApplyDue(ctx))
		if p, err := store.Product(ctx, ids[1]); err != nil || p.OfficialPrice.Pounds != 100_000 {
			t.Fatalf("a list that nobody approved was applied: %+v, %v", p, err)
		}
		approved, err := s.Approve(ctx, list.ID, pricelist.Approval{By: "boss", Accept: []int{4, 2, 77}})
		must(t, err)
		if approved.State != pricelist.Scheduled || approved.ApplyAt.IsZero() {
			t.Errorf("approved: %+v", approved)
		}
		must(t, s.ApplyDue(ctx))
		for i, want := range []int64{100_000, 120_000, 200_000, 100_000, 100_000} {
			p, err := store.Product(ctx, ids[i])
			must(t, err)
			if p.OfficialPrice.Pounds != want || p.Price != money.InCents(money.Pounds(want), listRate) {
				t.Errorf("%s: %d pounds, %s", p.ID, p.OfficialPrice.Pounds, p.Price)
			}
			if changed := want != 100_000; changed && (p.OfficialPrice.Source != "Circular 7" ||
				p.OfficialPrice.ValidFrom != "2026-02-01" || p.Version != 2) {
				t.Errorf("%s: %+v, version %d", p.ID, p.OfficialPrice, p.Version)
			}
		}
		done, rows, total, err := s.List(ctx, list.ID, pricelist.Change, 1)
		must(t, err)
		if done.State != pricelist.Applied || done.Written != 2 || done.Skipped != 0 || total != 3 ||
			rows[0].Suspicious != true || rows[2].State != pricelist.RowApplied || rows[2].ProductName.English == "" {
			t.Errorf("done: %+v, %+v", done, rows)
		}
		var changes string
		must(t, db.QueryRowContext(ctx, `SELECT changes FROM audit WHERE action = 'official_price_set' AND subject = $1
			AND actor_id = 'boss'`, ids[1]).Scan(&changes))
		if !strings.Contains(changes, `{"field":"official_price_lbp","old":"100000","new":"120000"}`) ||
			!strings.Contains(changes, `{"field":"price","old":"1.11","new":"1.34"}`) {
			t.Errorf("the audit log says %s", changes)
		}
		for action, n := range map[string]int{
			"price_list_compared": 1, "price_list_approved": 1, "price_list_applied": 1, "official_price_set": 2,
		} {
			if got := counted(t, db, "SELECT count(*) FROM audit WHERE action = $1", action); got != n {
				t.Errorf("%s: %d times", action, got)
			}
		}
		for _, again := range []error{
			second(s.Approve(ctx, list.ID, pricelist.Approval{By: "boss"})), second(s.Cancel(ctx, list.ID, "boss")),
		} {
			if apperr.CodeOf(again) != apperr.PriceListState {
				t.Errorf("again: %v", again)
			}
		}
		if _, err := s.Cancel(ctx, "other", "boss"); apperr.CodeOf(err) != apperr.PriceListNotFound {
			t.Errorf("another list: %v", err)
		}
		must(t, sqlstore.NewPriceLists(db).Sweep(ctx, time.Now().Add(time.Hour)))
		if n := counted(t, db, "SELECT count(*) FROM price_list_rows"); n != 0 {
			t.Errorf("%d rows are left of an old list", n)
		}
	})
}

func second[T any](_ T, err error) error { return err }

func TestPriceList_WaitsForItsMomentByTheDatabasesClock(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		ids := addMedicines(t, db, store, 3)
		s := newPriceLists(db)
		list := compared(t, s, ids, same(110_000))
		_, err := s.Approve(ctx, list.ID, pricelist.Approval{By: "boss", At: time.Now().Add(time.Hour)})
		must(t, err)
		must(t, s.ApplyDue(ctx))
		if p, err := store.Product(ctx, ids[0]); err != nil || p.OfficialPrice.Pounds != 100_000 {
			t.Fatalf("applied too early: %+v, %v", p, err)
		}
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error { // an hour later
			_, err := tx.ExecContext(ctx, "UPDATE price_lists SET apply_at = "+tx.Now()+" WHERE id = $1", list.ID)
			return err
		}))
		must(t, s.ApplyDue(ctx))
		if p, err := store.Product(ctx, ids[2]); err != nil || p.OfficialPrice.Pounds != 110_000 {
			t.Errorf("not applied: %+v, %v", p, err)
		}
		dropped := compared(t, s, ids, same(120_000))
		_, err = s.Approve(ctx, dropped.ID, pricelist.Approval{By: "boss", At: time.Now().Add(time.Hour)})
		must(t, err)
		if cancelled, err := s.Cancel(ctx, dropped.ID, "boss"); err != nil || cancelled.State != pricelist.Cancelled {
			t.Errorf("cancelled: %+v, %v", cancelled, err)
		}
		if n := counted(t, db, "SELECT count(*) FROM price_list_rows WHERE state = 'planned'"); n != 0 {
			t.Errorf("%d rows of a cancelled list are planned", n)
		}
		if _, err := s.Approve(ctx, compared(t, s, ids, same(500_000)).ID, pricelist.Approval{By: "boss"}); apperr.
			CodeOf(err) != apperr.PriceListNothing {
			t.Errorf("nothing but suspicious rows: %v", err)
		}
	})
}

func TestPriceList_SkipsWhatWasEditedMeanwhile(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		ids := addMedicines(t, db, store, 4)
		s := newPriceLists(db)
		list := compared(t, s, ids, same(110_000))
		products := catalog.NewService(store)
		edit := func(id string, change func(p *catalog.Product)) {
			_, err := products.Edit(ctx, catalog.Edit{ID: id, Change: func(p *catalog.Product) error {
				change(p)
				return nil
			}})
			must(t, err)
		}
		edit(ids[0], func(p *catalog.Product) { p.Regulation = regulation.None })
		edit(ids[1], func(p *catalog.Product) { p.OfficialPrice.ValidFrom = "2026-06-01" })
		edit(ids[2], func(p *catalog.Product) { p.OfficialPrice.Pounds = 10_000 })
		_, err := s.Approve(ctx, list.ID, pricelist.Approval{By: "boss"})
		must(t, err)
		must(t, s.ApplyDue(ctx))
		done, rows, _, err := s.List(ctx, list.ID, pricelist.Change, 1)
		must(t, err)
		if done.Written != 1 || done.Skipped != 3 {
			t.Errorf("done: %+v", done)
		}
		for i, want := range []string{"price_list_not_medicine", "price_list_older", "price_list_meanwhile", ""} {
			if rows[i].Code != want {
				t.Errorf("row %d: %+v", i, rows[i])
			}
		}
	})
}

// Several servers apply a list while some of their transactions fail and products are bought and edited: every price is
// written once, no transaction is larger than imports allow, and nothing is left undone.
func TestPriceList_AppliedOnceByManyServers(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		const products = 120
		ids := addMedicines(t, db, store, products)
		s := newPriceLists(db)
		list := compared(t, s, ids, func(i int) int64 { return 101_000 + int64(i) })
		_, err := s.Approve(ctx, list.ID, pricelist.Approval{By: "boss"})
		must(t, err)
		lists := sqlstore.NewPriceLists(db)
		var work sync.WaitGroup
		for server := range 4 {
			work.Go(func() {
				for try := 0; ; try++ {
					fails := server == 0 && try%3 == 0
					calls := 0
					more, err := lists.ApplyNext(ctx, 7, time.Now(),
						func(row pricelist.Row, p *pricelist.Product, rate int64) string {
							if calls++; calls > 7 {
								t.Error("a transaction is too large")
							}
							return pricelist.Decide(row, p, rate)
						})
					if fails { // a server that dies in the middle of a transaction
						dying, cancel := context.WithCancel(ctx)
						_, err := lists.ApplyNext(dying, 7, time.Now(),
							func(pricelist.Row, *pricelist.Product, int64) string { cancel(); return "" })
						cancel()
						if err != nil && !errors.Is(err, context.Canceled) {
							t.Error(err)
						}
					}
					if err != nil {
						t.Error(err)
					}
					if done, err := lists.List(ctx, list.ID); err != nil || !more && done.State == pricelist.Applied {
						return
					}
				}
			})
		}
		work.Wait()
		done, err := lists.List(ctx, list.ID)
		must(t, err)
		if done.State != pricelist.Applied || done.Written != products || done.Skipped != 0 {
			t.Errorf("done: %+v", done)
		}
		for i, id := range ids {
			p, err := store.Product(ctx, id)
			must(t, err)
			if p.OfficialPrice.Pounds != 101_000+int64(i) || p.Version != 2 {
				t.Errorf("%s: %d pounds, version %d", id, p.OfficialPrice.Pounds, p.Version)
			}
		}
		if n := counted(t, db, "SELECT count(*) FROM audit WHERE action = 'official_price_set'"); n != products {
			t.Errorf("%d prices are in the audit log", n)
		}
	})
}
