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

// postOffice is a real SMTP server that keeps what it is sent.
type postOffice struct {
	address string
	mu      sync.Mutex
	mails   []received
	refuse  error // of RCPT
	dropped int   // connections to break after the mail was taken
}

type received struct {
	from, to, user string
	tls            bool
	data           []byte
}

func (p *postOffice) all() []received {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]received(nil), p.mails...)
}

// open starts the server on address, "" for any free port. secure is TLS from the start.
func (p *postOffice) open(t *testing.T, address string, cert *tls.Certificate, secure bool) (shut func()) {
	t.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	p.address = listener.Addr().String()
	server := smtp.NewServer(p)
	server.Domain, server.AllowInsecureAuth = "post.example", false
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

// NewSession begins a conversation.
func (p *postOffice) NewSession(c *smtp.Conn) (smtp.Session, error) {
	_, secure := c.TLSConnectionState()
	return &visit{office: p, conn: c, mail: received{tls: secure}}, nil
}

type visit struct {
	office *postOffice
	conn   *smtp.Conn
	mail   received
}

func (v *visit) AuthMechanisms() []string { return []string{sasl.Plain} }
func (v *visit) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "shop" || password != "s3cret pass" {
			return errors.New("who are you")
		}
		v.mail.user = user
		return nil
	}), nil
}
func (v *visit) Mail(from string, _ *smtp.MailOptions) error { v.mail.from = from; return nil }
func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	if v.office.refuse != nil {
		return v.office.refuse
	}
	v.mail.to = to
	return nil
}
func (v *visit) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	taken := v.mail
	taken.data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	v.office.mails = append(v.office.mails, taken)
	if v.office.dropped > 0 {
		v.office.dropped--
		_ = v.conn.Conn().Close() // the mail is taken, the client never hears of it
	}
	return nil
}
func (v *visit) Reset()        {}
func (v *visit) Logout() error { return nil }

// certificate makes a certificate for localhost and the pool that trusts it.
func certificate(t *testing.T) (*tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
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
