package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
)

// shop is a real catalogue in a folder with the search that follows it.
type shop struct {
	*catalog.Service
	live   *catalog.Live
	finder *search.Live
	labels *search.Labels
	// elsewhere changes the same catalogue as another server would.
	elsewhere *catalog.Service
}

func openShop(t *testing.T) *shop {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), t.TempDir(), sqlstore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	texts, err := text.LoadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{labels: search.NewLabels(texts)}
	store := sqlstore.NewProducts(db)
	s.live = catalog.NewLive(store, func(to []byte, _ *catalog.Product) []byte { return to }, catalog.LiveOptions{
		Stock: func(to, _ []byte, _ catalog.StockLevel) []byte { return to },
	})
	s.finder = search.NewLive(s.labels)
	s.live.Watch(s.finder.See)
	if err := s.live.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.finder.Close)
	s.Service = catalog.NewService(store, catalog.WithLive(s.live))
	s.elsewhere = catalog.NewService(store)
	return s
}

func draft(id, name string, stock int) *catalog.Product {
	return &catalog.Product{
		ID: id, Code: id, Name: text.Pair{English: name, Arabic: name},
		Description: text.Pair{English: "x", Arabic: "x"}, Brand: "maker", Category: "vitamins", Price: 500,
		Stock: stock, Status: catalog.Approved,
	}
}

func (s *shop) finds(query string) []string {
	var ids []string
	for _, it := range s.finder.Index().Search(query).Items(0, 10_000) {
		ids = append(ids, it.ID)
	}
	return ids
}

func TestLive_FollowsEveryKindOfChange(t *testing.T) {
	s := openShop(t)
	ctx := t.Context()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Create(ctx, draft("one", "Dove cream", 5)))
	must(s.Create(ctx, draft("two", "Dove cream bar", 5)))
	if got := s.finds("dove"); !slices.Equal(got, []string{"one", "two"}) {
		t.Fatalf("two new products: %v", got)
	}
	must(nil, s.MoveStock(ctx, catalog.StockMove{ID: "one", By: -5}))
	if got := s.finds("dove"); !slices.Equal(got, []string{"two", "one"}) {
		t.Errorf("the one that is sold out comes last: %v", got)
	}
	must(nil, s.MoveStock(ctx, catalog.StockMove{ID: "one", By: 1}))
	must(s.Update(ctx, "two", 0, func(p *catalog.Product) error {
		p.Name = text.Pair{English: "Vichy mask", Arabic: "قناع"}
		return nil
	}))
	if got := s.finds("dove"); !slices.Equal(got, []string{"one"}) {
		t.Errorf("a renamed product is still found: %v", got)
	}
	if got := s.finds("قناع"); !slices.Equal(got, []string{"two"}) {
		t.Errorf("a renamed product is not found by its new name: %v", got)
	}
	must(s.SetStatus(ctx, "two", catalog.Rejected, "no"))
	if got := s.finds("vichy"); len(got) != 0 {
		t.Errorf("a rejected product is found: %v", got)
	}
	must(s.Create(ctx, draft("three", "Other thing", 1))) // takes the slot that is free now
	must(s.SetStatus(ctx, "two", catalog.Approved, ""))
	if got := s.finds("vichy"); !slices.Equal(got, []string{"two"}) {
		t.Errorf("a product that came back is not found: %v", got)
	}
	if got := s.finds("other thing"); !slices.Equal(got, []string{"three"}) {
		t.Errorf("the product in a reused slot: %v", got)
	}
	must(s.Update(ctx, "two", 0, func(p *catalog.Product) error { p.Price = 900; return nil }))
	if r := s.finder.Index().Search("vichy"); r.MaxPrice() != 900 {
		t.Errorf("highest price %v after it was raised", r.MaxPrice())
	}
}

// A sale on another server tells of the stock alone; whether a product can be bought follows it.
func TestLive_FollowsSalesOfOtherServers(t *testing.T) {
	s := openShop(t)
	for _, p := range []*catalog.Product{draft("one", "Vichy one", 3), draft("two", "Vichy two", 3)} {
		if _, err := s.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	ctx, end := context.WithCancel(t.Context())
	var following sync.WaitGroup
	following.Go(func() { s.live.Follow(ctx) })
	defer following.Wait()
	defer end()
	for _, c := range []struct {
		sold  int
		found []string
	}{{1, []string{"one", "two"}}, {2, []string{"two", "one"}}, {-1, []string{"one", "two"}}} {
		err := s.elsewhere.MoveStock(t.Context(), catalog.StockMove{ID: "one", By: -c.sold})
		if err != nil {
			t.Fatal(err)
		}
		stored, err := s.Product(t.Context(), "one")
		if err != nil {
			t.Fatal(err)
		}
		shown := func() bool {
			it, _ := s.live.Snapshot().Product("one")
			return it.Stock == stored.Stock && s.finder.Index().Snapshot() == s.live.Snapshot()
		}
		for deadline := time.Now().Add(10 * time.Second); !shown() && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		if got := s.finds("vichy"); !slices.Equal(got, c.found) {
			t.Errorf("after %d were sold, %d left: %v, want %v", c.sold, stored.Stock, got, c.found)
		}
	}
}

// However the products came to be what they are, the live index finds what a fresh one finds, in the same
// order, through pages of any size and under filters and sorts.
func TestLive_FindsWhatAFreshIndexFinds(t *testing.T) {
	s := openShop(t)
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"panadol", "advil", "centrum", "dove", "vichy", "voltaren", "extra", "night", "cold"}
	name := func() string { return names[random.IntN(len(names))] + " " + names[random.IntN(len(names))] }
	many := func(n, from int) {
		t.Helper()
		_, err := s.Import(t.Context(), func(yield func(*catalog.Product) bool) {
			for i := range n {
				p := draft(fmt.Sprintf("p%04d", from+i), name(), random.IntN(3))
				p.Brand = names[random.IntN(len(names))]
				if !yield(p) {
					return
				}
			}
		}, catalog.ImportOptions{Existing: catalog.Replace})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.live.Refresh(t.Context(), idsFrom(from, n)...); err != nil {
			t.Fatal(err)
		}
	}
	many(400, 0)
	if err := s.live.Load(t.Context()); err != nil { // so that the changes below lie over a base
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		live := s.finder.Index()
		fresh := search.Build(live.Snapshot(), s.labels)
		for _, query := range append(names, "panadol cold", "panadil", "1") {
			a, b := live.Search(query), fresh.Search(query)
			if a.Total() != b.Total() || a.MaxPrice() != b.MaxPrice() {
				t.Fatalf("%s, %s: %d finds live, %d fresh", when, query, a.Total(), b.Total())
			}
			for offset := 0; offset <= b.Total(); offset += 1 + random.IntN(60) {
				if x, y := names12(a.Items(offset, 12)), names12(b.Items(offset, 12)); x != y {
					t.Fatalf("%s, %s from %d:\nlive  %s\nfresh %s", when, query, offset, x, y)
				}
			}
			low := money.Cents(100 + random.IntN(900))
			f := catalog.Filter{
				MinPrice: &low, Brands: []string{"dove", "vichy"}, Limit: 12, Offset: random.IntN(20),
				Sort: catalog.SortName,
			}
			if x, y := names12(a.Page(f).Items), names12(b.Page(f).Items); x != y ||
				a.Page(f).Total != b.Page(f).Total {
				t.Fatalf("%s, %s by name:\nlive  %s\nfresh %s", when, query, x, y)
			}
		}
	}
	check("after the import")
	for round := range 60 {
		for range 1 + random.IntN(4) {
			id := fmt.Sprintf("p%04d", random.IntN(700))
			var err error
			switch random.IntN(4) {
			case 0:
				_, err = s.Update(t.Context(), id, 0, func(p *catalog.Product) error {
					p.Name.English = name()
					return nil
				})
			case 1:
				_, err = s.SetStatus(t.Context(), id,
					[]catalog.Status{catalog.Approved, catalog.Rejected}[random.IntN(2)], "")
			case 2:
				_, err = s.Update(t.Context(), id, 0, func(p *catalog.Product) error {
					p.Stock = random.IntN(2)
					p.Price = money.Cents(100 + random.IntN(900))
					return nil
				})
			default:
				_, err = s.Create(t.Context(), draft(id, name(), random.IntN(2)))
			}
			_ = err // some do not exist, some exist already
		}
		if round%10 == 9 {
			check(fmt.Sprintf("after round %d", round))
		}
	}
	// So many changes at once that the base is built anew beside everything.
	many(1500, 300)
	many(300, 2500)
	s.finder.Close()
	check("after very many changes")
}

func idsFrom(from, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("p%04d", from+i)
	}
	return ids
}

func names12(items []*catalog.Item) string {
	var b strings.Builder
	for _, it := range items {
		b.WriteString(it.ID + " ")
	}
	return b.String()
}

func TestLive_ReadersNotDisturbedByWriters(t *testing.T) {
	s := openShop(t)
	for i := range 50 {
		p := draft(fmt.Sprintf("p%02d", i), "Panadol "+strings.Repeat("x", i%7), 1)
		if _, err := s.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan string, 2)
	for range cap(done) {
		go func() {
			for ctx.Err() == nil {
				r := s.finder.Index().Search("panadol")
				if n := len(r.Items(0, 100)); n != r.Total() || n != 50 {
					done <- fmt.Sprintf("%d items of %d", n, r.Total())
					return
				}
			}
			done <- ""
		}()
	}
	for i := range 100 {
		_, err := s.Update(t.Context(), fmt.Sprintf("p%02d", i%50), 0, func(p *catalog.Product) error {
			p.Name.English = "Panadol " + strings.Repeat("y", i%5)
			p.Stock = i % 2
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	stop()
	for range cap(done) {
		if trouble := <-done; trouble != "" {
			t.Error(trouble)
		}
	}
}
