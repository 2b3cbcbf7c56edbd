package bulkhead

import (
	"net/netip"
	"sync"
)

// Budget bounds how much of something, such as memory, all callers hold together, and shares it out as a Bulkhead
// does. Nobody waits for it.
type Budget struct {
	total    int
	mu       sync.Mutex
	taken    int
	clients  map[uint64]int
	networks map[netip.Prefix]int
}

// NewBudget makes a budget.
func NewBudget(total int) *Budget {
	return &Budget{total: total, clients: map[uint64]int{}, networks: map[netip.Prefix]int{}}
}

// Take takes n for a client, or nothing. Give gives it back.
func (b *Budget) Take(c Client, n int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.taken+n > b.total ||
		c.Session != 0 && b.clients[c.Session]+n > clientShare(b.total) ||
		c.Network.IsValid() && b.networks[c.Network]+n > networkShare(b.total) {
		return ErrFull
	}
	b.change(c, n)
	return nil
}

// Give gives n back.
func (b *Budget) Give(c Client, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.change(c, -n)
}

func (b *Budget) change(c Client, n int) {
	b.taken += n
	if c.Session != 0 {
		if b.clients[c.Session] += n; b.clients[c.Session] == 0 {
			delete(b.clients, c.Session)
		}
	}
	if c.Network.IsValid() {
		if b.networks[c.Network] += n; b.networks[c.Network] == 0 {
			delete(b.networks, c.Network)
		}
	}
}
