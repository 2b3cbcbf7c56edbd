package catalog

import (
	"context"
	"runtime"
)

// readAll reads every approved product and makes its Item, on all processors: reading a hundred
// thousand rows and writing as much JSON takes its time.
func readAll(ctx context.Context, source Source, encode encoding) ([]*Item, error) {
	type reader struct {
		items []*Item
		words *interner
	}
	parts := make([]reader, runtime.GOMAXPROCS(0))
	for i := range parts {
		parts[i].words = newInterner()
	}
	err := source.EachApproved(ctx, len(parts), func(part int, p *Product) error {
		r := &parts[part]
		r.items = append(r.items, newItem(p, encode, r.words))
		return nil
	})
	if err != nil {
		return nil, err
	}
	var all []*Item
	for _, r := range parts {
		all = append(all, r.items...)
	}
	return all, nil
}
