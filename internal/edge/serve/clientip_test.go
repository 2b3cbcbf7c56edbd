package serve

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClientIP_BelievesForwardedAddressesOnlyFromTrustedProxies(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct{ peer, forwarded, want string }{
		{"203.0.113.7:1000", "", "203.0.113.7"},
		{"203.0.113.7:1000", "198.51.100.1", "203.0.113.7"},
		{"10.0.0.1:1000", "198.51.100.1", "198.51.100.1"},
		{"10.0.0.1:1000", "1.1.1.1, 198.51.100.1", "198.51.100.1"},
		{"10.0.0.1:1000", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"},
		{"10.0.0.1:1000", "nonsense", "10.0.0.1"},
		{"[::ffff:10.0.0.1]:1000", "2001:db8::1", "2001:db8::1"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := ClientIP(r, trusted).String(); got != c.want {
			t.Errorf("%s forwarding %q: got %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}
