package httpapi

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"dawa/internal/base/apperr"
	"dawa/internal/base/bulkhead"
	"dawa/internal/edge/serve"
)

const (
	// visitorCartsEvery is how long the visitors of a network are remembered.
	visitorCartsEvery = time.Hour
	// visitorNetworks bounds the networks that are remembered; more than these start anew.
	visitorNetworks = 20_000
)

// visitorCarts limits how many visitors of one network fill a cart within an hour: a session costs a visitor nothing,
// but its cart is stored for weeks. Whoever has begun goes on. Each server counts for itself.
type visitorCarts struct {
	limit    int // 0 is none
	mu       sync.Mutex
	since    time.Time
	networks map[netip.Prefix]map[uint64]struct{}
}

func (v *visitorCarts) allow(network netip.Prefix, visitor uint64, now time.Time) bool {
	if v.limit == 0 || !network.IsValid() {
		return true
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if now.Sub(v.since) >= visitorCartsEvery || len(v.networks) >= visitorNetworks {
		v.since, v.networks = now, map[netip.Prefix]map[uint64]struct{}{}
	}
	seen := v.networks[network]
	if seen == nil {
		seen = map[uint64]struct{}{}
		v.networks[network] = seen
	}
	if _, known := seen[visitor]; known {
		return true
	}
	if len(seen) >= v.limit {
		return false
	}
	seen[visitor] = struct{}{}
	return true
}

// mayFillCart refuses a visitor too many of a network. Code: RateLimited.
func (a *API) mayFillCart(r *http.Request, who Actor) error {
	network := bulkhead.NetworkOf(serve.ClientIP(r, a.proxies))
	if who.SignedIn() || a.newCarts.allow(network, a.stack.ClientHash(who.SessionID), a.now()) {
		return nil
	}
	return apperr.New(apperr.RateLimited).WithRetryAfter(visitorCartsEvery)
}
