package catalog

import (
	"context"
	"runtime"
	"sync"
)

// readAll reads every approved product and makes its Item. One goroutine reads, the others
// encode: reading a hundred thousand rows and writing as much JSON each take their time.
func readAll(ctx context.Context, source Source, encode encoding) ([]*Item, error) {
	const batch = 256
	type job struct {
		products []*Product
		items    []*Item
	}
	jobs := make(chan *job, 4)
	var all []*job
	var work sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() {
			words := newInterner()
			for j := range jobs {
				for i, p := range j.products {
					j.items[i] = newItem(p, encode, words)
				}
				j.products = nil
			}
		})
	}
	next := &job{}
	send := func() {
		next.items = make([]*Item, len(next.products))
		all = append(all, next)
		jobs <- next
		next = &job{}
	}
	err := source.EachApproved(ctx, func(p *Product) error {
		next.products = append(next.products, p)
		if len(next.products) == batch {
			send()
		}
		return nil
	})
	if len(next.products) > 0 {
		send()
	}
	close(jobs)
	work.Wait()
	if err != nil {
		return nil, err
	}
	var items []*Item
	for _, j := range all {
		items = append(items, j.items...)
	}
	return items, nil
}
