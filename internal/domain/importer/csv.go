package importer

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// Bounds of one row of a file: what is longer is no product but a quote that was never closed.
const (
	maxRowBytes = 256 << 10
	maxCells    = 200
)

// What can be wrong with the form of a file, as codes (text `rule.<code>`).
const (
	codeQuote   = "import_quote"
	codeRowLong = "import_row_long"
)

// RowError is a row that cannot be read; what follows it cannot be trusted either. Code has its text under
// `rule.<code>`.
type RowError struct {
	Row  int
	Code string
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %s", e.Row, e.Code) }

// csvReader reads the rows of a CSV file (RFC 4180) that is UTF-8 already. encoding/csv reads the cells;
// rows are counted and bounded here, as a spreadsheet counts them: a line break within quotes begins no
// row, an empty line is a row, and a carriage return alone ends one.
type csvReader struct {
	rows  rowReader
	cells *csv.Reader
}

func newCSVReader(in io.Reader, separator byte) *csvReader {
	r := &csvReader{rows: rowReader{in: bufio.NewReaderSize(in, 64<<10)}}
	r.cells = csv.NewReader(&r.rows)
	r.cells.Comma, r.cells.FieldsPerRecord, r.cells.ReuseRecord = rune(separator), -1, true
	return r
}

// Row is the number of the row that Read gave last; the first is 1.
func (r *csvReader) Row() int { return r.rows.number }

// Read gives the next row, io.EOF at the end or a RowError. The slice is valid until the next call; an
// empty line is one empty cell.
func (r *csvReader) Read() ([]string, error) {
	if err := r.rows.next(); err != nil {
		return nil, err
	}
	if len(r.rows.row) == 1 {
		r.rows.row = r.rows.row[:0]
		return []string{""}, nil // encoding/csv would skip the empty line
	}
	cells, err := r.cells.Read()
	switch {
	case errors.Is(err, csv.ErrBareQuote), errors.Is(err, csv.ErrQuote):
		return nil, &RowError{r.Row(), codeQuote}
	case err != nil:
		return nil, err
	case len(cells) > maxCells:
		return nil, &RowError{r.Row(), codeRowLong}
	}
	return cells, nil
}

// rowReader gives encoding/csv one row at a time, ended by a line feed.
type rowReader struct {
	in     *bufio.Reader
	number int
	row    []byte // what is left of the row
}

func (r *rowReader) Read(p []byte) (int, error) {
	if len(r.row) == 0 {
		return 0, io.EOF // of the row, which is all that may be read now
	}
	n := copy(p, r.row)
	r.row = r.row[n:]
	return n, nil
}

// next reads the following row. Whether a line break ends the row follows from the quotes before it.
func (r *rowReader) next() error {
	r.row = r.row[:0]
	quoted := false
	for read := 0; ; read++ {
		c, err := r.in.ReadByte()
		if errors.Is(err, io.EOF) && read > 0 {
			c, err = '\n', nil // the last line may lack its end
			quoted = false     // encoding/csv finds a quote that is never closed
		}
		if err != nil {
			return err // io.EOF or the source's
		}
		if read == 0 {
			r.number++
		}
		switch {
		case read >= maxRowBytes && quoted:
			return &RowError{r.number, codeQuote}
		case read >= maxRowBytes:
			return &RowError{r.number, codeRowLong}
		case c == '"':
			quoted = !quoted
		case c == '\r':
			after, _ := r.in.Peek(1) // a failure is met again by the next read
			lineFeed := len(after) == 1 && after[0] == '\n'
			if quoted && lineFeed {
				r.row = append(r.row, '\r') // encoding/csv drops one before a line feed
			}
			if !quoted {
				if lineFeed {
					_, _ = r.in.Discard(1)
				}
				c = '\n'
			}
		}
		if r.row = append(r.row, c); c == '\n' && !quoted {
			return nil
		}
	}
}

// appendRow writes a row as spreadsheets like it: quotes where they are needed, CRLF at the end.
func appendRow(to []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			to = append(to, ',')
		}
		to = appendCell(to, cell)
	}
	return append(to, '\r', '\n')
}

func appendCell(to []byte, cell string) []byte {
	if !needsQuotes(cell) {
		return append(to, cell...)
	}
	to = append(to, '"')
	for i := range len(cell) {
		if cell[i] == '"' {
			to = append(to, '"')
		}
		to = append(to, cell[i])
	}
	return append(to, '"')
}

// needsQuotes looks for everything that any spreadsheet takes for the end of a cell, and for spaces
// at the ends, which some take off.
func needsQuotes(cell string) bool {
	if cell == "" {
		return false
	}
	if cell[0] == ' ' || cell[len(cell)-1] == ' ' {
		return true
	}
	for i := range len(cell) {
		switch cell[i] {
		case ',', ';', '\t', '"', '\r', '\n':
			return true
		}
	}
	return false
}
