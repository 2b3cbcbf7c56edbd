package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// What one transaction writes. Whoever buys meanwhile waits for one such transaction at most, so its size follows what
// the machine manages: about applyTime each, between fewestRows and mostRows products.
const (
	// FirstRows is how many products the first transaction writes.
	FirstRows  = 50
	fewestRows = 10
	mostRows   = 200
	applyTime  = 20 * time.Millisecond
)

// apply writes everything that the check staged, in transactions of a bounded size. What is written
// stays written when a later transaction fails: the next attempt goes on from there.
func (s *Importer) apply(ctx context.Context, lease *Lease, c *check) error {
	if err := s.store.TouchPictures(ctx, slices.Sorted(maps.Keys(c.newPictures)), s.now()); err != nil {
		return err
	}
	size := FirstRows
	for groups := applyOrder(c.staged, c.codeOwnerOf); len(groups) > 0; {
		n := fitting(groups, size)
		began := s.now()
		if err := s.store.Apply(ctx, lease, slices.Concat(groups[:n]...), began); err != nil {
			return fmt.Errorf("writing products: %w", err)
		}
		size, groups = NextSize(size, s.now().Sub(began)), groups[n:]
	}
	return nil
}

// fitting is how many of the groups one transaction of size products takes: at least one.
func fitting(groups [][]string, size int) int {
	rows := len(groups[0])
	for n := 1; n < len(groups); n++ {
		if rows += len(groups[n]); rows > size {
			return n
		}
	}
	return len(groups)
}

// NextSize is how many products the next transaction writes, after one of size products that took so long.
func NextSize(size int, took time.Duration) int {
	switch {
	case took > applyTime:
		return max(size/2, fewestRows)
	case took < applyTime/2:
		return min(size+size/4, mostRows)
	default:
		return size
	}
}

// applyOrder puts staged products into the order they are written in. A product that takes over the code of another
// staged one comes after it; where codes go round in a circle, the products of the circle are one group, which a
// single transaction must write. owner gives the product that has a staged product's new code now, or "".
func applyOrder(staged []string, owner func(id string) string) [][]string {
	waits := make(map[string]bool, len(staged)) // staged and not yet placed
	for _, id := range staged {
		waits[id] = true
	}
	groups := make([][]string, 0, len(staged))
	for _, id := range staged {
		// Follow the codes to a product that waits for none. Each has one owner, so the path is a line
		// that ends or closes to a circle.
		var path []string
		visited := map[string]int{}
		for next := id; next != "" && waits[next]; next = owner(next) {
			if at, again := visited[next]; again {
				groups = append(groups, path[at:])
				for _, done := range path[at:] {
					delete(waits, done)
				}
				path = path[:at]
				break
			}
			visited[next] = len(path)
			path = append(path, next)
		}
		for _, next := range slices.Backward(path) {
			delete(waits, next)
			groups = append(groups, []string{next})
		}
	}
	return groups
}
