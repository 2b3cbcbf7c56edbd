package storetest

import (
	"bytes"
	"encoding/csv"
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

// export writes the catalogue as a table whose first row are the headings.
func (i *importFixture) export() [][]string {
	i.t.Helper()
	var file bytes.Buffer
	must(i.t, importer.NewExporter(i.store).Export(i.t.Context(), &file))
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.String(), "\ufeff"))).ReadAll()
	must(i.t, err)
	return rows
}

// set changes a cell of an exported table, as somebody does in a spreadsheet.
func set(table [][]string, row int, column, value string) {
	table[row][slices.Index(table[0], column)] = value
}

func fileOf(table [][]string) string {
	var file strings.Builder
	w := csv.NewWriter(&file)
	if err := w.WriteAll(table); err != nil {
		panic(err)
	}
	return file.String()
}

func (i *importFixture) sell(id string, pieces int) {
	i.t.Helper()
	must(i.t, i.products.MoveStock(i.t.Context(), []catalog.StockMove{{ID: id, By: -pieces}}))
}

// confirm imports a file as the screen does: check, look, confirm. between happens while somebody looks.
func (i *importFixture) confirm(file string, between func()) (*importer.Job, map[int]importer.Difference) {
	i.t.Helper()
	checked := i.run(i.queue(file, true).ID)
	if checked.State != importer.Done || checked.ProblemCount > 0 {
		i.t.Fatalf("the check: %+v", checked)
	}
	between()
	_, err := i.imports.Confirm(i.t.Context(), checked.ID, "admin-1")
	must(i.t, err)
	job := i.run(checked.ID)
	rows, total, err := i.imports.Differences(i.t.Context(), job.ID, "", 100, 0)
	must(i.t, err)
	if total != len(rows) {
		i.t.Fatalf("%d of %d differences", len(rows), total)
	}
	byRow := map[int]importer.Difference{}
	for _, d := range rows {
		byRow[d.Row] = d
	}
	return job, byRow
}

func TestImport_AnExportNeverUndoesASale(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		i.run(i.queue(importHeading+importRow(0, 1, 49)+importRow(1, 1, 49)+importRow(2, 1, 49)+importRow(3, 1, 5),
			false).ID)
		table := i.export()
		for _, id := range []string{"p-00000", "p-00001", "p-00003"} {
			i.sell(id, 5)
		}
		i.sell("p-00000", 5)
		set(table, 2, "nb_in_stock", "60")
		set(table, 2, "price", "2")
		set(table, 4, "nb_in_stock", "3")
		job, rows := i.confirm(fileOf(table), func() { i.sell("p-00001", 3) })
		if job.State != importer.Done || job.Updated != 1 || job.Created != 0 || job.Unchanged != 3 {
			t.Errorf("the import: %+v", job)
		}
		for id, want := range map[string]int{"p-00000": 39, "p-00001": 52, "p-00002": 49, "p-00003": 0} {
			if p := i.product(id); p.Stock != want {
				t.Errorf("%s has %d pieces, want %d", id, p.Stock, want)
			}
		}
		if p := i.product("p-00000"); p.Version != 3 {
			t.Errorf("a product of which the file changes nothing was written: %+v", p)
		}
		if p := i.product("p-00001"); p.Price != 200 {
			t.Errorf("the price in the file: %+v", p)
		}
		for row, want := range map[int]importer.Change{
			2: {Field: "nb_in_stock", Old: "39", New: "39", Note: "stock_stays", Exported: "49", File: "49"},
			3: {Field: "nb_in_stock", Old: "41", New: "52", Note: "stock_moved", Exported: "49", File: "60"},
			5: {Field: "nb_in_stock", Old: "0", New: "0", Note: "stock_short", Exported: "5", File: "3"},
		} {
			if !slices.Contains(rows[row].Changes, want) {
				t.Errorf("row %d says %+v, want %+v", row, rows[row].Changes, want)
			}
		}
		if _, told := rows[4]; told {
			t.Errorf("a row that changes nothing says %+v", rows[4])
		}
	})
}

func TestImport_AFileWithoutTheExportsColumnsCountsSalesFromTheCheckOn(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		i.run(i.queue(importFile(2, 1), false).ID)
		i.confirm("code,nb_in_stock\nCODE-00000,30\nCODE-00001,10\n", func() {
			i.sell("p-00000", 4)
			i.sell("p-00001", 4)
		})
		// The first was counted as 30 while there were 10; the second was right when somebody looked.
		for id, want := range map[string]int{"p-00000": 26, "p-00001": 6} {
			if p := i.product(id); p.Stock != want {
				t.Errorf("%s has %d pieces, want %d", id, p.Stock, want)
			}
		}
	})
}

func TestImport_OnlyCellsThatChangedInTheFileAreWritten(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		i.run(i.queue(importFile(2, 1), false).ID)
		edit := func(id string, change func(p *catalog.Product)) {
			_, err := catalog.NewService(i.products).Update(t.Context(), id, 0, func(p *catalog.Product) error {
				change(p)
				return nil
			})
			must(t, err)
		}
		table := i.export()
		edit("p-00000", func(p *catalog.Product) { p.Price, p.Name.English = 777, "Renamed in the shop" })
		set(table, 1, "brand", "nivea")
		set(table, 1, "price", "8")
		_, rows := i.confirm(fileOf(table), func() {
			edit("p-00000", func(p *catalog.Product) { p.PackSize = "12" })
			edit("p-00001", func(p *catalog.Product) { p.Price = 999 })
		})
		p := i.product("p-00000")
		if p.Brand != "nivea" || p.Price != 800 || p.Name.English != "Renamed in the shop" || p.PackSize != "12" {
			t.Errorf("after the import: %+v", p)
		}
		want := importer.Change{Field: "price", Old: "7.77", New: "8.00", Note: "edited"}
		if !slices.Contains(rows[2].Changes, want) || len(rows[2].Changes) != 2 {
			t.Errorf("the row says %+v", rows[2].Changes)
		}
		if other := i.product("p-00001"); other.Price != 999 {
			t.Errorf("a row that changed nothing when somebody looked undid an edit: %+v", other)
		}
	})
}

func TestImport_SalesRaceWithIt(t *testing.T) {
	t.Parallel()
	const products, sales = 30, 8
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		i := newImportFixture(t, db)
		var file strings.Builder
		file.WriteString(importHeading)
		for n := range products {
			file.WriteString(importRow(n, 1, 100))
		}
		i.run(i.queue(file.String(), false).ID)
		table := i.export()
		for row := range products {
			set(table, row+1, "nb_in_stock", strconv.Itoa(100+row%3*10))
			set(table, row+1, "price", "3")
		}
		var buyers sync.WaitGroup
		sold := make(chan struct{})
		for range 4 {
			buyers.Go(func() {
				for s := range sales * products / 4 {
					id := "p-000" + strconv.Itoa(s%products/10) + strconv.Itoa(s%10)
					if err := i.products.MoveStock(t.Context(), []catalog.StockMove{{ID: id, By: -1}}); err != nil {
						t.Error(err)
					}
					if s == products {
						sold <- struct{}{}
					}
				}
			})
		}
		for range 4 {
			<-sold // some of the sales are done, the rest goes on beside the import
		}
		job, _ := i.confirm(fileOf(table), func() {})
		buyers.Wait()
		if job.State != importer.Done || job.Updated != products {
			t.Fatalf("the import: %+v", job)
		}
		for row := range products {
			id := table[row+1][0]
			if p := i.product(id); p.Stock != 100+row%3*10-sales || p.Price != 300 {
				t.Errorf("%s has %d pieces at %s", id, p.Stock, p.Price)
			}
		}
	})
}

func TestImport_ConfirmsAFileOnceAndOnlyAfterACheckWithoutProblems(t *testing.T) {
	t.Parallel()
	Each(t, func(t *testing.T, db *sqlstore.DB) {
		ctx := t.Context()
		i := newImportFixture(t, db)
		i.run(i.queue(importFile(2, 1), false).ID)
		if _, err := i.imports.Confirm(ctx, "nothing", "admin-1"); apperr.CodeOf(err) != apperr.ImportNotFound {
			t.Errorf("a job that is not there: %v", err)
		}
		bad := i.run(i.queue("code,price\nCODE-00000,x\n", true).ID)
		if _, err := i.imports.Confirm(ctx, bad.ID, "admin-1"); apperr.CodeOf(err) != apperr.ImportExpired {
			t.Errorf("a file with a problem: %v", err)
		}
		good := i.run(i.queue("code,nb_in_stock\nCODE-00000,25\nNEW-1,4\n", true).ID)
		if good.ProblemCount == 0 {
			t.Fatalf("a new product without a name: %+v", good)
		}
		good = i.run(i.queue("code,nb_in_stock\nCODE-00000,25\n", true).ID)
		must(t, i.store.Sweep(ctx, time.Now().Add(-time.Hour)))
		var presses sync.WaitGroup
		for range 4 {
			presses.Go(func() {
				if _, err := i.imports.Confirm(ctx, good.ID, "admin-1"); err != nil {
					t.Error(err)
				}
			})
		}
		presses.Wait()
		if job := i.run(good.ID); job.Updated != 1 || job.DryRun || !job.Confirmed {
			t.Errorf("the import: %+v", job)
		}
		i.sell("p-00000", 5)
		if _, err := i.imports.Confirm(ctx, good.ID, "admin-1"); err != nil {
			t.Error(err)
		}
		if p := i.product("p-00000"); p.Stock != 20 || p.Version != 3 {
			t.Errorf("confirmed twice: %+v", p)
		}
	})
}
