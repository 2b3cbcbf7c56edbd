package pgtest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

func TestOpen_EachTestHasAnEmptyDatabase(t *testing.T) {
	ctx := context.Background()
	for range 2 {
		conn, err := pgx.Connect(ctx, New(t))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close(ctx) }()
		if _, err := conn.Exec(ctx, "CREATE TABLE mine (n INTEGER)"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestInstallation_InPrivateFolderIsCopied(t *testing.T) {
	private := filepath.Join(t.TempDir(), "home")
	if err := os.MkdirAll(filepath.Join(private, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(private, "bin", "postgres"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(t.TempDir(), "copy")
	got, err := installation{bin: filepath.Join(private, "bin"), tree: private}.readable(there)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(there, "bin", "postgres")); err != nil ||
		got.bin != filepath.Join(there, "bin") {
		t.Fatalf("not copied: %v, %+v", err, got)
	}
}

func TestNewFrom_CopiesATemplateThatIsMadeOnce(t *testing.T) {
	ctx := context.Background()
	made := 0
	prepare := func(url string) error {
		made++
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(ctx) }()
		_, err = conn.Exec(ctx, "CREATE TABLE mine (n INTEGER)")
		return err
	}
	for range 2 {
		conn, err := pgx.Connect(ctx, NewFrom(t, "tables", prepare))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close(ctx) }()
		var n int
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM mine").Scan(&n); err != nil || n != 0 {
			t.Fatalf("the copy holds %d rows: %v", n, err)
		}
		if _, err := conn.Exec(ctx, "INSERT INTO mine VALUES (1)"); err != nil {
			t.Fatal(err)
		}
	}
	if made != 1 {
		t.Errorf("the template was made %d times", made)
	}
}
