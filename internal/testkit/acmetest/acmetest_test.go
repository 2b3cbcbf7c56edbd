package acmetest

import (
	"context"
	"net"
	"testing"
)

func TestNameServer_FindsEveryNameHere(t *testing.T) {
	address := nameServer(t)
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", address)
	}}
	found, err := resolver.LookupHost(t.Context(), "www.shop.example")
	if err != nil || len(found) != 1 || found[0] != "127.0.0.1" {
		t.Errorf("found %v, %v", found, err)
	}
}
