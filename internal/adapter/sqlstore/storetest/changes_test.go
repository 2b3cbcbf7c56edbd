package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/domain/catalog"
	"dawa/internal/testkit/pgtest"
)

func changedIDs(set catalog.ChangeSet) []string {
	var ids []string
	for _, c := range set.Changes {
		ids = append(ids, c.ProductID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// It runs by itself: how far the feed has come depends on the oldest transaction of the whole server.
func TestChangesSince_ListsEachKindOfChangeOnce(t *testing.T) {
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		at, err := store.Position(ctx)
		must(t, err)
		seen := map[catalog.Change]bool{}
		step := func(what string, do func() error, want ...string) {
			t.Helper()
			must(t, do())
			set, err := store.ChangesSince(ctx, at)
			must(t, err)
			// A transaction open elsewhere, a vacuum say, makes the feed repeat itself.
			set.Changes = slices.DeleteFunc(set.Changes, func(c catalog.Change) bool {
				repeated := seen[c]
				seen[c] = true
				return repeated
			})
			if got := changedIDs(set); !slices.Equal(got, want) {
				t.Errorf("%s: the feed says %v, want %v", what, got, want)
			}
			if set.Next < at {
				t.Errorf("%s: the position went back from %d to %d", what, at, set.Next)
			}
			at = set.Next
		}
		step("nothing", func() error { return nil })
		step("insert", func() error { return store.Insert(ctx, sample("a")) }, "a")
		step("nothing after insert", func() error { return nil })
		step("save", func() error {
			_, err := store.Save(ctx, []*catalog.Product{sample("b"), sample("c")}, catalog.KeepExisting)
			return err
		}, "b", "c")
		step("keep what exists", func() error {
			_, err := store.Save(ctx, []*catalog.Product{sample("b"), sample("c")}, catalog.KeepExisting)
			return err
		})
		step("update", func() error {
			_, err := update(ctx, store, "b", func(p *catalog.Product) error { p.Price++; return nil })
			return err
		}, "b")
		step("stock", func() error {
			return store.MoveStock(ctx, []catalog.StockMove{{ID: "a", By: -1}, {ID: "c", By: 1}})
		}, "a", "c")
		step("a refused move", func() error {
			if err := store.MoveStock(ctx, []catalog.StockMove{{ID: "a", By: -100}}); err == nil {
				return fmt.Errorf("taken")
			}
			return nil
		})
	})
}

// It runs by itself: how far the feed has come depends on the oldest transaction of the whole server.
func TestForgetChanges_ContinuesTheSequence(t *testing.T) {
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		for _, id := range []string{"a", "b", "c"} {
			must(t, store.Insert(ctx, sample(id)))
		}
		at, err := store.Position(ctx)
		must(t, err)
		must(t, store.ForgetChanges(ctx, time.Now().Add(240*time.Hour)))
		old, err := store.ChangesSince(ctx, 0)
		must(t, err)
		if got := changedIDs(old); !slices.Equal(got, []string{"c"}) {
			t.Errorf("left in the feed: %v, want the newest only", got)
		}
		must(t, store.MoveStock(ctx, []catalog.StockMove{{ID: "a", By: 1}}))
		set, err := store.ChangesSince(ctx, at)
		must(t, err)
		if got := changedIDs(set); !slices.Equal(got, []string{"a"}) {
			t.Errorf("after forgetting, the feed says %v", got)
		}
	})
}

// A transaction that began first and commits last must not slip behind a follower that has
// already gone past it. SQLite cannot have two writers, so there it is PostgreSQL's question.
//
// It runs by itself: how far the feed has come depends on the oldest transaction of the whole server.
func TestChangesSince_FindsALateCommit(t *testing.T) {
	db := Open(t, pgtest.New(t))
	store := sqlstore.NewProducts(db)
	ctx := t.Context()
	must(t, store.Insert(ctx, sample("slow")))
	must(t, store.Insert(ctx, sample("quick")))
	at, err := store.Position(ctx)
	must(t, err)

	touched, release := make(chan struct{}), make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() {
		once := sync.OnceFunc(func() { close(touched); <-release })
		err := db.Write(ctx, func(tx *sqlstore.Tx) error {
			if _, err := tx.ExecContext(ctx, "UPDATE products SET stock = 1 WHERE id = 'slow'"); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO product_changes (mark, product_id, changed_at) VALUES "+
				"(pg_current_xact_id()::text::bigint, 'slow', 0)"); err != nil {
				return err
			}
			once()
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-touched
	must(t, store.MoveStock(ctx, []catalog.StockMove{{ID: "quick", By: 1}}))
	set, err := store.ChangesSince(ctx, at)
	must(t, err)
	if got := changedIDs(set); !slices.Equal(got, []string{"quick"}) {
		t.Errorf("while one is still open, the feed says %v: the finished one must not wait", got)
	}
	close(release)
	work.Wait()
	set, err = store.ChangesSince(ctx, set.Next)
	must(t, err)
	if got := changedIDs(set); !slices.Contains(got, "slow") {
		t.Errorf("the late commit was missed: %v", got)
	}
}

// It runs by itself: how far the feed has come depends on the oldest transaction of the whole server.
func TestChangesSince_MissesNothingUnderConcurrentWrites(t *testing.T) {
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		const products, writers, writes = 40, 8, 25
		var all []*catalog.Product
		for i := range products {
			p := sample(fmt.Sprintf("p-%02d", i))
			p.Stock = 1000
			all = append(all, p)
		}
		_, err := store.Save(ctx, all, catalog.KeepExisting)
		must(t, err)
		at, err := store.Position(ctx)
		must(t, err)

		// The follower reads each product that the feed names, as a server would.
		known := map[string]int64{}
		follow := func() {
			set, err := store.ChangesSince(ctx, at)
			if err != nil {
				t.Error(err)
				return
			}
			found, err := store.Products(ctx, changedIDs(set))
			if err != nil {
				t.Error(err)
				return
			}
			for _, p := range found {
				known[p.ID] = p.Version
			}
			at = set.Next
		}
		finished, cancel := context.WithCancel(ctx)
		var writing, following sync.WaitGroup
		following.Go(func() {
			for finished.Err() == nil {
				follow()
			}
		})
		for w := range writers {
			writing.Go(func() {
				random := rand.New(rand.NewPCG(1, uint64(w)))
				for range writes {
					a, b := random.IntN(products), random.IntN(products)
					moves := []catalog.StockMove{{ID: all[a].ID, By: -1}, {ID: all[b].ID, By: -1}}
					if err := store.MoveStock(ctx, moves); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writing.Wait()
		cancel()
		following.Wait()
		follow()
		for _, p := range all {
			now, err := store.Product(ctx, p.ID)
			must(t, err)
			if now.Version != 1 && known[p.ID] != now.Version {
				t.Errorf("%s is at version %d and the follower knows %d", p.ID, now.Version, known[p.ID])
			}
		}
	})
}

// A sold piece must not make the servers read the whole product again; any other change must.
//
// It runs by itself: how far the feed has come depends on the oldest transaction of the whole server.
func TestChangesSince_TellsStockFromOtherChanges(t *testing.T) {
	eachProducts(t, func(t *testing.T, _ *sqlstore.DB, store *sqlstore.Products) {
		ctx := t.Context()
		_, err := store.Save(ctx, []*catalog.Product{sample("sold"), sample("edited"), sample("both")},
			catalog.KeepExisting)
		must(t, err)
		var at catalog.Position
		for began := true; began; { // a transaction open elsewhere, a vacuum say, makes the feed repeat itself
			at, err = store.Position(ctx)
			must(t, err)
			set, err := store.ChangesSince(ctx, at)
			must(t, err)
			began = len(set.Changes) > 0
		}
		move := func(ids ...string) {
			for _, id := range ids {
				must(t, store.MoveStock(ctx, []catalog.StockMove{{ID: id, By: -1}}))
			}
		}
		rename := func(id string) {
			p, err := store.Product(ctx, id)
			must(t, err)
			p.Name.English += "!"
			_, err = store.Save(ctx, []*catalog.Product{p}, catalog.Replace)
			must(t, err)
		}
		move("sold", "sold", "both")
		rename("edited")
		rename("both")
		move("both")
		set, err := store.ChangesSince(ctx, at)
		must(t, err)
		sold, err := store.Product(ctx, "sold")
		must(t, err)
		level, stockOnly := set.Stock["sold"]
		if want := (catalog.StockLevel{Stock: sold.Stock, Version: sold.Version}); !stockOnly || level != want {
			t.Errorf("sold: %+v, %v, want %+v", level, stockOnly, want)
		}
		for _, id := range []string{"edited", "both"} {
			if _, stockOnly := set.Stock[id]; stockOnly {
				t.Errorf("%s is told as a change of stock alone", id)
			}
		}
	})
}
