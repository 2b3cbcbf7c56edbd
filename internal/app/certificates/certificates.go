// Package certificates gets the server's certificates from an ACME authority and renews them while the shop runs.
package certificates

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

const (
	// firstRetry and lastRetry bound how long a name waits after a failure, doubling each time: authorities refuse
	// those who fail often.
	firstRetry = time.Minute
	lastRetry  = time.Hour
	// lookEvery is how often the certificates are looked at, and missing ones asked for.
	lookEvery = 30 * time.Second
)

// Options is what certificates are asked for with.
type Options struct {
	Domains   []string // lower case
	Email     string   // the authority writes to it about trouble; may be empty
	Directory string   // address of the authority
	Folder    string   // where certificates and keys are stored, private to this user
	Log       *slog.Logger
	// Client asks the authority; nil is the usual one.
	Client *http.Client
}

// Manager has a certificate for each domain.
type Manager struct {
	domains []string
	log     *slog.Logger
	acme    *autocert.Manager

	mu    sync.Mutex
	state map[string]*state // by domain
}

// state is what is known of a domain's certificate.
type state struct {
	until    time.Time // end of the certificate, zero before the first
	failures int
	retry    time.Time // not asked for again before
}

// ErrNotYet is what browsers cause that come while a certificate is missing.
var ErrNotYet = errors.New("there is no certificate yet")

// New makes a manager. Asking the authority agrees to its terms of service.
func New(o Options) *Manager {
	m := &Manager{domains: o.Domains, log: o.Log, state: map[string]*state{}}
	for _, domain := range o.Domains {
		m.state[domain] = &state{}
	}
	m.acme = &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(o.Folder),
		HostPolicy: m.allowed,
		Email:      o.Email,
		Client:     &acme.Client{DirectoryURL: o.Directory, HTTPClient: o.Client, UserAgent: "dawa"},
	}
	return m
}

// Has tells whether a host, with or without a port, is one of the domains.
func (m *Manager) Has(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return slices.Contains(m.domains, strings.ToLower(strings.TrimSuffix(host, ".")))
}

func (m *Manager) allowed(_ context.Context, host string) error {
	if !m.Has(host) {
		return errors.New("this server has no certificate for that name")
	}
	return nil
}

// TLSConfig serves the certificates, and answers the authority's questions on the same port.
func (m *Manager) TLSConfig() *tls.Config {
	c := m.acme.TLSConfig()
	c.GetCertificate = m.certificate
	c.MinVersion = tls.VersionTLS12
	return c
}

// Challenges answers the authority's questions on the port without TLS and leaves everything else to next.
func (m *Manager) Challenges(next http.Handler) http.Handler { return m.acme.HTTPHandler(next) }

func (m *Manager) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if slices.Equal(hello.SupportedProtos, []string{acme.ALPNProto}) {
		return m.acme.GetCertificate(hello)
	}
	name := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
	m.mu.Lock()
	known := m.state[name]
	waits := known != nil && known.until.IsZero() && time.Now().Before(known.retry)
	m.mu.Unlock()
	if known == nil {
		return nil, m.allowed(context.Background(), name)
	}
	if waits {
		return nil, ErrNotYet
	}
	found, err := m.acme.GetCertificate(hello)
	if err != nil {
		m.failed(name, err)
		return nil, err
	}
	m.got(name, found.Leaf.NotAfter)
	return found, nil
}

func (m *Manager) got(name string, until time.Time) {
	m.mu.Lock()
	s := m.state[name]
	changed := !s.until.Equal(until)
	*s = state{until: until}
	m.mu.Unlock()
	if changed {
		m.log.Info("certificate", slog.String("domain", name), slog.Time("until", until))
	}
}

func (m *Manager) failed(name string, err error) {
	m.mu.Lock()
	s := m.state[name]
	first := !time.Now().Before(s.retry) // those who waited for the same attempt count it once
	if first {
		s.failures++
		s.retry = time.Now().Add(min(firstRetry<<min(s.failures-1, 10), lastRetry))
	}
	retry := s.retry
	m.mu.Unlock()
	if first {
		m.log.Error("the certificate authority gave no certificate", slog.String("domain", name),
			slog.Time("retry", retry), slog.String("cause", strings.Join(strings.Fields(err.Error()), " ")))
	}
}

// Run asks for missing certificates at once, so that the first visitor need not wait, and follows the renewed ones
// until ctx ends.
func (m *Manager) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		var asked sync.WaitGroup
		for _, domain := range m.domains {
			asked.Go(func() { _, _ = m.certificate(browserHello(domain)) }) // certificate logs what fails
		}
		done := make(chan struct{})
		go func() { asked.Wait(); close(done) }()
		select {
		case <-ctx.Done():
			return
		case <-done:
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// browserHello is what a browser of today says when it connects.
func browserHello(domain string) *tls.ClientHelloInfo {
	return &tls.ClientHelloInfo{
		ServerName:        domain,
		SupportedVersions: []uint16{tls.VersionTLS13},
		SignatureSchemes:  []tls.SignatureScheme{tls.ECDSAWithP256AndSHA256},
		SupportedCurves:   []tls.CurveID{tls.CurveP256},
		CipherSuites:      []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256},
	}
}

var untilFigure = prometheus.NewDesc("dawa_tls_certificate_expires_timestamp_seconds",
	"When the certificate of a domain ends; 0 when there is none.", []string{"domain"}, nil)

// Describe names the figure.
func (m *Manager) Describe(out chan<- *prometheus.Desc) { out <- untilFigure }

// Collect tells when each certificate ends.
func (m *Manager) Collect(out chan<- prometheus.Metric) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, domain := range m.domains {
		ends := 0.0
		if until := m.state[domain].until; !until.IsZero() {
			ends = float64(until.Unix())
		}
		out <- prometheus.MustNewConstMetric(untilFigure, prometheus.GaugeValue, ends, domain)
	}
}

// Redirect sends browsers that came without TLS to the shop's address. Other requests are refused: what they carried
// has crossed the network in the clear, and whoever sends them must notice.
func Redirect(address string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Connection", "close")
			http.Error(w, fmt.Sprintf("Use %s instead.", address), http.StatusBadRequest)
			return
		}
		to := *r.URL
		to.Scheme, to.Host, to.User = "", "", nil
		http.Redirect(w, r, address+to.String(), http.StatusPermanentRedirect)
	})
}
