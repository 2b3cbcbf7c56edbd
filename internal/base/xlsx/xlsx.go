// Package xlsx reads the cells of a spreadsheet's first sheet (Office Open XML). It reads values only: no formulas, no
// pictures, no formats but those of dates. What it reads is bounded, so that a small file cannot fill the memory.
package xlsx

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
	"time"
)

// Bounds of a workbook. They are far above any price list.
const (
	maxParts   = 2000
	maxBytes   = 128 << 20 // all parts that are read, unpacked
	maxStrings = 500_000
	maxRows    = 60_000
	maxColumns = 200
	maxText    = 4000 // of one cell; what is longer is cut off
	maxDepth   = 32
)

var (
	// ErrFormat is a file that is no workbook, or a damaged one.
	ErrFormat = errors.New("not a workbook")
	// ErrTooLarge is a workbook beyond the bounds.
	ErrTooLarge = errors.New("the workbook is too large")
)

// Cell is what one cell shows. A date is a text, "2026-11-15".
type Cell struct {
	Text string
	// Numeric is a number that the spreadsheet stores as one: its only point is the decimal one.
	Numeric bool
}

// Row is a row that holds something, with its number in the spreadsheet.
type Row struct {
	Number int
	Cells  []Cell
}

// Read gives the rows of the first visible sheet that has any.
func Read(file io.ReaderAt, size int64) ([]Row, error) { return readWithin(maxBytes, file, size) }

// readWithin is Read that unpacks at most so many bytes.
func readWithin(most int64, file io.ReaderAt, size int64) ([]Row, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, errors.Join(ErrFormat, err)
	}
	if len(archive.File) > maxParts {
		return nil, ErrTooLarge
	}
	b := &book{parts: map[string]*zip.File{}, left: most}
	for _, part := range archive.File {
		b.parts[strings.ToLower(strings.TrimPrefix(part.Name, "/"))] = part
	}
	return b.read()
}

// book is a workbook that is being read.
type book struct {
	parts map[string]*zip.File
	// left is how many bytes may still be unpacked.
	left    int64
	strings []string
	// dates tells of each style whether it shows a date.
	dates    []bool
	date1904 bool
}

func (b *book) read() ([]Row, error) {
	const workbook = "xl/workbook.xml"
	targets, err := b.relations("xl/_rels/workbook.xml.rels")
	if err != nil {
		return nil, err
	}
	sheets, err := b.sheets(workbook, targets)
	if err != nil {
		return nil, err
	}
	if err := b.readStrings(targets.ofKind("sharedStrings", "xl/sharedstrings.xml")); err != nil {
		return nil, err
	}
	if err := b.readStyles(targets.ofKind("styles", "xl/styles.xml")); err != nil {
		return nil, err
	}
	for _, sheet := range sheets {
		rows, err := b.rows(sheet)
		if err != nil || len(rows) > 0 {
			return rows, err
		}
	}
	return nil, nil
}

// each hands every element of a part to begin, which tells whether it has read the element to its end; leave is called
// at the end of the others. A missing part has none.
func (b *book) each(name string, begin func(d *xml.Decoder, e xml.StartElement) (ended bool, err error),
	leave func(name string)) error {
	part := b.parts[strings.ToLower(name)]
	if part == nil {
		return nil
	}
	in, err := part.Open()
	if err != nil {
		return errors.Join(ErrFormat, err)
	}
	defer func() { _ = in.Close() }()
	d := xml.NewDecoder(&budget{in: in, left: &b.left})
	for depth := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			switch t := token.(type) {
			case xml.StartElement:
				if depth++; depth > maxDepth {
					return ErrFormat
				}
				var ended bool
				if ended, err = begin(d, t); ended {
					depth--
				}
			case xml.EndElement:
				depth--
				if leave != nil {
					leave(t.Name.Local)
				}
			}
		}
		if errors.Is(err, ErrTooLarge) {
			return ErrTooLarge
		}
		if err != nil {
			return fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
		}
	}
}

// budget reads until nothing is left of what may be unpacked.
type budget struct {
	in   io.Reader
	left *int64
}

func (r *budget) Read(p []byte) (int, error) {
	if *r.left <= 0 {
		return 0, ErrTooLarge
	}
	n, err := r.in.Read(p[:min(int64(len(p)), *r.left)])
	*r.left -= int64(n)
	return n, err
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// relation is a part that another one names.
type relation struct{ id, kind, target string }

type relations []relation

func (r relations) ofKind(kind, otherwise string) string {
	for _, one := range r {
		if strings.HasSuffix(one.kind, "/"+kind) {
			return one.target
		}
	}
	return otherwise
}

func (b *book) relations(name string) (found relations, err error) {
	err = b.each(name, func(_ *xml.Decoder, e xml.StartElement) (bool, error) {
		if e.Name.Local == "Relationship" && len(found) < maxParts {
			target := attribute(e, "Target")
			if strings.HasPrefix(target, "/") {
				target = target[1:]
			} else {
				target = path.Join("xl", target)
			}
			found = append(found, relation{attribute(e, "Id"), attribute(e, "Type"), target})
		}
		return false, nil
	}, nil)
	return found, err
}

// sheets are the parts of the visible sheets in the order of the workbook.
func (b *book) sheets(workbook string, targets relations) (names []string, err error) {
	if b.parts[workbook] == nil {
		return nil, ErrFormat
	}
	err = b.each(workbook, func(_ *xml.Decoder, e xml.StartElement) (bool, error) {
		switch e.Name.Local {
		case "workbookPr":
			b.date1904 = attribute(e, "date1904") == "1" || attribute(e, "date1904") == "true"
		case "sheet":
			if state := attribute(e, "state"); state == "hidden" || state == "veryHidden" {
				return false, nil
			}
			for _, a := range e.Attr {
				if a.Name.Local != "id" {
					continue
				}
				for _, target := range targets {
					if target.id == a.Value {
						names = append(names, target.target)
					}
				}
			}
		}
		return false, nil
	}, nil)
	if err == nil && len(names) == 0 {
		return nil, ErrFormat
	}
	return names, err
}

// readStrings reads the texts that cells share. Runs of a rich text are joined; how it is pronounced is left out.
func (b *book) readStrings(name string) error {
	var text strings.Builder
	return b.each(name, func(d *xml.Decoder, e xml.StartElement) (bool, error) {
		switch e.Name.Local {
		case "si":
			if len(b.strings) == maxStrings {
				return false, ErrTooLarge
			}
			text.Reset()
			b.strings = append(b.strings, "")
		case "rPh":
			return true, skip(d)
		case "t":
			return true, readText(d, &text)
		}
		return false, nil
	}, func(name string) {
		if name == "si" && len(b.strings) > 0 {
			b.strings[len(b.strings)-1] = text.String()
		}
	})
}

// readText reads the text of the element that has begun, to its end.
func readText(d *xml.Decoder, into *strings.Builder) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.CharData:
			if room := maxText - into.Len(); room > 0 {
				into.Write(t[:min(len(t), room)])
			}
		case xml.StartElement:
			return ErrFormat // a text holds no elements
		case xml.EndElement:
			return nil
		}
	}
}

// skip reads to the end of the element that has begun.
func skip(d *xml.Decoder) error {
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

// readStyles finds out which styles show a date.
func (b *book) readStyles(name string) error {
	custom := map[string]bool{}
	inCells := false
	return b.each(name, func(_ *xml.Decoder, e xml.StartElement) (bool, error) {
		switch e.Name.Local {
		case "numFmt":
			if len(custom) < maxParts {
				custom[attribute(e, "numFmtId")] = showsDate(attribute(e, "formatCode"))
			}
		case "cellXfs":
			inCells = true
		case "xf":
			if inCells && len(b.dates) < 1<<16 {
				id := attribute(e, "numFmtId")
				n, _ := strconv.Atoi(id)
				b.dates = append(b.dates, n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 36 || n >= 50 && n <= 58 ||
					custom[id])
			}
		}
		return false, nil
	}, func(name string) {
		if name == "cellXfs" {
			inCells = false
		}
	})
}

// showsDate tells whether a format has a day or a year outside of quotes and brackets.
func showsDate(format string) bool {
	quoted, bracketed := false, false
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case quoted:
			quoted = c != '"'
		case bracketed:
			bracketed = c != ']'
		case c == '"':
			quoted = true
		case c == '[':
			bracketed = true
		case c == '\\' || c == '_' || c == '*':
			i++
		case c == 'd' || c == 'D' || c == 'y' || c == 'Y':
			return true
		}
	}
	return false
}

// rows reads a sheet.
func (b *book) rows(name string) ([]Row, error) {
	var rows []Row
	var row Row
	var kind, style string
	var value strings.Builder
	column, number := 0, 0
	err := b.each(name, func(d *xml.Decoder, e xml.StartElement) (bool, error) {
		switch e.Name.Local {
		case "row":
			number++
			if n, err := strconv.Atoi(attribute(e, "r")); err == nil && n > 0 {
				number = n
			}
			row, column = Row{Number: number}, 0
		case "c":
			if at := columnOf(attribute(e, "r")); at > 0 {
				column = at
			} else {
				column++
			}
			kind, style = attribute(e, "t"), attribute(e, "s")
			value.Reset()
		case "v", "t":
			return true, readText(d, &value)
		case "rPh", "f":
			return true, skip(d)
		}
		return false, nil
	}, func(ended string) {
		switch ended {
		case "c":
			if cell := b.cell(kind, style, value.String()); cell.Text != "" && column <= maxColumns {
				for len(row.Cells) < column {
					row.Cells = append(row.Cells, Cell{})
				}
				row.Cells[column-1] = cell
			}
		case "row":
			if len(row.Cells) > 0 {
				rows = append(rows, row)
			}
			row = Row{Number: number}
		}
		if len(rows) > maxRows {
			b.left = 0 // the next read says that it is too much
		}
	})
	if len(rows) > maxRows {
		return nil, ErrTooLarge
	}
	return rows, err
}

// columnOf is the column of a reference as "AB12"; 0 is none.
func columnOf(reference string) int {
	column := 0
	for i := range len(reference) {
		c := reference[i] | 0x20
		if c < 'a' || c > 'z' {
			break
		}
		if column = column*26 + int(c-'a') + 1; column > 1<<14 {
			return maxColumns + 1
		}
	}
	return column
}

func (b *book) cell(kind, style, value string) Cell {
	switch kind {
	case "s":
		if i, err := strconv.Atoi(value); err == nil && i >= 0 && i < len(b.strings) {
			return Cell{Text: b.strings[i]}
		}
		return Cell{}
	case "d":
		day, _, _ := strings.Cut(value, "T")
		return Cell{Text: day}
	case "str", "inlineStr", "e", "b":
		return Cell{Text: value}
	}
	number, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
		return Cell{Text: value}
	}
	if i, err := strconv.Atoi(style); err == nil && i >= 0 && i < len(b.dates) && b.dates[i] {
		if day := Day(number, b.date1904); day != "" {
			return Cell{Text: day}
		}
	}
	return Cell{Text: plain(value, number), Numeric: true}
}

// plain is a number without an exponent. A whole number keeps all digits that the file has.
func plain(value string, number float64) string {
	if !strings.ContainsAny(value, "eE.") {
		return value
	}
	if number == math.Trunc(number) && math.Abs(number) < 1e15 {
		return strconv.FormatInt(int64(number), 10)
	}
	if math.Abs(number) >= 1e21 {
		return value
	}
	return strconv.FormatFloat(number, 'f', -1, 64)
}

// Day is the day of a spreadsheet's serial number, or "" when it is none between 1900 and 2199.
func Day(serial float64, date1904 bool) string {
	const last = 109_574
	if serial < 1 || serial > last {
		return ""
	}
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if date1904 {
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	} else if serial < 60 {
		serial++ // the spreadsheets' 29 February 1900, which never was
	}
	return epoch.AddDate(0, 0, int(serial)).Format(time.DateOnly)
}
