package importer

import (
	"bufio"
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

// rowError is a row that cannot be read; what follows it cannot be trusted either.
type rowError struct {
	Row  int
	Code string
}

func (e *rowError) Error() string { return fmt.Sprintf("row %d: %s", e.Row, e.Code) }

// csvReader reads the rows of a CSV file (RFC 4180) that is UTF-8 already. Rows count as a
// spreadsheet counts them: a line break within quotes begins no row, an empty line is a row.
type csvReader struct {
	in        *bufio.Reader
	separator byte
	row       int

	cells []string
	ends  []int
	buf   []byte
}

func newCSVReader(in io.Reader, separator byte) *csvReader {
	return &csvReader{in: bufio.NewReaderSize(in, 64<<10), separator: separator}
}

// Row is the number of the row that Read gave last; the first is 1.
func (r *csvReader) Row() int { return r.row }

// Read gives the next row, io.EOF at the end or a formError. The slice is valid until the next
// call; an empty line is one empty cell.
func (r *csvReader) Read() ([]string, error) {
	r.buf, r.ends, r.cells = r.buf[:0], r.ends[:0], r.cells[:0]
	c, err := r.in.ReadByte()
	if err != nil {
		return nil, err // io.EOF or the source's
	}
	r.row++
	size := 1
	for {
		// c is the first byte of a cell, or what ends it when the cell is empty.
		var end byte
		if c == '"' {
			end, err = r.quoted(&size)
		} else {
			end, err = r.plain(c, &size)
		}
		if err != nil {
			return nil, err
		}
		if r.ends = append(r.ends, len(r.buf)); len(r.ends) > maxCells {
			return nil, &rowError{r.row, codeRowLong}
		}
		if end == '\n' {
			return r.split(), nil
		}
		size++
		if c, err = r.in.ReadByte(); errors.Is(err, io.EOF) {
			r.ends = append(r.ends, len(r.buf)) // a separator at the very end has an empty cell behind it
			return r.split(), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// split cuts what was read into cells that share one piece of memory.
func (r *csvReader) split() []string {
	whole := string(r.buf)
	begin := 0
	for _, end := range r.ends {
		r.cells = append(r.cells, whole[begin:end])
		begin = end
	}
	return r.cells
}

// plain reads a cell without quotes, from its first byte on. It gives the byte that ended it: the
// separator, or a line feed for the end of the row.
func (r *csvReader) plain(c byte, size *int) (end byte, err error) {
	for {
		switch c {
		case r.separator:
			return c, nil
		case '\n':
			return '\n', nil
		case '\r':
			if !r.lineFeedFollows() {
				return '\n', nil // the end of a row as old spreadsheets write it, or of the file
			}
		case '"':
			return 0, &rowError{r.row, codeQuote}
		default:
			r.buf = append(r.buf, c)
		}
		if *size++; *size > maxRowBytes {
			return 0, &rowError{r.row, codeRowLong}
		}
		if c, err = r.in.ReadByte(); errors.Is(err, io.EOF) {
			return '\n', nil
		}
		if err != nil {
			return 0, err
		}
	}
}

func (r *csvReader) lineFeedFollows() bool {
	after, _ := r.in.Peek(1) // a failure is met again by whoever reads on
	return len(after) == 1 && after[0] == '\n'
}

// quoted reads a cell after its opening quote.
func (r *csvReader) quoted(size *int) (end byte, err error) {
	for {
		c, err := r.in.ReadByte()
		if errors.Is(err, io.EOF) {
			return 0, &rowError{r.row, codeQuote} // it is never closed
		}
		if err != nil {
			return 0, err
		}
		if *size++; *size > maxRowBytes {
			return 0, &rowError{r.row, codeQuote}
		}
		if c != '"' {
			r.buf = append(r.buf, c)
			continue
		}
		c, err = r.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return '\n', nil
		case err != nil:
			return 0, err
		case c == '"':
			r.buf = append(r.buf, '"')
		case c == r.separator || c == '\n':
			return c, nil
		case c == '\r':
			if r.lineFeedFollows() {
				_, _ = r.in.Discard(1)
			}
			return '\n', nil
		default:
			return 0, &rowError{r.row, codeQuote} // something stands behind the closing quote
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
