package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/catalog"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

func encode(to []byte, p *catalog.Product) []byte {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return append(to, b...)
}

// follow starts a Live over the store and stops it when the test ends.
func follow(t *testing.T, store *sqlstore.Products, opts catalog.LiveOptions) *catalog.Live {
	t.Helper()
	live := catalog.NewLive(store, encode, opts)
	must(t, live.Load(t.Context()))
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() { live.Follow(ctx) })
	t.Cleanup(func() { stop(); work.Wait() })
	return live
}

func stockOf(live *catalog.Live, id string) int {
	it, ok := live.Snapshot().Product(id)
	if !ok {
		return -1
	}
	return it.Stock
}

func TestService_ShowsItsChangeBeforeItReturns(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		live := catalog.NewLive(store, encode, catalog.LiveOptions{})
		must(t, live.Load(ctx))
		service := catalog.NewService(store, catalog.WithLive(live))
		draft := sample("")
		draft.Status = catalog.Pending
		p, err := service.Create(ctx, draft)
		must(t, err)
		if stockOf(live, p.ID) != -1 {
			t.Fatal("a pending product is listed")
		}
		_, err = service.SetStatus(ctx, p.ID, catalog.Approved, "")
		must(t, err)
		if stockOf(live, p.ID) != 7 {
			t.Fatal("an approved product is not listed")
		}
		must(t, service.MoveStock(ctx, catalog.StockMove{ID: p.ID, By: -7}))
		if stockOf(live, p.ID) != 0 {
			t.Fatal("a sale is not shown")
		}
		_, err = service.Update(ctx, p.ID, 0, func(p *catalog.Product) error { p.Category = "hygiene"; return nil })
		must(t, err)
		if page := live.Snapshot().Category("hygiene", catalog.Filter{Limit: 12}); page.Total != 1 ||
			live.Snapshot().Category("pain_killers", catalog.Filter{}).Total != 0 {
			t.Fatal("a moved product is in the wrong category")
		}
		_, err = service.SetStatus(ctx, p.ID, catalog.Rejected, "expired")
		must(t, err)
		if live.Snapshot().Len() != 0 {
			t.Fatal("a rejected product is listed")
		}
	})
}

func TestCatalogue_ShowsAChangeWithin50Milliseconds(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		must(t, store.Insert(t.Context(), sample("a")))
		live := follow(t, store, catalog.LiveOptions{Poll: time.Hour})
		time.Sleep(300 * time.Millisecond) // let the listener connect
		var took []time.Duration
		for i := range 9 {
			must(t, store.MoveStock(t.Context(), []catalog.StockMove{{ID: "a", By: 1}}))
			took = append(took, timed.Eventually(t, "showing the change", func() bool {
				return stockOf(live, "a") == 8+i
			}))
		}
		slices.Sort(took) // the machine may be busy with something else now and then
		timed.AtMost(t, "showing a change", took[len(took)/2], 50*time.Millisecond)
	})
}

func TestCluster_OtherServerShowsAChangeWithinASecond(t *testing.T) {
	t.Parallel()
	EachTarget(t, func(t *testing.T, target string) {
		here, there := sqlstore.NewProducts(Open(t, target)), sqlstore.NewProducts(Open(t, target))
		must(t, here.Insert(t.Context(), sample("a")))
		live := follow(t, there, catalog.LiveOptions{})
		for i := range 3 {
			must(t, here.MoveStock(t.Context(), []catalog.StockMove{{ID: "a", By: 1}}))
			took := timed.Eventually(t, "showing the change", func() bool { return stockOf(live, "a") == 8+i })
			timed.AtMost(t, "showing the change at the other server", took, time.Second)
		}
	})
}

func TestLive_VerifyFindsAMissedChange(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, db *sqlstore.DB, store *sqlstore.Products) {
		must(t, store.Insert(t.Context(), sample("a")))
		live := follow(t, store, catalog.LiveOptions{Poll: time.Hour, Verify: 50 * time.Millisecond})
		// Somebody changes the table behind the shop's back.
		must(t, db.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE products SET stock = 99, version = version + 1")
			return err
		}))
		timed.Eventually(t, "noticing", func() bool { return stockOf(live, "a") == 99 })
	})
}

func TestWatch_SeesEveryChangeInOrder(t *testing.T) {
	t.Parallel()
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		must(t, store.Insert(t.Context(), sample("a")))
		live := catalog.NewLive(store, encode, catalog.LiveOptions{})
		var seen []string
		live.Watch(func(next *catalog.Snapshot, changed []string) {
			seen = append(seen, fmt.Sprint(next.Len(), changed))
		})
		must(t, live.Load(t.Context()))
		must(t, store.Insert(t.Context(), sample("b")))
		must(t, live.Refresh(t.Context(), "b"))
		must(t, live.Refresh(t.Context(), "b", "nothing")) // nothing new: nobody is told
		if got, want := fmt.Sprint(seen), "[0 [] 1 [] 2 [b]]"; got != want {
			t.Errorf("saw %s, want %s", got, want)
		}
	})
}

func TestCatalogue_IsServedWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	target := pgtest.New(t)
	admin := Open(t, target)
	store := sqlstore.NewProducts(admin)
	must(t, store.Insert(t.Context(), sample("a")))
	live := follow(t, sqlstore.NewProducts(Open(t, target)), catalog.LiveOptions{Poll: 20 * time.Millisecond})
	// Every connection of the follower breaks, its listener's included, again and again.
	for i := range 5 {
		// An error is fine here: the statement ends other connections of its own pool too.
		_ = admin.Write(t.Context(), func(tx *sqlstore.Tx) error {
			_, err := tx.ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "+
				"datname = current_database() AND pid <> pg_backend_pid()")
			return err
		})
		if stockOf(live, "a") < 7 {
			t.Fatal("the product vanished with the connection")
		}
		timed.Eventually(t, "writing again", func() bool {
			return store.MoveStock(t.Context(), []catalog.StockMove{{ID: "a", By: 1}}) == nil
		})
		timed.Eventually(t, "catching up", func() bool { return stockOf(live, "a") >= 8+i })
	}
}
