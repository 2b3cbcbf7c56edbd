package pricelist

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"dawa/internal/base/money"
	"dawa/internal/base/xlsx"
)

// SuspiciousPercent is how far a price may be from the one before without a tick.
const SuspiciousPercent = 30

// What can be wrong with a row, as codes (text `rule.<code>`).
const (
	codeShortened   = "price_list_shortened"
	codeNoKey       = "price_list_no_key"
	codePrice       = "price_list_price"
	codeDate        = "price_list_date"
	codeTwice       = "price_list_twice"
	codeNotMedicine = "price_list_not_medicine"
	codeOlder       = "price_list_older"
	codeGone        = "price_list_gone"
	codeSame        = "price_list_same"
	codeMeanwhile   = "price_list_meanwhile"
)

// suspicious tells whether a price is more than SuspiciousPercent away from the official price of a product, or from
// its shelf price where it has none. rate 0 is a shop without a rate, which cannot compare with the shelf price.
func suspicious(p *Product, pounds, rate int64) bool {
	before := p.Official.Pounds
	if before == 0 {
		before = int64(money.InPounds(p.Price, rate, 1))
	}
	return before > 0 && max(pounds-before, before-pounds)*100 > before*SuspiciousPercent
}

// Decide says why an approved row cannot be applied to a product as it is now; an empty code applies it. A product
// that was edited after the comparison is judged again by the same rules.
func Decide(row Row, current *Product, rate int64) (code string) {
	switch {
	case current == nil:
		return codeGone
	case !current.Class.Medicine():
		return codeNotMedicine
	case current.Official.Pounds == row.New:
		return codeSame
	case current.Official.ValidFrom > row.ValidFrom:
		return codeOlder
	case !row.Accepted && suspicious(current, row.New, rate):
		return codeMeanwhile
	}
	return ""
}

// catalogue finds products by what a list names them.
type catalogue struct {
	products       []Product
	byRegistration map[string][]int
	byBarcode      map[string][]int
}

func newCatalogue(products []Product) *catalogue {
	c := &catalogue{products: products, byRegistration: map[string][]int{}, byBarcode: map[string][]int{}}
	for i, p := range products {
		if key := readCode(p.Registration); key != "" {
			c.byRegistration[key] = append(c.byRegistration[key], i)
		}
		if key := readCode(p.Code); key != "" {
			c.byBarcode[key] = append(c.byBarcode[key], i)
		}
	}
	return c
}

// claim is a price that a row has for a product.
type claim struct {
	row Row
	// byBarcode names the product better than its registration, which several packs can share.
	byBarcode bool
}

// comparison compares the rows of a list with the catalogue.
type comparison struct {
	*catalogue
	columns   map[Field]int
	validFrom string
	rate      int64
	claims    map[int][]claim
	named     map[int]bool
	rows      []Row
	counts    Counts
}

// compare says what a list would change. validFrom is the day of rows without a date of their own, rate is pounds per
// dollar or 0. It gives the rows to show, in the order of the file.
func compare(t table, columns map[Field]int, products []Product, validFrom string, rate int64) ([]Row, Counts) {
	c := &comparison{
		catalogue: newCatalogue(products), columns: columns, validFrom: validFrom, rate: rate,
		claims: map[int][]claim{}, named: map[int]bool{},
	}
	for _, row := range t.rows {
		c.read(row)
	}
	for product, claims := range c.claims {
		c.settle(&products[product], claims)
	}
	for i, p := range products {
		if p.Approved && p.Class.Medicine() && !c.named[i] {
			c.counts.Missing++
			c.rows = append(c.rows, Row{Kind: Missing, ProductID: p.ID, Old: p.Official.Pounds})
		}
	}
	slices.SortFunc(c.rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), strings.Compare(a.ProductID, b.ProductID))
	})
	return c.rows, c.counts
}

// cell is the row's cell of a field; a list without the field has an empty one.
func (c *comparison) cell(row xlsx.Row, field Field) xlsx.Cell {
	if at, has := c.columns[field]; has && at < len(row.Cells) {
		return row.Cells[at]
	}
	return xlsx.Cell{}
}

// filled counts the fields that a row has.
func (c *comparison) filled(row xlsx.Row) (n int) {
	for field := range c.columns {
		if strings.TrimSpace(c.cell(row, field).Text) != "" {
			n++
		}
	}
	return n
}

// read takes one row of the file.
func (c *comparison) read(from xlsx.Row) {
	priceCell, dateCell := c.cell(from, Price), c.cell(from, Date)
	row := Row{
		Number:       from.Number,
		Registration: clip(c.cell(from, Registration).Text), Barcode: clip(c.cell(from, Barcode).Text),
		Name: clip(c.cell(from, Name).Text), ValidFrom: c.validFrom,
	}
	pounds, priced := readPounds(priceCell)
	if strings.TrimSpace(priceCell.Text) == "" && c.filled(from) < 2 {
		return // a title between the rows, or an empty one
	}
	if row.Registration == "" && row.Barcode == "" {
		if priced {
			c.counts.Rows++
			c.problem(row, codeNoKey, "")
		}
		return
	}
	c.counts.Rows++
	found, byBarcode, lost := c.find(row)
	for _, i := range found {
		c.named[i] = true
	}
	day, dated := readDay(dateCell)
	switch {
	case len(found) == 0 && lost != "":
		c.problem(row, codeShortened, lost)
	case len(found) == 0:
		c.counts.Unmatched++
		row.Kind, row.New = Unmatched, pounds
		c.rows = append(c.rows, row)
	case !priced:
		c.problem(row, codePrice, priceCell.Text)
	case strings.TrimSpace(dateCell.Text) != "" && !dated:
		c.problem(row, codeDate, dateCell.Text)
	default:
		if dated {
			row.ValidFrom = day
		}
		row.Kind, row.New = Change, pounds
		for _, i := range found {
			c.claims[i] = append(c.claims[i], claim{row, byBarcode})
		}
	}
}

// find gives the products of a row. lost is a code whose last digits a spreadsheet has dropped.
func (c *comparison) find(row Row) (found []int, byBarcode bool, lost string) {
	for _, code := range []string{row.Registration, row.Barcode} {
		if shortened.MatchString(readCode(code)) {
			lost = code
		}
	}
	if found = c.byBarcode[readCode(row.Barcode)]; len(found) > 0 {
		return found, true, lost
	}
	return c.byRegistration[readCode(row.Registration)], false, lost
}

// settle decides what a list says about one product: a row that names its barcode before one that names its
// registration, then the latest date.
func (c *comparison) settle(p *Product, claims []claim) {
	slices.SortStableFunc(claims, func(a, b claim) int {
		if a.byBarcode != b.byBarcode {
			if a.byBarcode {
				return -1
			}
			return 1
		}
		return strings.Compare(b.row.ValidFrom, a.row.ValidFrom)
	})
	best := claims[0]
	row := best.row
	row.ProductID, row.Old = p.ID, p.Official.Pounds
	for _, other := range claims[1:] {
		if other.byBarcode == best.byBarcode && other.row.ValidFrom == row.ValidFrom && other.row.New != row.New {
			row.Number = max(row.Number, other.row.Number)
			c.problem(row, codeTwice, strconv.Itoa(min(best.row.Number, other.row.Number)))
			return
		}
	}
	switch {
	case !p.Class.Medicine():
		c.problem(row, codeNotMedicine, p.Code)
	case row.New == p.Official.Pounds:
		c.counts.Same++
	case p.Official.ValidFrom > row.ValidFrom:
		c.problem(row, codeOlder, p.Official.ValidFrom)
	default:
		c.counts.Changed++
		if row.Suspicious = suspicious(p, row.New, c.rate); row.Suspicious {
			c.counts.Suspicious++
		}
		c.rows = append(c.rows, row)
	}
}

func (c *comparison) problem(row Row, code, value string) {
	c.counts.Problems++
	row.Kind, row.Code, row.Value = Problem, code, clip(value)
	c.rows = append(c.rows, row)
}
