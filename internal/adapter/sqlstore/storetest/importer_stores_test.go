package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/importer"
	"dawa/internal/domain/stores"
)

// inStore is a file of one product in a store.
func inStore(id, store, status string) string {
	return strings.TrimSpace(importHeading) + ",store,status\r\n" +
		id + ",CODE-" + id + ",Thing,غرض,It helps.,مفيد.,dove,vitamins,1.50,5," + store + "," + status + "\r\n"
}

// storeByStatus opens a store that ends up so.
func (m *storesFixture) storeByStatus(t *testing.T, name string, status catalog.Status) *stores.Store {
	t.Helper()
	if status == catalog.Pending {
		s, err := m.Add(t.Context(), "karim", pharmacy(name))
		must(t, err)
		return s
	}
	s := m.open(t, "karim", name)
	if status == catalog.Rejected {
		must2(t)(m.SetStatus(t.Context(), s.ID, decided(status, "Licence ended")))
	}
	return s
}

func TestImport_PutsNothingOnSaleInAStoreThatIsNotApproved(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		i := newImportFixture(t, m.db)
		open := m.storeByStatus(t, "Cedar", catalog.Approved)
		waits := m.storeByStatus(t, "Pine", catalog.Pending)
		suspended := m.storeByStatus(t, "Fir", catalog.Rejected)
		for name, c := range map[string]struct {
			store, status string
			problem       string
		}{
			"approved": {open.ID, "approved", ""},
			"waits":    {waits.ID, "approved", "store_not_approved"},
			// As adding by hand: what waits with its store is shown to nobody.
			"both-wait":         {waits.ID, "pending", ""},
			"suspended":         {suspended.ID, "approved", "store_not_approved"},
			"suspended-pending": {suspended.ID, "pending", "store_not_approved"},
			"unknown":           {"nowhere", "approved", "store_unknown"},
		} {
			job := i.run(i.queue(inStore("new-"+name, c.store, c.status), false).ID)
			i.wantProblem(name+", new", job, c.problem)
			moved := "moved-" + name
			i.run(i.queue(inStore(moved, "", "approved"), false).ID)
			job = i.run(i.queue(inStore(moved, c.store, c.status), false).ID)
			i.wantProblem(name+", moved", job, c.problem)
			if p := i.product(moved); c.problem != "" && p.StoreID != "" {
				t.Errorf("%s: moved to %s", name, p.StoreID)
			}
		}
		// What waits with its store is not approved behind its back.
		job := i.run(i.queue(inStore("new-both-wait", waits.ID, "approved"), false).ID)
		i.wantProblem("approving what waits with its store", job, "store_not_approved")
		if p := i.product("new-both-wait"); p.Listed() {
			t.Errorf("on sale in a store that waits: %+v", p)
		}
		// A store that was renamed waits again, and what it sells goes on being sold.
		change(t, m.db, "UPDATE stores SET status = 'pending'")
		file := strings.Replace(inStore("new-approved", open.ID, "approved"), "1.50", "2.50", 1)
		i.wantProblem("a price in a renamed store", i.run(i.queue(file, false).ID), "")
		if p := i.product("new-approved"); p.Price != 250 || !p.Listed() {
			t.Errorf("a product of a renamed store is %+v", p)
		}
	})
}

// wantProblem fails unless the job tells one problem about its store, or none for "".
func (i *importFixture) wantProblem(what string, job *importer.Job, code string) {
	i.t.Helper()
	if code == "" {
		if job.State != importer.Done || job.ProblemCount != 0 {
			i.t.Errorf("%s: %+v", what, job)
		}
		return
	}
	if job.State != importer.Failed || job.ProblemCount != 1 || job.Problems[0].Row != 2 ||
		job.Problems[0].Column != "store" || job.Problems[0].Code != code {
		i.t.Errorf("%s: %+v, want the problem %s", what, job, code)
	}
}

func TestImport_SellsNothingInAStoreThatWasClosedAfterTheCheck(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		i := newImportFixture(t, m.db)
		s := m.open(t, "karim", "Cedar")
		i.run(i.queue(inStore("moved", "", "approved"), false).ID)
		job := i.queue(inStore("new", s.ID, "approved"), false)
		lease, err := i.store.Take(ctx, time.Minute)
		must(t, err)
		before := i.product("moved")
		moved, added := before.Clone(), before.Clone()
		moved.StoreID = s.ID
		added.ID, added.Code, added.StoreID = "new", "CODE-new", s.ID
		must(t, i.store.Stage(ctx, lease, []importer.Staged{
			{Product: added}, {Product: moved, Version: before.Version, Stock: before.Stock, Fields: []string{"store"}},
		}))
		must2(t)(m.SetStatus(ctx, s.ID, decided(catalog.Rejected, "Licence ended")))
		for _, id := range []string{"new", "moved"} {
			if err := i.store.Apply(ctx, lease, []string{id}, time.Now()); !errors.Is(err, importer.ErrProductEdited) {
				t.Errorf("writing %s: %v", id, err)
			}
		}
		// The next attempt reads the file anew and says why.
		must(t, i.store.Release(ctx, lease))
		i.wantProblem("the next attempt", i.run(job.ID), "store_not_approved")
		if p := i.product("moved"); p.StoreID != "" {
			t.Errorf("moved is %+v", p)
		}
		_, err = sqlstore.NewProducts(m.db).Product(ctx, "new")
		wantCode(t, err, apperr.ProductNotFound)
	})
}
