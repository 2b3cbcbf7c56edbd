// Package s3test gives tests a real S3 server: Versity's gateway over a temporary folder, on the loopback.
//
// The program comes from DAWA_TEST_VERSITYGW or from .tools/bin of the repository, where make puts it. Where
// it is not found the tests fail and say so; they are never skipped.
package s3test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"dawa/internal/testkit/testproc"
	"dawa/internal/testkit/timed"
)

// The credentials that the server knows.
const (
	AccessKey = "dawa-test"
	SecretKey = "dawa-test-secret"
	Region    = "me-central-1"
	Bucket    = "pictures"
)

// Server is an S3 server with one bucket.
type Server struct {
	t       testing.TB
	program string
	dir     string
	port    int
	end     func()
}

// Start starts a server that ends with the test, and sets the credentials in the environment.
func Start(t testing.TB) *Server {
	t.Helper()
	program, err := find()
	if err != nil {
		t.Fatalf("s3test: no S3 server to test with: %v", err)
	}
	t.(interface{ Setenv(key, value string) }).Setenv("AWS_ACCESS_KEY_ID", AccessKey)
	t.(interface{ Setenv(key, value string) }).Setenv("AWS_SECRET_ACCESS_KEY", SecretKey)
	s := &Server{t: t, program: program, dir: t.TempDir()}
	for _, dir := range []string{"data", "meta"} {
		if err := os.Mkdir(filepath.Join(s.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if s.port, err = testproc.FreePort(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	s.Resume()
	client, err := minio.New(s.host(), &minio.Options{
		Creds: credentials.NewStaticV4(AccessKey, SecretKey, ""), Region: Region,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.MakeBucket(t.Context(), Bucket, minio.MakeBucketOptions{Region: Region}); err != nil {
		t.Fatalf("s3test: making the bucket: %v", err)
	}
	return s
}

// find looks for the program here and in every folder above.
func find() (string, error) {
	if named := os.Getenv("DAWA_TEST_VERSITYGW"); named != "" {
		return named, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		program := filepath.Join(dir, ".tools", "bin", "versitygw")
		if _, err := os.Stat(program); err == nil {
			return program, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("run make tools in the repository, or set DAWA_TEST_VERSITYGW to the program " +
				"versitygw")
		}
		dir = filepath.Dir(dir)
	}
}

// Target is the bucket as the setting --media names it.
func (s *Server) Target() string {
	return fmt.Sprintf("s3://%s?endpoint=http://%s&region=%s", Bucket, s.host(), Region)
}

// Files are the objects of the bucket, as files.
func (s *Server) Files() string { return filepath.Join(s.dir, "data", Bucket) }

func (s *Server) host() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }

// Stop ends the server, as a power cut would.
func (s *Server) Stop() {
	if s.end != nil {
		s.end()
		s.end = nil
	}
}

// Resume starts the server again, at the same address with the same objects.
func (s *Server) Resume() {
	s.t.Helper()
	c := exec.CommandContext(context.Background(), s.program, "--port", s.host(), "--access", AccessKey, "--secret",
		SecretKey,
		"--region", Region, "--quiet", "posix", "--sidecar", filepath.Join(s.dir, "meta"), filepath.Join(s.dir, "data"))
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	c.SysProcAttr = testproc.EndWithTests(syscall.SIGKILL)
	ended, err := testproc.Start(c)
	if err != nil {
		s.t.Fatalf("s3test: starting %s: %v", s.program, err)
	}
	s.end = func() {
		_ = c.Process.Signal(syscall.SIGKILL)
		<-ended
	}
	for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(20 * time.Millisecond) {
		if s.answers() {
			return
		}
		if time.Now().After(deadline) {
			s.Stop()
			s.t.Fatalf("s3test: the server does not answer: %s", said.Bytes())
		}
	}
}

func (s *Server) answers() bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.host()+"/", nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return true
}
