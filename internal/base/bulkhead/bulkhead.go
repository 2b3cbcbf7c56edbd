// Package bulkhead bounds how much of one kind of work is done at once, and shares it out fairly: no client and no
// network can take all the places, or all of the queue before them.
package bulkhead

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// ErrFull says that there was no place, or none that the caller's share still allows.
var ErrFull = errors.New("bulkhead is full")

// Client is whom work is done for. A zero field is not counted.
type Client struct {
	Session uint64       // a hash of the session's cookie, or of the user's id
	Network netip.Prefix // as NetworkOf gives it
}

type clientKey struct{}

// WithClient gives work further down the client it is done for.
func WithClient(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

// ClientOf is the client that work is done for, the zero value when nobody said.
func ClientOf(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}

// NetworkOf is what an address is counted by: providers give an IPv6 customer a /56 at least.
func NetworkOf(ip netip.Addr) netip.Prefix {
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 56
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// Limits bounds a bulkhead.
type Limits struct {
	Places int           // work done at once
	Queue  int           // callers that may wait for a place
	Wait   time.Duration // how long they wait
}

// clientShare and networkShare are the largest parts of the places and of the queue that one client and one network
// may take. A whole town can share one address, so a network's part is large.
func clientShare(n int) int  { return max(1, n/4) }
func networkShare(n int) int { return max(1, n*3/4) }

// use is what a client or network takes of a bulkhead at the moment.
type use struct {
	held, waiting int
	served        uint64 // when it last got a place, as a sequence
}

func (u use) idle() bool { return u.held == 0 && u.waiting == 0 }

// waiter is a caller in the queue.
type waiter struct {
	client Client
	placed chan struct{} // closed once it has its place
}

// Bulkhead hands out places. The next free place goes to the waiting network that was served least recently, and
// within it to the client that was.
type Bulkhead struct {
	limits   Limits
	mu       sync.Mutex
	busy     int
	sequence uint64
	clients  map[uint64]use
	networks map[netip.Prefix]use
	queue    []*waiter
}

// New makes a bulkhead.
func New(limits Limits) *Bulkhead {
	return &Bulkhead{limits: limits, clients: map[uint64]use{}, networks: map[netip.Prefix]use{}}
}

// Acquire takes a place for a client, or waits for one. Release gives it back. ErrFull says that there was none.
func (b *Bulkhead) Acquire(ctx context.Context, c Client) error {
	w, err := b.enter(c)
	if w == nil {
		return err
	}
	timer := time.NewTimer(b.limits.Wait)
	defer timer.Stop()
	select {
	case <-w.placed:
		return nil
	case <-timer.C:
		err = ErrFull
	case <-ctx.Done():
		err = ctx.Err()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	at := slices.Index(b.queue, w)
	if at < 0 {
		return nil // got its place at the last moment
	}
	b.queue = slices.Delete(b.queue, at, at+1)
	b.change(c, 0, -1)
	return err
}

// enter takes a place at once, or joins the queue, or fails.
func (b *Bulkhead) enter(c Client) (*waiter, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy < b.limits.Places && b.mayHold(c) {
		b.place(c)
		return nil, nil
	}
	if len(b.queue) >= b.limits.Queue || !b.mayWait(c) {
		return nil, ErrFull
	}
	w := &waiter{client: c, placed: make(chan struct{})}
	b.queue = append(b.queue, w)
	b.change(c, 0, 1)
	return w, nil
}

// Release gives a place back.
func (b *Bulkhead) Release(c Client) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy--
	b.change(c, -1, 0)
	for b.busy < b.limits.Places {
		next := b.next()
		if next < 0 {
			return
		}
		w := b.queue[next]
		b.queue = slices.Delete(b.queue, next, next+1)
		b.change(w.client, 0, -1)
		b.place(w.client)
		close(w.placed)
	}
}

// Claim counts a user against the client's share on top of a place that is held already, since one user can come
// with many sessions; release takes it back. ErrFull says that the user has that many.
func (b *Bulkhead) Claim(user uint64) (release func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := Client{Session: user}
	if !b.mayHold(c) {
		return nil, ErrFull
	}
	b.change(c, 1, 0)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.change(c, -1, 0)
	}, nil
}

// Busy is how many places are taken.
func (b *Bulkhead) Busy() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.busy
}

// Waiting is how many callers wait.
func (b *Bulkhead) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.queue)
}

func (b *Bulkhead) place(c Client) {
	b.busy++
	b.sequence++
	b.change(c, 1, 0)
}

// next is the position in the queue of who gets the next place, -1 when nobody may have it.
func (b *Bulkhead) next() int {
	best := -1
	var bestNetwork, bestClient uint64
	for i, w := range b.queue {
		if !b.mayHold(w.client) {
			continue
		}
		network, client := b.networks[w.client.Network].served, b.clients[w.client.Session].served
		if best < 0 || network < bestNetwork || network == bestNetwork && client < bestClient {
			best, bestNetwork, bestClient = i, network, client
		}
	}
	return best
}

func (b *Bulkhead) mayHold(c Client) bool {
	return (c.Session == 0 || b.clients[c.Session].held < clientShare(b.limits.Places)) &&
		(!c.Network.IsValid() || b.networks[c.Network].held < networkShare(b.limits.Places))
}

func (b *Bulkhead) mayWait(c Client) bool {
	return (c.Session == 0 || b.clients[c.Session].waiting < clientShare(b.limits.Queue)) &&
		(!c.Network.IsValid() || b.networks[c.Network].waiting < networkShare(b.limits.Queue))
}

// change adds to what a client and its network hold and wait for. Nobody who holds nothing is remembered.
func (b *Bulkhead) change(c Client, held, waiting int) {
	if c.Session != 0 {
		set(b.clients, c.Session, b.clients[c.Session].plus(held, waiting, b.sequence))
	}
	if c.Network.IsValid() {
		set(b.networks, c.Network, b.networks[c.Network].plus(held, waiting, b.sequence))
	}
}

func (u use) plus(held, waiting int, sequence uint64) use {
	u.held += held
	u.waiting += waiting
	if held > 0 {
		u.served = sequence
	}
	return u
}

func set[K comparable](all map[K]use, key K, u use) {
	if u.idle() {
		delete(all, key)
		return
	}
	all[key] = u
}
