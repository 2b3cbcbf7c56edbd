package serve

import (
	"net/http"
	"net/netip"
	"strings"
)

// ClientIP returns the address a request came from. X-Forwarded-For is read from
// its end and only as far as trusted balancers wrote it: anything before that was
// typed by the client itself.
func ClientIP(r *http.Request, trusted []netip.Prefix) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	ip := peer.Addr().Unmap()
	if !within(ip, trusted) {
		return ip
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			return ip
		}
		ip = hop.Unmap()
		if !within(ip, trusted) {
			return ip
		}
	}
	return ip
}

// FromProxy tells whether a request comes from a trusted balancer.
func FromProxy(r *http.Request, trusted []netip.Prefix) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && within(peer.Addr().Unmap(), trusted)
}

func within(ip netip.Addr, nets []netip.Prefix) bool {
	for _, n := range nets {
		if n.Contains(ip) {
			return true
		}
	}
	return false
}
