package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"

	"dawa/internal/app/certificates"
	"dawa/internal/app/settings"
	"dawa/internal/app/sockets"
	"dawa/internal/app/storage"
	"dawa/internal/edge/serve"
)

// takeSockets takes the sockets that systemd passed, when it passed any, and notes their addresses in place of the
// configured ones.
func takeSockets(cfg *Config) (map[string]net.Listener, error) {
	passed, err := sockets.Passed()
	if err != nil {
		return nil, settings.Invalid("--listen", settings.OneLine(err), nil)
	}
	for name, setting := range map[string]*string{
		sockets.HTTP: &cfg.Listen, sockets.HTTPS: &cfg.TLSListen, sockets.Ops: &cfg.OpsListen,
	} {
		if l := passed[name]; l != nil {
			*setting = l.Addr().String()
		}
	}
	if passed[sockets.HTTPS] != nil && cfg.TLSDomain == "" {
		return nil, settings.Invalid("--tls-domain", "is needed for the socket https that was passed", nil)
	}
	return passed, nil
}

// openStorage opens the data. With a socket that was passed, connections wait in it while the server before finishes:
// so does this one, for the folder.
func (a *App) openStorage(ctx context.Context, passed bool) (*storage.Storage, error) {
	if passed {
		return storage.OpenAfter(ctx, a.cfg.Storage, longestStop)
	}
	return storage.Open(ctx, a.cfg.Storage)
}

// openPorts opens the ports, or takes those that were passed.
func (a *App) openPorts(ctx context.Context, passed map[string]net.Listener) (err error) {
	plain, err := listen(ctx, "--listen", a.cfg.Listen, passed[sockets.HTTP])
	if err != nil {
		return err
	}
	a.public = plain
	if a.cfg.TLSDomain != "" {
		a.plain, a.public = plain, nil
		if a.public, err = listen(ctx, "--tls-listen", a.cfg.TLSListen, passed[sockets.HTTPS]); err != nil {
			return err
		}
	}
	if a.cfg.OpsListen != "" {
		a.ops, err = listen(ctx, "--ops-listen", a.cfg.OpsListen, passed[sockets.Ops])
	}
	return err
}

// ports are those that are open.
func (a *App) ports() []*listener {
	var open []*listener
	for _, l := range []*listener{a.public, a.plain, a.ops} {
		if l != nil {
			open = append(open, l)
		}
	}
	return open
}

// plainConnections is how many may be open to the port that only redirects.
const plainConnections = 1000

// useCertificates makes the public port one with TLS, when domains are configured.
func (a *App) useCertificates(shop http.Handler) {
	if a.plain == nil {
		return
	}
	a.certificates = certificates.New(certificates.Options{
		Domains: a.cfg.domains(), Email: a.cfg.TLSEmail, Directory: a.cfg.TLSDirectory,
		Folder: a.cfg.tlsFolder(), Log: a.log,
	})
	a.api.Metrics().Registry.MustRegister(a.certificates)
	a.background = append(a.background, a.certificates.Run)
	toShop := certificates.Redirect(a.address)
	a.public.tls = true
	a.public.server.TLSConfig = a.certificates.TLSConfig()
	a.public.server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.certificates.Has(r.Host) && !serve.HostAllowed(r.Host, a.cfg.baseHost()) {
			toShop.ServeHTTP(w, r) // www.shop.example leads to shop.example
			return
		}
		shop.ServeHTTP(w, r)
	})
	a.plain.server = serve.NewServer(a.certificates.Challenges(http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
				shop.ServeHTTP(w, r) // who asks is on this machine, or a balancer
				return
			}
			toShop.ServeHTTP(w, r)
		})), a.log)
	a.plain.Listener = serve.NewConnLimiter(a.plain.Listener, min(plainConnections, a.cfg.connections()))
}

// listen opens a port, or takes the socket that was passed for it.
func listen(ctx context.Context, name, address string, passed net.Listener) (*listener, error) {
	if passed != nil {
		return &listener{Listener: passed}, nil
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		problem := fmt.Sprintf("cannot listen on %s", address)
		if errors.Is(err, syscall.EACCES) {
			return nil, settings.Invalid(name, problem, plainListenError(err))
		}
		return nil, settings.Unavailable(name, problem, plainListenError(err)) // whoever has the port may go
	}
	return &listener{Listener: l}, nil
}

// plainListenError says in plain words what the kernel refused.
func plainListenError(err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return errors.New("another program uses this port")
	case errors.Is(err, syscall.EACCES):
		return errors.New("this port needs more rights than this user has")
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return errors.New("this machine has no such address")
	}
	return err
}
