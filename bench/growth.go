package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"dawa/internal/domain/catalog"
	"dawa/internal/domain/search"
)

// size is what a catalogue of some size costs, in processor time for each call.
type size struct {
	products                                int
	autocomplete, search, category, product time.Duration
	// worst is the dearest single query.
	worst      time.Duration
	worstQuery string
	// index is what building the search costs; renamed and sold what one change costs until it is found
	// and shown, and visible how long nine of ten took at most by the clock.
	index, renamed, sold, visible time.Duration
	heap                          uint64
}

// measureGrowth measures catalogues of all sizes beside one another.
func measureGrowth(ctx context.Context, sizes []int, m mix, effort time.Duration, say func(string)) ([]size, error) {
	rows, shops := make([]size, len(sizes)), make([]*shop, len(sizes))
	ids := make([][]string, len(sizes))
	for i, n := range sizes {
		rows[i].products = n
		before := heap()
		s, err := newShop(ctx, n)
		if err != nil {
			return nil, fmt.Errorf("making a shop of %d products: %w", n, err)
		}
		if after := heap(); after > before {
			rows[i].heap = after - before
		}
		began := ownTime()
		search.Build(s.live.Snapshot(), s.labels)
		rows[i].index = ownTime() - began
		shops[i], ids[i] = s, someOf(s.live.Snapshot())
		say(fmt.Sprintf("%s products are on sale", thousands(n)))
	}
	for _, call := range []struct {
		name      string
		into      func(*size) *time.Duration
		addresses func(i int) []string
	}{
		{"suggestions", func(s *size) *time.Duration {
			return &s.autocomplete
		}, func(int) []string { return addresses(autocompleteCall, m.typed) }},
		{"searches", func(s *size) *time.Duration {
			return &s.search
		}, func(int) []string { return addresses(searchCall, m.searched) }},
		{"category pages", func(s *size) *time.Duration {
			return &s.category
		}, func(int) []string { return categoryPages() }},
		{"products", func(s *size) *time.Duration {
			return &s.product
		}, func(i int) []string { return details(ids[i]) }},
	} {
		callers := make([]*caller, len(sizes))
		for i := range sizes {
			var err error
			if callers[i], err = newCaller(ctx, shops[i].api, call.addresses(i)); err != nil {
				return nil, err
			}
		}
		if err := inTurn(callers, effort); err != nil {
			return nil, err
		}
		for i := range sizes {
			*call.into(&rows[i]) = callers[i].cost()
		}
		say("measured " + call.name)
	}
	for i, s := range shops {
		var err error
		if rows[i].worst, rows[i].worstQuery, err = dearest(ctx, s.api, m.searched, effort); err != nil {
			return nil, err
		}
		if err := s.measureChanges(ctx, &rows[i], ids[i]); err != nil {
			return nil, err
		}
	}
	say("measured single queries and changes")
	return rows, nil
}

// someOf are the ids of some products.
func someOf(snapshot *catalog.Snapshot) []string {
	const some = 500
	var ids []string
	snapshot.Each(func(it *catalog.Item) bool {
		ids = append(ids, it.ID)
		return len(ids) < some
	})
	return ids
}

func details(ids []string) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = "/api/product/" + id
	}
	return list
}

func categoryPages() []string {
	var list []string
	for _, category := range catalog.Categories() {
		for page := range 4 {
			list = append(list, fmt.Sprintf("/api/product/category/%s?page=%d&limit=12"+unasked, category, page+1))
		}
	}
	return list
}

// dearest finds the query that costs most.
func dearest(ctx context.Context, handler http.Handler, queries []string,
	effort time.Duration) (worst time.Duration, query string, err error) {
	type timed struct {
		took  time.Duration
		query string
	}
	all := make([]timed, len(queries))
	for i, q := range queries {
		took, err := leastOf(ctx, 2, handler, q, effort/400)
		if err != nil {
			return 0, "", err
		}
		all[i] = timed{took, q}
	}
	slices.SortFunc(all, func(a, b timed) int { return int(b.took - a.took) })
	// The dearest few are measured again with care.
	for _, one := range all[:min(8, len(all))] {
		took, err := leastOf(ctx, 7, handler, one.query, effort/40)
		if err != nil {
			return 0, "", err
		}
		if took > worst {
			worst, query = took, one.query
		}
	}
	return worst, query, nil
}

// leastOf is the cost of one query, measured several times: a clean-up of the whole memory that falls
// into one of them is not this query's.
func leastOf(ctx context.Context, times int, handler http.Handler, query string,
	effort time.Duration) (time.Duration, error) {
	c, err := newCaller(ctx, handler, addresses(searchCall, []string{query}))
	if err != nil {
		return 0, err
	}
	least := time.Duration(0)
	for i := range times {
		if err := inTurn([]*caller{c}, effort); err != nil {
			return 0, err
		}
		if took := c.cost(); i == 0 || took < least {
			least = took
		}
	}
	return least, nil
}

// measureChanges renames products and sells out others, one at a time.
func (s *shop) measureChanges(ctx context.Context, out *size, ids []string) error {
	const changes = 100
	var clocks []time.Duration
	ids = ids[:min(changes, len(ids))]
	for _, kind := range []struct {
		into   *time.Duration
		rename bool
	}{{&out.sold, false}, {&out.renamed, true}} {
		began := ownTime()
		for i, id := range ids {
			it, _ := s.live.Snapshot().Product(id)
			name, stock := it.Name.English, 0
			if kind.rename {
				name, stock = fmt.Sprintf("Quoxu%c%cwiv", 'a'+i/26, 'a'+i%26), 5 // nothing else is called so
			}
			clock := time.Now()
			if err := s.change(ctx, it, name, stock); err != nil {
				return err
			}
			clocks = append(clocks, time.Since(clock))
			if kind.rename {
				if found := s.finder.Index().Search(name).Items(0, 1); len(found) == 0 || found[0].ID != id {
					return fmt.Errorf("%s was renamed %q and is not found", id, name)
				}
			}
		}
		*kind.into = (ownTime() - began) / time.Duration(len(ids))
	}
	slices.Sort(clocks)
	out.visible = clocks[len(clocks)*9/10]
	s.finder.Close()
	return nil
}
