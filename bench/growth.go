package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"dawa/internal/catalog"
	"dawa/internal/search"
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

func measureSize(ctx context.Context, products int, m mix, effort time.Duration) (size, error) {
	out := size{products: products}
	before := heap()
	s, err := newShop(ctx, products)
	if err != nil {
		return out, err
	}
	if after := heap(); after > before {
		out.heap = after - before
	}
	began := ownTime()
	search.Build(s.live.Snapshot(), s.labels)
	out.index = ownTime() - began

	var ids []string
	s.live.Snapshot().Each(func(it *catalog.Item) bool {
		ids = append(ids, it.ID)
		return len(ids) < 500
	})
	var details, pages []string
	for _, id := range ids {
		details = append(details, "/api/product/"+id)
	}
	for _, category := range catalog.Categories() {
		for page := range 4 {
			pages = append(pages, fmt.Sprintf("/api/product/category/%s?page=%d&limit=12", category, page+1))
		}
	}
	for _, call := range []struct {
		into      *time.Duration
		addresses []string
	}{
		{&out.autocomplete, addresses(autocompleteCall, m.typed)},
		{&out.search, addresses(searchCall, m.searched)},
		{&out.category, pages},
		{&out.product, details},
	} {
		if *call.into, err = costOf(s.api, call.addresses, effort); err != nil {
			return out, err
		}
	}
	if out.worst, out.worstQuery, err = dearest(s.api, m.searched, effort); err != nil {
		return out, err
	}
	return out, s.measureChanges(ctx, &out, ids)
}

// dearest finds the query that costs most.
func dearest(handler http.Handler, queries []string, effort time.Duration) (worst time.Duration, query string, err error) {
	type timed struct {
		took  time.Duration
		query string
	}
	all := make([]timed, len(queries))
	for i, q := range queries {
		took, err := leastOf(2, handler, q, effort/400)
		if err != nil {
			return 0, "", err
		}
		all[i] = timed{took, q}
	}
	slices.SortFunc(all, func(a, b timed) int { return int(b.took - a.took) })
	// The dearest few are measured again with care.
	for _, one := range all[:min(8, len(all))] {
		took, err := leastOf(7, handler, one.query, effort/40)
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
func leastOf(times int, handler http.Handler, query string, effort time.Duration) (time.Duration, error) {
	least := time.Duration(0)
	for i := range times {
		took, err := costOf(handler, addresses(searchCall, []string{query}), effort)
		if err != nil {
			return 0, err
		}
		if i == 0 || took < least {
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
