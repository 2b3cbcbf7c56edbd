package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
)

// discountedMedicines counts what must never be there.
func discountedMedicines(t *testing.T, db *sqlstore.DB) int {
	t.Helper()
	var n int
	must(t, db.QueryRowContext(t.Context(),
		"SELECT count(*) FROM products WHERE discount > 0 AND regulation <> 'none'").Scan(&n))
	return n
}

func TestRegulation_NoHistoryLeavesAMedicineDiscounted(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		service := catalog.NewService(store)
		imports := newImportFixture(t, db)
		classes := append(regulation.Classes(), regulation.Unclassified)
		random := rand.New(rand.NewPCG(20, 26))
		const products = 6
		for i := range products {
			p := sample(fmt.Sprintf("p%d", i))
			p.Discount, p.Images = 0, nil
			must(t, store.Insert(ctx, p))
		}
		refused := 0
		for step := range 240 {
			id := fmt.Sprintf("p%d", random.IntN(products))
			class, discount := classes[random.IntN(len(classes))], random.IntN(3)*10
			var err error
			switch step % 4 {
			case 0: // the form, the table and the API
				_, err = service.Edit(ctx, catalog.Edit{ID: id, Change: func(p *catalog.Product) error {
					p.Regulation, p.Discount = class, discount
					return nil
				}})
			case 1: // one field at a time
				_, err = service.Edit(ctx, catalog.Edit{ID: id, Change: func(p *catalog.Product) error {
					if random.IntN(2) == 0 {
						p.Regulation = class
					} else {
						p.Discount = discount
					}
					return nil
				}})
			case 2: // straight into the database
				err = db.Write(ctx, func(tx *sqlstore.Tx) error {
					_, err := tx.ExecContext(ctx, "UPDATE products SET regulation = $2, discount = $3 WHERE id = $1",
						id, string(class), discount)
					return err
				})
			case 3: // a file
				if step%20 != 3 {
					continue
				}
				job := imports.run(imports.queue(fmt.Sprintf("id,code,regulation,discount\n%s,C-%s,%s,%d\n",
					id, id, class, discount), false).ID)
				if job.ProblemCount > 0 {
					err = fmt.Errorf("%v", job.Problems)
				}
			}
			if err != nil {
				refused++
			}
			if n := discountedMedicines(t, db); n != 0 {
				t.Fatalf("step %d leaves %d medicines discounted", step, n)
			}
		}
		if refused < 20 {
			t.Errorf("only %d changes were refused: the history tries too little", refused)
		}
	})
}

func TestRegulation_DatabaseRefusesWhatNobodyClassified(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		p := sample("a")
		p.Regulation, p.Discount = regulation.Unclassified, 0
		if err := store.Insert(t.Context(), p); err == nil {
			t.Error("a product without a class went on sale")
		}
		p.Status = catalog.Pending
		must(t, store.Insert(t.Context(), p))
		_, err := catalog.NewService(store).SetStatus(t.Context(), "a", catalog.Approved, "")
		if got := apperr.From(err); got == nil || got.Fields["regulation"] != "regulation_blank" {
			t.Errorf("approved without a class: %v", err)
		}
	})
}

func TestRegulation_ControlledMedicineIsReadByNobodyWhoShops(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		controlled, plain := sample("controlled"), sample("plain")
		controlled.Regulation, controlled.Discount = regulation.Controlled, 0
		must(t, store.Insert(ctx, controlled))
		must(t, store.Insert(ctx, plain))
		var seen []string
		must(t, store.EachApproved(ctx, 1, func(_ int, p *catalog.Product) error {
			seen = append(seen, p.ID)
			return nil
		}))
		print, err := store.Fingerprint(ctx)
		must(t, err)
		if len(seen) != 1 || seen[0] != "plain" || print.Products != 1 {
			t.Errorf("seen %v, counted %d", seen, print.Products)
		}
	})
}

func TestMigrate_EndsDiscountsOfMedicinesAndSaysSo(t *testing.T) {
	t.Parallel()
	eachMigratedTo(t, 19, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
			for id, row := range map[string]struct{ ingredients, status string }{
				"painkiller": {`[{"name":"Paracetamol","strength":"500 mg"}]`, "approved"},
				"cream":      {`[]`, "approved"},
				"waiting":    {`[]`, "pending"},
			} {
				discount := 15
				if id == "waiting" {
					discount = 0
				}
				_, err := tx.ExecContext(ctx, `INSERT INTO products (id, code, english_name, arabic_name,
					english_description, arabic_description, brand, category, price_cents, discount,
					active_ingredients, status, created_at, updated_at)
					VALUES ($1, $1, 'x', 'x', 'x', 'x', 'b', 'colds', 100, $2, $3, $4, 1, 1)`,
					id, discount, row.ingredients, row.status)
				if err != nil {
					return err
				}
			}
			return nil
		}))
		_, err := db.Migrate(ctx)
		must(t, err)
		store := sqlstore.NewProducts(db)
		for id, want := range map[string]struct {
			class    regulation.Class
			discount int
		}{"painkiller": {regulation.OTC, 0}, "cream": {regulation.None, 15}, "waiting": {regulation.Unclassified, 0}} {
			p, err := store.Product(ctx, id)
			must(t, err)
			if p.Regulation != want.class || p.Discount != want.discount {
				t.Errorf("%s: %q with a discount of %d", id, p.Regulation, p.Discount)
			}
		}
		var detail string
		must(t, db.QueryRowContext(ctx,
			"SELECT detail FROM audit WHERE action = 'discount_ended' AND subject = 'painkiller'").Scan(&detail))
		if !strings.Contains(detail, "15 %") {
			t.Errorf("the audit log says %q", detail)
		}
		if n := discountedMedicines(t, db); n != 0 {
			t.Errorf("%d medicines are discounted", n)
		}
	})
}
