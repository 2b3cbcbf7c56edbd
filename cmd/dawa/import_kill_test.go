package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/adapter/sqlstore/storetest"
	"dawa/internal/domain/importer"
	"dawa/internal/testkit/pgtest"
	"dawa/internal/testkit/timed"
)

const killRows = 10_000

// The server is killed in the middle of an import, while it stages rows and while it writes products. The
// next server goes on, and in the end each row was written once.
func TestImport_SurvivesAKilledServer(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		killUnderImport(t, 3, "")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		killUnderImport(t, 1, pgtest.New(t))
	})
}

func killUnderImport(t *testing.T, kills int, database string) {
	data := storetest.SQLite(t)
	target := database
	if target == "" {
		target = data
	}
	if code, _, errs := command(t, "keys", "new", "--data", data); code != 0 {
		t.Fatal(errs)
	}
	db, err := sqlstore.Open(t.Context(), target, sqlstore.Options{})
	if err == nil {
		_, err = db.Migrate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	imports := importer.New(sqlstore.NewImports(db), nil, nil)
	var file strings.Builder
	file.WriteString(
		"code,english_name,arabic_name,english_description,arabic_description,brand,category,price,nb_in_stock\n")
	for n := range killRows {
		fmt.Fprintf(&file, "K-%d,Thing %d,غرض %d,It helps.,مفيد.,dove,vitamins,1.50,10\n", n, n, n)
	}
	upload, err := imports.Receive(t.Context(), strings.NewReader(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	job, err := upload.Accept(t.Context(), "admin-1", false)
	if err != nil {
		t.Fatal(err)
	}
	count := func(query string) (n int) {
		t.Helper()
		if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	address := freeAddress(t)
	v := &victim{
		t: t, base: "http://" + address, args: []string{"serve", "--listen", address, "--data", data, "--log-level",
			"error"},
	}
	if database != "" {
		v.args = append(v.args, "--database", database)
	}
	caught := 0
	for kill := range kills {
		v.start()
		// Each time a little further: at the beginning of the staging, in its middle, and while products
		// are written.
		staged, written := killRows*kill/kills+1, 0
		if kill == kills-1 {
			staged, written = killRows, 1
		}
		for count("SELECT count(*) FROM import_rows") < staged || count("SELECT count(*) FROM products") < written {
			time.Sleep(time.Millisecond)
		}
		v.kill()
		if count("SELECT count(*) FROM products") < killRows {
			caught++
		}
	}
	if caught == 0 {
		t.Error("no kill met the import")
	}
	v.start()
	defer v.kill()
	for deadline := time.Now().Add(timed.Timeout); ; time.Sleep(50 * time.Millisecond) {
		if job, err = imports.Job(t.Context(), job.ID); err != nil {
			t.Fatal(err)
		}
		if job.State == importer.Done {
			break
		}
		if job.State == importer.Failed || time.Now().After(deadline) {
			t.Fatalf("the import is left as %+v", job)
		}
	}
	if job.Created != killRows || count("SELECT count(*) FROM products") != killRows ||
		count("SELECT count(*) FROM products WHERE version = 1 AND stock = 10") != killRows {
		t.Errorf("the import ended as %+v", job)
	}
}
