package pricelist

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"dawa/internal/base/apperr"
	"dawa/internal/base/xlsx"
	"dawa/internal/domain/importer"
)

const (
	// MaxFile bounds a file.
	MaxFile = 20 << 20
	// maxRows bounds the rows of one list.
	maxRows = 50_000
)

// table is a list as it stands in its file: titles, a heading, rows.
type table struct {
	headings []string
	rows     []xlsx.Row
}

// readTable reads a CSV file or a workbook and finds its heading. Codes: ImportEmpty, ImportEncoding, PriceListFormat,
// PriceListTooMany, PriceListRow.
func readTable(file []byte, known Mapping) (table, error) {
	rows, err := readRows(file)
	if err != nil {
		return table{}, err
	}
	at := headingRow(rows, known)
	if at < 0 || at == len(rows)-1 {
		return table{}, apperr.New(apperr.ImportEmpty)
	}
	return table{headingsOf(rows[at].Cells), rows[at+1:]}, nil
}

func readRows(file []byte) ([]xlsx.Row, error) {
	for _, other := range []string{"\xd0\xcf\x11\xe0", "%PDF", "<"} { // an old workbook, a PDF, a page
		if bytes.HasPrefix(bytes.TrimLeft(file[:min(len(file), 256)], "\ufeff \r\n\t"), []byte(other)) {
			return nil, apperr.New(apperr.PriceListFormat)
		}
	}
	if bytes.HasPrefix(file, []byte("PK\x03\x04")) {
		rows, err := xlsx.Read(bytes.NewReader(file), int64(len(file)))
		switch {
		case errors.Is(err, xlsx.ErrTooLarge) || len(rows) > maxRows:
			return nil, apperr.Wrap(apperr.PriceListTooMany, err)
		case err != nil:
			return nil, apperr.Wrap(apperr.PriceListFormat, err)
		}
		return rows, nil
	}
	var rows []xlsx.Row
	err := importer.EachRow(bytes.NewReader(file), func(number int, cells []string) error {
		if len(rows) == maxRows {
			return apperr.New(apperr.PriceListTooMany)
		}
		row := xlsx.Row{Number: number, Cells: make([]xlsx.Cell, len(cells))}
		for i, cell := range cells {
			row.Cells[i].Text = strings.Clone(cell)
		}
		if slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			rows = append(rows, row)
		}
		return nil
	})
	if malformed, is := errors.AsType[*importer.RowError](err); is {
		return nil, apperr.Wrap(apperr.PriceListRow, err).WithDetail("row", malformed.Row).
			WithDetail("problem", malformed.Code)
	}
	return rows, err
}

// headingRow is the row that names the columns: the first that has a heading for the price and one to find a product
// by, else the one with the most texts among the first rows; -1 is none.
func headingRow(rows []xlsx.Row, known Mapping) int {
	const looked = 40
	best, most := -1, 1
	for i, row := range rows[:min(len(rows), looked)] {
		headings := headingsOf(row.Cells)
		found := suggest(headings, known)
		if found[Price] != "" && (found[Registration] != "" || found[Barcode] != "") {
			return i
		}
		texts := 0
		for _, cell := range row.Cells {
			if _, isPrice := readPounds(cell); strings.TrimSpace(cell.Text) != "" && !isPrice {
				texts++
			}
		}
		if texts > most {
			best, most = i, texts
		}
	}
	return best
}

// headingsOf are the names of the columns, each different: one without a heading is called by its letter, as is the
// second of two with the same.
func headingsOf(cells []xlsx.Cell) []string {
	names := make([]string, len(cells))
	for i, cell := range cells {
		name := clip(strings.Join(strings.Fields(cell.Text), " "))
		switch {
		case name == "":
			name = letters(i)
		case slices.Contains(names[:i], name):
			name += " (" + letters(i) + ")"
		}
		names[i] = name
	}
	return names
}

// letters is what a spreadsheet calls a column.
func letters(column int) string {
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// clip leaves what a person needs to recognise a text.
func clip(s string) string {
	const longest = 120
	runes := []rune(strings.ToValidUTF8(strings.ReplaceAll(strings.TrimSpace(s), "\x00", ""), "\uFFFD"))
	if len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return string(runes)
}
