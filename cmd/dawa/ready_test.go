package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestReadyCommand_AsksTheShopOnThisMachine(t *testing.T) {
	t.Parallel()
	var status atomic.Int32
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(int(status.Load()))
	}))
	defer shop.Close()
	address := shop.Listener.Addr().String()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	status.Store(http.StatusOK)
	for _, listen := range []string{address, "0.0.0.0:" + port, "[::]:" + port, ":" + port} {
		if code, out, errs := command(t, "ready", "--listen", listen); code != 0 || out != "ready\n" {
			t.Errorf("%s: %d %q %q", listen, code, out, errs)
		}
	}
	fails := func(listen, want string) {
		t.Helper()
		if code, out, errs := command(t, "ready", "--listen", listen); code != exitFailed || out != "" ||
			!strings.HasPrefix(errs, want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %d %q %q", listen, code, out, errs)
		}
	}
	status.Store(http.StatusServiceUnavailable)
	fails(address, "dawa: the shop at "+address+" is not ready")
	shop.Close()
	fails(address, "dawa: ")
	fails("nowhere", `dawa: --listen: "nowhere" must look like`)
}
