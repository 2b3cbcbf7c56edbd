// Package catalogue_test measures the admin catalogue calls with 100,000 products: a file coming in and going
// out, the table, the meter of translations.
//
//	go test -run '^$' -bench . -benchtime 1x ./bench/catalogue
package catalogue_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"dawa/internal/adapter/sqlstore"
	"dawa/internal/app/demo"
	"dawa/internal/base/text"
	"dawa/internal/domain/admin"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/importer"
	"dawa/internal/domain/search"
	"dawa/internal/edge/httpapi"
	"dawa/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	products = 100_000
	// importBudget is how long a file of all of them may take from its last byte to its last product.
	importBudget = 60 * time.Second
	// tableBudget is how long a page of the table may take.
	tableBudget = 150 * time.Millisecond
)

// shop is an open shop as an admin sees it.
type shop struct {
	b       *testing.B
	live    *catalog.Live
	store   *sqlstore.Products
	admin   *admin.Service
	imports *importer.Importer
}

// everyPicture has all pictures: the generated products show those of the demo.
type everyPicture struct{}

func (everyPicture) Has(context.Context, string) (bool, error) { return true, nil }

func open(b *testing.B, target string) *shop {
	b.Helper()
	db, err := sqlstore.Open(b.Context(), target, sqlstore.Options{})
	check(b, err)
	b.Cleanup(func() { _ = db.Close() })
	_, err = db.Migrate(b.Context())
	check(b, err)
	texts, err := text.LoadCatalogue()
	check(b, err)
	s := &shop{b: b, store: sqlstore.NewProducts(db)}
	s.live = catalog.NewLive(s.store, httpapi.AppendProduct, catalog.LiveOptions{Detail: httpapi.AppendProductDetail})
	finder := search.NewLive(search.NewLabels(texts).WithTexts(httpapi.LongTexts))
	b.Cleanup(finder.Close)
	s.live.Watch(finder.See)
	check(b, s.live.Load(b.Context()))
	s.admin = admin.New(sqlstore.NewAdmin(db), s.store, s.live, finder)
	s.imports = importer.New(sqlstore.NewImports(db), everyPicture{}, nil)
	ctx, stop := context.WithCancel(b.Context())
	var work sync.WaitGroup
	work.Go(func() { s.live.Follow(ctx) })
	work.Go(func() { s.imports.Run(ctx, slog.New(slog.DiscardHandler)) })
	b.Cleanup(func() { stop(); work.Wait() })
	return s
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// bring imports a file and gives how long its upload and its import took.
func (s *shop) bring(file io.Reader, dryRun bool) (job *importer.Job, upload, work time.Duration) {
	s.b.Helper()
	began := time.Now()
	up, err := s.imports.Receive(s.b.Context(), file)
	check(s.b, err)
	job, err = up.Accept(s.b.Context(), "bench", dryRun)
	check(s.b, err)
	upload = time.Since(began)
	for {
		job, err = s.imports.Job(s.b.Context(), job.ID)
		check(s.b, err)
		if job.State == importer.Done || job.State == importer.Failed {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if job.State != importer.Done || job.ProblemCount > 0 {
		s.b.Fatalf("the import: %+v", job)
	}
	return job, upload, time.Since(began) - upload
}

// shown waits until the shop shows a state.
func (s *shop) shown(holds func(*catalog.Snapshot) bool) time.Duration {
	s.b.Helper()
	began := time.Now()
	for !holds(s.live.Snapshot()) {
		if time.Since(began) > importBudget {
			s.b.Fatal("the shop does not show what was imported")
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(began)
}

func BenchmarkAdmin(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { run(b, b.TempDir()) })
	b.Run("postgres", func(b *testing.B) { run(b, pgtest.New(b)) })
}

func run(b *testing.B, target string) {
	file := write(b)
	s := open(b, target)
	within := func(name string, took, limit time.Duration) {
		report(b, name, took)
		if took > limit {
			b.Errorf("%s took %s, the budget is %s", name, took, limit)
		}
	}
	b.ResetTimer()
	job, upload, work := s.bring(strings.NewReader(file), false)
	if job.Created != products {
		b.Fatalf("%d products are new", job.Created)
	}
	report(b, "upload", upload)
	within("import", work, importBudget)
	report(b, "shown", s.shown(func(now *catalog.Snapshot) bool { return now.Len() == products }))

	_, _, work = s.bring(strings.NewReader(file), true)
	within("check", work, importBudget)

	var prices strings.Builder
	prices.WriteString("code,price\r\n")
	s.live.Snapshot().Each(func(it *catalog.Item) bool {
		prices.WriteString(it.Code + "," + (it.Price + 1).String() + "\r\n")
		return true
	})
	version := s.live.Snapshot().Version()
	job, _, work = s.bring(strings.NewReader(prices.String()), false)
	if job.Updated != products {
		b.Fatalf("%d products changed", job.Updated)
	}
	within("prices", work, importBudget)
	report(b, "prices-shown", s.shown(func(now *catalog.Snapshot) bool { return now.Version() != version }))

	for name, f := range map[string]admin.Filter{
		"table": {}, "table-search": {Part: "panadol"}, "table-arabic": {Part: "بنادول"}, "table-low": {Low: true},
		"table-name-last": {Filter: catalog.Filter{Sort: catalog.SortName, Offset: products - 50}},
	} {
		f.Limit = 50
		within(name, median(b, func() error {
			page, total, err := s.admin.Products(b.Context(), f)
			if err == nil && (len(page) == 0 || total == 0) {
				err = fmt.Errorf("%s finds nothing", name)
			}
			return err
		}), tableBudget)
	}
	report(b, "overview", median(b, func() error { _, err := s.admin.Overview(b.Context()); return err }))
	began := time.Now()
	_, err := s.admin.Translations(b.Context(), 0, 50)
	check(b, err)
	report(b, "meter-first", time.Since(began))
	within("meter", median(b, func() error {
		_, err := s.admin.Translations(b.Context(), 0, 50)
		return err
	}), tableBudget)
}

// write makes the file: products as they could be, with all their texts, out of a shop of their own.
func write(b *testing.B) string {
	b.Helper()
	db, err := sqlstore.Open(b.Context(), b.TempDir(), sqlstore.Options{})
	check(b, err)
	defer func() { _ = db.Close() }()
	_, err = db.Migrate(b.Context())
	check(b, err)
	list, err := demo.Generate(7, products)
	check(b, err)
	_, err = catalog.NewService(sqlstore.NewProducts(db)).Import(b.Context(), list, catalog.ImportOptions{})
	check(b, err)
	var file strings.Builder
	began := time.Now()
	check(b, importer.NewExporter(sqlstore.NewImports(db)).Export(b.Context(), &file))
	report(b, "export", time.Since(began))
	b.Logf("the file has %d MB", file.Len()>>20)
	return file.String()
}

// report adds a figure to the line of the benchmark.
func report(b *testing.B, name string, took time.Duration) {
	b.Logf("%-16s %s", name, took.Round(time.Millisecond/10))
	b.ReportMetric(float64(took.Milliseconds()), name+"-ms")
}

// median is the middle one of a few tries.
func median(b *testing.B, do func() error) time.Duration {
	b.Helper()
	var times []time.Duration
	for range 7 {
		began := time.Now()
		check(b, do())
		times = append(times, time.Since(began))
	}
	for i := range times {
		for j := range i {
			if times[i] < times[j] {
				times[i], times[j] = times[j], times[i]
			}
		}
	}
	return times[len(times)/2]
}
