package importer

import (
	"errors"
	"io"
	"strings"

	"dawa/internal/base/apperr"
)

// header says where a file has which column.
type header struct {
	// columns has, for each cell of a row, the column it is of.
	columns []*column
	id      int // -1 when the file has no ids
	code    int
}

// readHeader reads the first row. Code: ImportHeader, with the columns that nobody knows, that are
// there twice or that are missing under "columns".
func readHeader(r *csvReader) (*header, error) {
	cells, err := r.Read()
	if err == nil && len(cells) <= 2 && strings.HasPrefix(strings.ToLower(cells[0]), "sep=") {
		cells, err = r.Read() // a line by which a spreadsheet tells another the separator
	}
	if malformed := (*RowError)(nil); errors.As(err, &malformed) {
		return nil, apperr.Wrap(apperr.ImportHeader, err)
	}
	if errors.Is(err, io.EOF) {
		return nil, apperr.New(apperr.ImportEmpty)
	}
	if err != nil {
		return nil, err
	}
	h := &header{id: -1, code: -1}
	known := map[string]*column{}
	for i := range columns {
		known[columns[i].name] = &columns[i]
	}
	for len(cells) > 1 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1] // columns that a spreadsheet adds at the end
	}
	var wrong []string
	for i, cell := range cells {
		name := strings.ToLower(strings.TrimSpace(cell))
		if _, isName := known[name]; !isName {
			name = headingLabels().key(cell)
		}
		c, ok := known[name]
		if !ok {
			wrong = append(wrong, clip(cell))
			continue
		}
		delete(known, name)
		h.columns = append(h.columns, c)
		switch name {
		case idColumn:
			h.id = i
		case codeColumn:
			h.code = i
		}
	}
	if len(wrong) == 0 && h.code < 0 {
		wrong = append(wrong, codeColumn)
	}
	if len(wrong) > 0 {
		return nil, apperr.New(apperr.ImportHeader).WithDetail("columns", wrong[:min(len(wrong), 20)])
	}
	return h, nil
}

// separatorOf guesses from the first line by what the cells are parted.
func separatorOf(beginning []byte) byte {
	line := string(beginning)
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	if len(line) == 5 && strings.EqualFold(line[:4], "sep=") && strings.IndexByte(",;\t|", line[4]) >= 0 {
		return line[4]
	}
	best, highest := byte(','), strings.Count(line, ",")
	for _, other := range []byte{';', '\t'} {
		if n := strings.Count(line, string(other)); n > highest {
			best, highest = other, n
		}
	}
	return best
}

// clip leaves what a person needs to recognise a cell.
func clip(s string) string {
	const longest = 80
	runes := []rune(strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD"))
	if len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return string(runes)
}
