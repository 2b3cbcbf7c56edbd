package importer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// EachRow reads a CSV file of any columns, in the encodings and with the separators that spreadsheets use. Rows are
// numbered as spreadsheets do; the cells are valid until yield returns. Errors: ImportEmpty, ImportEncoding, RowError.
func EachRow(file io.Reader, yield func(number int, cells []string) error) error {
	text, err := readText(file)
	if err != nil {
		return err
	}
	in := bufio.NewReaderSize(text, 64<<10)
	first, err := in.Peek(16 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	reader := newCSVReader(in, separatorOfTable(string(first)))
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if _, malformed := errors.AsType[*RowError](err); malformed {
			return err
		}
		if err != nil {
			return fmt.Errorf("reading a file: %w", err)
		}
		for i := range cells {
			cells[i] = unescapeFormula(cells[i])
		}
		if err := yield(reader.Row(), cells); err != nil {
			return err
		}
	}
}

// separatorOfTable guesses by what the cells of a table are parted that may have a title above it: the separator that
// most lines have equally often.
func separatorOfTable(beginning string) byte {
	lines := strings.FieldsFunc(beginning, func(r rune) bool { return r == '\n' || r == '\r' })
	if len(lines) > 0 && strings.HasPrefix(strings.ToLower(lines[0]), "sep=") {
		return separatorOf([]byte(lines[0]))
	}
	const looked = 50
	best, most := byte(','), 0
	for _, separator := range []byte{';', '\t', ','} {
		lengths := map[int]int{}
		for _, line := range lines[:min(len(lines), looked)] {
			if n := outsideQuotes(line, separator); n > 0 {
				if lengths[n]++; lengths[n] > most {
					best, most = separator, lengths[n]
				}
			}
		}
	}
	return best
}

// outsideQuotes counts a separator where it parts cells.
func outsideQuotes(line string, separator byte) (n int) {
	quoted := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == separator && !quoted:
			n++
		}
	}
	return n
}
