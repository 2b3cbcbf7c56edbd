// Package ratelimit slows down whatever is tried too often: passwords, mails, uploads, cards.
package ratelimit

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/bulkhead"
)

// Limit says how often something may be tried: Free times at once, then after a delay that doubles
// from First to Max. After Forget without an attempt the count starts again. Nobody is locked out for
// good.
type Limit struct {
	Free   int
	First  time.Duration
	Max    time.Duration
	Forget time.Duration
}

// Attempt is one count against a limit. Subject is a keyed hash: the stored counts name no person, email
// or address.
type Attempt struct {
	Scope   string
	Subject string
	Limit   Limit
	// wider are the larger networks around the one that the attempt comes from.
	wider []Attempt
}

// WithWider are the attempts and, after them, those of the larger networks that count along.
func WithWider(attempts []Attempt) []Attempt {
	all := slices.Clone(attempts)
	for _, a := range attempts {
		all = append(all, a.wider...)
	}
	return all
}

// LongestForget is the age at which a stored count has no effect any more.
const LongestForget = 24 * time.Hour

// Store counts attempts by the database's clock, so that servers with different clocks agree. A
// database that cannot serve gives apperr.Unavailable.
type Store interface {
	// Count counts attempts, all or none, and returns the counts. When one of them still has to
	// wait, nothing is counted and wait is how long.
	Count(ctx context.Context, attempts []Attempt) (counts []int, wait time.Duration, err error)
	// Wait is how long an attempt still has to wait; it counts nothing.
	Wait(ctx context.Context, attempt Attempt) (time.Duration, error)
	// Undo takes the last count of each attempt back.
	Undo(ctx context.Context, attempts []Attempt) error
	// Sweep removes counts that have no effect any more.
	Sweep(ctx context.Context) error
}

// Tx changes counts within somebody's transaction.
type Tx interface {
	// Reset removes the counts of the attempts.
	Reset(ctx context.Context, attempts ...Attempt) error
	// Undo takes the last count of each attempt back.
	Undo(ctx context.Context, attempts ...Attempt) error
}

// Limiter counts attempts and refuses those that come too early.
type Limiter struct {
	store   Store
	subject func(scope, who string) string
}

// New makes a Limiter. subject makes the keyed hash that a count is stored under.
func New(store Store, subject func(scope, who string) string) *Limiter {
	return &Limiter{store: store, subject: subject}
}

// Attempt is an attempt by somebody: a user's id, a name, an email.
func (l *Limiter) Attempt(scope, who string, limit Limit) Attempt {
	return Attempt{Scope: scope, Subject: l.subject(scope, who), Limit: limit}
}

// AttemptFrom is an attempt from a network.
func (l *Limiter) AttemptFrom(scope string, ip netip.Addr, limit Limit) Attempt {
	ip = ip.Unmap().WithZone("")
	if !ip.Is6() {
		return l.Attempt(scope, network(ip, ip.BitLen()), limit)
	}
	attempt := l.Attempt(scope, network(ip, ipv6Networks[0].bits), limit)
	for _, n := range ipv6Networks[1:] {
		wide := limit
		wide.Free *= n.times
		attempt.wider = append(attempt.wider, l.Attempt(scope, network(ip, n.bits), wide))
	}
	return attempt
}

// ipv6Networks are what an IPv6 address is counted by: a household has a /64 at least, often a /56, and a small
// company or a rented server a /48. The larger ones may try more often.
var ipv6Networks = []struct{ bits, times int }{{64, 1}, {56, 4}, {48, 16}}

// NetworkKey names the network of an address by a keyed hash; a whole IPv6 site is one network.
func (l *Limiter) NetworkKey(scope string, ip netip.Addr) string {
	if !ip.IsValid() {
		return ""
	}
	return l.subject(scope, bulkhead.NetworkOf(ip).String())
}

// Allow counts the attempts, or refuses when one of them has to wait. Code: RateLimited.
func (l *Limiter) Allow(ctx context.Context, attempts ...Attempt) (counts []int, err error) {
	counts, wait, err := l.store.Count(ctx, WithWider(attempts))
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, apperr.New(apperr.RateLimited).WithRetryAfter(wait)
	}
	return counts[:len(attempts)], nil
}

// Undo takes the last count of each attempt back.
func (l *Limiter) Undo(ctx context.Context, attempts ...Attempt) error {
	return l.store.Undo(ctx, attempts)
}

// Sweep removes counts that have no effect any more.
func (l *Limiter) Sweep(ctx context.Context) error { return l.store.Sweep(ctx) }

// network names the network of so many bits that an address belongs to.
func network(ip netip.Addr, bits int) string {
	p, err := ip.Prefix(bits)
	if err != nil || !ip.IsValid() {
		return "unknown"
	}
	if ip.Is4() {
		return ip.String()
	}
	return p.String()
}
