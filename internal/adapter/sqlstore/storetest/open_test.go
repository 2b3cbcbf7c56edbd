package storetest

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/testproc"
)

// refused opens target, which must fail with one clear line that holds every word of want.
func refused(t *testing.T, target string, want ...string) {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), target, sqlstore.Options{})
	if err == nil {
		_ = db.Close()
		t.Fatalf("%s was opened", target)
	}
	if _, ok := errors.AsType[*sqlstore.OpenError](err); !ok {
		t.Errorf("%T is not an OpenError: %v", err, err)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than a line: %q", err)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
	t.Log(err)
}

func TestOpenPostgres_RefusesWrongAddressesInOneLine(t *testing.T) {
	t.Parallel()
	refused(t, "", "no database")
	refused(t, "mysql://root@localhost/shop", "postgres://", "mysql")
	refused(t, "postgres://user:s3cret@host:notaport/x", "must look like")

	good, err := url.Parse(pgtest.New(t))
	must(t, err)
	missing := *good
	missing.Path = "/no_such_shop"
	refused(t, missing.String(), "no_such_shop", "does not exist")

	port, err := testproc.FreePort()
	must(t, err)
	deaf := *good
	deaf.Host, deaf.User = "127.0.0.1:"+strconv.Itoa(port), url.UserPassword("u", "s3cret")
	refused(t, deaf.String(), deaf.Host, "cannot be reached", "connection refused")
}

func TestOpenPostgres_ErrorHidesThePassword(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"postgres://user:s3cret@host:notaport/x",
		"postgres://user:s3cret@127.0.0.1:1/x",
		"postgres://user:s3cret@nowhere.invalid/x",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		_, err := sqlstore.Open(ctx, target, sqlstore.Options{})
		cancel()
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%v", err)
		}
	}
}

func TestOpen_RefusesAFileThatIsNoDatabaseUntouched(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, sqlstore.SQLiteFile)
	content := strings.Repeat("this is a letter to my aunt. ", 100)
	must(t, os.WriteFile(file, []byte(content), 0o600))
	refused(t, dir, file, "not a dawa database")
	if now, err := os.ReadFile(file); err != nil || string(now) != content {
		t.Fatal("the file was changed")
	}
	refused(t, file, "cannot be")
}

func TestOpen_RefusesADatabaseLockedByAnotherProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, Open(t, dir).Ping(t.Context()))
	other, err := sql.Open("sqlite", "file:"+filepath.Join(dir, sqlstore.SQLiteFile))
	must(t, err)
	defer func() { _ = other.Close() }()
	conn, err := other.Conn(t.Context())
	must(t, err)
	defer func() { _ = conn.Close() }()
	_, err = conn.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	must(t, err)
	refused(t, dir, "locked")
	_, err = conn.ExecContext(t.Context(), "ROLLBACK")
	must(t, err)
	db, err := sqlstore.Open(t.Context(), dir, sqlstore.Options{})
	must(t, err)
	must(t, db.Close())
}

// A folder is read-only for everyone but root, so this test runs itself again as nobody when
// it runs as root.
func TestOpen_RefusesAnUnwritableFolder(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("DAWA_TEST_READONLY_DIR"); dir != "" {
		refused(t, filepath.Join(dir, "empty"), "cannot be")
		refused(t, filepath.Join(dir, "shop"), "cannot be written")
		refused(t, filepath.Join(dir, "empty", "new"), "cannot be made", "permission denied")
		return
	}
	dir, err := os.MkdirTemp("/tmp", "dawa-readonly-")
	must(t, err)
	t.Cleanup(func() {
		for _, d := range []string{"empty", "shop"} {
			_ = os.Chmod(filepath.Join(dir, d), 0o700)
		}
		_ = os.RemoveAll(dir)
	})
	must(t, os.Chmod(dir, 0o755))
	must(t, os.Mkdir(filepath.Join(dir, "empty"), 0o555))
	shop, err := sqlstore.Open(t.Context(), filepath.Join(dir, "shop"), sqlstore.Options{})
	must(t, err)
	_, err = shop.Migrate(t.Context())
	must(t, err)
	must(t, shop.Close())
	must(t, os.Chmod(filepath.Join(dir, "shop", sqlstore.SQLiteFile), 0o444))
	must(t, os.Chmod(filepath.Join(dir, "shop"), 0o555))

	binary := filepath.Join(dir, "tests")
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(binary, self, 0o755))
	again := exec.CommandContext(t.Context(), binary, "-test.run=^TestOpen_RefusesAnUnwritableFolder$", "-test.v")
	again.Env = append(os.Environ(), "DAWA_TEST_READONLY_DIR="+dir)
	again.Dir = "/"
	if os.Getuid() == 0 {
		again.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := again.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

func TestWrite_UnknownCommitIsNeitherRepeatedNorGuessed(t *testing.T) {
	t.Parallel()
	db := Open(t, pgtest.New(t))
	runs := 0
	err := db.Write(t.Context(), func(tx *sqlstore.Tx) error {
		runs++
		var pid int
		if err := tx.QueryRowContext(t.Context(), "SELECT pg_backend_pid()").Scan(&pid); err != nil {
			return err
		}
		var gone bool
		return db.QueryRowContext(t.Context(), "SELECT pg_terminate_backend($1, 5000)", pid).Scan(&gone)
	})
	if !errors.Is(err, sqlstore.ErrCommitUnknown) || apperr.CodeOf(err) != apperr.Unavailable || runs != 1 {
		t.Fatalf("after %d runs: %v", runs, err)
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Fatalf("the pool did not recover: %v", err)
	}
}
