package importer

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"dawa/internal/base/apperr"
	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
)

func readAllRows(t interface {
	Fatalf(string, ...any)
}, in string, separator byte) (rows [][]string, numbers []int, err error) {
	r := newCSVReader(strings.NewReader(in), separator)
	for range 100_000 {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, numbers, nil
		}
		if err != nil {
			return rows, numbers, err
		}
		rows, numbers = append(rows, slices.Clone(cells)), append(numbers, r.Row())
	}
	t.Fatalf("the reader does not end")
	return nil, nil, nil
}

func TestCSV_RowsNumberedAsInSpreadsheets(t *testing.T) {
	for in, want := range map[string][][]string{
		"a,b\r\n1,2\r\n":      {{"a", "b"}, {"1", "2"}},
		"a,b\n1,2":            {{"a", "b"}, {"1", "2"}},
		"a,b\r1,2\r":          {{"a", "b"}, {"1", "2"}},
		"\"a\nb\",c\n":        {{"a\nb", "c"}},
		"\"a\r\nb\"\r\nc\r\n": {{"a\r\nb"}, {"c"}},
		"a,\n,\n":             {{"a", ""}, {"", ""}},
		"a,":                  {{"a", ""}},
		"\"\"\"\",\"\"\n":     {{"\"", ""}},
		"a\n\nb\n":            {{"a"}, {""}, {"b"}},
		"\"بنادول، ٥٠٠\",\"قال \"\"نعم\"\"\"": {{"بنادول، ٥٠٠", "قال \"نعم\""}},
		"": nil,
	} {
		rows, numbers, err := readAllRows(t, in, ',')
		if err != nil || !slices.EqualFunc(rows, want, slices.Equal) {
			t.Errorf("%q: %q %v, want %q", in, rows, err, want)
		}
		for i, n := range numbers {
			if n != i+1 {
				t.Errorf("%q: row %d is called %d", in, i+1, n)
			}
		}
	}
}

func TestCSV_UnreadableRowsAreNamed(t *testing.T) {
	for in, want := range map[string]RowError{
		"a\n\"b\n":                             {2, codeQuote},
		"a\nb\"c\n":                            {2, codeQuote},
		"\"a\"b\n":                             {1, codeQuote},
		"a\n\"" + strings.Repeat("x", 300<<10): {2, codeQuote},
		"a\n" + strings.Repeat("x", 300<<10):   {2, codeRowLong},
		"a\n" + strings.Repeat(",", 500):       {2, codeRowLong},
	} {
		_, _, err := readAllRows(t, in, ',')
		got, is := errors.AsType[*RowError](err)
		if !is || *got != want {
			t.Errorf("%.20q: %v, want %v", in, err, want)
		}
	}
}

func TestCSV_FormulasAreInertAndRoundTrip(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+961 1": "'+961 1", "-5": "'-5", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx", "＝1": "'＝1",
		"'=1": "''=1", "''=1": "'''=1", "'hello": "'hello", "it's": "it's", "": "", "'": "'", "a=1": "a=1",
		"بنادول": "بنادول",
	} {
		if got := escapeFormula(cell); got != want {
			t.Errorf("%q becomes %q, want %q", cell, got, want)
		}
		if got := unescapeFormula(want); got != cell {
			t.Errorf("%q comes back as %q, want %q", want, got, cell)
		}
	}
}

// cellText makes texts that try to break a cell.
func cellText() *rapid.Generator[string] {
	letters := []rune("ab =+-@'\"|;,\\%$\n.0٥٠٠ بنادولملغ＝\u00ad é😀")
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(letters), 0, 20), func(r []rune) string { return string(r) })
}

func anyProduct() *rapid.Generator[*catalog.Product] {
	return rapid.Custom(func(t *rapid.T) *catalog.Product {
		s := cellText()
		pair := func(label string) text.Pair {
			return text.Pair{English: s.Draw(t, label), Arabic: s.Draw(t, label)}
		}
		p := &catalog.Product{
			ID: "p-1", Code: s.Draw(t, "code"), Name: pair("name"), Description: pair("description"),
			Brand: s.Draw(t, "brand"), Category: rapid.SampledFrom(catalog.Categories()).Draw(t, "category"),
			Price:    money.Cents(rapid.IntRange(1, 10_000_000).Draw(t, "price")),
			Discount: rapid.IntRange(0, 100).Draw(t, "discount"), Stock: rapid.IntRange(0, 1_000_000).Draw(t, "stock"),
			MaxPerOrder: rapid.IntRange(0, 10).Draw(t, "max"),
			Form:        rapid.SampledFrom([]string{"", "tablet", "syrup"}).Draw(t, "form"),
			PackSize:    s.Draw(t, "pack"), Usage: pair("usage"), Warnings: pair("warnings"),
			StoreID: rapid.SampledFrom([]string{"", "s1"}).Draw(t, "store"),
			Status: rapid.SampledFrom([]catalog.Status{catalog.Approved, catalog.Pending, catalog.Rejected}).
				Draw(t, "status"), StatusNote: s.Draw(t, "note"),
		}
		for range rapid.IntRange(0, 3).Draw(t, "ingredients") {
			p.Ingredients = append(p.Ingredients, catalog.Ingredient{
				Name: text.Pair{English: "x" + s.Draw(t, "i"), Arabic: s.Draw(t, "i")}, Strength: s.Draw(t, "i"),
			})
		}
		for range rapid.IntRange(0, 3).Draw(t, "images") {
			p.Images = append(p.Images, catalog.Image{Hash: strings.Repeat("a1", 16), Alt: pair("alt")})
		}
		_ = p.NormalizeAndCheck() // tidied as everything the shop keeps; whether it is allowed does not matter here
		return p
	})
}

// Whatever a product holds comes back from its row exactly, and a spreadsheet finds no formula in it.
func TestCSV_EveryProductRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyProduct().Draw(t, "product")
		cells := exportCells(p)
		for i := range cells {
			cells[i] = escapeFormula(cells[i])
		}
		file := string(appendRow(appendRow(append([]byte(nil), utf8Mark...), Columns()), cells))
		in, err := readText(strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		reader := newCSVReader(in, separatorOf([]byte(file)))
		h, err := readHeader(reader)
		if err != nil {
			t.Fatal(err)
		}
		row, err := reader.Read()
		if err != nil {
			t.Fatalf("%q: %v", file, err)
		}
		again := &catalog.Product{ID: p.ID}
		for i, cell := range row {
			if startsFormula(cell) {
				t.Fatalf("%s holds the formula %q", h.columns[i].name, cell)
			}
			if code := h.columns[i].set(again, unescapeFormula(cell)); code != "" {
				t.Fatalf("%s %q: %s", h.columns[i].name, cell, code)
			}
		}
		_ = again.NormalizeAndCheck()
		if d := catalog.Differences(p, again); len(d) > 0 {
			t.Fatalf("%v differ: %+v became %+v", d, p, again)
		}
	})
}

func TestCSV_CellsReadAsWritten(t *testing.T) {
	for _, c := range []struct {
		column, cell, code string
		want               string
	}{
		{"price", "4.25", "", "4.25"}, {"price", " ٤٫٢٥ ", "", "4.25"}, {"price", "4,5", "", "4.50"},
		{"price", "$7", "", "7.00"}, {"price", "", "price_blank", ""}, {"price", "-1", "price_min", ""},
		{"price", "abc", "price_money", ""}, {"price", "1,234", "price_money", ""},
		{"price", "=1+1", "price_money", ""},
		{"price", "1e5", "price_money", ""},
		{"discount", "15%", "", "15"}, {"discount", "", "", "0"}, {"discount", "101", "discount_percent", ""},
		{"discount", "1.5", "discount_percent", ""}, {"nb_in_stock", "١٢", "", "12"},
		{"nb_in_stock", "", "nb_in_stock_blank", ""}, {"nb_in_stock", "-1", "nb_in_stock_min", ""},
		{"nb_in_stock", "1.5", "nb_in_stock_integer", ""},
		{"nb_in_stock", "99999999999999999999", "nb_in_stock_max", ""}, {"max_per_order", "", "", "0"},
		{"max_per_order", "x", "max_per_order_range", ""}, {"status", "Approved ", "", "approved"},
		{"status", "", "status_unknown", ""}, {"category", " vitamins", "", "vitamins"},
		{"category", "", "category_blank", ""}, {"active_ingredients", "Zinc", "", "Zinc"},
		{"active_ingredients", "Zinc | زنك | 10 mg ; Iron||5 mg;", "", "Zinc|زنك|10 mg; Iron||5 mg"},
		{"active_ingredients", "a|b|c|d", "active_ingredients_format", ""},
		{"active_ingredients", `a\`, "active_ingredients_format", ""}, {"images", "a|b|c|d|e", "image_broken", ""},
		{"images", "", "", ""},
	} {
		i := slices.IndexFunc(columns, func(x column) bool { return x.name == c.column })
		p := &catalog.Product{}
		code := columns[i].set(p, c.cell)
		if code != c.code || code == "" && columns[i].get(p) != c.want {
			t.Errorf("%s %q: %q %q, want %q %q", c.column, c.cell, code, columns[i].get(p), c.code, c.want)
		}
	}
}

func TestCSV_RefusesUnknownEncodings(t *testing.T) {
	const file = "code,arabic_name\r\nC1,بنادول\r\n"
	little, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(file)
	if err != nil {
		t.Fatal(err)
	}
	big, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String(file)
	if err != nil {
		t.Fatal(err)
	}
	windows, err := charmap.Windows1256.NewEncoder().String(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]string{
		"plain": file, "with a mark": "\ufeff" + file, "UTF-16": little, "UTF-16 the other way round": big,
	} {
		// cut within a character
		out, err := readText(io.MultiReader(strings.NewReader(in[:5]), strings.NewReader(in[5:])))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(out); err != nil || string(got) != file {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	for name, in := range map[string]string{
		"Windows-1256": windows, "zero bytes": "code\nC\x001\n", "cut off": file[:len(file)-3],
		"UTF-16 without a mark": little[2:], "a picture": "\x89PNG\r\n\x1a\n\x00",
	} {
		out, err := readText(strings.NewReader(in))
		if err == nil {
			_, err = io.ReadAll(out)
		}
		if apperr.CodeOf(err) != apperr.ImportEncoding {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readText(strings.NewReader("")); apperr.CodeOf(err) != apperr.ImportEmpty {
		t.Errorf("nothing at all: %v", err)
	}
}

func TestCSV_HeaderMustNameColumns(t *testing.T) {
	for file, want := range map[string]apperr.Code{
		"code,price\n": "", "Code ; PRICE\n": "", "code\tprice\n": "", "sep=;\ncode;price\n": "", "price,code\r\n": "",
		"price\n": apperr.ImportHeader, "code,prise\n": apperr.ImportHeader, "code,code\n": apperr.ImportHeader,
		"\"code\n": apperr.ImportHeader, "\n": apperr.ImportHeader, "<html>\n": apperr.ImportHeader,
	} {
		_, err := readHeader(newCSVReader(strings.NewReader(file), separatorOf([]byte(file))))
		if got := apperr.CodeOf(err); got != want {
			t.Errorf("%q: %s, want %s", file, got, want)
		}
	}
}

// Whatever bytes come, the reader ends, and what it accepts the standard library reads alike.
func FuzzCSV_ReadFile(f *testing.F) {
	for _, s := range []string{
		"code,price\r\nA,1\r\n", "\xef\xbb\xbfcode;x\n\"a\nb\";'=1\n", "\xff\xfec\x00\n\x00", "a,\"b\"\"c\",d\n\n\"",
		"sep=;\ncode\n", "a\rb\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := readText(bytes.NewReader(data))
		if err != nil {
			return
		}
		whole, err := io.ReadAll(in)
		if err != nil {
			return
		}
		file := string(whole)
		rows, _, err := readAllRows(t, file, separatorOf(whole))
		_, _ = readHeader(newCSVReader(strings.NewReader(file), separatorOf(whole)))
		for _, row := range rows {
			for _, cell := range row {
				if got := unescapeFormula(escapeFormula(cell)); got != cell {
					t.Fatalf("%q comes back as %q", cell, got)
				}
				if list, ok := readList(cell); ok {
					if again, ok := readList(writeList(list)); !ok ||
						!slices.EqualFunc(trimEnds(list), trimEnds(again), slices.Equal) {
						t.Fatalf("the list %q comes back as %q", list, again)
					}
				}
			}
		}
		if err != nil || strings.Contains(file, "\r") {
			return // the library reads line ends differently
		}
		std := csv.NewReader(strings.NewReader(file))
		std.Comma, std.FieldsPerRecord = rune(separatorOf(whole)), -1
		if std.Comma == '"' || std.Comma == '\n' || std.Comma >= 0x80 {
			return
		}
		want, stdErr := std.ReadAll()
		if stdErr != nil {
			t.Fatalf("read %q, which the library refuses: %v", file, stdErr)
		}
		rows = slices.DeleteFunc(rows, func(row []string) bool { return len(row) == 1 && row[0] == "" })
		want = slices.DeleteFunc(want, func(row []string) bool { return len(row) == 1 && row[0] == "" })
		if !slices.EqualFunc(rows, want, slices.Equal) {
			t.Fatalf("%q: %q, the library reads %q", file, rows, want)
		}
	})
}

// trimEnds takes off what writeList leaves out.
func trimEnds(list [][]string) [][]string {
	var out [][]string
	for _, parts := range list {
		for len(parts) > 1 && parts[len(parts)-1] == "" {
			parts = parts[:len(parts)-1]
		}
		if len(parts) > 1 || parts[0] != "" {
			out = append(out, parts)
		}
	}
	return out
}
