package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/base/apperr"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/importer"
)

// importFixture is an importer over a database.
type importFixture struct {
	t        *testing.T
	store    *sqlstore.Imports
	imports  *importer.Importer
	products *sqlstore.Products
}

func newImportFixture(t *testing.T, db *sqlstore.DB) *importFixture {
	store := sqlstore.NewImports(db)
	return &importFixture{
		t: t, store: store, imports: importer.New(store, nil, nil), products: sqlstore.NewProducts(db),
	}
}

// queue uploads a file and queues its import.
func (i *importFixture) queue(file string, dryRun bool) *importer.Job {
	i.t.Helper()
	up, err := i.imports.Receive(i.t.Context(), strings.NewReader(file))
	must(i.t, err)
	job, err := up.Accept(i.t.Context(), "admin-1", dryRun)
	must(i.t, err)
	return job
}

// run works until the job has ended.
func (i *importFixture) run(id string) *importer.Job {
	i.t.Helper()
	ctx, stop := context.WithCancel(i.t.Context())
	var work sync.WaitGroup
	work.Go(func() { i.imports.Run(ctx, slog.New(slog.DiscardHandler)) })
	defer work.Wait()
	defer stop()
	for deadline := time.Now().Add(10 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		job, err := i.imports.Job(i.t.Context(), id)
		must(i.t, err)
		if job.State == importer.Done || job.State == importer.Failed {
			return job
		}
		if time.Now().After(deadline) {
			i.t.Fatal("the import does not end")
		}
	}
}

func (i *importFixture) product(id string) *catalog.Product {
	i.t.Helper()
	p, err := i.products.Product(i.t.Context(), id)
	must(i.t, err)
	return p
}

const importHeading = "id,code,english_name,arabic_name,english_description,arabic_description," +
	"brand,category,price,nb_in_stock\r\n"

func importRow(n, price, stock int) string {
	return fmt.Sprintf("p-%05d,CODE-%05d,\"Thing %d, large\",غرض %d,It helps.,مفيد.,dove,vitamins,%d.50,%d\r\n", n, n,
		n, n, price, stock)
}

func importFile(rows, price int) string {
	var b strings.Builder
	b.WriteString(importHeading)
	for n := range rows {
		b.WriteString(importRow(n, price, 10))
	}
	return b.String()
}

// It runs by itself: how far the feed has come depends on the oldest transaction of the whole server.
func TestImport_FileWithAProblemChangesNothing(t *testing.T) {
	const rows = 2000
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		began := time.Now()
		if job := i.run(i.queue(importFile(rows, 3), false).ID); job.State != importer.Done || job.Created != rows ||
			job.Done != rows || job.Total != rows {
			t.Fatalf("an empty shop: %+v", job)
		}
		t.Logf("%d new rows in %s", rows, time.Since(began).Round(time.Millisecond))
		at, err := i.products.Position(t.Context())
		must(t, err)
		if job := i.run(i.queue(importFile(rows, 4), true).ID); job.State != importer.Done || job.Updated != rows ||
			i.product("p-00007").Price != 350 {
			t.Fatalf("only a check: %+v", job)
		}
		bad := importFile(rows, 4) + "p-99999,CODE-99999,,,,,dove,vitamins,1,1\r\n"
		job := i.run(i.queue(bad, false).ID)
		if job.State != importer.Failed || job.ProblemCount != 4 || job.Problems[0].Row != rows+2 || job.Updated != 0 {
			t.Fatalf("a file whose last row is bad: %+v", job)
		}
		if p := i.product("p-00007"); p.Price != 350 || p.Version != 1 {
			t.Fatalf("a file with a bad row changed %+v", p)
		}
		if set, err := i.products.ChangesSince(t.Context(), at); err != nil || len(set.Changes) != 0 {
			t.Fatalf("%d changes were recorded: %v", len(set.Changes), err)
		}
		began = time.Now()
		if job := i.run(i.queue(importFile(rows, 4), false).ID); job.State != importer.Done || job.Updated != rows ||
			job.Created != 0 {
			t.Fatalf("changed prices: %+v", job)
		}
		t.Logf("%d changed rows in %s", rows, time.Since(began).Round(time.Millisecond))
		if p := i.product("p-01999"); p.Price != 450 || p.Version != 2 || p.Stock != 10 || p.Name.Arabic != "غرض 1999" {
			t.Fatalf("after the import: %+v", p)
		}
		if set, err := i.products.ChangesSince(t.Context(), at); err != nil || len(set.Changes) != rows {
			t.Fatalf("%d changes were recorded: %v", len(set.Changes), err)
		}
		if job := i.run(i.queue(importFile(rows, 4), false).ID); job.Unchanged != rows ||
			i.product("p-00000").Version != 2 {
			t.Fatalf("the same again: %+v", job)
		}
		counts, err := i.products.Fingerprint(t.Context())
		if err != nil || counts.Products != rows || counts.Versions != 2*rows {
			t.Fatalf("the counts are %+v: %v", counts, err)
		}
	})
}

func TestImport_OneAtATime(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		first, err := i.imports.Receive(t.Context(), strings.NewReader(importFile(3, 1)))
		must(t, err)
		second, err := i.imports.Receive(t.Context(), strings.NewReader(importFile(3, 1)))
		must(t, err)
		var accepted, refused int
		var mu sync.Mutex
		var work sync.WaitGroup
		for _, up := range []*importer.Upload{first, second} {
			work.Go(func() {
				_, err := up.Accept(t.Context(), "admin-1", false)
				mu.Lock()
				defer mu.Unlock()
				switch apperr.CodeOf(err) {
				case "":
					accepted++
				case apperr.ImportInProgress:
					refused++
				default:
					t.Errorf("accepting: %v", err)
				}
			})
		}
		work.Wait()
		if accepted != 1 || refused != 1 {
			t.Fatalf("%d were accepted, %d refused", accepted, refused)
		}
		if _, err := i.imports.Receive(t.Context(),
			strings.NewReader(importFile(1, 1))); apperr.CodeOf(err) != apperr.ImportInProgress {
			t.Fatalf("a third: %v", err)
		}
		if _, err := i.imports.Job(t.Context(), "nobody"); apperr.CodeOf(err) != apperr.ImportNotFound {
			t.Fatalf("a job that never was: %v", err)
		}
	})
}

// staged takes the job and stages a change of its first product, as a server does before it is interrupted.
func (i *importFixture) staged(job *importer.Job, life time.Duration, stock int) *importer.Lease {
	i.t.Helper()
	lease, err := i.store.Take(i.t.Context(), life)
	must(i.t, err)
	if lease == nil || lease.ID != job.ID || lease.State != importer.Running {
		i.t.Fatalf("took %+v", lease)
	}
	before := i.product("p-00000")
	p := before.Clone()
	p.Price, p.Stock = 5000, stock
	must(i.t, i.store.Stage(i.t.Context(), lease, []importer.Staged{
		{Product: p, Version: before.Version, Stock: before.Stock, Fields: []string{"price", "nb_in_stock"}},
	}))
	return lease
}

func TestImport_AnotherServerTakesOverWhenTheLeaseEnds(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		i := newImportFixture(t, db)
		i.run(i.queue(importFile(3, 1), false).ID)
		job := i.queue(importFile(3, 2), false)
		dead := i.staged(job, time.Minute, 10)
		if other, err := i.store.Take(ctx, time.Minute); err != nil || other != nil {
			t.Fatalf("a second server took it at once: %+v %v", other, err)
		}
		must(t, db.Write(ctx, func(tx *sqlstore.Tx) error { // the minute passes
			_, err := tx.ExecContext(ctx, "UPDATE import_jobs SET lease_until = "+tx.Now())
			return err
		}))
		if ended := i.run(job.ID); ended.State != importer.Done || ended.Updated != 3 || ended.Attempt != 2 {
			t.Fatalf("the other server: %+v", ended)
		}
		if p := i.product("p-00000"); p.Price != 250 || p.Version != 2 {
			t.Fatalf("after the other server: %+v", p)
		}
		// The first one was only slow, and comes back.
		if err := i.store.Report(ctx, dead, 1, time.Minute); !errors.Is(err, importer.ErrLeaseLost) {
			t.Errorf("reporting: %v", err)
		}
		if err := i.store.Apply(ctx, dead, []string{"p-00000"}, time.Now()); !errors.Is(err, importer.ErrLeaseLost) {
			t.Errorf("committing: %v", err)
		}
		if err := i.store.Finish(ctx, dead, importer.Failed, importer.Outcome{}, time.Now()); !errors.Is(err,
			importer.ErrLeaseLost) {
			t.Errorf("finishing: %v", err)
		}
		if p := i.product("p-00000"); p.Price != 250 || p.Version != 2 {
			t.Errorf("the first server still wrote: %+v", p)
		}
	})
}

func TestImport_WhatIsSoldMeanwhileStaysSold(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		i := newImportFixture(t, db)
		i.run(i.queue(importFile(3, 1), false).ID)
		lease := i.staged(i.queue(importFile(3, 2), false), time.Minute, 25)
		must(t, i.products.MoveStock(ctx, []catalog.StockMove{{ID: "p-00000", By: -4}}))
		must(t, i.store.Apply(ctx, lease, []string{"p-00000"}, time.Now()))
		// The file raised the stock from 10 to 25; four were sold meanwhile.
		if p := i.product("p-00000"); p.Price != 5000 || p.Stock != 21 || p.Version != 3 {
			t.Fatalf("after the import: %+v", p)
		}
	})
}

func TestImport_DoesNotOverwriteAnEditMadeMeanwhile(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		i := newImportFixture(t, db)
		i.run(i.queue(importFile(3, 1), false).ID)
		job := i.queue("code,nb_in_stock\nCODE-00000,7\n", false)
		lease := i.staged(job, time.Minute, 7)
		_, err := catalog.NewService(i.products).Update(ctx, "p-00000", 0, func(p *catalog.Product) error {
			p.Price = 999
			return nil
		})
		must(t, err)
		if err := i.store.Apply(ctx, lease, []string{"p-00000"}, time.Now()); !errors.Is(err,
			importer.ErrProductEdited) {
			t.Fatalf("committing over an edit: %v", err)
		}
		must(t, i.store.Release(ctx, lease))
		if ended := i.run(job.ID); ended.State != importer.Done || ended.Updated != 1 {
			t.Fatalf("begun anew: %+v", ended)
		}
		if p := i.product("p-00000"); p.Price != 999 || p.Stock != 7 {
			t.Fatalf("after the import: %+v", p)
		}
	})
}

func TestImport_ContinuesAfterTheRowsThatAnEarlierAttemptWrote(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		i := newImportFixture(t, db)
		i.run(i.queue(importFile(3, 1), false).ID)
		job := i.queue(importFile(4, 2), false)
		lease := i.staged(job, time.Minute, 10)
		must(t, i.store.Apply(ctx, lease, []string{"p-00000"}, time.Now()))
		// The server dies here, and what it wrote is sold before another one goes on.
		must(t, i.products.MoveStock(ctx, []catalog.StockMove{{ID: "p-00000", By: -4}}))
		must(t, i.store.Release(ctx, lease))
		ended := i.run(job.ID)
		if ended.State != importer.Done || ended.Updated != 3 || ended.Created != 1 || ended.Unchanged != 0 {
			t.Fatalf("the second attempt: %+v", ended)
		}
		if p := i.product("p-00000"); p.Price != 5000 || p.Stock != 6 {
			t.Errorf("a row that was written already was written again: %+v", p)
		}
		if p := i.product("p-00002"); p.Price != 250 || p.Version != 2 {
			t.Errorf("a row that was left: %+v", p)
		}
	})
}

func TestImport_ExchangesCodesBetweenProducts(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		const rows = 1000
		i.run(i.queue(importFile(rows, 1), false).ID)
		var file strings.Builder
		file.WriteString("id,code\r\n")
		for n := range rows {
			// Every product but the first two takes the code of the one before it; those two exchange theirs.
			code := fmt.Sprintf("CODE-%05d", n-1)
			switch n {
			case 0:
				code = "CODE-00001"
			case 1:
				code = "CODE-00000"
			case 2:
				code = "CODE-NEW"
			}
			fmt.Fprintf(&file, "p-%05d,%s\r\n", n, code)
		}
		if job := i.run(i.queue(file.String(), false).ID); job.State != importer.Done || job.Updated != rows {
			t.Fatalf("the import ended as %+v", job)
		}
		for id, code := range map[string]string{"p-00000": "CODE-00001", "p-00001": "CODE-00000", "p-00002": "CODE-NEW",
			"p-00003": "CODE-00002", "p-00999": "CODE-00998"} {
			if got := i.product(id).Code; got != code {
				t.Errorf("%s has the code %s, want %s", id, got, code)
			}
		}
	})
}

// A checkout waits for one transaction of an import at most, so what matters is how many rows each writes.
//
// It runs by itself: how far the feed has come depends on the oldest transaction of the whole server.
func TestImport_WritesABoundedNumberOfRowsPerTransaction(t *testing.T) {
	const rows, bound = 1500, 200
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		for _, price := range []int{1, 2} { // new products, then changed ones
			at, err := i.products.Position(t.Context())
			must(t, err)
			if job := i.run(i.queue(importFile(rows, price), false).ID); job.State != importer.Done {
				t.Fatalf("the import ended as %+v", job)
			}
			set, err := i.products.ChangesSince(t.Context(), at)
			must(t, err)
			perTransaction := map[int64]int{}
			for _, c := range set.Changes {
				perTransaction[c.Mark]++
			}
			for mark, n := range perTransaction {
				if n > bound {
					t.Errorf("transaction %d wrote %d rows, at most %d may wait for each other", mark, n, bound)
				}
			}
			if len(set.Changes) != rows {
				t.Errorf("%d of %d rows were written", len(set.Changes), rows)
			}
		}
	})
}

// The products that are sold here are among those that the import changes. With DAWA_IMPORT_ROWS=100000 this measures
// how long a sale waits; by itself it only shows that both get done.
func TestImport_ShoppersWriteBesideIt(t *testing.T) {
	t.Parallel()
	rows := size(500, 3000, 3000)
	large, err := strconv.Atoi(os.Getenv("DAWA_IMPORT_ROWS"))
	if err == nil {
		rows = large
	}
	EachTarget(t, func(t *testing.T, target string) {
		i := newImportFixture(t, Open(t, target))
		i.run(i.queue(importFile(20, 1), false).ID)
		shopper := sqlstore.NewProducts(Open(t, target)) // another server on PostgreSQL
		if !strings.Contains(target, "://") {
			shopper = i.products // SQLite has one server
		}
		job := i.queue(importFile(rows, 2), false)
		done := make(chan struct{})
		var longest time.Duration
		sold := 0
		var work sync.WaitGroup
		work.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				began := time.Now()
				if err := shopper.MoveStock(t.Context(),
					[]catalog.StockMove{{ID: fmt.Sprintf("p-%05d", sold/2%20), By: sold%2*2 - 1}}); err != nil {
					t.Errorf("selling: %v", err)
				}
				longest = max(longest, time.Since(began))
				sold++
			}
		})
		ended := i.run(job.ID)
		close(done)
		work.Wait()
		if ended.State != importer.Done || sold == 0 {
			t.Fatalf("%d sales beside an import that ended as %+v", sold, ended)
		}
		t.Logf("%d rows, %d sales beside them, the longest took %s", rows, sold, longest)
		if large > 0 && longest > 250*time.Millisecond {
			t.Errorf("a sale waited %s", longest)
		}
	})
}

// With DAWA_IMPORT_ROWS=100000 this measures how long checkouts wait beside an import of so many rows; by itself it
// only shows that both get done.
func TestImport_CheckoutsBesideItDoNotWait(t *testing.T) {
	t.Parallel()
	rows := size(500, 2000, 2000)
	large, err := strconv.Atoi(os.Getenv("DAWA_IMPORT_ROWS"))
	if err == nil {
		rows = large
	}
	eachOrdersFixture(t, 1, func(t *testing.T, m *ordersFixture) {
		people := m.people(t, 1)
		m.setStock(t, "p0", 1_000_000)
		// order places one order and gives the longer of its two writes.
		order := func() time.Duration {
			began := time.Now()
			m.fill(t, people, 1, "p0")
			filled := time.Now()
			if _, err := m.orders.Place(t.Context(), payCash(people[0], "")); err != nil {
				t.Errorf("checkout: %v", err)
			}
			return max(filled.Sub(began), time.Since(filled))
		}
		var alone time.Duration // what the machine itself makes a checkout wait
		for range 20 {
			alone = max(alone, order())
		}
		i := newImportFixture(t, m.db)
		job := i.queue(importFile(rows, 2), false)
		done := make(chan struct{})
		var took []time.Duration
		var work sync.WaitGroup
		work.Go(func() {
			for {
				took = append(took, order())
				select {
				case <-done:
					return
				default:
				}
			}
		})
		ended := i.run(job.ID)
		close(done)
		work.Wait()
		slices.Sort(took)
		if ended.State != importer.Done || ended.Created != rows {
			t.Fatalf("beside %d checkouts the import ended as %+v", len(took), ended)
		}
		if _, total, err := m.orders.History(t.Context(), people[0], 1, 0); err != nil || total != 20+len(took) {
			t.Errorf("%d orders of %d checkouts: %v", total, 20+len(took), err)
		}
		longest := took[len(took)-1]
		t.Logf("%d rows; %d checkouts beside them: median %s, p99 %s, longest %s; longest of 20 without an import %s",
			rows, len(took), took[len(took)/2], took[len(took)*99/100], longest, alone)
		if large > 0 && longest > 250*time.Millisecond {
			t.Errorf("a checkout waited %s", longest)
		}
	})
}

func TestImport_SweepRemovesEndedJobsAndFiles(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		i := newImportFixture(t, db)
		old := i.run(i.queue(importFile(3, 1), false).ID)
		waiting := i.queue(importFile(3, 2), false)
		must(t, i.store.Sweep(ctx, time.Now().Add(time.Hour)))
		if _, err := i.imports.Job(ctx, old.ID); apperr.CodeOf(err) != apperr.ImportNotFound {
			t.Errorf("the old one: %v", err)
		}
		if _, found, err := i.store.FileChunk(ctx, waiting.ID, 0); err != nil || !found {
			t.Errorf("the file of the one that waits is gone: %v", err)
		}
		if ended := i.run(waiting.ID); ended.State != importer.Done || ended.Updated != 3 {
			t.Errorf("the one that waits: %+v", ended)
		}
		if _, found, err := i.store.FileChunk(ctx, waiting.ID, 0); err != nil || found {
			t.Errorf("the file of an import that ended is still there: %v", err)
		}
	})
}

func TestAdminSales_SumUpByTheDaysOfBeirut(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		// 2026-03-29 began at one o'clock in Beirut: its clocks went forward at midnight.
		midnight := time.Date(2026, 3, 28, 22, 0, 0, 0, time.UTC)
		for n, at := range []time.Time{
			midnight.Add(-time.Millisecond), midnight, midnight.Add(22*time.Hour + 59*time.Minute),
			midnight.Add(23 * time.Hour), midnight.Add(time.Hour),
		} {
			status := "placed"
			if n == 4 {
				status = "cancelled"
			}
			must(t, db.Write(ctx, func(tx *sqlstore.Tx) error {
				_, err := tx.ExecContext(ctx, `INSERT INTO orders (id, number, checkout_id, request_hash, status,
					subtotal_cents, fee_cents, total_cents, method, transaction_id, address, placed_at, updated_at)
					VALUES ($1, $2, $3, 'h', $4, 1000, 200, 1200, 'cash', 't', '{}', $5, $6)`,
					fmt.Sprint("o", n), fmt.Sprint("N", n), fmt.Sprint("c", n), status, at.UnixMilli(), at.UnixMilli())
				return err
			}))
		}
		books := sqlstore.NewAdmin(db)
		sold, err := books.Sales(ctx, midnight, midnight.Add(23*time.Hour), 15*time.Minute)
		must(t, err)
		orders, total := 0, 0
		for _, s := range sold {
			orders += s.Orders
			total += int(s.Total)
		}
		if orders != 2 || total != 2400 {
			t.Errorf("%d orders of %d cents: %v", orders, total, sold)
		}
		open, err := books.OpenOrders(ctx)
		if err != nil || open["placed"] != 4 {
			t.Errorf("open orders %v: %v", open, err)
		}
	})
}

// endless are rows that have no end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	n := 0
	for n+3 <= len(p) {
		n += copy(p[n:], "A\r\n")
	}
	return n, nil
}

func TestImport_RefusesAFileWithTooManyRows(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		if _, err := i.imports.Receive(t.Context(),
			io.MultiReader(strings.NewReader("code\r\n"), endless{})); apperr.CodeOf(err) != apperr.ImportTooMany {
			t.Fatalf("a file without end: %v", err)
		}
		var left int
		must(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM import_files").Scan(&left))
		if left != 0 {
			t.Errorf("%d chunks of it were stored", left)
		}
	})
}
