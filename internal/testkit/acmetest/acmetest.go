// Package acmetest gives tests a real certificate authority: Let's Encrypt's own Pebble, on the loopback, with a name
// server that finds every name on this machine.
//
// The program comes from DAWA_TEST_PEBBLE or from .tools/bin of the repository, where make puts it. Where it is not
// found the tests fail and say so; they are never skipped.
package acmetest

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"dawa/internal/testkit/testproc"
	"dawa/internal/testkit/timed"
)

// Options say where the authority looks for those who ask, and what it gives them.
type Options struct {
	HTTPPort, TLSPort int
	// Lifetime is that of a certificate.
	Lifetime time.Duration
}

// Server is a certificate authority.
type Server struct {
	Directory string // its address
	CAFile    string // the certificate of that address, for SSL_CERT_FILE
	manage    string
	client    *http.Client
}

// Start starts an authority that ends with the test.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	program, err := find()
	if err != nil {
		t.Fatalf("acmetest: no certificate authority to test with: %v", err)
	}
	dir := t.TempDir()
	s := &Server{CAFile: filepath.Join(dir, "cert.pem")}
	keyFile := filepath.Join(dir, "key.pem")
	s.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{
		RootCAs: writeCertificate(t, s.CAFile, keyFile), MinVersion: tls.VersionTLS12,
	}}}
	t.Cleanup(s.client.CloseIdleConnections)
	address, manage := "127.0.0.1:"+freePort(t), "127.0.0.1:"+freePort(t)
	s.Directory, s.manage = "https://"+address+"/dir", "https://"+manage
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": address, "managementListenAddress": manage, "certificate": s.CAFile, "privateKey": keyFile,
		"httpPort": o.HTTPPort, "tlsPort": o.TLSPort, "keyAlgorithm": "ecdsa",
		"retryAfter": map[string]int{"authz": 1, "order": 1},
		"profiles": map[string]any{"default": map[string]any{
			"description": "of the tests", "validityPeriod": int(o.Lifetime.Seconds()),
		}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	configFile := filepath.Join(dir, "pebble.json")
	if err := os.WriteFile(configFile, config, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(context.Background(), program, "-config", configFile, "-dnsserver", nameServer(t))
	c.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	c.SysProcAttr = testproc.EndWithTests(syscall.SIGKILL)
	ended, err := testproc.Start(c)
	if err != nil {
		t.Fatalf("acmetest: starting %s: %v", program, err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGKILL)
		<-ended
		if t.Failed() {
			t.Logf("the authority said: %s", said.Bytes())
		}
	})
	for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(20 * time.Millisecond) {
		if _, err := s.get(t.Context(), s.Directory); err == nil {
			return s
		}
		if time.Now().After(deadline) {
			t.Fatal("acmetest: the authority does not answer")
		}
	}
}

// Roots are the certificates that browsers would trust.
func (s *Server) Roots(t testing.TB) *x509.CertPool {
	t.Helper()
	root, err := s.get(t.Context(), s.manage+"/roots/0")
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(root) {
		t.Fatal("acmetest: the root is no certificate")
	}
	return pool
}

func (s *Server) get(ctx context.Context, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	res, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", address, res.Status)
	}
	return io.ReadAll(res.Body)
}

// find looks for the program here and in every folder above.
func find() (string, error) {
	if named := os.Getenv("DAWA_TEST_PEBBLE"); named != "" {
		return named, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		program := filepath.Join(dir, ".tools", "bin", "pebble")
		if _, err := os.Stat(program); err == nil {
			return program, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("run make tools in the repository, or set DAWA_TEST_PEBBLE to the program pebble")
		}
		dir = filepath.Dir(dir)
	}
}

func freePort(t testing.TB) string {
	t.Helper()
	port, err := testproc.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(port)
}

// writeCertificate makes the certificate of the authority's own address.
func writeCertificate(t testing.TB, certFile, keyFile string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "acmetest"}, IsCA: true,
		BasicConstraintsValid: true,
		NotBefore:             time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	for file, content := range map[string][]byte{
		certFile: cert, keyFile: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}),
	} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(cert)
	return pool
}

// nameServer answers that every name is 127.0.0.1 and has nothing else. Pebble asks over TCP.
func nameServer(t testing.TB) string {
	t.Helper()
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	t.Cleanup(func() {
		_ = listener.Close()
		serving.Wait()
	})
	serving.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { answerAll(c) })
		}
	})
	return listener.Addr().String()
}

// answerAll answers the queries of a connection, each behind its length.
func answerAll(c net.Conn) {
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	for {
		var length [2]byte
		if _, err := io.ReadFull(c, length[:]); err != nil {
			return
		}
		query := make([]byte, binary.BigEndian.Uint16(length[:]))
		if _, err := io.ReadFull(c, query); err != nil {
			return
		}
		answer := answerTo(query)
		if answer == nil {
			return
		}
		if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(answer))), answer...)); err != nil {
			return
		}
	}
}

// answerTo answers a DNS query with one question (RFC 1035, 4.1).
func answerTo(query []byte) []byte {
	const header = 12
	end := header
	for end < len(query) && query[end] != 0 {
		end += int(query[end]) + 1
	}
	end += 5 // the root, type and class
	if end > len(query) {
		return nil
	}
	answers := byte(0)
	if query[end-3] == 1 { // type A
		answers = 1
	}
	answer := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, answers, 0, 0, 0, 0}, query[header:end]...)
	if answers == 1 {
		// the name of the question, type A, class IN, a minute, four bytes
		answer = append(answer, 0xc0, header, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1)
	}
	return answer
}
