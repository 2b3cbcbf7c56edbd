package importer

import (
	"context"
	"fmt"
	"io"

	"dawa/internal/domain/catalog"
)

const (
	exportsAtOnce = 2
	// exportRows is how many products are read at a time: no export keeps a transaction open for
	// as long as somebody's connection is slow.
	exportRows = 500
)

// ExportSource reads the products to export. A database that cannot serve gives apperr.Unavailable.
type ExportSource interface {
	// ProductsAfter reads whole products of any status in the order of their ids, beginning after id.
	ProductsAfter(ctx context.Context, id string, limit int) ([]*catalog.Product, error)
}

// Exporter writes the catalogue as a CSV file. Its callers are admins.
type Exporter struct {
	source ExportSource
	// slots bounds how many files are written at a time: each reads the whole catalogue.
	slots chan struct{}
}

// NewExporter makes an Exporter.
func NewExporter(source ExportSource) *Exporter {
	return &Exporter{source: source, slots: make(chan struct{}, exportsAtOnce)}
}

// Export writes all products, of any status, as a file that Import reads back exactly: UTF-8 with a
// byte-order mark, rows ended by CRLF, formulas made inert. The last columns say what each product was at that time, so
// that Import can tell what was changed in the file from what changed in the shop since. It waits
// while two other exports run.
func (e *Exporter) Export(ctx context.Context, to io.Writer) error {
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	out := append([]byte(nil), utf8Mark...)
	out = appendRow(out, Columns())
	last := ""
	for {
		products, err := e.source.ProductsAfter(ctx, last, exportRows)
		if err != nil {
			return fmt.Errorf("exporting products: %w", err)
		}
		for _, p := range products {
			cells := exportCells(p)
			for i := range cells {
				cells[i] = escapeFormula(cells[i])
			}
			out = appendRow(out, cells)
			last = p.ID
		}
		if _, err := to.Write(out); err != nil {
			return fmt.Errorf("exporting products: %w", err)
		}
		out = out[:0]
		if len(products) < exportRows {
			return nil
		}
	}
}
