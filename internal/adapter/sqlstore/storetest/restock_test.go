package storetest

import (
	"context"
	"net/netip"
	"slices"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/importer"
	"dawa/internal/domain/restock"
	"dawa/internal/domain/retention"
)

// restockFixture is a shop whose product p0 is sold out.
type restockFixture struct {
	*ordersFixture
	store  *sqlstore.RestockAlerts
	alerts *restock.Service
}

func eachRestock(t *testing.T, test func(t *testing.T, f *restockFixture)) {
	eachOrdersFixture(t, 3, func(t *testing.T, m *ordersFixture) {
		store := sqlstore.NewRestockAlerts(m.db)
		free := func(context.Context, string, netip.Addr) error { return nil }
		m.setStock(t, "p0", 0)
		test(t, &restockFixture{m, store, restock.New(store, free, "https://shop.example", time.Now)})
	})
}

func (f *restockFixture) ask(ctx context.Context, user, email string) error {
	return f.alerts.Ask(ctx, netip.Addr{}, restock.Request{
		ProductID: "p0", UserID: user, Email: email, Language: text.English,
	})
}

// send does the jobs that wait and gives who gets a mail.
func (f *restockFixture) send(t *testing.T) (to []string) {
	t.Helper()
	box := sqlstore.NewOutbox(f.db)
	leases, err := box.Take(t.Context(), []string{restock.EmailJob}, 50, time.Minute)
	must(t, err)
	for _, lease := range leases {
		email, ok, err := f.alerts.Email(t.Context(), lease.Job)
		must(t, err)
		if ok {
			to = append(to, email.Email)
			must(t, f.alerts.Sent(t.Context(), email.ID))
		}
		must(t, box.Finish(t.Context(), lease))
	}
	slices.Sort(to)
	return to
}

func TestRestock_QueuesOneMailForEachAddress(t *testing.T) {
	t.Parallel()
	eachRestock(t, func(t *testing.T, f *restockFixture) {
		ctx := t.Context()
		for _, email := range []string{"a@example.com", "A@example.com", "b@example.com"} {
			must(t, f.ask(ctx, "", email))
		}
		f.setStock(t, "p1", 7) // another product
		if got := f.send(t); len(got) != 0 {
			t.Errorf("told %v while it is sold out", got)
		}
		f.setStock(t, "p0", 5)
		f.setStock(t, "p0", 6)
		if got := f.send(t); !slices.Equal(got, []string{"a@example.com", "b@example.com"}) {
			t.Errorf("told %v", got)
		}
		wantCode(t, f.ask(ctx, "", "a@example.com"), apperr.InStock)
		f.setStock(t, "p0", 0)
		f.setStock(t, "p0", 5)
		if got := f.send(t); len(got) != 0 {
			t.Errorf("told a second time: %v", got)
		}
		f.setStock(t, "p0", 0)
		must(t, f.ask(ctx, "", "a@example.com"))
		f.setStock(t, "p0", 1)
		if got := f.send(t); !slices.Equal(got, []string{"a@example.com"}) {
			t.Errorf("asked again, told %v", got)
		}
	})
}

func TestRestock_EveryPathOfStockTells(t *testing.T) {
	t.Parallel()
	paths := map[string]func(t *testing.T, f *restockFixture){
		"edit": func(t *testing.T, f *restockFixture) { f.setStock(t, "p0", 1) },
		"move": func(t *testing.T, f *restockFixture) {
			must(t, f.products.MoveStock(t.Context(), []catalog.StockMove{{ID: "p0", By: 2}}))
		},
		"file": func(t *testing.T, f *restockFixture) {
			p, err := f.products.Product(t.Context(), "p0")
			must(t, err)
			p.Stock = 4
			_, err = f.products.Save(t.Context(), []*catalog.Product{p}, catalog.Replace)
			must(t, err)
		},
		"import": func(t *testing.T, f *restockFixture) {
			i := newImportFixture(t, f.db)
			file := "code,nb_in_stock\n" + i.product("p0").Code + ",3\n"
			if job := i.run(i.queue(file, false).ID); job.State != importer.Done || job.Updated != 1 {
				t.Fatalf("the import: %+v", job)
			}
		},
		"cancel": func(t *testing.T, f *restockFixture) {
			me := f.people(t, 1)[0]
			f.setStock(t, "p1", 1)
			f.fill(t, []string{me}, 1, "p1")
			order, err := f.orders.Place(t.Context(), payCash(me, "k"))
			must(t, err)
			must(t, f.alerts.Ask(t.Context(), netip.Addr{}, restock.Request{
				ProductID: "p1", Email: "a@example.com", Language: text.Arabic,
			}))
			if got := f.send(t); len(got) != 0 {
				t.Errorf("told %v after a sale", got)
			}
			_, err = f.orders.Cancel(t.Context(), order.Number, me, false)
			must(t, err)
		},
	}
	for name, bring := range paths {
		t.Run(name, func(t *testing.T) {
			eachRestock(t, func(t *testing.T, f *restockFixture) {
				must(t, f.ask(t.Context(), "", "a@example.com"))
				bring(t, f)
				if got := f.send(t); !slices.Equal(got, []string{"a@example.com"}) {
					t.Errorf("told %v", got)
				}
			})
		})
	}
}

func TestRestock_WaitsOnWhenSoldOutBeforeTheMail(t *testing.T) {
	t.Parallel()
	eachRestock(t, func(t *testing.T, f *restockFixture) {
		must(t, f.ask(t.Context(), "", "a@example.com"))
		f.setStock(t, "p0", 1)
		f.setStock(t, "p0", 0)
		if got := f.send(t); len(got) != 0 {
			t.Errorf("told %v of a product that is gone", got)
		}
		f.setStock(t, "p0", 1)
		if got := f.send(t); !slices.Equal(got, []string{"a@example.com"}) {
			t.Errorf("told %v", got)
		}
	})
}

func TestRestock_UnsubscribeEndsEveryAlertOfTheAddress(t *testing.T) {
	t.Parallel()
	eachRestock(t, func(t *testing.T, f *restockFixture) {
		ctx := t.Context()
		f.setStock(t, "p1", 0)
		must(t, f.ask(ctx, "", "a@example.com"))
		must(t, f.ask(ctx, "", "b@example.com"))
		must(t, f.alerts.Ask(ctx, netip.Addr{}, restock.Request{ProductID: "p1", Email: "a@example.com"}))
		f.setStock(t, "p1", 1)
		f.send(t)
		var token string
		must(t, f.db.QueryRowContext(ctx, "SELECT token FROM restock_alerts WHERE sent_at <> 0").Scan(&token))
		must(t, f.alerts.Unsubscribe(ctx, token))
		must(t, f.alerts.Unsubscribe(ctx, token)) // twice is no error
		f.setStock(t, "p0", 1)
		if got := f.send(t); !slices.Equal(got, []string{"b@example.com"}) {
			t.Errorf("told %v", got)
		}
	})
}

// Whoever asks again after a mail that never left is told.
func TestRestock_AskingAgainAfterAMailThatWasGivenUp(t *testing.T) {
	t.Parallel()
	eachRestock(t, func(t *testing.T, f *restockFixture) {
		ctx := t.Context()
		must(t, f.ask(ctx, "", "a@example.com"))
		f.setStock(t, "p0", 5)
		box := sqlstore.NewOutbox(f.db)
		leases, err := box.Take(ctx, []string{restock.EmailJob}, 50, time.Minute)
		must(t, err)
		for _, l := range leases {
			must(t, box.Bury(ctx, l, "the mail server was away for three days"))
		}
		f.setStock(t, "p0", 0)
		must(t, f.ask(ctx, "", "a@example.com"))
		f.setStock(t, "p0", 5)
		if got := f.send(t); !slices.Equal(got, []string{"a@example.com"}) {
			t.Errorf("told %v", got)
		}
	})
}

// The link in a mail of yesterday works, however long ago the product was asked for.
func TestRestock_UnsubscribesByAMailThatJustLeft(t *testing.T) {
	t.Parallel()
	eachRestock(t, func(t *testing.T, f *restockFixture) {
		ctx := t.Context()
		must(t, f.ask(ctx, "", "a@example.com"))
		f.setStock(t, "p0", 5)
		f.send(t)
		var token string
		must(t, f.db.QueryRowContext(ctx, "SELECT token FROM restock_alerts").Scan(&token))
		change(t, f.db, "UPDATE restock_alerts SET asked_at = 1")
		f.setStock(t, "p1", 0)
		must(t, f.alerts.Ask(ctx, netip.Addr{}, restock.Request{ProductID: "p1", Email: "a@example.com"}))
		sweeper := sqlstore.NewRetention(f.db)
		if n, err := sweeper.Remove(ctx, retention.RestockAlerts, day, 10); err != nil || n != 0 {
			t.Errorf("removed %d, %v", n, err)
		}
		must(t, f.alerts.Unsubscribe(ctx, token))
		if left := rows(t, f.db, "restock_alerts"); left != 0 {
			t.Errorf("unsubscribed, and %d alerts of the address go on", left)
		}
	})
}

func TestRestock_LeavesWithTheUserAndByAge(t *testing.T) {
	t.Parallel()
	eachRestock(t, func(t *testing.T, f *restockFixture) {
		ctx := t.Context()
		user := addPerson(t, f.accounts, "layla")
		must(t, f.ask(ctx, user.ID, user.Email))
		f.setStock(t, "p1", 0)
		must(t, f.alerts.Ask(ctx, netip.Addr{}, restock.Request{ProductID: "p1", Email: user.Email}))
		must(t, f.ask(ctx, "", "b@example.com"))
		if waiting, err := f.alerts.Waiting(ctx, user.ID); err != nil || len(waiting) != 1 ||
			waiting[0].ProductID != "p0" {
			t.Errorf("waits for %v, %v", waiting, err)
		}
		must(t, f.db.Write(ctx, func(tx *sqlstore.Tx) error { return f.store.RemoveUser(ctx, tx, user.ID) }))
		if left := rows(t, f.db, "restock_alerts"); left != 1 {
			t.Errorf("%d are left of two people", left)
		}
		sweeper := sqlstore.NewRetention(f.db)
		if n, err := sweeper.Remove(ctx, retention.RestockAlerts, day, 10); err != nil || n != 0 {
			t.Errorf("removed %d of today, %v", n, err)
		}
		change(t, f.db, "UPDATE restock_alerts SET asked_at = 1")
		if n, err := sweeper.Remove(ctx, retention.RestockAlerts, day, 10); err != nil || n != 1 {
			t.Errorf("removed %d, %v", n, err)
		}
	})
}
