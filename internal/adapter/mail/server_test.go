package mail

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// smtpServer is a real SMTP server that stores what it is sent.
type smtpServer struct {
	address string
	mu      sync.Mutex
	mails   []received
	refuse  error // of RCPT
	// refuseMail and refuseData are answers to MAIL and DATA.
	refuseMail, refuseData error
	dropped                int // connections to break after the mail was accepted
}

type received struct {
	from, to, user string
	tls            bool
	data           []byte
}

func (s *smtpServer) all() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received(nil), s.mails...)
}

// open starts the server on address, "" for any free port. secure is TLS from the start.
func (s *smtpServer) open(t *testing.T, address string, cert *tls.Certificate, secure bool) (shut func()) {
	t.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s.address = listener.Addr().String()
	server := smtp.NewServer(s)
	server.Domain, server.AllowInsecureAuth = "mail.example", false
	server.ReadTimeout, server.WriteTimeout = 10*time.Second, 10*time.Second
	server.ErrorLog = quiet{}
	if cert != nil {
		config := &tls.Config{Certificates: []tls.Certificate{*cert}}
		if secure {
			listener = tls.NewListener(listener, config)
		} else {
			server.TLSConfig = config
		}
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }()
	var once sync.Once
	shut = func() { once.Do(func() { _ = server.Close(); _ = listener.Close(); <-done }) }
	t.Cleanup(shut)
	return shut
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// NewSession begins an SMTP session.
func (s *smtpServer) NewSession(c *smtp.Conn) (smtp.Session, error) {
	_, secure := c.TLSConnectionState()
	return &session{server: s, conn: c, mail: received{tls: secure}}, nil
}

type session struct {
	server *smtpServer
	conn   *smtp.Conn
	mail   received
}

func (c *session) AuthMechanisms() []string { return []string{sasl.Plain} }
func (c *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "shop" || password != "s3cret pass" {
			return errors.New("who are you")
		}
		c.mail.user = user
		return nil
	}), nil
}
func (c *session) Mail(from string, _ *smtp.MailOptions) error {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.mail.from = from
	return c.server.refuseMail
}
func (c *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.server.refuse != nil {
		return c.server.refuse
	}
	c.mail.to = to
	return nil
}
func (c *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.server.refuseData != nil {
		return c.server.refuseData
	}
	taken := c.mail
	taken.data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	c.server.mails = append(c.server.mails, taken)
	if c.server.dropped > 0 {
		c.server.dropped--
		_ = c.conn.Conn().Close() // the mail is accepted, but the client never gets the answer
	}
	return nil
}
func (c *session) Reset()        {}
func (c *session) Logout() error { return nil }

// certificate makes a certificate for localhost and the pool that trusts it.
func certificate(t *testing.T) (*tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "localhost"},
		DNSNames:              []string{"localhost"},
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}
