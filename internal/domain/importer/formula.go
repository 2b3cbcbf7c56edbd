package importer

import (
	"strings"
	"unicode/utf8"
)

// A spreadsheet runs a cell that begins like a formula, whoever wrote it. The export puts an
// apostrophe before such a cell, which makes it text; the import takes exactly that one off again.
// A cell that has apostrophes before such a beginning of its own gets one more, so that nothing is
// lost in either direction.

// escapeFormula is the cell as it is written into a file.
func escapeFormula(cell string) string {
	if startsFormula(strings.TrimLeft(cell, "'")) {
		return "'" + cell
	}
	return cell
}

// unescapeFormula is the cell as it was before inert.
func unescapeFormula(cell string) string {
	if strings.HasPrefix(cell, "'") && startsFormula(strings.TrimLeft(cell, "'")) {
		return cell[1:]
	}
	return cell
}

func startsFormula(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	switch r {
	case '=', '+', '-', '@', '\t', '\r', '\n',
		'＝', '＋', '－', '＠': // full width, which some spreadsheets read alike
		return true
	}
	return false
}
