package pricelist

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"dawa/internal/base/apperr"
	"dawa/internal/domain/regulation"
)

func medicine(id, code, registration string, pounds int64) Product {
	return Product{
		ID: id, Code: code, Registration: registration, Class: regulation.OTC, Approved: true, Price: 500,
		Official: regulation.OfficialPrice{Pounds: pounds, Source: "2025", ValidFrom: "2025-01-01"},
	}
}

func shelf() []Product {
	cream := medicine("cream", "6229", "", 0)
	cream.Class = regulation.None
	fresh := medicine("fresh", "0077", "", 0)
	fresh.Official = regulation.OfficialPrice{}
	newer := medicine("newer", "6228", "", 90_000)
	newer.Official.ValidFrom = "2027-01-01"
	return []Product{
		medicine("panadol", "6221", "R-1", 300_000), medicine("panadol-store", "6222", "R-1", 300_000),
		medicine("advil", "6223", "R-2", 500_000), medicine("syrup", "6224", "R-3", 100_000), cream, fresh, newer,
		medicine("forgotten", "6230", "R-9", 100_000),
	}
}

const arabicList = "وزارة الصحة العامة;;;\r\nلائحة أسعار الأدوية;;;\r\n" +
	"رقم التسجيل;الباركود;الاسم التجاري;السعر بالليرة;تاريخ السعر\r\n" +
	"أدوية الحرارة;;;;\r\n" +
	"R-1;;Panadol;٣٣٠٬٠٠٠;٠١/٠٢/٢٠٢٦\r\n" + // 5: two products, +10 %
	"R-2;6223;Advil;900,000 ل.ل.;01/02/2026\r\n" + // 6: suspicious
	"R-3;6224;Syrup;100000;01/02/2026\r\n" + // 7: as before
	";6229;Cream;50000;01/02/2026\r\n" + // 8: not a medicine
	";6.22E+12;Long;50000;01/02/2026\r\n" + // 9: shortened
	"R-8;;Unknown;50000;01/02/2026\r\n" + // 10: unmatched
	"R-2;6223;Advil;free;01/02/2026\r\n" + // 11: no price
	";0077;Fresh;1200000;\r\n" + // 12: no price before; the shelf price is 447,500
	";6228;Newer;95000;01/02/2026\r\n" + // 13: a newer price holds
	";;Nobody;12000;\r\n" + // 14: no key
	"R-3;;Syrup;100000;soon\r\n" // 15: no date

func compareText(t *testing.T, file string) (map[string]Row, Counts) {
	t.Helper()
	sheet, err := readTable([]byte(file), nil)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := suggest(sheet.headings, nil).columns(sheet.headings)
	if err != nil {
		t.Fatal(err)
	}
	rows, counts := compare(sheet, columns, shelf(), "2026-03-01", 89_500)
	found := map[string]Row{}
	for _, row := range rows {
		key := row.ProductID
		if key == "" {
			key = row.Name
		}
		if row.Kind == Problem {
			key += "!" + row.Code
		}
		found[key] = row
	}
	return found, counts
}

func TestCompare_ShowsEveryKindOfRow(t *testing.T) {
	rows, counts := compareText(t, arabicList)
	want := map[string]Row{
		"panadol":       {Number: 5, Kind: Change, Old: 300_000, New: 330_000, ValidFrom: "2026-02-01"},
		"panadol-store": {Number: 5, Kind: Change, Old: 300_000, New: 330_000, ValidFrom: "2026-02-01"},
		"advil": {Number: 6, Kind: Change, Old: 500_000, New: 900_000, Suspicious: true,
			ValidFrom: "2026-02-01"},
		"fresh":     {Number: 12, Kind: Change, New: 1_200_000, Suspicious: true, ValidFrom: "2026-03-01"},
		"Unknown":   {Number: 10, Kind: Unmatched, New: 50_000, ValidFrom: "2026-03-01"},
		"forgotten": {Kind: Missing, Old: 100_000},
		"cream!price_list_not_medicine": {Number: 8, Kind: Problem, New: 50_000, ValidFrom: "2026-02-01",
			Code: "price_list_not_medicine", Value: "6229"},
		"Long!price_list_shortened": {Number: 9, Kind: Problem, ValidFrom: "2026-03-01", Code: "price_list_shortened",
			Value: "6.22E+12"},
		"Advil!price_list_price": {Number: 11, Kind: Problem, ValidFrom: "2026-03-01", Code: "price_list_price",
			Value: "free"},
		"newer!price_list_older": {Number: 13, Kind: Problem, Old: 90_000, New: 95_000, ValidFrom: "2026-02-01",
			Code: "price_list_older", Value: "2027-01-01"},
		"Nobody!price_list_no_key": {Number: 14, Kind: Problem, ValidFrom: "2026-03-01", Code: "price_list_no_key"},
		"Syrup!price_list_date": {Number: 15, Kind: Problem, ValidFrom: "2026-03-01", Code: "price_list_date",
			Value: "soon"},
	}
	for key, expected := range want {
		got := rows[key]
		got.Registration, got.Barcode, got.Name, got.ProductID = "", "", "", ""
		if got != expected {
			t.Errorf("%s: %+v", key, got)
		}
	}
	if len(rows) != len(want) {
		t.Errorf("rows of %v", slices.Sorted(maps.Keys(rows)))
	}
	if counts != (Counts{Rows: 11, Same: 1, Changed: 4, Suspicious: 2, Unmatched: 1, Problems: 6, Missing: 1}) {
		t.Errorf("counts %+v", counts)
	}
}

func TestCompare_TwoRowsForOneProduct(t *testing.T) {
	const head = "Reg No,Barcode,Price,Date\n"
	for name, c := range map[string]struct {
		file string
		new  int64
		code string
	}{
		"the same price":                    {"R-2,,510000,\nR-2,,510000,\n", 510_000, ""},
		"another price":                     {"R-2,,510000,\nR-2,,520000,\n", 520_000, "price_list_twice"},
		"the later date":                    {"R-2,,510000,2026-01-01\nR-2,,520000,2025-06-01\n", 510_000, ""},
		"the barcode before a registration": {"R-2,,510000,\nR-2,6223,520000,\nR-2,9999,530000,\n", 520_000, ""},
	} {
		rows, _ := compareText(t, head+c.file)
		row, problem := rows["advil"], rows["advil!"+c.code]
		if c.code == "" && (row.New != c.new || row.Kind != Change) || c.code != "" && problem.Value != "2" {
			t.Errorf("%s: %+v %+v", name, row, problem)
		}
	}
}

func TestDecide_JudgesAgainWhatWasEditedMeanwhile(t *testing.T) {
	row := Row{New: 110_000, ValidFrom: "2026-01-01", Kind: Change}
	edited := func(change func(p *Product)) *Product {
		p := medicine("p", "1", "R", 100_000)
		change(&p)
		return &p
	}
	accepted := row
	accepted.Accepted = true
	for name, c := range map[string]struct {
		row     Row
		current *Product
		want    string
	}{
		"as compared":      {row, edited(func(*Product) {}), ""},
		"gone":             {row, nil, "price_list_gone"},
		"now no medicine":  {row, edited(func(p *Product) { p.Class = regulation.None }), "price_list_not_medicine"},
		"set by hand":      {row, edited(func(p *Product) { p.Official.Pounds = 110_000 }), "price_list_same"},
		"newer price":      {row, edited(func(p *Product) { p.Official.ValidFrom = "2026-02-01" }), "price_list_older"},
		"far away now":     {row, edited(func(p *Product) { p.Official.Pounds = 50_000 }), "price_list_meanwhile"},
		"far but accepted": {accepted, edited(func(p *Product) { p.Official.Pounds = 50_000 }), ""},
	} {
		if got := Decide(c.row, c.current, 89_500); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	p := medicine("p", "1", "R", 100_000)
	for pounds, want := range map[int64]bool{70_000: false, 69_999: true, 130_000: false, 130_001: true} {
		if suspicious(&p, pounds, 0) != want {
			t.Errorf("%d after 100,000: %v", pounds, !want)
		}
	}
}

func TestReadTable_EncodingsAndFormats(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(arabicList)
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{
		"UTF-8": arabicList, "with a mark": "\ufeff" + arabicList, "UTF-16": utf16,
		"tabs":   strings.ReplaceAll(arabicList, ";", "\t"),
		"commas": strings.ReplaceAll(strings.ReplaceAll(arabicList, "900,000", "900000"), ";", ","),
		"sep=":   "sep=;\r\n" + arabicList,
	} {
		sheet, err := readTable([]byte(file), nil)
		if err != nil || len(sheet.headings) != 5 || sheet.headings[3] != "السعر بالليرة" || len(sheet.rows) != 12 {
			t.Errorf("%s: %q, %d rows, %v", name, sheet.headings, len(sheet.rows), err)
		}
	}
	windows, err := charmap.Windows1256.NewEncoder().String("رقم التسجيل;السعر\n1;2\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file string
		want apperr.Code
	}{
		"Windows-1256":    {windows, apperr.ImportEncoding},
		"an old workbook": {"\xd0\xcf\x11\xe0\xa1", apperr.PriceListFormat},
		"a PDF":           {"%PDF-1.7", apperr.PriceListFormat}, "a page": {"\n<html><table>", apperr.PriceListFormat},
		"a zip": {"PK\x03\x04 and no more", apperr.PriceListFormat}, "nothing": {"", apperr.ImportEmpty},
		"a heading alone": {"Code,Price\n", apperr.ImportEmpty},
		"an open quote":   {"Code,Price\n\"1,2\n", apperr.PriceListRow},
		"too many rows":   {"Code,Price\n" + strings.Repeat("1,2\n", maxRows+1), apperr.PriceListTooMany},
	} {
		if _, err := readTable([]byte(c.file), nil); apperr.CodeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSuggest_RemembersAndGuesses(t *testing.T) {
	english := []string{"ATC", "Code", "Reg. Number", "Brand name", "Public Price LL", "Agent", "Date"}
	if got := suggest(english, nil); !maps.Equal(got, Mapping{
		Registration: "Reg. Number", Barcode: "Code", Name: "Brand name", Price: "Public Price LL", Date: "Date",
	}) {
		t.Errorf("guessed %v", got)
	}
	if got := suggest(english, Mapping{Barcode: "ATC", Price: "Agent", Name: "gone"}); got[Barcode] != "ATC" ||
		got[Price] != "Agent" || got[Name] != "Brand name" {
		t.Errorf("remembered %v", got)
	}
	if _, err := (Mapping{Price: "Agent"}).columns(english); apperr.From(err).Fields["registration"] == "" {
		t.Errorf("without a key: %v", err)
	}
	if _, err := (Mapping{Barcode: "Code", Date: "gone"}).columns(english); apperr.From(err).Fields["date"] == "" ||
		apperr.From(err).Fields["price"] == "" {
		t.Errorf("without a price: %v", err)
	}
	sheet, err := readTable([]byte("Price,,Price,AB\nx,1,2,3\n"), nil)
	if err != nil || !slices.Equal(sheet.headings, []string{"Price", "B", "Price (C)", "AB"}) {
		t.Errorf("headings %q, %v", sheet.headings, err)
	}
}

func FuzzReadTable_NeverPanics(f *testing.F) {
	f.Add([]byte(arabicList))
	f.Fuzz(func(_ *testing.T, file []byte) {
		if sheet, err := readTable(file, nil); err == nil {
			if columns, err := suggest(sheet.headings, nil).columns(sheet.headings); err == nil {
				compare(sheet, columns, shelf(), "2026-01-01", 89_500)
			}
		}
	})
}
