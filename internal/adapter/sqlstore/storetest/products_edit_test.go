package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/audit"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/outbox"
)

// update changes a product without anybody's name on it.
func update(ctx context.Context, store *sqlstore.Products, id string,
	change func(p *catalog.Product) error) (*catalog.Product, error) {
	return store.Edit(ctx, id, 0, func(p *catalog.Product, _ []catalog.PastEdit) (catalog.ChangeRecord, error) {
		return catalog.ChangeRecord{Fields: []string{catalog.AnyField}}, change(p)
	})
}

func changedFields(t *testing.T, err error) []string {
	t.Helper()
	wantCode(t, err, apperr.ProductChanged)
	fields, _ := apperr.From(err).Details["changed"].([]string)
	return fields
}

func TestUpdateProduct_ConflictNamesChangedFields(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		service := catalog.NewService(store)
		must(t, store.Insert(ctx, sample("a")))
		edit := func(version int64, change func(p *catalog.Product)) error {
			_, err := service.Edit(ctx, catalog.Edit{
				ID: "a", Version: version, By: "boss", Action: "product_updated",
				Change: func(p *catalog.Product) error {
					change(p)
					return nil
				},
			})
			return err
		}
		must(t, edit(1, func(p *catalog.Product) { p.Price = 500; p.Name.Arabic = "بنادول جديد" }))
		mine := func(p *catalog.Product) { p.Discount = 20; p.Stock = 9 }
		if got, want := changedFields(t, edit(1, mine)), []string{"arabic_name", "price"}; !reflect.DeepEqual(got,
			want) {
			t.Errorf("changed is %v, want %v", got, want)
		}
		must(t, service.MoveStock(ctx, catalog.StockMove{ID: "a", By: -2}))
		if got, want := changedFields(t, edit(2, mine)), []string{"nb_in_stock"}; !reflect.DeepEqual(got, want) {
			t.Errorf("after a sale changed is %v, want %v", got, want)
		}
		must(t, edit(3, mine))
		// The same again, as after a lost answer, changes nothing and succeeds.
		must(t, edit(3, mine))
		p, err := store.Product(ctx, "a")
		must(t, err)
		if p.Version != 4 || p.Stock != 9 || p.Price != 500 {
			t.Errorf("the product is %+v", p)
		}
		replaced := sample("a")
		replaced.Name.English = "Imported"
		_, err = store.Save(ctx, []*catalog.Product{replaced}, catalog.Replace)
		must(t, err)
		if got := changedFields(t, edit(4, mine)); len(got) == 0 {
			t.Error("an import in between is not told")
		}
		must(t, store.ForgetEdits(ctx, time.Now().Add(time.Hour)))
		if got := changedFields(t, edit(4, mine)); len(got) == 0 {
			t.Error("without a memory of edits nothing is told")
		}
	})
}

func TestEditProduct_WritesAuditEventAndJobs(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		service := catalog.NewService(store)
		must(t, store.Insert(ctx, sample("a")))
		_, err := service.Edit(ctx, catalog.Edit{
			ID: "a", By: "boss", Action: "product_updated",
			Change: func(p *catalog.Product) error { p.Price = 999; return nil },
			Jobs: func(before, after *catalog.Product, now time.Time) ([]outbox.Job, error) {
				job, err := outbox.New("test", map[string]int64{"from": int64(before.Price), "to": int64(after.Price)})
				return []outbox.Job{job}, err
			},
		})
		must(t, err)
		events, _, err := sqlstore.NewAuditLog(db).Events(ctx, audit.Filter{Limit: 10})
		must(t, err)
		if len(events) != 1 || events[0].Action != "product_updated" || events[0].ActorID != "boss" ||
			events[0].Subject != "a" || events[0].SubjectKind != "product" || events[0].Detail != "price" {
			t.Errorf("the record is %+v", events)
		}
		leases, err := sqlstore.NewOutbox(db).Take(ctx, []string{"test"}, 5, time.Minute)
		must(t, err)
		var paid map[string]int64
		if len(leases) != 1 || json.Unmarshal(leases[0].Payload, &paid) != nil || paid["from"] != 425 ||
			paid["to"] != 999 {
			t.Errorf("the jobs are %+v", leases)
		}
	})
}

func TestUpdateProduct_OneOfManyEditorsOfAVersionWins(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		must(t, store.Insert(t.Context(), sample("a")))
		service := catalog.NewService(store)
		var group sync.WaitGroup
		outcomes := make(chan error, 8)
		for i := range cap(outcomes) {
			group.Go(func() {
				_, err := service.Update(t.Context(), "a", 1, func(p *catalog.Product) error {
					p.Name.English = fmt.Sprint("Editor ", i)
					return nil
				})
				outcomes <- err
			})
		}
		group.Wait()
		close(outcomes)
		won := 0
		for err := range outcomes {
			if err == nil {
				won++
				continue
			}
			wantCode(t, err, apperr.ProductChanged)
		}
		if won != 1 {
			t.Errorf("%d editors won", won)
		}
	})
}

func TestProducts_AcceptOnlyUploadedPictures(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		service := catalog.NewService(store)
		_, err := service.Add(ctx, sample("a"), catalog.ChangeRecord{By: "boss", Action: "product_added"})
		wantCode(t, err, apperr.ImageNotFound)
		if n, _ := store.Count(ctx); n != 0 {
			t.Errorf("a refused product was kept")
		}
		must(t, store.Insert(ctx, sample("a")))
		_, err = service.Update(ctx, "a", 0, func(p *catalog.Product) error {
			p.Images = append(p.Images[1:], catalog.Image{Hash: fmt.Sprintf("%032x", 77)})
			return nil
		})
		wantCode(t, err, apperr.ImageNotFound)
		_, err = service.Update(ctx, "a", 0, func(p *catalog.Product) error { p.Images = p.Images[1:]; return nil })
		must(t, err) // what it has it may keep or drop
	})
}
