package serve

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// HostAllowed tells whether a request's Host is one that a server of ours answers to: the configured name, an
// address, or a name without a dot, as machines call each other. Any other name is somebody else's that was pointed at
// us, as DNS rebinding does.
func HostAllowed(host, configured string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	if strings.EqualFold(host, configured) || !strings.Contains(host, ".") {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// CheckHost answers 421 to requests for other hosts.
func CheckHost(next http.Handler, configured string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !HostAllowed(r.Host, configured) {
			http.Error(w, "This server does not answer to that host.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
