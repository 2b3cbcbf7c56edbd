package desk

import (
	"context"
	"fmt"
	"io"
)

const (
	exportsAtOnce = 2
	// exportRows is how many products are read at a time: no export keeps a transaction open for
	// as long as somebody's connection is slow.
	exportRows = 500
)

// Export writes all products, of any status, as a file that Import reads back exactly: UTF-8 with a
// byte-order mark, rows ended by CRLF, formulas made inert.
func (s *Service) Export(ctx context.Context, to io.Writer) error {
	select {
	case s.exports <- struct{}{}:
		defer func() { <-s.exports }()
	case <-ctx.Done():
		return ctx.Err()
	}
	out := append([]byte(nil), utf8Mark...)
	out = appendRow(out, Columns())
	cells := make([]string, len(columns))
	last := ""
	for {
		products, err := s.books.After(ctx, last, exportRows)
		if err != nil {
			return fmt.Errorf("exporting products: %w", err)
		}
		for _, p := range products {
			for i := range columns {
				cells[i] = inert(columns[i].get(p))
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
