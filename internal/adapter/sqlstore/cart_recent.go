package sqlstore

import (
	"maps"
	"slices"
	"sync"
)

// maxRecentCarts bounds the memory; beyond it the collection begins anew.
const maxRecentCarts = 20_000

// recentCarts holds carts as this server last wrote them, so that the next change of the same cart is decided without
// reading it. What is decided on one applies only while its stamp is still in the database (see decideCart and
// addClaim): a cart that another server has changed is read and decided again. Reading a cart never uses it.
type recentCarts struct {
	mu    sync.Mutex
	carts map[string]storedCart // by column and id of the owner
}

// take gives a cart and forgets it, so that each is decided on once.
func (r *recentCarts) take(column, id string) (stored storedCart, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stored, found = r.carts[column+" "+id]
	delete(r.carts, column+" "+id)
	return stored, found
}

// put remembers a cart that was committed.
func (r *recentCarts) put(column, id string, stored storedCart) {
	stored.Lines, stored.places = slices.Clone(stored.Lines), maps.Clone(stored.places)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.carts == nil || len(r.carts) >= maxRecentCarts {
		r.carts = map[string]storedCart{}
	}
	r.carts[column+" "+id] = stored
}
