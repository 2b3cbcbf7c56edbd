package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// applyRows is how many products one transaction writes. Whoever buys meanwhile waits for one such
// transaction at most.
const applyRows = 200

// apply writes everything that the check staged, in transactions of a bounded size. What is written
// stays written when a later transaction fails: the next attempt goes on from there.
func (s *Importer) apply(ctx context.Context, lease *Lease, c *check) error {
	if err := s.store.TouchPictures(ctx, slices.Sorted(maps.Keys(c.newPictures)), s.now()); err != nil {
		return err
	}
	for _, ids := range applyOrder(c.staged, c.codeOwnerOf, applyRows) {
		if err := s.store.Apply(ctx, lease, ids, s.now()); err != nil {
			return fmt.Errorf("writing products: %w", err)
		}
	}
	return nil
}

// applyOrder groups staged products into transactions of about size products. A product that takes over
// the code of another staged one is written after it or, when codes go round in a circle, in the same
// transaction: a circle is the only thing that makes a transaction longer than size. owner gives the
// product that has a staged product's new code now, or "".
func applyOrder(staged []string, owner func(id string) string, size int) [][]string {
	waits := make(map[string]bool, len(staged)) // staged and not yet placed
	for _, id := range staged {
		waits[id] = true
	}
	var groups [][]string
	var group []string
	place := func(ids []string) {
		if len(group) > 0 && len(group)+len(ids) > size {
			groups, group = append(groups, group), nil
		}
		group = append(group, ids...)
	}
	for _, id := range staged {
		// Follow the codes to a product that waits for none. Each has one owner, so the path is a line
		// that ends or closes to a circle.
		var path []string
		visited := map[string]int{}
		for next := id; next != "" && waits[next]; next = owner(next) {
			if at, again := visited[next]; again {
				place(path[at:])
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
			place([]string{next})
		}
	}
	if len(group) > 0 {
		groups = append(groups, group)
	}
	return groups
}
