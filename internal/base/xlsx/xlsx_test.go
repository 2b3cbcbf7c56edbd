package xlsx

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	workbookPart = `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="m" xmlns:r="r"><workbookPr/><sheets>` +
		`<sheet name="Notes" sheetId="1" state="hidden" r:id="rId9"/><sheet name="Empty" sheetId="2" r:id="rId1"/>` +
		`<sheet name="Prices" sheetId="3" r:id="rId2"/></sheets></workbook>`
	relationsPart = `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="x/worksheet" Target="/xl/worksheets/sheet2.xml"/>` +
		`<Relationship Id="rId9" Type="x/worksheet" Target="worksheets/sheet9.xml"/>` +
		`<Relationship Id="rId3" Type="x/sharedStrings" Target="sharedStrings.xml"/>` +
		`<Relationship Id="rId4" Type="x/styles" Target="styles.xml"/></Relationships>`
	stringsPart = `<sst><si><t>Code</t></si><si><r><t>Pana</t></r><r><t xml:space="preserve">dol </t></r>` +
		`<rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>بنادول</t></si></sst>`
	stylesPart = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]dd\-mmm\-yyyy;@"/>` +
		`<numFmt numFmtId="165" formatCode="&quot;day&quot; #,##0"/></numFmts><cellStyleXfs><xf numFmtId="14"/>` +
		`</cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>` +
		`</cellXfs></styleSheet>`
	emptySheet  = `<worksheet><sheetData><row r="1"><c r="A1"/></row></sheetData></worksheet>`
	pricesSheet = `<worksheet><sheetData><row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>2</v></c></row>` +
		`<row r="5"><c r="A5"><v>6.2212345678899998E+12</v></c><c r="B5" t="inlineStr"><is><t>in</t></is></c>` +
		`<c r="C5" s="1"><v>45976</v></c><c r="D5" s="2"><v>45976.75</v></c><c r="E5" s="3"><v>1250000.5</v></c>` +
		`<c r="F5" t="str"><f>A1&amp;"x"</f><v>6.22E+12</v></c><c r="G5" t="d"><v>2026-11-15T00:00:00</v></c></row>` +
		`<row><c t="s"><v>1</v></c><c t="s"><v>77</v></c></row></sheetData></worksheet>`
)

// pack makes a workbook of parts, by pairs of name and content.
func pack(t testing.TB, parts ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(parts); i += 2 {
		part, err := w.Create(parts[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(parts[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func whole(t testing.TB, sheet string) []byte {
	t.Helper()
	return pack(t, "xl/workbook.xml", workbookPart, "xl/_rels/workbook.xml.rels", relationsPart,
		"xl/sharedStrings.xml", stringsPart, "xl/styles.xml", stylesPart, "xl/worksheets/sheet1.xml", emptySheet,
		"xl/worksheets/sheet2.xml", sheet)
}

func read(file []byte) ([]Row, error) { return Read(bytes.NewReader(file), int64(len(file))) }

func TestRead_CellsOfTheFirstVisibleSheetWithRows(t *testing.T) {
	rows, err := read(whole(t, pricesSheet))
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) Cell { return Cell{Text: s} }
	want := []Row{
		{3, []Cell{text("Code"), {}, text("بنادول")}},
		{5, []Cell{
			{"6221234567890", true}, text("in"), text("2025-11-15"), text("2025-11-15"), {"1250000.5", true},
			text("6.22E+12"), text("2026-11-15"),
		}},
		{6, []Cell{text("Panadol ")}},
	}
	if !slices.EqualFunc(rows, want, func(a, b Row) bool {
		return a.Number == b.Number && slices.Equal(a.Cells, b.Cells)
	}) {
		t.Errorf("got %+v", rows)
	}
}

func TestDay_SerialNumbers(t *testing.T) {
	for _, c := range []struct {
		serial float64
		old    bool
		want   string
	}{
		{1, false, "1900-01-01"}, {59, false, "1900-02-28"}, {61, false, "1900-03-01"}, {45976, false, "2025-11-15"},
		{44514, true, "2025-11-15"}, {0, false, ""}, {-3, true, ""}, {1e9, false, ""},
	} {
		if got := Day(c.serial, c.old); got != c.want {
			t.Errorf("%v: %q, want %q", c.serial, got, c.want)
		}
	}
}

func TestRead_RefusesWhatIsNoWorkbook(t *testing.T) {
	for name, file := range map[string][]byte{
		"text":        []byte("code,price\n"),
		"another zip": pack(t, "a.txt", "a"),
		"broken XML":  whole(t, "<worksheet><sheetData><row>"),
		"entity": whole(t, `<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData><row><c><v>&a;</v></c></row>`+
			`</sheetData></worksheet>`),
		"deep elements": whole(t, strings.Repeat("<a>", 100_000)),
		"cut short":     whole(t, pricesSheet)[:300],
	} {
		if _, err := read(file); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRead_BoundsWhatIsUnpacked(t *testing.T) {
	row := func(i int) string { return fmt.Sprintf(`<row r="%d"><c><v>1</v></c></row>`, i) }
	var many strings.Builder
	for i := range maxRows + 2 {
		many.WriteString(row(i + 1))
	}
	for name, file := range map[string][]byte{
		"many rows":  whole(t, "<worksheet><sheetData>"+many.String()+"</sheetData></worksheet>"),
		"many parts": pack(t, strings.Split(strings.Repeat("a,b,", maxParts+1), ",")[:2*maxParts+2]...),
	} {
		if _, err := read(file); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	bomb := whole(t, "<worksheet>"+strings.Repeat(" ", 4<<20)+"</worksheet>")
	if _, err := readWithin(1<<20, bytes.NewReader(bomb), int64(len(bomb))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a bomb of %d bytes: %v", len(bomb), err)
	}
	wide := `<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c><c r="ZZZZZZZ1"><v>1</v></c>` +
		`<c r="A1"><v>2</v></c></row></sheetData></worksheet>`
	rows, err := read(whole(t, wide))
	if err != nil || len(rows) != 1 || len(rows[0].Cells) != 1 {
		t.Errorf("a wide row: %+v, %v", rows, err)
	}
}

func FuzzRead_NeverPanics(f *testing.F) {
	f.Add(whole(f, pricesSheet))
	f.Fuzz(func(_ *testing.T, file []byte) { _, _ = read(file) })
}
