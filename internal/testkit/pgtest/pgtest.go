// Package pgtest gives tests a real PostgreSQL: one server per test binary, started when the
// first test asks for it, and a fresh database for each test. It runs as root too.
//
// A package that uses it has
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
//
// The server comes from DAWA_TEST_POSTGRES (the URL of an existing one whose user may create
// databases), from the PostgreSQL that npm installed for the tests, or from one of the system,
// 15 or newer. Where none is found the tests fail and say so; they are never skipped.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

var (
	inMain  atomic.Bool
	mu      sync.Mutex
	running *server
	failure error
	serial  atomic.Int64
	// durable is set before the server starts: it then waits for the disk, as a real one does.
	durable bool
)

// Main runs the tests and stops the server afterwards.
func Main(m *testing.M) int {
	inMain.Store(true)
	code := m.Run()
	mu.Lock()
	defer mu.Unlock()
	if running != nil {
		running.dropTemplates()
		running.stop()
	}
	return code
}

// DurableMain is Main with a server that waits for the disk at each commit, for benchmarks.
func DurableMain(m *testing.M) int {
	durable = true
	return Main(m)
}

// PID is the process id of the server, 0 when it was started by somebody else.
func PID(t testing.TB) int { return serverFor(t).pid }

// New makes an empty database for the test and returns its URL. The database is dropped when
// the test ends.
func New(t testing.TB) string {
	t.Helper()
	s := serverFor(t)
	name := fmt.Sprintf("dawa_test_%d_%d", os.Getpid(), serial.Add(1))
	s.admin(t, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'"+byFile)
	t.Cleanup(func() { s.admin(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	u := *s.url
	u.Path = "/" + name
	return u.String()
}

// byFile copies a template by its files. On a server that does not wait for the disk that takes half as long as block
// by block, and so does dropping the copy.
const byFile = " STRATEGY FILE_COPY"

// NewFrom makes a database for the test that is a copy of a template, and returns its URL. Each test binary makes a
// template once: prepare fills it, and has closed its connections when it returns.
func NewFrom(t testing.TB, template string, prepare func(url string) error) string {
	t.Helper()
	s := serverFor(t)
	name := fmt.Sprintf("dawa_test_%d_%d", os.Getpid(), serial.Add(1))
	s.admin(t, "CREATE DATABASE "+name+" TEMPLATE "+s.template(t, template, prepare)+byFile)
	t.Cleanup(func() { s.admin(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	u := *s.url
	u.Path = "/" + name
	return u.String()
}

// template makes the template once and gives its name.
func (s *server) template(t testing.TB, template string, prepare func(url string) error) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	name := fmt.Sprintf("dawa_template_%d_%s", os.Getpid(), template)
	if s.templates[name] {
		return name
	}
	s.admin(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") // prepare may have failed before
	s.admin(t, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'")
	u := *s.url
	u.Path = "/" + name
	if err := prepare(u.String()); err != nil {
		t.Fatalf("pgtest: preparing the template %s: %v", template, err)
	}
	if s.templates == nil {
		s.templates = map[string]bool{}
	}
	s.templates[name] = true
	return name
}

// LogStatements makes the server log every statement that is run in a database from the next connection on. The
// function gives those logged so far, in their order.
func LogStatements(t testing.TB, database string) func() []string {
	t.Helper()
	s := serverFor(t)
	u, err := url.Parse(database)
	if err != nil || s.log == "" {
		t.Fatalf("pgtest: the statements of this server cannot be read: %v", err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	s.admin(t, "ALTER DATABASE "+name+" SET log_statement = 'all'")
	return func() []string {
		log, err := os.ReadFile(s.log)
		if err != nil {
			t.Fatalf("pgtest: reading the server's log: %v", err)
		}
		var found []string
		for line := range strings.SplitSeq(string(log), "\n") {
			if rest, ok := strings.CutPrefix(line, name+"|LOG:  "); ok {
				_, statement, ran := strings.Cut(rest, ": ")
				if ran && (strings.HasPrefix(rest, "execute ") || strings.HasPrefix(rest, "statement: ")) {
					found = append(found, statement)
				}
			}
		}
		return found
	}
}

// serverFor starts the server of this test binary, or returns the running one.
func serverFor(t testing.TB) *server {
	t.Helper()
	if !inMain.Load() {
		t.Fatal("pgtest: give this package a TestMain that calls pgtest.Main, so that the server is stopped")
	}
	mu.Lock()
	defer mu.Unlock()
	if running == nil && failure == nil {
		running, failure = start()
	}
	if failure != nil {
		t.Fatalf("pgtest: no PostgreSQL to test with: %v", failure)
	}
	return running
}

// server is a PostgreSQL that answers.
type server struct {
	url  *url.URL
	stop func()
	pid  int
	log  string // the file it logs to; "" when somebody else started it

	mu        sync.Mutex
	templates map[string]bool // those that are ready
}

// dropTemplates leaves nothing on a server that somebody else started.
func (s *server) dropTemplates() {
	if s.pid != 0 || len(s.templates) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url.String())
	if err != nil {
		return
	}
	defer func() { _ = conn.Close(ctx) }()
	for name := range s.templates {
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	}
}

// admin runs one statement in the maintenance database.
func (s *server) admin(t testing.TB, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url.String())
	if err != nil {
		t.Fatalf("pgtest: connecting: %v", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Fatalf("pgtest: %s: %v", statement, err)
	}
}
