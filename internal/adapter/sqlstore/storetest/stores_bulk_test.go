package storetest

import (
	"sync"
	"testing"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/regulation"
	"dawa/internal/domain/stores"
)

// sold is a product of a store that is on sale.
func (m *storesFixture) sold(t *testing.T, storeID, id string, stock int, change func(p *catalog.Product)) {
	t.Helper()
	p := bare(id)
	p.ID, p.StoreID, p.Status, p.Regulation = id, storeID, catalog.Approved, regulation.None
	p.Price, p.Stock, p.Discount = 400, stock, 0
	if change != nil {
		change(p)
	}
	_, err := m.goods.Add(t.Context(), p, catalog.ChangeRecord{})
	must(t, err)
}

func (m *storesFixture) get(t *testing.T, id string) *catalog.Product {
	t.Helper()
	p, err := m.goods.Product(t.Context(), id)
	must(t, err)
	return p
}

// shown are products as a screen shows them now.
func (m *storesFixture) shown(t *testing.T, ids ...string) []stores.BulkTarget {
	t.Helper()
	var targets []stores.BulkTarget
	for _, id := range ids {
		p := m.get(t, id)
		targets = append(targets, stores.BulkTarget{ID: id, Price: p.Price, Stock: p.Stock})
	}
	return targets
}

func rowCodes(rows []stores.BulkRow) map[string]string {
	found := map[string]string{}
	for _, row := range rows {
		found[row.ID] = row.Code
	}
	return found
}

func TestBulkEdit_ChangesWhatMayChangeAndSaysWhyTheRestDoesNot(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		cedar, other := m.open(t, "karim", "Cedar"), m.open(t, "layla", "Other")
		karim := m.as(t, "karim")
		m.sold(t, cedar.ID, "plain", 10, nil)
		m.sold(t, cedar.ID, "medicine", 10, func(p *catalog.Product) {
			p.Regulation, p.OfficialPrice.Pounds = regulation.OTC, 358_000
		})
		m.sold(t, cedar.ID, "cheap", 10, func(p *catalog.Product) { p.Price = 40 })
		m.sold(t, cedar.ID, "edited", 10, nil)
		m.sold(t, other.ID, "foreign", 10, nil)
		targets := m.shown(t, "plain", "medicine", "cheap", "edited", "foreign")
		must2p(t)(m.PatchProduct(ctx, "edited", 0, karim, func(p *catalog.Product) error { p.Price = 500; return nil }))
		change := stores.BulkChange{PriceBy: new(money.Cents(-50))}
		want := map[string]string{
			"plain": "", "medicine": "price_official", "cheap": "price_min", "edited": "product_moved",
			"foreign": "product_not_found",
		}
		rows, err := m.PreviewBulk(ctx, cedar.ID, karim, change, targets)
		must(t, err)
		if got := rowCodes(rows); !equalCodes(got, want) {
			t.Errorf("the preview says %v, want %v", got, want)
		}
		if p := m.get(t, "plain"); p.Price != 400 || p.Version != 1 {
			t.Errorf("the preview changed %+v", p)
		}
		edit, err := m.EditBulk(ctx, cedar.ID, karim, change, targets)
		must(t, err)
		if got := rowCodes(edit.Rows); !equalCodes(got, want) {
			t.Errorf("the change says %v, want %v", got, want)
		}
		for id, price := range map[string]money.Cents{"plain": 350, "cheap": 40, "edited": 500, "foreign": 400} {
			if p := m.get(t, id); p.Price != price {
				t.Errorf("%s costs %s, want %s", id, p.Price, price)
			}
		}
		// Ten percent of 3.55 is half a cent more than 3.90.
		must2p(t)(m.PatchProduct(ctx, "plain", 0, karim, func(p *catalog.Product) error { p.Price = 355; return nil }))
		_, err = m.EditBulk(ctx, cedar.ID, karim, stores.BulkChange{PriceBasisPoints: new(1000)}, m.shown(t, "plain"))
		must(t, err)
		if p := m.get(t, "plain"); p.Price != 391 {
			t.Errorf("3.55 and 10%% is %s", p.Price)
		}
		if rows, err := m.PreviewBulk(ctx, cedar.ID, m.as(t, "layla"), change, m.shown(t, "plain")); err != nil ||
			rows[0].Code != "product_not_found" || rows[0].Before != (stores.BulkValues{}) {
			t.Errorf("a stranger sees %+v %v", rows, err)
		}
	})
}

func equalCodes(got, want map[string]string) bool {
	for id, code := range want {
		if found, listed := got[id]; !listed || found != code {
			return false
		}
	}
	return len(got) == len(want)
}

func TestBulkEdit_UndoNeverUndoesASaleOrAnotherEdit(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		cedar := m.open(t, "karim", "Cedar")
		karim := m.as(t, "karim")
		for _, id := range []string{"a", "b", "c"} {
			m.sold(t, cedar.ID, id, 10, nil)
		}
		targets := m.shown(t, "a", "b", "c")
		sell := func(id string, n int) {
			must(t, m.products.MoveStock(ctx, []catalog.StockMove{{ID: id, By: -n}}))
		}
		sell("a", 2) // between the screen and the press: the count of 30 was made of 10
		edit, err := m.EditBulk(ctx, cedar.ID, karim, stores.BulkChange{
			PriceBy: new(money.Cents(100)), StockTo: new(30), OffSale: new(true),
		}, targets)
		must(t, err)
		if p := m.get(t, "a"); p.Stock != 28 || p.Price != 500 || !p.OffSale {
			t.Errorf("after the change: %+v", p)
		}
		sell("b", 25) // sold before the undo: five are left of thirty
		must2p(t)(m.PatchProduct(ctx, "c", 0, karim, func(p *catalog.Product) error { p.Price = 777; return nil }))
		if _, err := m.UndoBulk(ctx, "house", "karim", edit.ID); apperr.CodeOf(err) != apperr.NotFound {
			t.Errorf("undone at another place: %v", err)
		}
		var presses sync.WaitGroup
		for range 4 {
			presses.Go(func() {
				if _, err := m.UndoBulk(ctx, cedar.ID, "karim", edit.ID); err != nil {
					t.Error(err)
				}
			})
		}
		presses.Wait()
		for id, want := range map[string]stores.BulkValues{
			"a": {Price: 400, Stock: 8}, "b": {Price: 400, Stock: 0}, "c": {Price: 777, Stock: 10},
		} {
			if p := m.get(t, id); p.Price != want.Price || p.Stock != want.Stock || p.OffSale {
				t.Errorf("%s after the undo: %+v, want %+v", id, p, want)
			}
		}
	})
}

func TestBulkEdit_UndoEndsAfterTenMinutes(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		cedar := m.open(t, "karim", "Cedar")
		m.sold(t, cedar.ID, "a", 10, nil)
		edit, err := m.EditBulk(ctx, cedar.ID, m.as(t, "karim"), stores.BulkChange{StockBy: new(5)}, m.shown(t, "a"))
		must(t, err)
		late := stores.New(m.records, m.goods, testSealer(t), "", func() time.Time {
			return time.Now().Add(stores.UndoTime + time.Second)
		})
		_, err = late.UndoBulk(ctx, cedar.ID, "karim", edit.ID)
		wantCode(t, err, apperr.UndoLate)
		if p := m.get(t, "a"); p.Stock != 15 {
			t.Errorf("undone too late: %+v", p)
		}
	})
}

func TestBulkEdit_SalesRaceWithChangeAndUndo(t *testing.T) {
	t.Parallel()
	const buyers, each = 4, 10
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		cedar := m.open(t, "karim", "Cedar")
		m.sold(t, cedar.ID, "a", 100, nil)
		m.sold(t, cedar.ID, "b", 100, nil)
		targets := m.shown(t, "a", "b")
		var work sync.WaitGroup
		for range buyers {
			work.Go(func() {
				for range each {
					for _, id := range []string{"a", "b"} {
						if err := m.products.MoveStock(ctx, []catalog.StockMove{{ID: id, By: -1}}); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		edit, err := m.EditBulk(ctx, cedar.ID, m.as(t, "karim"), stores.BulkChange{StockTo: new(150)}, targets)
		must(t, err)
		_, err = m.UndoBulk(ctx, cedar.ID, "karim", edit.ID)
		must(t, err)
		work.Wait()
		for _, id := range []string{"a", "b"} {
			if p := m.get(t, id); p.Stock != 100-buyers*each {
				t.Errorf("%s has %d pieces", id, p.Stock)
			}
		}
	})
}

func TestApproveBulk_ApprovesWhatWaitsAndCanBeUndone(t *testing.T) {
	t.Parallel()
	eachStoresFixture(t, func(t *testing.T, m *storesFixture) {
		ctx := t.Context()
		cedar := m.open(t, "karim", "Cedar")
		pending := func(p *catalog.Product) { p.Status, p.SubmittedBy = catalog.Pending, "karim" }
		m.sold(t, cedar.ID, "a", 1, pending)
		m.sold(t, cedar.ID, "b", 1, func(p *catalog.Product) { pending(p); p.Regulation = regulation.Unclassified })
		m.sold(t, cedar.ID, "c", 1, nil)
		edit, err := m.ApproveBulk(ctx, "boss", []string{"a", "b", "c", "nothing"})
		must(t, err)
		want := map[string]string{
			"a": "", "b": "regulation_blank", "c": "product_not_waiting", "nothing": "product_not_found",
		}
		if got := rowCodes(edit.Rows); !equalCodes(got, want) {
			t.Errorf("approving says %v, want %v", got, want)
		}
		if m.get(t, "a").Status != catalog.Approved || m.get(t, "b").Status != catalog.Pending {
			t.Error("not what waits was approved")
		}
		_, err = m.UndoBulk(ctx, "", "boss", edit.ID)
		must(t, err)
		if m.get(t, "a").Status != catalog.Pending || m.get(t, "c").Status != catalog.Approved {
			t.Error("the approval was not undone")
		}
	})
}
