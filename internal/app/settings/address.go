package settings

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// CheckBaseURL refuses a --base-url that links in mails cannot use. A shop that is open to the network needs
// one; allowHTTP accepts an address without TLS, and none at all, as in a demo.
func CheckBaseURL(baseURL, listen string, allowHTTP bool) error {
	const name = "--base-url"
	if baseURL == "" {
		host, _, _ := HostPort("--listen", listen)
		if !allowHTTP && !Loopback(host) {
			return Invalid(name, "is needed when --listen is open to the network, as in https://shop.example", nil)
		}
		return nil
	}
	u, err := url.Parse(baseURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return Invalid(name, fmt.Sprintf("%q must look like https://shop.example", baseURL), nil)
	}
	if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return Invalid(name, fmt.Sprintf("%q must be scheme and host only", baseURL), nil)
	}
	if u.Scheme == "http" && !allowHTTP && !Loopback(u.Hostname()) {
		return Invalid(name, "must begin with https:// unless the shop is only reached from this machine", nil)
	}
	return nil
}

// PublicURL is the address people use, without a slash at the end: baseURL, or else the address that the
// server is bound to.
func PublicURL(baseURL, listen, bound string) string {
	if baseURL != "" {
		return strings.TrimRight(baseURL, "/")
	}
	_, port, err := net.SplitHostPort(bound)
	if err != nil {
		return "http://" + bound
	}
	host, _, _ := HostPort("--listen", listen)
	if host == "" || Loopback(host) || net.ParseIP(host).IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// HostPort splits an address to listen on; setting names it in an error.
func HostPort(setting, address string) (host, port string, err error) {
	host, port, err = net.SplitHostPort(address)
	if err != nil {
		return "", "", Invalid(setting, fmt.Sprintf("%q must look like 127.0.0.1:8080", address), nil)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", "", Invalid(setting, fmt.Sprintf("%q is not a port between 0 and 65535", port), nil)
	}
	return host, strconv.FormatUint(n, 10), nil
}

// Loopback tells whether a host is this machine.
func Loopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
